// The byte log by itself: what is kept where, what a reader finds, and a disk that refuses.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Archive } from "./archive.ts";
import { Log } from "./log.ts";
import { eventually, Harness } from "./testing/harness.ts";

const harness = new Harness();
afterEach(() => harness.cleanUp());

const KiB = 1024;
const MiB = 1024 * KiB;

/** Bytes in which each position is known: lines of 100 bytes with their offset in front. */
function pattern(from: number, to: number): Buffer {
  let text = "";
  for (let line = Math.floor(from / 100); line * 100 < to; line++) text += `${String(line * 100).padStart(99, ".")}\n`;
  const start = Math.floor(from / 100) * 100;
  return Buffer.from(text).subarray(from - start, to - start);
}

/** Reads everything from an offset on, as a slow client does, and notes the gaps. */
async function readAll(log: Log, from: number): Promise<{ bytes: Buffer; gaps: [number, number][] }> {
  const parts: Buffer[] = [];
  const gaps: [number, number][] = [];
  for (let at = from; ;) {
    const place = log.at(at);
    switch (place.kind) {
      case "end":
        return { bytes: Buffer.concat(parts), gaps };
      case "gap":
        gaps.push([at, place.to]);
        at = place.to;
        break;
      case "memory":
        parts.push(Buffer.from(place.block.bytes.subarray(at - place.block.start, place.to - place.block.start)));
        at = place.to;
        break;
      case "disk": {
        const into = Buffer.alloc(64 * KiB);
        const offset = at;
        const count = await new Promise<number | null>((resolve) =>
          log.segments.read(place.segment, offset, into, resolve),
        );
        if (count === null) throw new Error("unreadable");
        parts.push(into.subarray(0, count));
        at += count;
      }
    }
  }
}

/** Hands bytes over as a read of stdout does. */
function append(log: Log, data: Buffer): void {
  for (let at = 0; at < data.length;) {
    const count = data.copy(log.nextBuffer(), 0, at);
    log.appended(count);
    at += count;
  }
}

/** Hands bytes over as fast as the log takes them. */
async function fill(log: Log, to: number): Promise<void> {
  while (log.end < to) {
    await eventually(() => log.hasRoom);
    append(log, pattern(log.end, Math.min(to, log.end + 200 * KiB)));
  }
}

describe("the log of a generation", () => {
  test("[RLY-31] the newest bytes up to the limit are kept in files of mode 0600 in a folder of mode 0700", async () => {
    const folder = join(harness.folder(), "g");
    const log = new Log({ folder, limit: 4 * MiB });
    await fill(log, 20 * MiB);
    await log.close();
    expect(log.segments.bytes).toBeGreaterThanOrEqual(4 * MiB);
    expect(log.segments.bytes).toBeLessThanOrEqual(4.5 * MiB);
    expect(log.base).toBe(20 * MiB - log.segments.bytes);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const files = readdirSync(folder).map((name) => statSync(join(folder, name)));
    expect(files.every((each) => (each.mode & 0o777) === 0o600)).toBe(true);
    const { bytes, gaps } = await readAll(log, log.base);
    expect(gaps).toEqual([]);
    expect(bytes.equals(pattern(log.base, 20 * MiB))).toBe(true);
  });

  test("[RLY-31] bytes are on disk within 20 ms of their coming", async () => {
    const folder = join(harness.folder(), "g");
    const log = new Log({ folder, limit: MiB });
    const spans: number[] = [];
    for (let i = 0; i < 20; i++) {
      const start = performance.now();
      append(log, Buffer.from("a short line\n"));
      const size = log.end;
      await eventually(() => log.segments.bytes === size);
      spans.push(performance.now() - start);
    }
    // A busy machine may be late now and then: the usual case counts.
    expect(spans.sort((a, b) => a - b)[5]).toBeLessThan(20);
    await log.close();
  });

  test("[RLY-15] the head is kept beside the files when the first of them goes", async () => {
    const folder = join(harness.folder(), "g");
    const log = new Log({ folder, limit: 640 * KiB });
    await fill(log, 3 * MiB);
    await log.close();
    expect(log.base).toBeGreaterThan(4 * KiB);
    expect(readFileSync(join(folder, "head")).equals(pattern(0, 4 * KiB))).toBe(true);
  });

  test("[RLY-14] lineStart at the base is remembered when the byte before it is gone, over a restart too", async () => {
    const root = harness.folder();
    const id = "aaaaaaaaaaaaaaaaaaaaaaaa";
    const log = new Log({ folder: join(root, id), limit: 640 * KiB });
    await fill(log, 8 * MiB);
    await log.close();
    expect(log.base).toBeGreaterThan(0);
    expect(log.lineStart(log.base)).toBe(log.base % 100 === 0);
    const kept = new Archive({ folder: root, limit: 640 * KiB }).get(id);
    const base = kept?.log.base ?? -1;
    expect(base).toBeGreaterThan(0);
    for (const offset of [base, base + 1, Math.ceil(base / 100) * 100, 8 * MiB]) {
      expect(kept?.log.lineStart(offset)).toBe(offset % 100 === 0);
    }
  });

  test("[RLY-16] a reader whose bytes are gone finds a gap up to the first byte that is kept", async () => {
    const log = new Log({ folder: join(harness.folder(), "g"), limit: MiB });
    await fill(log, 12 * MiB);
    await log.close();
    expect(log.at(5)).toEqual({ kind: "gap", to: log.base });
    const { bytes, gaps } = await readAll(log, 5);
    expect(gaps).toEqual([[5, log.base]]);
    expect(bytes.equals(pattern(log.base, 12 * MiB))).toBe(true);
  });

  test("[RLY-30] a disk that refuses stops no draining; the last 4 MiB stay readable, later writes are tried again", async () => {
    const root = harness.folder();
    const folder = join(root, "in-the-way", "g");
    writeFileSync(join(root, "in-the-way"), "");
    const troubles: string[] = [];
    const log = new Log({ folder, limit: 64 * MiB, onTrouble: (error) => troubles.push(error.message) });
    await fill(log, 24 * MiB);
    expect(log.hasRoom).toBe(true);
    expect(troubles).toHaveLength(1);
    const early = await readAll(log, 0);
    expect(early.gaps).toHaveLength(1);
    expect(early.bytes.length).toBeGreaterThanOrEqual(4 * MiB);
    expect(early.bytes.equals(pattern(24 * MiB - early.bytes.length, 24 * MiB))).toBe(true);
    // The disk is well again.
    rmSync(join(root, "in-the-way"));
    mkdirSync(join(root, "in-the-way"));
    await eventually(() => log.segments.bytes > 0);
    await fill(log, 32 * MiB);
    await log.close();
    const { bytes, gaps } = await readAll(log, 0);
    expect(gaps).toHaveLength(1);
    expect(bytes.equals(pattern(32 * MiB - bytes.length, 32 * MiB))).toBe(true);
    expect(bytes.length).toBeGreaterThanOrEqual(12 * MiB);
  });

  test("[RLY-30] a hole in the middle is a gap, and lineStart is known behind it", async () => {
    const root = harness.folder();
    const folder = join(root, "g");
    const log = new Log({ folder, limit: MiB * 64 });
    await fill(log, 16 * MiB);
    await eventually(() => log.segments.bytes === 16 * MiB);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "");
    await fill(log, 48 * MiB + 50);
    rmSync(folder);
    await eventually(() => log.segments.list.at(-1)?.end === log.end);
    await log.close();
    const hole = log.segments.list.find((each, index) => index > 0 && each.start !== log.segments.list[index - 1]?.end);
    expect(hole).toBeDefined();
    expect(log.lineStart(hole?.start ?? 0)).toBe((hole?.start ?? 0) % 100 === 0);
  });

  test("[RLY-31] at most 16 MiB wait for a slow disk, then stdout is not read for a while", () => {
    let room = 0;
    const log = new Log({ folder: join(harness.folder(), "g"), limit: 64 * MiB, onRoom: () => room++ });
    // Nothing is written before this function returns: that is a disk which has not answered yet.
    while (log.hasRoom) append(log, Buffer.alloc(200 * KiB));
    expect(log.end).toBeGreaterThanOrEqual(16 * MiB);
    expect(log.end).toBeLessThan(17 * MiB);
    expect(room).toBe(0);
    return eventually(() => room > 0 && log.hasRoom).then(() => log.close());
  });
});
