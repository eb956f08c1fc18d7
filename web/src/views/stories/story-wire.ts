// A journal for the wire view's stories: one long thread, made up when it is read.
import type { Journal } from "../../journal/journal.ts";
import type { Row } from "../../journal/rows.ts";

const BLOCKS = 60;
const ROWS = 40;

/** The two reads that the wire view asks for. */
export function storyWire(): Pick<Journal, "threadBlocks" | "readThreadBlocks"> {
  const began = Date.now() - BLOCKS * ROWS * 900;
  const line = (n: number, thread: string): [kind: "in" | "out", value: unknown] => {
    const at = { threadId: thread, turnId: "u3" };
    switch (n % 40) {
      case 0:
        return [
          "out",
          { id: `tab1.k3.${n}`, method: "turn/start", params: { ...at, input: [{ type: "text", text: "Go on." }] } },
        ];
      case 1:
        return ["in", { id: `tab1.k3.${n - 1}`, result: { turn: { id: "u3", status: "inProgress", items: [] } } }];
      case 2:
        return ["in", { method: "turn/started", params: { ...at, turn: { id: "u3", status: "inProgress" } } }];
      case 20:
        return [
          "in",
          {
            id: n,
            method: "item/commandExecution/requestApproval",
            params: { ...at, itemId: "c1", command: "pnpm test" },
          },
        ];
      case 21:
        return ["out", { id: n - 1, result: { decision: "accept" } }];
      case 30:
        return [
          "in",
          {
            method: "item/completed",
            params: {
              ...at,
              item: {
                type: "commandExecution",
                id: "c1",
                command: "pnpm test",
                status: "failed",
                aggregatedOutput: "x ".repeat(4000),
              },
            },
          },
        ];
      case 34:
        return [
          "in",
          { method: "error", params: { ...at, willRetry: true, error: { message: "Reconnecting... 1/5" } } },
        ];
      default:
        return ["in", { method: "item/agentMessage/delta", params: { ...at, itemId: "m1", delta: ` word ${n}` } }];
    }
  };
  const rows = (seq: number, thread: string): Row[] =>
    Array.from({ length: ROWS }, (_, index): Row => {
      const n = (seq - 1) * ROWS + index;
      const [kind, value] = line(n, thread);
      const text = JSON.stringify(value);
      const place = { v: 1 as const, generation: "4f1c9a07", offset: 200 * n, at: began + 900 * n, thread };
      return kind === "in"
        ? { ...place, kind, n: 0, start: 200 * n - text.length - 1, line: text }
        : { ...place, kind, n: 1, client: "tab1", line: text, bytes: text.length + 1, redacted: false };
    });
  return {
    threadBlocks: () => Promise.resolve(Array.from({ length: BLOCKS }, (_, at) => at + 1)),
    readThreadBlocks: (_host, thread, seqs) =>
      Promise.resolve(seqs.map((seq) => ({ seq, bytes: 12_000, rows: rows(seq, thread) }))),
  };
}
