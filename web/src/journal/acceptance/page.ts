// The acceptance cases, and a tab that writes at random, for a real browser page. Bundled by tests/e2e/journal.spec.ts.
import { claimClient, type ClientClaim } from "../client-id.ts";
import { createIndexedDbJournal } from "../indexed-db/journal.ts";
import type { Journal } from "../journal.ts";
import type { Row } from "../rows.ts";
import { recordCases } from "./records.cases.ts";
import { rowCases } from "./rows.cases.ts";
import { brief, HOST, lines, out, type Device } from "./support.ts";

export const acceptanceCases = [...rowCases, ...recordCases];

/** What the page offers to the test that drives it. All values are plain. */
export interface JournalPage {
  /** Runs one acceptance case; resolves to null, or to what went wrong. */
  run(index: number): Promise<string | null>;
  /** Writes a stream of `total` lines in random batches, with rows of its own; resolves to the rows as it folded them. */
  play(name: string, total: number, seed: number): Promise<string[]>;
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
