// Counts what does not fit among the stored lines of one process, from the newest back: in idle time, a page at a time, within
// a bound. Nothing is counted as it arrives, so that a flood costs nothing more, and what came while no page was open counts too.
import type { Misfit } from "@longwire/shared-protocol/fit";
import type { Journal } from "../../journal/journal.ts";
import type { Row } from "../../journal/rows.ts";
import { toEnvelope } from "../../projection/envelope.ts";
import { createFitting, type Fit } from "./fitting.ts";
import { placeOf } from "./words.ts";

export interface PlaceCount {
  /** As `placeOf` says it, any place in a list. */
  readonly place: string;
  readonly misfit: Misfit;
  lines: number;
}

export interface MethodCount {
  readonly kind: Fit["kind"];
  readonly method: string;
  /** Lines in which something contradicts, and what the first of them says first. */
  unfit: number;
  first: { readonly misfit: Misfit; readonly at: number; readonly thread: string | null } | null;
  /** Lines that add something. */
  adding: number;
  readonly places: Map<string, PlaceCount>;
}

export interface DriftCount {
  /** Lines that were held against the schema. */
  readonly lines: number;
  /** All that is stored of the process was looked at, but for the lines that are too long or not kept whole. */
  readonly whole: boolean;
  /** Those. */
  readonly unread: number;
  readonly unfit: number;
  readonly adding: number;
  /** Those that contradict come first, then by name. */
  readonly methods: readonly MethodCount[];
}

export interface CountOptions {
  readonly journal: Pick<Journal, "threadBlocks" | "readSince">;
  readonly host: string;
  readonly generation: string;
  /** The newest of the host: they tell where its newest lines are. */
  readonly threads: readonly string[];
  /** Gives the page time for others. */
  readonly breathe: () => Promise<void>;
  /** Nobody wants the answer any more. */
  readonly stopped?: () => boolean;
  readonly most?: { lines: number; bytes: number };
}

/** Characters, for all lines together, and of one that is looked at. */
const MOST = { lines: 50_000, bytes: 32 * 1024 * 1024 };
const LONGEST = 8 * 1024 * 1024;
/** Blocks behind the newest: some, and then four times as many as long as the process began before them. */
const FIRST_BLOCKS = 64;
const MORE_BLOCKS = 4;
const BREATHE_ROWS = 400;
const MOST_METHODS = 300;
const MOST_PLACES = 60;

/** Null: stopped. */
export async function countDrift(options: CountOptions): Promise<DriftCount | null> {
  const { journal, host, threads } = options;
  let newest = 0;
  for (const thread of threads) newest = Math.max(newest, (await journal.threadBlocks(host, thread)).at(-1) ?? 0);
  let best: DriftCount | null = null;
  for (let blocks = FIRST_BLOCKS; ; blocks *= MORE_BLOCKS) {
    const after = Math.max(0, newest - blocks);
    const { count, full } = await countBehind(options, after);
    if (options.stopped?.() === true) return null;
    // Too much at once: what was looked at before is nearer to now.
    if (full && best !== null) return best;
    best = count;
    if (full || count.whole) return best;
  }
}

/** Counts all behind a block, in order; `full`: the bound was met before the end. */
async function countBehind(
  { journal, host, generation, breathe, stopped, most = MOST }: CountOptions,
  after: number,
): Promise<{ count: DriftCount; full: boolean }> {
  const methods = new Map<string, MethodCount>();
  const total = { lines: 0, bytes: 0, unfit: 0, adding: 0, unread: 0 };
  const look = createFitting<Row>((row, fit) => {
    const how = note(methods, row, fit);
    if (how.unfit) total.unfit += 1;
    if (how.adding) total.adding += 1;
  });
  let whole = after === 0;
  let full = false;
  let rows = 0;
  for (let seen = after, more = true; more && !full;) {
    const page = await journal.readSince(host, seen);
    await breathe();
    if (stopped?.() === true) break;
    for (const row of page.rows) {
      rows += 1;
      if (rows % BREATHE_ROWS === 0) await breathe();
      if (row.generation !== generation) {
        // Of an older process: this one's beginning is in sight.
        if (total.lines === 0) whole = true;
        continue;
      }
      if (row.kind === "local") continue;
      const { line } = row;
      const out = row.kind === "out";
      // What is not kept is not there to be looked at; our own lines tell only what a reply is to.
      const kept = typeof line === "string" || line instanceof Uint8Array;
      if (!kept || line.length > LONGEST) {
        if (!out) total.unread += 1;
        continue;
      }
      full = total.lines >= most.lines || total.bytes >= most.bytes;
      if (full) break;
      total.bytes += line.length;
      const { message } = toEnvelope(row);
      const method = row.kind === "snapshot" ? row.method : null;
      if (message !== null && look(row, message, { out, generation, method })) total.lines += 1;
    }
    more = page.more && page.seq > seen;
    seen = page.seq;
  }
  const sorted = [...methods.values()].toSorted(
    (a, b) => Number(b.unfit > 0) - Number(a.unfit > 0) || (a.method < b.method ? -1 : 1),
  );
  return {
    count: {
      lines: total.lines,
      whole: whole && !full,
      unread: total.unread,
      unfit: total.unfit,
      adding: total.adding,
      methods: sorted,
    },
    full,
  };
}

function note(methods: Map<string, MethodCount>, row: Row, fit: Fit): { unfit: boolean; adding: boolean } {
  const unfit = fit.misfits.find(({ kind }) => kind === "contradicts");
  const adding = fit.misfits.some(({ kind }) => kind === "adds");
  // As many names as a server likes: those beyond are in the sums alone.
  const key = `${fit.kind} ${fit.method}`;
  let count = methods.get(key);
  if (count === undefined && methods.size < MOST_METHODS) {
    count = { kind: fit.kind, method: fit.method, unfit: 0, first: null, adding: 0, places: new Map() };
    methods.set(key, count);
  }
  if (count !== undefined) {
    if (unfit !== undefined) {
      count.unfit += 1;
      count.first ??= { misfit: unfit, at: row.at, thread: row.thread };
    }
    if (adding) count.adding += 1;
    // One line may say the same in each member of a list.
    const told = new Set<string>();
    for (const misfit of fit.misfits) {
      if (misfit.kind !== "adds") continue;
      const place = placeOf(fit.kind, misfit.path, true);
      const name = misfit.what === "word" ? `${place} ${misfit.found}` : place;
      const known = count.places.get(name);
      if (told.has(name)) continue;
      told.add(name);
      if (known !== undefined) known.lines += 1;
      else if (count.places.size < MOST_PLACES) count.places.set(name, { place, misfit, lines: 1 });
    }
  }
  return { unfit: unfit !== undefined, adding };
}
