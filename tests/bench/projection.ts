// How fast the fold follows a stream: 20,000 deltas through host and thread folds, as a ratio against JSON.parse of the very
// same lines. Prints one JSON object per line; ratios only, since times say more about the machine than about the code.
import { performance } from "node:perf_hooks";
import { toEnvelope } from "@longwire/web/projection/envelope";
import { createHostState, foldHost } from "@longwire/web/projection/host-fold";
import { foldThread } from "@longwire/web/projection/thread-fold";
import { createThreadState } from "@longwire/web/projection/thread-state";
import type { Row } from "@longwire/web/journal/rows";

const DELTAS = 20_000;
const ROUNDS = 9;

/** A turn that streams: `items` messages beside each other, so that ids are looked up, not guessed. */
function stream(items: number): Row[] {
  const lines: string[] = [];
  const note = (method: string, params: object) =>
    lines.push(
      JSON.stringify({ method, params: { threadId: "T", ...params }, emittedAtMs: 1_800_000_000_000 + lines.length }),
    );
  note("turn/started", { turn: { id: "t1", items: [], status: "inProgress" } });
  for (let n = 0; n < DELTAS; n++)
    note("item/agentMessage/delta", {
      turnId: "t1",
      itemId: `msg_${n % items}`,
      delta: "a word of the answer and then some more, as it is streamed ",
    });
  note("turn/completed", { turn: { id: "t1", items: [], status: "completed" } });
  let offset = 0;
  return lines.map((line, index) => {
    const start = offset;
    offset += line.length + 1;
    return { v: 1, generation: "g", offset, n: 0, at: index, thread: "T", kind: "in", start, line };
  });
}

function measure(act: () => void): number {
  const before = performance.now();
  act();
  return performance.now() - before;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

for (const items of [1, 200]) {
  const rows = stream(items);
  const parse = () => {
    for (const row of rows) if (row.kind === "in" && typeof row.line === "string") JSON.parse(row.line);
  };
  let touches = 0;
  const fold = () => {
    const envelopes = rows.map((row) => toEnvelope(row));
    const host = createHostState("h");
    const thread = createThreadState("T");
    const touch = () => {
      touches += 1;
    };
    const context = { host: "h" };
    const time = measure(() => {
      for (const envelope of envelopes) {
        foldHost(host, envelope, touch);
        foldThread(thread, context, envelope, touch);
      }
    });
    const length = [...(thread.turns.get("t1")?.items.values() ?? [])].reduce(
      (sum, item) => sum + (item.type === "agentMessage" ? item.text.length : 0),
      0,
    );
    if (length < DELTAS) throw new Error("the fold has lost text");
    return time;
  };
  const parses: number[] = [];
  const folds: number[] = [];
  for (let round = 0; round < ROUNDS + 2; round++) {
    const parsed = measure(parse);
    const folded = fold();
    // The first two rounds warm up.
    if (round < 2) continue;
    parses.push(parsed);
    folds.push(folded);
  }
  console.log(
    JSON.stringify({
      bench: "projection",
      what: `${DELTAS} deltas over ${items} item${items === 1 ? "" : "s"}, fold against JSON.parse of the same lines`,
      ratio: Number((median(folds) / median(parses)).toFixed(3)),
      touchesPerDelta: Number((touches / (ROUNDS + 2) / DELTAS).toFixed(3)),
    }),
  );
}
