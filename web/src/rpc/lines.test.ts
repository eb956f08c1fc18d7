import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineReader, type Line, type LineReader } from "./lines.ts";

const utf8 = new TextEncoder();

function feedAll(reader: LineReader, pieces: readonly Uint8Array[], offset = 0): Line[] {
  const lines: Line[] = [];
  let at = offset;
  for (const piece of pieces) {
    lines.push(...reader.feed(piece, at).lines);
    at += piece.length;
  }
  return lines;
}

/** The lines by the plainest means there is: what the reader must agree with. */
function oracle(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 10) continue;
    const raw = bytes.slice(start, at);
    let text: string | Uint8Array = raw;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
    } catch {
      // stays bytes
    }
    lines.push({ start, end: at + 1, text });
    start = at + 1;
  }
  return lines;
}

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((to, index) => bytes.subarray(places[index] ?? 0, to));
}

describe("line reader", () => {
  it("[RPC-20] any split of any bytes gives the same lines at the same offsets", () => {
    // Half of the bytes are chosen to matter: LF, CR, parts of UTF-8 sequences, the byte order mark.
    const byte = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(10, 10, 13, 0xe2, 0x80, 0xa8, 0xef, 0xbb, 0xbf, 0xf0),
    );
    const seed = Date.now() & 0x7fffffff;
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 200 }), fc.array(fc.nat(200), { maxLength: 12 }), (list, cuts) => {
        const bytes = Uint8Array.from(list);
        const reader = createLineReader();
        expect(feedAll(reader, split(bytes, cuts))).toEqual(oracle(bytes));
        const tail = bytes.subarray(bytes.lastIndexOf(10) + 1);
        expect(reader.position()).toBe(bytes.length);
        expect(reader.lineStart()).toBe(bytes.length - tail.length);
        expect(reader.pending()?.bytes ?? new Uint8Array()).toEqual(tail.slice());
      }),
      { numRuns: 2_000, seed },
    );
    console.info(`line reader: seed ${seed}`);
  });

  it("[RPC-21] characters cut between any two bytes come out whole", () => {
    const text = '{"a":"日本😀é"}';
    const bytes = utf8.encode(`${text}\n`);
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) {
        const lines = feedAll(createLineReader(), split(bytes, [first, second]));
        expect(lines, `cut at ${first} and ${second}`).toEqual([{ start: 0, end: bytes.length, text }]);
      }
    }
  });

  it("[RPC-21] a line that is not UTF-8 is given as its bytes, and the next line is not touched", () => {
    const bad = Uint8Array.from([0x7b, 0xff, 0xc3, 0x28, 0x7d]);
    const bytes = Uint8Array.from([...bad, 10, ...utf8.encode("fine"), 10]);
    const [first, second] = createLineReader().feed(bytes, 0).lines;
    expect(first?.text).toEqual(bad);
    expect(second?.text).toBe("fine");
  });

  it("[RPC-22] only LF ends a line: U+2028, U+2029, U+0085 and CR do not", () => {
    const first = '{"id":2,"result":{"text":"a\u2028b\u2029c\u0085d\u000be\u000cf"}}';
    const lines = createLineReader().feed(utf8.encode(`${first}\n{"method":"x"}\r\n`), 0).lines;
    expect(lines.map((line) => line.text)).toEqual([first, '{"method":"x"}\r']);
  });

  it("[RPC-22] a byte order mark and empty lines are kept as they came", () => {
    const lines = createLineReader().feed(utf8.encode("\uFEFF{}\n\n"), 0).lines;
    expect(lines.map((line) => line.text)).toEqual(["\uFEFF{}", ""]);
  });

  it("[RPC-23] bytes that do not follow the ones before are refused", () => {
    const reader = createLineReader(100);
    reader.feed(utf8.encode("ab"), 100);
    expect(() => reader.feed(utf8.encode("c"), 101)).toThrow(RangeError);
    expect(() => reader.feed(utf8.encode("c"), 103)).toThrow(RangeError);
    expect(reader.feed(utf8.encode("c\n"), 102).lines).toEqual([{ start: 100, end: 104, text: "abc" }]);
  });

  it("[RPC-24] a jump into a line drops the rest of it, from the start of the unfinished line on", () => {
    const reader = createLineReader();
    reader.feed(utf8.encode("one\ntw"), 0);
    expect(reader.jump(1000, false)).toBeNull();
    expect(reader.pending()).toBeNull();
    expect(reader.feed(utf8.encode("st of it"), 1000)).toEqual({ dropped: null, lines: [] });
    expect(reader.feed(utf8.encode(" here\nnext\n"), 1008)).toEqual({
      dropped: { from: 4, to: 1014 },
      lines: [{ start: 1014, end: 1019, text: "next" }],
    });
  });

  it("[RPC-24] a jump to the start of a line tells the dropped range at once", () => {
    const reader = createLineReader();
    reader.feed(utf8.encode("one\ntw"), 0);
    expect(reader.jump(1000, true)).toEqual({ from: 4, to: 1000 });
    expect(reader.feed(utf8.encode("next\n"), 1000)).toEqual({
      dropped: null,
      lines: [{ start: 1000, end: 1005, text: "next" }],
    });
    expect(reader.jump(1005, true)).toBeNull();
  });

  it("[RPC-24] two jumps in a row are one dropped range", () => {
    const reader = createLineReader();
    reader.jump(10, false);
    reader.feed(utf8.encode("abc"), 10);
    reader.jump(50, false);
    expect(reader.feed(utf8.encode("x\n"), 50).dropped).toEqual({ from: 0, to: 52 });
  });

  it("[RPC-25] an unfinished line that was stored goes on where it stopped", () => {
    const bytes = utf8.encode("one\n日本😀é and more\nlast");
    const whole = feedAll(createLineReader(), [bytes]);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const before = createLineReader();
      const lines = [...before.feed(bytes.subarray(0, cut), 0).lines];
      const stored = before.pending();
      const after = createLineReader();
      after.restore(stored?.bytes ?? new Uint8Array(), stored?.start ?? before.position());
      expect(after.position()).toBe(cut);
      lines.push(...after.feed(bytes.subarray(cut), cut).lines);
      expect(lines).toEqual(whole);
    }
  });

  it("[RPC-20] a line of 64 MiB in small messages costs no more than a few plain scans of its bytes", () => {
    const size = 64 * 1024 * 1024;
    const bytes = new Uint8Array(size).fill(0x61);
    bytes[size - 1] = 10;
    let seen = 0;
    const scanStart = performance.now();
    for (let at = 0; at < size; at++) if (bytes[at] === 10) seen++;
    const scan = performance.now() - scanStart;
    expect(seen).toBe(1);

    const reader = createLineReader();
    const lines: Line[] = [];
    const readStart = performance.now();
    for (let at = 0; at < size; at += 16_384) lines.push(...reader.feed(bytes.subarray(at, at + 16_384), at).lines);
    const read = performance.now() - readStart;
    console.info(
      `64 MiB line: ${read.toFixed(0)} ms, plain scan ${scan.toFixed(0)} ms, ratio ${(read / scan).toFixed(1)}`,
    );
    expect(lines.map((line) => line.text.length)).toEqual([size - 1]);
    // A reader that copied the line anew with each message would be at 2,000 scans.
    expect(read / scan).toBeLessThan(20);
  });
});
