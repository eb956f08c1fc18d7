// The newest bytes of something that may print for ever: small pieces are laid together, so that what is kept is bounded by its
// bytes whatever the pieces are like, and the oldest goes first.

/** Bytes of one piece that small ones are laid together to. */
const CHUNK = 32_768;

export interface Tail {
  add(piece: Uint8Array): void;
  /** What is kept, oldest first. */
  pieces(): Uint8Array[];
  /** The oldest, which is not kept any more. */
  take(): Uint8Array | undefined;
  empty(): boolean;
  /** Bytes that were left out because newer ones came, since it was asked last. */
  left(): number;
}

/** Keeps at most `limit` bytes, and a piece of any size as long as it is the only one. */
export function createTail(limit: number): Tail {
  let whole: Uint8Array[] = [];
  /** Where small pieces gather. */
  let open = new Uint8Array(0);
  let used = 0;
  let size = 0;
  let left = 0;

  function close(): void {
    if (used > 0) whole.push(open.slice(0, used));
    used = 0;
  }
  function take(): Uint8Array | undefined {
    if (whole.length === 0) close();
    const first = whole.shift();
    size -= first?.length ?? 0;
    return first;
  }
  return {
    add(piece) {
      size += piece.length;
      if (piece.length > CHUNK / 2) {
        close();
        whole.push(piece);
      } else {
        if (used + piece.length > CHUNK) close();
        if (open.length === 0) open = new Uint8Array(CHUNK);
        open.set(piece, used);
        used += piece.length;
      }
      while (size > limit && whole.length + (used > 0 ? 1 : 0) > 1) left += take()?.length ?? 0;
    },
    pieces: () => (used > 0 ? [...whole, open.slice(0, used)] : [...whole]),
    take,
    empty: () => size === 0,
    left() {
      const count = left;
      left = 0;
      return count;
    },
  };
}
