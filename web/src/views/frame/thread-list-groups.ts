// Which rows the list of a host has, in which order and under which heads. Pure: of summaries and what the person chose.
import { shortPath } from "../../design/words.ts";
import type { GenerationState, ThreadSummary } from "../../projection/state.ts";

export type GroupBy = "day" | "folder";

export interface ListChoices {
  groupBy: GroupBy;
  /** Local midnight of today, unix milliseconds. */
  today: number;
  /** The thread on screen: it is always in the list. */
  open: string | null;
  /** Threads in which something waits for the person. */
  asked: ReadonlySet<string>;
  /** Parents whose sub-agents are shown. */
  expanded: ReadonlySet<string>;
  /** Groups that are not as they are by default (the archive is closed, the others are open). */
  toggled: ReadonlySet<string>;
  /** Threads that the person took off the list of this device. */
  removed: ReadonlySet<string>;
  /** Threads that are being archived, restored or deleted by this device. */
  moving: ReadonlyMap<string, Move>;
  home: string | null;
  /** What the person typed; then there are no groups. */
  filter: string;
}

export type Move = "archive" | "unarchive" | "delete";

export interface Head {
  title: string;
  count: number;
  open: boolean;
}

/** Keys of heads begin with `§`, those of rows with `t`, so that a row keeps its element wherever it moves. */
export interface ThreadEntries {
  keys: string[];
  heads: ReadonlyMap<string, Head>;
  /** How many sub-agents a thread has. */
  children: ReadonlyMap<string, number>;
  /** Rows that stand under their parent. */
  nested: ReadonlySet<string>;
}

export const ARCHIVED = "archived";
/** The section in which the App Server keeps pins. */
const PINNED_ID = "01984de2-8f74-7c91-a3b2-5c5e937cf318";
const DAY = 86_400_000;

/** The thread is pinned, which is a section of the server's own. */
export function isPinned({ section }: Pick<ThreadSummary, "section">): boolean {
  return section !== null && (section.id === PINNED_ID || section.name === "Pinned");
}

/** What this device is doing with its threads right now. */
export function movesOf(generation: GenerationState | undefined): Map<string, Move> {
  const moves = new Map<string, Move>();
  for (const { method, thread } of generation?.open.values() ?? []) {
    if (thread === null) continue;
    if (method === "thread/archive") moves.set(thread, "archive");
    else if (method === "thread/unarchive") moves.set(thread, "unarchive");
    else if (method === "thread/delete") moves.set(thread, "delete");
  }
  return moves;
}

/** Rows and heads, newest first within each group; at most `limit` rows. `whole` counts the rows without the limit. */
export function threadEntries(
  threads: readonly ThreadSummary[],
  choices: ListChoices,
  limit: number,
): ThreadEntries & { whole: number } {
  const wanted = choices.filter.trim().toLowerCase();
  const { shown, children } = sort(threads, choices, wanted);
  const heads = new Map<string, Head>();
  const nested = new Set<string>();
  const keys: string[] = [];
  let whole = 0;
  const push = (id: string) => {
    whole += 1;
    if (whole <= limit) keys.push(`t${id}`);
  };
  const pushWithChildren = (thread: ThreadSummary) => {
    push(thread.id);
    const below = children.get(thread.id) ?? [];
    if (!choices.expanded.has(thread.id) && !below.some(({ id }) => id === choices.open)) return;
    for (const child of below) {
      nested.add(child.id);
      push(child.id);
    }
  };
  const groups = wanted === "" ? groupsOf(shown, choices) : [{ key: "", title: "", threads: shown }];
  const bare = groups.length <= 1;
  for (const { key, title, threads } of groups) {
    const open = bare || !choices.toggled.has(key);
    if (!bare && whole < limit) {
      keys.push(`§${key}`);
      heads.set(key, { title, count: threads.length, open });
    }
    if (open) for (const thread of threads) pushWithChildren(thread);
  }
  if (wanted === "") {
    const archived = threads.filter((thread) => isArchived(thread, choices)).sort(newestFirst);
    const open = choices.toggled.has(ARCHIVED);
    keys.push(`§${ARCHIVED}`);
    heads.set(ARCHIVED, { title: "Archived", count: archived.length, open });
    if (open) for (const { id } of archived) if (id !== choices.open) keys.push(`t${id}`);
  }
  return { keys, heads, nested, whole, children: new Map([...children].map(([id, list]) => [id, list.length])) };
}

/** Archived and no sub-agent's, as this device would have it: an act under way counts. */
function isArchived(thread: ThreadSummary, { moving, removed }: ListChoices): boolean {
  const move = moving.get(thread.id);
  if (thread.deleted || move === "delete" || thread.parent !== null || removed.has(thread.id)) return false;
  return move === undefined ? thread.archived : move === "archive";
}

function newestFirst(a: ThreadSummary, b: ThreadSummary): number {
  return b.updatedAt - a.updatedAt;
}

/** The threads that stand by themselves, newest first, and the sub-agents of each. */
function sort(threads: readonly ThreadSummary[], choices: ListChoices, wanted: string) {
  const shown: ThreadSummary[] = [];
  const children = new Map<string, ThreadSummary[]>();
  const ids = new Set(threads.map(({ id }) => id));
  for (const thread of threads) {
    const { id, parent } = thread;
    const urgent = id === choices.open || choices.asked.has(id);
    if (wanted !== "") {
      if (matches(thread, wanted) && (urgent || (parent === null && !isGone(thread, choices)))) shown.push(thread);
      continue;
    }
    if (parent !== null && !choices.asked.has(id) && ids.has(parent)) {
      if (thread.deleted || choices.removed.has(id)) continue;
      const list = children.get(parent);
      if (list === undefined) children.set(parent, [thread]);
      else list.push(thread);
      continue;
    }
    if (urgent || (parent === null && !isArchived(thread, choices) && !isGone(thread, choices))) shown.push(thread);
  }
  for (const list of children.values()) list.sort((a, b) => a.createdAt - b.createdAt);
  return { shown: shown.sort(newestFirst), children };
}

/** Taken off this device's list, or about to be; one that another device deleted stays until the person takes it off here. */
function isGone({ id }: ThreadSummary, { moving, removed }: ListChoices): boolean {
  return removed.has(id) || moving.get(id) === "delete";
}

interface Group {
  key: string;
  title: string;
  threads: ThreadSummary[];
}

function groupsOf(threads: readonly ThreadSummary[], choices: ListChoices): Group[] {
  const groups = new Map<string, Group & { rank: number }>();
  for (const thread of threads) {
    const { key, title, rank } = groupOf(thread, choices);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { key, title, rank, threads: [thread] });
    else group.threads.push(thread);
  }
  // Within a rank the group with the newest thread comes first.
  return [...groups.values()].sort((a, b) => a.rank - b.rank);
}

function groupOf(thread: ThreadSummary, choices: ListChoices): { key: string; title: string; rank: number } {
  const { status, section, updatedAt, cwd } = thread;
  if (choices.asked.has(thread.id) || (status.type === "active" && status.flags.length > 0))
    return { key: "needs", title: "Needs you", rank: 0 };
  if (status.type === "active") return { key: "working", title: "Working", rank: 1 };
  if (isPinned(thread)) return { key: "pinned", title: "Pinned", rank: 2 };
  if (section !== null) return { key: `s/${section.id}`, title: section.name || "Section", rank: 3 };
  if (choices.groupBy === "folder")
    return { key: `f/${cwd}`, title: cwd === "" ? "No folder" : shortPath(cwd, choices.home), rank: 4 };
  const { today } = choices;
  if (updatedAt >= today) return { key: "d/0", title: "Today", rank: 4 };
  if (updatedAt >= today - DAY) return { key: "d/1", title: "Yesterday", rank: 5 };
  if (updatedAt >= today - 7 * DAY) return { key: "d/7", title: "Last 7 days", rank: 6 };
  if (updatedAt >= today - 30 * DAY) return { key: "d/30", title: "Last 30 days", rank: 7 };
  return { key: "d/older", title: "Older", rank: 8 };
}

function matches(thread: ThreadSummary, wanted: string): boolean {
  return [thread.name ?? "", thread.preview, thread.cwd, thread.branch ?? ""].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}
