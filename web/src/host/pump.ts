// The pump: the one queue through which everything reaches the journal, then the fold, then the wire.
// Inputs are taken in order and in batches; each batch is stored in one transaction before anyone sees it, and a line of
// ours is handed to the link only after its row is stored. While storing fails, work goes on from memory.
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { ROW_VERSION, type DraftRow, type Row } from "../journal/rows.ts";
import { withPlaces, type PlacedDraft } from "./backlog.ts";
import { batchLength, type Input, type LineInput, type OutInput } from "./inputs.ts";
import { createWriter, type WriterOptions } from "./writer.ts";

export interface PumpOptions extends Omit<WriterOptions, "wanted"> {
  /** Turns lines into rows; runs inside the transaction, so it must be quick and must not wait. */
  draft: (input: LineInput, missed: readonly Row[], batch: readonly Input[], at: number) => DraftRow;
  /** Work on a batch that has to wait for something (hashes), before the transaction begins. */
  prepare: (batch: readonly Input[]) => Promise<void>;
  /** Lines of a batch once it is folded, whoever stored them: also those of which the journal keeps only a stub. */
  arrived: (lines: readonly LineInput[]) => void;
  /** Whether a piece of an unfinished line may be stored as it is. */
  mayKeepTail: (generation: string) => Promise<boolean>;
  /** The queue has run empty. */
  rested: () => void;
}

export interface Pump {
  push(input: Input): void;
  /** Resolves when everything pushed so far has been folded. */
  drained(): Promise<void>;
  /** Nothing is queued or under way, and all that was folded is stored. */
  stored(): boolean;
  /** Runs a job between two batches: the journal's `seq` and the fold stand still meanwhile. */
  exclusive<T>(job: () => Promise<T>): Promise<T>;
  /** Runs it now when nothing is under way; false when something is. */
  atOnce(job: () => void): boolean;
  /** Only inside an exclusive job: folds what other tabs have stored up to now. */
  catchUp(): Promise<void>;
  /** Rows up to this block are folded. */
  seq(): number;
  setSeq(seq: number): void;
  /** The byte up to which the generation's lines are folded. */
  foldedTo(generation: string): number;
  setFoldedTo(generation: string, offset: number): void;
  /** Rows that are folded and not stored. While there are any, no checkpoint may be written. */
  unsaved(): readonly Row[];
  /** Reads what other tabs have written. */
  pull(): void;
  /** The client record changed: it is stored with the next batch, or by itself. */
  saveClient(): void;
  /** Resolves when the client record as it is now is stored, or could not be. */
  clientKept(): Promise<void>;
  close(): void;
}

/** Makes the pump of one session. */
export function createPump(options: PumpOptions): Pump {
  const { now } = options;
  const writer = createWriter({ ...options, wanted: start });
  let queue: Input[] = [];
  let jobs: (() => Promise<void>)[] = [];
  let busy: Promise<void> | null = null;
  let closed = false;
  let pushed = 0;
  let done = 0;
  let waiting: { upTo: number; resolve: () => void }[] = [];

  function start(): void {
    if (busy !== null || closed) return;
    // A step of its own, so that nothing runs inside the call that pushed.
    busy = Promise.resolve()
      .then(loop)
      .finally(() => {
        busy = null;
        if (queue.length > 0 || jobs.length > 0 || writer.hasWork()) start();
        else options.rested();
      });
  }

  async function loop(): Promise<void> {
    while (!closed) {
      const job = jobs.shift();
      if (job !== undefined) await job();
      else if (queue.length > 0) await takeBatch();
      else if (writer.hasWork()) await writer.work();
      else return;
    }
  }

  async function takeBatch(): Promise<void> {
    const count = batchLength(queue);
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    try {
      const [first] = batch;
      if (first?.type !== "tail") await storeAndFold(batch);
      else if (await options.mayKeepTail(first.generation)) await writer.writeTail(first);
    } finally {
      done += count;
      settleWaiting();
    }
  }

  function settleWaiting(): void {
    const ready = waiting.filter(({ upTo }) => closed || upTo <= done);
    if (ready.length === 0) return;
    waiting = waiting.filter((entry) => !ready.includes(entry));
    for (const { resolve } of ready) resolve();
  }

  async function storeAndFold(inputs: readonly Input[]): Promise<void> {
    const batch: Input[] = [];
    for (const input of inputs) {
      if (input.type === "out" && !input.admit()) input.bounced();
      else batch.push(input);
      if (input.type === "local") input.begin?.();
    }
    const first = batch[0];
    if (first === undefined) return;
    const { generation } = first;
    await options.prepare(batch);
    const at = now();
    const lines = new Map<number, LineInput>();
    for (const input of batch) if (input.type === "line") lines.set(input.end, input);
    const known = (row: Row): RpcMessage | undefined => {
      if (row.generation !== generation || (row.kind !== "in" && row.kind !== "snapshot")) return undefined;
      // What is not kept is not folded either, and a row of another tab may have a mark where this page heard a secret: live
      // and replay are the same fold.
      const heard = lines.get(row.offset);
      return heard?.line === row.line ? heard.message : undefined;
    };
    const revoked = new Set<OutInput>();
    const place = (missed: readonly Row[]): PlacedDraft[] => {
      revoked.clear();
      const drafts = batch.flatMap((input) => {
        if (input.type === "out" && input.conflicts?.(missed) === true) {
          revoked.add(input);
          return [];
        }
        return draftOf(input, missed, batch, at);
      });
      return withPlaces(drafts, writer.foldedTo(generation));
    };
    await writer.write(generation, place, known);
    for (const input of batch) {
      if (input.type !== "out") continue;
      if (revoked.has(input)) input.revoked();
      else input.send();
    }
    options.arrived(batch.filter((input) => input.type === "line"));
  }

  function draftOf(input: Input, missed: readonly Row[], batch: readonly Input[], at: number): DraftRow[] {
    const { generation } = input;
    switch (input.type) {
      case "line":
        return [options.draft(input, missed, batch, at)];
      case "local": {
        const { thread, event, moveTo } = input;
        return [
          { v: ROW_VERSION, kind: "local", generation, at, thread, event, ...(moveTo === undefined ? {} : { moveTo }) },
        ];
      }
      case "out": {
        const { thread, client, stored, bytes, redacted } = input;
        if (stored === null) return [];
        return [{ v: ROW_VERSION, kind: "out", generation, at, thread, client, line: stored, bytes, redacted }];
      }
      case "tail":
        return [];
    }
  }

  return {
    push(input) {
      pushed += 1;
      queue.push(input);
      start();
    },
    drained() {
      if (closed || done >= pushed) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ upTo: pushed, resolve }));
    },
    stored: () => busy === null && queue.length === 0 && writer.clean(),
    exclusive(job) {
      return new Promise((resolve, reject) => {
        jobs.push(() => job().then(resolve, reject));
        start();
      });
    },
    atOnce(job) {
      if (busy !== null || queue.length > 0) return false;
      job();
      return true;
    },
    async catchUp() {
      while (await writer.readForeign());
    },
    seq: writer.seq,
    setSeq: writer.setSeq,
    foldedTo: writer.foldedTo,
    setFoldedTo: writer.setFoldedTo,
    unsaved: writer.unsaved,
    pull() {
      writer.pull();
      start();
    },
    saveClient() {
      writer.saveClient();
      start();
    },
    clientKept() {
      const kept = writer.clientKept();
      start();
      return kept;
    },
    close() {
      closed = true;
      queue = [];
      jobs = [];
      settleWaiting();
      writer.close();
    },
  };
}
