// Signs of life, and what is refused.
import { afterEach, describe, expect, test } from "vitest";
import { SUBPROTOCOL } from "@longwire/shared-protocol/relay-frames";
import { TestClient } from "./testing/client.ts";
import { eventually, fakeAppServer, Harness, script } from "./testing/harness.ts";

const harness = new Harness();
afterEach(() => harness.cleanUp());

describe("signs of life", () => {
  test("[RLY-21] each heartbeat brings a WebSocket ping; a socket that answers none of four is closed", async () => {
    const relay = await harness.relay({ heartbeatMs: 50 });
    const silent = await TestClient.open(relay, undefined, { autoPong: false });
    const lively = await TestClient.attach(relay, { client: "lively" });
    let pings = 0;
    silent.ws.on("ping", () => pings++);
    silent.sendFrame({ type: "attach", client: "silent", n: 1, generation: null, offset: 0 });
    await silent.untilFrame("attached");
    await silent.untilClosed();
    expect(pings).toBeGreaterThanOrEqual(3);
    expect(lively.closed).toBeNull();
  });

  test("[RLY-21] a client that drains bytes is alive though its answers do not come", async () => {
    const relay = await harness.relay({ heartbeatMs: 100 });
    const slow = await TestClient.open(relay, undefined, { autoPong: false });
    slow.sendFrame({ type: "attach", client: "slow", n: 1, generation: null, offset: 0 });
    await slow.untilFrame("attached");
    const writer = await TestClient.attach(relay, { client: "writer", offset: "end" });
    writer.onBytes = () => undefined;
    slow.ws.pause();
    writer.sendLine({ id: "flood", method: "fake/flood", params: { bytes: 24 * 1024 * 1024 } });
    // A sip in each beat, for three times as long as a dead socket would be given.
    let sips = 0;
    slow.onBytes = () => slow.ws.pause();
    const sipping = setInterval(() => {
      sips++;
      slow.ws.resume();
    }, 40);
    await eventually(() => sips > 30);
    clearInterval(sipping);
    expect(slow.closed).toBeNull();
    // And now it stops.
    slow.ws.pause();
    await writer.until(() => writer.find("clients")?.count === 1);
  }, 20_000);

  test("[RLY-22] a beat answers a ping at once and comes by itself each heartbeat; one waits at most", async () => {
    const relay = await harness.relay({ heartbeatMs: 60 });
    const client = await TestClient.attach(relay);
    await client.until(() => client.all("beat").length >= 3);
    const patient = await harness.relay({ heartbeatMs: 60_000 });
    const other = await TestClient.attach(patient);
    other.sendFrame({ type: "ping" });
    await other.untilFrame("beat");
    for (let i = 0; i < 2_000; i++) other.sendFrame({ type: "ping" });
    other.sendLine({ id: "last", method: "x" });
    await other.until(() => other.lines.length === 1);
    expect(other.all("beat").length).toBeLessThan(2_002);
  });

  test("[RLY-23] 32 clients, the next one is refused; one that comes again takes its own place", async () => {
    const relay = await harness.relay();
    const clients = await Promise.all([...Array(32).keys()].map((i) => TestClient.attach(relay, { client: `c${i}` })));
    const extra = await TestClient.attach(relay, { client: "extra" });
    expect(extra.find("refused")).toMatchObject({ reason: "too-many-clients" });
    expect(extra.find("refused")?.retryAfterMs).toBeGreaterThan(0);
    const again = await TestClient.attach(relay, { client: "c5" });
    expect(again.attached.clients).toBe(32);
    await clients[7]?.cut();
    await again.until(() => again.find("clients")?.count === 31);
    expect((await TestClient.attach(relay, { client: "extra" })).attached.clients).toBe(32);
  });

  test("[RLY-23] the last n of 1,024 client ids is remembered", async () => {
    const relay = await harness.relay();
    for (let i = 0; i < 1_024; i++) {
      const client = await TestClient.attach(relay, { client: `id${i}`, n: 5 });
      client.ws.terminate();
      await client.untilClosed();
    }
    const late = await TestClient.attach(relay, { client: "id0", n: 5 });
    expect(late.find("refused")).toMatchObject({ reason: "stale" });
  }, 60_000);
});

describe("refusals", () => {
  test("[RLY-25] [RLY-44] crash-loop after five generations that ended by themselves, until the first leaves the window", async () => {
    const troubles: string[] = [];
    const relay = await harness.relay({
      command: fakeAppServer("--exit", "3", "--stderr", "20"),
      crashWindowMs: 60_000,
      onTrouble: (sentence) => troubles.push(sentence),
    });
    let generation = "";
    for (let i = 0; i < 5; i++) {
      const client = await TestClient.attach(relay, { client: `c${i}` });
      await client.untilClosed();
      ({ generation } = client.attached);
    }
    const refused = await TestClient.attach(relay, { client: "x" });
    expect(refused.find("refused")).toMatchObject({
      reason: "crash-loop",
      detail: expect.stringContaining("eeee") as string,
    });
    const wait = refused.find("refused")?.retryAfterMs ?? 0;
    expect(wait).toBeGreaterThan(20_000);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect((await refused.untilClosed()).code).toBe(4000);
    expect(troubles).toHaveLength(5);
    expect(troubles[0]).toContain("ended by itself (exit code 3). It is started again");
    expect(troubles[4]).toContain("5 times within a minute now");
    expect(troubles.join()).not.toContain("eeee");
    // What is over can still be read.
    const late = await TestClient.attach(relay, { client: "late", generation });
    expect((await late.untilClosed()).code).toBe(4002);
  });

  test("[RLY-25] ends that somebody asked for make no crash-loop, and a short window passes", async () => {
    const relay = await harness.relay();
    for (let i = 0; i < 6; i++) {
      const client = await TestClient.attach(relay);
      client.sendFrame({ type: "terminate", generation: client.attached.generation });
      await client.untilClosed();
    }
    expect((await TestClient.attach(relay)).attached.clients).toBe(1);
    const brief = await harness.relay({ command: fakeAppServer("--exit", "3"), crashWindowMs: 1_500 });
    for (let i = 0; i < 5; i++) await (await TestClient.attach(brief)).untilClosed();
    let tries = 0;
    for (;;) {
      const client = await TestClient.attach(brief);
      if (client.find("attached") !== null) break;
      tries++;
      expect(client.find("refused")?.retryAfterMs).toBeLessThanOrEqual(1_500);
      await new Promise((resolve) => setTimeout(resolve, client.find("refused")?.retryAfterMs ?? 0));
    }
    expect(tries).toBeLessThanOrEqual(2);
  });

  test("[RLY-25] a command that cannot be started is told as cannot-start with the next step, and kills nothing", async () => {
    const relay = await harness.relay({ command: ["/nonexistent/codex", "app-server"] });
    for (let i = 0; i < 7; i++) {
      const client = await TestClient.attach(relay);
      expect(client.find("refused")).toMatchObject({
        reason: "cannot-start",
        retryAfterMs: null,
        detail: expect.stringContaining('"/nonexistent/codex" was not found') as string,
      });
    }
    expect(relay.current()).toBeNull();
  });

  test("[RLY-25] bytes or terminate before attach, a broken attach and a second one are bad-frame", async () => {
    const relay = await harness.relay();
    const attach = { type: "attach", client: "a", n: 1, generation: null, offset: 0 };
    const firsts: (string | Buffer)[] = [
      Buffer.from("line\n"),
      JSON.stringify({ type: "terminate", generation: "x" }),
      "not json",
      "[]",
      '{"no":"type"}',
      JSON.stringify({ ...attach, client: "has space" }),
      JSON.stringify({ ...attach, client: "x".repeat(65) }),
      JSON.stringify({ ...attach, n: 1.5 }),
      JSON.stringify({ ...attach, n: -1 }),
      JSON.stringify({ ...attach, offset: -5 }),
      JSON.stringify({ ...attach, offset: "start" }),
      JSON.stringify({ ...attach, generation: 7 }),
    ];
    for (const first of firsts) {
      const client = await TestClient.open(relay);
      client.ws.send(first);
      expect((await client.untilClosed()).code, String(first)).toBe(4000);
      expect(client.find("refused"), String(first)).toMatchObject({ reason: "bad-frame", retryAfterMs: null });
    }
    expect(relay.current()).toBeNull();
    const twice = await TestClient.attach(relay);
    twice.sendFrame({ ...attach, n: 99_999_999 });
    expect((await twice.untilClosed()).code).toBe(4000);
  });

  test("[RLY-27] members and types that the relay does not know are ignored", async () => {
    const relay = await harness.relay();
    const client = await TestClient.open(relay);
    client.sendFrame({ type: "hologram", value: 1 });
    client.sendFrame({
      type: "attach",
      client: "a",
      n: 1,
      generation: null,
      offset: 0,
      mood: "good",
      __proto__: { x: 1 },
    });
    await client.untilFrame("attached");
    client.sendFrame({ type: "hologram" });
    client.sendLine({ id: 1, method: "x" });
    await client.until(() => client.lines.length === 1);
  });

  test("[RLY-25] a client that does not offer longwire.v1 is told wrong-version on a protocol that it did offer", async () => {
    const relay = await harness.relay();
    const client = await TestClient.open(relay, ["longwire.v9", `longwire.token.${relay.token}`]);
    expect(client.ws.protocol).toBe("longwire.v9");
    expect((await client.untilClosed()).code).toBe(4000);
    expect(client.find("refused")).toMatchObject({ reason: "wrong-version" });
    const right = await TestClient.open(relay, [`longwire.token.${relay.token}`, SUBPROTOCOL]);
    expect(right.ws.protocol).toBe(SUBPROTOCOL);
  });

  test("[RLY-03] lines sent before attached go to the generation asked for, or nowhere", async () => {
    const relay = await harness.relay({
      command: script(
        `process.stdin.on("data", (chunk) => process.stdout.write(chunk)); process.stdin.on("end", () => process.exit(0));`,
      ),
    });
    const eager = await TestClient.open(relay);
    eager.sendFrame({ type: "attach", client: "a", n: 1, generation: null, offset: 0 });
    eager.sendLine({ early: 1 });
    await eager.until(() => eager.lines.length === 1);
    eager.sendFrame({ type: "terminate", generation: eager.attached.generation });
    await eager.untilClosed();
    const lost = await TestClient.open(relay);
    lost.sendFrame({ type: "attach", client: "a", n: 2, generation: "000000000000000000000000", offset: 0 });
    lost.sendLine({ forTheLostOne: 1 });
    await lost.untilFrame("attached");
    lost.sendLine({ after: 1 });
    await lost.until(() => lost.lines.length >= 1);
    expect(lost.lines).toEqual(['{"after":1}']);
  });
});
