// The journal in memory: for pages that the browser gives no database, and for tests. Several journals over one store
// are the tabs of one device.
import { concernsThread, hostKey, threadKey, type BlockRecord, type SnapshotRecord } from "./blocks.ts";
import { toJournalError } from "./error.ts";
import { createHealth } from "./health.ts";
import type {
  Checkpoint,
  ClientRecord,
  GenerationRecord,
  HostRecord,
  Journal,
  JournalHealth,
  WriteRequest,
  Written,
} from "./journal.ts";
import { unpackRows } from "./pack.ts";
import { beginWrite, buildRows, CallerFault, finishWrite, mergeClient, raiseAttach, type HeadRecord } from "./plan.ts";
import { plain } from "./plain.ts";
import type { Row, SnapshotRow } from "./rows.ts";

interface HostStore {
  head: HeadRecord | undefined;
  generations: Map<string, GenerationRecord>;
  tails: Map<string, Uint8Array>;
  /** Index 0 holds block 1. */
  blocks: BlockRecord[];
  snapshots: Map<string, SnapshotRecord>;
  clients: Map<string, ClientRecord>;
  checkpoints: Map<string, Checkpoint>;
}

/** What the tabs of one device share. */
export interface MemoryStore {
  hosts: Map<string, HostRecord>;
  contents: Map<string, HostStore>;
  values: Map<string, unknown>;
  tabs: Set<(host: string) => void>;
}

export function createMemoryStore(): MemoryStore {
  return { hosts: new Map(), contents: new Map(), values: new Map(), tabs: new Set() };
}

export interface MemoryJournalOptions {
  store?: MemoryStore;
  /** What the person is told: where it stands in for a database, that nothing is kept. */
  health?: JournalHealth;
}

export function createMemoryJournal(options: MemoryJournalOptions = {}): Journal {
  const store = options.store ?? createMemoryStore();
  const health = createHealth(Date.now, options.health);
  const listeners = new Map<string, Set<() => void>>();
  const heard = (host: string): void => {
    for (const listener of listeners.get(host) ?? []) listener();
  };
  store.tabs.add(heard);

  function of(host: string): HostStore {
    const known = store.contents.get(host);
    if (known !== undefined) return known;
    const fresh: HostStore = {
      head: undefined,
      generations: new Map(),
      tails: new Map(),
      blocks: [],
      snapshots: new Map(),
      clients: new Map(),
      checkpoints: new Map(),
    };
    store.contents.set(host, fresh);
    return fresh;
  }

  function rowsOf(content: HostStore, block: BlockRecord): Row[] {
    const standing = new Map<number, SnapshotRow>();
    if (block.packed.snapshots.length > 0)
      for (const snapshot of content.snapshots.values())
        if (snapshot.seq === block.seq) standing.set(snapshot.index, snapshot.row);
    return unpackRows(plain(block.packed), block.generation, (index) => plain(standing.get(index) ?? null));
  }

  function rowsBehind(content: HostStore, after: number): Row[] {
    return content.blocks.slice(after).flatMap((block) => rowsOf(content, block));
  }

  function putClient(record: ClientRecord): void {
    const { clients } = of(record.host);
    clients.set(record.client, mergeClient(clients.get(record.client), record));
  }

  function writeNow(request: WriteRequest): Written {
    const content = of(request.host);
    const begun = beginWrite(request, content.head, content.generations.get(request.generation));
    const missed = rowsBehind(content, request.seen);
    const placed = buildRows(begun, request, missed);
    const outdated = new Set<SnapshotRow>();
    for (const row of placed.rows) {
      if (row.kind !== "snapshot") continue;
      const standing = content.snapshots.get(snapshotKey(row));
      if (standing !== undefined && standing.ordinal > begun.generation.ordinal) outdated.add(row);
    }
    const commit = finishWrite(begun, placed, outdated, request, "memory");
    content.blocks.push(...plain(commit.blocks));
    for (const snapshot of commit.snapshots) content.snapshots.set(snapshotKey(snapshot.row), plain(snapshot));
    if (commit.dropTail) content.tails.delete(request.generation);
    if (commit.tail !== null) {
      const before = content.tails.get(request.generation) ?? new Uint8Array();
      content.tails.set(request.generation, joined(before, commit.tail.bytes));
    }
    if (commit.generation !== null) content.generations.set(request.generation, plain(commit.generation));
    content.head = commit.head;
    if (request.client !== undefined) putClient(request.client);
    if (commit.blocks.length > 0) for (const tab of store.tabs) if (tab !== heard) tab(request.host);
    return { seq: commit.head.seq, missed, rows: commit.rows, offset: commit.offset };
  }

  return {
    health: () => health.get(),
    onHealth: (listener) => health.subscribe(listener),
    hosts: async () => plain([...store.hosts.values()]),
    putHost: async (host) => void store.hosts.set(host.id, plain(host)),
    async removeHost(id) {
      store.hosts.delete(id);
      store.contents.delete(id);
      for (const key of store.values.keys()) if (key.startsWith(`${id}/`)) store.values.delete(key);
    },
    async generations(host) {
      const content = of(host);
      return [...content.generations.values()]
        .toSorted((a, b) => a.ordinal - b.ordinal)
        .map((record) => ({ ...plain(record), tail: plain(content.tails.get(record.generation) ?? null) }));
    },
    async write(request) {
      try {
        return writeNow(request);
      } catch (error) {
        throw error instanceof CallerFault ? error.cause : toJournalError(error);
      }
    },
    async readSince(host, seen) {
      const content = of(host);
      const rows = rowsBehind(content, seen);
      return { seq: Math.max(seen, content.blocks.length), rows, more: false };
    },
    async readAll(host, after, chunk) {
      const content = of(host);
      const end = content.blocks.length;
      const rows = rowsBehind(content, after);
      if (rows.length > 0) chunk(rows, end);
      return Math.max(after, end);
    },
    async readThread(host, thread, after, chunk) {
      const content = of(host);
      const end = content.blocks.length;
      const rows = rowsBehind(content, after).filter((row) => concernsThread(row, thread));
      if (rows.length > 0) chunk(rows, end);
      return Math.max(after, end);
    },
    async threadBlocks(host, thread) {
      const wanted = new Set([threadKey(host, thread), hostKey(host)]);
      return of(host)
        .blocks.filter((block) => block.threads.some((name) => wanted.has(name)))
        .map((block) => block.seq);
    },
    async readThreadBlocks(host, thread, seqs) {
      const content = of(host);
      return seqs.flatMap((seq) => {
        const block = content.blocks[seq - 1];
        if (block === undefined) return [];
        const rows = rowsOf(content, block).filter((row) => concernsThread(row, thread));
        return [{ seq, bytes: block.bytes, rows }];
      });
    },
    onForeign(host, listener) {
      const set = listeners.get(host) ?? new Set();
      listeners.set(host, set.add(listener));
      return () => set.delete(listener);
    },
    checkpoint: async (host, scope) => plain(of(host).checkpoints.get(scope) ?? null),
    putCheckpoint: async (checkpoint) =>
      void of(checkpoint.host).checkpoints.set(checkpoint.scope, structuredClone(checkpoint)),
    clients: async (host) => plain([...of(host).clients.values()]),
    putClient: async (record) => putClient(record),
    async nextAttach(host, client, atLeast) {
      const { clients } = of(host);
      const record = raiseAttach(clients.get(client), host, client, atLeast);
      clients.set(client, record);
      return record.n;
    },
    get: async (key) => plain(store.values.get(key)),
    async put(key, value) {
      if (value === undefined) store.values.delete(key);
      else store.values.set(key, plain(value));
    },
    close() {
      store.tabs.delete(heard);
      listeners.clear();
    },
  };
}

function snapshotKey(row: SnapshotRow): string {
  return JSON.stringify([row.thread ?? "", row.method, row.page]);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
