// The program of another name that the suites also run against (support/renamed-app-server.mjs): what it changes, that it turns
// back what comes, that it leaves all else alone byte by byte, and that it lives and ends with what stands behind it.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@longwire/fixtures/codex-home";
import { afterEach, expect, test } from "vitest";
import { renamed } from "../support/codex-binary.ts";
import { type Puppet, startPuppet } from "../support/puppet.ts";

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  send(message: unknown): void;
  /** All that it has said, its bytes as one character each. */
  said(): string;
  /** The next whole line. */
  line(): Promise<string>;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** The program of another name in front of a command. */
function behind(command: readonly string[]): Program {
  const [file = "", ...args] = renamed(command);
  const child = spawn(file, args);
  let said = "";
  let read = 0;
  let wake = (): void => undefined;
  child.stdout.setEncoding("latin1").on("data", (text: string) => {
    said += text;
    wake();
  });
  child.stdin.on("error", () => undefined);
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.on("close", (code, signal) => {
      resolve({ code, signal });
      wake();
    }),
  );
  cleanUps.push(async () => {
    child.stdin.end();
    await ended;
  });
  return {
    child,
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    said: () => said,
    async line() {
      for (;;) {
        const end = said.indexOf("\n", read);
        if (end >= 0) {
          const text = said.slice(read, end);
          read = end + 1;
          return text;
        }
        if (child.exitCode !== null) throw new Error(`it ended after: ${said.slice(read)}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    ended,
  };
}

async function puppetBehind(): Promise<{ puppet: Puppet; it: Program; next: () => Promise<Record<string, unknown>> }> {
  const puppet = await startPuppet();
  const it = behind(puppet.command);
  cleanUps.push(() => puppet.close());
  puppet.on("initialize", () => ({ userAgent: "longwire/9.8.7 (Debian 13; x86_64)", codexHome: "/h" }));
  it.send({ id: "i", method: "initialize", params: {} });
  /** The next message that is not its own. */
  const next = async (): Promise<Record<string, unknown>> => {
    // What the program says is JSON: it is the test's own.
    const message = JSON.parse(await it.line()) as Record<string, unknown>;
    return message["method"] === "egret/lookedAround" ? await next() : message;
  };
  expect(await next()).toEqual({
    id: "i",
    result: { egretNote: expect.anything(), userAgent: "egret/9.8.7-egret (Reed 3; marsh)", codexHome: "/h" },
  });
  return { puppet, it, next };
}

/** Waits until the puppet has heard as many lines. */
async function heard(puppet: Puppet, count: number): Promise<readonly unknown[]> {
  await expect.poll(() => puppet.heard.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  return puppet.heard;
}

/** The text of the member that is put in, as it stands in a line. */
const NOTE = /"egretNote":\{[^}]*\},?/g;

test("[RPC-51] ids of the server's requests are told as strings, wherever they stand, and answers go back under the very ids", async () => {
  const { puppet, it, next } = await puppetBehind();
  const told: unknown[] = [];
  for (const id of [0, 7, "7", "egret-7", "/7"]) {
    await puppet.say({ id, method: "item/tool/call", params: { threadId: "T1", arguments: { id } } });
    const asked = await next();
    expect(typeof asked["id"]).toBe("string");
    expect(asked["params"]).toMatchObject({ arguments: { id } });
    told.push(asked["id"]);
    await puppet.say({ method: "serverRequest/resolved", params: { threadId: "T1", requestId: id } });
    expect(await next()).toMatchObject({ method: "serverRequest/resolved", params: { requestId: asked["id"] } });
  }
  expect(new Set(told).size, "no two of them are one").toBe(told.length);
  for (const id of told) it.send({ id, result: { said: id } });
  it.send({ id: told[0], error: { code: 1, message: "no" } });
  it.send({ id: "another's", result: {} });
  const answers = (await heard(puppet, 1 + told.length + 2)).slice(1);
  expect(answers).toEqual([
    { id: 0, result: { said: told[0] } },
    { id: 7, result: { said: told[1] } },
    { id: "7", result: { said: told[2] } },
    { id: "egret-7", result: { said: told[3] } },
    { id: "/7", result: { said: told[4] } },
    { id: 0, error: { code: 1, message: "no" } },
    { id: "another's", result: {} },
  ]);
});

test("[RPC-51] a request that is brought again is the same line, and a request of the client's keeps its id", async () => {
  const { puppet, it } = await puppetBehind();
  const request = {
    id: 3,
    method: "item/fileChange/requestApproval",
    params: { threadId: "T1", turnId: "t", itemId: "f" },
  };
  await puppet.say(request);
  await puppet.say(request);
  expect(await it.line()).toBe(await it.line());
  for (const id of ["egret-1", 12]) it.send({ id, method: "thread/start", params: {} });
  expect((await heard(puppet, 3)).slice(1)).toMatchObject([{ id: "egret-1" }, { id: 12 }]);
});

test("[RPC-52] members of its own stand first in params, results, items, turns and threads, and nowhere else", async () => {
  const { puppet, next } = await puppetBehind();
  const own = { egretNote: expect.anything() };
  const opaque = { item: {}, turn: { items: [{}] }, model: "m" };
  await puppet.say({
    method: "turn/started",
    params: {
      turn: { id: "t", items: [{ type: "mcpToolCall", arguments: opaque, result: { structuredContent: opaque } }] },
    },
  });
  expect(await next()).toEqual({
    method: "turn/started",
    params: {
      ...own,
      turn: {
        ...own,
        id: "t",
        items: [{ ...own, type: "mcpToolCall", arguments: opaque, result: { structuredContent: opaque } }],
      },
    },
  });
  await puppet.say({
    id: "r",
    result: { thread: { turns: [{ items: [{ id: "1" }] }] }, data: [{ item: {} }, "text"] },
  });
  expect(await next()).toEqual({
    id: "r",
    result: {
      ...own,
      thread: { ...own, turns: [{ ...own, items: [{ ...own, id: "1" }] }] },
      data: [{ ...own, item: own }, "text"],
    },
  });
  await puppet.say({ id: "r", error: { code: -32600, message: "no", data: { item: {} } } });
  expect(await next()).toEqual({ id: "r", error: { code: -32600, message: "no", data: { item: {} } } });
});

test("[RPC-52] models have other names wherever they stand, and come back by their own", async () => {
  const { puppet, it, next } = await puppetBehind();
  const settings = (model: string) => ({ collaborationMode: { mode: "plan", settings: { model } } });
  const models = (prefix: string) => [
    {
      id: `${prefix}swift`,
      model: `${prefix}swift`,
      displayName: "swift",
      upgrade: `${prefix}crane`,
      upgradeInfo: { model: `${prefix}crane` },
    },
    { id: `${prefix}crane`, model: `${prefix}crane`, displayName: "swift", upgrade: null },
  ];
  await puppet.say({ id: "r", result: { data: models(""), nextCursor: null } });
  expect(await next()).toMatchObject({ result: { data: models("egret-") } });
  await puppet.say({
    id: "r",
    result: { config: { model: "swift", profiles: { sea: { model: "crane" } } }, value: "swift" },
  });
  expect(await next()).toMatchObject({
    result: { config: { model: "egret-swift", profiles: { sea: { model: "egret-crane" } } }, value: "egret-swift" },
  });
  await puppet.say({
    method: "thread/settings/updated",
    params: { threadSettings: settings("swift"), id: "swift", text: "swift" },
  });
  expect(await next()).toMatchObject({
    params: { threadSettings: settings("egret-swift"), id: "swift", text: "swift" },
  });
  const sent = (prefix: string) => ({
    model: `${prefix}crane`,
    ...settings(`${prefix}swift`),
    edits: [{ keyPath: "model", value: `${prefix}swift` }],
  });
  const text = { input: [{ type: "text", text: "egret-swift" }], effort: "egret-swift" };
  it.send({ id: "a", method: "turn/start", params: { ...sent("egret-"), ...text } });
  // One that was never told is none of its own.
  it.send({ id: "b", method: "turn/start", params: { model: "egret-wren" } });
  expect((await heard(puppet, 3)).slice(1)).toEqual([
    { id: "a", method: "turn/start", params: { ...sent(""), ...text } },
    { id: "b", method: "turn/start", params: { model: "egret-wren" } },
  ]);
});

test("[RPC-52] notifications that no surface has come in between, after the handshake only", async () => {
  const { puppet, it } = await puppetBehind();
  let [warnings, own] = [0, 0];
  for (let n = 0; n < 60; n += 1) await puppet.say({ method: "warning", params: { n } });
  while (warnings < 60)
    if ((await it.line()).startsWith('{"method":"warning"')) warnings += 1;
    else own += 1;
  expect(own).toBeGreaterThan(1);
});

test("[RPC-51] all other bytes stay as they are, both ways, whatever they are", async () => {
  const { puppet, it } = await puppetBehind();
  const odd = [
    '  {"method" : "x" , "params" : { "a" : 1.0, "b": 12345678901234567890, "c": 1e400,"c":-0.0 } }  ',
    String.raw`{"method":"x","params":{"text":"\u00e9 \/ \"item\":{} \\","\u0061":[ ],"d":{ }}}`,
    '{"method":"x","params":{"text":"\u00C3\u00A9 \u00FF\u00FE"}}',
    '{"method":"x","params":[{"item":{}}]}',
    '{"method":"x"}\r',
    "",
    "no JSON",
    '{"method":"x","params":{"item":{}',
    '{"method":"x","params":{}} more',
    "[1,2]",
    "null",
  ];
  await puppet.raw(Buffer.from(odd.map((line) => `${line}\n`).join(""), "latin1"));
  const came: string[] = [];
  while (came.length < odd.length) {
    const line = await it.line();
    if (!line.startsWith('{"method":"egret/lookedAround"')) came.push(line);
  }
  expect(came.map((line) => line.replaceAll(NOTE, ""))).toEqual(odd);
  expect(came.slice(0, 3).join("\n").match(NOTE), "these were given one").toHaveLength(3);
  expect(came.slice(3)).toEqual(odd.slice(3));

  const log = join(newFolder("stdin"), "bytes");
  const sink = behind(["sh", "-c", `cat > '${log}'`]);
  const sent = Buffer.from([...odd, '{ "id" : "egret-4" , "result":{"a":1.0} }', "half a line"].join("\n"), "latin1");
  for (let at = 0; at < sent.length; at += 7) sink.child.stdin.write(sent.subarray(at, at + 7));
  sink.child.stdin.end();
  await sink.ended;
  expect(readFileSync(log, "latin1")).toBe(sent.toString("latin1").replace('"egret-4"', "4"));
});

test("[RPC-53] nothing waits for a later line; the end of stdin, signals and the end of the program are passed on", async () => {
  // Each line at once: the answer to one is what the next waits for.
  const { puppet, it, next } = await puppetBehind();
  for (let n = 0; n < 3; n += 1) {
    it.send({ id: `q${n}`, method: "thread/list", params: {} });
    expect(await next()).toMatchObject({ id: `q${n}` });
  }
  expect(puppet.heard).toHaveLength(4);
  it.child.stdin.end();
  expect(await it.ended).toEqual({ code: 0, signal: null });

  expect(await behind(["sh", "-c", "printf 'half a line'; exit 7"]).ended).toEqual({ code: 7, signal: null });
  const killed = behind(["sh", "-c", "echo last; kill -KILL $$"]);
  expect(await killed.ended).toEqual({ code: null, signal: "SIGKILL" });
  expect(killed.said()).toBe("last\n");

  const marks = newFolder("signals");
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    const mark = join(marks, signal);
    const trap = `trap 'touch ${mark}; exit 5' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`;
    const trapped = behind(["sh", "-c", trap]);
    expect(await trapped.line()).toBe("ready");
    trapped.child.kill(signal);
    expect(await trapped.ended).toEqual({ code: 5, signal: null });
    expect(existsSync(mark)).toBe(true);
  }

  // Nobody reads: the one behind it is asked to go by the end of its stdin.
  const unread = behind(["sh", "-c", "while read -r line; do echo $line; done; exit 0"]);
  unread.child.stdout.destroy();
  unread.child.stdin.write("a\nb\n");
  expect((await unread.ended).code).toBe(0);
});
