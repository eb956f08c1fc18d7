// The relay protocol's rules about attaching: identity, order, ended generations, offsets.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Archive } from "./archive.ts";
import { TestClient } from "./testing/client.ts";
import { fakeAppServer, Harness, script } from "./testing/harness.ts";

const harness = new Harness();
afterEach(() => harness.cleanUp());

describe("attach", () => {
  test("[RLY-01] attached comes first, then the bytes from its offset, each once, at most 256 KiB a message", async () => {
    const relay = await harness.relay({ command: fakeAppServer("--print", "5000", "--size", "400") });
    const first = await TestClient.attach(relay);
    await first.until(() => first.byteCount === 5_000 * 400);
    const second = await TestClient.attach(relay, { client: "other", offset: 1_234_567 });
    await second.until(() => second.byteCount === 5_000 * 400 - 1_234_567);
    expect(first.arrivals[0]?.kind).toBe("frame");
    expect(first.lines.map((line) => (JSON.parse(line) as { params: { seq: number } }).params.seq)).toEqual([
      ...Array(5_000).keys(),
    ]);
    expect(second.attached.offset).toBe(1_234_567);
    expect(second.bytes.equals(first.bytes.subarray(1_234_567))).toBe(true);
    for (const each of first.arrivals)
      if (each.kind === "bytes") expect(each.data.length).toBeLessThanOrEqual(256 * 1024);
  });

  test("[RLY-02] the App Server starts with the first attach and lives on when every client is gone", async () => {
    const relay = await harness.relay();
    const socket = await TestClient.open(relay);
    expect(relay.current()).toBeNull();
    socket.sendFrame({ type: "attach", client: "a", n: 1, generation: null, offset: 0 });
    await socket.untilFrame("attached");
    const running = relay.current();
    await socket.cut();
    const again = await TestClient.attach(relay, { client: "b" });
    expect(relay.current()).toEqual(running);
    expect(again.attached.generation).toBe(running?.generation);
  });

  test("[RLY-02] attaches that meet while it starts share one App Server", async () => {
    const relay = await harness.relay();
    const clients = await Promise.all(["a", "b", "c", "d"].map((client) => TestClient.attach(relay, { client })));
    expect(new Set(clients.map((each) => each.attached.generation)).size).toBe(1);
  });

  test("[RLY-04] attached names the relay's lasting id, the limits, the label, and the number of sockets", async () => {
    const stateDir = harness.folder();
    const relay = await harness.relay({ stateDir, label: "workshop" });
    const first = await TestClient.attach(relay, { client: "a" });
    const second = await TestClient.attach(relay, { client: "b" });
    expect(second.attached).toMatchObject({
      clients: 2,
      heartbeatMs: 10_000,
      maxMessage: 67_108_864,
      label: "workshop",
    });
    await first.until(() => first.find("clients")?.count === 2);
    await second.cut();
    await first.until(() => first.find("clients")?.count === 1);
    await relay.close();
    const next = await harness.relay({ stateDir });
    expect((await TestClient.attach(next)).attached.relay).toBe(first.attached.relay);
  });

  test("[RLY-05] received counts whole messages per client id; the last one always comes, and a new attach reads it", async () => {
    const relay = await harness.relay();
    const a = await TestClient.attach(relay, { client: "a" });
    const b = await TestClient.attach(relay, { client: "b" });
    let sent = 0;
    for (let i = 0; i < 500; i++) sent += a.sendLine({ id: `a${i}`, method: "x" }).length;
    await a.until(() => a.find("received")?.bytes === sent);
    const ofB = b.sendLine({ id: "b", method: "x" }).length;
    await b.until(() => b.find("received")?.bytes === ofB);
    const again = await TestClient.attach(relay, { client: "a" });
    expect(again.attached.received).toBe(sent);
  });

  test("[RLY-07] an attach whose n is not greater than the last one of its client id is refused as stale", async () => {
    const relay = await harness.relay();
    const held = await TestClient.attach(relay, { client: "a", n: 7_000_000 });
    for (const n of [7_000_000, 6_999_999]) {
      const late = await TestClient.attach(relay, { client: "a", n });
      expect(late.find("refused")).toMatchObject({ reason: "stale" });
      expect((await late.untilClosed()).code).toBe(4000);
    }
    expect(held.closed).toBeNull();
  });

  test("[RLY-08] a newer attach closes the older socket with 4001 and nothing more is taken from it", async () => {
    const log = join(harness.folder(), "heard");
    const relay = await harness.relay({ command: fakeAppServer("--log", log) });
    const older = await TestClient.attach(relay, { client: "a" });
    const newer = await TestClient.open(relay);
    // Both messages are on their way before the relay has read either socket again.
    const n = 9_000_000;
    newer.sendFrame({ type: "attach", client: "a", n, generation: null, offset: 0 });
    await newer.untilFrame("attached");
    older.ws.send(Buffer.from('{"id":"late","method":"late"}\n'));
    expect((await older.untilClosed()).code).toBe(4001);
    newer.sendLine({ id: "after", method: "x" });
    await newer.until(() => newer.lines.length === 1);
    expect(newer.lines).toEqual(['{"id":"after","result":{"echo":null}}']);
    expect(newer.attached.received).toBe(0);
  });

  test("[RLY-08] an attach that is overtaken while the App Server starts is closed with 4001", async () => {
    const relay = await harness.relay();
    const [one, two] = await Promise.all([TestClient.open(relay), TestClient.open(relay)]);
    one.sendFrame({ type: "attach", client: "a", n: 1_000_001, generation: null, offset: 0 });
    two.sendFrame({ type: "attach", client: "a", n: 1_000_002, generation: null, offset: 0 });
    await two.untilFrame("attached");
    expect((await one.untilClosed()).code).toBe(4001);
    expect(two.attached.clients).toBe(1);
  });

  test("[RLY-09] generation null attaches to the one that runs, and starts one when there is none", async () => {
    const relay = await harness.relay();
    const first = await TestClient.attach(relay);
    first.sendFrame({ type: "terminate", generation: first.attached.generation });
    await first.untilClosed();
    const second = await TestClient.attach(relay);
    expect(second.attached.generation).not.toBe(first.attached.generation);
    expect(second.attached.ended.map((each) => each.generation)).toEqual([first.attached.generation]);
  });

  test("[RLY-10] an ended generation gives the rest of its bytes, exit and close, and starts nothing, over restarts too", async () => {
    const stateDir = harness.folder();
    let relay = await harness.relay({
      stateDir,
      command: fakeAppServer("--print", "50", "--exit", "3", "--stderr", "40"),
    });
    const first = await TestClient.attach(relay);
    await first.untilClosed();
    for (let restart = 0; restart < 2; restart++) {
      const late = await TestClient.attach(relay, {
        client: "late",
        generation: first.attached.generation,
        offset: 100,
      });
      expect((await late.untilClosed()).code).toBe(4002);
      expect(late.bytes.equals(first.bytes.subarray(100))).toBe(true);
      expect(late.find("exit")).toEqual(first.find("exit"));
      expect(late.attached.head).toBe(first.bytes.subarray(0, 4_096).toString("base64"));
      expect(late.attached.ended).toHaveLength(1);
      expect(relay.current()).toBeNull();
      await relay.close();
      relay = await harness.relay({ stateDir });
    }
  });

  test("[RLY-11] a generation that is no longer kept is answered like null with offset 0", async () => {
    const relay = await harness.relay({ command: fakeAppServer("--print", "10") });
    const client = await TestClient.attach(relay, { generation: "f00f00f00f00f00f00f00f00", offset: 999_999 });
    expect(client.attached.offset).toBe(0);
    expect(client.attached.generation).toBe(relay.current()?.generation);
    await client.until(() => client.lines.length === 10);
  });

  test("[RLY-12] past the end: bad-frame for a running generation, attached at the end and exit for an ended one", async () => {
    const relay = await harness.relay({ command: fakeAppServer("--print", "3") });
    const first = await TestClient.attach(relay);
    await first.until(() => first.lines.length === 3);
    const { generation } = first.attached;
    const past = await TestClient.attach(relay, { client: "b", generation, offset: first.byteCount + 1 });
    expect(past.find("refused")).toMatchObject({ reason: "bad-frame", retryAfterMs: null });
    const exact = await TestClient.attach(relay, { client: "c", generation, offset: first.byteCount });
    expect(exact.attached.offset).toBe(first.byteCount);
    first.sendFrame({ type: "terminate", generation });
    await first.untilClosed();
    const after = await TestClient.attach(relay, { client: "d", generation, offset: first.byteCount + 5 });
    await after.untilClosed();
    expect(after.attached.offset).toBe(first.byteCount);
    expect(after.find("exit")).toMatchObject({ end: first.byteCount });
    expect(after.byteCount).toBe(0);
  });

  test("[RLY-13] ended logs are kept up to the limit in sum, oldest bytes first, and seven days", async () => {
    const stateDir = harness.folder();
    const logLimit = 1024 * 1024;
    const relay = await harness.relay({
      stateDir,
      logLimit,
      command: fakeAppServer("--print", "2000", "--size", "300", "--exit", "0"),
    });
    const generations: string[] = [];
    for (let i = 0; i < 3; i++) {
      const client = await TestClient.attach(relay);
      generations.push(client.attached.generation);
      await client.untilClosed();
    }
    const middle = await TestClient.attach(relay, { generation: generations[1] ?? "", offset: 0 });
    await middle.untilClosed();
    expect(middle.attached.base).toBeGreaterThan(0);
    expect(middle.byteCount).toBe(600_000 - middle.attached.base);
    const newest = await TestClient.attach(relay, { generation: generations[2] ?? "", offset: 0 });
    await newest.untilClosed();
    expect(newest.byteCount).toBe(600_000);
    expect(newest.attached.ended.map((each) => each.generation)).toEqual(generations.slice(1));
    await relay.close();
    const inAWeek = new Archive({
      folder: `${stateDir}/generations`,
      limit: logLimit,
      now: () => Date.now() + 8 * 24 * 3_600_000,
    });
    expect(inAWeek.list()).toEqual([]);
  });

  test("[RLY-14] base may lie inside a line: lineStart tells it, from the bytes or from what is remembered of them", async () => {
    const relay = await harness.relay({
      logLimit: 200_000,
      command: fakeAppServer("--print", "3000", "--size", "300"),
    });
    const first = await TestClient.attach(relay);
    await first.until(() => first.byteCount === 900_000);
    for (const offset of [0, 300 * 2_900, 300 * 2_900 + 1, 300 * 3_000]) {
      const client = await TestClient.attach(relay, {
        client: `c${offset}`,
        generation: first.attached.generation,
        offset,
      });
      const at = client.attached.offset;
      expect(at).toBe(Math.max(offset, client.attached.base));
      expect(client.attached.lineStart).toBe(at % 300 === 0);
      await client.until(() => client.byteCount === 900_000 - at);
      expect(client.bytes.equals(first.bytes.subarray(at))).toBe(true);
    }
  });

  test("[RLY-15] offset end skips the past; head holds the first 4 KiB whatever is still kept", async () => {
    const relay = await harness.relay({
      logLimit: 100_000,
      command: fakeAppServer("--print", "2000", "--size", "300"),
    });
    const first = await TestClient.attach(relay);
    await first.until(() => first.byteCount === 600_000);
    const late = await TestClient.attach(relay, { client: "late", offset: "end" });
    expect(late.attached).toMatchObject({ offset: 600_000, end: 600_000, lineStart: true });
    expect(Buffer.from(late.attached.head, "base64").equals(first.bytes.subarray(0, 4_096))).toBe(true);
    late.sendLine({ id: "x", method: "y" });
    await late.until(() => late.lines.length === 1);
  });

  test("[RLY-41] all clients of a generation get all bytes, whoever asked", async () => {
    const relay = await harness.relay();
    const a = await TestClient.attach(relay, { client: "a" });
    const b = await TestClient.attach(relay, { client: "b" });
    a.sendLine({ id: "a.1", method: "hello" });
    b.sendLine({ id: "b.1", method: "hello" });
    await a.until(() => a.lines.length === 2);
    await b.until(() => b.lines.length === 2);
    expect(a.lines).toEqual(b.lines);
  });

  test("[RLY-40] a generation whose relay was killed is kept as ended by the relay, with its head", () => {
    const folder = join(harness.folder(), "generations");
    const id = "0123456789abcdef01234567";
    mkdirSync(join(folder, id), { recursive: true });
    writeFileSync(join(folder, id, "0.line"), "first\nsecond\n");
    writeFileSync(join(folder, id, "13.mid"), "rest\n");
    writeFileSync(join(folder, "stray"), "");
    const archive = new Archive({ folder, limit: 1_000_000 });
    expect(archive.list()).toMatchObject([{ generation: id, end: 18, code: null, signal: null, by: "relay" }]);
    expect(archive.get(id)?.log.head.toString("utf8")).toBe("first\nsecond\n");
    expect(archive.orphans).toEqual([id]);
    expect(new Archive({ folder, limit: 1_000_000 }).orphans).toEqual([]);
  });

  test("[RLY-39] nothing of the App Server's bytes is parsed: half lines, CRLF, BOM and invalid UTF-8 pass as they are", async () => {
    const odd = Buffer.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0x0a, 0xff, 0xfe, 0x00, 0xe2, 0x80, 0xa8, 0x7b, 0x0a, 0xc3]);
    const relay = await harness.relay({
      command: script(
        `process.stdout.write(Buffer.from("${odd.toString("hex")}", "hex")); process.stdin.pipe(process.stdout);`,
      ),
    });
    const client = await TestClient.attach(relay);
    await client.until(() => client.byteCount === odd.length);
    const back = Buffer.concat([odd, Buffer.from([0x0a])]);
    client.ws.send(back);
    await client.until(() => client.byteCount === odd.length + back.length);
    expect(client.bytes.equals(Buffer.concat([odd, back]))).toBe(true);
  });
});
