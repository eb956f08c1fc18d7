import { expect, test } from "vitest";
import { createLineReader } from "../rpc/lines.ts";
import type { TailInput } from "./inputs.ts";
import { createTailKeeper, TAIL_FROM, TAIL_PIECE } from "./tail-keeper.ts";

function setup() {
  const pieces: TailInput[] = [];
  const reader = createLineReader();
  const keeper = createTailKeeper((input) => pieces.push(input));
  let offset = 0;
  return {
    pieces,
    reader,
    keeper,
    feed(bytes: Uint8Array) {
      reader.feed(bytes, offset);
      keeper.fed("g", reader, offset, bytes);
      offset += bytes.length;
    },
  };
}

const long = (length: number, from = 0): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => 97 + ((from + index) % 26));
const LF = Uint8Array.of(10);

test("[JRN-107] a long unfinished line is kept in pieces that join without a seam", () => {
  const { pieces, feed } = setup();
  feed(new TextEncoder().encode("short\n"));
  let sent = 0;
  for (let chunk = 0; chunk < 50; chunk++) {
    feed(long(100_000, sent));
    sent += 100_000;
  }
  expect(pieces.length).toBeGreaterThanOrEqual(3);
  let at = 6;
  for (const piece of pieces) {
    expect(piece.from).toBe(at);
    expect(piece.bytes.length).toBeGreaterThanOrEqual(TAIL_PIECE);
    expect(piece.bytes.at(0)).toBe(97 + ((at - 6) % 26));
    expect(piece.bytes.at(-1)).toBe(97 + ((at - 6 + piece.bytes.length - 1) % 26));
    at += piece.bytes.length;
  }
  expect(sent + 6 - at).toBeLessThan(TAIL_PIECE);
});

test("[JRN-107] short unfinished lines are fetched again instead, and a line that ends begins anew", () => {
  const { pieces, feed } = setup();
  feed(long(TAIL_FROM - 1));
  feed(LF);
  for (let count = 0; count < 40; count++) {
    feed(long(50_000));
    feed(LF);
  }
  expect(pieces).toEqual([]);
});

test("[JRN-107] a page that goes on from stored pieces keeps the next ones behind them", () => {
  const pieces: TailInput[] = [];
  const reader = createLineReader();
  reader.restore(long(2 * TAIL_PIECE), 100);
  const keeper = createTailKeeper((input) => pieces.push(input));
  const start = reader.position();
  keeper.restart(start);
  const more = long(TAIL_PIECE + 5);
  reader.feed(more, start);
  keeper.fed("g", reader, start, more);
  expect(pieces.map(({ generation, from }) => [generation, from])).toEqual([["g", start]]);
  expect(Buffer.compare(pieces[0]?.bytes ?? new Uint8Array(), more)).toBe(0);
});
