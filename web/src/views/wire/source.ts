// The envelopes of a thread, a turn or an item, read from the journal page by page: by rows and by bytes, never all at
// once. A thread is read from its newest rows backwards, as far as somebody looks or searches; a turn or an item from its
// beginning, since only in order does a reply find its request. No DOM, no Solid.
import { contradicts } from "@longwire/shared-protocol/fit";
import type { Journal } from "../../journal/journal.ts";
import type { Row } from "../../journal/rows.ts";
import { createFitting, type Fit } from "../drift/fitting.ts";
import { maskLine } from "../masking/line.ts";
import { type Direction, type Envelope, readRow, type Reading, rowKey } from "./envelope.ts";
import { type Chooser, createChooser, type WireScope } from "./scope.ts";

export interface WireFilter {
  /** Words to look for in the raw text, whatever their case; "": all. */
  words: string;
  /** Part of a method's name; "": all. */
  method: string;
  direction: Direction | "all";
  onlyTrouble: boolean;
  /** What contradicts the pinned schema. */
  onlyUnfit: boolean;
}

export const NO_FILTER: WireFilter = { words: "", method: "", direction: "all", onlyTrouble: false, onlyUnfit: false };

export interface WireSource {
  /** In the order of the journal, oldest first. A new array whenever it changes. */
  envelopes(): readonly Envelope[];
  /** Methods met so far, by how often. */
  methods(): ReadonlyMap<string, number>;
  /** What of it does not fit the pinned schema; null: all does, or the request that it answers was not met yet. */
  fit(envelope: Envelope): Fit | null;
  /** Rows looked at, and blocks read of those that there are. */
  progress(): { rows: number; blocks: number; of: number };
  /** Nothing more is stored behind what was read. */
  done(): boolean;
  reading(): boolean;
  /** Reads on until about a page more has been found, or nothing is left. */
  more(): Promise<void>;
  /** Looks for rows that were written since. */
  refresh(): Promise<void>;
  /** The row again, by its envelope; null when a newer snapshot took its place or the store lost it. */
  row(envelope: Envelope): Promise<Row | null>;
  /** All rows that belong, oldest first, page by page, whether they were read before or not. */
  each(page: (readings: readonly Reading[]) => void): Promise<void>;
  /** Called when something of the above changed. */
  onChange(listener: () => void): void;
  close(): void;
}

export interface WireSourceOptions {
  journal: Pick<Journal, "threadBlocks" | "readThreadBlocks">;
  host: string;
  thread: string;
  scope: WireScope;
  filter: WireFilter;
  /** Gives the page time for others between two pages. */
  breathe?: () => Promise<void>;
}

/** Envelopes that one call of `more` looks for. */
export const PAGE_ROWS = 300;
/** About how many bytes one read brings. */
export const PAGE_BYTES = 2 * 1024 * 1024;
const FIRST_BLOCKS = 8;
const MOST_BLOCKS = 256;
/** Rows that one read brings: reading them must not be felt. */
const READ_ROWS = 1000;

/** Opens nothing until it is asked for more. */
export function createWireSource(options: WireSourceOptions): WireSource {
  const { journal, host, thread, scope } = options;
  const breathe = options.breathe ?? (() => new Promise<void>((resolve) => setTimeout(resolve)));
  const backwards = scope.type === "thread";
  const passes = createFilter(options.filter);
  const methods = new Map<string, number>();
  const listeners = new Set<() => void>();
  const fits = new Map<string, Fit>();
  let told: Envelope[] = [];
  const look = createFitting<Envelope>((envelope, fit) => {
    fits.set(fitKey(envelope), fit);
    if (options.filter.onlyUnfit) told.push(envelope);
  });
  const scan = createScan(options, createChooser(scope));
  /** Holds it against the pinned schema; a reply whose request comes later is told by `fit` from then on. */
  function isUnfit({ envelope, message, row }: Reading): boolean {
    const { direction, generation } = envelope;
    const method = row.kind === "snapshot" ? row.method : null;
    if (message !== null) look(envelope, message, { out: direction === "out", generation, method });
    return contradicts(fits.get(fitKey(envelope))?.misfits ?? []);
  }
  let envelopes: readonly Envelope[] = [];
  /** All blocks that are known, in order, and the part of them that was read: [from, to). */
  let blocks: number[] | null = null;
  let from = 0;
  let to = 0;
  let busy: Promise<void> | null = null;
  let closed = false;

  const tell = () => {
    if (!closed) for (const listener of listeners) listener();
  };
  const isDone = () => blocks !== null && (backwards ? from === 0 : to === blocks.length);

  /** One read at the open end; gives how many envelopes it found. */
  async function step(): Promise<number> {
    if (blocks === null) {
      blocks = await journal.threadBlocks(host, thread);
      from = to = backwards ? blocks.length : 0;
    }
    const seqs = backwards ? blocks.slice(Math.max(0, from - scan.next()), from) : blocks.slice(to, to + scan.next());
    if (seqs.length === 0) return 0;
    const readings = await scan.read(seqs);
    if (backwards) from -= seqs.length;
    else to += seqs.length;
    return add(readings, backwards);
  }

  function add(readings: readonly Reading[], before: boolean): number {
    const found: Envelope[] = [];
    for (const reading of readings) {
      const { envelope, text } = reading;
      methods.set(envelope.name, (methods.get(envelope.name) ?? 0) + 1);
      const wanted = passes(envelope, text, isUnfit(reading));
      if (wanted !== null) found.push(wanted);
    }
    const late = options.filter.onlyUnfit ? lateOf(readings) : [];
    if (found.length + late.length === 0) return 0;
    if (late.length > 0) envelopes = [...envelopes, ...late].toSorted(inOrder);
    envelopes = before ? [...found, ...envelopes] : [...envelopes, ...found];
    // A request joins its turn when the reply comes, behind rows that came in between.
    if (!backwards) envelopes = envelopes.toSorted(inOrder);
    return found.length + late.length;
  }

  /** Replies that were read before these, and of which only the requests among these tell that they do not fit. */
  function lateOf(readings: readonly Reading[]): Envelope[] {
    const now = new Set(readings.map(({ envelope }) => envelope));
    // Their text is not kept: words are not found in them.
    return told.splice(0).filter((envelope) => !now.has(envelope) && passes(envelope, "", true) !== null);
  }

  /** One thing at a time: reads that overlap would take the same block twice. */
  function alone(work: () => Promise<void>): Promise<void> {
    const mine = (busy ?? Promise.resolve()).then(work).catch(() => undefined);
    busy = mine;
    tell();
    return mine.then(() => {
      if (busy === mine) busy = null;
      tell();
    });
  }

  return {
    envelopes: () => envelopes,
    methods: () => methods,
    // What is no message at all says so by its name.
    fit: (envelope) => (envelope.shape === "unroutable" ? null : (fits.get(fitKey(envelope)) ?? null)),
    progress: () => ({ rows: scan.rows(), blocks: to - from, of: blocks?.length ?? 0 }),
    done: isDone,
    reading: () => busy !== null,
    more: () =>
      alone(async () => {
        // A turn or an item is small among all rows: it is looked for to the end.
        const wanted = backwards ? PAGE_ROWS : Infinity;
        for (let found = 0; found < wanted && !closed;) {
          found += await step();
          if (isDone()) return;
          tell();
          await breathe();
        }
      }),
    refresh: () =>
      alone(async () => {
        if (blocks === null) return;
        const known = blocks.at(-1) ?? 0;
        const fresh = (await journal.threadBlocks(host, thread)).filter((seq) => seq > known);
        if (fresh.length === 0) return;
        const wasAtEnd = to === blocks.length;
        blocks = [...blocks, ...fresh];
        // What was not read to its end yet comes in its turn.
        while (wasAtEnd && to < blocks.length && !closed) {
          const seqs = blocks.slice(to, to + scan.next());
          const readings = await scan.read(seqs);
          to += seqs.length;
          add(readings, false);
          tell();
        }
      }),
    async row(envelope) {
      const [block] = await journal.readThreadBlocks(host, thread, [envelope.seq]);
      return block?.rows.find((row) => row.kind === envelope.kind && rowKey(row) === envelope.key) ?? null;
    },
    async each(page) {
      const all = await journal.threadBlocks(host, thread);
      const again = createScan(options, createChooser(scope));
      let held: Reading[] = [];
      for (let at = 0; at < all.length && !closed;) {
        const seqs = all.slice(at, at + again.next());
        const readings = (await again.read(seqs)).filter(
          (reading) => passes(reading.envelope, reading.text, isUnfit(reading)) !== null,
        );
        at += seqs.length;
        if (backwards) page(readings);
        else held = [...held, ...readings];
        await breathe();
      }
      if (!backwards) page(held.toSorted((a, b) => inOrder(a.envelope, b.envelope)));
    },
    onChange: (listener) => void listeners.add(listener),
    close() {
      closed = true;
      listeners.clear();
    },
  };
}

function fitKey({ kind, key }: Envelope): string {
  return `${kind} ${key}`;
}

function inOrder(a: Envelope, b: Envelope): number {
  return a.seq - b.seq || a.index - b.index;
}

/** Reads blocks and chooses; learns from what they weigh how many to ask for next. */
function createScan(options: WireSourceOptions, choose: Chooser) {
  let count = FIRST_BLOCKS;
  let rows = 0;
  return {
    next: () => count,
    rows: () => rows,
    async read(seqs: readonly number[]): Promise<Reading[]> {
      const found = await options.journal.readThreadBlocks(options.host, options.thread, seqs);
      const bytes = found.reduce((sum, block) => sum + block.bytes, 0);
      const read = found.reduce((sum, block) => sum + block.rows.length, 0);
      // As many as the last ones of their kind would fill a page of bytes, or of rows.
      const full = Math.max(bytes / PAGE_BYTES, read / READ_ROWS);
      if (full > 0) count = Math.min(MOST_BLOCKS, Math.max(1, Math.floor(found.length / full)));
      const chosen: Reading[] = [];
      for (const block of found) {
        rows += block.rows.length;
        block.rows.forEach((row, index) => chosen.push(...choose(readRow(row, block.seq, index))));
      }
      return chosen;
    },
  };
}

/** Characters around a find that are shown with it. */
const BEFORE_FIND = 24;
const AROUND_FIND = 100;
/** Longer lines are told by their first words. */
const EXCERPTED = 200_000;

/**
 * Gives an envelope that is wanted, else null. Words are looked for in the raw text and in the name; what stands around
 * them there is then what tells the row.
 */
function createFilter(filter: WireFilter): (envelope: Envelope, text: string, unfit: boolean) => Envelope | null {
  const method = filter.method.trim().toLowerCase();
  const words = filter.words.trim();
  const pattern = words === "" ? null : new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "iu");
  return (envelope, text, unfit) => {
    if (filter.direction !== "all" && envelope.direction !== filter.direction) return null;
    if (filter.onlyTrouble && !envelope.trouble) return null;
    if (filter.onlyUnfit && !unfit) return null;
    if (method !== "" && !envelope.name.toLowerCase().includes(method)) return null;
    if (pattern === null) return envelope;
    if (!pattern.test(text)) return pattern.test(envelope.name) ? envelope : null;
    if (text.length > EXCERPTED) return envelope;
    // What is masked shows as such here too, whatever part of it was looked for.
    const masked = maskLine(text);
    const at = masked.search(pattern);
    if (at === -1) return { ...envelope, hint: null };
    const from = Math.max(0, at - BEFORE_FIND);
    return { ...envelope, hint: `${from > 0 ? "…" : ""}${masked.slice(from, from + AROUND_FIND)}` };
  };
}
