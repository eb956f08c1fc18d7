// The samples of the whole surface as lines for an App Server to say, each in a turn or a thread of its own, with the trace
// that the app's own fold says it must leave.
import { isDeepStrictEqual } from "node:util";
import { type Contract, pinnedContract } from "@longwire/fixtures/samples/contract";
import { allFixtures } from "@longwire/fixtures/samples/fixtures";
import {
  allSamples,
  madeItem,
  madeNotification,
  movedTo,
  type Sample,
  type SamplePlace,
} from "@longwire/fixtures/samples/surface";
import { toEnvelope } from "@longwire/web/projection/envelope";
import { createHostState, foldHost } from "@longwire/web/projection/host-fold";
import { foldThread } from "@longwire/web/projection/thread-fold";
import { createThreadState } from "@longwire/web/projection/thread-state";
import type { HostState, ThreadState, TimelineEntry, TurnEntry } from "@longwire/web/projection/state";
import { HOST, tape } from "@longwire/web/projection/testing/rows";
import { puppetThread } from "./puppet.ts";

/** The thread that is on screen. */
export const THREAD = "T1";

/** What a sample leaves: an item in the transcript, a card in it, a card of the host, or a state that has changed. */
export type Trace = "item" | "card" | "host-card" | "state" | "nothing";

export interface Placed {
  readonly sample: Sample;
  readonly place: SamplePlace;
  /** Said before it, so that it has something to be about. */
  readonly before: readonly object[];
  readonly line: object;
  readonly after: readonly object[];
  readonly trace: Trace;
  /** The item's id, or the card's name. */
  readonly id: string;
  /** The turn that it is in; empty for a card between turns. */
  readonly turn: string;
}

/** Notifications that put a whole thread away, rename it, or go on with one thing of it: each gets a thread of its own. */
const OF_A_THREAD =
  /^thread\/(started|archived|unarchived|deleted|closed|reverted|name\/updated|status\/changed|realtime\/transcript\/.*)$/;

/** The item that the deltas of a method grow. */
const GROWN: readonly (readonly [method: RegExp, type: string])[] = [
  [/^item\/commandExecution\//, "commandExecution"],
  [/^item\/fileChange\//, "fileChange"],
  [/^item\/mcpToolCall\//, "mcpToolCall"],
  [/^item\/agentMessage\//, "agentMessage"],
  [/^item\/reasoning\//, "reasoning"],
  [/^item\/plan\//, "plan"],
];

/** Every sample of a contract, the pinned one unless told, in its place. */
export function placedSamples(contract?: Contract): Placed[] {
  const places: SamplePlace[] = [];
  const placeOf = (index: number): SamplePlace => {
    const place = { thread: THREAD, turn: `turn-of-${index}`, item: `item-${index}` };
    places.push(place);
    return place;
  };
  return allSamples(placeOf, contract).map((sample, index) => placed(sample, places[index] ?? placeOf(index)));
}

/** The names of the cards that a host has after all of these lines, sorted. */
export function hostCardsAfter(lines: readonly object[]): string[] {
  const all = tape();
  for (const line of lines) all.in(line);
  const host = createHostState(HOST);
  for (const row of all.rows) foldHost(host, toEnvelope(row), () => undefined);
  return host.activity.map((card) => card.name).toSorted();
}

/**
 * What the transcript of a thread shows after all of these lines, as "turn item <id>" and "turn card <name>": some cards
 * join one of an earlier sample, or say what it has said.
 */
export function shownAfter(lines: readonly object[], id: string): Set<string> {
  const { shown } = picture(threadAfter(lines, id), createHostState(HOST));
  return new Set(shown.map(({ what, id: name, turn }) => `${turn} ${what} ${name}`));
}

/** The turn in which everything is asked. */
export const ASKING = "turn-of-questions";

/** Every server request of the pinned surface, recorded and made, asked in one turn of the thread that is on screen. */
export function askedLines(): { id: string | number; method: string; params: unknown }[] {
  const { fixtures } = allFixtures(pinnedContract());
  return fixtures
    .filter(({ kind }) => kind === "asked")
    .map(({ name, origin, from, value }, index) => {
      const place = { thread: THREAD, turn: ASKING, item: `ask-${index}` };
      // Only what has parameters has a place.
      const sample = { what: "notification", name, origin, from, value: { ...objectOf(value) } } as const;
      const params = { ...movedTo(sample, place).value };
      // The name of a thread in the requests of before threads.
      if ("conversationId" in params) params["conversationId"] = THREAD;
      return { id: index % 2 === 0 ? 1000 + index : place.item, method: name, params };
    });
}

function threadAfter(lines: readonly object[], id: string): ThreadState {
  const all = tape();
  for (const line of lines) all.in(line);
  const thread = createThreadState(id);
  for (const row of all.rows) foldThread(thread, { host: HOST }, toEnvelope(row), () => undefined);
  return thread;
}

function objectOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function placed(sample: Sample, place: SamplePlace): Placed {
  const own = sample.what === "notification" && OF_A_THREAD.test(sample.name);
  const thread = own ? `thread-of-${place.item}` : place.thread;
  const at = { ...place, thread };
  const value = own ? moved(sample.value, place.thread, thread) : sample.value;
  const params =
    sample.what === "item"
      ? { threadId: thread, turnId: place.turn, item: value, completedAtMs: 1_800_000_000_000 }
      : value;
  const line = { method: sample.what === "item" ? "item/completed" : sample.name, params };
  const before = linesBefore(sample, at, own);
  const after = own ? [] : [turnEvent("turn/completed", at, "completed")];
  return { sample, place: at, before, line, after, ...traceOf(at, before, line) };
}

function linesBefore(sample: Sample, place: SamplePlace, own: boolean): object[] {
  // Something that is not what most samples say, so that they change it.
  const thread = { method: "thread/started", params: { thread: puppetThread(place.thread, { preview: place.item }) } };
  const about = { threadId: place.thread };
  if (sample.name === "thread/unarchived") return [thread, { method: "thread/archived", params: about }];
  if (sample.name === "thread/name/updated")
    return [thread, { method: "thread/name/updated", params: { ...about, threadName: `named ${place.item}` } }];
  if (own) return sample.name === "thread/started" ? [] : [thread];
  const type = GROWN.find(([method]) => method.test(sample.name))?.[1];
  const item = type === undefined ? [] : [itemEvent("item/started", place, madeItem(type, place).value)];
  if (sample.name === "turn/started") return [];
  return [turnEvent("turn/started", place, "inProgress"), ...item, ...saidBefore(sample, place)];
}

/** What has to be there for a sample to put an end to it. */
function saidBefore(sample: Sample, place: SamplePlace): object[] {
  switch (sample.name) {
    case "thread/goal/cleared":
      return [{ method: "thread/goal/updated", params: madeNotification("thread/goal/updated", place).value }];
    case "thread/project/updated":
      return [{ method: sample.name, params: { threadId: place.thread, projectId: `project of ${place.item}` } }];
    case "serverRequest/resolved":
      return [
        {
          id: sample.value["requestId"],
          method: "item/commandExecution/requestApproval",
          params: { threadId: place.thread, turnId: place.turn, itemId: place.item, command: "ls", cwd: "/tmp" },
        },
      ];
    default:
      return [];
  }
}

function turnEvent(method: string, { thread, turn }: SamplePlace, status: string): object {
  return { method, params: { threadId: thread, turn: { id: turn, items: [], status, error: null } } };
}

function itemEvent(method: string, { thread, turn }: SamplePlace, item: object): object {
  return { method, params: { threadId: thread, turnId: turn, item, startedAtMs: 1_800_000_000_000 } };
}

/** What the fold makes of it, in a state that holds what was said before. */
function traceOf(
  place: SamplePlace,
  before: readonly object[],
  line: object,
): { trace: Trace; id: string; turn: string } {
  const all = tape();
  for (const message of before) all.in(message);
  const cut = all.rows.length;
  all.in(line);
  const thread = createThreadState(place.thread);
  const host = createHostState(HOST);
  const fold = (from: number, to: number) => {
    for (const row of all.rows.slice(from, to)) {
      foldThread(thread, { host: HOST }, toEnvelope(row), () => undefined);
      foldHost(host, toEnvelope(row), () => undefined);
    }
  };
  fold(0, cut);
  const was = picture(thread, host);
  fold(cut, all.rows.length);
  const is = picture(thread, host);
  const added = is.shown.find(
    ({ what, id, turn }) => !was.shown.some((old) => isDeepStrictEqual(old, { what, id, turn })),
  );
  if (added !== undefined) return { trace: added.what, id: added.id, turn: added.turn };
  return { trace: isDeepStrictEqual(was.state, is.state) ? "nothing" : "state", id: "", turn: "" };
}

interface Shown {
  readonly what: "item" | "card" | "host-card";
  readonly id: string;
  readonly turn: string;
}

function picture(thread: ThreadState, host: HostState) {
  const turns = [...thread.turns.values()];
  const items = turns.flatMap((turn) =>
    [...turn.items.keys()].map((id): Shown => ({ what: "item", id, turn: turn.id })),
  );
  const cards = (entries: readonly (TimelineEntry | TurnEntry)[], turn: string) =>
    entries.flatMap((entry): Shown[] => (entry.type === "card" ? [{ what: "card", id: entry.card.name, turn }] : []));
  const { lastSignAt: _sign, book: _book, ...rest } = thread;
  // The server's clock and what the fold keeps for itself go on with every line.
  const { generations: _generations, lastCards: _cards, ...told } = host;
  return {
    shown: [
      ...items,
      ...turns.flatMap((turn) => cards(turn.entries, turn.id)),
      ...cards(thread.timeline, ""),
      ...host.activity.map((card): Shown => ({ what: "host-card", id: card.name, turn: "" })),
    ],
    state: structuredClone({ rest, told }),
  };
}

function moved(value: Sample["value"], from: string, to: string): Sample["value"] {
  const move = (member: unknown): unknown => {
    if (member === from) return to;
    if (Array.isArray(member)) return member.map(move);
    if (typeof member !== "object" || member === null) return member;
    return Object.fromEntries(Object.entries(member).map(([name, each]) => [name, move(each)]));
  };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, move(each)]));
}
