// Starting a thread in a folder of the machine, with what the person has set for it and nothing else.
import * as z from "zod/mini";
import type { Failure, HostSession, Outcome } from "../host/model.ts";
import type { Json, JsonObject } from "../projection/state.ts";
import { NOW } from "./loaded.ts";

export interface StartThread {
  /** Absolute path on the host. */
  cwd: string;
  /** Each of these is left out of the request unless set. */
  model?: string;
  /** Null: the standard one, whatever the configuration says. */
  serviceTier?: string | null;
  personality?: string;
  approvalPolicy?: Json;
  approvalsReviewer?: string;
  /** `read-only`, `workspace-write`, `danger-full-access`. */
  sandbox?: string;
  /** A permission profile; never beside `sandbox`. */
  permissions?: string;
  /** Words of config.toml that hold for this thread: what `thread/start` has no member for. */
  config?: JsonObject;
  /** The collaboration mode, which only a thread that is there can be given. */
  collaborationMode?: JsonObject;
}

export interface StartedThread {
  thread: string;
  /** The thread is there, but its collaboration mode was refused. */
  modeRefused?: Failure;
}

// What the server lists is passed on in its own words, whether or not the pinned surface has them.
const START: string = "thread/start";
const UPDATE: string = "thread/settings/update";

const reply = z.looseObject({ thread: z.looseObject({ id: z.string() }) });

/**
 * `thread/start` with paginated history: it keeps the ids of live items and all items. Optional fields are left out
 * unless set, so that the server's own configuration decides.
 */
export async function startThread(session: HostSession, start: StartThread): Promise<Outcome<StartedThread>> {
  const { cwd, collaborationMode, ...set } = start;
  const outcome = await session.request(START, { cwd, historyMode: "paginated", ...set });
  if (!outcome.ok) return outcome;
  const read = z.safeParse(reply, outcome.value);
  if (!read.success)
    return {
      ok: false,
      reason: {
        type: "not-sent",
        message: "The App Server started a thread but its reply could not be read. Look for it in the thread list.",
      },
    };
  const thread = read.data.thread.id;
  if (collaborationMode === undefined) return { ok: true, value: { thread } };
  const moded = await session.request(UPDATE, { threadId: thread, collaborationMode }, NOW);
  return { ok: true, value: moded.ok ? { thread } : { thread, modeRefused: moded.reason } };
}
