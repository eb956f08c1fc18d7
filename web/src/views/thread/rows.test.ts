// @vitest-environment jsdom
import { createRoot } from "solid-js";
import { expect, test } from "vitest";
import { changed } from "../live.ts";
import { aThread, aTurn, anItem } from "../testing.tsx";
import { createRows, PART } from "./rows.ts";

const message = { text: "", messagePhase: null };

test("[VIW-02] a delta makes no new list of rows; a new turn adds its row and leaves the others as they are", () => {
  createRoot((dispose) => {
    const thread = aThread();
    const first = aTurn(thread, "t1");
    const item = anItem(first, "agentMessage", message);
    const rows = createRows(thread, () => []);
    const before = rows();
    item.text = "hello";
    changed(new Set<object>([item, thread]));
    expect(rows()).toBe(before);
    anItem(first, "agentMessage", message);
    changed(new Set<object>([first]));
    expect(rows(), "an entry more in a turn is the turn's own affair").toBe(before);
    aTurn(thread, "t2");
    changed(new Set<object>([thread]));
    expect(rows()).toHaveLength(2);
    expect(rows()[0]).toBe(before[0]);
    dispose();
  });
});

test("[VIW-03] a very long turn is cut into rows; only the last one carries the turn's status", () => {
  createRoot((dispose) => {
    const thread = aThread();
    const turn = aTurn(thread);
    for (let i = 0; i < PART * 2 + 1; i += 1) anItem(turn, "agentMessage", message);
    const rows = createRows(thread, () => []);
    expect(rows().map((row) => row.kind === "turn" && [row.part, row.last])).toEqual([
      [0, false],
      [1, false],
      [2, true],
    ]);
    const [first] = rows();
    for (let i = 0; i < PART; i += 1) anItem(turn, "agentMessage", message);
    changed(new Set<object>([turn]));
    expect(rows()).toHaveLength(4);
    expect(rows()[0], "finished parts are not drawn anew").toBe(first);
    dispose();
  });
});

test("[VIW-04] older turns come in front; messages on their way stand behind the turns, then those that wait", () => {
  createRoot((dispose) => {
    const thread = aThread();
    aTurn(thread, "t2");
    thread.outgoing.set("c1", {
      clientUserMessageId: "c1",
      text: "a",
      input: [],
      at: 0,
      generation: "g",
      state: { type: "sent" },
    });
    const waiting = {
      id: "s:w1",
      intent: { type: "message" as const, thread: "T", clientUserMessageId: "c2", line: "", text: "b", lastTurn: null },
      at: 0,
      state: { type: "waiting" as const },
    };
    const rows = createRows(thread, () => [waiting]);
    expect(rows().map((row) => row.kind)).toEqual(["turn", "outgoing", "waiting"]);
    const [, outgoing] = rows();
    aTurn(thread, "t1");
    thread.timeline.reverse();
    changed(new Set<object>([thread]));
    expect(rows().map((row) => row.key)).toEqual(["t:t1:0", "t:t2:0", "o:c1", "w:s:w1"]);
    expect(rows()[2]).toBe(outgoing);
    dispose();
  });
});
