// How a generation ends and how its clients hear of it.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { plainText } from "./generation.ts";
import { runs } from "./descendants.ts";
import { TestClient } from "./testing/client.ts";
import { eventually, fakeAppServer, Harness, script } from "./testing/harness.ts";

const harness = new Harness();
afterEach(() => harness.cleanUp());

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

describe("the end of a generation", () => {
  test("[RLY-17] D09: output written just before the exit arrives before exit and close, 200 times", async () => {
    // Prints as many lines as it is told, and is gone.
    const relay = await harness.relay({ crashWindowMs: 0, command: ["sh", "-c", 'read n; seq 1 "$n"'] });
    for (let run = 0; run < 200; run++) {
      const count = [1, 50, 5_000][run % 3] ?? 1;
      const client = await TestClient.attach(relay, { client: `run${run}` });
      client.ws.send(Buffer.from(`${count}\n`));
      expect((await client.untilClosed()).code).toBe(4002);
      expect(client.lines).toHaveLength(count);
      const exit = client.find("exit");
      expect(exit).toMatchObject({
        generation: client.attached.generation,
        end: client.byteCount,
        code: 0,
        signal: null,
        by: null,
      });
      expect(client.arrivals.at(-1)).toEqual({ kind: "frame", frame: exit });
    }
  }, 120_000);

  test("[RLY-18] a grandchild that holds stdout open delays exit only until it has been silent for long enough", async () => {
    const relay = await harness.relay({
      silenceMs: 400,
      graceMs: 60_000,
      // The sleeper ignores SIGTERM and holds stdout; three more words come from it after its parent is gone.
      command: script(`
        import { spawn } from "node:child_process";
        const child = spawn("sh", ["-c", "trap '' TERM; for i in 1 2 3; do sleep 0.2; echo word; done; sleep 600"], { stdio: ["ignore", 1, "ignore"] });
        process.stdin.once("data", () => process.exit(5));
      `),
    });
    const client = await TestClient.attach(relay);
    client.sendLine({});
    await client.untilClosed();
    expect(client.lines).toEqual(["word", "word", "word"]);
    expect(client.find("exit")).toMatchObject({ code: 5, by: null });
    const closing = relay.close();
    relay.hurry();
    await closing;
  });

  test("[RLY-19] exit tells code, signal and by whom; stderr only when the code is not 0, its last 4 KiB without escapes", async () => {
    const relay = await harness.relay();
    const failed = await TestClient.attach(relay);
    const text = `${"early ".repeat(2_000)}\u001b[31mred\u001b[0m\u0007 last words\n`;
    failed.sendLine({ id: 1, method: "fake/stderr", params: { text } });
    failed.sendLine({ id: 2, method: "fake/exit", params: { code: 101 } });
    await failed.untilClosed();
    const exit = failed.find("exit");
    expect(exit).toMatchObject({ code: 101, signal: null, by: null });
    expect(exit?.stderr?.endsWith("red last words\n")).toBe(true);
    expect(Buffer.byteLength(exit?.stderr ?? "")).toBe(4_096);

    const killed = await TestClient.attach(relay, { client: "b" });
    process.kill(relay.current()?.pid ?? 0, "SIGKILL");
    await killed.untilClosed();
    expect(killed.find("exit")).toMatchObject({ code: null, signal: "SIGKILL", by: null });

    const ended = await TestClient.attach(relay, { client: "c" });
    ended.sendLine({ id: 1, method: "fake/stderr", params: { text } });
    await ended.until(() => ended.lines.length === 1);
    ended.sendFrame({ type: "terminate", generation: ended.attached.generation });
    await ended.untilClosed();
    expect(ended.find("exit")).toMatchObject({ code: 0, by: { client: "c" } });
    expect(ended.find("exit")?.stderr ?? null).toBeNull();
  });

  test("[RLY-19] what stderr says is cut between characters and holds no control characters", () => {
    const told = plainText(Buffer.from(`${"é".repeat(4_000)}\u001b]0;title\u0007\u009b1mx\r\ny\tz\u0000`));
    expect(told.endsWith("éx\ny\tz")).toBe(true);
    expect(Buffer.byteLength(told)).toBeLessThanOrEqual(4_096);
    expect(told).not.toContain("\ufffd");
  });

  test("[RLY-29] D06: 1 MB on stderr before the first answer delays nothing and is not among the bytes", async () => {
    const relay = await harness.relay({ command: fakeAppServer("--stderr", "1000000") });
    const client = await TestClient.attach(relay);
    client.sendLine({ id: "i", method: "initialize" });
    await client.until(() => client.lines.length === 1);
    expect(client.lines[0]).toContain('"id":"i"');
    expect(client.byteCount).toBeLessThan(200);
  });

  test("[RLY-03] lines for an ended generation reach no process, in every order of exit, attach and send", async () => {
    const folder = harness.folder();
    const log = join(folder, "heard");
    const relay = await harness.relay({ command: fakeAppServer("--log", log), crashWindowMs: 0 });
    let n = 0;
    for (let run = 0; run < 60; run++) {
      const older = await TestClient.attach(relay, { client: "a", n: ++n });
      const { generation } = older.attached;
      const pid = relay.current()?.pid ?? 0;
      const newer = await TestClient.open(relay);
      const send = (): void => void older.sendLine({ id: `for-${generation}`, method: "x" });
      const attach = (): void => newer.sendFrame({ type: "attach", client: "a", n: ++n, generation: null, offset: 0 });
      const end = (): void => {
        if (run % 2 === 0) older.sendFrame({ type: "terminate", generation });
        else kill(pid);
      };
      const orders = [
        [send, end, attach],
        [send, attach, end],
        [end, send, attach],
        [end, attach, send],
        [attach, send, end],
        [attach, end, send],
      ];
      for (const act of orders[run % 6] ?? []) {
        act();
        if (run % 4 >= 2) await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all([older.untilClosed(), newer.untilFrame("attached")]);
      // A line into the next process shows that it hears, and that what stood before in its stdin has been heard too.
      let next = newer;
      if (newer.attached.generation === generation) {
        kill(pid);
        await newer.untilClosed();
        next = await TestClient.attach(relay, { client: "a", n: ++n });
      }
      next.sendLine({ id: `for-${next.attached.generation}`, method: "x" });
      await next.until(() => next.lines.length > 0);
      next.sendFrame({ type: "terminate", generation: next.attached.generation });
      await next.untilClosed();
    }
    const heard = readFileSync(log, "utf8").trim().split("\n");
    expect(heard.length).toBeGreaterThanOrEqual(60);
    for (const line of heard) {
      const [by, text = ""] = line.split("\t");
      expect(/for-([0-9a-f]{24})/.exec(text)?.[1]).toBe(by);
    }
  }, 120_000);

  test("[RLY-32] terminate closes stdin, then SIGTERM, then SIGKILL, each after its grace; a second word changes nothing", async () => {
    const stubborn = script(
      `process.on("SIGTERM", () => process.stdout.write("term\\n")); process.stdin.on("end", () => process.stdout.write("eof\\n")); process.stdin.resume(); process.stdout.write("up\\n"); setInterval(() => {}, 1000);`,
    );
    const relay = await harness.relay({ command: stubborn, graceMs: 300 });
    const a = await TestClient.attach(relay, { client: "a" });
    const b = await TestClient.attach(relay, { client: "b" });
    await a.until(() => a.lines.length === 1);
    const { generation } = a.attached;
    const start = performance.now();
    a.sendFrame({ type: "terminate", generation });
    b.sendFrame({ type: "terminate", generation });
    b.sendFrame({ type: "terminate", generation: "another" });
    await a.untilClosed();
    expect(performance.now() - start).toBeGreaterThan(550);
    expect(a.lines).toEqual(["up", "eof", "term"]);
    expect(a.find("exit")).toMatchObject({ code: null, signal: "SIGKILL" });
    const by = a.find("exit")?.by;
    expect(["a", "b"]).toContain(by !== null && by !== undefined && by !== "relay" ? by.client : "");
  });

  test("[RLY-32] an App Server that closes its stdin is ended, since nobody can talk to it any more", async () => {
    const relay = await harness.relay({
      graceMs: 200,
      command: script(
        `import { closeSync } from "node:fs"; closeSync(0); process.stdout.write("up\\n"); setInterval(() => {}, 1000);`,
      ),
    });
    const client = await TestClient.attach(relay);
    await client.until(() => client.lines.length === 1);
    client.sendLine({ id: 1, method: "x" });
    await client.untilClosed();
    expect(client.find("exit")).toMatchObject({ signal: "SIGTERM", by: null });
  });

  test("[RLY-33] D11: a child that detached its own group is gone after terminate, after SIGKILL of its parent and after stop", async () => {
    for (const how of ["terminate", "kill", "stop"] as const) {
      const relay = await harness.relay({ command: fakeAppServer("--child") });
      const client = await TestClient.attach(relay);
      await client.until(() => client.lines.length === 1);
      const { pid } = (JSON.parse(client.lines[0] ?? "") as { params: { pid: number } }).params;
      expect(runs(pid)).toBe(true);
      if (how === "terminate") client.sendFrame({ type: "terminate", generation: client.attached.generation });
      else if (how === "kill") process.kill(relay.current()?.pid ?? 0, "SIGKILL");
      else await relay.close();
      await client.untilClosed();
      await eventually(() => !runs(pid));
    }
  });

  test("[RLY-33] D11: 100 connections that come and go leave one App Server and none after the stop", async () => {
    const relay = await harness.relay({ command: fakeAppServer("--child") });
    const pids = new Set<number>();
    for (let i = 0; i < 100; i++) {
      const client = await TestClient.attach(relay, { client: `c${i % 7}` });
      await client.until(() => client.lines.length >= 1);
      pids.add((JSON.parse(client.lines[0] ?? "") as { params: { pid: number } }).params.pid);
      pids.add(relay.current()?.pid ?? 0);
      if (i % 2 === 0) await client.cut();
      else {
        client.ws.close();
        await once(client.ws, "close");
      }
    }
    expect(pids.size).toBe(2);
    await relay.close();
    await eventually(() => ![...pids].some(runs));
  });

  test("[RLY-24] a relay that stops sends the last bytes and exit, and closes with 4003", async () => {
    const relay = await harness.relay({ command: fakeAppServer("--print", "3") });
    const client = await TestClient.attach(relay);
    const idle = await TestClient.open(relay);
    await client.until(() => client.lines.length === 3);
    await relay.close();
    expect((await client.untilClosed()).code).toBe(4003);
    expect(client.find("exit")).toMatchObject({ by: "relay", code: 0 });
    expect((await idle.untilClosed()).code).toBe(4003);
  });
});
