// Benchmark of the relay, as ratios: throughput child → client beside a bare Node bridge, websocketd and a direct read;
// round trip of a short line beside direct stdio; memory with a stalled client. One JSON object per line on stdout.
// Run by `pnpm bench relay`. LONGWIRE_BENCH_RUNS, LONGWIRE_BENCH_MB,
// LONGWIRE_BENCH_ONLY (throughput, round-trip, memory) and LONGWIRE_BENCH_NO_WEBSOCKETD make it shorter.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";

const RUNS = Number(process.env["LONGWIRE_BENCH_RUNS"] ?? 9);
const BYTES = Number(process.env["LONGWIRE_BENCH_MB"] ?? 256) * 1024 * 1024;
const STALLED_BYTES = 1024 * 1024 * 1024;
const ROUND_TRIPS = 2_000;

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const childScript = join(here, "relay-child.mjs");
const longwire = join(root, "relay/bin/longwire.js");
// Not under the temp folder: that is often memory, and the relay's log is meant for a disk.
const scratchRoot = join(root, ".state");
mkdirSync(scratchRoot, { recursive: true });
const scratch = mkdtempSync(join(scratchRoot, "bench-relay-"));

/** Something under test: open it, get bytes after `go`, close it. */
interface Contender {
  readonly name: string;
  /** Resolves to the milliseconds from `go` to the last byte. */
  run(bytes: number): Promise<number>;
}

function report(facts: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ bench: "relay", ...facts })}\n`);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

function gone(child: ChildProcess): Promise<void> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once("exit", () => resolve()));
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (data: Buffer) => {
      text += data.toString("utf8");
      const end = text.indexOf("\n");
      if (end !== -1) resolve(text.slice(0, end));
    });
    child.once("exit", () => reject(new Error("it ended before it was ready")));
  });
}

interface RelayProcess {
  readonly process: ChildProcess;
  readonly stateDir: string;
  connect(onBytes: (data: Buffer) => void): Promise<WebSocket>;
  stop(): Promise<void>;
}

async function startRelayProcess(command: readonly string[]): Promise<RelayProcess> {
  const stateDir = mkdtempSync(join(scratch, "state-"));
  const args = [longwire, "--json", "--port", "0", "--state-dir", stateDir, "--", ...command];
  const process_ = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ready = JSON.parse(await firstLine(process_)) as { wsUrl: string; token: string };
  return {
    process: process_,
    stateDir,
    connect: (onBytes) =>
      new Promise((resolve, reject) => {
        const ws = new WebSocket(ready.wsUrl, ["longwire.v1", `longwire.token.${ready.token}`], {
          perMessageDeflate: false,
        });
        ws.on("error", reject);
        ws.on("open", () =>
          ws.send(JSON.stringify({ type: "attach", client: "bench", n: Date.now(), generation: null, offset: 0 })),
        );
        ws.on("message", (data: Buffer, isBinary: boolean) => {
          if (isBinary) onBytes(data);
          else if (data.toString("utf8").startsWith('{"type":"attached"')) resolve(ws);
        });
      }),
    stop: async () => {
      process_.kill("SIGTERM");
      await gone(process_);
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

/** Counts bytes up to `bytes`. */
function counter(bytes: number): { add(count: number): void; done: Promise<void> } {
  let seen = 0;
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));
  return {
    add: (count) => {
      seen += count;
      if (seen >= bytes) finish();
    },
    done,
  };
}

async function timed(go: () => void, done: Promise<void>): Promise<number> {
  const start = performance.now();
  go();
  await done;
  return performance.now() - start;
}

const direct: Contender = {
  name: "direct",
  run: async (bytes) => {
    const child = spawn(process.execPath, [childScript, String(bytes)], { stdio: ["pipe", "pipe", "inherit"] });
    const count = counter(bytes);
    child.stdout.on("data", (data: Buffer) => count.add(data.length));
    const ms = await timed(() => child.stdin.write("go\n"), count.done);
    child.stdin.end();
    await gone(child);
    return ms;
  },
};

const relay: Contender = {
  name: "longwire",
  run: async (bytes) => {
    const running = await startRelayProcess([process.execPath, childScript, String(bytes)]);
    const count = counter(bytes);
    const ws = await running.connect((data) => count.add(data.length));
    const ms = await timed(() => ws.send(Buffer.from("go\n")), count.done);
    ws.terminate();
    await running.stop();
    return ms;
  },
};

/** Anything that opens a WebSocket without a protocol of its own. */
function overSocket(name: string, open: (bytes: number) => Promise<{ url: string; server: ChildProcess }>): Contender {
  return {
    name,
    run: async (bytes) => {
      const { url, server } = await open(bytes);
      const count = counter(bytes);
      const ws = await connectWhenReady(url);
      // websocketd takes each line's LF away and sends the rest: it counts as sent.
      ws.on("message", (data: Buffer, isBinary: boolean) => count.add(data.length + (isBinary ? 0 : 1)));
      const ms = await timed(() => ws.send("go\n"), count.done);
      ws.terminate();
      server.kill("SIGTERM");
      await gone(server);
      return ms;
    },
  };
}

async function connectWhenReady(url: string): Promise<WebSocket> {
  for (;;) {
    const ws = new WebSocket(url, { perMessageDeflate: false });
    const opened = await new Promise<boolean>((resolve) => {
      ws.once("open", () => resolve(true));
      ws.once("error", () => resolve(false));
    });
    if (opened) return ws;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const bareBridge = overSocket("bare-bridge", async (bytes) => {
  const script = join(here, "relay-bare-bridge.mjs");
  const server = spawn(process.execPath, [script, process.execPath, childScript, String(bytes)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { url: `ws://127.0.0.1:${await firstLine(server)}`, server };
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

function websocketd(program: string): Contender {
  return overSocket("websocketd", async (bytes) => {
    const port = await freePort();
    const args = [
      `--port=${port}`,
      "--address=127.0.0.1",
      "--loglevel=fatal",
      process.execPath,
      childScript,
      String(bytes),
    ];
    return { url: `ws://127.0.0.1:${port}`, server: spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] }) };
  });
}

function findWebsocketd(): string | null {
  const places = (process.env["PATH"] ?? "").split(":").map((folder) => join(folder, "websocketd"));
  return places.find((place) => existsSync(place)) ?? null;
}

async function throughput(): Promise<void> {
  const other = process.env["LONGWIRE_BENCH_NO_WEBSOCKETD"] === undefined ? findWebsocketd() : null;
  const contenders = [direct, bareBridge, relay, ...(other === null ? [] : [websocketd(other)])];
  const times = new Map<string, number[]>(contenders.map((each) => [each.name, []]));
  for (const each of contenders) await each.run(Math.min(BYTES, 32 * 1024 * 1024));
  for (let run = 0; run < RUNS; run++) {
    for (const each of contenders) times.get(each.name)?.push(await each.run(BYTES));
  }
  const medianOf = (name: string): number => median(times.get(name) ?? []);
  for (const { name } of contenders) {
    const ms = medianOf(name);
    report({
      name: "throughput",
      of: name,
      medianMs: round(ms, 0),
      mibPerSecond: round(BYTES / 1_048_576 / (ms / 1_000), 0),
      runs: RUNS,
      mib: BYTES / 1_048_576,
    });
  }
  const ours = medianOf("longwire");
  const toBridge = medianOf("bare-bridge") / ours;
  report({ name: "throughput-to-bare-bridge", ratio: round(toBridge), wanted: ">= 0.8", ok: toBridge >= 0.8 });
  report({ name: "throughput-to-direct-read", ratio: round(medianOf("direct") / ours), wanted: "printed only" });
  if (other === null) {
    report({
      name: "throughput-to-websocketd",
      skipped: "websocketd is not installed (Debian: apt-get install websocketd)",
    });
  } else {
    const toOther = medianOf("websocketd") / ours;
    report({ name: "throughput-to-websocketd", ratio: round(toOther), wanted: ">= 8", ok: toOther >= 8 });
  }
}

/** Median microseconds of one 200-byte line there and back. */
async function measureRoundTrips(
  send: (line: Buffer) => void,
  listen: (onBytes: (data: Buffer) => void) => void,
): Promise<number> {
  const line = Buffer.from(`${"r".repeat(199)}\n`);
  let arrived: () => void = () => undefined;
  let waiting = 0;
  listen((data) => {
    waiting -= data.length;
    if (waiting === 0) arrived();
  });
  const times: number[] = [];
  for (let i = 0; i < ROUND_TRIPS; i++) {
    const start = performance.now();
    waiting = line.length;
    const back = new Promise<void>((resolve) => (arrived = resolve));
    send(line);
    await back;
    times.push((performance.now() - start) * 1_000);
  }
  return median(times.slice(ROUND_TRIPS / 10));
}

async function roundTrip(): Promise<void> {
  const child = spawn(process.execPath, [childScript, "echo"], { stdio: ["pipe", "pipe", "inherit"] });
  const plain = await measureRoundTrips(
    (line) => child.stdin.write(line),
    (onBytes) => child.stdout.on("data", onBytes),
  );
  child.stdin.end();
  await gone(child);

  const running = await startRelayProcess([process.execPath, childScript, "echo"]);
  let onBytes: (data: Buffer) => void = () => undefined;
  const ws = await running.connect((data) => onBytes(data));
  const relayed = await measureRoundTrips(
    (line) => ws.send(line),
    (listener) => (onBytes = listener),
  );
  ws.terminate();
  await running.stop();
  report({
    name: "round-trip",
    bytes: 200,
    directMicros: round(plain, 0),
    relayMicros: round(relayed, 0),
    ratio: round(relayed / plain),
  });
}

function residentPeak(pid: number): number {
  const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1] ?? Number.NaN) / 1_024;
}

async function stalledClient(): Promise<void> {
  if (process.platform !== "linux") {
    report({ name: "stalled-client-memory", skipped: "needs /proc" });
    return;
  }
  const done = join(scratch, "done");
  const running = await startRelayProcess([process.execPath, childScript, String(STALLED_BYTES), done]);
  const ws = await running.connect(() => undefined);
  ws.send(Buffer.from("go\n"));
  ws.pause();
  const start = performance.now();
  while (!existsSync(done)) await new Promise((resolve) => setTimeout(resolve, 50));
  const mib = residentPeak(running.process.pid ?? 0);
  report({
    name: "stalled-client-memory",
    peakMiB: round(mib, 0),
    writtenMiB: STALLED_BYTES / 1_048_576,
    seconds: round((performance.now() - start) / 1_000, 1),
    wanted: "< 120",
    ok: mib < 120,
  });
  ws.terminate();
  await running.stop();
}

try {
  const only = process.env["LONGWIRE_BENCH_ONLY"];
  if (only === undefined || only === "throughput") await throughput();
  if (only === undefined || only === "round-trip") await roundTrip();
  if (only === undefined || only === "memory") await stalledClient();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
