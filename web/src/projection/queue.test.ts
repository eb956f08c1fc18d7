// The queue of a thread in the fold: lists, what makes them out of date, and messages that come and go.
import { describe, expect, test } from "vitest";
import type { ThreadState } from "./state.ts";
import { T, tape, threadAfter, type Tape } from "./testing/rows.ts";
import { itemCompleted, note, refusal, reply, request, started } from "./testing/wire.ts";

const queued = (id: string, text = id, more: object = {}) => ({
  id,
  clientUserMessageId: `c-${id}`,
  input: [{ type: "text", text, text_elements: [] }],
  ...more,
});
const list = (id: string, cursor?: string) =>
  request(id, "thread/queue/list", { threadId: T, ...(cursor === undefined ? {} : { cursor }) });
const listed = (id: string, data: unknown[], nextCursor: string | null = null) => reply(id, { data, nextCursor });
const changed = note("thread/queue/changed", { threadId: T });
const add = (id: string, clientUserMessageId: string, text: string) =>
  request(id, "thread/queue/add", {
    threadId: T,
    clientUserMessageId,
    input: [{ type: "text", text, text_elements: [] }],
  });
const shown = (line: Tape): ThreadState => threadAfter(line.rows);
const ids = (state: ThreadState) => state.queue?.entries.map(({ id }) => id);

describe("the queue of a thread", () => {
  test("[PRJ-310] it is what the newest list says, and out of date as soon as a change is told", () => {
    const line = tape()
      .out(list("r1"))
      .in(listed("r1", [queued("a"), queued("b", "bee")]));
    expect(shown(line).queue).toMatchObject({
      entries: [
        { id: "a", clientUserMessageId: "c-a", text: "a" },
        { id: "b", clientUserMessageId: "c-b", text: "bee" },
      ],
      more: null,
      stale: false,
      refused: null,
    });
    line.in(changed);
    expect(shown(line).queue).toMatchObject({ stale: true, entries: [{ id: "a" }, { id: "b" }] });
    line.out(list("r2")).in(listed("r2", []));
    expect(shown(line).queue).toMatchObject({ stale: false, entries: [] });
  });

  test("[PRJ-310] a list that was asked for before a change does not bring the queue up to date", () => {
    const line = tape()
      .out(list("r1"))
      .in(changed)
      .in(listed("r1", [queued("a")]));
    expect(shown(line).queue).toMatchObject({ stale: true, entries: [{ id: "a" }] });
  });

  test("[PRJ-310] bytes that are gone make it out of date", () => {
    const line = tape()
      .out(list("r1"))
      .in(listed("r1", [queued("a")]));
    line.local({ type: "gap", from: 1, to: 2 }, null);
    expect(shown(line).queue).toMatchObject({ stale: true });
  });

  test("[PRJ-312] a further page adds to the one before; one of a list that was begun anew says nothing", () => {
    const line = tape()
      .out(list("r1"))
      .in(listed("r1", [queued("a"), queued("b")], "2"));
    expect(shown(line).queue?.more).toBe("2");
    line.out(list("r2", "2")).in(listed("r2", [queued("b"), queued("c")]));
    expect(ids(shown(line))).toEqual(["a", "b", "c"]);
    expect(shown(line).queue?.more).toBeNull();
    line.out(list("r3", "2")).in(listed("r3", [queued("z")]));
    expect(ids(shown(line))).toEqual(["a", "b", "c"]);
  });

  test("[PRJ-312] a server that has no queue is told by its own words, until it lists one", () => {
    const line = tape()
      .out(list("r1"))
      .in(refusal("r1", -32600, "unknown variant"));
    expect(shown(line).queue).toMatchObject({ refused: "unknown variant", entries: [], stale: false });
    line.out(list("r2")).in(listed("r2", []));
    expect(shown(line).queue).toMatchObject({ refused: null });
    const busy = tape()
      .out(list("r1"))
      .in(refusal("r1", -32001, "busy"));
    expect(shown(busy).queue).toBeNull();
  });

  test("[PRJ-312] entries that cannot be read are left out, images and mentions of others are kept", () => {
    const odd = queued("b", "look", { input: [{ type: "image", url: "x" }, 7, { type: "text", text: "look" }] });
    const line = tape()
      .out(list("r1"))
      .in(listed("r1", [7, { input: [] }, odd, { id: "c" }]));
    expect(shown(line).queue?.entries).toMatchObject([
      { id: "b", input: [{ type: "image" }, { type: "text" }] },
      { id: "c", clientUserMessageId: null, text: "", input: [] },
    ]);
  });

  test("[PRJ-312] an id that is told twice is one entry; a further page that is refused takes nothing back", () => {
    const line = tape()
      .out(list("r1"))
      .in(listed("r1", [queued("a"), queued("__proto__"), queued("a", "again")], "2"));
    expect(ids(shown(line))).toEqual(["a", "__proto__"]);
    line.out(list("r2", "2")).in(refusal("r2", -32600, "invalid cursor"));
    expect(shown(line).queue).toMatchObject({ more: "2", refused: null, entries: [{ text: "a" }, {}] });
  });

  test("[PRJ-311] a message that the queue took stands there and is no bubble any more; its turn takes it out", () => {
    const line = tape()
      .out(list("r0"))
      .in(listed("r0", []))
      .out(add("r1", "c-a", "later"));
    expect([...shown(line).outgoing.values()]).toMatchObject([{ text: "later", state: { type: "sent" } }]);
    line.in(reply("r1", { queuedSubmission: queued("a", "later") }));
    expect(shown(line).outgoing.size).toBe(0);
    expect(shown(line).queue).toMatchObject({ entries: [{ id: "a", text: "later" }], stale: true });
    line
      .in(changed)
      .in(started("t1"))
      .in(itemCompleted("t1", mine("c-a", "later")));
    expect(ids(shown(line))).toEqual([]);
  });

  test("[PRJ-311] the same when events or the list come before the reply", () => {
    const events = tape()
      .out(list("r0"))
      .in(listed("r0", []))
      .out(add("r1", "c-a", "now"));
    events.in(started("t1")).in(itemCompleted("t1", mine("c-a", "now")));
    events.in(reply("r1", { queuedSubmission: queued("a", "now") }));
    expect(ids(shown(events))).toEqual([]);
    expect(shown(events).outgoing.size).toBe(0);
    const lists = tape()
      .out(add("r1", "c-a", "now"))
      .out(list("r2"))
      .in(listed("r2", [queued("a", "now")]));
    expect(shown(lists).outgoing.size).toBe(0);
    lists.in(reply("r1", { queuedSubmission: queued("a", "now") }));
    expect(ids(shown(lists))).toEqual(["a"]);
  });

  test("[PRJ-311] a message that was discarded before it was taken is no bubble any more; any other that was not sent says why", () => {
    const unsent = (more: object) => {
      const line = tape().out(add("r1", "c-a", "later"));
      line.local({ type: "not-sent", id: "s:r1", reason: "why", ...more });
      return [...shown(line).outgoing.values()];
    };
    expect(unsent({})).toMatchObject([{ state: { type: "failed", message: "why" } }]);
    expect(unsent({ discarded: false })).toHaveLength(1);
    expect(unsent({ discarded: true })).toEqual([]);
  });

  test("[PRJ-311] a message that the queue refused says so; one whose reply was lost with its process is found in the next list", () => {
    const refused = tape()
      .out(add("r1", "c-a", "later"))
      .in(refusal("r1", -32600, "no"));
    expect([...shown(refused).outgoing.values()]).toMatchObject([{ state: { type: "failed", message: "no" } }]);
    const lost = tape()
      .out(add("r1", "c-a", "later"))
      .generation("g2");
    expect([...shown(lost).outgoing.values()]).toMatchObject([{ state: { type: "delivery-unknown" } }]);
    lost.out(list("r2")).in(listed("r2", [queued("a", "later")]));
    expect(shown(lost).outgoing.size).toBe(0);
    expect(ids(shown(lost))).toEqual(["a"]);
  });
});

function mine(clientId: string, text: string): object {
  return { type: "userMessage", id: `u-${clientId}`, clientId, content: [{ type: "text", text }] };
}
