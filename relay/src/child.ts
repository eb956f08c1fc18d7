// One child process: how it is started, what it is fed, and the ladder by which it is ended.
import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { descendantsOf, type ProcessFacts, processFacts, signalAll, stillThere } from "./descendants.ts";
import { makeStdoutPipe, type PipeReader } from "./stdout-pipe.ts";

/** Milliseconds that each rung of the ladder waits: stdin closed, SIGTERM, SIGKILL. */
export const GRACE_MS = 3_000;
/** Milliseconds without a byte after which a stdout that somebody else holds open counts as ended. */
export const SILENCE_MS = 2_000;
/** Raw bytes of stderr that are kept. */
const STDERR_TAIL = 16 * 1024;
const POLL_MS = 25;

export interface ChildOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  /** The generation id in `env`, by which descendants are found. */
  readonly mark: string;
  readonly stdout: PipeReader;
  readonly graceMs?: number;
  readonly silenceMs?: number;
}

/** How the process ended. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The command could not be started; the message is for a person. */
export class CannotStart extends Error {}

/** A running child. */
export class Child {
  /** Resolves when the process is gone. */
  readonly exited: Promise<ChildExit>;
  /** Resolves when the process is gone and stdout has ended or has been silent for long enough. */
  readonly finished: Promise<ChildExit>;
  /** Resolves when nothing that it started (and did not detach) is left. */
  readonly cleaned: Promise<void>;
  readonly pid: number;
  #process: ChildProcess;
  #stdin: Writable;
  #stdout: Readable;
  #stderrTail: Buffer = Buffer.alloc(0);
  #lastByteAt = 0;
  #gone = false;
  #ending = false;
  /** Its tree of processes was looked at while it lived, so what it detached on purpose can be told from the rest. */
  #treeKnown = false;
  /** stdout is not read for now, on our side. */
  #held = false;
  #hurried = false;
  #hurry: () => void = () => undefined;
  readonly #hurrying: Promise<void>;
  #known: ProcessFacts[] = [];
  readonly #options: ChildOptions;

  /** Starts the command in a process group of its own. Throws `CannotStart`. */
  static async start(options: ChildOptions): Promise<Child> {
    let child: Child | null = null;
    const into: PipeReader = {
      nextBuffer: () => options.stdout.nextBuffer(),
      filled: (count) => {
        const more = options.stdout.filled(count);
        child?.sawBytes(more);
        return more;
      },
    };
    const pipe = await makeStdoutPipe(into);
    const stdio: StdioOptions = ["pipe", pipe?.forChild ?? "pipe", "pipe"];
    const [program = "", ...args] = options.command;
    let started: ChildProcess;
    try {
      started = spawn(program, args, { cwd: options.cwd, env: options.env, stdio, detached: true });
      await new Promise<void>((resolve, reject) => {
        started.once("spawn", resolve);
        started.once("error", reject);
      });
    } catch (error) {
      pipe?.reader.destroy();
      throw new CannotStart(describeStartError(program, error as NodeJS.ErrnoException));
    } finally {
      pipe?.forChild.destroy();
    }
    child = new Child(started, pipe?.reader ?? null, options);
    return child;
  }

  private constructor(started: ChildProcess, reader: Socket | null, options: ChildOptions) {
    this.#process = started;
    this.#options = options;
    this.pid = started.pid ?? 0;
    this.#hurrying = new Promise((resolve) => (this.#hurry = resolve));
    const { stdin, stderr } = started;
    const stdout = reader ?? started.stdout;
    if (stdin === null || stderr === null || stdout === null)
      throw new CannotStart("The command has no stdin, stdout or stderr.");
    this.#stdin = stdin;
    this.#stdout = stdout;
    started.on("error", () => undefined);
    stdin.on("error", () => {
      // It closed its stdin but may live on: nobody can talk to it any more.
      if (!this.#gone) this.end();
    });
    stderr.on("error", () => undefined);
    stderr.on("data", (data: Buffer) => {
      const tail = data.length >= STDERR_TAIL ? data : Buffer.concat([this.#stderrTail, data]);
      this.#stderrTail = Buffer.from(tail.subarray(-STDERR_TAIL));
    });
    stdout.on("error", () => undefined);
    if (reader === null) {
      stdout.on("data", (data: Buffer) => {
        const more = copyInto(options.stdout, data);
        this.sawBytes(more);
        if (!more) stdout.pause();
      });
    } else {
      stdout.resume();
    }
    this.exited = new Promise((resolve) => {
      const exit = (code: number | null, signal: string | null): void => {
        this.#gone = true;
        resolve({ code, signal });
      };
      // It may have ended before anybody listened.
      if (started.exitCode !== null || started.signalCode !== null) exit(started.exitCode, started.signalCode);
      else started.once("exit", exit);
    });
    const ended = new Promise<void>((resolve) => {
      stdout.once("end", resolve);
      stdout.once("close", resolve);
    });
    this.finished = this.#finish(ended);
    this.cleaned = this.#cleanUp();
  }

  /** Queues bytes for stdin. `done` is called when they have been handed to the system or are lost. */
  write(data: Uint8Array, done: () => void): boolean {
    if (this.#gone || this.#ending || !this.#stdin.writable) return false;
    this.#stdin.write(data, () => done());
    return true;
  }

  /** stdout may be read again after `filled` said no. */
  resumeStdout(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#stdout.resume();
  }

  /** The last bytes of stderr, as they came. */
  get stderrTail(): Buffer {
    return this.#stderrTail;
  }

  /** Begins the ladder. False when it has begun already or the process is gone. */
  end(): boolean {
    if (this.#ending || this.#gone) return false;
    this.#ending = true;
    void this.#ladder();
    return true;
  }

  /** No grace any more: everything is killed now. */
  hurry(): void {
    this.#hurried = true;
    this.#hurry();
    this.end();
  }

  private sawBytes(more: boolean): void {
    this.#lastByteAt = performance.now();
    this.#held = !more;
  }

  async #ladder(): Promise<void> {
    // An App Server may put commands in groups of their own: who they are must be known while their parent lives.
    this.#look(null);
    this.#treeKnown = processFacts(this.pid) !== null;
    this.#stdin.end();
    if (await this.#goneWithin()) return;
    this.#look(null);
    this.#signalGroup("SIGTERM");
    if (await this.#goneWithin()) return;
    this.#look(null);
    this.#signalGroup("SIGKILL");
  }

  /** After the process is gone: ends what it left behind, by the same ladder without its first rung. */
  async #cleanUp(): Promise<void> {
    await this.exited;
    // Ended by our ladder: those seen below it. By itself: its group, and whatever carries the mark.
    this.#look(this.#treeKnown ? null : this.#options.mark);
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const left = stillThere(this.#known);
      if (left.length === 0) return;
      signalAll(left, this.#hurried ? "SIGKILL" : signal);
      const until = performance.now() + this.#grace;
      while (performance.now() < until && stillThere(left).length > 0) {
        await Promise.race([delay(POLL_MS), this.#hurried ? delay(POLL_MS) : this.#hurrying]);
        if (this.#hurried) signalAll(left, "SIGKILL");
      }
    }
  }

  async #finish(stdoutEnded: Promise<void>): Promise<ChildExit> {
    const exit = await this.exited;
    const silence = this.#options.silenceMs ?? SILENCE_MS;
    let ended = false;
    const end = stdoutEnded.then(() => (ended = true));
    let since = performance.now();
    while (!ended) {
      const wait = Math.max(since, this.#lastByteAt) + silence - performance.now();
      // A stdout that is not read because the disk is slow is not silent.
      if (wait <= 0 && !this.#held) break;
      if (wait <= 0) since = performance.now();
      const timer = cancellableDelay(Math.max(wait, POLL_MS));
      await Promise.race([end, timer.done]);
      timer.cancel();
    }
    this.#stdout.destroy();
    return exit;
  }

  get #grace(): number {
    return this.#options.graceMs ?? GRACE_MS;
  }

  #look(mark: string | null): void {
    const fresh = descendantsOf(this.pid, mark);
    const key = (each: ProcessFacts): string => `${each.pid} ${each.started}`;
    const known = new Set(this.#known.map(key));
    this.#known.push(...fresh.filter((each) => !known.has(key(each))));
  }

  async #goneWithin(): Promise<boolean> {
    if (this.#hurried) return this.#gone;
    const timer = cancellableDelay(this.#grace);
    await Promise.race([this.exited, timer.done, this.#hurrying]);
    timer.cancel();
    return this.#gone;
  }

  #signalGroup(signal: NodeJS.Signals): void {
    if (this.#gone) return;
    try {
      process.kill(-this.pid, this.#hurried ? "SIGKILL" : signal);
    } catch {
      this.#process.kill(signal);
    }
  }
}

function copyInto(reader: PipeReader, data: Buffer): boolean {
  let more = true;
  for (let at = 0; at < data.length;) {
    const count = data.copy(reader.nextBuffer(), 0, at);
    more = reader.filled(count);
    at += count;
  }
  return more;
}

function delay(ms: number): Promise<void> {
  return cancellableDelay(ms).done;
}

function cancellableDelay(ms: number): { done: Promise<void>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const done = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return { done, cancel: () => clearTimeout(timer) };
}

function describeStartError(program: string, error: NodeJS.ErrnoException): string {
  if (error instanceof CannotStart) return error.message;
  if (error.code === "ENOENT")
    return `The command ${JSON.stringify(program)} was not found. Check its name or path and start longwire again.`;
  if (error.code === "EACCES") return `The command ${JSON.stringify(program)} may not be run. Check its permissions.`;
  return `The command ${JSON.stringify(program)} could not be started: ${error.message}.`;
}
