// Acceptance: how rows get their place, and what several tabs make of one store.
import { BLOCK_ROWS } from "../blocks.ts";
import type { Row } from "../rows.ts";
import {
  briefs,
  ended,
  equal,
  GENERATION,
  heard,
  HOST,
  line,
  lines,
  local,
  ok,
  out,
  readEverything,
  rejection,
  snapshot,
  write,
  type JournalCase,
} from "./support.ts";

export const rowCases: JournalCase[] = [
  {
    title: "[JRN-01] a write stores only what lies behind the cursor, whoever wrote the rest",
    async run(device) {
      const [a, b] = [device.open(), device.open()];
      const first = await write(a, lines(0, 30));
      equal([first.seq, first.offset, briefs(first.rows)], [1, 30, ["in 0-10.0", "in 10-20.0", "in 20-30.0"]]);
      const second = await write(b, lines(10, 50), { seen: 1 });
      equal([second.seq, second.offset, briefs(second.rows)], [2, 50, ["in 30-40.0", "in 40-50.0"]]);
      const third = await write(a, lines(0, 50), { seen: 2 });
      equal([third.seq, third.offset, third.rows], [2, 50, []]);
      equal(
        briefs(await readEverything(a)),
        [0, 10, 20, 30, 40].map((at) => `in ${at}-${at + 10}.0`),
      );
    },
  },
  {
    title: "[JRN-02] the rows of other tabs come to build and to the caller before its own",
    async run(device) {
      const [a, b] = [device.open(), device.open()];
      await write(a, [...lines(0, 20), out("from a")]);
      let inBuild: string[] = [];
      const written = await write(b, [], {
        build: (head, missed) => {
          inBuild = briefs(missed);
          equal([head.seq, head.generation.offset], [1, 20]);
          return lines(0, 40);
        },
      });
      equal(inBuild, ["in 0-10.0", "in 10-20.0", "out 20.1 from a"]);
      equal(briefs(written.missed), inBuild);
      equal(briefs(written.rows), ["in 20-30.0", "in 30-40.0"]);
      const again = await write(b, [out("from b")], { seen: written.seq });
      equal(again.missed, []);
    },
  },
  {
    title: "[JRN-03] a hole before a line becomes a gap row that every reader gets",
    async run(device) {
      const journal = device.open();
      await write(journal, lines(0, 10));
      const written = await write(journal, [line(50, 60)], { seen: 1 });
      equal(briefs(written.rows), ["gap 10-50 50.0", "in 50-60.0"]);
      equal(briefs(await readEverything(journal)), ["in 0-10.0", "gap 10-50 50.0", "in 50-60.0"]);
    },
  },
  {
    title: "[JRN-03] a caller that sees the hole in the head may leave it alone and store nothing",
    async run(device) {
      const journal = device.open();
      await write(journal, lines(0, 10));
      const written = await write(journal, [], {
        seen: 1,
        build: (head) => (head.generation.offset < 50 ? [] : lines(50, 60)),
      });
      equal([written.rows, written.offset, written.seq], [[], 10, 1]);
    },
  },
  {
    title: "[JRN-04] lines that went out and local events stand at the cursor in the order of the list, counted up",
    async run(device) {
      const journal = device.open();
      const attached = { type: "attached", client: "c1", from: 0, fresh: true } as const;
      const written = await write(journal, [
        local(attached),
        out("one"),
        line(0, 10),
        out("two"),
        local({ type: "taken", id: "s:1" }),
        line(10, 20),
      ]);
      equal(briefs(written.rows), [
        "attached 0.0",
        "out 0.1 one",
        "in 0-10.0",
        "out 10.1 two",
        "taken 10.2",
        "in 10-20.0",
      ]);
      const later = await write(journal, [out("three"), line(0, 10), out("four")], { seen: written.seq });
      equal(briefs(later.rows), ["out 20.1 three", "out 20.2 four"]);
    },
  },
  {
    title:
      "[JRN-05] a gap moves the cursor, one that another tab has filled or told is dropped, and bytes inside it are not stored later",
    async run(device) {
      const journal = device.open();
      const gap = local({ type: "gap", from: 0, to: 100 });
      const written = await write(journal, [gap, line(100, 110)]);
      equal(briefs(written.rows), ["gap 0-100 100.0", "in 100-110.0"]);
      const again = await write(journal, [gap, line(40, 50), line(110, 120)], { seen: written.seq });
      equal(briefs(again.rows), ["in 110-120.0"]);
      const overlapping = await write(journal, [local({ type: "gap", from: 90, to: 200 })], { seen: again.seq });
      equal(briefs(overlapping.rows), ["gap 120-200 200.0"]);
    },
  },
  {
    title: "[JRN-06] the end of a generation is stored once, however many tabs tell it",
    async run(device) {
      const [a, b] = [device.open(), device.open()];
      const exit = local({ type: "exit", end: ended(20) });
      equal(briefs((await write(a, [...lines(0, 20), exit])).rows), ["in 0-10.0", "in 10-20.0", "exit 20.1"]);
      equal((await write(b, [...lines(0, 20), exit], { seen: 1 })).rows, []);
      const [record] = await b.generations(HOST);
      equal(record?.end, ended(20));
    },
  },
  {
    title: "[JRN-07] generations keep the order in which the device met them, and an older one may be finished later",
    async run(device) {
      const journal = device.open();
      await write(journal, lines(0, 10, null, "gen-z"), { generation: "gen-z" });
      await write(journal, lines(0, 10, null, "gen-b"), { generation: "gen-b", seen: 1, userAgent: "codex/0.149.1" });
      const late = await write(journal, lines(0, 30, null, "gen-z"), { generation: "gen-z", seen: 2 });
      equal(briefs(late.rows), ["in 10-20.0", "in 20-30.0"]);
      const known = (await journal.generations(HOST)).map((record) => [
        record.generation,
        record.ordinal,
        record.offset,
      ]);
      equal(known, [
        ["gen-z", 0, 30],
        ["gen-b", 1, 10],
      ]);
      equal((await journal.generations(HOST))[1]?.userAgent, "codex/0.149.1");
      const order = (await readEverything(journal)).map((row) => `${row.generation} ${row.offset}`);
      equal(order, ["gen-z 10", "gen-b 10", "gen-z 20", "gen-z 30"]);
    },
  },
  {
    title: "[JRN-08] every reader gets the same sequence: at once, in steps, and through missed rows",
    async run(device) {
      const [a, b, c] = [device.open(), device.open(), device.open()];
      const seenByB: Row[] = [];
      let b1 = await write(b, [out("b1")]);
      seenByB.push(...b1.missed, ...b1.rows);
      await write(a, [...lines(0, 30, "T1"), snapshot(30, 40, "p1"), out("a1", "T1")], { seen: 1 });
      b1 = await write(b, [...lines(0, 30, "T1"), out("b2", "T2")], { seen: b1.seq });
      seenByB.push(...b1.missed, ...b1.rows);
      await write(a, [local({ type: "caught-up", keys: [] })], { seen: 2 });
      const rest = await b.readSince(HOST, b1.seq);
      seenByB.push(...rest.rows);
      equal([rest.seq, rest.more], [4, false]);
      const all = await readEverything(c);
      equal(seenByB, all);
      const stepwise = [...(await readEverything(c, HOST, 2))];
      equal(stepwise, all.slice(-2));
    },
  },
  {
    title: "[JRN-09] of the replies to one read only the newest stays, at the place where it came",
    async run(device) {
      const journal = device.open();
      await write(journal, [snapshot(0, 20, "p1"), line(20, 30, "T1"), snapshot(30, 50, "p2")]);
      equal(briefs(await readEverything(journal)), ["snapshot 0-20.0 p1", "in 20-30.0", "snapshot 30-50.0 p2"]);
      await write(journal, [line(50, 60), snapshot(60, 80, "p1"), snapshot(80, 90, "p1", "T2")], { seen: 1 });
      const expected = [
        "in 20-30.0",
        "snapshot 30-50.0 p2",
        "in 50-60.0",
        "snapshot 60-80.0 p1",
        "snapshot 80-90.0 p1",
      ];
      equal(briefs(await readEverything(journal)), expected);
      const own: Row[] = [];
      await journal.readThread(HOST, "T1", 0, (rows) => void own.push(...rows));
      equal(briefs(own), ["in 20-30.0", "snapshot 30-50.0 p2", "snapshot 60-80.0 p1"]);
    },
  },
  {
    title:
      "[JRN-09] a late write of an older generation does not put its reply over a newer one's, and its cursor moves on",
    async run(device) {
      const journal = device.open();
      await write(journal, lines(0, 10));
      await write(journal, [snapshot(0, 20, "p1", "T1", "gen-b")], { generation: "gen-b", seen: 1 });
      const late = await write(journal, [snapshot(10, 30, "p1"), line(30, 40)], { seen: 2 });
      equal([briefs(late.rows), late.offset], [["in 30-40.0"], 40]);
      const standing = (await readEverything(journal)).filter((row) => row.kind === "snapshot");
      equal(
        standing.map((row) => row.generation),
        ["gen-b"],
      );
    },
  },
  {
    title:
      "[JRN-10] a line is given back exactly: line separators, CR, a byte order mark, bytes that are not UTF-8, a stub",
    async run(device) {
      const journal = device.open();
      const text = '\uFEFF{"a":"\u2028\u2029\u0085 日本😀é\\n"}\r';
      const bytes = new Uint8Array([0, 123, 255, 254, 128, 10, 13]);
      const stub = { stub: true, method: "fs/readFile", id: "s:x.1", bytes: 90_000, sha256: "ab" } as const;
      const view = new Uint8Array([9, ...bytes, 9]).subarray(1, 8);
      const written = await write(journal, [
        { ...line(0, 60), kind: "in", start: 0, offset: 60, line: text },
        { ...line(60, 68), kind: "in", start: 60, offset: 68, line: view },
        { ...line(68, 69), kind: "in", start: 68, offset: 69, line: "" },
        { ...line(69, 200), kind: "in", start: 69, offset: 200, line: stub },
      ]);
      const read = await readEverything(journal);
      equal(read, written.rows);
      equal(
        read.map((row) => (row.kind === "in" ? row.line : null)),
        [text, bytes, "", stub],
      );
      equal([...new Set(read.map((row) => row.v))], [1]);
    },
  },
  {
    title: "[JRN-11] a thread is read with its own rows and the host's local events, and nothing else",
    async run(device) {
      const journal = device.open();
      await write(journal, [
        local({ type: "attached", client: "c1", from: 0, fresh: true }),
        line(0, 10, "T1"),
        line(10, 20),
      ]);
      await write(journal, [line(20, 30, "T2"), out("to T2", "T2")], { seen: 1 });
      await write(journal, [local({ type: "stop-unanswered", turn: "t1" }, "T2"), line(30, 40, "*")], { seen: 2 });
      await write(journal, [out("to T1", "T1"), local({ type: "exit", end: ended(40) })], { seen: 3 });
      const own: Row[] = [];
      equal(await journal.readThread(HOST, "T1", 0, (rows) => void own.push(...rows)), 4);
      equal(briefs(own), ["attached 0.0", "in 0-10.0", "out 40.1 to T1", "exit 40.2"]);
      const behind: Row[] = [];
      equal(await journal.readThread(HOST, "T1", 3, (rows) => void behind.push(...rows)), 4);
      equal(behind, own.slice(2));
      const none: Row[] = [];
      equal(await journal.readThread("other host", "T1", 0, (rows) => void none.push(...rows)), 0);
      equal(none, []);
    },
  },
  {
    title: "[JRN-19] the blocks of a thread are named first, and any of them read, in any order",
    async run(device) {
      const journal = device.open();
      await write(journal, [local({ type: "attached", client: "c1", from: 0, fresh: true }), line(0, 10, "T1")]);
      await write(journal, [line(10, 20, "T2")], { seen: 1 });
      await write(journal, [line(20, 30, "T2"), line(30, 40, "T1")], { seen: 2 });
      await write(journal, [local({ type: "exit", end: ended(40) })], { seen: 3 });
      const seqs = await journal.threadBlocks(HOST, "T1");
      equal(seqs, [1, 3, 4]);
      const blocks = await journal.readThreadBlocks(HOST, "T1", [4, 3, 99]);
      equal(
        blocks.map(({ seq, rows }) => [seq, briefs(rows)]),
        [
          [4, ["exit 40.1"]],
          [3, ["in 30-40.0"]],
        ],
      );
      ok(
        blocks.every(({ bytes }) => bytes > 0),
        "the weight is told",
      );
      equal(await journal.threadBlocks("other host", "T1"), []);
      equal(await journal.readThreadBlocks("other host", "T1", [1]), []);
    },
  },
  {
    title: "[JRN-12] a write of more than one block's rows keeps their order, and is read in pieces",
    async run(device) {
      const journal = device.open();
      const many = lines(0, 10 * (2 * BLOCK_ROWS + 5), "T1");
      const written = await write(journal, many);
      equal(written.seq, 3);
      const read = await readEverything(journal);
      equal(read.length, many.length);
      equal(read, written.rows);
    },
  },
  {
    title: "[JRN-13] the other tabs are told that rows were written, the writer is not",
    async run(device) {
      const [a, b] = [device.open(), device.open()];
      let own = 0;
      a.onForeign(HOST, () => (own += 1));
      const told = heard((listener) => b.onForeign(HOST, listener));
      await write(a, lines(0, 10));
      await told;
      const answered = heard((listener) => a.onForeign(HOST, listener));
      equal(own, 0);
      await write(b, lines(0, 20), { seen: 1 });
      await answered;
      equal(briefs((await a.readSince(HOST, 1)).rows), ["in 10-20.0"]);
    },
  },
  {
    title: "[JRN-14] a build that throws stores nothing, is not tried again, and says its own error",
    async run(device) {
      const journal = device.open();
      await write(journal, lines(0, 10));
      const fault = new Error("mine");
      let calls = 0;
      const failing = write(journal, [], {
        build: () => {
          calls += 1;
          throw fault;
        },
        client: { host: HOST, client: "c1", n: 5, outbox: [] },
        seen: 1,
      });
      ok((await rejection(failing)) === fault, "the caller's error comes out");
      equal(calls, 1);
      equal([briefs(await readEverything(journal)), await journal.clients(HOST)], [["in 0-10.0"], []]);
      equal(journal.health(), { type: "ok" });
      const wrong = write(journal, lines(10, 20, null, "gen-other"), { seen: 1 });
      ok((await rejection(wrong)) instanceof Error, "a row of another generation is refused");
      equal((await write(journal, lines(10, 20), { seen: 1 })).seq, 2);
    },
  },
  {
    title: "[JRN-15] the pieces of an unfinished line join, whichever tab stored them, and go when it has come whole",
    async run(device) {
      const [a, b] = [device.open(), device.open()];
      const bytes = Uint8Array.from({ length: 40 }, (_, index) => index);
      const piece = (from: number, to: number) => ({ from, bytes: bytes.subarray(from - 10, to - 10) });
      await write(a, lines(0, 10), { tail: piece(10, 20) });
      await write(b, [], { tail: piece(15, 30), seen: 1 });
      await write(a, [], { tail: piece(12, 25), seen: 1 });
      await write(a, [], { tail: piece(40, 50), seen: 1 });
      const [half] = await b.generations(HOST);
      equal([half?.offset, half?.tailEnd, half?.tail], [10, 30, bytes.slice(0, 20)]);
      await write(b, [line(10, 60)], { seen: 1 });
      const [whole] = await a.generations(HOST);
      equal([whole?.offset, whole?.tailEnd, whole?.tail], [60, 60, null]);
    },
  },
  {
    title: "[JRN-16] rows behind are handed over in chunks before the write when the caller can take them so",
    async run(device) {
      const [a, b] = [device.open(), device.open()];
      let seq = 0;
      for (let start = 0; start < 400; start += 10)
        seq = (await write(a, [line(start, start + 10)], { seen: seq })).seq;
      const caught: Row[] = [];
      let last = 0;
      const written = await write(b, lines(0, 410), {
        catchUp: (rows, at) => {
          caught.push(...rows);
          last = at;
        },
      });
      ok(last <= 40, "chunks tell how far they reach");
      equal(
        briefs([...caught, ...written.missed]),
        lines(0, 400).map((_, i) => `in ${i * 10}-${i * 10 + 10}.0`),
      );
      equal(briefs(written.rows), ["in 400-410.0"]);
    },
  },
  {
    title: "[JRN-17] what went through a framework's proxy is stored as plain data",
    async run(device) {
      const journal = device.open();
      const proxied = <T extends object>(value: T): T =>
        new Proxy(value, {
          get(target, key, receiver) {
            const inner: unknown = Reflect.get(target, key, receiver);
            return typeof inner === "object" && inner !== null ? proxied(inner) : inner;
          },
        });
      const exit = local({ type: "exit", end: ended(10) });
      const client = { host: HOST, client: "c1", n: 1, outbox: [] };
      await write(journal, [...lines(0, 10), proxied(exit)].map(proxied), { client: proxied(client) });
      equal(briefs(await readEverything(journal)), ["in 0-10.0", "exit 10.1"]);
      equal(await journal.clients(HOST), [client]);
      await journal.put(`${HOST}/draft`, proxied({ text: "half", marks: [1, 2] }));
      equal(await journal.get(`${HOST}/draft`), { text: "half", marks: [1, 2] });
      const record = { id: HOST, url: "ws://127.0.0.1:4177/relay", token: "t", label: "box", addedAt: 1 };
      await journal.putHost(proxied(record));
      equal(await journal.hosts(), [record]);
    },
  },
  {
    title: "[JRN-18] two hosts share nothing",
    async run(device) {
      const journal = device.open();
      await write(journal, lines(0, 20, "T1"));
      const other = await write(journal, lines(0, 10, "T1"), { host: "relay-2" });
      equal([other.seq, briefs(other.rows), other.missed], [1, ["in 0-10.0"], []]);
      equal((await readEverything(journal, "relay-2")).length, 1);
      equal((await journal.generations("relay-2"))[0]?.generation, GENERATION);
    },
  },
];
