// Threads that are long, live, or have one very long message.
import type { ThreadState } from "../../../projection/state.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { NOW, reported, runs, says, thinks, turnIn, user } from "./parts.ts";

export function longThread(): ThreadState {
  const state = createThreadState("t-parser");
  reported(state, { type: "idle" });
  state.older = { cursor: "c" };
  for (let n = 0; n < 400; n += 1) {
    const turn = turnIn(state, `l${n}`);
    user(turn, `Question ${n}`);
    thinks(turn, `Step ${n}`);
    says(turn, `Answer ${n}. ${"It goes on for a while. ".repeat((n * 7) % 30)}`);
    if (n % 4 === 0) runs(turn, `make test-${n}`, "ok\n".repeat(n % 9));
  }
  return state;
}

export function liveThread(): ThreadState {
  const state = createThreadState("t-p99");
  reported(state, { type: "active", flags: [] });
  const turn = turnIn(state, "p1", { reported: "inProgress", startedAt: NOW - 48_000 });
  user(turn, "Why is p99 up since Tuesday?");
  thinks(turn, "**Comparing the two releases**");
  const running = runs(turn, "git log --since=tuesday --stat -- edge/", "commit 8c1f\n edge/cache.ts | 12 +-\n", {
    phase: "open",
    exitCode: null,
    status: "inProgress",
    durationMs: null,
    startedAt: NOW - 9000,
  });
  running.completedAt = null;
  const text = says(
    turn,
    "Two changes are candidates. The first:\n\n- `cache.ts` now keeps entries for 5 s instead of 60\n- and the second",
  );
  text.phase = "open";
  return state;
}

/** One message of 1.6 MB, as a paste gone wrong gives it. */
export function bigThread(): ThreadState {
  const state = createThreadState("t-flaky");
  reported(state, { type: "idle" });
  const turn = turnIn(state, "b1");
  user(turn, "Print the whole log.");
  const part =
    "A paragraph with **bold** and `code` that is about as long as they are. It says nothing.\n\n- one\n- two\n- three\n\n";
  says(turn, part.repeat(Math.ceil(1_600_000 / part.length)));
  says(turn, "That was all.");
  return state;
}

/** Twenty more turns in front, until there are enough. */
export function addOlder(state: ThreadState): void {
  const before = state.timeline.splice(0);
  const already = state.turns.size;
  for (let n = 0; n < 20; n += 1) {
    const turn = turnIn(state, `older-${already}-${n}`);
    user(turn, `Older question ${already}-${n}`);
    says(turn, `Older answer. ${"Words and words. ".repeat((n * 13) % 40)}`);
  }
  state.timeline.push(...before);
  state.older = already > 480 ? null : { cursor: "c" };
}

/** Adds to the last turn as a server would: words at a pace, now and then another item. */
export function stream(state: ThreadState, tell: (objects: ReadonlySet<object>) => void): void {
  const turn = [...state.turns.values()].at(-1);
  if (turn === undefined) return;
  turn.reported = "inProgress";
  let text = says(turn, "");
  text.phase = "open";
  let ticks = 0;
  setInterval(() => {
    ticks += 1;
    state.lastSignAt = Date.now();
    if (ticks % 120 === 0) {
      text.phase = "completed";
      const next = says(turn, "");
      next.phase = "open";
      tell(new Set<object>([text, turn, state]));
      text = next;
      return;
    }
    if (text.type === "agentMessage") text.text += ticks % 17 === 0 ? ".\n\n" : ` word${ticks}`;
    tell(new Set<object>([text]));
  }, 16);
}
