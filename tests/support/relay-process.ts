// The relay as a person runs it: the built command, as a process of its own, with a state folder and a home of its own.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { newFolder } from "@longwire/fixtures/codex-home";
import { relayArguments } from "./codex-binary.ts";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

export interface RelayProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The pairing link, token included. */
  readonly url: string;
  readonly wsUrl: string;
  readonly token: string;
  readonly port: number;
  readonly stateDir: string;
  /** What it printed on stdout so far. */
  stdout(): string;
  /** What it printed on stderr so far. */
  stderr(): string;
  /** Ends it with a signal and waits for it to be gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface RelayProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** What stands behind `--`. */
  readonly command?: readonly string[];
  /** Kept and used again, for a relay that is started anew. */
  readonly stateDir?: string;
  readonly port?: number;
  /** Another copy of the command than the one built here. */
  readonly program?: string;
}

/** Starts the relay and waits for its `--json` line. */
export async function startRelayProcess(options: RelayProcessOptions = {}): Promise<RelayProcess> {
  const stateDir = options.stateDir ?? newFolder("relay-state");
  mkdirSync(stateDir, { recursive: true });
  const args = [
    "--json",
    "--no-open",
    "--port",
    String(options.port ?? 0),
    "--state-dir",
    stateDir,
    "--label",
    "devbox",
  ];
  // What is under test, where a test names no program itself.
  const named = options.command !== undefined || options.args?.includes("--codex") === true;
  const { flags, command } = named ? { flags: [], command: options.command } : relayArguments();
  args.push(...flags, ...(options.args ?? []), ...(command === undefined ? [] : ["--", ...command]));
  const child = spawn(process.execPath, [options.program ?? join(ROOT, "relay", "bin", "longwire.js"), ...args], {
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ready = await new Promise<{ url: string; wsUrl: string; token: string; pid: number }>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      const line = out.split("\n").find((each) => each.startsWith("{"));
      if (line !== undefined && out.includes("\n", out.indexOf(line))) resolve(JSON.parse(line));
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the relay ended with ${code}: ${stderr}`)));
  });
  return {
    child,
    pid: ready.pid,
    url: ready.url,
    wsUrl: ready.wsUrl,
    token: ready.token,
    port: Number(new URL(ready.url).port),
    stateDir,
    stdout: () => out,
    stderr: () => stderr,
    stop(signal = "SIGTERM") {
      return new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
        child.once("exit", (code) => resolve(code));
        child.kill(signal);
      });
    },
  };
}

/** Removes a state folder. */
export function removeState(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
