// The recordings of the real App Server, folded: what the binary sends must come out as what happened.
import { describe, expect, test } from "vitest";
import { type Decision, isOpen } from "../decisions/state.ts";
import { turnStatus, type ThreadState } from "./state.ts";
import { recorded, recordings } from "./testing/recordings.ts";
import { hostAfter, rowsOf, texts, threadAfter } from "./testing/rows.ts";

const all = recordings();
const threadsIn = (rows: readonly { thread: string | null }[]) => [
  ...new Set(rows.map((row) => row.thread).filter((id) => id !== null)),
];

/** A request that belongs to no turn is answered and never confirmed. */
const isOver = (decision: Decision) => (decision.turn === null ? decision.state.type !== "pending" : !isOpen(decision));

/** A thread as a few lines: its turns with their statuses, texts and decisions, and what stands between them. */
function outline(state: ThreadState): string[] {
  return state.timeline.flatMap((entry) => {
    if (entry.type !== "turn") return [entry.type === "card" ? `card ${entry.card.name}` : entry.type];
    const turn = state.turns.get(entry.turn);
    if (turn === undefined) return ["a turn that is not held"];
    const decisions = turn.entries.flatMap((item) => {
      const decision = item.type === "decision" ? state.decisions.get(item.key) : undefined;
      if (decision === undefined) return [];
      return [`? ${decision.state.type} ${"outcome" in decision.state ? decision.state.outcome : ""}`];
    });
    const cards = turn.entries.flatMap((item) => (item.type === "card" ? [`card ${item.card.name}`] : []));
    const error = turn.error === null ? [] : ["error"];
    return [
      turnStatus(turn),
      ...texts(state, turn.id).map((text) => `  ${text.slice(0, 60)}`),
      ...decisions,
      ...cards,
      ...error,
    ];
  });
}

test("[PRJ-39] there are recordings to fold", () => {
  expect(all.length).toBeGreaterThan(20);
});

describe.each(all)("%s %s", (version, name) => {
  const { rows } = recorded(version, name);

  test("[PRJ-39] everything that the binary says has its place, and nothing is left running or open", () => {
    for (const id of threadsIn(rows)) {
      const state = threadAfter(rows, id);
      for (const turn of state.turns.values()) {
        expect(turnStatus(turn)).not.toBe("inProgress");
        expect(turn.retrying).toBeNull();
        for (const item of turn.items.values()) expect(item.phase).not.toBe("open");
        const cards = turn.entries.flatMap((entry) => (entry.type === "card" ? [entry.card.what] : []));
        expect(cards).not.toContain("malformed");
      }
      for (const decision of state.decisions.values()) expect(isOver(decision)).toBe(true);
      expect(state.outgoing.size).toBe(0);
      expect(state.timeline.filter((entry) => entry.type === "card" && entry.card.what === "malformed")).toEqual([]);
    }
    for (const decision of hostAfter(rows).decisions.values()) expect(isOver(decision)).toBe(true);
    expect(hostAfter(rows).activity.filter((card) => card.what === "malformed")).toEqual([]);
  });

  test("[PRJ-01] a checkpoint at any place, and the rows of the thread alone, give the same state", () => {
    for (const id of threadsIn(rows)) expect(threadAfter(rowsOf(rows, id), id)).toEqual(threadAfter(rows, id));
    expect(hostAfter(rows).host).toBe("host-1");
  });
});

describe("what happened in them", () => {
  const cases: Record<string, string[]> = {
    "command-accepted": [
      "completed",
      "  Write it.",
      "  I need to run this outside the sandbox.",
      "  $ /bin/bash -lc 'echo approved > outside.txt; cat outside.tx",
      "  Done.",
      "? resolved answered-here",
    ],
    "interrupt-mid-approval": ["interrupted", "  Ask me.", "  $ /bin/bash -lc 'echo never' > ", "? closed turn-ended"],
    "killed-mid-turn": [
      "lost",
      "  Begin.",
      "  First generation.",
      "  $ /bin/bash -lc 'echo one' > ",
      "? expired process-ended",
      "splice",
      "completed",
      "  Begin again.",
      "  $ /bin/bash -lc 'echo two' > two\n",
      "  Second generation.",
      "? resolved answered-here",
    ],
    "legacy-history": [
      "completed",
      "  First.",
      "  **Looking**\n\nOne command.",
      "  $ /bin/bash -lc 'echo looked' > looked\n",
      "  /home/dev/project/turn-1.txt",
      "  Turn 1 is done.",
    ],
    "retry-then-failure": ["failed", "  Answer me.", "  Half an ans", "  Half an ans", "error"],
    "retry-then-answer": ["completed", "  Answer me.", "  Here is the answer."],
    review: [
      "completed",
      "  enteredReviewMode",
      "  Look at the last change.",
      "  ",
      "  exitedReviewMode",
      "  Nothing to say against it.",
    ],
    "running-turn-seen-later": [
      "completed",
      "  Go.",
      "  Before the gap. ",
      "  $ /bin/bash -lc 'echo before' > before\n",
      "  While it was away, ",
      "  and after.",
    ],
    "same-text-twice": ["completed", "  Again?", "  Yes.", "completed", "  Again?", "  Yes."],
    steering: [
      "completed",
      "  Count the files.",
      "  Working on it.",
      "  $ /bin/bash -lc 'echo step' > step\n",
      "  Only the TypeScript ones.",
      "  And be brief.",
      "  Heard: Count the files. / Only the TypeScript ones. / And be",
    ],
    unsubscribed: [
      "completed",
      "  Loud.",
      "  Answered.",
      "completed",
      "  Silent.",
      "  $ /bin/bash -lc 'echo asked' > asked\n",
      "  Answered.",
      "? resolved answered-here",
    ],
  };

  test.each(Object.keys(cases))("[PRJ-39] 0.149.1 %s", (name) => {
    const { rows } = recorded("0.149.1", name);
    const [first] = threadsIn(rows);
    expect(outline(threadAfter(rows, first))).toEqual(cases[name]);
  });

  test("[PRJ-39] 0.149.1 history-after-restart: what was seen live and what only history has are one thread", () => {
    const { rows } = recorded("0.149.1", "history-after-restart");
    const [id] = threadsIn(rows);
    const lines = outline(threadAfter(rows, id));
    expect(lines.filter((line) => line === "completed")).toHaveLength(3);
    // The same read by a device that has seen nothing but the copies of the second process.
    const later = rows.filter((row) => row.generation === "g2" && row.kind === "snapshot");
    expect(later.length).toBeGreaterThan(0);
    const copies = outline(threadAfter(later, id));
    expect(copies).toEqual(expect.arrayContaining(lines.slice(0, 6)));
  });
});
