// What a request's card takes from the item that it is about, where the request itself leaves it out.
import type { Decision } from "../../decisions/state.ts";
import type { Item, Turn } from "../../projection/state.ts";
import { readApproval } from "../../decisions/approvals.ts";
import { live } from "../live.ts";

/** The item of a request, when this device has it; tracked. */
export function requestItem(decision: Decision, turn: Turn | null): Item | null {
  if (turn === null || decision.item === null) return null;
  const found = live(turn).items.get(decision.item);
  return found === undefined ? null : live(found);
}

/** The command that a request asks about; null when neither the request nor the item names it. */
export function requestCommand(decision: Decision, turn: Turn | null): string | null {
  const approval = readApproval(decision);
  if (approval?.kind !== "command") return null;
  if (approval.command !== null) return approval.command;
  const item = requestItem(decision, turn);
  return item?.type === "commandExecution" && item.command !== "" ? item.command : null;
}

/** The folder that it would run in. */
export function requestFolder(decision: Decision, turn: Turn | null): string | null {
  const approval = readApproval(decision);
  if (approval?.kind !== "command") return null;
  if (approval.folder !== null) return approval.folder;
  const item = requestItem(decision, turn);
  return item?.type === "commandExecution" && item.cwd !== "" ? item.cwd : null;
}

/** The environment that a request names, for people; null for the host's own, which every request of it is about. */
export function environmentName(id: string | null): string | null {
  return id === null || id === "" || id === "local" ? null : id;
}
