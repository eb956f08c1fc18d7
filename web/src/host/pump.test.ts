import { describe, expect, test } from "vitest";
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import { JournalError } from "../journal/error.ts";
import type { ClientRecord, Journal } from "../journal/journal.ts";
import { createMemoryJournal, createMemoryStore, type MemoryStore } from "../journal/memory.ts";
import { ROW_VERSION, type Row } from "../journal/rows.ts";
import { createMemoryEnvironment, settled } from "../link/memory-environment.ts";
import { BACKLOG_LIMIT, RETRY_MS } from "./backlog.ts";
import type { Input, LineInput, OutInput } from "./inputs.ts";
import { createPump } from "./pump.ts";

const HOST = "h";

function tab(store: MemoryStore = createMemoryStore()) {
  const environment = createMemoryEnvironment();
  const real = createMemoryJournal({ store });
  let failing = false;
  let gate: Promise<void> | null = null;
  const journal: Journal = {
    ...real,
    async write(request) {
      if (gate !== null) await gate;
      if (failing) throw new JournalError("quota");
      return real.write(request);
    },
    putClient: (record) => (failing ? Promise.reject(new JournalError("quota")) : real.putClient(record)),
  };
  const log: string[] = [];
  const rows: Row[] = [];
  let record: ClientRecord | null = null;
  const pump = createPump({
    host: HOST,
    journal,
    now: environment.now,
    after: environment.after,
    draft: ({ generation, start, end, line }, _missed, _batch, at) => ({
      v: ROW_VERSION,
      kind: "in",
      generation,
      offset: end,
      start,
      at,
      thread: null,
      line,
    }),
    prepare: () => Promise.resolve(),
    fold(folded) {
      rows.push(...folded);
      log.push(...folded.map((row) => `fold ${nameOf(row)}`));
    },
    arrived: (lines) => log.push(...lines.map(({ line }) => `arrived ${typeof line === "string" ? line : "?"}`)),
    clientRecord: () => record,
    userAgent: () => undefined,
    refetch: () => log.push("refetch"),
    disordered: () => log.push("disordered"),
    mayKeepTail: () => Promise.resolve(true),
    rested: () => undefined,
  });
  return {
    pump,
    log,
    rows,
    journal: real,
    environment,
    fail: (yes: boolean) => (failing = yes),
    hold() {
      let release: () => void = () => undefined;
      gate = new Promise((resolve) => (release = resolve));
      return () => {
        gate = null;
        release();
      };
    },
    record: (next: ClientRecord) => (record = next),
    async stored() {
      const all: Row[] = [];
      await real.readAll(HOST, 0, (chunk) => all.push(...chunk));
      return all.map(nameOf);
    },
  };
}

function nameOf(row: Row): string {
  if (row.kind === "local") return row.event.type;
  return typeof row.line === "string" ? row.line : "bytes";
}

/** Lines of four bytes each: l0, l1 … */
const line = (n: number, generation = "g"): LineInput => {
  const text = `{${n}}`;
  return { type: "line", generation, start: n * 4, end: n * 4 + 4, line: text, message: parseLine(text) };
};
const local = (id: string, generation = "g"): Input => ({
  type: "local",
  generation,
  thread: null,
  event: { type: "taken", id },
});
const out = (name: string, more: Partial<OutInput> = {}): OutInput & { calls: string[] } => {
  const calls: string[] = [];
  return {
    type: "out",
    generation: "g",
    thread: null,
    client: "c",
    stored: name,
    bytes: 1,
    redacted: false,
    admit: () => true,
    send: () => calls.push("sent"),
    bounced: () => calls.push("bounced"),
    revoked: () => calls.push("revoked"),
    ...more,
    calls,
  };
};

describe("the pump", () => {
  test("[JRN-100] a batch is stored, then folded, then its lines go out", async () => {
    const { pump, log, hold, stored } = tab();
    const release = hold();
    const ours = out("ours", { send: () => log.push("sent") });
    pump.push(line(0));
    pump.push(ours);
    pump.push(line(1));
    await settled();
    expect(log).toEqual([]);
    expect(pump.stored()).toBe(false);
    release();
    await pump.drained();
    expect(log).toEqual(["fold {0}", "fold ours", "fold {1}", "sent", "arrived {0}", "arrived {1}"]);
    expect(await stored()).toEqual(["{0}", "ours", "{1}"]);
    await settled();
    expect(pump.stored()).toBe(true);
  });

  test("[JRN-100] drained waits for what was pushed before, not for what keeps coming", async () => {
    const { pump, log } = tab();
    let n = 0;
    let going = true;
    const more = (): void => {
      if (!going) return;
      pump.push(line(n++));
      queueMicrotask(() => setImmediate(more));
    };
    more();
    pump.push(local("here"));
    await pump.drained();
    going = false;
    expect(log).toContain("fold taken");
  });

  test("[JRN-100] a line that is not admitted is neither stored nor sent", async () => {
    const { pump, stored } = tab();
    const ours = out("ours", { admit: () => false });
    pump.push(ours);
    await pump.drained();
    expect(ours.calls).toEqual(["bounced"]);
    expect(await stored()).toEqual([]);
  });

  test("[LNK-67] what rows of another tab make needless is decided inside the transaction", async () => {
    const store = createMemoryStore();
    const a = tab(store);
    const b = tab(store);
    const release = b.hold();
    const late = out("late", { conflicts: (missed) => missed.some((row) => nameOf(row) === "first") });
    b.pump.push(late);
    b.pump.push(out("next"));
    await settled();
    a.pump.push(out("first"));
    await a.pump.drained();
    release();
    await b.pump.drained();
    expect(late.calls).toEqual(["revoked"]);
    expect(await b.stored()).toEqual(["first", "next"]);
    expect(b.log.filter((entry) => entry.startsWith("fold"))).toEqual(["fold first", "fold next"]);
  });

  test("[JRN-101] while storing fails the page goes on from memory; then all is stored once, in its order, without a new line", async () => {
    const { pump, log, fail, stored, environment } = tab();
    pump.push(line(0));
    await pump.drained();
    fail(true);
    const ours = out("ours");
    for (const input of [line(1), ours, line(2), local("x")]) pump.push(input);
    await pump.drained();
    pump.push(line(3));
    await pump.drained();
    expect(ours.calls).toEqual(["sent"]);
    expect(pump.stored()).toBe(false);
    expect(pump.unsaved().map(nameOf)).toEqual(["{1}", "ours", "{2}", "taken", "{3}"]);
    fail(false);
    await environment.advance(RETRY_MS + 100);
    expect(await stored()).toEqual(["{0}", "{1}", "ours", "{2}", "taken", "{3}"]);
    expect(log.filter((entry) => entry.startsWith("fold"))).toEqual(
      ["{0}", "{1}", "ours", "{2}", "taken", "{3}"].map((name) => `fold ${name}`),
    );
    expect(pump.stored()).toBe(true);
    expect(pump.unsaved()).toEqual([]);
  });

  test("[JRN-101] storing is tried again by itself until it works", async () => {
    const { pump, fail, stored, environment } = tab();
    fail(true);
    pump.push(line(0));
    await pump.drained();
    await environment.advance(5 * RETRY_MS);
    expect(await stored()).toEqual([]);
    fail(false);
    await environment.advance(RETRY_MS + 100);
    expect(await stored()).toEqual(["{0}"]);
    expect(environment.planned()).toEqual([]);
  });

  test("[JRN-101] a page that goes while something is unsaved tries once more", async () => {
    const { pump, fail, stored } = tab();
    fail(true);
    pump.push(line(0));
    await pump.drained();
    fail(false);
    pump.close();
    await settled();
    expect(await stored()).toEqual(["{0}"]);
  });

  test("[JRN-103] lines that memory had to drop are fetched again: no gap, and our own rows at their place", async () => {
    const { pump, log, fail, stored, environment } = tab();
    pump.push(line(0));
    await pump.drained();
    fail(true);
    const big: LineInput = {
      type: "line",
      generation: "g",
      start: 4,
      end: 4 + BACKLOG_LIMIT + 1,
      line: "big",
      message: parseLine("big"),
    };
    const after: LineInput = { ...big, start: big.end, end: big.end + 4, line: "after" };
    for (const input of [big, out("ours"), after]) pump.push(input);
    await pump.drained();
    fail(false);
    await environment.advance(RETRY_MS + 100);
    expect(log.filter((entry) => entry === "refetch")).toHaveLength(1);
    // Still at the old place: this must not become a gap either.
    pump.push({ ...after, start: after.end, end: after.end + 4, line: "last" });
    await pump.drained();
    expect(await stored()).toEqual(["{0}"]);
    for (const input of [big, after, { ...after, start: after.end, end: after.end + 4, line: "last" }])
      pump.push(input);
    await pump.drained();
    expect(await stored()).toEqual(["{0}", "big", "ours", "after", "last"]);
    expect(log.filter((entry) => entry.startsWith("fold"))).toEqual(
      ["{0}", "big", "ours", "after", "last"].map((name) => `fold ${name}`),
    );
    await settled();
    expect(pump.stored()).toBe(true);
  });

  test("[JRN-111] rows of other tabs that were folded late are told, so that the state is folded anew in the journal's order", async () => {
    const store = createMemoryStore();
    const a = tab(store);
    const b = tab(store);
    a.fail(true);
    a.pump.push(line(0));
    await a.pump.drained();
    b.pump.push(out("theirs"));
    b.pump.push(line(0));
    await b.pump.drained();
    a.fail(false);
    await a.environment.advance(RETRY_MS + 100);
    expect(a.log).toContain("disordered");
    expect(await a.stored()).toEqual(["theirs", "{0}"]);
  });

  test("[JRN-104] a reply that another tab has stored first, or keeps only a stub of, still reaches the page that asked", async () => {
    const store = createMemoryStore();
    const a = tab(store);
    const b = tab(store);
    b.pump.push(line(0));
    await b.pump.drained();
    await a.pump.exclusive(() => a.pump.catchUp());
    a.log.length = 0;
    a.pump.push(line(0));
    await a.pump.drained();
    expect(a.log).toEqual(["arrived {0}"]);
  });

  test("[JRN-108] the client record goes with the batch, or by itself, and never an older one over a newer", async () => {
    const { pump, record, journal, hold } = tab();
    const of = (n: number): ClientRecord => ({
      host: HOST,
      client: "c",
      n: 1,
      outbox: [],
      sent: { generation: "g", end: n },
    });
    record(of(1));
    const release = hold();
    pump.push(line(0));
    await settled();
    record(of(2));
    pump.saveClient();
    release();
    await pump.drained();
    await pump.clientKept();
    expect((await journal.clients(HOST))[0]?.sent?.end).toBe(2);
    record(of(3));
    await pump.clientKept();
    expect((await journal.clients(HOST))[0]?.sent?.end).toBe(3);
  });

  test("[JRN-107] a piece of an unfinished line is stored behind the lines before it", async () => {
    const { pump, journal } = tab();
    pump.push(line(0));
    pump.push({ type: "tail", generation: "g", from: 4, bytes: Uint8Array.of(1, 2) });
    pump.push({ type: "tail", generation: "g", from: 6, bytes: Uint8Array.of(3) });
    await pump.drained();
    expect(await journal.generations(HOST)).toMatchObject([{ offset: 4, tailEnd: 7, tail: Uint8Array.of(1, 2, 3) }]);
  });

  test("[JRN-112] a generation that another tab has seen end is not attached to again in the journal", async () => {
    const store = createMemoryStore();
    const a = tab(store);
    const b = tab(store);
    const end = { generation: "g", end: 0, code: 0, signal: null, by: null, at: 1, stderr: null };
    a.pump.push({ type: "local", generation: "g", thread: null, event: { type: "exit", end } });
    await a.pump.drained();
    b.pump.push({
      type: "local",
      generation: "g",
      thread: null,
      event: { type: "attached", client: "late", from: 0, fresh: false },
    });
    b.pump.push(line(0));
    await b.pump.drained();
    expect(await b.stored()).toEqual(["exit", "{0}"]);
  });

  test("[JRN-100] a job between two batches finds the fold where the journal is", async () => {
    const { pump, log } = tab();
    pump.push(line(0));
    const seen = await pump.exclusive(async () => [pump.seq(), log.length]);
    expect(seen).toEqual([0, 0]);
    expect(pump.atOnce(() => undefined)).toBe(false);
    await pump.drained();
    await settled();
    expect(pump.atOnce(() => log.push("at once"))).toBe(true);
    expect(log.at(-1)).toBe("at once");
  });
});
