// Deltas: the hot path. Each appends to one item in constant time; an item that nothing announced is made by its first
// delta. Parameters are read by hand here, since a schema for each of 20,000 deltas would cost more than parsing them.
import type { DeltaMethod } from "./delta-methods.ts";
import { blankItem, readChanges } from "./items.ts";
import { findItem } from "./matching.ts";
import { addCard, type Pass } from "./pass.ts";
import { numberOf, objectOf, textOf } from "./read.ts";
import type { Item, JsonObject, Turn } from "./state.ts";
import { progress, turnOfEvent } from "./turns.ts";

/** What a delta does to its item. False: it does not fit that item, and is shown as a card. */
interface DeltaKind {
  item: Exclude<Item["type"], "generic"> | { generic: string };
  apply: (item: Item, params: JsonObject, turn: Turn) => boolean;
}

const KINDS = {
  "item/agentMessage/delta": { item: "agentMessage", apply: appendText },
  "item/plan/delta": { item: "plan", apply: appendText },
  "item/reasoning/summaryTextDelta": { item: "reasoning", apply: appendSummary },
  "item/reasoning/summaryPartAdded": { item: "reasoning", apply: addSummaryPart },
  "item/reasoning/textDelta": { item: "reasoning", apply: appendContent },
  "item/commandExecution/outputDelta": { item: "commandExecution", apply: appendOutput },
  "item/commandExecution/terminalInteraction": { item: "commandExecution", apply: appendTyped },
  "item/fileChange/outputDelta": { item: "fileChange", apply: appendOutput },
  "item/fileChange/patchUpdated": { item: "fileChange", apply: updatePatch },
  "item/mcpToolCall/progress": { item: "mcpToolCall", apply: appendProgress },
} satisfies Record<DeltaMethod, DeltaKind>;
const DELTAS: ReadonlyMap<string, DeltaKind> = new Map(Object.entries(KINDS));

/** Folds one delta; one that cannot be read or does not fit its item becomes a card. */
export function foldDelta(pass: Pass, method: string, params: unknown): void {
  const kind = DELTAS.get(method);
  const read = objectOf(params);
  const turnId = textOf(read?.["turnId"]);
  const itemId = textOf(read?.["itemId"]);
  if (kind === undefined || read === null || turnId === null || itemId === null) {
    addCard(pass, turnId === null ? null : turnOfEvent(pass, turnId), "malformed");
    return;
  }
  foldInto(pass, turnId, itemId, kind, read);
}

function foldInto(pass: Pass, turnId: string, itemId: string, kind: DeltaKind, read: JsonObject): void {
  const turn = turnOfEvent(pass, turnId);
  progress(pass, turn);
  const known = findItem(pass.state, turn, itemId);
  const item = known ?? blankItem(turn, itemId, kind.item);
  if (!kind.apply(item, read, turn)) {
    addCard(pass, turn, "malformed");
    return;
  }
  if (known === undefined) {
    item.startedAt = pass.row.at;
    if (turn.endSeen) item.phase = "closed";
    turn.items.set(itemId, item);
    turn.entries.push({ type: "item", item: itemId });
    pass.touch(turn);
  }
  pass.touch(item);
}

/**
 * A stream that this app has no name for yet grows its generic item instead of making a card of each piece. False: it is
 * no such stream.
 */
export function foldUnknownDelta(pass: Pass, method: string, params: unknown): boolean {
  const [scope, type] = method.split("/");
  const read = objectOf(params);
  const turnId = textOf(read?.["turnId"]);
  const itemId = textOf(read?.["itemId"]);
  const delta = textOf(read?.["delta"]);
  if (scope !== "item" || type === undefined || turnId === null || itemId === null || delta === null) return false;
  const known = pass.state.turns.get(turnId)?.items.get(itemId);
  if (known !== undefined && known.type !== "generic") return false;
  foldInto(pass, turnId, itemId, { item: { generic: type }, apply: appendText }, read ?? {});
  return true;
}

function appendText(item: Item, params: JsonObject): boolean {
  const { delta } = params;
  if (typeof delta !== "string") return false;
  if (item.type !== "agentMessage" && item.type !== "plan" && item.type !== "generic") return false;
  // Text that comes behind the final text is in it already.
  if (item.phase !== "completed") item.text += delta;
  return true;
}

function appendSummary(item: Item, params: JsonObject): boolean {
  return item.type === "reasoning" && appendPart(item, item.summary, params["summaryIndex"], params["delta"]);
}

function appendContent(item: Item, params: JsonObject): boolean {
  return item.type === "reasoning" && appendPart(item, item.content, params["contentIndex"], params["delta"]);
}

function addSummaryPart(item: Item, params: JsonObject): boolean {
  return item.type === "reasoning" && appendPart(item, item.summary, params["summaryIndex"], "");
}

/** Parts are counted by the server; a number far beyond what is there is taken as the next part. */
const FARTHEST_PART = 1000;

function appendPart(item: Item, parts: string[], index: unknown, delta: unknown): boolean {
  const told = numberOf(index);
  if (told === null || !Number.isInteger(told) || told < 0 || typeof delta !== "string") return false;
  if (item.phase === "completed") return true;
  const at = told > parts.length + FARTHEST_PART ? parts.length : told;
  while (parts.length <= at) parts.push("");
  parts[at] = (parts[at] ?? "") + delta;
  return true;
}

function appendOutput(item: Item, params: JsonObject): boolean {
  const { delta } = params;
  if (typeof delta !== "string") return false;
  if (item.type === "generic") item.text += delta;
  else if (item.type === "fileChange") item.output += delta;
  else if (item.type === "commandExecution") {
    // After the end the final output stands, unless it was left out.
    const final = item.phase === "completed" && typeof item.raw?.["aggregatedOutput"] === "string";
    if (!final) item.output += delta;
  } else return false;
  return true;
}

function appendTyped(item: Item, params: JsonObject): boolean {
  if (item.type !== "commandExecution") return false;
  const stdin = params["stdin"];
  // Waiting for output is told as an interaction without input.
  if (typeof stdin === "string" && stdin !== "") item.typed.push({ text: stdin, at: item.output.length });
  return stdin === undefined || stdin === null || typeof stdin === "string";
}

function updatePatch(item: Item, params: JsonObject): boolean {
  const { changes } = params;
  if (item.type !== "fileChange" || !Array.isArray(changes)) return false;
  if (item.phase !== "completed" && changes.length > 0) item.changes = readChanges(changes);
  return true;
}

function appendProgress(item: Item, params: JsonObject): boolean {
  const { message } = params;
  if (typeof message !== "string") return false;
  if (item.type === "mcpToolCall") item.progress.push(message);
  else if (item.type === "generic") item.text += item.text === "" ? message : `\n${message}`;
  else return false;
  return true;
}
