// The page side of the journal's benchmark: everything is measured inside one page, so that ratios compare like with like.
import { createIndexedDbJournal } from "../../web/src/journal/indexed-db/journal.ts";
import { ROW_VERSION, type DraftRow } from "../../web/src/journal/rows.ts";

export interface BenchFigures {
  parseMs: number;
  writeMs: number;
  readMs: number;
  threadMs: number;
}

export interface JournalBench {
  /** One run: `count` delta lines, `flush` lines per write. */
  run(count: number, flush: number): Promise<BenchFigures>;
}

/** A delta as the App Server writes it, 215 bytes with its LF. */
function deltaLine(index: number): string {
  const params = {
    threadId: "019a3f6c-0000-7000-8000-00000000000a",
    turnId: "019a3f6c-0000-7000-8000-00000000000b",
    itemId: "msg_0b",
    delta: "",
  };
  const line = (delta: string) =>
    JSON.stringify({
      method: "item/agentMessage/delta",
      params: { ...params, delta },
      emittedAtMs: 1_700_000_000_000 + index,
    });
  return line(`w${index} `.padEnd(214 - line("").length, "text "));
}

const bench: JournalBench = {
  async run(count, flush) {
    const lines = Array.from({ length: count }, (_, index) => deltaLine(index));
    const host = crypto.randomUUID();
    const journal = createIndexedDbJournal({ factory: indexedDB, name: `bench-${host}`, channel: null });
    await journal.generations(host);

    let began = performance.now();
    let bytes = 0;
    for (const line of lines) {
      const value = JSON.parse(line) as { params: { delta: string } };
      bytes += value.params.delta.length;
    }
    const parseMs = performance.now() - began;
    if (bytes === 0) throw new Error("nothing was parsed");

    began = performance.now();
    let seen = 0;
    let start = 0;
    for (let from = 0; from < count; from += flush) {
      const batch = lines.slice(from, from + flush);
      const written = await journal.write({
        host,
        generation: "g",
        seen,
        build: () => {
          const at = Date.now();
          return batch.map((line): DraftRow => {
            const draft: DraftRow = {
              v: ROW_VERSION,
              kind: "in",
              generation: "g",
              start,
              offset: start + line.length + 1,
              at,
              thread: "019a3f6c-0000-7000-8000-00000000000a",
              line,
            };
            start = draft.offset;
            return draft;
          });
        },
      });
      seen = written.seq;
    }
    const writeMs = performance.now() - began;

    began = performance.now();
    let read = 0;
    await journal.readAll(host, 0, (rows) => {
      read += rows.length;
    });
    const readMs = performance.now() - began;
    began = performance.now();
    await journal.readThread(host, "019a3f6c-0000-7000-8000-00000000000a", 0, (rows) => {
      read += rows.length;
    });
    const threadMs = performance.now() - began;
    if (read !== 2 * count) throw new Error(`read ${read} rows of ${2 * count}`);
    journal.close();
    indexedDB.deleteDatabase(`bench-${host}`);
    return { parseMs, writeMs, readMs, threadMs };
  },
};

Object.assign(globalThis, { longwireBench: bench });
