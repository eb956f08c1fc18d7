// Items of a turn: made from what the server says of them, and made richer by what it says later. What is poorer than
// what is held (a late start, an empty copy, a cut output) never takes anything away.
import { fileUpdateChange, readItem, type TypedItem, type WireItem } from "@longwire/shared-protocol/wire/item";
import { read } from "@longwire/shared-protocol/wire/field";
import { mergeCommand } from "./command-item.ts";
import { claimOutgoing } from "./outgoing.ts";
import { addCard, type Pass } from "./pass.ts";
import { jsonOf, listOf, objectOf, textOf, textOfParts } from "./read.ts";
import { type ItemSource, merge, mergeTexts, richer } from "./richer.ts";
import type { FileChange, Item, JsonObject, Turn } from "./state.ts";
import { aliasItem, findItem, matchOpenCopy } from "./matching.ts";

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

/** The changed files of an item, each read by itself: one that is malformed is kept as it came, and costs no other. */
export function readChanges(values: readonly unknown[]): FileChange[] {
  return values.map((value) => {
    const reading = read(fileUpdateChange, value);
    if (!reading.ok) {
      const raw = objectOf(value);
      return {
        path: textOf(raw?.["path"]) ?? "",
        kind: "unknown",
        movePath: null,
        diff: "",
        malformed: jsonOf(value),
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
