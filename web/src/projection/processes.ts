// What runs on an App Server beside the agent's turns: processes and commands that any device started. This device's own are
// known from its requests; of another's there is only the handle, with its output and its end. Content of output is kept by
// nobody, so all of it is folded from what the rows keep: live and reloaded are the same.
import { typedId } from "@longwire/shared-protocol/request-key";
import type { RpcErrorResponse, RpcRequest, RpcResponse } from "@longwire/shared-protocol/json-rpc";
import type { Row } from "../journal/rows.ts";
import { stubIn } from "./cards.ts";
import type { Envelope } from "./envelope.ts";
import { readHandle } from "./process-handle.ts";
import { numberOf, objectOf, textOf } from "./read.ts";
import type { GenerationState, HostState, OwnRequest, Touch } from "./state.ts";

export type ProcessStanding =
  /** Asked for, and not answered yet. */
  | { type: "starting" }
  | { type: "running" }
  /** `exitCode` null: not told. */
  | { type: "ended"; exitCode: number | null; at: number }
  /** It was not started; the server's words, or why it was not sent. */
  | { type: "refused"; message: string };

export interface HostProcess {
  /** Names it in `HostState.processes`. */
  key: string;
  generation: string;
  /** The server's name for it: `processHandle`, or `processId` of a command. */
  handle: string;
  /** `process`: by `process/…`, without a sandbox. `command`: by `command/exec…`. */
  kind: "process" | "command";
  /** Null: another device's, and its handle does not say. */
  command: string[] | null;
  cwd: string | null;
  /** A terminal. Null: not known. */
  tty: boolean | null;
  /** Unix milliseconds; null: not known. */
  startedAt: number | null;
  /** This device asked for it. */
  own: boolean;
  standing: ProcessStanding;
  /** Bytes are missing since it was heard last: it may have ended in them. */
  doubtful: boolean;
  /** Pieces of its output that came. */
  pieces: number;
  heardAt: number | null;
}

/** How many that are over a host keeps. */
export const ENDED_LIMIT = 40;

const MEMBERS = { process: "processHandle", command: "processId" } as const;
type Kind = HostProcess["kind"];

/** The key of one in `HostState.processes`. */
export function processKey(generation: string, kind: Kind, handle: string): string {
  return JSON.stringify([generation, kind, handle]);
}

/** Folds one row. Runs before the row's request is forgotten. Never throws. */
export function foldProcesses(state: HostState, generation: GenerationState, envelope: Envelope, touch: Touch): void {
  const { row, message } = envelope;
  if (row.kind === "local") return foldLocal(state, generation, row, touch);
  const stub = stubIn(row);
  if (stub !== null) {
    const kind = OUTPUT.get(stub.method ?? "");
    if (kind !== undefined && stub.about !== undefined) hear(state, row, kind, stub.about, touch);
    else if (stub.method === "process/exited" && stub.about !== undefined)
      end(state, hear(state, row, "process", stub.about, touch), null, row.at, touch);
    else if (stub.id !== null) replied(state, generation.open.get(stub.id), row, null, touch);
    return;
  }
  if (message === null) return;
  if (row.kind === "out") {
    if (message.kind === "request") begin(state, row, message, touch);
    return;
  }
  if (message.kind === "notification") {
    if (message.method !== "process/exited") return;
    const params = objectOf(message.params);
    const handle = textOf(params?.["processHandle"]);
    if (handle === null) return;
    end(state, hear(state, row, "process", handle, touch), numberOf(params?.["exitCode"]), row.at, touch);
  } else if (message.kind === "response" || message.kind === "error")
    replied(state, generation.open.get(typedId(message.id)), row, message, touch);
}

const OUTPUT: ReadonlyMap<string, Kind> = new Map([
  ["process/outputDelta", "process"],
  ["command/exec/outputDelta", "command"],
]);

/** The process that is meant, made when it was not known. */
function processOf(state: HostState, row: Row, kind: Kind, handle: string, touch: Touch): HostProcess {
  const key = processKey(row.generation, kind, handle);
  const known = state.processes.get(key);
  if (known !== undefined) return known;
  const words = readHandle(handle);
  const made: HostProcess = {
    key,
    generation: row.generation,
    handle,
    kind,
    command: words.command,
    cwd: words.cwd,
    tty: null,
    startedAt: words.startedAt,
    own: false,
    standing: { type: "running" },
    doubtful: false,
    pieces: 0,
    heardAt: null,
  };
  state.processes.set(key, made);
  touch(state);
  return made;
}

function hear(state: HostState, row: Row, kind: Kind, handle: string, touch: Touch): HostProcess {
  const process = processOf(state, row, kind, handle, touch);
  if (process.standing.type === "starting") process.standing = { type: "running" };
  process.doubtful = false;
  process.pieces += 1;
  process.heardAt = row.at;
  touch(process);
  return process;
}

function end(state: HostState, process: HostProcess, exitCode: number | null, at: number, touch: Touch): void {
  process.standing = { type: "ended", exitCode, at };
  process.doubtful = false;
  touch(process);
  trim(state, touch);
}

function trim(state: HostState, touch: Touch): void {
  const over = [...state.processes.values()].filter(({ standing }) => OVER.has(standing.type));
  if (over.length <= ENDED_LIMIT) return;
  for (const { key } of over.slice(0, over.length - ENDED_LIMIT)) state.processes.delete(key);
  touch(state);
}

const OVER: ReadonlySet<string> = new Set(["ended", "refused"]);

function begin(state: HostState, row: Row, request: RpcRequest, touch: Touch): void {
  const kind = STARTS.get(request.method);
  const params = objectOf(request.params);
  const handle = kind === undefined ? null : textOf(params?.[MEMBERS[kind]]);
  // A command without an id of its own cannot be reached, and is over with its reply.
  if (kind === undefined || params === null || handle === null) return;
  // The same handle may be used again once it is free.
  const known = state.processes.get(processKey(row.generation, kind, handle));
  if (known !== undefined && OVER.has(known.standing.type)) state.processes.delete(known.key);
  const process = processOf(state, row, kind, handle, touch);
  const command = params["command"];
  if (Array.isArray(command)) process.command = command.map(String);
  process.cwd = textOf(params["cwd"]) ?? process.cwd;
  process.tty = params["tty"] === true;
  process.startedAt = row.at;
  process.own = true;
  if (process.pieces === 0) process.standing = { type: "starting" };
  touch(process);
}

const STARTS: ReadonlyMap<string, Kind> = new Map([
  ["process/spawn", "process"],
  ["command/exec", "command"],
]);

/** Which kind a request is about that names one by its handle. */
function kindOf(method: string): Kind | undefined {
  if (method.startsWith("process/")) return "process";
  return method.startsWith("command/exec") ? "command" : undefined;
}

/** @param message null: the reply is not kept, and came */
function replied(
  state: HostState,
  request: OwnRequest | undefined,
  row: Row,
  message: RpcResponse | RpcErrorResponse | null,
  touch: Touch,
): void {
  const kind = request === undefined ? undefined : kindOf(request.method);
  if (request === undefined || kind === undefined) return;
  const handle = textOf(request.params[MEMBERS[kind]]);
  const process = handle === null ? undefined : state.processes.get(processKey(row.generation, kind, handle));
  if (process === undefined || OVER.has(process.standing.type)) return;
  const starts = STARTS.has(request.method);
  if (message?.kind === "error") {
    const { message: words } = message.error;
    if (starts) {
      // Another one runs under this handle: it is not this request's.
      if (/duplicate active/i.test(words)) return;
      process.standing = { type: "refused", message: words };
      touch(process);
      trim(state, touch);
    } else if (GONE.test(words)) end(state, process, null, row.at, touch);
    return;
  }
  // A command is answered when it is over, a process when it runs.
  if (request.method === "command/exec")
    end(state, process, message === null ? null : numberOf(objectOf(message.result)?.["exitCode"]), row.at, touch);
  else if (process.standing.type === "starting") {
    process.standing = { type: "running" };
    touch(process);
  }
}

/** What the server says of a handle that it does not have any more. */
export const GONE = /no active (?:process|command\/exec) for|is no longer running/i;

function foldLocal(
  state: HostState,
  generation: GenerationState,
  row: Extract<Row, { kind: "local" }>,
  touch: Touch,
): void {
  const { event } = row;
  if (event.type === "exit") forget(state, (of) => of === event.end.generation, touch);
  else if (event.type === "attached") forget(state, (of) => of !== row.generation, touch);
  else if (event.type === "gap") {
    for (const process of state.processes.values()) {
      if (process.generation !== row.generation || OVER.has(process.standing.type)) continue;
      process.doubtful = true;
      touch(process);
    }
  } else if (event.type === "not-sent") {
    const request = generation.open.get(event.id);
    const kind = request === undefined ? undefined : STARTS.get(request.method);
    const handle = kind === undefined ? null : textOf(request?.params[MEMBERS[kind]]);
    const process =
      kind === undefined || handle === null ? undefined : state.processes.get(processKey(row.generation, kind, handle));
    if (process?.standing.type !== "starting") return;
    process.standing = { type: "refused", message: event.reason };
    touch(process);
  }
}

/** A process lives no longer than its App Server. */
function forget(state: HostState, over: (generation: string) => boolean, touch: Touch): void {
  let gone = false;
  for (const process of state.processes.values()) {
    if (!over(process.generation)) continue;
    state.processes.delete(process.key);
    touch(process);
    gone = true;
  }
  if (gone) touch(state);
}

/** Those of the present App Server that are not over, newest last. */
export function runningProcesses(state: HostState): HostProcess[] {
  return [...state.processes.values()].filter(({ standing }) => !OVER.has(standing.type));
}
