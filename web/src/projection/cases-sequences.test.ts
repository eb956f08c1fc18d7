// Sequences of turn events as an App Server on a bad day might send them: shuffled within a window, doubled, dropped. Whatever
// comes, the fold takes it, in any batches the same; a rest and a copy settle everything, and no text that was said is lost.
import { expect, test } from "vitest";
import type { Row } from "../journal/rows.ts";
import { toEnvelope } from "./envelope.ts";
import { createHostState, foldHost } from "./host-fold.ts";
import { type HostState, type ThreadState, turnStatus } from "./state.ts";
import { batchesOf, seededNumbers } from "./testing/batches.ts";
import { HOST, T, tape } from "./testing/rows.ts";
import { agent, command, completed, delta, itemCompleted, itemStarted, note, output, status } from "./testing/wire.ts";
import { reply, request, started, turn, user } from "./testing/wire.ts";
import { foldThread } from "./thread-fold.ts";
import { createThreadState } from "./thread-state.ts";

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = 300;
console.log(`sequences of seed ${seed}`);

type Below = (limit: number) => number;

interface Said {
  message: object;
  /** What a person must be able to read afterwards, if the line comes at all. */
  text: { turn: string; words: string } | null;
}

interface Bad {
  lines: Said[];
  /** The server's own history of it. */
  history: object[];
}

/** Some turns as they should come. */
function wellFormed(below: Below): Bad {
  const lines: Said[] = [];
  const history: object[] = [];
  const turns = 1 + below(4);
  for (let n = 1; n <= turns; n++) {
    const id = `t${n}`;
    const items: object[] = [];
    const say = (message: object, words: string | null = null): void =>
      void lines.push({ message, text: words === null ? null : { turn: id, words } });
    say(status("active", []));
    say(started(id));
    const asked = user(`u${n}`, `question ${n}`, below(2) === 0 ? `c${n}` : null);
    say(itemStarted(id, asked), `question ${n}`);
    say(itemCompleted(id, asked), `question ${n}`);
    items.push(asked);
    for (let each = below(4); each > 0; each--) {
      const item = `i${each}`;
      if (below(3) === 0) {
        const run = command(item, `run ${n}.${each}`);
        say(itemStarted(id, run), `run ${n}.${each}`);
        say(output(id, item, `out ${n}.${each}`), `out ${n}.${each}`);
        if (below(2) === 0)
          say(itemCompleted(id, { ...run, status: "completed", aggregatedOutput: `out ${n}.${each}` }));
        items.push({ ...run, status: "completed", aggregatedOutput: `out ${n}.${each}` });
      } else {
        const words = `answer ${n}.${each}`;
        say(itemStarted(id, agent(item, "")));
        say(delta(id, item, words), words);
        if (below(3) > 0) say(itemCompleted(id, agent(item, words)), words);
        items.push(agent(item, words));
      }
    }
    if (below(4) === 0)
      say(note("error", { threadId: T, turnId: id, willRetry: below(2) === 0, error: { message: `trouble ${n}` } }));
    const end = ["completed", "interrupted", "failed", "paused"][below(4)] ?? "completed";
    say(status("idle"));
    say(completed(id, end));
    history.push(turn(id, end, items, { itemsView: "full" }));
  }
  return { lines, history };
}

/** The same on a bad day. */
function spoilt({ lines, history }: Bad, below: Below): Bad {
  const left = lines.filter(() => below(6) > 0);
  const doubled = left.flatMap((line) => (below(5) === 0 ? [line, line] : [line]));
  const window = 1 + below(6);
  const shuffled = doubled
    .map((line, at) => ({ line, at: at + below(window) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ line }) => line);
  return { lines: shuffled, history: history.filter(() => below(8) > 0) };
}

function fold(thread: ThreadState, host: HostState, rows: readonly Row[]): void {
  for (const row of rows) {
    foldHost(host, toEnvelope(row), () => undefined);
    foldThread(thread, { host: HOST }, toEnvelope(row), () => undefined);
  }
}

/** All words of a turn, of items and of what was kept raw. */
const wordsOf = (state: ThreadState, id: string): string =>
  JSON.stringify([...(state.turns.get(id)?.items.values() ?? [])]);

test(`[PRJ-356] sequences of turn events on a bad day fold in any batches alike, end with a rest, and lose no text (seed ${seed})`, () => {
  const below = seededNumbers(seed);
  for (let run = 0; run < RUNS; run++) {
    const { lines, history } = spoilt(wellFormed(below), below);
    const line = tape();
    // Settings and status of the thread are known from its start, as on a device that made it.
    line.out(request("a.0", "thread/start", {})).in(reply("a.0", { thread: { id: T, turns: [] }, model: "m" }));
    for (const { message } of lines) line.in(message);
    const told = `run ${run} of seed ${seed}`;

    const live = { thread: createThreadState(T), host: createHostState(HOST) };
    fold(live.thread, live.host, line.rows);
    for (const { text } of lines)
      if (text !== null) expect(wordsOf(live.thread, text.turn), told).toContain(text.words);

    // What the session does when the thread rests: it asks for the copy, and tells what that leaves open.
    line.in(status("idle"));
    line.out(request("a.1", "thread/turns/list", { threadId: T, limit: 5, sortDirection: "desc", itemsView: "full" }));
    line.in(reply("a.1", { data: history.toReversed(), nextCursor: null }));
    const settled = createThreadState(T);
    fold(settled, createHostState(HOST), line.rows);
    for (const held of settled.turns.values())
      if (turnStatus(held) === "inProgress") line.local({ type: "end-untold", turn: held.id }, T);

    const whole = { thread: createThreadState(T), host: createHostState(HOST) };
    fold(whole.thread, whole.host, line.rows);
    let parts = { thread: createThreadState(T), host: createHostState(HOST) };
    for (const batch of batchesOf(line.rows, below, 12)) {
      parts = structuredClone(parts);
      fold(parts.thread, parts.host, batch);
    }
    expect(parts, told).toEqual(structuredClone(whole));

    for (const held of whole.thread.turns.values()) {
      expect(["inProgress", "stopping", "noAnswerToStop"], told).not.toContain(turnStatus(held));
      for (const item of held.items.values()) expect(item.phase, told).not.toBe("open");
      expect(held.retrying, told).toBeNull();
    }
    expect(whole.thread.book.running, told).toBeNull();
    expect(whole.host.threads.get(T)?.lastTurn?.status, told).not.toBe("inProgress");
    for (const { text } of lines)
      if (text !== null) expect(wordsOf(whole.thread, text.turn), told).toContain(text.words);
    // Each turn stands once in the thread, with each of its items once.
    const places = whole.thread.timeline.flatMap((entry) => (entry.type === "turn" ? [entry.turn] : []));
    expect(places.toSorted(), told).toEqual([...whole.thread.turns.keys()].toSorted());
  }
});
