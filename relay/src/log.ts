// The byte log of one generation: everything that stdout said, newest bytes in memory, the rest in segment files.
// It knows bytes and offsets only. Readers ask what stands at an offset and go at their own pace.
import { type Segment, Segments } from "./segments.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
/** Memory comes in blocks; a read of stdout fills at most READ bytes of one. */
const BLOCK = MiB;
const READ = 256 * KiB;
/** Bytes always kept in memory: clients less than this behind never need the disk. */
const TAIL = 4 * MiB;
/** Bytes that may wait for a slow disk before stdout is not read. */
const MAX_WAITING = 16 * MiB;
/** Small output is gathered for this long before it is written (promise: on disk within 20 ms). */
const GATHER_MS = 8;
const RETRY_MS = 250;
/** Memory that nothing uses is kept for the next burst, and given back after this long without one. */
const IDLE_MS = 2_000;
const HEAD = 4 * KiB;
const LF = 10;

/** A stretch of memory, shared by the disk writer and by sockets that still send from it (`refs`). */
export interface Block {
  readonly start: number;
  readonly bytes: Buffer;
  used: number;
  refs: number;
  dropped: boolean;
}

/** What a reader finds at an offset. `to` is where that stretch ends. */
export type Place =
  | { kind: "memory"; block: Block; to: number }
  | { kind: "disk"; segment: Segment; to: number }
  | { kind: "gap"; to: number }
  | { kind: "end" };

export interface LogOptions {
  /** The folder of this generation. It is made with mode 0700. */
  readonly folder: string;
  /** Bytes kept on disk. */
  readonly limit: number;
  /** Called when stdout may be read again. */
  readonly onRoom?: () => void;
  /** Called when the disk begins to refuse bytes. */
  readonly onTrouble?: (error: Error) => void;
}

/** The log of one generation. */
export class Log {
  /** Length of the generation so far, bytes. */
  end = 0;
  /** The first bytes of the generation, at most 4 KiB. */
  head: Buffer = Buffer.alloc(0);
  readonly segments: Segments;
  readonly #options: LogOptions;
  #blocks: Block[] = [];
  readonly #spare: Buffer[] = [];
  /** Bytes before this are in a file or have been given up. */
  #settled = 0;
  /** The last byte before the memory was LF (or the generation begins there). */
  #lineBeforeMemory = true;
  #writing = false;
  #failing = false;
  #timer: NodeJS.Timeout | null = null;
  #idle: NodeJS.Timeout | null = null;
  #closed = false;
  readonly #whenQuiet: (() => void)[] = [];

  constructor(options: LogOptions, found: readonly Segment[] = []) {
    this.#options = options;
    const size = Math.min(16 * MiB, Math.max(64 * KiB, Math.floor(options.limit / 16)));
    this.segments = new Segments(options.folder, size, found);
  }

  /** A log as an earlier relay left it: files only. */
  static restore(options: LogOptions, found: readonly Segment[], end: number, head: Buffer): Log {
    const log = new Log(options, found);
    log.end = end;
    log.#settled = end;
    log.head = head;
    log.#closed = true;
    log.segments.close();
    return log;
  }

  /** First byte still kept. */
  get base(): number {
    return this.segments.list[0]?.start ?? this.#blocks[0]?.start ?? this.end;
  }

  /** False while too much waits for the disk. A disk that refuses bytes does not count: draining never stops for it. */
  get hasRoom(): boolean {
    return this.#failing || this.end - this.#settled < MAX_WAITING;
  }

  /** Memory for the next read of stdout; `appended` tells how much of it was filled. */
  nextBuffer(): Buffer {
    let block = this.#blocks.at(-1);
    if (block === undefined || BLOCK - block.used < READ) {
      const bytes = this.#spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
      block = { start: this.end, bytes, used: 0, refs: 0, dropped: false };
      this.#blocks.push(block);
    }
    return block.bytes.subarray(block.used, block.used + READ);
  }

  /** Takes over the first `count` bytes of the buffer that `nextBuffer` gave last. */
  appended(count: number): void {
    const block = this.#blocks.at(-1);
    if (block === undefined) return;
    if (this.head.length < HEAD) {
      const more = block.bytes.subarray(block.used, block.used + Math.min(count, HEAD - this.head.length));
      this.head = Buffer.concat([this.head, more]);
    }
    block.used += count;
    this.end += count;
    this.#trimMemory();
    if (this.end - this.#settled >= READ) this.#flush();
    else this.#flushIn(GATHER_MS);
  }

  /** What stands at `offset`. */
  at(offset: number): Place {
    if (offset >= this.end) return { kind: "end" };
    const memoryBase = this.#blocks[0]?.start ?? this.end;
    if (offset >= memoryBase) {
      for (let i = this.#blocks.length - 1; i >= 0; i--) {
        const block = this.#blocks[i];
        if (block !== undefined && offset >= block.start)
          return { kind: "memory", block, to: block.start + block.used };
      }
    }
    let next = memoryBase;
    for (const segment of this.segments.list) {
      if (offset >= segment.start && offset < segment.end) return { kind: "disk", segment, to: segment.end };
      if (segment.start > offset && segment.end > segment.start) next = Math.min(next, segment.start);
    }
    return { kind: "gap", to: next };
  }

  /** Whether a line begins at `offset`: the byte before is LF, or the generation begins there. */
  lineStart(offset: number): boolean {
    if (offset === 0) return true;
    const before = this.at(offset - 1);
    if (before.kind === "memory") return before.block.bytes[offset - 1 - before.block.start] === LF;
    if (before.kind === "disk") return this.segments.byteAt(before.segment, offset - 1) === LF;
    if (this.#blocks[0]?.start === offset) return this.#lineBeforeMemory;
    return this.segments.list.find((segment) => segment.start === offset)?.lineStart ?? false;
  }

  /** A sender keeps the block's memory until `release`. */
  hold(block: Block): void {
    block.refs++;
  }

  release(block: Block): void {
    block.refs--;
    if (block.dropped && block.refs === 0) this.#recycle(block);
  }

  /** Ends writing: resolves when what can be written is in the files and memory is given back. */
  async close(): Promise<void> {
    while (this.#settled < this.end) {
      this.#flush();
      if (this.#writing) await new Promise<void>((resolve) => this.#whenQuiet.push(resolve));
      if (this.#failing) break;
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#closed = true;
    // What no file would take stays in memory, so that those who are attached still get it.
    this.#blocks = this.#blocks.filter((block) => block.start + block.used > this.#settled);
    this.#spare.length = 0;
    this.segments.close();
  }

  #flushIn(ms: number): void {
    if (this.#timer !== null || this.#writing || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#flush();
    }, ms);
  }

  #flush(): void {
    if (this.#writing || this.#closed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const block = this.#blocks.find((each) => each.start + each.used > this.#settled);
    if (block === undefined) return;
    const from = this.#settled;
    const bytes = block.bytes.subarray(from - block.start, block.used);
    this.#writing = true;
    this.hold(block);
    this.segments.append(from, bytes, this.lineStart(from), (result) => {
      this.#writing = false;
      this.release(block);
      if (typeof result === "number") {
        this.#failing = false;
        this.#settled = from + result;
        this.#trimMemory();
        this.#trimDisk();
        if (this.end - this.#settled >= READ) this.#flush();
        else if (this.end > this.#settled) this.#flushIn(GATHER_MS);
      } else {
        // Go on draining, give up what falls out of memory, try again soon.
        if (!this.#failing) this.#options.onTrouble?.(result);
        this.#failing = true;
        this.#trimMemory();
        this.#flushIn(RETRY_MS);
      }
      if (!this.#writing) for (const quiet of this.#whenQuiet.splice(0)) quiet();
      if (this.hasRoom) this.#options.onRoom?.();
    });
  }

  #trimMemory(): void {
    for (;;) {
      const block = this.#blocks[0];
      if (block === undefined || this.#blocks.length === 1) return;
      const to = block.start + block.used;
      if (to > this.end - TAIL) return;
      if (to > this.#settled) {
        if (!this.#failing) return;
        this.#settled = to;
      }
      this.#lineBeforeMemory = block.bytes[block.used - 1] === LF;
      this.#blocks.shift();
      block.dropped = true;
      if (block.refs === 0) this.#recycle(block);
    }
  }

  #trimDisk(): void {
    if (this.#settled <= this.#options.limit) return;
    // The head outlives the first file, also where this relay is killed before it can write down an end.
    if (this.segments.list[0]?.start === 0) this.segments.keep("head", this.head);
    this.segments.trim(this.#options.limit);
  }

  /** Blocks are used again rather than left to the collector, which would let a burst pile them up. */
  #recycle(block: Block): void {
    if (this.#closed) return;
    this.#spare.push(block.bytes);
    if (this.#idle === null) {
      this.#idle = setTimeout(() => {
        this.#idle = null;
        this.#spare.length = 0;
      }, IDLE_MS);
      this.#idle.unref();
    } else {
      this.#idle.refresh();
    }
  }
}
