// The acceptance cases, and a tab that writes at random, for a real browser page. Bundled by tests/e2e/journal.spec.ts.
import { claimClient, type ClientClaim } from "../client-id.ts";
import { createIndexedDbJournal } from "../indexed-db/journal.ts";
import { JournalError } from "../error.ts";
import type { Journal, JournalHealth } from "../journal.ts";
import type { Row } from "../rows.ts";
import { recordCases } from "./records.cases.ts";
import { rowCases } from "./rows.cases.ts";
import { brief, HOST, line, lines, out, write, type Device } from "./support.ts";

export const acceptanceCases = [...rowCases, ...recordCases];

/** What the page offers to the test that drives it. All values are plain. */
export interface JournalPage {
  /** Runs one acceptance case; resolves to null, or to what went wrong. */
  run(index: number): Promise<string | null>;
  /** Writes a stream of `total` lines in random batches, with rows of its own; resolves to the rows as it folded them. */
  play(name: string, total: number, seed: number): Promise<string[]>;
  /** Stores one line of that many characters and reads it back; true when it is the same. */
  huge(characters: number, unit: string): Promise<boolean>;
  /** Writes 1 MiB at a time, at most `mebibytes`; resolves to the last stored offset and what stopped it. */
  fill(mebibytes: number): Promise<{ offset: number; stopped: string | null; health: JournalHealth }>;
  /** All rows of the store as a fresh reader gets them. */
  readAll(): Promise<string[]>;
  /** Takes a client id; resolves to it and the next attach number. */
  claim(): Promise<{ client: string; n: number }>;
}

async function device(): Promise<Device> {
  const name = `case-${crypto.randomUUID()}`;
  const tabs: Journal[] = [];
  return {
    open() {
      const channel = (topic: string) => new BroadcastChannel(`${name}/${topic}`);
      const journal = createIndexedDbJournal({ factory: indexedDB, name, channel });
      tabs.push(journal);
      return journal;
    },
    async destroy() {
      for (const tab of tabs) tab.close();
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.addEventListener("success", () => {
          resolve();
        });
        request.addEventListener("error", () => {
          reject(request.error ?? new Error("not deleted"));
        });
      });
    },
  };
}

/** A small generator of pseudo-random numbers, 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const shared = createIndexedDbJournal({ factory: indexedDB });
const claims: ClientClaim[] = [];

const api: JournalPage = {
  async run(index) {
    const one = acceptanceCases[index];
    if (one === undefined) return "there is no such case";
    const here = await device();
    try {
      await one.run(here);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      await here.destroy();
    }
  },

  async play(name, total, seed) {
    const random = randomOf(seed);
    const folded: Row[] = [];
    let seen = 0;
    let at = 0;
    for (let own = 1; at < total; own += 1) {
      const to = Math.min(total, at + 1 + Math.floor(random() * 40));
      const drafts = [...lines(at * 10, to * 10, "T1"), out(`${name}.${own}`, "T1")];
      const written = await shared.write({ host: HOST, generation: "gen-a", seen, build: () => drafts });
      folded.push(...written.missed, ...written.rows);
      seen = written.seq;
      at = to;
      // Tabs run at different paces.
      if (random() < 0.3) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return folded.map(brief);
  },

  async huge(characters, unit) {
    const here = await device();
    try {
      const text = unit.repeat(characters / unit.length);
      const draft = {
        ...line(0, text.length + 1, "T1"),
        kind: "in" as const,
        start: 0,
        offset: text.length + 1,
        line: text,
      };
      await write(here.open(), [draft, out("after it")]);
      const rows: Row[] = [];
      await here.open().readThread(HOST, "T1", 0, (part) => void rows.push(...part));
      return rows.length === 1 && rows[0]?.kind === "in" && rows[0].line === text;
    } finally {
      await here.destroy();
    }
  },

  async fill(mebibytes) {
    const size = 1024 * 1024;
    // Noise: the browser compresses what it stores.
    const noise = (): string =>
      Array.from(crypto.getRandomValues(new Uint8Array(1024)), (b) => b.toString(36)).join("");
    let stopped: string | null = null;
    const [record] = await shared.generations(HOST);
    let offset = record?.offset ?? 0;
    const end = offset + mebibytes * size;
    while (offset < end && stopped === null) {
      let text = "";
      while (text.length < size) text += noise();
      const draft = {
        ...line(0, size),
        kind: "in" as const,
        start: offset,
        offset: offset + size,
        line: text.slice(0, size - 1),
      };
      try {
        ({ offset } = await write(shared, [draft], { seen: Number.MAX_SAFE_INTEGER }));
      } catch (error) {
        stopped = error instanceof JournalError ? error.reason : String(error);
      }
    }
    return { offset, stopped, health: shared.health() };
  },

  async readAll() {
    const rows: string[] = [];
    await shared.readAll(HOST, 0, (part) => void rows.push(...part.map(brief)));
    return rows;
  },

  async claim() {
    const { locks } = navigator;
    const claim = await claimClient({ journal: shared, host: HOST, locks, tab: sessionStorage, now: () => 0 });
    claims.push(claim);
    return { client: claim.record.client, n: await claim.nextAttach() };
  },
};

Object.assign(globalThis, { longwireJournal: api });
