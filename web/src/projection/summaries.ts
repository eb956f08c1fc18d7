// Thread summaries: what the thread list shows, folded from lists, replies and notifications. All of it is the server's word.
import { read } from "@longwire/shared-protocol/wire/field";
import { thread as wireThreadSchema, type WireThread } from "@longwire/shared-protocol/wire/thread";
import { objectOf, secondsToMs, textOf } from "./read.ts";
import { recoveredFrom } from "./recovered.ts";
import { readSource, readStatus } from "./thread-words.ts";
import type { GenerationState, HostState, ThreadSummary, Touch } from "./state.ts";

/** The summary of a thread, made when nothing has told of the thread before. */
export function summaryOf(state: HostState, id: string, touch: Touch): ThreadSummary {
  const known = state.threads.get(id);
  if (known !== undefined) return known;
  const summary: ThreadSummary = {
    id,
    name: null,
    preview: "",
    cwd: "",
    branch: null,
    createdAt: 0,
    updatedAt: 0,
    status: { type: "unknown" },
    source: "unknown",
    parent: null,
    forkedFrom: null,
    recoveredFrom: null,
    agent: null,
    section: null,
    archived: false,
    deleted: false,
    ephemeral: false,
    historyMode: null,
    modelProvider: null,
    lastTurn: null,
    beside: null,
    failure: null,
    heldElsewhere: false,
    notResumable: false,
    listed: false,
  };
  state.threads.set(id, summary);
  touch(state);
  return summary;
}

/** Where a thread object comes from: a list has its status too, but only replies about one thread say what runs now. */
export interface ThreadTold {
  listed: boolean;
  /** Asked for explicitly in a list; null where the source does not say. */
  archived: boolean | null;
  /** It may be from before the newest word on whether the thread is archived, or on its name. */
  staleArchive?: boolean;
  staleName?: boolean;
}

/** Folds a thread object. Null when it has no id; what does not parse of the rest is left as it was. */
export function tellThread(state: HostState, value: unknown, told: ThreadTold, touch: Touch): ThreadSummary | null {
  const reading = read(wireThreadSchema, value);
  if (!reading.ok) return null;
  const wire = reading.value;
  const summary = summaryOf(state, wire.id, touch);
  const name = summary.name;
  apply(summary, wire);
  if (told.staleName === true) summary.name = name;
  if (told.listed) {
    summary.listed = true;
    summary.deleted = false;
  }
  const archived = told.archived ?? archivedByPath(textOf(wire["path"]));
  if (archived !== null && told.staleArchive !== true) summary.archived = archived;
  touch(summary);
  return summary;
}

/** Where the thread's file is kept says whether it is archived; null for what has no file, or one of another shape. */
function archivedByPath(path: string | null): boolean | null {
  if (path === null) return null;
  if (/[\\/]archived_sessions[\\/]/.test(path)) return true;
  return /[\\/]sessions[\\/]/.test(path) ? false : null;
}

/** The first message, or its beginning. What it says of where the thread comes from holds for ever. */
export function preview(summary: ThreadSummary, text: string): void {
  summary.preview = text;
  summary.recoveredFrom ??= recoveredFrom(text);
}

function apply(summary: ThreadSummary, wire: WireThread): void {
  if (wire.name !== undefined) summary.name = wire.name;
  // Of an ephemeral fork the server tells the first words of its source: what it was asked itself is told by its items.
  if (wire.ephemeral !== true && typeof wire.preview === "string" && wire.preview !== "")
    preview(summary, wire.preview);
  summary.cwd = wire.cwd ?? summary.cwd;
  if (wire.gitInfo !== undefined) summary.branch = wire.gitInfo?.branch ?? null;
  summary.createdAt = secondsToMs(wire.createdAt) ?? summary.createdAt;
  // Events that came since the server wrote this down are newer.
  summary.updatedAt = Math.max(secondsToMs(wire.updatedAt) ?? 0, summary.updatedAt);
  if (wire.status !== null && wire.status !== undefined) summary.status = readStatus(wire.status);
  if (wire.source !== undefined) summary.source = readSource(wire.source);
  // Copies of a sub-agent's thread may leave its parent out; the call that made it has named it.
  summary.parent = wire.parentThreadId ?? summary.parent;
  summary.forkedFrom = wire.forkedFromId ?? summary.forkedFrom;
  summary.agent = wire.agentNickname ?? summary.agent;
  if (wire["section"] !== undefined) summary.section = readSection(wire["section"]);
  summary.ephemeral = wire.ephemeral ?? summary.ephemeral;
  summary.historyMode = wire.historyMode ?? summary.historyMode;
  summary.modelProvider = wire.modelProvider ?? summary.modelProvider;
}

/** How many turns of a thread are remembered behind its newest. */
const PAST_TURNS = 8;

/** Makes another turn the thread's newest, and remembers the one before. */
export function setLastTurn(state: HostState, summary: ThreadSummary, id: string, status: string): void {
  const before = summary.lastTurn?.id;
  summary.lastTurn = { id, status };
  if (before === undefined || before === id) return;
  const past = (state.pastTurns.get(summary.id) ?? []).filter((each) => each !== before && each !== id);
  past.push(before);
  state.pastTurns.set(summary.id, past.slice(-PAST_TURNS));
}

/** It was the newest before the present one: what is told of it comes late, or a second time. */
export function isPastTurn(state: HostState, summary: ThreadSummary, id: string): boolean {
  return state.pastTurns.get(summary.id)?.includes(id) === true;
}

/** A turn that no event will end any more is over all the same: nothing waits for its stop. */
export function settleTurn(
  summary: ThreadSummary,
  generation: GenerationState,
  id: string,
  status: string,
  touch: Touch,
): void {
  if (summary.lastTurn?.id === id && summary.lastTurn.status === "inProgress") {
    summary.lastTurn = { id, status };
    touch(summary);
  }
  if (generation.stopping.delete(JSON.stringify([summary.id, id]))) touch(generation);
}

function readSection(value: unknown): ThreadSummary["section"] {
  const section = objectOf(value);
  const id = textOf(section?.["id"]);
  return id === null ? null : { id, name: textOf(section?.["name"]) ?? "" };
}
