// Acceptance: the records beside the rows. Hosts, clients, checkpoints, values.
import type { OutboxEntry } from "../journal.ts";
import { equal, HOST, lines, ok, readEverything, snapshot, write, type JournalCase } from "./support.ts";

const entry: OutboxEntry = {
  id: "s:c1.p.1",
  at: 1,
  state: { type: "waiting" },
  intent: { type: "interrupt", thread: "T1", turn: "t1", line: "{}" },
};

export const recordCases: JournalCase[] = [
  {
    title: "[JRN-20] a write stores the client record with its rows",
    async run(device) {
      const [a, b] = [device.open(), device.open()];
      await write(a, lines(0, 10), { client: { host: HOST, client: "c1", n: 4, outbox: [entry] } });
      equal(await b.clients(HOST), [{ host: HOST, client: "c1", n: 4, outbox: [entry] }]);
      equal(await b.clients("other"), []);
    },
  },
  {
    title: "[JRN-21] an attach number grows for ever, whatever is stored over it, and leaves the outbox alone",
    async run(device) {
      const [a, b] = [device.open(), device.open()];
      equal(await a.nextAttach(HOST, "c1", 10), 10);
      await a.putClient({ host: HOST, client: "c1", n: 3, outbox: [entry] });
      equal(await b.nextAttach(HOST, "c1", 5), 11);
      await write(a, lines(0, 10), { client: { host: HOST, client: "c1", n: 0, outbox: [entry] } });
      equal(await b.clients(HOST), [{ host: HOST, client: "c1", n: 11, outbox: [entry] }]);
      const many = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? a : b).nextAttach(HOST, "c1", 0)));
      equal(
        many.toSorted((x, y) => x - y),
        Array.from({ length: 20 }, (_, i) => 12 + i),
      );
    },
  },
  {
    title: "[JRN-22] values, hosts and checkpoints are given back as they were put, the last one put",
    async run(device) {
      const [a, b] = [device.open(), device.open()];
      equal([await a.get("nothing"), await a.checkpoint(HOST, "host"), await a.hosts()], [undefined, null, []]);
      await a.put("theme", "dark");
      await a.put("theme", { name: "light" });
      equal(await b.get("theme"), { name: "light" });
      const checkpoint = { host: HOST, scope: "t:T1", seq: 7, foldVersion: 2, state: { items: new Map([["a", 1]]) } };
      await a.putCheckpoint({ ...checkpoint, seq: 3 });
      await a.putCheckpoint(checkpoint);
      equal(await b.checkpoint(HOST, "t:T1"), checkpoint);
      equal(await b.checkpoint(HOST, "host"), null);
      const host = { id: HOST, url: "ws://127.0.0.1:4177/relay", token: "t", label: "box", addedAt: 1 };
      await a.putHost({ ...host, label: "old" });
      await a.putHost(host);
      equal(await b.hosts(), [host]);
    },
  },
  {
    title: "[JRN-114] bytes are given back as bytes, and undefined put under a key removes it",
    async run(device) {
      const [a, b] = [device.open(), device.open()];
      await a.put("part", { name: "a.png", bytes: new Uint8Array([1, 2, 255]) });
      equal(await b.get("part"), { name: "a.png", bytes: new Uint8Array([1, 2, 255]) });
      await b.put("part", undefined);
      equal(await a.get("part"), undefined);
      await b.put("part", undefined);
    },
  },
  {
    title: "[JRN-23] removing a host removes all that is stored of it, and nothing of another",
    async run(device) {
      const journal = device.open();
      for (const host of [HOST, "relay-2"]) {
        const record = { id: host, url: "ws://127.0.0.1:1/relay", token: "t", label: host, addedAt: 1 };
        await journal.putHost(record);
        await write(journal, [...lines(0, 10, "T1"), snapshot(10, 30, "p1")], {
          host,
          tail: { from: 30, bytes: new Uint8Array(9) },
        });
        await journal.putClient({ host, client: "c1", n: 1, outbox: [] });
        await journal.putCheckpoint({ host, scope: "host", seq: 1, foldVersion: 1, state: {} });
        await journal.put(`${host}/draft/T1`, "text");
      }
      await journal.put("theme", "dark");
      await journal.removeHost(HOST);
      equal(
        (await journal.hosts()).map((host) => host.id),
        ["relay-2"],
      );
      equal(
        [await journal.generations(HOST), await journal.clients(HOST), await readEverything(journal)],
        [[], [], []],
      );
      equal([await journal.checkpoint(HOST, "host"), await journal.get(`${HOST}/draft/T1`)], [null, undefined]);
      equal([(await readEverything(journal, "relay-2")).length, await journal.get("relay-2/draft/T1")], [2, "text"]);
      ok((await journal.checkpoint("relay-2", "host")) !== null, "the other host keeps its checkpoint");
      equal(await journal.get("theme"), "dark");
      const anew = await write(journal, lines(0, 10));
      equal([anew.seq, anew.rows.length], [1, 1]);
    },
  },
];
