// From bytes to lines: cut at LF and nowhere else, decode each whole line, keep every byte's place in the generation.
// Each byte is looked at once; a line that came in many pieces is copied once, when its LF arrives.

const LF = 0x0a;

/** One line of the App Server's output. Offsets count the bytes of the generation. */
export interface Line {
  start: number;
  /** The byte after the LF. */
  end: number;
  /** Without the LF. A CR before it and a byte order mark stay; bytes when it is not valid UTF-8. */
  text: string | Uint8Array;
}

/** Bytes that no line was made of: `to` is where the next line starts. */
export interface DroppedRange {
  from: number;
  to: number;
}

export interface Fed {
  /** The rest of a broken line is over: it comes before the lines. */
  dropped: DroppedRange | null;
  lines: Line[];
}

/** The unfinished line behind the last LF. */
export interface Pending {
  start: number;
  bytes: Uint8Array;
}

export interface LineReader {
  /**
   * Takes the next bytes. The array is kept by reference until its last line is whole: do not write into it.
   * @param offset place of the first byte in the generation
   * @throws RangeError when the bytes do not follow the ones before (the caller owes a `reset` or `jump`)
   */
  feed(bytes: Uint8Array, offset: number): Fed;
  /** Forgets all: the next byte is `offset` and begins a line. For another generation, or another place in it. */
  reset(offset: number): void;
  /**
   * The bytes up to `to` are gone and `to` comes next. When it begins a line, the dropped range is told at once; else the
   * rest of that line is dropped too, and the `feed` that meets its LF tells the range. The range starts where the
   * unfinished line did, so that what there was of it is accounted for.
   */
  jump(to: number, lineStart: boolean): DroppedRange | null;
  /** The offset that the next `feed` must have. */
  position(): number;
  /** Where the unfinished line starts (equal to `position` when there is none), and how long it is up to now. */
  lineStart(): number;
  pendingLength(): number;
  /** A copy of the unfinished line; null when there is none or it is being dropped. */
  pending(): Pending | null;
  /** Goes on from a stored unfinished line: the next byte is the one after `tail`, which starts at `offset`. */
  restore(tail: Uint8Array, offset: number): void;
}

/** A reader that expects the byte at `offset` (default 0), a line's first. */
export function createLineReader(offset = 0): LineReader {
  // ignoreBOM keeps the mark in the text: what is stored is what came.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let next = offset;
  let start = offset;
  let fragments: Uint8Array[] = [];
  let length = 0;
  let skipping = false;

  function decode(bytes: Uint8Array): string | Uint8Array {
    try {
      return decoder.decode(bytes);
    } catch {
      // Not UTF-8, or longer than a string may be. A copy, so that the line does not keep its whole message alive.
      return bytes.slice();
    }
  }

  function wholeLine(last: Uint8Array): string | Uint8Array {
    if (fragments.length === 0) return decode(last);
    const line = join(fragments, length, last);
    fragments = [];
    length = 0;
    return decode(line);
  }

  function beginAt(place: number): void {
    next = place;
    start = place;
    fragments = [];
    length = 0;
    skipping = false;
  }

  return {
    feed(bytes, at) {
      if (at !== next) throw new RangeError(`bytes at ${at} do not follow the ones before, which end at ${next}`);
      const fed: Fed = { dropped: null, lines: [] };
      let from = 0;
      for (let lf = bytes.indexOf(LF); lf !== -1; lf = bytes.indexOf(LF, from)) {
        const end = at + lf + 1;
        if (skipping) {
          skipping = false;
          fed.dropped = { from: start, to: end };
        } else {
          fed.lines.push({ start, end, text: wholeLine(bytes.subarray(from, lf)) });
        }
        start = end;
        from = lf + 1;
      }
      if (!skipping && from < bytes.length) {
        fragments.push(bytes.subarray(from));
        length += bytes.length - from;
      }
      next = at + bytes.length;
      return fed;
    },
    reset: beginAt,
    jump(to, lineStart) {
      const from = Math.min(start, to);
      beginAt(to);
      if (lineStart) return from === to ? null : { from, to };
      start = from;
      skipping = true;
      return null;
    },
    position: () => next,
    lineStart: () => start,
    pendingLength: () => length,
    pending: () => (length === 0 ? null : { start, bytes: join(fragments, length) }),
    restore(tail, place) {
      if (tail.includes(LF)) throw new RangeError("an unfinished line holds no LF");
      beginAt(place);
      next = place + tail.length;
      if (tail.length > 0) fragments.push(tail);
      length = tail.length;
    },
  };
}

function join(fragments: readonly Uint8Array[], length: number, last?: Uint8Array): Uint8Array {
  const whole = new Uint8Array(length + (last?.length ?? 0));
  let at = 0;
  for (const fragment of fragments) {
    whole.set(fragment, at);
    at += fragment.length;
  }
  if (last !== undefined) whole.set(last, at);
  return whole;
}
