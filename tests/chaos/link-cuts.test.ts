// The link over the real relay, cut again and again: every line reaches the App Server once and in order, every byte of it
// reaches every link once and in order.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startRelay, type RunningRelay } from "@longwire/relay/relay";
import { createLink } from "@longwire/web/link/link";
import type { Link, LinkEvent } from "@longwire/web/link/types";
import { createLineReader } from "@longwire/web/rpc/lines";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodeEnvironment, openNodeSocket } from "../support/node-link.ts";
import { startProxy, type Cut, type Proxy } from "../support/planned-proxy.ts";

const CUTS = Number(process.env["LONGWIRE_CUTS"] ?? 1_000);
const LINKS = 5;
const MB = 1024 * 1024;
const QUICK = { firstMs: 2, mostMs: 50, hiddenFirstMs: 2, hiddenMostMs: 50 };
const fake = fileURLToPath(new URL("../../fixtures/src/fake-app-server.mjs", import.meta.url));
const encoder = new TextEncoder();

let folder: string;
let log: string;
let relay: RunningRelay;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "longwire-cuts-"));
  log = join(folder, "stdin.log");
  const command = [process.execPath, fake, "--log", log];
  relay = await startRelay({ port: 0, stateDir: join(folder, "state"), command, cwd: folder });
});
afterEach(async () => {
  await relay.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A repeatable source of chance (mulberry32), from 0 up to 1. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Mostly small numbers up to `most`, 0 among them. */
function skewed(most: number, chance: () => number): number {
  return Math.floor((most + 1) ** chance()) - 1;
}

function openLink(proxy: Proxy, client: string): Link {
  let n = 0;
  return createLink({
    url: `ws://127.0.0.1:${proxy.port}/relay`,
    token: relay.token,
    client,
    nextAttach: () => Promise.resolve(++n),
    environment: nodeEnvironment,
    openSocket: openNodeSocket,
    backoff: QUICK,
    // Everything is fetched, however much there is.
    maxPast: Number.POSITIVE_INFINITY,
  });
}

/** Hands lines over until `received` covers them, as the outbox does for lines that stay meant. */
function createSender(link: Link) {
  let waiting: { end: number; bytes: Uint8Array }[] = [];
  /** Of `waiting`, how many have been handed to the present socket. */
  let handed = 0;
  let total = 0;

  function pump(): void {
    for (let next = waiting[handed]; next !== undefined && link.send(next.bytes); next = waiting[handed]) handed++;
  }

  function covered(received: number): void {
    const done = waiting.filter((entry) => entry.end <= received).length;
    const last = waiting[done - 1];
    // Whole messages only: a count inside a line would mean that half of it was taken.
    if (last !== undefined) expect(last.end).toBe(received);
    waiting = waiting.slice(done);
    handed = Math.max(0, handed - done);
  }

  return {
    waiting: () => waiting.length,
    add(line: string) {
      const bytes = encoder.encode(line);
      total += bytes.length;
      waiting.push({ end: total, bytes });
      pump();
    },
    onEvent(event: LinkEvent) {
      if (event.type === "attached") {
        covered(event.frame.received);
        handed = 0;
        // Sending at once is the hardest case: the bytes up to `end` are still on their way.
        pump();
      } else if (event.type === "received") covered(event.bytes);
    },
  };
}

/** Reads what came: numbered lines must count up without a hole, and every reply of ours must come once and in order. */
function createListener(client: string) {
  const reader = createLineReader();
  const hash = createHash("sha256");
  let generation: string | null = null;
  let lines = 0;
  let replies = 0;

  return {
    lines: () => lines,
    replies: () => replies,
    bytes: () => reader.position(),
    digest: () => hash.copy().digest("hex"),
    onEvent(event: LinkEvent) {
      if (event.type === "attached") {
        generation ??= event.frame.generation;
        expect(event.frame.generation).toBe(generation);
        expect(event.frame.offset).toBe(reader.position());
      }
      if (event.type === "gap" || event.type === "exit") throw new Error(`unexpected ${event.type}`);
      if (event.type !== "bytes") return;
      hash.update(event.bytes);
      for (const { text } of reader.feed(event.bytes, event.offset).lines) {
        const said = JSON.parse(String(text)) as { id?: string; params?: { seq: number } };
        if (said.params !== undefined) expect(said.params.seq).toBe(lines++);
        else if (said.id?.startsWith(`${client}.`) === true) expect(said.id).toBe(`${client}.load.${++replies}`);
      }
    },
  };
}

it(`[LNK-26] ${CUTS} cuts in both directions, three ways: nothing lost, doubled or reordered`, async () => {
  const seed = Number(process.env["LONGWIRE_SEED"] ?? Date.now() % 1_000_000_000);
  console.log(`link cuts: seed ${seed}`);
  const chance = chanceOf(seed);
  const proxies: Proxy[] = [];
  const cutsDone = (): number =>
    proxies.reduce((sum, proxy) => sum + Object.values(proxy.cuts()).reduce((all, each) => all + each, 0), 0);

  function plan(): Cut | null {
    if (cutsDone() >= CUTS) return null;
    return {
      way: (["reset", "close", "hold"] as const)[Math.floor(chance() * 3)] ?? "reset",
      direction: chance() < 0.5 ? "up" : "down",
      after: skewed(65_536, chance),
      delayMs: skewed(1_000, chance),
      graceMs: skewed(30, chance),
    };
  }

  let wake = (): void => undefined;
  let failure: unknown = null;
  /** Waits, looked at after each event of any link. */
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => (wake = resolve)).then(rethrow);
  }
  function rethrow(): void {
    if (failure !== null) throw failure;
  }

  const pages = await Promise.all(
    Array.from({ length: LINKS }, async (_, index) => {
      const client = `page-${index}`;
      const proxy = await startProxy(relay.port, plan);
      proxies.push(proxy);
      const link = openLink(proxy, client);
      const sender = createSender(link);
      const listener = createListener(client);
      let asked = 0;
      const request = (): void => {
        const id = `${client}.load.${++asked}`;
        const pad = "日x".repeat(skewed(1_000, chance));
        const emits = chance() < 0.1;
        const params = emits ? { count: 3, size: skewed(4_000, chance) } : { pad };
        sender.add(`${JSON.stringify({ id, method: emits ? "fake/emit" : "echo", params })}\n`);
      };
      link.subscribe((event) => {
        try {
          listener.onEvent(event);
          sender.onEvent(event);
          while (link.status().type === "attached" && cutsDone() < CUTS && asked - listener.replies() < 20) request();
        } catch (error) {
          failure ??= error;
          link.close();
        }
        wake();
      });
      link.attach({ generation: null, offset: 0 });
      return { client, link, sender, listener, request, asked: () => asked };
    }),
  );

  await until(() => cutsDone() >= CUTS);
  await until(() => pages.every((page) => page.sender.waiting() === 0 && page.listener.replies() === page.asked()));
  // What a proxy still holds arrives now; the line after it shows that the App Server has read everything before.
  await Promise.all(proxies.map((proxy) => proxy.settled()));
  await until(() => pages.every((page) => page.link.status().type === "attached"));
  for (const page of pages) page.request();
  await until(() => pages.every((page) => page.listener.replies() === page.asked()));
  const furthest = (): number => Math.max(...pages.map((page) => page.listener.bytes()));
  await until(() => pages.every((page) => page.listener.bytes() === furthest()));
  rethrow();

  const heard = new Map<string, number[]>(pages.map((page) => [page.client, []]));
  for (const line of readFileSync(log, "utf8").trimEnd().split("\n")) {
    // Each line stands behind the generation that heard it and a tab.
    const { id } = JSON.parse(line.slice(line.indexOf("\t") + 1)) as { id: string };
    const [client = "", , n] = id.split(".");
    heard.get(client)?.push(Number(n));
  }
  for (const page of pages) {
    expect(heard.get(page.client), `lines of ${page.client} as the App Server read them`).toEqual(
      Array.from({ length: page.asked() }, (_, index) => index + 1),
    );
  }
  expect(new Set(pages.map((page) => page.listener.digest())).size, "all links heard the same bytes").toBe(1);
  const total = proxies.map((proxy) => proxy.cuts());
  const by = (way: Cut["way"]): number => total.reduce((sum, cuts) => sum + cuts[way], 0);
  console.log(
    `link cuts: ${by("reset")} resets, ${by("close")} closes, ${by("hold")} held ` +
      `(${proxies.reduce((sum, proxy) => sum + proxy.deliveredLate(), 0)} bytes delivered late); ` +
      `${pages.reduce((sum, page) => sum + page.asked(), 0)} lines in, ${furthest()} bytes out to each of ${LINKS} links`,
  );
  for (const way of ["reset", "close", "hold"] as const) expect(by(way)).toBeGreaterThan(CUTS / 10);

  for (const page of pages) page.link.close();
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

it("[LNK-26] a line of 30 MB arrives whole over a link that is cut every 5 MB", async () => {
  const ways = ["reset", "close", "hold"] as const;
  const proxy = await startProxy(relay.port, (connection) => ({
    way: ways[connection % 3] ?? "reset",
    direction: "down",
    after: 5 * MB,
    delayMs: 50,
    graceMs: 0,
  }));
  const link = openLink(proxy, "page");
  const reader = createLineReader();
  const lines: string[] = [];
  let asked = false;
  await new Promise<void>((resolve, reject) => {
    link.subscribe((event) => {
      if (event.type === "attached" && !asked) {
        asked = true;
        const params = { count: 1, size: 30 * MB };
        link.send(encoder.encode(`${JSON.stringify({ id: "big", method: "fake/emit", params })}\n`));
      }
      if (event.type === "gap") reject(new Error("a gap"));
      if (event.type !== "bytes") return;
      for (const line of reader.feed(event.bytes, event.offset).lines) lines.push(String(line.text));
      if (lines.length === 2) resolve();
    });
    link.attach({ generation: null, offset: 0 });
  });
  link.close();
  const [big = "", reply = ""] = lines;
  expect(big.length + 1).toBe(30 * MB);
  const pad = /"pad":"(x*)"\}\}$/.exec(big)?.[1] ?? "";
  expect(big.startsWith('{"method":"fake/line","params":{"seq":0,')).toBe(true);
  expect(pad.length).toBeGreaterThan(30 * MB - 100);
  expect(reply).toBe('{"id":"big","result":{"said":1}}');
  expect(proxy.connections()).toBeGreaterThanOrEqual(6);
  console.log(`30 MB line: ${proxy.connections()} connections, cuts ${JSON.stringify(proxy.cuts())}`);
  await proxy.settled();
  await proxy.close();
});
