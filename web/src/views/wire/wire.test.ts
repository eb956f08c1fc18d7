import type { readItem } from "@longwire/shared-protocol/wire/item";
import { describe, expect, test, vi } from "vitest";
import type { Journal } from "../../journal/journal.ts";
import type { Row } from "../../journal/rows.ts";
import { recorded, recordings } from "../../projection/testing/recordings.ts";
import { HOST, rowsOf, T, tape, threadAfter, type Tape } from "../../projection/testing/rows.ts";
import {
  agent,
  command,
  completed,
  delta,
  itemCompleted,
  itemStarted,
  note,
  output,
  started,
  user,
} from "../../projection/testing/wire.ts";
import { maskText } from "../masking/text.ts";
import { type Envelope, readRow, rowText } from "./envelope.ts";
import { exportHeader, exportLine, exportName, exportPieces, type ExportFacts } from "./export.ts";
import { prettyJson } from "./pretty.ts";
import type { WireScope } from "./scope.ts";
import { createWireSource, NO_FILTER, PAGE_ROWS, type WireFilter, type WireSource } from "./source.ts";

interface Store {
  journal: Pick<Journal, "threadBlocks" | "readThreadBlocks">;
  /** Rows read so far, by block. */
  read: number[];
  write(rows: readonly Row[]): void;
}

/** A journal with these rows in blocks of `per`. */
function store(rows: readonly Row[], per = 3, thread = T): Store {
  const blocks: Row[][] = [];
  const read: number[] = [];
  const write = (more: readonly Row[]) => {
    for (let at = 0; at < more.length; at += per) blocks.push(more.slice(at, at + per));
  };
  write(rows);
  return {
    read,
    write,
    journal: {
      threadBlocks: () =>
        Promise.resolve(blocks.flatMap((block, at) => (rowsOf(block, thread).length > 0 ? [at + 1] : []))),
      readThreadBlocks: (_host, _thread, seqs) =>
        Promise.resolve(
          seqs.map((seq) => {
            const own = rowsOf(blocks[seq - 1] ?? [], thread);
            read.push(own.length);
            return { seq, rows: own, bytes: own.reduce((sum, row) => sum + rowText(row).length + 100, 1) };
          }),
        ),
    },
  };
}

function open(
  from: Store,
  scope: WireScope = { type: "thread" },
  filter: Partial<WireFilter> = {},
  thread = T,
): WireSource {
  return createWireSource({
    journal: from.journal,
    host: HOST,
    thread,
    scope,
    filter: { ...NO_FILTER, ...filter },
    breathe: () => Promise.resolve(),
  });
}

async function whole(source: WireSource): Promise<readonly Envelope[]> {
  while (!source.done()) await source.more();
  return source.envelopes();
}

const brief = ({ direction, name, id }: Envelope) =>
  `${{ in: "<", out: ">", local: "·" }[direction]} ${name}${id === null ? "" : ` ${id}`}`;

const answer = { decision: "accept" };
const start = (id: string, clientUserMessageId: string, text: string) => ({
  id,
  method: "turn/start",
  params: { threadId: T, clientUserMessageId, input: [{ type: "text", text }] },
});

/** Two turns: the first with an approval, the second with the same item ids. */
function twoTurns(): Tape {
  return tape()
    .local({ type: "attached", client: "dev", from: 0, fresh: true })
    .out(start("dev.a.1", "m1", "go"))
    .local({ type: "taken", id: "s:dev.a.1" }, T)
    .in(started("t1"))
    .in({ id: "dev.a.1", result: { turn: { id: "t1", items: [], status: "inProgress" } } })
    .in(itemCompleted("t1", user("u1", "go", "m1")))
    .in(itemStarted("t1", command("c1", "ls")))
    .in({
      id: 0,
      method: "item/commandExecution/requestApproval",
      params: { threadId: T, turnId: "t1", itemId: "c1", command: "ls" },
    })
    .out({ id: 0, result: answer })
    .local({ type: "taken", id: "n:0" }, T)
    .in(note("serverRequest/resolved", { threadId: T, requestId: 0 }))
    .in(output("t1", "c1", "a\n"))
    .in(itemCompleted("t1", command("c1", "ls", { status: "failed", exitCode: 1 })))
    .in(completed("t1"))
    .out(start("dev.a.2", "m2", "again"))
    .in({ id: "dev.a.2", result: { turn: { id: "t2", items: [], status: "inProgress" } } })
    .in(started("t2"))
    .in(itemStarted("t2", command("c1", "pwd")))
    .in(itemCompleted("t2", command("c1", "pwd", { status: "completed", exitCode: 0 })))
    .in(delta("t2", "m", "done"))
    .out({ id: "dev.a.3", method: "turn/interrupt", params: { threadId: T, turnId: "t2" } })
    .in({ id: "dev.a.3", error: { code: -32600, message: "no" } })
    .in(completed("t2"))
    .out({ id: "dev.a.4", method: "thread/turns/list", params: { threadId: T, limit: 5 } })
    .in({
      id: "dev.a.4",
      result: {
        data: [
          { id: "t2", status: "completed", items: [{ type: "commandExecution", id: "c1" }] },
          { id: "t1", status: "completed", items: [agent("item-1", "x")] },
        ],
        nextCursor: null,
      },
    });
}

describe("a thread", () => {
  test("[VIW-320] every row is there once and in order: received, sent, noted and newest replies, with ids and places", async () => {
    const rows = twoTurns().rows;
    const envelopes = await whole(open(store(rows)));
    expect(envelopes.map(({ key }) => key)).toEqual(
      rowsOf(rows, T).map((row) => `${row.generation}/${row.offset}/${row.n}`),
    );
    expect(envelopes.map(brief)).toContain("> turn/start s:dev.a.1");
    expect(envelopes.map(brief)).toContain("< item/commandExecution/requestApproval n:0");
    expect(envelopes.map(brief)).toContain("> answer n:0");
    expect(envelopes.map(brief)).toContain("· taken n:0");
    expect(envelopes.map(brief)).toContain("< error reply s:dev.a.3");
    expect(envelopes.map(brief)).toContain("< thread/turns/list s:dev.a.4");
    expect(new Set(envelopes.map(({ kind }) => kind))).toEqual(new Set(["in", "out", "local", "snapshot"]));
    const [approval] = envelopes.filter(({ name }) => name.endsWith("requestApproval"));
    expect(approval).toMatchObject({ thread: T, turn: "t1", item: "c1", generation: "g1", shape: "request" });
    expect(approval?.hint).toBe("ls");
    expect((approval?.offset ?? 0) - (approval?.start ?? 0)).toBe(approval?.bytes);
  });

  test.each(recordings())(
    "[VIW-320] %s/%s: every row of every thread, and each again by its place",
    async (version, name) => {
      const rows = recorded(version, name).rows;
      const threads = new Set(rows.flatMap((row) => (row.thread === null ? [] : [row.thread])));
      for (const thread of threads) {
        const source = open(store(rows, 7, thread), { type: "thread" }, {}, thread);
        const envelopes = await whole(source);
        const own = rowsOf(rows, thread);
        expect(envelopes).toHaveLength(own.length);
        const last = envelopes.at(-1);
        expect(last === undefined ? null : await source.row(last)).toEqual(own.at(-1));
      }
    },
  );

  test("[VIW-321] fifty thousand rows are read a page at a time, the newest first", async () => {
    const long = tape();
    for (let n = 0; n < 50_000; n++) long.in(delta("t1", "m", `word ${n}`));
    const from = store(long.rows, 40);
    const source = open(from);
    await source.more();
    expect(source.envelopes().length).toBeGreaterThanOrEqual(PAGE_ROWS);
    expect(
      from.read.reduce((a, b) => a + b, 0),
      "little more than a page was read",
    ).toBeLessThan(PAGE_ROWS * 40);
    expect(source.done()).toBe(false);
    const newest = source.envelopes().at(-1);
    const row = newest === undefined ? null : await source.row(newest);
    expect(row === null ? "" : rowText(row)).toContain("word 49999");
    const began = performance.now();
    expect(await whole(source)).toHaveLength(50_000);
    console.log(`50,000 rows scanned in ${Math.round(performance.now() - began)} ms`);
  });

  test("[VIW-321] no page is much heavier than two megabytes, a long line aside", async () => {
    const heavy = tape();
    for (let n = 0; n < 120; n++) heavy.in(delta("t1", "m", "x".repeat(200_000)));
    const from = store(heavy.rows, 1);
    const sizes: number[] = [];
    const source = createWireSource({
      journal: {
        ...from.journal,
        readThreadBlocks: async (host, thread, seqs) => {
          const found = await from.journal.readThreadBlocks(host, thread, seqs);
          sizes.push(found.reduce((sum, block) => sum + block.bytes, 0));
          return found;
        },
      },
      host: HOST,
      thread: T,
      scope: { type: "thread" },
      filter: { ...NO_FILTER, words: "nowhere" },
      breathe: () => Promise.resolve(),
    });
    expect(await whole(source)).toEqual([]);
    expect(Math.max(...sizes)).toBeLessThan(2_500_000);
    expect(sizes.length).toBeGreaterThan(10);
  });

  test("[VIW-322] words, method, direction and errors narrow it; what is filtered out is counted as looked through", async () => {
    const rows = twoTurns().rows;
    const names = async (filter: Partial<WireFilter>) => (await whole(open(store(rows), undefined, filter))).map(brief);
    expect(await names({ words: "AGAIN" })).toEqual(["> turn/start s:dev.a.2"]);
    const [again] = await whole(open(store(rows), undefined, { words: "AGAIN" }));
    expect(again?.hint, "a find is told by what stands around it").toMatch(/^….*"text":"again"/);
    expect(await names({ method: "requestapproval" })).toEqual(["< item/commandExecution/requestApproval n:0"]);
    expect((await names({ direction: "out" })).every((line) => line.startsWith(">"))).toBe(true);
    expect(await names({ onlyTrouble: true })).toEqual(["< item/completed", "< error reply s:dev.a.3"]);
    expect(await names({ words: "(", direction: "in" })).toEqual([]);
    const source = open(store(rows), undefined, { words: "nowhere" });
    await whole(source);
    expect(source.progress().rows).toBe(rowsOf(rows, T).length);
    expect([...source.methods().keys()]).toContain("turn/started");
  });

  test("[VIW-763] what contradicts the pinned schema is found among all; a reply read before its request is told too", async () => {
    const all = tape();
    for (let n = 0; n < 5; n += 1) all.in(delta("t1", "m", "word"));
    all.in(note("item/agentMessage/delta", { threadId: T, turnId: "t1", itemId: "m", delta: 7 }));
    all.out({ id: "dev.a.1", method: "thread/name/set", params: { threadId: T, name: "N" } });
    // As many as one read brings: the reply is read without its request.
    for (let n = 0; n < 8; n += 1) all.in(delta("t1", "m", "more"));
    all.in({ id: "dev.a.1", result: 7 });
    const unfit = await whole(open(store(all.rows, 1), undefined, { onlyUnfit: true }));
    expect(unfit.map(brief)).toEqual(["< item/agentMessage/delta", "< reply s:dev.a.1"]);
    const source = open(store(all.rows, 1));
    const told = (await whole(source)).map((envelope) => [brief(envelope), source.fit(envelope)?.method ?? null]);
    expect(told.filter(([, method]) => method !== null)).toEqual([
      ["< item/agentMessage/delta", "item/agentMessage/delta"],
      ["< reply s:dev.a.1", "thread/name/set"],
    ]);
  });

  test("[VIW-322] neither a row's first words nor those around a find show a key, or a piece of one", async () => {
    const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
    const said = tape().in(delta("t1", "m", `${"word ".repeat(13)}${key} and on`));
    for (const words of ["", "word", "ijklmnop", "and on"]) {
      const [envelope] = await whole(open(store(said.rows), undefined, { words }));
      expect(maskText(envelope?.hint ?? "")).not.toMatch(/abcdefgh|ijklmnop|ABCDEFGH/);
    }
  });

  test("[VIW-322] a message or an item of a kind that nobody knows is found by its words like any other", async () => {
    const odd = tape()
      .in(note("thread/aurora", { threadId: T, glow: "verdigris" }))
      .in(itemStarted("t1", { type: "hologram", id: "h", scene: "verdigris" }))
      .in(`{"method":"x","params":{"threadId":"${T}"}}`)
      .in("not json at all");
    const found = await whole(open(store(odd.rows), undefined, { words: "verdigris" }));
    expect(found.map(({ name, itemType }) => [name, itemType])).toEqual([
      ["thread/aurora", null],
      ["item/started", "hologram"],
    ]);
  });

  test("[VIW-323] rows that are written while it is open join at their end, once", async () => {
    const all = twoTurns().rows;
    const from = store(all.slice(0, 10));
    const source = open(from);
    await whole(source);
    const before = source.envelopes();
    let told = 0;
    source.onChange(() => (told += 1));
    await source.refresh();
    expect(source.envelopes()).toBe(before);
    from.write(all.slice(10));
    await Promise.all([source.refresh(), source.refresh()]);
    expect(source.envelopes().map(({ key }) => key)).toEqual(
      rowsOf(all, T).map((row) => `${row.generation}/${row.offset}/${row.n}`),
    );
    expect(told).toBeGreaterThan(0);
  });
});

describe("a turn and an item", () => {
  const of = async (scope: WireScope, per = 3) => (await whole(open(store(twoTurns().rows, per), scope))).map(brief);

  test.each([1, 3, 100])(
    "[VIW-324] behind an item stand exactly its lines, with request, answer and end of it (blocks of %i)",
    async (per) => {
      expect(await of({ type: "item", turn: "t1", item: "c1", clientId: null }, per)).toEqual([
        "< item/started",
        "< item/commandExecution/requestApproval n:0",
        "> answer n:0",
        "· taken n:0",
        "< serverRequest/resolved",
        "< item/commandExecution/outputDelta",
        "< item/completed",
      ]);
      // The same item id in another turn is another item; the copy of the history holds it too.
      expect(await of({ type: "item", turn: "t2", item: "c1", clientId: null }, per)).toEqual([
        "< item/started",
        "< item/completed",
        "< thread/turns/list s:dev.a.4",
      ]);
      expect(await of({ type: "item", turn: "t1", item: "u1", clientId: "m1" }, per)).toEqual(
        ["> turn/start s:dev.a.1", "· taken s:dev.a.1", "< turn/started", "< item/completed"]
          .filter((line) => line !== "< turn/started")
          .toSpliced(2, 0, "< reply s:dev.a.1"),
      );
    },
  );

  test("[VIW-324] behind a turn stand its lines, with the request that began it and what was noted of that", async () => {
    expect(await of({ type: "turn", turn: "t1" })).toEqual([
      "> turn/start s:dev.a.1",
      "· taken s:dev.a.1",
      "< turn/started",
      "< reply s:dev.a.1",
      "< item/completed",
      "< item/started",
      "< item/commandExecution/requestApproval n:0",
      "> answer n:0",
      "· taken n:0",
      "< serverRequest/resolved",
      "< item/commandExecution/outputDelta",
      "< item/completed",
      "< turn/completed",
      "< thread/turns/list s:dev.a.4",
    ]);
    expect(await of({ type: "turn", turn: "t2" })).toEqual([
      "> turn/start s:dev.a.2",
      "< reply s:dev.a.2",
      "< turn/started",
      "< item/started",
      "< item/completed",
      "< item/agentMessage/delta",
      "> turn/interrupt s:dev.a.3",
      "< error reply s:dev.a.3",
      "< turn/completed",
      "< thread/turns/list s:dev.a.4",
    ]);
    expect(await of({ type: "turn", turn: "t9" })).toEqual([]);
  });

  test("[VIW-324] a request of another App Server process with the same id belongs to something else", async () => {
    const both = tape()
      .in({
        id: 0,
        method: "item/commandExecution/requestApproval",
        params: { threadId: T, turnId: "t1", itemId: "c1" },
      })
      .exit()
      .generation("g2")
      .in({ id: 0, method: "item/fileChange/requestApproval", params: { threadId: T, turnId: "t1", itemId: "f1" } })
      .out({ id: 0, result: answer });
    const item = async (id: string) =>
      (await whole(open(store(both.rows), { type: "item", turn: "t1", item: id, clientId: null }))).map(brief);
    expect(await item("c1")).toEqual(["< item/commandExecution/requestApproval n:0"]);
    expect(await item("f1")).toEqual(["< item/fileChange/requestApproval n:0", "> answer n:0"]);
  });

  test.each(recordings())(
    "[VIW-324] %s/%s: each item's envelopes name it, and its turn's hold them all",
    async (version, name) => {
      const rows = recorded(version, name).rows;
      const threads = new Set(rows.flatMap((row) => (row.thread === null ? [] : [row.thread])));
      for (const thread of threads) {
        const state = threadAfter(rowsOf(rows, thread), thread);
        for (const turn of state.turns.values()) {
          const of = async (scope: WireScope) => await whole(open(store(rows, 5, thread), scope, {}, thread));
          const turnKeys = new Set((await of({ type: "turn", turn: turn.id })).map(({ key }) => key));
          for (const item of turn.items.values()) {
            const scope = { type: "item", turn: turn.id, item: item.id, clientId: null } as const;
            const own = await of(scope);
            if (!item.provisional && !item.fromSnapshot)
              expect(own.length, `${item.type} ${item.id}`).toBeGreaterThan(0);
            for (const envelope of own)
              expect(turnKeys.has(envelope.key), `${brief(envelope)} of ${item.id}`).toBe(true);
          }
        }
      }
    },
  );
});

async function exported(source: WireSource, facts: ExportFacts): Promise<string> {
  const pieces: string[] = [];
  const lines = await exportPieces(source, facts, (piece) => pieces.push(piece));
  const text = pieces.join("");
  expect(text.trimEnd().split("\n")).toHaveLength(lines + 1);
  return text;
}

describe("export", () => {
  const facts: ExportFacts = {
    host: "devbox",
    thread: T,
    scope: { type: "thread" },
    filter: NO_FILTER,
    server: "codex/0.149.1",
    at: 0,
  };

  test("[VIW-325] each line parses; the first says what the file is; the others hold the very lines, oldest first", async () => {
    const rows = twoTurns().rows;
    const text = await exported(open(store(rows)), facts);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ longwire: "wire export", version: 1, host: "devbox", thread: T });
    const own = rowsOf(rows, T);
    expect(lines).toHaveLength(own.length + 1);
    lines.slice(1).forEach((line, at) => {
      const row = own[at];
      if (row === undefined || row.kind === "local") expect(line["event"]).toEqual(row?.event);
      else expect(line["line"]).toBe(row.line);
      expect(line).toMatchObject({ kind: row?.kind, generation: row?.generation, offset: row?.offset, n: row?.n });
    });
  });

  test("[VIW-325] a turn is exported with its own lines in order; a filter is named in the first line", async () => {
    const scope = { type: "turn", turn: "t1" } as const;
    const filter = { ...NO_FILTER, direction: "out" } as const;
    const text = await exported(open(store(twoTurns().rows, 1), scope, filter), { ...facts, scope, filter });
    const lines = text.trimEnd().split("\n");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ turn: "t1", filter: { direction: "out" } });
    expect(lines.slice(1).map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual(["out", "out"]);
    expect(exportName({ ...facts, scope })).toBe("longwire-wire-t1.jsonl");
    expect(exportHeader({ ...facts, scope: { type: "item", turn: "t", item: "i", clientId: null } })).toContain(
      '"item":"i"',
    );
  });

  test("[VIW-325] keys and tokens are masked in it, in lines and in the parameters of replies", () => {
    const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
    const [row] = tape().in(note("thread/x", { threadId: T, text: `use ${key}` })).rows;
    const snapshot: Row = {
      ...(row as Extract<Row, { kind: "in" }>),
      kind: "snapshot",
      method: "thread/list",
      page: "p",
      params: JSON.stringify({ searchTerm: key }),
      line: `{"id":1,"result":{"apiKey":"${key}"}}`,
    };
    for (const one of [row, snapshot]) expect(one === undefined ? key : exportLine(one)).not.toContain(key);
  });

  test("[VIW-325] content that is not kept is named by its stub", () => {
    const [row] = tape().in(note("thread/x", { threadId: T })).rows;
    const stub = { stub: true, method: "fs/readFile", id: "s:a", bytes: 9, sha256: null } as const;
    const line = JSON.parse(exportLine({ ...(row as Extract<Row, { kind: "in" }>), line: stub })) as object;
    expect(line).toMatchObject({ notKept: stub });
    expect(readRow({ ...(row as Extract<Row, { kind: "in" }>), line: stub }, 1, 0).envelope).toMatchObject({
      name: "fs/readFile",
      shape: "stub",
      id: "s:a",
    });
  });
});

test("[VIW-326] raw JSON is indented without another meaning; what would be invisible in it is spelled out", () => {
  const raw = JSON.stringify({ a: "x\u202Ey\u200B", b: [1, { c: null }], "\u2066k": "😀é" });
  const pretty = prettyJson(raw);
  expect(JSON.parse(pretty)).toEqual(JSON.parse(raw));
  expect(pretty).toContain("\\u202e");
  expect(pretty).toContain("😀é");
  expect(pretty).not.toMatch(/[\u202E\u200B\u2066]/u);
  expect(prettyJson("no json")).toBe("no json");
});

test("[VIW-331] a type that is learnt later upgrades what is stored: the same rows, folded by a build that knows it", async () => {
  const rows = tape()
    .in(started("t1"))
    .in(itemStarted("t1", { type: "plan", id: "w1", text: "copper" }))
    .in(itemCompleted("t1", { type: "plan", id: "w1", text: "copper wire" }))
    .in(itemCompleted("t1", agent("a1", "found")))
    .in(completed("t1")).rows;
  const stored = JSON.stringify(rows);
  // An older build is this one with a hole in its table.
  vi.resetModules();
  vi.doMock("@longwire/shared-protocol/wire/item", async (original) => {
    const real = await original<{ readItem: typeof readItem }>();
    return {
      ...real,
      readItem(value: unknown) {
        const reading = real.readItem(value);
        const { item } = reading.ok ? reading.value : { item: null };
        return item?.type === "plan" ? { ok: true, value: { kind: "generic", item, problem: null } } : reading;
      },
    };
  });
  const older = await import("../../projection/testing/rows.ts");
  const before = older.threadAfter(JSON.parse(stored) as Row[]);
  vi.doUnmock("@longwire/shared-protocol/wire/item");
  vi.resetModules();
  const newer = await import("../../projection/testing/rows.ts");
  const after = newer.threadAfter(JSON.parse(stored) as Row[]);
  const items = (state: typeof before) => [...(state.turns.get("t1")?.items.values() ?? [])];
  expect(items(before).map(({ type, id }) => [type, id])).toEqual([
    ["generic", "w1"],
    ["agentMessage", "a1"],
  ]);
  expect(items(before)[0]).toMatchObject({ name: "plan", raw: { text: "copper wire" } });
  expect(items(after).map(({ type, id }) => [type, id])).toEqual([
    ["plan", "w1"],
    ["agentMessage", "a1"],
  ]);
  expect(after.turns.get("t1")?.entries, "in the same places").toEqual(before.turns.get("t1")?.entries);
});
