// The files of a log: stretches of bytes, each named by the offset of its first byte and whether a line begins there.
// Which bytes are written when is decided in log.ts.
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

/** One file of the log. `lineStart`: the byte before it was LF (known even when that byte is gone). */
export interface Segment {
  readonly path: string;
  readonly start: number;
  readonly lineStart: boolean;
  end: number;
  fd: number | null;
  /** Reads and writes under way: the file is closed only when there are none. */
  busy: number;
  dropped: boolean;
}

/** The files of one log, oldest first. They may have holes between them. */
export class Segments {
  readonly folder: string;
  readonly list: Segment[];
  readonly #size: number;
  #open: Segment | null = null;
  #closed = false;

  /** @param size bytes after which a new file is begun */
  constructor(folder: string, size: number, found: readonly Segment[] = []) {
    this.folder = folder;
    this.#size = size;
    this.list = [...found];
  }

  /** Bytes in all files. */
  get bytes(): number {
    return this.list.reduce((sum, segment) => sum + segment.end - segment.start, 0);
  }

  /**
   * Writes the front part of `bytes` at `offset`: as much as fits into the file that is being filled, or into a new one.
   * @param lineStart whether a line begins at `offset`
   * @param done gets the number of bytes written, or the error. Called before this returns when no file can be made.
   */
  append(offset: number, bytes: Buffer, lineStart: boolean, done: (result: number | Error) => void): void {
    let segment: Segment;
    try {
      segment = this.#segmentAt(offset, lineStart);
    } catch (error) {
      done(error as Error);
      return;
    }
    const length = Math.min(bytes.length, segment.start + this.#size - offset);
    segment.busy++;
    write(segment.fd ?? -1, bytes, 0, length, offset - segment.start, (error, count) => {
      segment.busy--;
      if (error === null && count > 0) {
        segment.end = offset + count;
        this.#closeWhenIdle(segment);
        done(count);
        return;
      }
      // The next try begins a new file; an empty one is not left behind.
      this.#open = null;
      if (segment.end === segment.start) this.#drop(segment);
      done(error ?? new Error("nothing was written"));
    });
  }

  /** Reads into `into` from `offset` on. `done` gets null when the bytes cannot be read. */
  read(segment: Segment, offset: number, into: Buffer, done: (count: number | null) => void): void {
    let fd: number;
    try {
      fd = openFile(segment);
    } catch {
      setImmediate(done, null);
      return;
    }
    segment.busy++;
    read(fd, into, 0, Math.min(into.length, segment.end - offset), offset - segment.start, (error, count) => {
      segment.busy--;
      this.#closeWhenIdle(segment);
      done(error === null && count > 0 ? count : null);
    });
  }

  /** One byte, or null when it cannot be read. */
  byteAt(segment: Segment, offset: number): number | null {
    const byte = Buffer.alloc(1);
    try {
      readSync(openFile(segment), byte, 0, 1, offset - segment.start);
      this.#closeWhenIdle(segment);
      return byte[0] ?? null;
    } catch {
      return null;
    }
  }

  /** Drops the oldest files while at least `limit` bytes stay. The file that is being filled stays. */
  trim(limit: number): void {
    for (let first = this.list[0]; first !== undefined && first !== this.#open; first = this.list[0]) {
      if (this.bytes - (first.end - first.start) < limit) return;
      this.#drop(first);
    }
  }

  /** Deletes the oldest file. False when there is none. */
  dropOldest(): boolean {
    const segment = this.list[0];
    if (segment !== undefined) this.#drop(segment);
    return segment !== undefined;
  }

  /** Puts a small file beside the segments, once. */
  keep(name: string, bytes: Buffer): void {
    try {
      writeFileSync(join(this.folder, name), bytes, { mode: 0o600, flag: "wx" });
    } catch {
      // It is there already, or there is no room: then a later relay shows none.
    }
  }

  /** Nothing more is written: files are open only while they are read. */
  close(): void {
    this.#closed = true;
    for (const segment of this.list) this.#closeWhenIdle(segment);
  }

  #segmentAt(offset: number, lineStart: boolean): Segment {
    const open = this.#open;
    if (open !== null && open.end === offset && open.end - open.start < this.#size) return open;
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
    this.list.push(segment);
    this.#open = segment;
    return segment;
  }

  #drop(segment: Segment): void {
    this.list.splice(this.list.indexOf(segment), 1);
    segment.dropped = true;
    if (segment === this.#open) this.#open = null;
    this.#closeWhenIdle(segment);
    unlink(segment.path, () => undefined);
  }

  #closeWhenIdle(segment: Segment): void {
    if (segment.busy > 0 || segment.fd === null || !(segment.dropped || this.#closed)) return;
    closeSync(segment.fd);
    segment.fd = null;
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

function openFile(segment: Segment): number {
  segment.fd ??= openSync(segment.path, constants.O_RDONLY | constants.O_NOFOLLOW);
  return segment.fd;
}
