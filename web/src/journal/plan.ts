// One write, step by step and without a store: both adapters read what it needs, run it, and put what it gives.
import { cutBlocks, type BlockRecord, type SnapshotRecord } from "./blocks.ts";
import type { ClientRecord, GenerationRecord, WriteRequest } from "./journal.ts";
import { plain } from "./plain.ts";
import { joinTail, newGeneration, placeRows } from "./place.ts";
import type { Row, SnapshotRow } from "./rows.ts";

/** What is stored once per host. */
export interface HeadRecord {
  host: string;
  /** The last block's number. */
  seq: number;
  /** How many generations this device has met; the next one's ordinal. */
  generations: number;
}

/** The caller's `build` or its rows are at fault: not a matter of storage, so nothing is tried again. */
export class CallerFault extends Error {
  constructor(cause: unknown) {
    super("build failed", { cause });
  }
}

export interface Begun {
  head: HeadRecord;
  generation: GenerationRecord;
  /** This device has not met the generation before. */
  fresh: boolean;
}

/** What is to be put, all in one transaction. */
export interface Commit {
  rows: Row[];
  blocks: BlockRecord[];
  snapshots: SnapshotRecord[];
  head: HeadRecord;
  /** Null when it is as stored. */
  generation: GenerationRecord | null;
  /** Pieces of an unfinished line are to be removed: it has come whole, or is gone. */
  dropTail: boolean;
  tail: { from: number; bytes: Uint8Array } | null;
  /** The cursor after the write. */
  offset: number;
}

/** The state that a write starts from, out of what is stored. */
export function beginWrite(
  request: Pick<WriteRequest, "host" | "generation">,
  head: HeadRecord | undefined,
  generation: GenerationRecord | undefined,
): Begun {
  const known = head ?? { host: request.host, seq: 0, generations: 0 };
  return {
    head: known,
    generation: generation ?? newGeneration(request.host, request.generation, known.generations),
    fresh: generation === undefined,
  };
}

/**
 * Calls the caller's `build` and places its rows.
 * @throws CallerFault
 */
export function buildRows(
  begun: Begun,
  request: WriteRequest,
  missed: readonly Row[],
): { rows: Row[]; generation: GenerationRecord } {
  try {
    const drafts = request.build({ seq: begun.head.seq, generation: begun.generation }, missed);
    return placeRows(begun.generation, drafts);
  } catch (error) {
    throw new CallerFault(error);
  }
}

/** @param outdated snapshot rows that a reply of a newer generation has overtaken: they are left out */
export function finishWrite(
  begun: Begun,
  placed: { rows: Row[]; generation: GenerationRecord },
  outdated: ReadonlySet<SnapshotRow>,
  request: WriteRequest,
  writer: string,
): Commit {
  const before = begun.generation;
  const generation: GenerationRecord = { ...placed.generation, tail: null };
  if (request.userAgent !== undefined) generation.userAgent = request.userAgent;
  const tail = request.tail === undefined ? null : joinTail(generation, request.tail);
  if (tail !== null) generation.tailEnd = tail.from + tail.bytes.length;

  const rows =
    outdated.size === 0 ? placed.rows : placed.rows.filter((row) => row.kind !== "snapshot" || !outdated.has(row));
  const { host } = request;
  const cut = cutBlocks(rows, {
    host,
    generation: generation.generation,
    ordinal: generation.ordinal,
    writer,
    seq: begun.head.seq,
  });
  const changed =
    begun.fresh ||
    generation.offset !== before.offset ||
    generation.n !== before.n ||
    generation.tailEnd !== before.tailEnd ||
    generation.userAgent !== before.userAgent ||
    generation.end !== before.end;
  return {
    rows,
    blocks: cut.blocks,
    snapshots: cut.snapshots,
    head: { host, seq: cut.seq, generations: begun.head.generations + (begun.fresh ? 1 : 0) },
    generation: changed ? generation : null,
    dropTail: before.tailEnd > before.offset && generation.offset !== before.offset,
    tail,
    offset: generation.offset,
  };
}

/** A client record to store over another: an attach number that was given out is never forgotten. */
export function mergeClient(stored: ClientRecord | undefined, record: ClientRecord): ClientRecord {
  return { ...plain(record), n: Math.max(record.n, stored?.n ?? 0) };
}

/** A client record with the next attach number. */
export function raiseAttach(
  stored: ClientRecord | undefined,
  host: string,
  client: string,
  atLeast: number,
): ClientRecord {
  const known = stored ?? { host, client, n: 0, outbox: [] };
  return { ...known, n: Math.max(known.n + 1, atLeast) };
}
