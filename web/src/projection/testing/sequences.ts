// Sequences of turn events: as they should come, and as an App Server on a bad day might send them (lines dropped, doubled,
// and shuffled among their neighbours), with the history that it would tell.
import { T } from "./rows.ts";
import {
  agent,
  command,
  completed,
  delta,
  itemCompleted,
  itemStarted,
  note,
  output,
  started,
  status,
  turn,
  user,
} from "./wire.ts";

export type Below = (limit: number) => number;

export interface Said {
  message: object;
  /** What a person must be able to read afterwards, if the line comes at all. */
  text: { turn: string; words: string } | null;
}

export interface Sequence {
  lines: Said[];
  /** The server's own history of it. */
  history: { id: string; status: string; items: object[] }[];
}

/** Some turns of a thread as they should come. */
export function wellFormed(below: Below, thread = T): Sequence {
  const lines: Said[] = [];
  const history: Sequence["history"] = [];
  const turns = 1 + below(4);
  for (let n = 1; n <= turns; n++) {
    const id = `t${n}`;
    const items: object[] = [];
    const say = (message: object, words: string | null = null): void =>
      void lines.push({ message, text: words === null ? null : { turn: id, words } });
    say(status("active", [], thread));
    say(started(id, thread));
    const asked = user(`u${n}`, `question ${n}`, below(2) === 0 ? `c${n}` : null);
    say(itemStarted(id, asked, thread), `question ${n}`);
    say(itemCompleted(id, asked, thread), `question ${n}`);
    items.push(asked);
    for (let each = below(4); each > 0; each--) {
      const item = `i${each}`;
      if (below(3) === 0) {
        const run = command(item, `run ${n}.${each}`);
        say(itemStarted(id, run, thread), `run ${n}.${each}`);
        say(output(id, item, `out ${n}.${each}`, thread), `out ${n}.${each}`);
        if (below(2) === 0)
          say(itemCompleted(id, { ...run, status: "completed", aggregatedOutput: `out ${n}.${each}` }, thread));
        items.push({ ...run, status: "completed", aggregatedOutput: `out ${n}.${each}` });
      } else {
        const words = `answer ${n}.${each}`;
        say(itemStarted(id, agent(item, ""), thread));
        say(delta(id, item, words, thread), words);
        if (below(3) > 0) say(itemCompleted(id, agent(item, words), thread), words);
        items.push(agent(item, words));
      }
    }
    if (below(4) === 0)
      say(
        note("error", { threadId: thread, turnId: id, willRetry: below(2) === 0, error: { message: `trouble ${n}` } }),
      );
    const end = ["completed", "interrupted", "failed", "paused"][below(4)] ?? "completed";
    say(status("idle", undefined, thread));
    say(completed(id, end, {}, thread));
    history.push(turn(id, end, items, { itemsView: "full" }));
  }
  return { lines, history };
}

/** The same on a bad day. */
export function spoilt({ lines, history }: Sequence, below: Below): Sequence {
  const left = lines.filter(() => below(6) > 0);
  // Nothing tells a delta that comes twice from two of the same words.
  const doubled = left.flatMap((line) => (below(5) === 0 && !isDelta(line) ? [line, line] : [line]));
  const window = 1 + below(6);
  const shuffled = doubled
    .map((line, at) => ({ line, at: at + below(window) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ line }) => line);
  return { lines: shuffled, history: history.filter(() => below(8) > 0) };
}

const isDelta = ({ message }: Said): boolean => "method" in message && String(message.method).endsWith("elta");
