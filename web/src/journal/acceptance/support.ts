// What the acceptance cases share: short ways to write rows, and assertions that also run in a page without a test runner.
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import type { Journal, Written, WriteRequest } from "../journal.ts";
import { ROW_VERSION, type DraftRow, type LocalEvent, type Row } from "../rows.ts";

/** One device: a store, and a journal over it for each tab. */
export interface Device {
  open(): Journal;
  /** Closes every tab and removes the store. */
  destroy(): Promise<void>;
}

export interface JournalCase {
  /** Begins with the id of the rule. */
  title: string;
  run(device: Device): Promise<void>;
}

export const HOST = "relay-1";
export const GENERATION = "gen-a";
const AT = 1_700_000_000_000;

/** An incoming line of that many bytes, LF included, from `start`; its text names where it starts. */
export function line(start: number, end: number, thread: string | null = null, generation = GENERATION): DraftRow {
  const text = `${start}:`.padEnd(end - start - 1, ".");
  return { v: ROW_VERSION, kind: "in", generation, start, offset: end, at: AT, thread, line: text };
}

/** Lines of ten bytes each. */
export function lines(from: number, to: number, thread: string | null = null, generation = GENERATION): DraftRow[] {
  const drafts: DraftRow[] = [];
  for (let start = from; start < to; start += 10) drafts.push(line(start, start + 10, thread, generation));
  return drafts;
}

export function out(text: string, thread: string | null = null, generation = GENERATION): DraftRow {
  const bytes = text.length + 1;
  return { v: ROW_VERSION, kind: "out", generation, at: AT, thread, client: "c1", line: text, bytes, redacted: false };
}

export function local(event: LocalEvent, thread: string | null = null, generation = GENERATION): DraftRow {
  const base = { v: ROW_VERSION, kind: "local", generation, at: AT, thread, event } as const;
  return event.type === "gap" ? { ...base, moveTo: event.to } : base;
}

export function snapshot(
  start: number,
  end: number,
  page: string,
  thread: string | null = "T1",
  generation = GENERATION,
): DraftRow {
  const text = `${start}:${page}`.padEnd(end - start - 1, ".");
  const method = "thread/read";
  const rest = { at: AT, thread, method, page, params: "{}", line: text };
  return { v: ROW_VERSION, kind: "snapshot", generation, start, offset: end, ...rest };
}

export function ended(end: number, generation = GENERATION): GenerationEnd {
  return { generation, end, code: 0, signal: null, by: null, at: AT, stderr: null };
}

/** Writes these rows as a tab that has seen everything up to `seen`. */
export function write(
  journal: Journal,
  drafts: readonly DraftRow[],
  more: Partial<WriteRequest> = {},
): Promise<Written> {
  return journal.write({ host: HOST, generation: GENERATION, seen: 0, build: () => [...drafts], ...more });
}

export async function readEverything(journal: Journal, host = HOST, after = 0): Promise<Row[]> {
  const rows: Row[] = [];
  await journal.readAll(host, after, (part) => void rows.push(...part));
  return rows;
}

/** A row in a few words: kind, place and what it says. */
export function brief(row: Row): string {
  const place = `${row.offset}.${row.n}`;
  switch (row.kind) {
    case "in":
      return `in ${row.start}-${place}`;
    case "out":
      return `out ${place} ${row.line}`;
    case "snapshot":
      return `snapshot ${row.start}-${place} ${row.page}`;
    case "local":
      return row.event.type === "gap" ? `gap ${row.event.from}-${row.event.to} ${place}` : `${row.event.type} ${place}`;
  }
}

export function briefs(rows: readonly Row[]): string[] {
  return rows.map(brief);
}

/** Fails unless both are equal in depth; bytes are compared by value. */
export function equal(actual: unknown, expected: unknown, what = "value"): void {
  const [a, b] = [canonical(actual), canonical(expected)];
  if (a !== b) throw new Error(`${what}\n  is       ${shorten(a)}\n  expected ${shorten(b)}`);
}

export function ok(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`not so: ${what}`);
}

/** The error that a promise rejects with; fails when it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("not so: it rejects");
    },
    (error: unknown) => error,
  );
}

/** Resolves when `subscribe` calls back. */
export function heard(subscribe: (listener: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      stop();
      resolve();
    });
  });
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner instanceof Uint8Array) return { bytes: [...inner] };
    if (inner instanceof Map) return { map: [...inner] };
    if (typeof inner === "object" && inner !== null && !Array.isArray(inner))
      return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return inner === undefined ? "(undefined)" : inner;
  });
}

function shorten(text: string): string {
  return text.length > 1500 ? `${text.slice(0, 1500)}…` : text;
}
