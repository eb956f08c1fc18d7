// The database: its stores, and the steps from one version to the next.
import type { DBSchema, IDBPDatabase } from "idb";
import type { BlockRecord, SnapshotRecord } from "../blocks.ts";
import type { Checkpoint, ClientRecord, GenerationRecord, HostRecord } from "../journal.ts";
import type { HeadRecord } from "../plan.ts";

export const DATABASE = "longwire";
export const DATABASE_VERSION = 1;

/** A piece of an unfinished line, from byte `from` of the generation. */
export interface TailRecord {
  host: string;
  generation: string;
  from: number;
  bytes: Uint8Array;
}

export interface JournalSchema extends DBSchema {
  hosts: { key: string; value: HostRecord };
  generations: { key: [string, string]; value: GenerationRecord };
  heads: { key: string; value: HeadRecord };
  /** `threads` finds the blocks of a thread without reading the others. */
  blocks: { key: [string, number]; value: BlockRecord; indexes: { threads: string } };
  /** `place` finds the snapshots that stand in a block. */
  snapshots: { key: [string, string, string, string]; value: SnapshotRecord; indexes: { place: [string, number] } };
  tails: { key: [string, string, number]; value: TailRecord };
  checkpoints: { key: [string, string]; value: Checkpoint };
  clients: { key: [string, string]; value: ClientRecord };
  kv: { key: string; value: unknown };
}

export type Database = IDBPDatabase<JournalSchema>;

/** Runs inside the version change. Each step stands alone, so that an old device can take them all. */
export function upgrade(db: Database, from: number): void {
  if (from < 1) {
    db.createObjectStore("hosts", { keyPath: "id" });
    db.createObjectStore("generations", { keyPath: ["host", "generation"] });
    db.createObjectStore("heads", { keyPath: "host" });
    const blocks = db.createObjectStore("blocks", { keyPath: ["host", "seq"] });
    blocks.createIndex("threads", "threads", { multiEntry: true });
    const snapshots = db.createObjectStore("snapshots", { keyPath: ["host", "thread", "method", "page"] });
    snapshots.createIndex("place", ["host", "seq"]);
    db.createObjectStore("tails", { keyPath: ["host", "generation", "from"] });
    db.createObjectStore("checkpoints", { keyPath: ["host", "scope"] });
    db.createObjectStore("clients", { keyPath: ["host", "client"] });
    db.createObjectStore("kv");
  }
}

/** All records whose key begins with the host. */
export function hostRange(host: string): IDBKeyRange {
  // In IndexedDB's order an array is greater than every number and text.
  return IDBKeyRange.bound([host], [host, []]);
}
