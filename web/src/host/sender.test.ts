import { describe, expect, test } from "vitest";
import { settled } from "../link/memory-environment.ts";
import type { ClientRecord, Intent, OutboxEntry } from "../journal/journal.ts";
import type { Row } from "../journal/rows.ts";
import type { LocalInput, OutInput } from "./inputs.ts";
import type { Standing } from "./outbox.ts";
import { createSender, type OutLine, type Verdict } from "./sender.ts";

const message = (id: string): Intent => ({
  type: "message",
  thread: "T",
  clientUserMessageId: `${id}.m`,
  line: `${id}\n`,
  text: id,
  lastTurn: null,
});
const answerTo = (id: string, generation = "g1"): Intent => ({
  type: "answer",
  generation,
  requestKey: `key ${id}`,
  thread: "T",
  line: `${id}\n`,
});
const entryOf = (id: string, intent: Intent): OutboxEntry => ({ id, intent, at: 1, state: { type: "waiting" } });
const lineOf = (id: string, entry: OutboxEntry | null, generation: string | null = null): OutLine => ({
  id,
  thread: "T",
  line: `${id}\n`,
  stored: id,
  redacted: false,
  entry,
  generation,
  handshake: false,
});

function setup(record: Partial<ClientRecord> = {}) {
  const queue: (OutInput | LocalInput)[] = [];
  const wire: string[] = [];
  const failed: [string, string][] = [];
  const stands = new Map<string, Standing>();
  let verdict: (intent: Intent) => Verdict = () => ({ type: "send" });
  const sender = createSender({
    host: "h",
    push: (input) => queue.push(input),
    save: () => undefined,
    wire(bytes) {
      wire.push(new TextDecoder().decode(bytes).trim());
      return true;
    },
    review: (intent) => verdict(intent),
    conflicts: (_entry, missed) => missed.length > 0,
    standsIn: ({ id }) => stands.get(id) ?? null,
    failed: ({ id }, reason) => failed.push([id, reason]),
    changed: () => undefined,
  });
  const rows: string[] = [];
  function admitted(): OutInput[] {
    return queue.splice(0).flatMap((input) => {
      if (input.type === "local") {
        input.begin?.();
        rows.push("id" in input.event ? `${input.generation} ${input.event.type} ${input.event.id}` : input.event.type);
        return [];
      }
      if (!input.admit()) {
        input.bounced();
        return [];
      }
      if (input.stored !== null) {
        rows.push(`${input.generation} out ${input.stored}`);
        stands.set(input.stored, { generation: input.generation, open: true, swallowed: false });
      }
      return [input];
    });
  }
  return {
    sender,
    queue,
    wire,
    rows,
    failed,
    stands,
    review: (next: typeof verdict) => (verdict = next),
    adopt: () => sender.adopt({ host: "h", client: "c", n: 1, outbox: [], ...record }),
    /** The pump takes what is queued: stored, then sent. */
    pump() {
      for (const input of admitted()) input.send();
    },
    admitted,
    attach(generation = "g1", received = 0, over = false, passedBy = false) {
      sender.attached(generation, received, 1000, over, passedBy);
      if (!over) sender.setGate("open");
    },
  };
}

describe("the sender", () => {
  test("[LNK-60] a line goes out after its row is stored, once, and is done when the relay has taken it and the reply is there", () => {
    const { sender, adopt, attach, pump, wire, rows } = setup();
    sender.submit(lineOf("s:1", entryOf("s:1", message("s:1"))));
    adopt();
    attach();
    expect(wire).toEqual([]);
    pump();
    expect(wire).toEqual(["s:1"]);
    expect(sender.record()?.outbox[0]?.state).toEqual({ type: "handed", generation: "g1", end: 4 });
    sender.received("g1", 4);
    sender.received("g1", 4);
    pump();
    expect(rows).toEqual(["g1 out s:1", "g1 taken s:1"]);
    expect(sender.entries()).toHaveLength(1);
    sender.replied("s:1");
    expect(sender.entries()).toEqual([]);
    expect(wire).toHaveLength(1);
  });

  test("[LNK-98] what is for now or never goes out on the connection that it was made for, or not at all", async () => {
    for (const when of ["queued", "stored", "handed"] as const) {
      const { sender, adopt, attach, pump, admitted, wire, failed } = setup();
      adopt();
      attach();
      sender.submit({ ...lineOf("s:1", null, "g1"), fleeting: true });
      const storing = when === "stored" ? admitted() : [];
      if (when === "handed") pump();
      sender.detached();
      for (const input of storing) input.send();
      attach();
      pump();
      await settled();
      expect(wire, when).toEqual(when === "handed" ? ["s:1"] : []);
      expect(failed, when).toEqual([["s:1", "The connection was lost before it was sent."]]);
    }
  });

  test("[LNK-98] what the connection had taken is waited for over the next one", () => {
    const { sender, adopt, attach, pump, wire, failed } = setup();
    adopt();
    attach();
    sender.submit({ ...lineOf("s:1", null, "g1"), fleeting: true });
    pump();
    sender.detached();
    attach("g1", 4);
    pump();
    expect(wire).toEqual(["s:1"]);
    expect(failed).toEqual([]);
  });

  test("[LNK-61] an attach while the row is being stored: only the new one sends the line, and only if it was not taken", () => {
    for (const taken of [false, true]) {
      const { sender, adopt, attach, pump, admitted, wire, rows } = setup();
      adopt();
      attach();
      sender.submit(lineOf("s:1", entryOf("s:1", message("s:1"))));
      const storing = admitted();
      sender.detached();
      attach("g1", taken ? 4 : 0);
      for (const input of storing) input.send();
      expect(wire).toEqual([]);
      pump();
      expect(wire).toEqual(taken ? [] : ["s:1"]);
      expect(rows.filter((row) => row.includes("out"))).toEqual(["g1 out s:1"]);
    }
  });

  test("[LNK-60] after a cut what `received` does not cover is looked at again and sent without a second row", async () => {
    const { sender, adopt, attach, pump, wire, rows, review } = setup();
    adopt();
    attach();
    for (const id of ["s:1", "s:2", "s:3"]) sender.submit(lineOf(id, entryOf(id, message(id))));
    pump();
    sender.detached();
    attach("g1", 4);
    review((intent) =>
      intent.type === "message" && intent.text === "s:3" ? { type: "back", reason: "moved on" } : { type: "send" },
    );
    pump();
    expect(wire).toEqual(["s:1", "s:2", "s:3", "s:2"]);
    await settled();
    pump();
    expect(rows).toEqual(["g1 out s:1", "g1 out s:2", "g1 out s:3", "g1 taken s:1", "g1 not-sent s:3"]);
    expect(sender.returned()).toEqual([]);
  });

  test("[LNK-62] what was handed to a generation that ended goes into no other: told as not sent, or as unknown", () => {
    for (const [how, event] of [
      ["exit", "not-sent"],
      ["lost", "delivery-unknown"],
    ] as const) {
      const { sender, adopt, attach, pump, wire, rows } = setup();
      adopt();
      attach();
      sender.submit(lineOf("s:1", entryOf("s:1", message("s:1"))));
      pump();
      sender[how]("g1");
      pump();
      attach("g2");
      pump();
      expect(wire).toEqual(["s:1"]);
      expect(rows).toEqual(["g1 out s:1", `g1 ${event} s:1`]);
      expect(sender.record()?.outbox).toEqual([]);
    }
  });

  test("[LNK-62] an attach to another generation settles what was handed before, although no end was seen", () => {
    const { sender, adopt, attach, pump, wire, rows } = setup();
    adopt();
    attach();
    sender.submit(lineOf("s:1", entryOf("s:1", message("s:1"))));
    sender.submit(lineOf("n:0", entryOf("n:0", answerTo("n:0")), "g1"));
    sender.submit(lineOf("s:read", null, "g1"));
    pump();
    attach("g2");
    pump();
    expect(wire).toEqual(["s:1", "n:0", "s:read"]);
    expect(rows.slice(3)).toEqual(["g1 delivery-unknown s:1", "g1 delivery-unknown n:0"]);
    expect(sender.entries()).toEqual([]);
  });

  test("[LNK-62] a message that waits is sent to whichever generation comes; an answer and a read are not", () => {
    const { sender, adopt, attach, pump, wire, failed } = setup();
    adopt();
    sender.submit(lineOf("s:1", entryOf("s:1", message("s:1"))));
    sender.submit(lineOf("n:0", entryOf("n:0", answerTo("n:0")), "g1"));
    sender.submit(lineOf("s:start", null, "g1"));
    attach("g2");
    pump();
    expect(wire).toEqual(["s:1"]);
    expect(failed.map(([id]) => id)).toEqual(["n:0", "s:start"]);
  });

  test("[LNK-70] while the rest of an ended generation is read nothing is sent to it, and what it took is known", () => {
    const { sender, adopt, attach, pump, wire, rows } = setup({
      outbox: [
        { ...entryOf("s:1", message("s:1")), state: { type: "handed", generation: "g1", end: 4 } },
        { ...entryOf("s:2", message("s:2")), state: { type: "handed", generation: "g1", end: 8 } },
      ],
      sent: { generation: "g1", end: 8 },
    });
    adopt();
    attach("g1", 4, true);
    pump();
    sender.exit("g1");
    attach("g2");
    pump();
    expect(wire).toEqual([]);
    expect(rows).toEqual(["g1 taken s:1"]);
    // Neither has a row that would tell of it: both are shown to the person.
    expect(
      sender
        .returned()
        .map(({ id, state }) => [id, state.type === "returned" && state.reason.includes("was not sent")]),
    ).toEqual([
      ["s:1", false],
      ["s:2", true],
    ]);
  });

  test("[LNK-63] what an earlier page had handed over and never sent is sent by the next one; what it left waiting too", () => {
    const { adopt, attach, pump, wire, rows, stands } = setup({
      outbox: [
        { ...entryOf("s:1", message("s:1")), state: { type: "handed", generation: "g1", end: 4 } },
        entryOf("s:2", message("s:2")),
      ],
      sent: { generation: "g1", end: 4 },
    });
    stands.set("s:1", { generation: "g1", open: true, swallowed: false });
    adopt();
    attach("g1", 0);
    pump();
    expect(wire).toEqual(["s:1", "s:2"]);
    expect(rows).toEqual(["g1 out s:2"]);
  });

  test("[LNK-63] when the relay has taken more than an earlier page could write down, what that page left waiting goes to the person", () => {
    const { sender, adopt, attach, pump, wire } = setup({
      outbox: [entryOf("s:1", message("s:1"))],
      sent: { generation: "g1", end: 100 },
    });
    adopt();
    attach("g1", 104);
    pump();
    expect(wire).toEqual([]);
    expect(sender.returned()).toMatchObject([{ id: "s:1", state: { type: "returned" } }]);
    expect(sender.record()?.outbox).toHaveLength(1);
    expect(sender.discard("s:1")).toBe(true);
    expect(sender.record()?.outbox).toEqual([]);
  });

  test("[LNK-63] when an App Server came and went that an earlier page wrote nothing of, what that page left waiting goes to the person", () => {
    const { sender, adopt, attach, pump, wire } = setup({ outbox: [entryOf("s:1", message("s:1"))] });
    adopt();
    attach("g3", 0, false, true);
    pump();
    expect(wire).toEqual([]);
    expect(sender.returned()).toMatchObject([{ id: "s:1", state: { type: "returned" } }]);
  });

  test("[LNK-63] what has had its reply is not taken up again; an answer with a secret, whose line is kept nowhere, comes back unsent", () => {
    const secret: OutboxEntry = entryOf("n:0", {
      type: "answer",
      generation: "g1",
      requestKey: "k",
      thread: null,
      line: null,
    });
    const { sender, adopt, stands, attach, pump, wire, rows, failed } = setup({
      outbox: [
        { ...entryOf("s:1", message("s:1")), state: { type: "handed", generation: "g1", end: 4 } },
        { ...secret, state: { type: "handed", generation: "g1", end: 300 } },
      ],
      sent: { generation: "g1", end: 300 },
    });
    stands.set("s:1", { generation: "g1", open: false, swallowed: false });
    stands.set("n:0", { generation: "g1", open: true, swallowed: false });
    adopt();
    expect(sender.entries().map(({ id }) => id)).toEqual(["n:0"]);
    attach("g1", 4);
    pump();
    expect(wire).toEqual([]);
    expect(failed.map(([id]) => id)).toEqual(["n:0"]);
    expect(rows).toEqual(["g1 not-sent n:0"]);
    expect(sender.record()?.outbox).toEqual([]);
  });

  test("[LNK-69] a line that was taken, and whose reply was among bytes that are gone, is not waited for", () => {
    for (const swallowed of [false, true]) {
      const { sender, adopt, attach, pump, stands } = setup();
      adopt();
      attach();
      sender.submit(lineOf("s:1", entryOf("s:1", message("s:1"))));
      pump();
      stands.set("s:1", { generation: "g1", open: true, swallowed });
      attach("g1", 4);
      sender.caughtUp();
      expect(sender.entries()).toHaveLength(swallowed ? 0 : 1);
    }
  });

  test("[LNK-64] what comes back before it has a row stays in the record, over a reload, until the person has dealt with it", () => {
    const { sender, adopt, attach, pump, review } = setup();
    adopt();
    review(() => ({ type: "back", reason: "moved on" }));
    attach();
    sender.submit(lineOf("s:1", entryOf("s:1", message("s:1"))));
    pump();
    const record = sender.record();
    expect(record?.outbox).toMatchObject([{ id: "s:1", state: { type: "returned", reason: "moved on" } }]);
    const next = setup(record ?? {});
    next.adopt();
    next.attach();
    next.pump();
    expect(next.wire).toEqual([]);
    expect(next.sender.entries()).toEqual([]);
    expect(next.sender.returned()).toHaveLength(1);
    expect(next.sender.discard("s:1")).toBe(true);
    expect(next.sender.discard("s:1")).toBe(false);
  });

  test("[LNK-64] what has a row and is discarded is told to be that, so that it does not come back as one that was not taken", () => {
    const { sender, adopt, attach, pump, review, rows, queue } = setup();
    adopt();
    attach();
    sender.submit(lineOf("s:1", entryOf("s:1", message("s:1"))));
    pump();
    // A cut that the relay had not taken it before, and what has to be done first on the next connection.
    review(() => ({ type: "wait" }));
    sender.detached();
    attach();
    expect(sender.discard("s:1")).toBe(true);
    expect(queue).toMatchObject([{ event: { type: "not-sent", id: "s:1", discarded: true } }]);
    pump();
    expect(rows).toEqual(["g1 out s:1", "g1 not-sent s:1"]);
    expect(sender.entries()).toEqual([]);
    expect(sender.returned()).toEqual([]);
  });

  test("[LNK-64] what has a row stays in the record until the row that it was not sent is stored", () => {
    const { sender, adopt, attach, pump, review, rows } = setup();
    adopt();
    attach();
    sender.submit(lineOf("s:1", entryOf("s:1", message("s:1"))));
    pump();
    sender.detached();
    review(() => ({ type: "back", reason: "moved on" }));
    attach("g1", 0);
    expect(sender.entries()).toEqual([]);
    expect(sender.record()?.outbox).toHaveLength(1);
    pump();
    expect(rows.at(-1)).toBe("g1 not-sent s:1");
    expect(sender.record()?.outbox).toEqual([]);
  });

  test("[LNK-65] a line that is longer than the relay takes goes back, and the others go on", () => {
    const { sender, adopt, attach, pump, wire } = setup();
    adopt();
    attach();
    sender.submit({ ...lineOf("s:1", entryOf("s:1", message("s:1"))), line: `${"x".repeat(1000)}\n` });
    sender.submit(lineOf("s:2", entryOf("s:2", message("s:2"))));
    pump();
    expect(wire).toEqual(["s:2"]);
    expect(sender.returned()).toMatchObject([
      { id: "s:1", state: { reason: "It is too long to send: 1001 bytes, and the relay takes 1000." } },
    ]);
  });

  test("[LNK-66] the handshake goes first; everything else waits for the gate", () => {
    const { sender, adopt, pump, wire } = setup();
    adopt();
    sender.attached("g1", 0, 1000, false, false);
    sender.submit(lineOf("s:1", entryOf("s:1", message("s:1"))));
    sender.setGate("handshake");
    sender.submit({ ...lineOf("s:hello", null, "g1"), handshake: true });
    pump();
    expect(wire).toEqual(["s:hello"]);
    sender.setGate("open");
    pump();
    expect(wire).toEqual(["s:hello", "s:1"]);
  });

  test("[LNK-66] the gate that closes while a batch waits sends nothing of it, and all of it in order afterwards", async () => {
    const { sender, adopt, attach, pump, wire } = setup();
    adopt();
    attach();
    for (const id of ["s:1", "s:2"]) sender.submit(lineOf(id, entryOf(id, message(id))));
    sender.detached();
    pump();
    expect(wire).toEqual([]);
    attach("g1", 0);
    await settled();
    pump();
    expect(wire).toEqual(["s:1", "s:2"]);
  });

  test("[LNK-67] an answer that another page of the device has stored first is not sent, and counts for nothing", () => {
    const { sender, adopt, attach, admitted, pump, wire, failed } = setup();
    adopt();
    attach();
    sender.submit(lineOf("n:0", entryOf("n:0", answerTo("n:0")), "g1"));
    const [first] = admitted();
    const row: Row = {
      v: 1,
      kind: "out",
      generation: "g1",
      offset: 0,
      n: 0,
      at: 1,
      thread: "T",
      client: "other",
      line: "{}",
      bytes: 3,
      redacted: false,
    };
    expect(first?.conflicts?.([])).toBe(false);
    expect(first?.conflicts?.([row])).toBe(true);
    first?.revoked();
    expect(sender.entries()).toEqual([]);
    expect(failed).toHaveLength(1);
    sender.submit(lineOf("s:2", entryOf("s:2", message("s:2"))));
    pump();
    expect(wire).toEqual(["s:2"]);
    expect(sender.record()?.sent).toEqual({ generation: "g1", end: 4 });
  });

  test("[LNK-68] a secret's line is stored as it was given: replaced, with its real length", () => {
    const { sender, adopt, attach, queue } = setup();
    adopt();
    attach();
    sender.submit({
      ...lineOf("n:0", entryOf("n:0", { ...answerTo("n:0"), line: null } as Intent), "g1"),
      stored: "***",
      redacted: true,
      line: "secret\n",
    });
    expect(queue[0]).toMatchObject({ stored: "***", redacted: true, bytes: 7 });
    expect(JSON.stringify(sender.record())).not.toContain("secret");
  });

  test("[LNK-69] what became of each line is known when its generation ends", () => {
    const { sender, adopt, attach, pump } = setup();
    adopt();
    attach();
    sender.submit(lineOf("s:1", null, "g1"));
    sender.submit(lineOf("s:2", null, "g1"));
    pump();
    sender.received("g1", 4);
    sender.submit(lineOf("s:3", null, "g1"));
    const ids = ["s:1", "s:2", "s:3"];
    expect(ids.map(sender.fate(true))).toEqual([true, false, false]);
    expect(ids.map(sender.fate(false))).toEqual([true, null, false]);
  });
});
