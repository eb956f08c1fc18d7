// Which item of a server's copy is which item held here. History may name the same item otherwise, so ids come first,
// then the person's message by its clientId or as the turn's first, then type, order and text. Each is claimed once.
import type { WireItem } from "@longwire/shared-protocol/wire/item";
import { listOf, objectOf, textOf } from "./read.ts";
import type { Item, ThreadState, Turn } from "./state.ts";

/** The item under that id, or the one that the id is another name of. */
export function findItem(state: ThreadState, turn: Turn, id: string): Item | undefined {
  const item = turn.items.get(id);
  if (item !== undefined) return item;
  const alias = state.book.itemAliases.get(turn.id)?.get(id);
  return alias === undefined ? undefined : turn.items.get(alias);
}

/** Remembers that `id` names the item held as `held`. */
export function aliasItem(state: ThreadState, turn: Turn, id: string, held: string): void {
  if (id === held) return;
  const aliases = state.book.itemAliases.get(turn.id) ?? new Map<string, string>();
  aliases.set(id, held);
  state.book.itemAliases.set(turn.id, aliases);
}

/** For each item of the copy, in order, the item held here that it is, or null. */
export function pairItems(state: ThreadState, turn: Turn, wires: readonly WireItem[]): (Item | null)[] {
  const held = turn.entries.flatMap((entry) => {
    const item = entry.type === "item" ? turn.items.get(entry.item) : undefined;
    return item === undefined ? [] : [item];
  });
  const claimed = new Set<Item>();
  const pairs: (Item | null)[] = wires.map(() => null);
  const claim = (index: number, item: Item | undefined) => {
    if (item === undefined || claimed.has(item)) return;
    claimed.add(item);
    pairs[index] = item;
  };

  for (const [index, wire] of wires.entries()) {
    const item = findItem(state, turn, wire.item.id);
    if (item !== undefined && sameType(item, wire) && !contradicts(item, wire)) claim(index, item);
  }
  const firstHeld = held.find((item) => item.type === "userMessage");
  const firstTold = wires.findIndex((wire) => wire.item.type === "userMessage");
  for (const [index, wire] of wires.entries()) {
    if (pairs[index] !== null || wire.kind !== "typed" || wire.item.type !== "userMessage") continue;
    const { clientId } = wire.item;
    const byClient =
      typeof clientId === "string"
        ? held.find((item) => item.type === "userMessage" && item.clientId === clientId && !claimed.has(item))
        : undefined;
    claim(index, byClient ?? (index === firstTold && !contradictsClient(firstHeld, clientId) ? firstHeld : undefined));
  }
  pairByContent(held, wires, pairs, claimed);
  return pairs;
}

/** By type, order and text: the first one that is still free behind the last match, else the first one before it. */
function pairByContent(
  held: readonly Item[],
  wires: readonly WireItem[],
  pairs: (Item | null)[],
  claimed: Set<Item>,
): void {
  const places = new Map(held.map((item, place) => [item, place]));
  const byContent = new Map<string, number[]>();
  const unfinished: number[] = [];
  const contents = new Map<Item, string>();
  for (const [place, item] of held.entries()) {
    if (claimed.has(item)) continue;
    const content = keyOfItem(item);
    const key = `${typeOfItem(item)}\n${content}`;
    if (!byContent.get(key)?.push(place)) byContent.set(key, [place]);
    // Members of a call are all told with its start: it is the very same or none. A text may be held in part.
    if (item.phase === "completed" || (content !== "" && !TEXTS.has(item.type))) continue;
    unfinished.push(place);
    contents.set(item, content);
  }
  let from = 0;
  // Things that ran beside each other may stand in another order in the history. What is picked leaves its list: thousands
  // of calls that are all the same would else be gone through for each of them.
  const pick = (list: number[], fits: (item: Item) => boolean) => {
    const free = (place: number) => {
      const item = held[place];
      return item !== undefined && !claimed.has(item) && fits(item);
    };
    const behind = list.findIndex((place) => place >= from && free(place));
    const at = behind === -1 ? list.findIndex(free) : behind;
    return at === -1 ? undefined : list.splice(at, 1)[0];
  };
  for (const [index, wire] of wires.entries()) {
    const paired = pairs[index] ?? null;
    if (paired !== null) {
      from = Math.max(from, (places.get(paired) ?? -1) + 1);
      continue;
    }
    const told = keyOf(wire.item.type, wire.item);
    const same = byContent.get(`${wire.item.type}\n${told}`) ?? [];
    const at =
      pick(same, () => true) ??
      pick(unfinished, (item) => sameType(item, wire) && sameContent(item, contents.get(item) ?? "", told));
    const item = at === undefined ? undefined : held[at];
    if (at === undefined || item === undefined) continue;
    claimed.add(item);
    pairs[index] = item;
    from = at + 1;
  }
}

/**
 * For a live item under an id that is not known: what a copy brought under another one. Only the person's message (by
 * clientId) and things that the copy showed as still running can meet an event later.
 */
export function matchOpenCopy(state: ThreadState, turn: Turn, wire: WireItem): Item | undefined {
  if (!state.book.copied.has(turn.id)) return undefined;
  let told: string | null = null;
  for (const item of turn.items.values()) {
    if (!sameType(item, wire)) continue;
    if (item.type === "userMessage") {
      const clientId = wire.kind === "typed" && wire.item.type === "userMessage" ? wire.item.clientId : null;
      if (typeof clientId === "string" && item.clientId === clientId) return item;
      continue;
    }
    if (!item.fromSnapshot || item.phase !== "open") continue;
    told ??= keyOf(wire.item.type, wire.item);
    if (sameContent(item, keyOfItem(item), told)) return item;
  }
  return undefined;
}

function typeOfItem(item: Item): string {
  return item.type === "generic" ? item.name : item.type;
}

function sameType(item: Item, wire: WireItem): boolean {
  return typeOfItem(item) === wire.item.type;
}

/** History counts its ids anew in each turn, so the same id can name another message than the one held here. */
function contradicts(item: Item, wire: WireItem): boolean {
  if (item.type !== "agentMessage" && item.type !== "userMessage" && item.type !== "plan") return false;
  if (item.type === "userMessage" && typeof wire.item["clientId"] === "string" && item.clientId !== null)
    return item.clientId !== wire.item["clientId"];
  const told = keyOf(wire.item.type, wire.item);
  const held = keyOfItem(item);
  return item.phase === "completed" && held !== "" && told !== "" && !held.startsWith(told) && !told.startsWith(held);
}

function contradictsClient(item: Item | undefined, clientId: string | null | undefined): boolean {
  return (
    item?.type === "userMessage" && item.clientId !== null && typeof clientId === "string" && item.clientId !== clientId
  );
}

/** Whether two items of one type are the same, by what tells them apart. */
function sameContent(item: Item, held: string, told: string): boolean {
  if (held === told) return true;
  if (item.phase === "completed") return false;
  // What is held of an unfinished item may be any part of it: a stretch is missing. A search begins without its query.
  return held === "" ? LASTING.has(item.type) : told.includes(held);
}

/** Types that are told apart by a text, which may have come in part only. */
const TEXTS: ReadonlySet<string> = new Set([
  "userMessage",
  "agentMessage",
  "plan",
  "reasoning",
  "commandExecution",
  "fileChange",
]);

function keyOfItem(item: Item): string {
  switch (item.type) {
    case "userMessage":
    case "agentMessage":
    case "plan":
      return item.text;
    case "reasoning":
      return [...item.summary, ...item.content].join("\n");
    case "commandExecution":
      return item.command;
    case "fileChange":
      return item.changes.map((change) => change.path).join("\n");
    default:
      return keyOf(typeOfItem(item), item.raw ?? {});
  }
}

/** The members that tell items of a type apart from the beginning: they do not change while one runs. */
const LASTING: ReadonlyMap<string, readonly string[]> = new Map([
  ["contextCompaction", []],
  ["mcpToolCall", ["server", "tool", "arguments"]],
  ["dynamicToolCall", ["namespace", "tool", "arguments"]],
  ["collabAgentToolCall", ["tool", "senderThreadId", "prompt"]],
  ["webSearch", ["query"]],
  ["imageGeneration", []],
]);

/** Members of any other item that change while it runs, or that history names otherwise. */
const CHANGING: ReadonlySet<string> = new Set([
  "id",
  "status",
  "result",
  "error",
  "durationMs",
  "contentItems",
  "success",
]);

function keyOf(type: string, wire: object): string {
  const raw = objectOf(wire) ?? {};
  switch (type) {
    case "userMessage":
      return listOf(raw["content"])
        .map(objectOf)
        .filter((part) => part?.["type"] === "text")
        .map((part) => textOf(part?.["text"]) ?? "")
        .join("\n");
    case "agentMessage":
    case "plan":
      return textOf(raw["text"]) ?? "";
    case "reasoning":
      return [...listOf(raw["summary"]), ...listOf(raw["content"])]
        .map((part) => textOf(part) ?? textOf(objectOf(part)?.["text"]) ?? "")
        .join("\n");
    case "commandExecution":
      return textOf(raw["command"]) ?? "";
    case "fileChange":
      return listOf(raw["changes"])
        .map((change) => textOf(objectOf(change)?.["path"]) ?? "")
        .join("\n");
    default: {
      const lasting = LASTING.get(type)?.flatMap((key) => raw[key] || []);
      if (lasting?.length === 0) return "";
      return JSON.stringify(lasting ?? Object.entries(raw).filter(([key]) => !CHANGING.has(key)));
    }
  }
}
