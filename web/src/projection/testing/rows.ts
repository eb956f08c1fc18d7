// Rows for tests: a tape on which lines, local events and copies are put in order, as the session would write them.
import { parseLine, type RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import { type LocalEvent, type Row, ROW_VERSION } from "../../journal/rows.ts";
import { decisionFor } from "../../decisions/fold.ts";
import { toEnvelope } from "../envelope.ts";
import { createHostState, foldHost } from "../host-fold.ts";
import { snapshotOf, threadOf, threadOfAnswer } from "../thread-of.ts";
import { foldThread } from "../thread-fold.ts";
import { createThreadState } from "../thread-state.ts";
import { objectOf } from "../read.ts";
import { hostPictures, threadPictures, toldCheck } from "./objects.ts";
import type { HostState, OwnRequest, ThreadState, Touch } from "../state.ts";

export const HOST = "host-1";
export const T = "T";
const nothing: Touch = () => undefined;

export interface Tape {
  readonly rows: Row[];
  /** A line of the App Server. */
  in(message: unknown): Tape;
  /** A line of ours. */
  out(message: unknown): Tape;
  local(event: LocalEvent, thread?: string | null): Tape;
  /** From now on rows belong to this generation. */
  generation(id: string): Tape;
  /** Moves the rows' time on by so many ms (each row takes one). */
  later(ms: number): Tape;
  exit(end?: Partial<GenerationEnd>): Tape;
}

/** A tape that names threads and copies as the session does: by folding the host beside it. */
export function tape(): Tape {
  const rows: Row[] = [];
  const host = createHostState(HOST);
  let generation = "g1";
  let offset = 0;
  let n = 0;
  let at = 1_000_000;
  const put = (row: Row) => {
    rows.push(row);
    foldHost(host, toEnvelope(row), nothing);
    at += 1;
  };
  const base = () => ({ v: ROW_VERSION, generation, offset, n, at }) as const;
  const open = () => host.generations.get(generation)?.open ?? new Map<string, OwnRequest>();
  const self: Tape = {
    rows,
    in(value) {
      const line = typeof value === "string" ? value : JSON.stringify(value);
      const message = parseLine(line);
      const start = offset;
      offset += line.length + 1;
      n = 0;
      const request = message.kind === "response" ? open().get(typedId(message.id)) : undefined;
      const name = request === undefined ? null : snapshotOf(request, message);
      const thread = threadOf(message, open()) ?? resolvedThread(host, generation, message);
      if (name !== null && request !== undefined)
        put({ ...base(), kind: "snapshot", start, thread, ...name, params: JSON.stringify(request.params), line });
      else put({ ...base(), kind: "in", start, thread, line });
      return self;
    },
    out(value) {
      const line = JSON.stringify(value);
      const message = parseLine(line);
      n += 1;
      const thread =
        message.kind === "response" || message.kind === "error"
          ? threadOfAnswer(host.decisions, HOST, generation, message.id)
          : threadOf(message, open());
      put({ ...base(), kind: "out", thread, client: "dev", line, bytes: line.length + 1, redacted: false });
      return self;
    },
    local(event, thread = null) {
      if (event.type === "gap") {
        offset = event.to;
        n = 0;
      } else n += 1;
      put({ ...base(), kind: "local", thread, event });
      return self;
    },
    generation(id) {
      generation = id;
      offset = 0;
      n = 0;
      return self.local({ type: "attached", client: "dev", from: 0, fresh: true });
    },
    later(ms) {
      at += ms;
      return self;
    },
    exit(end = {}) {
      return self.local({
        type: "exit",
        end: { generation, end: offset, code: null, signal: "SIGKILL", by: null, at, stderr: null, ...end },
      });
    },
  };
  return self;
}

function resolvedThread(host: HostState, generation: string, message: RpcMessage): string | null {
  if (message.kind !== "notification" || message.method !== "serverRequest/resolved") return null;
  const id = objectOf(message.params)?.["requestId"];
  if (typeof id !== "string" && typeof id !== "number") return null;
  return decisionFor(host.decisions, HOST, generation, id)?.thread ?? null;
}

/** The thread's state after these rows. Checks on the way that each change was told. */
export function threadAfter(rows: readonly Row[], id = T): ThreadState {
  const state = createThreadState(id);
  const check = toldCheck(() => threadPictures(state));
  for (const row of rows) check(row, (touch) => foldThread(state, { host: HOST }, toEnvelope(row), touch));
  return state;
}

/** The host's state after these rows. Checks on the way that each change was told. */
export function hostAfter(rows: readonly Row[]): HostState {
  const state = createHostState(HOST);
  const check = toldCheck(() => hostPictures(state));
  for (const row of rows) check(row, (touch) => foldHost(state, toEnvelope(row), touch));
  return state;
}

/** The rows that a thread's page reads from the journal: its own, and the host's local ones. */
export function rowsOf(rows: readonly Row[], id: string): Row[] {
  return rows.filter((row) => row.thread === id || (row.kind === "local" && row.thread === null));
}

/** Item texts of a turn in order, as a person would read them. */
export function texts(state: ThreadState, turn: string): string[] {
  const held = state.turns.get(turn);
  if (held === undefined) return [];
  return held.entries.flatMap((entry) => {
    if (entry.type !== "item") return [];
    const item = held.items.get(entry.item);
    if (item === undefined) return [];
    switch (item.type) {
      case "userMessage":
      case "agentMessage":
      case "plan":
        return [item.text];
      case "reasoning":
        return [[...item.summary, ...item.content].join("|")];
      case "commandExecution":
        return [`$ ${item.command} > ${item.output}`];
      case "fileChange":
        return [item.changes.map((change) => change.path).join(",")];
      case "contextCompaction":
        return ["compaction"];
      case "generic":
        return [item.name];
      default:
        return [item.type];
    }
  });
}
