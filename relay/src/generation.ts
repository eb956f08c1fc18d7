// One life of one App Server: its id, its log, who is attached, and what was taken from whom. It is there while the
// process runs, and afterwards for as long as its log is kept.
import { randomBytes } from "node:crypto";
import { stripVTControlCharacters } from "node:util";
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import { Child, type ChildExit } from "./child.ts";
import { childEnvironment } from "./child-env.ts";
import { Log } from "./log.ts";

/** Bytes of stderr told with an end that was not clean. */
const STDERR_TOLD = 4 * 1024;

/** What a generation tells its sockets. */
export interface Listener {
  /** New bytes, an end, or a changed count: look again. */
  wake(): void;
}

export interface StartOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The folder in which each generation has one of its own. */
  readonly folderOf: (id: string) => string;
  readonly logLimit: number;
  readonly graceMs?: number;
  readonly silenceMs?: number;
  /** Called once, when the last byte has come and the facts stand. */
  readonly onEnded: (generation: Generation) => void;
  /** One sentence for the terminal. */
  readonly onTrouble: (sentence: string) => void;
}

/** A generation, running or over. */
export class Generation {
  readonly id: string;
  readonly log: Log;
  /** Bytes of whole messages taken, by client id. */
  readonly received: Map<string, number>;
  readonly attached = new Set<Listener>();
  /** The facts of the end, once the last byte has come. */
  ended: GenerationEnd | null;
  #child: Child | null = null;
  #endedBy: GenerationEnd["by"] = null;
  #over: Promise<void> = Promise.resolve();

  private constructor(id: string, log: Log, received: Map<string, number>, ended: GenerationEnd | null) {
    this.id = id;
    this.log = log;
    this.received = received;
    this.ended = ended;
  }

  /** A generation that is over, as it was found on disk. */
  static restore(ended: GenerationEnd, log: Log, received: Map<string, number>): Generation {
    return new Generation(ended.generation, log, received, ended);
  }

  /** Starts the command. Throws `CannotStart`. */
  static async start(options: StartOptions): Promise<Generation> {
    const id = randomBytes(12).toString("hex");
    const log = new Log({
      folder: options.folderOf(id),
      limit: options.logLimit,
      onRoom: () => generation.#child?.resumeStdout(),
      onTrouble: (error) =>
        options.onTrouble(
          `The log cannot be written (${error.message}); sessions go on, but devices that are away miss bytes.`,
        ),
    });
    const generation = new Generation(id, log, new Map(), null);
    const child = await Child.start({
      command: options.command,
      cwd: options.cwd,
      env: childEnvironment(options.environment, id),
      mark: id,
      stdout: {
        nextBuffer: () => log.nextBuffer(),
        filled: (count) => {
          log.appended(count);
          generation.#wake();
          return log.hasRoom;
        },
      },
      ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
      ...(options.silenceMs === undefined ? {} : { silenceMs: options.silenceMs }),
    });
    generation.#child = child;
    generation.#over = child.finished.then(async (exit) => {
      await log.close();
      generation.ended = generation.#facts(exit);
      options.onEnded(generation);
      generation.#wake();
      await child.cleaned;
    });
    return generation;
  }

  /** Resolves when it is over and nothing that it started is left. */
  get over(): Promise<void> {
    return this.#over;
  }

  /** The process id of the App Server while there is one. */
  get pid(): number | null {
    return this.ended === null ? (this.#child?.pid ?? null) : null;
  }

  /**
   * Takes whole lines of a client into the ordered queue for stdin and counts them. False when nothing is taken any more.
   * @param done called when the bytes no longer wait
   */
  take(client: string, lines: Buffer, done: () => void): boolean {
    // A small message may be a corner of a large receive buffer: do not keep that alive while stdin is slow.
    const own = lines.length * 4 < lines.buffer.byteLength ? Buffer.from(lines) : lines;
    if (this.#child?.write(own, done) !== true) return false;
    this.received.set(client, (this.received.get(client) ?? 0) + lines.length);
    return true;
  }

  /** Ends the App Server by the ladder: stdin closed, SIGTERM, SIGKILL. The first reason stands. */
  end(by: NonNullable<GenerationEnd["by"]>): void {
    if (this.#child === null || this.ended !== null) return;
    if (this.#child.end()) this.#endedBy = by;
  }

  /** Ends it without any grace. */
  hurry(): void {
    if (this.ended === null) this.#child?.hurry();
  }

  #facts(exit: ChildExit): GenerationEnd {
    const stderr = exit.code === 0 ? null : plainText(this.#child?.stderrTail ?? Buffer.alloc(0));
    return {
      generation: this.id,
      end: this.log.end,
      code: exit.code,
      signal: exit.signal,
      by: this.#endedBy,
      at: Date.now(),
      ...(stderr === null ? {} : { stderr }),
    };
  }

  #wake(): void {
    for (const each of this.attached) each.wake();
  }
}

/** The last 4 KiB of what a terminal would show, without escapes and control characters. */
export function plainText(raw: Buffer): string {
  const text = stripVTControlCharacters(raw.toString("utf8"))
    .replaceAll("\r\n", "\n")
    // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
  const bytes = Buffer.from(text);
  let from = Math.max(0, bytes.length - STDERR_TOLD);
  // Not in the middle of a character.
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  return bytes.subarray(from).toString("utf8");
}
