// Sequences of turn events as an App Server on a bad day might send them: shuffled within a window, doubled, dropped. Whatever
// comes, the fold takes it, in any batches the same; a rest and a copy settle everything, and no text that was said is lost.
import { expect, test } from "vitest";
import type { Row } from "../journal/rows.ts";
import { toEnvelope } from "./envelope.ts";
import { createHostState, foldHost } from "./host-fold.ts";
import { type HostState, type ThreadState, turnStatus } from "./state.ts";
import { batchesOf, seededNumbers } from "./testing/batches.ts";
import { HOST, T, tape } from "./testing/rows.ts";
import { spoilt, wellFormed } from "./testing/sequences.ts";
import { reply, request, status } from "./testing/wire.ts";
import { foldThread } from "./thread-fold.ts";
import { createThreadState } from "./thread-state.ts";

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = 300;
console.log(`sequences of seed ${seed}`);

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
