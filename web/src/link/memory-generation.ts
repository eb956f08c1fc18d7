// One life of the App Server of the relay in memory: its output as far as it is kept, its input, its end.
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";

const LF = 0x0a;
/** Bytes of the beginning that every client is told. */
const HEAD = 4096;

export interface Generation {
  id: string;
  /** The output from `base` on. */
  log: Uint8Array;
  base: number;
  /** Output up to 4 KiB, from the beginning. */
  head: Uint8Array;
  received: Map<string, number>;
  stdin: string;
  ended: GenerationEnd | null;
}

/** A life that has said nothing yet. */
export function newGeneration(id: string): Generation {
  const empty = new Uint8Array();
  return { id, log: empty, base: 0, head: empty, received: new Map(), stdin: "", ended: null };
}

/** Adds to its output. */
export function append(generation: Generation, bytes: Uint8Array): void {
  generation.log = concat(generation.log, bytes);
  const room = HEAD - generation.head.length;
  if (room > 0) generation.head = concat(generation.head, bytes.subarray(0, room));
}

/** Forgets the output before `base`. */
export function trim(generation: Generation, base: number): void {
  if (base <= generation.base) return;
  generation.log = generation.log.slice(base - generation.base);
  generation.base = base;
}

/** The byte after the last one of its output. */
export function endOf(generation: Generation): number {
  return generation.base + generation.log.length;
}

/** Whether a line begins at `offset`. The byte before may be gone: then it is not known to be. */
export function lineStart(generation: Generation, offset: number): boolean {
  return offset === 0 || generation.log[offset - generation.base - 1] === LF || generation.head[offset - 1] === LF;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
