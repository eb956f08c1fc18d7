// The `longwire` command as a person and a script meet it: a real process, its output, its signals, its exit codes.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { childEnvironment } from "./child-env.ts";
import { readArguments } from "./options.ts";
import { runs } from "./descendants.ts";
import { TestClient } from "./testing/client.ts";
import { eventually, fakeAppServer, Harness, script } from "./testing/harness.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bundleFolder = mkdtempSync(join(tmpdir(), "longwire-bundle-"));
const main = join(bundleFolder, "longwire.js");
beforeAll(async () => {
  // As it is shipped: one file.
  await build({ root: join(root, "relay"), logLevel: "warn", build: { outDir: bundleFolder, emptyOutDir: false } });
  // Its folder says nothing of modules there.
  writeFileSync(join(bundleFolder, "package.json"), '{"type":"module"}');
});
afterAll(() => rmSync(bundleFolder, { recursive: true, force: true }));
const harness = new Harness();
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
  }
  await harness.cleanUp();
});

interface Ready {
  readonly url: string;
  readonly wsUrl: string;
  readonly token: string;
  readonly pid: number;
}

class Longwire {
  readonly child: ChildProcess;
  stdout = "";
  stderr = "";
  readonly exit: Promise<number | string | null>;

  constructor(args: string[], program = process.execPath, before = [main]) {
    this.child = spawn(program, [...before, ...args], {
      cwd: root,
      env: { ...childEnvironment(process.env, ""), XDG_STATE_HOME: "/nonexistent" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    started.push(this.child);
    this.child.stdout?.on("data", (data: Buffer) => (this.stdout += data.toString("utf8")));
    this.child.stderr?.on("data", (data: Buffer) => (this.stderr += data.toString("utf8")));
    this.exit = new Promise((resolve) => this.child.once("close", (code, signal) => resolve(code ?? signal)));
  }

  async ready(): Promise<Ready> {
    await eventually(() => this.stdout.includes("\n") || this.child.exitCode !== null, 20_000);
    const line = this.stdout.split("\n").find((each) => each.startsWith("{"));
    if (line === undefined) throw new Error(`not ready: ${this.stdout}${this.stderr}`);
    return JSON.parse(line) as Ready;
  }
}

function longwire(
  stateDir: string,
  flags: string[] = ["--json", "--port", "0"],
  command: string[] | null = fakeAppServer(),
): Longwire {
  return new Longwire([...flags, "--state-dir", stateDir, ...(command === null ? [] : ["--", ...command])]);
}

describe("longwire", () => {
  test("[RLY-38] --json prints one line when ready; SIGTERM ends relay and App Server with exit code 0", async () => {
    const relay = longwire(harness.folder());
    const ready = await relay.ready();
    expect(Object.keys(ready)).toEqual(["url", "wsUrl", "token", "pid"]);
    expect(ready.url).toBe(`${ready.wsUrl.replace("ws:", "http:").replace("/relay", "")}/pair#token=${ready.token}`);
    expect(ready.pid).toBe(relay.child.pid);
    const client = await TestClient.attach(ready);
    client.sendLine({ id: 1, method: "initialize" });
    await client.until(() => client.lines.length === 1);
    const { pid } = (JSON.parse(client.lines[0] ?? "") as { result: { pid: number } }).result;
    relay.child.kill("SIGTERM");
    expect((await client.untilClosed()).code).toBe(4003);
    expect(client.find("exit")).toMatchObject({ by: "relay", code: 0 });
    expect(await relay.exit).toBe(0);
    expect(runs(pid)).toBe(false);
    expect(relay.stdout.trim().split("\n")).toHaveLength(1);
    expect(relay.stderr).toBe("Longwire has stopped.\n");
  });

  test("[SEC-10] the link goes to a terminal and by `longwire link`, never to a pipe", async () => {
    const stateDir = harness.folder();
    const relay = longwire(stateDir, ["--port", "0"]);
    await eventually(() => relay.stdout.includes("listens on"), 20_000);
    const token = readFileSync(join(stateDir, "token"), "utf8").trim();
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(relay.stdout)?.[0];
    expect(relay.stdout + relay.stderr).not.toContain(token);
    const link = new Longwire(["link", "--state-dir", stateDir]);
    expect(await link.exit).toBe(0);
    expect(link.stdout).toBe(`${url}/pair#token=${token}\n`);
    expect(link.stderr).toBe("");
    expect(relay.stdout).toContain(`run: node relay/bin/longwire.js link --state-dir ${stateDir}\n`);
    const none = new Longwire(["link", "--state-dir", harness.folder()]);
    expect(await none.exit).toBe(1);
    expect(none.stderr).toMatch(/--state-dir.*start longwire once/s);
  });

  test.skipIf(!existsSync("/usr/bin/script"))(
    "[SEC-10] on a terminal the link and a QR code are printed, and no browser opens without a display",
    async () => {
      const stateDir = harness.folder();
      const command = [process.execPath, main, "--port", "0", "--state-dir", stateDir, "--", ...fakeAppServer()].join(
        " ",
      );
      const terminal = new Longwire(["-qefc", command, "/dev/null"], "/usr/bin/script", []);
      await eventually(() => terminal.stdout.includes("stops Longwire"), 20_000);
      const token = readFileSync(join(stateDir, "token"), "utf8").trim();
      expect(terminal.stdout).toContain(`/pair#token=${token}`);
      expect(terminal.stdout).toMatch(/[▀▄█]{10}/);
      expect(terminal.stdout).toContain("are for this machine; for other devices see docs/tailscale.md.");
      expect(existsSync(join(stateDir, "open.html"))).toBe(false);
    },
  );

  test("[RLY-42] `longwire stop` ends the relay of the state folder and says so; where none runs it ends with 1, and `link` says how to start one", async () => {
    const stateDir = harness.folder();
    const relay = longwire(stateDir);
    const { pid, token } = await relay.ready();
    const stop = new Longwire(["stop", "--state-dir", stateDir]);
    expect(await stop.exit).toBe(0);
    expect(stop.stdout).toBe(`Longwire (process ${pid}) has stopped.\n`);
    expect(await relay.exit).toBe(0);
    const again = new Longwire(["stop", "--state-dir", stateDir]);
    expect(await again.exit).toBe(1);
    expect(again.stderr).toBe(
      `longwire: No longwire runs with the state folder ${stateDir}; there is nothing to stop.\n`,
    );
    const link = new Longwire(["link", "--state-dir", stateDir]);
    expect(await link.exit).toBe(0);
    expect(link.stdout).toContain(`/pair#token=${token}\n`);
    expect(link.stderr).toContain(`No longwire runs there now`);
    expect(link.stderr).toContain(`node relay/bin/longwire.js --state-dir ${stateDir}\n`);
  });

  test("[RLY-44] a command that cannot start is told on the terminal, one line for each try", async () => {
    const relay = longwire(harness.folder(), undefined, ["/nonexistent/agent"]);
    const ready = await relay.ready();
    for (const client of ["a", "b"]) await (await TestClient.attach(ready, { client })).untilClosed();
    await eventually(() => relay.stderr.split("\n").length === 3);
    expect(relay.stderr).toMatch(/^(longwire: The command "\/nonexistent\/agent" was not found\. .*\n){2}$/);
  });

  test("[RLY-36] a second relay in the same state folder says so in one sentence and ends with 1", async () => {
    const stateDir = harness.folder();
    const first = longwire(stateDir);
    await first.ready();
    const second = longwire(stateDir);
    expect(await second.exit).toBe(1);
    expect(second.stderr).toMatch(/^longwire: Another longwire \(process \d+\) uses the state folder .*\n$/);
    expect(second.stdout).toBe("");
  });

  test("[RLY-36] the lock of a relay that was killed is taken over, its App Server has gone, its generation is told as ended by the relay", async () => {
    const stateDir = harness.folder();
    const first = longwire(stateDir, undefined, fakeAppServer("--print", "3"));
    const client = await TestClient.attach(await first.ready());
    await client.until(() => client.lines.length === 3);
    client.sendLine({ id: 1, method: "initialize" });
    await client.until(() => client.lines.length === 4);
    const { pid } = (JSON.parse(client.lines[3] ?? "") as { result: { pid: number } }).result;
    // 20 ms are promised; a kill before that would lose the bytes.
    const log = join(stateDir, "generations", client.attached.generation, "0.line");
    await eventually(() => existsSync(log) && statSync(log).size === client.byteCount);
    first.child.kill("SIGKILL");
    await first.exit;
    await eventually(() => !runs(pid));
    const second = longwire(stateDir);
    const ready = await second.ready();
    const late = await TestClient.attach(ready, { generation: client.attached.generation });
    await late.untilClosed();
    expect(late.find("exit")).toMatchObject({ by: "relay", code: null, signal: null });
    expect(late.lines.slice(0, 3)).toEqual(client.lines.slice(0, 3));
  });

  test("[RLY-37] a busy port ends with 1, bad usage with 2, each with one plain sentence", async () => {
    const first = longwire(harness.folder());
    const { port } = new URL((await first.ready()).url);
    const busy = longwire(harness.folder(), ["--json", "--port", port]);
    expect(await busy.exit).toBe(1);
    expect(busy.stderr).toMatch(/^longwire: Port \d+ is in use already\..*\n$/);
    const bad = new Longwire(["--port", "x"]);
    expect(await bad.exit).toBe(2);
    expect(bad.stderr).toBe('longwire: --port needs a whole number from 0 to 65535, not "x". See --help.\n');
    const none = new Longwire(["--codex", "/nonexistent", "--state-dir", harness.folder()]);
    expect(await none.exit).toBe(2);
    expect(none.stderr).toBe("longwire: --codex /nonexistent: there is no program there that may be run.\n");
  });

  test("[RLY-37] every flag that is not understood is bad usage", () => {
    for (const flags of [
      ["--port", "70000"],
      ["--nonsense"],
      ["serve"],
      ["link", "more"],
      ["stop", "more"],
      ["--public-url", "https://a.example/path"],
      ["--connect-to", "*"],
      ["--log-limit", "-1"],
      ["--json=yes"],
      ["--codex", "x", "--", "y"],
      ["--"],
    ]) {
      expect(() => readArguments(flags, {}), flags.join(" ")).toThrow(
        expect.objectContaining({ exitCode: 2 }) as Error,
      );
    }
  });

  test("[RLY-37] what the parser finds wrong is said in plain words", () => {
    const why = (...flags: string[]): string => {
      try {
        readArguments(flags, {});
      } catch (error) {
        return String((error as Error).message);
      }
      return "";
    };
    expect(why("--nonsense")).toBe("There is no flag --nonsense. See --help.");
    expect(why("-x")).toBe("There is no flag -x. See --help.");
    expect(why("--json=yes")).toBe("--json takes no value. See --help.");
    expect(why("-h=1")).not.toContain("parse");
    expect(why("--port")).toBe("--port needs a value. See --help.");
    expect(why("--port", "--json")).toBe("--port needs a value. See --help.");
  });

  test("[RLY-37] flags come out as they were meant; what follows -- is the command, untouched", () => {
    const read = readArguments(
      [
        "--port",
        "0",
        "--public-url",
        "https://a.ts.net",
        "--public-url",
        "http://b:1",
        "--label",
        "x",
        "--no-open",
        "--",
        "cmd",
        "--port",
        "--",
        "z",
      ],
      { XDG_STATE_HOME: "/state" },
    );
    expect(read).toMatchObject({
      kind: "run",
      flags: {
        port: 0,
        publicUrls: ["https://a.ts.net", "http://b:1"],
        label: "x",
        open: false,
        stateDir: "/state/longwire",
        command: ["cmd", "--port", "--", "z"],
      },
    });
    expect(readArguments([], { XDG_STATE_HOME: "not/absolute" })).toMatchObject({
      flags: {
        port: 4177,
        bind: "127.0.0.1",
        logLimit: 268_435_456,
        command: null,
        stateDir: join(homedir(), ".local/state/longwire"),
      },
    });
  });

  test("[RLY-34] SIGHUP and a dead terminal do not end it", async () => {
    const relay = longwire(harness.folder(), ["--json", "--port", "0"]);
    const ready = await relay.ready();
    relay.child.stdout?.destroy();
    relay.child.stderr?.destroy();
    relay.child.kill("SIGHUP");
    const client = await TestClient.attach(ready);
    client.sendLine({ id: 1, method: "x" });
    await client.until(() => client.lines.length === 1);
    relay.child.kill("SIGHUP");
    client.sendLine({ id: 2, method: "x" });
    await client.until(() => client.lines.length === 2);
    expect(relay.child.exitCode).toBeNull();
  });

  test("[RLY-34] a second SIGTERM skips the grace", async () => {
    const stubborn = script(
      `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.stdout.write(process.pid + "\\n");`,
    );
    const relay = longwire(harness.folder(), undefined, stubborn);
    const client = await TestClient.attach(await relay.ready());
    await client.until(() => client.lines.length === 1);
    relay.child.kill("SIGTERM");
    const start = performance.now();
    // Again and again until it is gone: two that come at once may be heard as one.
    await eventually(() => !relay.child.kill("SIGTERM"));
    expect(await relay.exit).toBe(0);
    expect(performance.now() - start).toBeLessThan(2_900);
    expect(runs(Number(client.lines[0]))).toBe(false);
  });
});
