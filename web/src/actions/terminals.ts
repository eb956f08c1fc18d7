// Commands that go on after their turn: what the server lists, and ending them.
import type { HostSession, Outcome } from "../host/model.ts";
import { listOf, numberOf, objectOf, textOf } from "../projection/read.ts";
import type { BackgroundTerminal, TerminalActs } from "./contract.ts";
import { NOW } from "./loaded.ts";

const PAGE = 50;
/** More pages than this are not asked for: every reply goes to every device. */
const PAGES = 4;

function readTerminal(value: unknown): BackgroundTerminal | null {
  const wire = objectOf(value);
  const process = textOf(wire?.["processId"]);
  if (wire === null || process === null) return null;
  const kilobytes = numberOf(wire["rssKb"]);
  return {
    item: textOf(wire["itemId"]),
    process,
    command: textOf(wire["command"]) ?? "",
    cwd: textOf(wire["cwd"]),
    pid: numberOf(wire["osPid"]),
    cpuPercent: numberOf(wire["cpuPercent"]),
    bytes: kilobytes === null ? null : kilobytes * 1024,
  };
}

async function list(
  session: HostSession,
  thread: string,
): Promise<Outcome<{ terminals: BackgroundTerminal[]; more: boolean }>> {
  const terminals: BackgroundTerminal[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page++) {
    const outcome: Outcome<unknown> = await session.request("thread/backgroundTerminals/list", {
      threadId: thread,
      limit: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    if (!outcome.ok) return outcome;
    const reply = objectOf(outcome.value);
    for (const value of listOf(reply?.["data"])) {
      const terminal = readTerminal(value);
      if (terminal !== null) terminals.push(terminal);
    }
    cursor = textOf(reply?.["nextCursor"]);
    if (cursor === null) break;
  }
  return { ok: true, value: { terminals, more: cursor !== null } };
}

/** The acts on background terminals. */
export const terminalActs: TerminalActs = {
  list,
  async end(session, thread, process) {
    const outcome = await session.request(
      "thread/backgroundTerminals/terminate",
      { threadId: thread, processId: process },
      NOW,
    );
    return outcome.ok ? { ok: true, value: objectOf(outcome.value)?.["terminated"] !== false } : outcome;
  },
  async endAll(session, thread) {
    const outcome = await session.request("thread/backgroundTerminals/clean", { threadId: thread }, NOW);
    return outcome.ok ? { ok: true, value: null } : outcome;
  },
};
