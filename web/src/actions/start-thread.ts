// Starting a thread in a folder of the machine.
import * as z from "zod/mini";
import type { HostSession, Outcome } from "../host/model.ts";
import type { StartThread } from "./contract.ts";

const reply = z.looseObject({ thread: z.looseObject({ id: z.string() }) });

/**
 * `thread/start` with paginated history: it keeps the ids of live items and all items. Optional fields are left out
 * unless set, so that the server's own configuration decides.
 */
export async function startThread(session: HostSession, start: StartThread): Promise<Outcome<{ thread: string }>> {
  const params = {
    cwd: start.cwd,
    historyMode: "paginated",
    ...(start.approvalPolicy === undefined ? {} : { approvalPolicy: start.approvalPolicy }),
    ...(start.sandbox === undefined ? {} : { sandbox: start.sandbox }),
  };
  const outcome = await session.request("thread/start", params);
  if (!outcome.ok) return outcome;
  const read = z.safeParse(reply, outcome.value);
  if (read.success) return { ok: true, value: { thread: read.data.thread.id } };
  return {
    ok: false,
    reason: {
      type: "not-sent",
      message: "The App Server started a thread but its reply could not be read. Look for it in the thread list.",
    },
  };
}
