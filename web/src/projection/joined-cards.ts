// Cards of more than one line: the begin and the end of one thing, and streams. Such a card holds the newest line (and the
// first, where it began with another) and counts the others, which stay in the journal: however much a stream brings, it
// is one card.
import type { Row } from "../journal/rows.ts";
import { rawOf, sizeOf } from "./cards.ts";
import { objectOf, textOf } from "./read.ts";
import type { GenericCard, JsonObject, Touch } from "./state.ts";

/** Text that a card gathers of its lines, characters; what is beyond is counted only. */
export const CARD_TEXT_LIMIT = 100_000;

/** What a line says of the card that it belongs to. */
export interface Join {
  /** What the card stands for, unique among the open cards of its thread or host. */
  key: string;
  /** No further line joins. */
  over?: boolean;
  /** Says no more than that nothing else comes for now: an open card keeps the line that it shows. */
  mark?: boolean;
  /** Text to add, or all of the text. */
  add?: string | null;
  whole?: string | null;
}

const JOINS: ReadonlyMap<string, (params: JsonObject) => Join | null> = new Map<
  string,
  (params: JsonObject) => Join | null
>([
  ["hook/started", hook],
  ["hook/completed", hook],
  ["item/autoApprovalReview/started", (params) => pair("review", params["reviewId"], false)],
  ["item/autoApprovalReview/completed", (params) => pair("review", params["reviewId"], true)],
  ["model/safetyBuffering/updated", (params) => pair("buffering", params["turnId"], false)],
  ["turn/moderationMetadata", (params) => pair("moderation", params["turnId"], false)],
  ["rawResponseItem/completed", (params) => pair("raw", params["turnId"], false)],
  ["rawResponse/completed", (params) => pair("rawUsage", params["turnId"], false)],
  ["thread/realtime/outputAudio/delta", () => ({ key: "realtime/audio" })],
  ["thread/realtime/itemAdded", () => ({ key: "realtime/items" })],
  [
    "thread/realtime/transcript/delta",
    (params) => ({ key: `realtime/said/${textOf(params["role"]) ?? ""}`, add: textOf(params["delta"]) }),
  ],
  [
    "thread/realtime/transcript/done",
    (params) => ({ key: `realtime/said/${textOf(params["role"]) ?? ""}`, over: true, whole: textOf(params["text"]) }),
  ],
  ["externalAgentConfig/import/progress", (params) => pair("import", params["importId"], false)],
  ["externalAgentConfig/import/completed", (params) => pair("import", params["importId"], true)],
  ["fuzzyFileSearch/sessionUpdated", (params) => pair("search", params["sessionId"], false)],
  ["fuzzyFileSearch/sessionCompleted", (params) => marks(pair("search", params["sessionId"], false))],
  ["fs/changed", (params) => pair("watch", params["watchId"], false)],
  ["command/exec/outputDelta", () => ({ key: "stub/command/exec/outputDelta" })],
  ["process/outputDelta", () => ({ key: "stub/process/outputDelta" })],
  ["skills/changed", () => ({ key: "skills" })],
  ["app/list/updated", () => ({ key: "apps" })],
]);

function pair(kind: string, id: unknown, over: boolean): Join | null {
  return typeof id === "string" ? { key: `${kind}/${id}`, over } : null;
}

function marks(join: Join | null): Join | null {
  return join === null ? null : { ...join, mark: true };
}

function hook(params: JsonObject): Join | null {
  const run = objectOf(params["run"]);
  const id = textOf(run?.["id"]);
  // The same hook runs again under the same id, in this turn and in others: a run that is over takes no further line, and
  // one that is open none of another turn.
  const turn = textOf(params["turnId"]) ?? "";
  return id === null ? null : { key: `${hooksOf(turn)}${id}`, over: run?.["status"] !== "running" };
}

/** What the keys of a turn's hooks begin with: what is open of them when the turn ends stays as it is. */
export function hooksOf(turn: string): string {
  return `hook/${JSON.stringify(turn)}/`;
}

/** The card that a notification belongs to together with other lines; null: it stands alone. */
export function joinOf(method: string, params: unknown): Join | null {
  const read = objectOf(params);
  return read === null ? null : (JOINS.get(method)?.(read) ?? null);
}

/** Joins a line to its open card; null when there is none. */
export function joinCard(
  open: Map<string, GenericCard>,
  join: Join,
  row: Row,
  name: string,
  touch: Touch,
): GenericCard | null {
  const card = open.get(join.key);
  if (card === undefined) return null;
  // A stream's first line is one of many; what began with another kind of line keeps that one.
  const shown = { name: card.name, raw: card.raw };
  if (card.name !== name && join.mark !== true) card.first ??= card.raw;
  card.name = name;
  extend(card, row);
  if (join.mark === true) Object.assign(card, shown);
  gather(card, join);
  if (join.over === true) open.delete(join.key);
  touch(card);
  return card;
}

function extend(card: GenericCard, row: Row): void {
  card.raw = rawOf(row);
  card.at = row.at;
  card.lines += 1;
  card.bytes += sizeOf(row);
}

/** So many cards of one method in a row; what comes after them joins the last one. */
export const RUN_LIMIT = 20;

/** Each of these says something of its own, however many there are. */
export const SINGLE: ReadonlySet<string> = new Set([
  "warning",
  "guardianWarning",
  "deprecationNotice",
  "configWarning",
  "process/exited",
]);

/**
 * A stream that this app has no name for, or that has no end: a line behind RUN_LIMIT cards of its own method joins the
 * last of them. Null: it gets a card of its own.
 * @param cards what stands where it would go; null for anything but a card
 */
export function joinRun(
  cards: readonly (GenericCard | null)[],
  row: Row,
  name: string,
  touch: Touch,
): GenericCard | null {
  const last = cards.at(-1) ?? null;
  if (last === null || SINGLE.has(name) || cards.length < RUN_LIMIT || cards.some((card) => card?.name !== name))
    return null;
  extend(last, row);
  touch(last);
  return last;
}

/** Remembers a new card that further lines may join. */
export function openCard(open: Map<string, GenericCard>, join: Join, card: GenericCard): void {
  gather(card, join);
  if (join.over === true) open.delete(join.key);
  else open.set(join.key, card);
}

/** What these cards stand for is over, or begins anew: the next lines are their own. */
export function closeCards(open: Map<string, GenericCard>, prefix: string): void {
  for (const key of open.keys()) if (key.startsWith(prefix)) open.delete(key);
}

function gather(card: GenericCard, join: Join): void {
  if (typeof join.whole === "string") card.text = join.whole.slice(0, CARD_TEXT_LIMIT);
  else if (typeof join.add === "string" && card.text.length < CARD_TEXT_LIMIT)
    card.text = (card.text + join.add).slice(0, CARD_TEXT_LIMIT);
}
