// What runs on an App Server beside turns, as far as its lines tell: goals that start turns by themselves, processes and
// commands that a page started, terminals that a turn left running. Asked before an App Server is ended as cleanup.
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Envelope } from "../projection/envelope.ts";
import { objectOf, textOf } from "../projection/read.ts";

/** Of one generation. Part of the host's checkpoint. */
export interface Running {
  generation: string;
  /** Threads with a goal that is not over. */
  goals: Set<string>;
  /** Handles of `process/spawn` of this device, and of others whose output came. */
  processes: Set<string>;
  /** `command/exec` of this device without its reply, by `typedId`: it replies when the command is over. */
  commands: Set<string>;
  /**
   * Commands of threads that have begun and not ended, by JSON of [thread, item]; the value is their turn. However that
   * ended, stopped or not, it may have left them running.
   */
  terminals: Map<string, string>;
}

export function createRunning(generation: string): Running {
  return { generation, goals: new Set(), processes: new Set(), commands: new Set(), terminals: new Map() };
}

/** Folds one row. A row of another generation than the one that is held is passed over, an attach to one begins it anew. */
export function noteRunning(held: Running | null, { row, message }: Envelope): Running | null {
  if (row.kind === "local") {
    if (row.event.type === "attached" && held?.generation !== row.generation) return createRunning(row.generation);
    if (row.event.type === "exit" && row.event.end.generation === held?.generation) return null;
    return held;
  }
  if (held === null || held.generation !== row.generation) return held;
  if (row.kind === "out") {
    if (message?.kind === "request" && message.method === "command/exec") held.commands.add(typedId(message.id));
    const handle =
      message?.kind === "request" && message.method === "process/spawn"
        ? textOf(objectOf(message.params)?.["processHandle"])
        : null;
    if (handle !== null) held.processes.add(handle);
    return held;
  }
  if (typeof row.line === "object" && !(row.line instanceof Uint8Array)) {
    // Content that is not kept still tells that something ended, or runs.
    if (row.line.id !== null) held.commands.delete(row.line.id);
    if (row.line.method === "process/outputDelta" && row.line.about !== undefined) held.processes.add(row.line.about);
    else if (row.line.method === "process/exited") held.processes.delete(row.line.about ?? "");
    return held;
  }
  if (message?.kind === "response" || message?.kind === "error") held.commands.delete(typedId(message.id));
  else if (message?.kind === "notification") noteNotification(held, message.method, objectOf(message.params) ?? {});
  return held;
}

const OVER: ReadonlySet<string> = new Set(["complete", "paused", "blocked", "usageLimited", "budgetLimited"]);

function noteNotification(held: Running, method: string, params: { [key: string]: unknown }): void {
  const thread = textOf(params["threadId"]);
  switch (method) {
    case "thread/goal/updated": {
      const status = textOf(objectOf(params["goal"])?.["status"]);
      if (thread === null) return;
      // A word that is not known here counts as running: nothing is ended on a guess.
      if (status !== null && OVER.has(status)) held.goals.delete(thread);
      else held.goals.add(thread);
      return;
    }
    case "thread/goal/cleared":
    case "thread/closed":
    case "thread/deleted":
      if (thread !== null) held.goals.delete(thread);
      return;
    case "process/exited":
      held.processes.delete(textOf(params["processHandle"]) ?? "");
      return;
    case "item/started":
    case "item/completed":
      noteItem(held, thread, method === "item/completed", textOf(params["turnId"]) ?? "", objectOf(params["item"]));
      return;
    default:
  }
}

function noteItem(
  held: Running,
  thread: string | null,
  completed: boolean,
  turn: string,
  item: ReturnType<typeof objectOf>,
): void {
  if (item === null || thread === null || item["type"] !== "commandExecution") return;
  const key = JSON.stringify([thread, textOf(item["id"])]);
  // A terminal that a turn leaves behind is told as complete while its status still says that it runs.
  if (completed && item["status"] !== "inProgress") held.terminals.delete(key);
  else held.terminals.set(key, turn);
}

/** Anything that would be lost with the App Server and does not belong to this turn. */
export function runsBeside(held: Running | null, turn: string): boolean {
  if (held === null) return false;
  if (held.goals.size + held.processes.size + held.commands.size > 0) return true;
  for (const owner of held.terminals.values()) if (owner !== turn) return true;
  return false;
}
