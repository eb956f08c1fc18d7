// Acts that make another course of a thread: a fork at a turn, going back to before one, a question beside it, and going on
// in a new thread where the App Server has the old one no more.
import type { ClientRequestParams } from "@longwire/shared-protocol/app-server";
import * as z from "zod/mini";
import type { HostSession, Outcome } from "../host/model.ts";
import type { BranchActs, GoOn } from "./contract.ts";
import { loaded, NOW, onOneConnection } from "./loaded.ts";
import { startThread } from "./start-thread.ts";

/** Turns of one page when they are counted. */
const COUNT_PAGE = 100;

const DONE: Outcome<null> = { ok: true, value: null };
const forked = z.looseObject({ thread: z.looseObject({ id: z.string() }) });
const turnIds = z.looseObject({
  data: z.array(z.looseObject({ id: z.string() })),
  nextCursor: z.nullish(z.string()),
});

function notSent(message: string): Outcome<never> {
  return { ok: false, reason: { type: "not-sent", message } };
}

async function fork(
  session: HostSession,
  params: ClientRequestParams<"thread/fork">,
): Promise<Outcome<{ thread: string }>> {
  const outcome = await session.request("thread/fork", { ...params, excludeTurns: true });
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(forked, outcome.value);
  if (reply.success) return { ok: true, value: { thread: reply.data.thread.id } };
  return notSent("The App Server made a fork but its reply could not be read. Look for it in the thread list.");
}

/** How many turns the server has from this one on; it is asked, since it alone knows. */
async function countFrom(session: HostSession, thread: string, turn: string): Promise<Outcome<number>> {
  const pageAt = (at: string | null) =>
    session.request("thread/turns/list", {
      threadId: thread,
      ...(at === null ? {} : { cursor: at }),
      limit: COUNT_PAGE,
      sortDirection: "desc",
      itemsView: "notLoaded",
    });
  let cursor: string | null = null;
  let before = 0;
  do {
    const outcome: Outcome<unknown> = await pageAt(cursor);
    if (!outcome.ok) return outcome;
    const page = z.safeParse(turnIds, outcome.value);
    if (!page.success) break;
    const at = page.data.data.findIndex(({ id }) => id === turn);
    if (at >= 0) return { ok: true, value: before + at + 1 };
    before += page.data.data.length;
    cursor = page.data.nextCursor ?? null;
  } while (cursor !== null);
  return notSent("The server’s history does not have this turn. Nothing was taken back.");
}

async function takeBack(
  session: HostSession,
  thread: string,
  turn: string,
  mode: string | null,
  cut: () => Outcome<never> | null,
): Promise<Outcome<null>> {
  const ready = await loaded(session, thread);
  if (!ready.ok) return ready;
  const lost = cut();
  if (lost !== null) return lost;
  if (mode !== "legacy") {
    const outcome = await session.request("thread/revert", { threadId: thread, beforeTurnId: turn }, NOW);
    if (outcome.ok) return DONE;
    const legacy = outcome.reason.type === "rpc" && /only supports paginated/i.test(outcome.reason.message);
    if (!legacy || mode === "paginated") return outcome;
  }
  const count = await countFrom(session, thread, turn);
  if (!count.ok) return count;
  // A count is good for as long as nobody else can have added a turn.
  const lostNow = cut();
  if (lostNow !== null) return lostNow;
  const outcome = await session.request("thread/rollback", { threadId: thread, numTurns: count.value }, NOW);
  return outcome.ok ? DONE : outcome;
}

async function askAside(session: HostSession, thread: string, text: string): Promise<Outcome<{ thread: string }>> {
  const made = await fork(session, { threadId: thread, ephemeral: true });
  if (made.ok) await session.sendMessage(made.value.thread, text);
  return made;
}

async function goOn(session: HostSession, { cwd, text }: GoOn): Promise<Outcome<{ thread: string }>> {
  const made = await startThread(session, { cwd });
  if (made.ok) await session.sendMessage(made.value.thread, text);
  return made;
}

export const branchActs: BranchActs = {
  forkAt: (session, thread, turn) => fork(session, { threadId: thread, lastTurnId: turn }),
  takeBack: (session, thread, turn, mode) =>
    onOneConnection(session, (cut) => takeBack(session, thread, turn, mode, cut)),
  askAside,
  goOn,
};
