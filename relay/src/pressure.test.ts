// Slow clients and a slow App Server: nobody else waits, nothing is lost, memory stays bounded.
import { once } from "node:events";
import { rmSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { TestClient } from "./testing/client.ts";
import { eventually, fakeAppServer, Harness, script } from "./testing/harness.ts";

const harness = new Harness();
afterEach(() => harness.cleanUp());

const MiB = 1024 * 1024;

/** Numbers of the lines that came, for a check of order and completeness. */
function sequence(client: TestClient): number[] {
  return client.lines.flatMap((line) => {
    const seq = (JSON.parse(line) as { params?: { seq?: number } }).params?.seq;
    return seq === undefined ? [] : [seq];
  });
}

describe("pressure", () => {
  test("[RLY-28] D07: a client that stalls while 200 MB are written disturbs nobody, and later gets all of it in order", async () => {
    const relay = await harness.relay();
    const stalled = await TestClient.attach(relay, { client: "stalled" });
    const lively = await TestClient.attach(relay, { client: "lively" });
    stalled.ws.pause();
    let peak = 0;
    let last = "";
    const before = process.memoryUsage().arrayBuffers;
    // This client only counts, so that the memory seen is the relay's.
    lively.onBytes = (data) => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
      last = data.subarray(-64).toString("latin1");
    };
    lively.sendLine({ id: "flood", method: "fake/flood", params: { bytes: 200 * MiB } });
    await lively.until(() => last.includes('"id":"flood"'));
    const total = lively.byteCount;
    expect(total).toBeGreaterThan(200 * MiB);
    expect(peak).toBeLessThan(80 * MiB);
    lively.sendFrame({ type: "ping" });
    await lively.untilFrame("beat");
    let next = 0;
    let rest = "";
    const disorder: string[] = [];
    stalled.onBytes = (data) => {
      const lines = (rest + data.toString("latin1")).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const seq = Number(/"seq":(\d+)/.exec(line)?.[1] ?? -1);
        if (seq !== -1 && seq !== next++) disorder.push(`line ${seq} came where ${next - 1} was due`);
      }
    };
    stalled.ws.resume();
    await stalled.until(() => stalled.byteCount === total);
    expect(disorder).toEqual([]);
    expect(next).toBeGreaterThan(6_000);
    expect(stalled.find("gap")).toBeNull();
  }, 60_000);

  test("[RLY-16] a client that falls behind what is kept gets a gap, then whole bytes from there on", async () => {
    const relay = await harness.relay({ logLimit: 2 * MiB });
    const slow = await TestClient.attach(relay, { client: "slow" });
    slow.ws.pause();
    const other = await TestClient.attach(relay, { client: "other", offset: "end" });
    other.sendLine({ id: "flood", method: "fake/flood", params: { bytes: 40 * MiB } });
    await other.until(() => other.lines.at(-1)?.includes('"id":"flood"') === true);
    slow.ws.resume();
    const end = other.attached.offset + other.byteCount;
    await slow.until(() => {
      const gone = slow.all("gap").reduce((sum, each) => sum + each.to - each.from, 0);
      return slow.byteCount + gone === end;
    });
    const gaps = slow.all("gap");
    expect(gaps.length).toBeGreaterThan(0);
    const all = other.bytes;
    let at = 0;
    for (const each of slow.arrivals) {
      if (each.kind === "frame") {
        if (each.frame.type !== "gap") continue;
        expect(each.frame.from).toBe(at);
        at = each.frame.to;
        expect(each.frame.lineStart).toBe(all[at - other.attached.offset - 1] === 10);
      } else {
        expect(
          each.data.equals(all.subarray(at - other.attached.offset, at - other.attached.offset + each.data.length)),
        ).toBe(true);
        at += each.data.length;
      }
    }
  }, 60_000);

  test("[RLY-20] more than 8 MiB of a client waiting for stdin: its socket is not read until that has gone", async () => {
    const relay = await harness.relay({
      // Reads nothing until told by a signal.
      command: script(
        `process.on("SIGUSR2", () => process.stdin.on("data", () => {})); process.stdout.write("up\\n"); setInterval(() => {}, 1000);`,
      ),
      graceMs: 200,
    });
    const client = await TestClient.attach(relay, { client: "a" });
    await client.until(() => client.lines.length === 1);
    const big = Buffer.alloc(3 * MiB, "x");
    big[big.length - 1] = 10;
    for (let i = 0; i < 10; i++) client.ws.send(big);
    await client.until(() => client.find("received")?.bytes === 9 * MiB);
    const other = await TestClient.attach(relay, { client: "b" });
    other.sendLine({ small: true });
    await other.untilFrame("received");
    // The seven others are still with the client or the system, not in the relay.
    expect(client.find("received")?.bytes).toBe(9 * MiB);
    process.kill(relay.current()?.pid ?? 0, "SIGUSR2");
    await client.until(() => client.find("received")?.bytes === 30 * MiB);
  });

  test("[RLY-20] a fresh socket of the same client is read: attach and terminate get through to a deaf App Server", async () => {
    const relay = await harness.relay({ command: fakeAppServer("--deaf"), graceMs: 200 });
    const client = await TestClient.attach(relay, { client: "a" });
    const big = Buffer.alloc(20 * MiB, "x");
    big[big.length - 1] = 10;
    client.ws.send(big);
    client.ws.send(big);
    await client.untilFrame("received");
    const fresh = await TestClient.attach(relay, { client: "a" });
    expect(fresh.attached.received).toBe(20 * MiB);
    fresh.sendFrame({ type: "ping" });
    await fresh.untilFrame("beat");
    fresh.sendFrame({ type: "terminate", generation: fresh.attached.generation });
    await fresh.untilClosed();
    expect(fresh.find("exit")).toMatchObject({ by: { client: "a" } });
  });

  test("[RLY-20] [RLY-21] a socket that is not read is not taken for dead, though its answers are not heard", async () => {
    const relay = await harness.relay({ command: fakeAppServer("--deaf"), graceMs: 200, heartbeatMs: 40 });
    const held = await TestClient.attach(relay, { client: "held" });
    const big = Buffer.alloc(20 * MiB, "x");
    big[big.length - 1] = 10;
    held.ws.send(big);
    await held.untilFrame("received");
    const before = held.all("beat").length;
    await held.until(() => held.closed !== null || held.all("beat").length > before + 8);
    expect(held.closed).toBeNull();
  });

  test("[RLY-26] a line of 30 MB goes in whole and comes back whole; the line after it too", async () => {
    const relay = await harness.relay();
    const client = await TestClient.attach(relay);
    client.sendLine({ id: 1, method: "echo", params: "y".repeat(30 * MiB) });
    client.sendLine({ id: 2, method: "echo", params: "after" });
    await client.until(() => client.lines.length === 2);
    expect(client.lines[0]?.length).toBe(30 * MiB + '{"id":1,"result":{"echo":""}}'.length);
    expect(client.lines[1]).toBe('{"id":2,"result":{"echo":"after"}}');
  }, 60_000);

  test("[RLY-26] a message that does not end in LF, or is empty, is refused as bad-frame and nothing of it is written", async () => {
    const relay = await harness.relay();
    for (const bad of ["half a line", "", "one\ntwo"]) {
      const client = await TestClient.attach(relay);
      client.ws.send(Buffer.from(bad));
      expect((await client.untilClosed()).code).toBe(4000);
      expect(client.find("refused")).toMatchObject({ reason: "bad-frame" });
      const again = await TestClient.attach(relay);
      expect(again.attached.received).toBe(0);
    }
  });

  test("[RLY-24] a message longer than maxMessage closes the socket with 1009 and reaches no process", async () => {
    const relay = await harness.relay();
    const client = await TestClient.attach(relay);
    client.ws.send(Buffer.alloc(64 * MiB + 1, 10));
    expect((await client.untilClosed()).code).toBe(1009);
    expect((await TestClient.attach(relay)).attached.received).toBe(0);
  });

  test("[RLY-30] with a log that cannot be written the session goes on; whoever was away gets a gap", async () => {
    const stateDir = harness.folder();
    const troubles: string[] = [];
    const relay = await harness.relay({ stateDir, onTrouble: (sentence) => troubles.push(sentence) });
    rmSync(join(stateDir, "generations"), { recursive: true });
    writeFileSync(join(stateDir, "generations"), "");
    const live = await TestClient.attach(relay, { client: "live" });
    for (let i = 0; i < 8; i++) {
      live.sendLine({ id: `m${i}`, method: "fake/emit", params: { count: 1_000, size: 2_000 } });
      await live.until(() => live.lines.at(-1)?.includes(`"id":"m${i}"`) === true);
    }
    expect(sequence(live)).toEqual([...Array(8_000).keys()]);
    expect(live.find("gap")).toBeNull();
    expect(troubles).toHaveLength(1);
    const away = await TestClient.attach(relay, { client: "away" });
    await away.until(() => away.attached.offset + away.byteCount === live.byteCount);
    expect(away.attached.base).toBeGreaterThan(0);
    expect(away.attached.offset).toBe(away.attached.base);
    // Well again: later bytes are in files.
    rmSync(join(stateDir, "generations"));
    mkdirSync(join(stateDir, "generations"));
    live.sendLine({ id: "again", method: "fake/emit", params: { count: 10, size: 100 } });
    await live.until(() => live.lines.at(-1)?.includes('"id":"again"') === true);
    await eventually(() => troubles.length === 1);
  }, 60_000);

  test("[RLY-28] a client that leaves while bytes are under way costs the others nothing", async () => {
    const relay = await harness.relay();
    const stays = await TestClient.attach(relay, { client: "stays" });
    stays.sendLine({ id: "flood", method: "fake/flood", params: { bytes: 30 * MiB } });
    for (let i = 0; i < 20; i++) {
      const leaves = await TestClient.attach(relay, { client: `leaves${i}` });
      await leaves.until(() => leaves.byteCount > 0);
      if (i % 2 === 0) leaves.ws.terminate();
      else leaves.ws.close();
      await once(leaves.ws, "close");
    }
    await stays.until(() => stays.lines.at(-1)?.includes('"id":"flood"') === true);
    const numbers = sequence(stays);
    expect(numbers).toEqual([...Array(numbers.length).keys()]);
  }, 60_000);
});
