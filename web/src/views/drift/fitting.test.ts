// Lines against the pinned schema: replies find their requests, a place is named in words, a count reads what is stored.
import type { Misfit } from "@longwire/shared-protocol/fit";
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import { expect, test } from "vitest";
import { createMemoryJournal } from "../../journal/memory.ts";
import type { Row } from "../../journal/rows.ts";
import { batchesOf, seededNumbers, writeBatches } from "../../projection/testing/batches.ts";
import { HOST, T, tape } from "../../projection/testing/rows.ts";
import { note, refusal, reply, request } from "../../projection/testing/wire.ts";
import { countDrift } from "./count.ts";
import { createFitting, type Fit } from "./fitting.ts";
import { lineWords, misfitWords, placeOf } from "./words.ts";

const from = (out: boolean, method: string | null = null) => ({ out, generation: "g1", method });
const line = (value: unknown) => parseLine(typeof value === "string" ? value : JSON.stringify(value));
const NONE: Misfit = { kind: "adds", what: "member", path: [], expected: "", found: "" };
const DELTA = { threadId: T, turnId: "t1", itemId: "i1", delta: "Hi" };
const delta = (more: object = {}) => note("item/agentMessage/delta", { ...DELTA, ...more });
const worded = ({ kind, method, misfits }: Fit) =>
  misfits.map((misfit) => `${kind} ${method}: ${placeOf(kind, misfit.path)} ${misfitWords(misfit)}`);

test("[VIW-760] a reply is held against the schema of what it answers, whichever of the two is read first", () => {
  for (const backwards of [false, true]) {
    const found: string[] = [];
    const look = createFitting<string>((at, fit) => found.push(at, ...worded(fit)));
    const lines: [string, unknown, boolean][] = [
      ["asks", request("a.1", "turn/start", { threadId: T, input: [] }), true],
      ["answers", reply("a.1", { turn: "t1" }), false],
      // Another process may use the same id, and a refusal is no result.
      ["refuses", refusal("a.1", -32600, "no"), false],
    ];
    for (const [at, value, out] of backwards ? lines.toReversed() : lines) look(at, line(value), from(out));
    expect(found).toEqual(["answers", "reply turn/start: result.turn is a text; an object was expected"]);
  }
  const found: string[] = [];
  const look = createFitting<string>((at, fit) => found.push(at, ...worded(fit)));
  look("copy", line(reply("a.9", { data: 7, nextCursor: null })), from(false, "thread/turns/list"));
  expect(found).toEqual(["copy", "reply thread/turns/list: result.data is a whole number; a list was expected"]);
  // Nobody knows what it answers: nothing is said.
  for (let n = 0; n < 100; n += 1) look(`late ${n}`, line(reply(`b.${n}`, 7)), from(false));
  expect(found.length).toBe(2);
  look("asks", line(request("b.99", "turn/start", {})), from(true));
  look("asks", line(request("b.0", "turn/start", {})), from(true));
  expect(found.slice(2)).toEqual(["late 99", "reply turn/start: result is a whole number; an object was expected"]);
});

test("[VIW-761] what does not fit is said by its place and kind; what a line holds is not told, and keys are masked", () => {
  const found: string[] = [];
  const look = createFitting<null>((_at, fit) => found.push(...worded(fit)));
  const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
  look(null, line(delta({ delta: 7, [key]: 1, "odd name": null })), from(false));
  look(null, line(note("brand/new", {})), from(false));
  look(null, line({ id: 1, method: "item/tool/call", params: { threadId: 3 } }), from(false));
  look(null, line("{nonsense"), from(false));
  look(null, line(""), from(false));
  const text = found.join("\n");
  expect(text).toContain("item/agentMessage/delta: params.delta is a whole number; a text was expected");
  expect(text).toContain('params["odd name"] is a member that this app does not know (null)');
  expect(text).not.toContain(key);
  expect(text).toContain("notified brand/new: params are of a method that this app does not know");
  expect(text).toContain("asked item/tool/call: params.threadId is a whole number; a text was expected");
  expect(text).toContain("params.tool is missing; a text was expected");
  expect(found.filter((words) => words.startsWith("unreadable"))).toHaveLength(1);
});

test("[VIW-830] a notification with an id, a request without one, parameters that are null or a list, and an error without code or words are contradictions", () => {
  const found: string[] = [];
  const look = createFitting<null>((_at, fit) =>
    found.push(...worded(fit).map((words) => `${lineWords(fit.misfits[0] ?? NONE) ?? words}`)),
  );
  const told = (value: unknown) => {
    look(null, line(value), from(false));
    return found.splice(0);
  };
  expect(told({ id: 7, ...delta() })).toEqual(["It came as a request; a notification was expected."]);
  expect(told(note("item/tool/call", { threadId: T }))).toEqual(["It came as a notification; a request was expected."]);
  expect(told({ method: "skills/changed", params: null })).toEqual([
    "notified skills/changed: params is null; an object was expected",
  ]);
  expect(told({ method: "skills/changed" })).toEqual([]);
  expect(told(note("skills/changed", []))).toEqual([
    "notified skills/changed: params is a list; an object was expected",
  ]);
  expect(told({ method: "skills/changed", params: 7 })).toHaveLength(1);
  look(null, line(request("a.1", "turn/start", {})), from(true));
  expect(told(reply("a.1", null))).toEqual(["reply turn/start: result is null; an object was expected"]);
  look(null, line(request("a.2", "turn/start", {})), from(true));
  expect(told({ id: "a.2", error: "no" })).toEqual([
    "refusal turn/start: error.code is something else or nothing; a whole number was expected",
  ]);
  expect(told({ id: "a.9", error: { code: "E7" } })).toEqual([
    "refusal error: error.code is something else or nothing; a whole number was expected",
    "refusal error: error.message is something else or nothing; a text was expected",
  ]);
  expect(told(refusal("a.2", -32600, "no"))).toEqual([]);
  // The same answer twice: the second is read by the same request.
  look(null, line(request("a.3", "turn/start", {})), from(true));
  expect([...told(reply("a.3", 7)), ...told(reply("a.3", 7))]).toHaveLength(2);
});

async function stored(rows: readonly Row[]) {
  const journal = createMemoryJournal();
  await writeBatches(journal, batchesOf(rows, seededNumbers(7)));
  return journal;
}
const options = {
  host: HOST,
  generation: "g2",
  threads: ["", T],
  breathe: () => Promise.resolve(),
};

test("[VIW-762] what is stored of the present process is counted by method with the first place, within a bound; other processes are not", async () => {
  const all = tape();
  all.generation("g1").in(delta({ delta: 7 }));
  all.generation("g2");
  for (let n = 0; n < 30; n += 1) all.in(delta(n % 10 === 3 ? { delta: n } : n % 2 === 0 ? { later: [n] } : {}));
  all.out(request("a.1", "turn/start", { threadId: T, input: [] })).in(reply("a.1", {}));
  const journal = await stored(all.rows);
  const count = await countDrift({ ...options, journal });
  expect(count).toMatchObject({ lines: 31, whole: true, unfit: 4, adding: 15 });
  expect(count?.methods.map(({ kind, method, unfit, adding }) => [kind, method, unfit, adding])).toEqual([
    ["notified", "item/agentMessage/delta", 3, 15],
    ["reply", "turn/start", 1, 0],
  ]);
  const [deltas, started] = count?.methods ?? [];
  const first = all.rows.find(
    (row) => row.kind === "in" && row.generation === "g2" && row.line === JSON.stringify(delta({ delta: 3 })),
  );
  expect(first).toBeDefined();
  expect(deltas?.first).toMatchObject({
    misfit: { path: ["delta"], found: "a whole number" },
    at: first?.at,
    thread: T,
  });
  expect([...(deltas?.places.values() ?? [])]).toMatchObject([{ place: "params.later", lines: 15 }]);
  expect(started?.first?.misfit.path).toEqual(["turn"]);

  expect(await countDrift({ ...options, journal, most: { lines: 10, bytes: 1e9 } })).toMatchObject({
    lines: 10,
    whole: false,
  });
  expect(await countDrift({ ...options, journal, stopped: () => true })).toBeNull();
});

test("[VIW-831] lines that are too long or not kept whole are counted by themselves; bytes that are no UTF-8 are read as far as they go", async () => {
  const all = tape();
  all
    .generation("g2")
    .in(delta())
    .in(delta({ delta: "x".repeat(9 * 1024 * 1024) }))
    .in(delta({ later: 1 }));
  const bytes = new TextEncoder().encode(`${JSON.stringify(delta({ delta: ["?"] }))}`);
  bytes[bytes.indexOf("?".charCodeAt(0))] = 0xff;
  const stub = { stub: true, method: "process/outputDelta", id: null, bytes: 9, sha256: null } as const;
  const rows = all.rows.map((row): Row => {
    if (row.kind !== "in") return row;
    if (row.line === JSON.stringify(delta())) return { ...row, line: bytes };
    return row.line === JSON.stringify(delta({ later: 1 })) ? { ...row, line: stub } : row;
  });
  const count = await countDrift({ ...options, journal: await stored(rows) });
  expect(count).toMatchObject({ lines: 1, unread: 2, unfit: 1, whole: true });
});
