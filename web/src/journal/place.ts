// Gives draft rows their place: pure, and the same in every adapter. What lies at or before the cursor is dropped, a
// hole becomes a gap row that everybody sees, and out and local rows stand at the cursor where they are in the list.
import type { GenerationRecord } from "./journal.ts";
import { plain } from "./plain.ts";
import { ROW_VERSION, type DraftRow, type InRow, type LocalEvent, type LocalRow, type Row, type Stub } from "./rows.ts";

export interface Placed {
  rows: Row[];
  /** The generation with its new cursor, `n` and, when an exit row is among the rows, `end`. */
  generation: GenerationRecord;
}

/** A generation that this device meets for the first time. */
export function newGeneration(host: string, generation: string, ordinal: number): GenerationRecord {
  return { host, generation, ordinal, offset: 0, n: 0, tailEnd: 0, tail: null, userAgent: null, end: null };
}

/**
 * Places drafts behind a generation's cursor.
 * @throws Error when a draft belongs to another generation, or an in row ends before it starts: a fault of the caller
 */
export function placeRows(before: GenerationRecord, drafts: readonly DraftRow[]): Placed {
  const generation = { ...before };
  const rows: Row[] = [];

  const moveTo = (offset: number): void => {
    generation.offset = offset;
    generation.n = 0;
    // A line that has come whole makes the pieces of it needless.
    generation.tailEnd = offset;
  };
  const take = (): { offset: number; n: number } => ({ offset: generation.offset, n: generation.n++ });
  const gap = (to: number, at: number, thread: string | null): void => {
    const event: LocalEvent = { type: "gap", from: generation.offset, to };
    moveTo(to);
    rows.push({ kind: "local", v: ROW_VERSION, generation: generation.generation, ...take(), at, thread, event });
  };

  for (const draft of drafts) {
    if (draft.generation !== generation.generation)
      throw new Error(`a row of generation ${draft.generation} in a write of ${generation.generation}`);
    switch (draft.kind) {
      case "in":
      case "snapshot": {
        if (draft.offset <= draft.start) throw new Error(`a line from ${draft.start} to ${draft.offset}`);
        if (draft.offset <= generation.offset) break;
        if (draft.start > generation.offset) gap(draft.start, draft.at, null);
        moveTo(draft.offset);
        const joined = joinOutput(rows.at(-1), draft);
        if (joined !== null) {
          rows[rows.length - 1] = { ...joined, ...take() };
          break;
        }
        rows.push(draft.kind === "in" ? { ...draft, line: ownLine(draft.line), ...take() } : { ...draft, ...take() });
        break;
      }
      case "out":
        rows.push({ ...draft, ...take() });
        break;
      case "local": {
        const { moveTo: target, ...rest } = draft;
        const event = plain(draft.event);
        if (event.type === "gap") {
          const to = target ?? event.to;
          // Another tab may have got these bytes, or said the same already.
          if (to > generation.offset) gap(to, draft.at, draft.thread);
          break;
        }
        // Every tab hears of the same end.
        if (event.type === "exit") {
          if (generation.end !== null) break;
          generation.end = event.end;
        }
        const row: LocalRow = { ...rest, event, ...take() };
        rows.push(row);
        break;
      }
    }
  }
  return { rows, generation };
}

const OUTPUT: ReadonlySet<string | null> = new Set(["process/outputDelta", "command/exec/outputDelta"]);

/**
 * Output that is not kept, right behind more of the same process: one row tells of both. A program that prints without end
 * would otherwise cost a row for each few bytes of it, for ever.
 */
function joinOutput(last: Row | undefined, next: DraftRow): Omit<InRow, "n" | "offset"> | null {
  if (last?.kind !== "in" || next.kind !== "in" || last.offset !== next.start || last.thread !== next.thread)
    return null;
  const [before, more] = [stubIn(last), stubIn(next)];
  if (before === null || more === null || before.about === undefined || !OUTPUT.has(before.method)) return null;
  if (before.about !== more.about || before.method !== more.method) return null;
  const { v, kind, generation, start, thread } = last;
  const line = { ...before, bytes: before.bytes + more.bytes, sha256: null };
  return { v, kind, generation, start, thread, at: next.at, line };
}

const stubIn = ({ line }: Pick<InRow, "line">): Stub | null =>
  typeof line === "object" && !(line instanceof Uint8Array) ? line : null;

/**
 * The part of a tail piece that joins what is stored, or null when none does. `generation` is the record after
 * `placeRows`.
 */
export function joinTail(
  generation: GenerationRecord,
  piece: { from: number; bytes: Uint8Array },
): { from: number; bytes: Uint8Array } | null {
  const end = piece.from + piece.bytes.length;
  if (piece.from > generation.tailEnd || end <= generation.tailEnd) return null;
  // A copy: a view on a larger buffer would be stored with all of that buffer.
  return { from: generation.tailEnd, bytes: piece.bytes.slice(generation.tailEnd - piece.from) };
}

/** Bytes as a buffer of their own (a view would be stored with the whole buffer behind it), a stub as a plain object. */
function ownLine(line: InRow["line"]): InRow["line"] {
  if (typeof line === "string") return line;
  return line instanceof Uint8Array ? line.slice() : { ...line };
}
