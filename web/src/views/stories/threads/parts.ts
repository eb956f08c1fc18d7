// What stories are made of: turns, items, decisions, and what the server reports around them.
import { readItem } from "@longwire/shared-protocol/wire/item";
import type { Decision } from "../../../decisions/state.ts";
import { blankItem, makeItem } from "../../../projection/items.ts";
import type { GenericCard, Item, ThreadState, ThreadStatus, Turn } from "../../../projection/state.ts";
import { blankTurn } from "../../../projection/turns.ts";

export const NOW = Date.now();
export const MIN = 60_000;
export const HOME = "/home/mara";

export function decision(
  key: string,
  thread: string,
  method: string,
  params: object,
  more: Partial<Decision> = {},
): Decision {
  return {
    key,
    generation: "g1",
    id: 0,
    method,
    thread,
    turn: null,
    item: null,
    params,
    line: JSON.stringify({ id: 0, method, params }),
    at: NOW - 12_000,
    state: { type: "pending" },
    serverAt: null,
    standing: "seen",
    successor: null,
    ...more,
  };
}

let count = 0;

/** An item that has ended, put into its turn; members of its type may be given. */
export function add<T extends Exclude<Item["type"], "generic">>(
  turn: Turn,
  type: T,
  members: Partial<Extract<Item, { type: T }>> = {},
): Item {
  const item = blankItem(turn, `i${(count += 1)}`, type);
  Object.assign(item, {
    phase: "completed",
    provisional: false,
    startedAt: NOW - 5 * MIN,
    completedAt: NOW - 5 * MIN + 8000,
    ...members,
  });
  return put(turn, item);
}

/** An item as the server's own word makes it; its id is made up. */
export function told(turn: Turn, wire: object, more: Partial<Pick<Item, "phase" | "startedAt">> = {}): Item {
  const id = `i${(count += 1)}`;
  const reading = readItem({ id, ...wire });
  if (!reading.ok) throw new Error(reading.reason);
  const item = makeItem(turn, reading.value, id);
  Object.assign(item, { phase: "completed", startedAt: NOW - 5 * MIN, completedAt: NOW - 5 * MIN + 8000, ...more });
  return put(turn, item);
}

function put(turn: Turn, item: Item): Item {
  turn.items.set(item.id, item);
  turn.entries.push({ type: "item", item: item.id });
  return item;
}

export const user = (turn: Turn, text: string): Item =>
  add(turn, "userMessage", { content: [{ type: "text", text }], text });
export const says = (turn: Turn, text: string): Item => add(turn, "agentMessage", { text });
export const thinks = (turn: Turn, ...summary: string[]): Item => add(turn, "reasoning", { summary });
export const runs = (
  turn: Turn,
  command: string,
  output: string,
  more: Partial<Extract<Item, { type: "commandExecution" }>> = {},
): Item =>
  add(turn, "commandExecution", {
    command,
    cwd: `${HOME}/src/courier`,
    status: "completed",
    source: "agent",
    exitCode: 0,
    durationMs: 4100,
    output,
    ...more,
  });

/** A card of one line, by its method. */
export function cardOfLine(key: string, name: string, raw: string): GenericCard {
  return {
    key,
    name,
    what: "notification",
    raw,
    first: null,
    at: NOW,
    since: NOW,
    lines: 1,
    bytes: raw.length,
    text: "",
  };
}

export function turnIn(state: ThreadState, id: string, more: Partial<Turn> = {}): Turn {
  const turn = Object.assign(blankTurn(state.id, id), {
    startedAt: NOW - 6 * MIN,
    reported: "completed",
    generation: "g1",
    ...more,
  });
  state.turns.set(id, turn);
  state.timeline.push({ type: "turn", turn: id });
  return turn;
}

export function reported(state: ThreadState, status: ThreadStatus): void {
  state.status = status;
  state.settings = {
    cwd: `${HOME}/src/courier`,
    model: "gpt-5.6-sol",
    modelProvider: "openai",
    effort: "medium",
    approvalPolicy: "on-request",
    sandbox: { type: "workspaceWrite", writableRoots: [], networkAccess: false },
    serviceTier: null,
    reviewer: "user",
    mode: "default",
    permissionProfile: null,
  };
  state.tokenUsage = { total: 412_000, last: 84_300, window: 272_000 };
  state.lastSignAt = NOW;
}
