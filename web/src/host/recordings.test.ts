// Every recording through a whole session: the bytes come over the relay in pieces of any size to a page that has the
// threads open; a page that is opened later without the relay, and one that is opened with it, show the very same.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMemoryRelay, type MemoryRelay } from "../link/memory.ts";
import { createMemoryEnvironment, settled } from "../link/memory-environment.ts";
import { seededNumbers } from "../projection/testing/batches.ts";
import { recorded, recordings } from "../projection/testing/recordings.ts";
import type { ThreadState } from "../projection/state.ts";
import { createDevice, type Page } from "./testing/device.ts";
import { seededBytes } from "./testing/rig.ts";

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => vi.stubGlobal("crypto", undefined));
afterEach(() => vi.unstubAllGlobals());

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`pieces of seed ${seed}`);

/** Answers as little as a page needs to be live; what it reads of threads is refused, so that all it has is what came. */
function answer(relay: MemoryRelay): void {
  const replies = new Map<string, object>([
    ["initialize", { result: { userAgent: "replay/1", codexHome: "/home/dev/.codex" } }],
    ["thread/loaded/list", { result: { data: [], nextCursor: null } }],
  ]);
  relay.onStdin((text) => {
    for (const line of text.split("\n")) {
      if (line.trim() === "") continue;
      // Written by the page itself.
      const { id, method = "" } = JSON.parse(line) as { id?: string; method?: string };
      if (id === undefined) continue;
      const reply = replies.get(method) ?? { error: { code: -32_600, message: "a replay answers nothing" } };
      relay.write(`${JSON.stringify({ id, ...reply })}\n`);
    }
  });
}

const hostOf = (page: Page) => structuredClone(page.session.state);
const threadsOf = (page: Page, ids: readonly string[]) =>
  ids.map((id) => structuredClone(page.session.openThread(id).state));
/** All that views read of a thread: a new attach moves what the fold keeps for itself. */
const seen = (threads: readonly ThreadState[]) => threads.map(({ book: _book, ...shown }) => shown);

describe.each(recordings())("%s %s", (version, name) => {
  test(`[PRJ-265] live, offline and reloaded pages hold the same (seed ${seed})`, async () => {
    const { rows } = recorded(version, name);
    const below = seededNumbers(seed);
    const environment = createMemoryEnvironment();
    const relay = createMemoryRelay({ heartbeatMs: 10_000, now: () => environment.now() });
    answer(relay);
    const device = createDevice({ environment, relay, random: seededBytes(seed) });
    const ids = [...new Set(rows.map((row) => row.thread).filter((id): id is string => id !== null))];
    const until = async (what: string, holds: () => boolean) => {
      for (let passed = 0; passed < 60_000; passed += 50) {
        if (holds()) return;
        await environment.advance(50);
      }
      throw new Error(`waited in vain for ${what}`);
    };
    const open = async (connection: string): Promise<Page> => {
      const page = device.open();
      const threads = ids.map((id) => page.session.openThread(id));
      await until(connection, () => page.session.facts().connection === connection);
      await until("the threads", () => threads.every((thread) => thread.ready && thread.fetching.type !== "yes"));
      return page;
    };

    const first = await open("live");
    let generation = "g1";
    for (const row of rows) {
      if (row.generation !== generation) {
        generation = row.generation;
        relay.end({ code: 0 });
        await settled();
        first.session.reconnect();
        await until("the next generation", () => first.session.facts().connection === "live");
      }
      if (row.kind !== "in" && row.kind !== "snapshot") continue;
      const bytes = new TextEncoder().encode(`${typeof row.line === "string" ? row.line : ""}\n`);
      for (let at = 0; at < bytes.length;) {
        const end = at + 1 + below(8000);
        relay.write(bytes.slice(at, end));
        at = end;
        if (below(3) === 0) await settled();
      }
    }
    await environment.advance(30_000);
    const live = { host: hostOf(first), threads: threadsOf(first, ids) };
    first.close();

    relay.reachable(false);
    const offline = await open("offline");
    expect(hostOf(offline)).toEqual(live.host);
    expect(threadsOf(offline, ids)).toEqual(live.threads);
    offline.die();

    relay.reachable(true);
    const reloaded = await open("live");
    await environment.advance(1000);
    expect(seen(threadsOf(reloaded, ids))).toEqual(seen(live.threads));
    reloaded.close();
  });
});
