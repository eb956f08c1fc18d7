// Numbers and lists beyond what an engine can take: moments that no Date holds, lists longer than a call may have arguments.
import { expect, test } from "vitest";
import { ago, clockTime, fullTime } from "../design/words.ts";
import type { Row } from "../journal/rows.ts";
import { toEnvelope } from "./envelope.ts";
import type { ThreadState } from "./state.ts";
import { foldThread } from "./thread-fold.ts";
import { createThreadState } from "./thread-state.ts";
import { HOST, hostAfter, tape, T, threadAfter } from "./testing/rows.ts";
import { agent, itemCompleted, itemStarted, note, reply, request, turn, user } from "./testing/wire.ts";

const FAR = 1e18;

test("[VIW-192] a time that no calendar has is not told, and throws nowhere", () => {
  const { rows } = tape()
    .in({
      ...note("turn/started", { threadId: T, turn: { ...turn("t1", "inProgress", []), startedAt: FAR } }),
      emittedAtMs: FAR,
    })
    .in(note("item/completed", { threadId: T, turnId: "t1", item: agent("m", "x"), completedAtMs: FAR }))
    .in(
      note("account/rateLimits/updated", {
        rateLimits: {
          limitId: "l",
          primary: { usedPercent: 1, windowDurationMins: 1, resetsAt: FAR },
          secondary: null,
        },
      }),
    );
  const state = threadAfter(rows);
  const host = hostAfter(rows);
  const told = [
    state.turns.get("t1")?.startedAt,
    state.turns.get("t1")?.items.get("m")?.completedAt,
    host.threads.get(T)?.updatedAt,
    host.generations.get(host.current ?? "")?.serverAt,
    host.rateLimits.get("l")?.windows[0]?.resetsAt,
  ];
  for (const at of told) if (typeof at === "number") expect(() => new Date(at).toISOString()).not.toThrow();
  expect(state.turns.get("t1")?.items.get("m")?.completedAt).toBeTypeOf("number");
  expect(host.rateLimits.get("l")?.windows[0]).toMatchObject({ resetsAt: null });
  expect([clockTime(FAR), fullTime(FAR), ago(-FAR, 0)]).toEqual(Array(3).fill("an impossible time"));
});

test("[VIW-92] a copy of a turn with more items than a call may have arguments is placed whole", () => {
  const MANY = 150_000;
  const items = [user("u", "q"), ...Array.from({ length: MANY }, (_, at) => agent(`m${at}`, `text ${at}`))];
  const { rows } = tape()
    .in(itemCompleted("t1", user("u", "q")))
    .out(request("r", "thread/read", { threadId: T, includeTurns: true }))
    .in(reply("r", { thread: { id: T, status: { type: "idle" }, turns: [turn("t1", "completed", items)] } }));
  expect(folded(rows).turns.get("t1")?.entries).toHaveLength(MANY + 1);
});

test("[VIW-92] a copy that names thousands of unfinished calls otherwise costs about what their number does", () => {
  const call = (id: string, n: number) => ({
    type: "mcpToolCall",
    id,
    server: "s",
    tool: "t",
    status: "inProgress",
    arguments: { n, text: "x".repeat(200) },
  });
  const took = (count: number): number => {
    const line = tape();
    const numbers = Array.from({ length: count }, (_, n) => n);
    for (const n of numbers) line.in(itemStarted("t1", call(`a${n}`, n)));
    // Half of them are the ones held here, under other ids.
    const told = numbers.map((n) => call(`b${n}`, n * 2));
    line
      .out(request("r", "thread/read", { threadId: T, includeTurns: true }))
      .in(reply("r", { thread: { id: T, status: { type: "idle" }, turns: [turn("t1", "interrupted", told)] } }));
    const from = performance.now();
    const items = folded(line.rows).turns.get("t1")?.items;
    const ms = performance.now() - from;
    expect(items?.size).toBe(count + count / 2);
    return ms;
  };
  took(500);
  // By the square it would be thirty-six times as long.
  expect(took(3000)).toBeLessThan(Math.max(took(500), 20) * 20);
});

/** Without the checks of each row that `threadAfter` makes: they cost more than the fold. */
function folded(rows: readonly Row[]): ThreadState {
  const state = createThreadState(T);
  for (const row of rows) foldThread(state, { host: HOST }, toEnvelope(row), () => undefined);
  return state;
}
