// The byte log of one generation: everything that stdout said, newest bytes in memory, the rest in segment files.
// It knows bytes and offsets only. Readers ask what stands at an offset and go at their own pace.
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  read,
  readSync,
  unlink,
  unlinkSync,
  write,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

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

/** One file of the log. `lineStart`: the byte before it was LF (known even when that byte is gone). */
export interface Segment {
  readonly path: string;
  readonly start: number;
  readonly lineStart: boolean;
  end: number;
  fd: number | null;
  busy: number;
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
  /** Called after a while when stdout may be read again. */
  readonly onRoom?: () => void;
  /** Called when bytes that had been read could not be written: `from` up to `to` are in no file. */
  readonly onTrouble?: (error: Error) => void;
}

/** The log of one generation. */
export class Log {
  /** Length of the generation so far, bytes. */
  end = 0;
  /** The first bytes of the generation, at most 4 KiB. */
  head: Buffer = Buffer.alloc(0);
  readonly folder: string;
  readonly segments: Segment[] = [];
  readonly #limit: number;
  readonly #segmentSize: number;
  readonly #onRoom: () => void;
  readonly #onTrouble: (error: Error) => void;
  #blocks: Block[] = [];
  readonly #spare: Buffer[] = [];
  /** Bytes before this are in a file or have been given up. */
  #settled = 0;
  /** The last byte before the memory was LF (or the generation begins there). */
  #lineBeforeMemory = true;
  #writing = false;
  #failing = false;
  #open: Segment | null = null;
  #timer: NodeJS.Timeout | null = null;
  #idle: NodeJS.Timeout | null = null;
  #closed = false;
  #whenQuiet: (() => void)[] = [];

  constructor(options: LogOptions) {
    this.folder = options.folder;
    this.#limit = options.limit;
    this.#segmentSize = Math.min(16 * MiB, Math.max(64 * KiB, Math.floor(options.limit / 16)));
    this.#onRoom = options.onRoom ?? (() => undefined);
    this.#onTrouble = options.onTrouble ?? (() => undefined);
  }

  /** A log as an earlier relay left it: files only. */
  static restore(options: LogOptions, segments: Segment[], end: number, head: Buffer): Log {
    const log = new Log(options);
    log.segments.push(...segments);
    log.end = end;
    log.#settled = end;
    log.head = head;
    log.#closed = true;
    return log;
  }

  /** First byte still kept. */
  get base(): number {
    return this.segments[0]?.start ?? this.#blocks[0]?.start ?? this.end;
  }

  /** Bytes on disk. */
  get size(): number {
    return this.segments.reduce((sum, segment) => sum + segment.end - segment.start, 0);
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

  /** Takes over a copy of `data` (for a stdout that could not be read into memory of ours). */
  append(data: Buffer): void {
    for (let at = 0; at < data.length;) {
      const count = data.copy(this.nextBuffer(), 0, at);
      this.appended(count);
      at += count;
    }
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
    for (const segment of this.segments) {
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
    if (before.kind === "disk") {
      const byte = Buffer.alloc(1);
      try {
        readSync(this.#fd(before.segment), byte, 0, 1, offset - 1 - before.segment.start);
        return byte[0] === LF;
      } catch {
        return false;
      }
    }
    if (this.#blocks[0]?.start === offset) return this.#lineBeforeMemory;
    return this.segments.find((segment) => segment.start === offset)?.lineStart ?? false;
  }

  /** Reads up to `into.length` bytes of a segment. `done` gets null when they cannot be read. */
  readSegment(segment: Segment, offset: number, into: Buffer, done: (count: number | null) => void): void {
    const length = Math.min(into.length, segment.end - offset);
    let fd: number;
    try {
      fd = this.#fd(segment);
    } catch {
      setImmediate(done, null);
      return;
    }
    segment.busy++;
    read(fd, into, 0, length, offset - segment.start, (error, count) => {
      segment.busy--;
      if (segment.dropped || (this.#closed && segment.busy === 0)) this.#closeFile(segment);
      done(error === null && count > 0 ? count : null);
    });
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
    for (let tries = 0; this.#settled < this.end && tries < 3; tries++) {
      this.#flush();
      if (this.#writing) await new Promise<void>((resolve) => this.#whenQuiet.push(resolve));
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#closed = true;
    // What no file would take stays in memory, so that those who are attached still get it.
    this.#blocks = this.#blocks.filter((block) => block.start + block.used > this.#settled);
    this.#spare.length = 0;
    for (const segment of this.segments) if (segment.busy === 0) this.#closeFile(segment);
  }

  /** Deletes the oldest segment. False when there is none. */
  dropOldest(): boolean {
    const segment = this.segments.shift();
    if (segment === undefined) return false;
    if (segment.start === 0) this.#keepHead();
    segment.dropped = true;
    if (segment === this.#open) this.#open = null;
    if (segment.busy === 0) this.#closeFile(segment);
    unlink(segment.path, () => undefined);
    return true;
  }

  #fd(segment: Segment): number {
    segment.fd ??= openSync(segment.path, constants.O_RDONLY | constants.O_NOFOLLOW);
    return segment.fd;
  }

  #closeFile(segment: Segment): void {
    if (segment.fd !== null) closeSync(segment.fd);
    segment.fd = null;
  }

  /** The head outlives the first segment, over restarts of the relay too. */
  #keepHead(): void {
    try {
      writeFileSync(join(this.folder, "head"), this.head, { mode: 0o600, flag: "wx" });
    } catch {
      // Without the file a later relay only shows no head for this generation.
    }
  }

  #flushIn(ms: number): void {
    if (this.#timer !== null || this.#writing) return;
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
    let segment: Segment;
    try {
      segment = this.#segmentAt(this.#settled);
    } catch (error) {
      this.#failed(error as Error);
      return;
    }
    const from = this.#settled - block.start;
    const length = Math.min(block.used - from, segment.start + this.#segmentSize - this.#settled);
    const at = this.#settled;
    this.#writing = true;
    block.refs++;
    segment.busy++;
    write(segment.fd ?? -1, block.bytes, from, length, at - segment.start, (error, count) => {
      this.#writing = false;
      segment.busy--;
      this.release(block);
      if (error !== null || count === 0) {
        this.#failed(error ?? new Error("nothing was written"));
      } else {
        this.#failing = false;
        this.#settled = at + count;
        segment.end = this.#settled;
        this.#trimMemory();
        this.#trimDisk();
        if (this.end - this.#settled >= READ) this.#flush();
        else if (this.end > this.#settled) this.#flushIn(GATHER_MS);
      }
      if (!this.#writing) for (const quiet of this.#whenQuiet.splice(0)) quiet();
      if (this.hasRoom) this.#onRoom();
    });
  }

  /** The disk refused: go on draining, give up what falls out of memory, try again soon in a new file. */
  #failed(error: Error): void {
    if (!this.#failing) this.#onTrouble(error);
    this.#failing = true;
    const segment = this.#open;
    this.#open = null;
    if (segment !== null && segment.end === segment.start) {
      this.segments.splice(this.segments.indexOf(segment), 1);
      segment.dropped = true;
      this.#closeFile(segment);
      unlink(segment.path, () => undefined);
    }
    this.#trimMemory();
    this.#flushIn(RETRY_MS);
    this.#onRoom();
  }

  #segmentAt(offset: number): Segment {
    const open = this.#open;
    if (open !== null && open.end === offset && open.end - open.start < this.#segmentSize) return open;
    const lineStart = this.lineStart(offset);
    const path = join(this.folder, `${offset}.${lineStart ? "line" : "mid"}`);
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const segment: Segment = { path, start: offset, lineStart, end: offset, fd: null, busy: 0, dropped: false };
    try {
      segment.fd = openSync(path, flags, 0o600);
    } catch (error) {
      // An empty file of an earlier try that could not be removed then.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      unlinkSync(path);
      segment.fd = openSync(path, flags, 0o600);
    }
    this.segments.push(segment);
    this.#open = segment;
    return segment;
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

  #trimDisk(): void {
    for (let first = this.segments[0]; first !== undefined && first !== this.#open; first = this.segments[0]) {
      if (this.size - (first.end - first.start) < this.#limit) return;
      this.dropOldest();
    }
  }
}

/** Reads the name of a segment file back. Null when the name is not one. */
export function segmentFromFile(folder: string, name: string): Segment | null {
  const match = /^(\d{1,15})\.(line|mid)$/.exec(name);
  if (match === null) return null;
  const path = join(folder, name);
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  const { size } = fstatSync(fd);
  closeSync(fd);
  const start = Number(match[1]);
  return { path, start, lineStart: match[2] === "line", end: start + size, fd: null, busy: 0, dropped: false };
}
