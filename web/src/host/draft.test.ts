import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import type { Row } from "../journal/rows.ts";
import { createDrafter } from "./draft.ts";
import { createFolder } from "./folder.ts";
import type { LineInput, OutInput } from "./inputs.ts";

const line = (message: object): LineInput => {
  const text = JSON.stringify(message);
  return {
    type: "line",
    generation: "g",
    start: 0,
    end: Buffer.byteLength(text) + 1,
    line: text,
    message: parseLine(text),
  };
};
const out = (message: object): OutInput => ({
  type: "out",
  generation: "g",
  thread: "T",
  client: "c",
  stored: JSON.stringify(message),
  bytes: 1,
  redacted: false,
  admit: () => true,
  send: () => undefined,
  bounced: () => undefined,
  revoked: () => undefined,
});
const outRow = (message: object): Row => ({
  v: 1,
  kind: "out",
  generation: "g",
  offset: 0,
  n: 0,
  at: 1,
  thread: "T",
  client: "c",
  line: JSON.stringify(message),
  bytes: 1,
  redacted: false,
});

async function draft(input: LineInput, known: { folded?: object; missed?: object; batch?: object } = {}) {
  const folder = createFolder("h", () => undefined);
  if (known.folded !== undefined) folder.fold([outRow(known.folded)], () => undefined);
  const drafter = createDrafter(folder);
  const batch = known.batch === undefined ? [input] : [out(known.batch), input];
  await drafter.prepare(batch);
  return drafter.draft(input, known.missed === undefined ? [] : [outRow(known.missed)], batch, 5);
}

const READ = { id: "c.l.1", method: "thread/read", params: { threadId: "T" } };
const FILE = { id: "c.l.1", method: "fs/readFile", params: { path: "/x" } };

describe("the drafter", () => {
  test("[PRJ-232] H02: a large diff of a turn takes the place of the one before; a small one is kept line by line", async () => {
    const diff = (size: number, turnId: unknown = "t1") =>
      line({ method: "turn/diff/updated", params: { threadId: "T", turnId, diff: "x".repeat(size) } });
    expect(await draft(diff(100_000))).toMatchObject({
      kind: "snapshot",
      thread: "T",
      method: "turn/diff/updated",
      page: "t1",
    });
    expect(await draft(diff(1000))).toMatchObject({ kind: "in", thread: "T" });
    expect(await draft(diff(100_000, 7))).toMatchObject({ kind: "in" });
    const text = line({ method: "item/agentMessage/delta", params: { threadId: "T", delta: "x".repeat(100_000) } });
    expect(await draft(text)).toMatchObject({ kind: "in" });
  });

  test("[JRN-109] a reply belongs to the thread of its request, known from the fold, the batch, or another tab's row", async () => {
    const reply = line({ id: "c.l.1", result: {} });
    for (const how of ["folded", "missed", "batch"] as const) {
      expect(await draft(reply, { [how]: READ })).toMatchObject({
        kind: "snapshot",
        thread: "T",
        method: "thread/read",
        params: '{"threadId":"T"}',
      });
      expect(await draft(reply, { [how]: FILE })).toMatchObject({
        kind: "in",
        line: { stub: true, method: "fs/readFile", id: "s:c.l.1" },
      });
    }
    expect(await draft(reply)).toMatchObject({ kind: "in", thread: null, line: '{"id":"c.l.1","result":{}}' });
  });

  test("[JRN-109] the reply to a resume is no copy that a later one replaces: the fold has to know when it came", async () => {
    const reply = line({ id: "c.l.1", result: { thread: { id: "T" }, model: "m" } });
    expect(await draft(reply, { folded: { ...READ, method: "thread/resume" } })).toMatchObject({
      kind: "in",
      thread: "T",
    });
  });

  test("[JRN-109] what is not kept leaves method, id, size and hash, and nothing of its content", async () => {
    const reply = line({ id: "c.l.1", result: { dataBase64: "c2VjcmV0" } });
    const text = typeof reply.line === "string" ? reply.line : "";
    expect(await draft(reply, { folded: FILE })).toMatchObject({
      line: {
        stub: true,
        method: "fs/readFile",
        id: "s:c.l.1",
        bytes: reply.end,
        sha256: createHash("sha256").update(text).digest("hex"),
      },
    });
    const output = line({ method: "process/outputDelta", params: { processHandle: "p", deltaBase64: "c2VjcmV0" } });
    expect(await draft(output)).toMatchObject({ line: { stub: true, method: "process/outputDelta", id: null } });
  });

  test("[JRN-109] long replies to other devices become stubs, short ones and ours are kept", async () => {
    const long = line({ id: "other.l.1", result: { text: "x".repeat(5000) } });
    expect(await draft(long)).toMatchObject({ line: { stub: true, method: null, id: "s:other.l.1" } });
    expect(await draft(line({ id: "other.l.1", result: { text: "x" } }))).toMatchObject({
      line: expect.any(String) as string,
    });
    expect(await draft(line({ id: "c.l.1", result: { text: "x".repeat(5000) } }), { folded: READ })).toMatchObject({
      kind: "snapshot",
    });
  });

  test("[JRN-109] a line that is not UTF-8 keeps its bytes", async () => {
    const bytes = Uint8Array.of(0xff, 0x7b);
    expect(await draft({ ...line({}), line: bytes })).toMatchObject({ kind: "in", line: bytes });
  });
});
