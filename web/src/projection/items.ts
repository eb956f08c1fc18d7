// Items of a turn: made from what the server says of them, and made richer by what it says later. What is poorer than
// what is held (a late start, an empty copy, a cut output) never takes anything away.
import { fileUpdateChange, readItem, type TypedItem, type WireItem } from "@longwire/shared-protocol/wire/item";
import { read } from "@longwire/shared-protocol/wire/field";
import { claimOutgoing } from "./outgoing.ts";
import { addCard, type Pass } from "./pass.ts";
import { jsonOf, listOf, objectOf, textOf, textOfParts } from "./read.ts";
import type { FileChange, Item, JsonObject, Turn } from "./state.ts";
import { aliasItem, findItem, matchOpenCopy } from "./matching.ts";

/** Who speaks of the item: its start, its end, or a copy from the server's history. */
export type ItemSource = "started" | "completed" | "copy";

/** Folds an item of an event into its turn. An item that cannot be placed (no id, no type) becomes a card. */
export function foldItem(pass: Pass, turn: Turn, value: unknown, source: "started" | "completed", at: number): void {
  const reading = readItem(value);
  if (!reading.ok) {
    addCard(pass, turn, "malformed");
    return;
  }
  const wire = reading.value;
  const known = findItem(pass.state, turn, wire.item.id) ?? claimCopy(pass, turn, wire);
  if (known === undefined) {
    const item = makeItem(turn, wire, wire.item.id);
    item.fromSnapshot = false;
    stamp(item, source, at, turn);
    turn.items.set(item.id, item);
    turn.entries.push({ type: "item", item: item.id });
    if (item.type === "userMessage") claimOutgoing(pass, turn, item);
    pass.touch(turn);
    pass.touch(item);
    return;
  }
  const item = typeOf(wire) === known.type || wire.kind === "generic" ? known : retype(pass, turn, known, wire);
  if (wire.kind === "generic" && wire.problem !== null && item.type !== "generic") addCard(pass, turn, "malformed");
  item.fromSnapshot = false;
  // A start that comes late must neither blank nor open again what has ended.
  if (!(source === "started" && item.phase !== "open" && !item.provisional)) mergeItem(item, wire, source, turn);
  stamp(item, source, at, turn);
  if (item.type === "userMessage") claimOutgoing(pass, turn, item);
  pass.touch(item);
}

/** A live item under a new id may be one that a copy has brought under another: the message of the turn, or what runs. */
function claimCopy(pass: Pass, turn: Turn, wire: WireItem): Item | undefined {
  const copy = matchOpenCopy(pass.state, turn, wire);
  if (copy !== undefined) aliasItem(pass.state, turn, wire.item.id, copy.id);
  return copy;
}

function stamp(item: Item, source: "started" | "completed", at: number, turn: Turn): void {
  if (source === "started") {
    item.startedAt ??= at;
    if (item.phase === "open" && turn.endSeen) item.phase = "closed";
  } else {
    item.phase = "completed";
    item.completedAt = at;
  }
}

/** What was known of the item by deltas alone, or could not be read, turns out to be of another type. */
export function retype(pass: Pass, turn: Turn, known: Item, wire: WireItem): Item {
  const item = makeItem(turn, wire, known.id, known.raw);
  item.phase = known.phase;
  item.startedAt = known.startedAt;
  item.completedAt = known.completedAt;
  if (known.type === "generic" && known.text !== "") keepText(item, known.text);
  turn.items.set(known.id, item);
  pass.touch(turn);
  return item;
}

/** What came for it in pieces while it could not be read is not lost. */
function keepText(item: Item, text: string): void {
  if ("text" in item) item.text = richer(text, item.text);
  else if ("output" in item) item.output = richer(text, item.output);
  else if (item.type === "mcpToolCall") item.progress = text.split("\n");
}

function typeOf(wire: WireItem): Item["type"] {
  return wire.kind === "generic" ? "generic" : wire.item.type;
}

/** An item of which only the type is known: deltas came for it first, or nothing has filled it yet. */
export function blankItem(turn: Turn, id: string, type: Exclude<Item["type"], "generic"> | { generic: string }): Item {
  const base = {
    id,
    turn: turn.id,
    thread: turn.thread,
    phase: "open" as const,
    provisional: true,
    fromSnapshot: false,
    raw: null,
    startedAt: null,
    completedAt: null,
  };
  if (typeof type === "object") return { ...base, type: "generic", name: type.generic, text: "", problem: null };
  switch (type) {
    case "userMessage":
      return { ...base, type, clientId: null, content: [], text: "" };
    case "agentMessage":
      return { ...base, type, text: "", messagePhase: null, memoryCitation: null, delivery: null };
    case "plan":
      return { ...base, type, text: "" };
    case "reasoning":
      return { ...base, type, summary: [], content: [] };
    case "commandExecution":
      return {
        ...base,
        type,
        command: "",
        cwd: "",
        status: "inProgress",
        source: null,
        processId: null,
        pluginId: null,
        scriptPath: null,
        exitCode: null,
        durationMs: null,
        output: "",
        outputCut: false,
        actions: [],
        typed: [],
      };
    case "fileChange":
      return { ...base, type, status: "inProgress", changes: [], output: "" };
    case "contextCompaction":
      return { ...base, type };
    case "mcpToolCall":
      return { ...base, type, told: { type, id }, progress: [] };
    default:
      // The type of what is told is the item's own.
      return { ...base, type, told: { type, id } } as Item;
  }
}

/**
 * An item out of what the server says of it, under an id of its own. The caller gives it its place.
 * @param raw what was kept of it when it was thought to be of another type
 */
export function makeItem(turn: Turn, wire: WireItem, id: string, raw: JsonObject | null = null): Item {
  const item = blankItem(turn, id, wire.kind === "generic" ? { generic: wire.item.type } : wire.item.type);
  item.fromSnapshot = true;
  item.raw = raw;
  mergeItem(item, wire, "started", turn);
  return item;
}

/** Makes an item richer by what the server says of it; the caller tells of the change. */
export function mergeItem(item: Item, wire: WireItem, source: ItemSource, turn: Turn): void {
  const before = item.raw;
  const settled = source === "copy" && item.phase === "completed";
  item.raw = merge(before, wire.item, settled);
  item.provisional = false;
  if (wire.kind === "typed" && "told" in item && item.type === wire.item.type) {
    // Both are members of that very type. Nothing but readable words so far: then the two are the same object.
    const same = before === null || before === item.told;
    item.told = (same ? item.raw : merge(item.told, wire.item, settled)) as typeof item.told;
  } else if (wire.kind === "typed") mergeTyped(item, wire.item, source, turn);
  else if (item.type === "generic") item.problem = wire.problem;
}

function mergeTyped(item: Item, wire: TypedItem, source: ItemSource, turn: Turn): void {
  switch (wire.type) {
    case "userMessage":
      if (item.type !== "userMessage") return;
      item.clientId = wire.clientId || item.clientId;
      if (listOf(wire.content).length > 0 || item.content.length === 0) {
        item.content = listOf(wire.content).map(jsonOf);
        item.text = textOfParts(item.content);
      }
      return;
    case "agentMessage":
      if (item.type !== "agentMessage") return;
      item.text = richer(item.text, wire.text);
      item.messagePhase = wire.phase || item.messagePhase;
      item.memoryCitation = jsonOf(wire.memoryCitation) ?? item.memoryCitation;
      item.delivery = wire.delivery || item.delivery;
      return;
    case "plan":
      if (item.type === "plan") item.text = richer(item.text, wire.text);
      return;
    case "reasoning":
      if (item.type !== "reasoning") return;
      mergeTexts(item.summary, listOf(wire.summary));
      mergeTexts(item.content, listOf(wire.content));
      return;
    case "commandExecution":
      if (item.type === "commandExecution") mergeCommand(item, wire, source, turn);
      return;
    case "fileChange":
      if (item.type !== "fileChange") return;
      item.status = wire.status || item.status;
      if (listOf(wire.changes).length > 0) item.changes = readChanges(listOf(wire.changes));
      return;
  }
}

type CommandItem = Extract<Item, { type: "commandExecution" }>;

function mergeCommand(
  item: CommandItem,
  wire: Extract<TypedItem, { type: "commandExecution" }>,
  source: ItemSource,
  turn: Turn,
): void {
  // A copy of an item that has ended here was made earlier, or tells the same.
  const settled = source === "copy" && item.phase === "completed";
  item.command = richer(item.command, wire.command);
  item.cwd = wire.cwd || item.cwd;
  if (!settled || item.status === "inProgress") item.status = wire.status || item.status;
  item.source = wire.source || item.source;
  item.processId = wire.processId || item.processId;
  item.pluginId = wire.pluginId || item.pluginId;
  item.scriptPath = wire.scriptPath || item.scriptPath;
  item.exitCode = wire.exitCode ?? item.exitCode;
  item.durationMs = wire.durationMs ?? item.durationMs;
  const actions = listOf(wire.commandActions).map(objectOf);
  if (actions.length > 0) item.actions = actions.filter((action) => action !== null);
  if (typeof wire.aggregatedOutput === "string" && wire.aggregatedOutput !== "")
    mergeOutput(item, wire.aggregatedOutput, turn.heldInFull || (source === "copy" && item.phase === "open"));
}

/** The line with which the App Server says that it has left out the middle of a long output. */
const OMISSION = /^\.\.\. \d+ bytes omitted \.\.\.$/m;

/** The final output can be poorer than the stream was: the richer one is kept, with a mark when it is cut. */
function mergeOutput(item: CommandItem, final: string, streamed: boolean): void {
  if (final === item.output) {
    item.outputCut ||= saysCut(final);
    return;
  }
  const cut = saysCut(final);
  // What a command prints in its first moments may come in no delta: then all places are that much further on.
  if (item.typed.length > 0 && final.endsWith(item.output))
    for (const typed of item.typed) typed.at += final.length - item.output.length;
  // A stream that this device did not get whole is no measure for a final text that is.
  if (!cut && (!streamed || final.length >= item.output.length)) {
    item.output = final;
    item.outputCut = false;
    return;
  }
  if (final.length > item.output.length) item.output = final;
  // Where the server left out the middle, its stream had holes too. A shorter final text that does not say so lost nothing.
  item.outputCut = cut || item.outputCut;
}

function saysCut(output: string): boolean {
  return output.length > 1024 && OMISSION.test(output);
}

/** The changed files of an item, each read by itself: one that is malformed is shown with what it has. */
export function readChanges(values: readonly unknown[]): FileChange[] {
  return values.map((value) => {
    const reading = read(fileUpdateChange, value);
    if (!reading.ok) {
      const raw = objectOf(value);
      return {
        path: textOf(raw?.["path"]) ?? "(no path)",
        kind: textOf(raw?.["kind"]) ?? "unknown",
        movePath: null,
        diff: textOf(raw?.["diff"]) ?? "",
      };
    }
    const change = reading.value;
    return {
      path: change.path,
      kind: change.kind?.type ?? "unknown",
      movePath: change.kind?.move_path ?? null,
      diff: change.diff ?? "",
    };
  });
}

/** What the server says now, unless it is less of what is held already. */
export function richer(held: string, told: string | null | undefined): string {
  if (told === null || told === undefined || told === "") return held;
  return held.length > told.length && held.startsWith(told) ? held : told;
}

function mergeTexts(held: string[], told: readonly unknown[]): void {
  for (const [index, value] of told.entries()) {
    // Summary parts are texts, or objects with one.
    const text = textOf(value) ?? textOf(objectOf(value)?.["text"]) ?? "";
    held[index] = richer(held[index] ?? "", text);
  }
}

/**
 * Field by field: what is null or empty now does not take away what was told before.
 * @param settled what is held is the newer word: only what is missing in it is taken over
 */
function merge(held: object | null, told: object, settled = false): JsonObject {
  const wire = objectOf(told) ?? {};
  const before = objectOf(held) ?? {};
  const [base, over] = settled ? [wire, before] : [before, wire];
  const kept = Object.entries(over).filter(
    ([key, value]) => !isEmpty(value) || !Object.hasOwn(base, key) || isEmpty(base[key]),
  );
  // fromEntries defines members, so that a member named __proto__ is just that.
  return Object.fromEntries([...Object.entries(base), ...kept]);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
