// Connections that are cut at random bytes, in both directions and three ways: nothing is lost, doubled or reordered.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TestClient } from "@longwire/relay/testing/client";
import { eventually, fakeAppServer, Harness } from "@longwire/relay/testing/harness";
import { afterEach, describe, expect, test } from "vitest";
import { NodeLink } from "./relay-node-link.ts";
import { type CutKind, CuttingProxy } from "./relay-proxy.ts";

const harness = new Harness();
const closers: (() => void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await harness.cleanUp();
});

/** A small generator with a seed (mulberry32), so that a run can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const CUTS = Number(process.env["LONGWIRE_CUTS"] ?? 1_000);
const CLIENTS = 4;
const KINDS: readonly CutKind[] = ["reset", "clean", "hold"];

describe("cuts", () => {
  test(`[RLY-06] ${CUTS} cuts at random offsets in both directions and three ways: 0 lost, 0 doubled, 0 reordered`, async () => {
    const seed = Number(process.env["LONGWIRE_SEED"] ?? Date.now() % 1_000_000_000);
    console.log(`seed ${seed}`);
    const random = randomFrom(seed);
    const log = join(harness.folder(), "heard");
    const relay = await harness.relay({ command: fakeAppServer("--log", log) });
    const proxy = await CuttingProxy.start(relay.port, () => {
      if (proxy.total >= CUTS) return null;
      // One in four dies in its handshake or attach (about 450 bytes in, 200 out), the others under load.
      const early = random(4) === 0;
      return {
        kind: KINDS[random(3)] ?? "reset",
        inward: 1 + random(early ? 700 : 60_000),
        outward: 1 + random(early ? 900 : 600_000),
        holdMs: random(1_000),
      };
    });
    closers.push(() => proxy.close());

    const url = `ws://127.0.0.1:${proxy.port}/relay`;
    const links = [...Array(CLIENTS).keys()].map((index) => {
      const link = new NodeLink({ client: `c${index}`, token: relay.token, url: () => url });
      closers.push(() => link.stop());
      const hash = createHash("sha256");
      let next = 0;
      const feed = (): void => {
        // Some lines are short, some long, some come several in one message; each asks for an answer of another size.
        while (link.waiting < 30_000 && proxy.total < CUTS) {
          let message = "";
          for (let lines = 1 + random(3); lines > 0; lines--) {
            const pad = "p".repeat(random(10) === 0 ? random(20_000) : random(300));
            const size = random(10) === 0 ? random(60_000) : random(500);
            message += `${JSON.stringify({ id: `c${index}.${next++}`, method: "fake/emit", params: { count: 1, size, pad } })}\n`;
          }
          link.send(Buffer.from(message));
        }
      };
      link.onBytes = (data) => hash.update(data);
      link.onReceived = feed;
      feed();
      return { link, hash, sent: () => next };
    });

    await eventually(() => proxy.total >= CUTS, 150_000);
    for (const { link } of links) await eventually(() => link.waiting === 0, 20_000);
    // A reader whose connection is never cut gets the whole generation.
    const witness = await TestClient.attach(relay, { client: "witness" });
    const heard = (): string[] => readFileSync(log, "utf8").split("\n").slice(0, -1);
    const total = links.reduce((sum, each) => sum + each.sent(), 0);
    await eventually(() => heard().length >= total, 20_000);
    witness.sendLine({ id: "last", method: "last" });
    await witness.until(() => witness.lines.at(-1)?.includes('"id":"last"') === true);

    // What the App Server heard: each client's lines, each once, in order.
    for (const [index, { link, sent }] of links.entries()) {
      const own = heard().flatMap((line) => {
        const match = /"id":"c(\d)\.(\d+)"/.exec(line);
        return match?.[1] === String(index) ? [Number(match[2])] : [];
      });
      expect(own).toEqual([...Array(sent()).keys()]);
      expect(link.faults).toEqual([]);
    }
    expect(total).toBeGreaterThan(CUTS);
    // What each client heard: every byte, once, in order.
    const whole = createHash("sha256").update(witness.bytes).digest("hex");
    for (const { link, hash } of links) {
      await eventually(() => link.offset === witness.byteCount, 20_000);
      expect(hash.digest("hex")).toBe(whole);
    }
    const seqs = witness.lines.flatMap((line) => {
      const match = /"method":"fake\/line","params":\{"seq":(\d+)/.exec(line);
      return match === null ? [] : [Number(match[1])];
    });
    expect(seqs).toEqual([...Array(seqs.length).keys()]);
    console.log(
      `cuts ${JSON.stringify(proxy.cuts)}, ${total} lines in, ${(witness.byteCount / 1_048_576).toFixed(0)} MiB out`,
    );
    for (const kind of KINDS) expect(proxy.cuts[kind]).toBeGreaterThan(CUTS / 5);
  }, 240_000);

  test("[RLY-06] a 30 MB line arrives whole over a link that is cut every 5 MB", async () => {
    const relay = await harness.relay();
    const proxy = await CuttingProxy.start(relay.port, () => ({
      kind: "reset",
      inward: Number.POSITIVE_INFINITY,
      outward: 5_000_000,
      holdMs: 0,
    }));
    closers.push(() => proxy.close());
    const link = new NodeLink({ client: "a", token: relay.token, url: () => `ws://127.0.0.1:${proxy.port}/relay` });
    closers.push(() => link.stop());
    const parts: Buffer[] = [];
    link.onBytes = (data) => parts.push(Buffer.from(data));
    link.send(Buffer.from('{"id":1,"method":"fake/emit","params":{"count":1,"size":30000000}}\n'));
    await eventually(
      () => parts.at(-1)?.toString("latin1").endsWith('{"id":1,"result":{"said":1}}\n') === true,
      60_000,
    );
    const [line = "", reply] = Buffer.concat(parts).toString("latin1").split("\n");
    expect(line).toHaveLength(29_999_999);
    expect(/^\{"method":"fake\/line","params":\{"seq":0,"pad":"x+"\}\}$/.test(line)).toBe(true);
    expect(reply).toBe('{"id":1,"result":{"said":1}}');
    expect(proxy.total).toBeGreaterThanOrEqual(6);
    expect(link.faults).toEqual([]);
  }, 90_000);
});
