// The fold at work: the host's state, the states of the threads that are followed, and what the session asks of them.
import type { RpcErrorResponse, RpcMessage, RpcRequest, RpcResponse } from "@longwire/shared-protocol/json-rpc";
import { RPC_CODE } from "@longwire/shared-protocol/json-rpc";
import { requestKey, typedId } from "@longwire/shared-protocol/request-key";
import { isOpen } from "../decisions/state.ts";
import { loadCheckpoint, saveCheckpoint } from "../journal/checkpoints.ts";
import type { Journal } from "../journal/journal.ts";
import type { OutboxEntry } from "../journal/journal.ts";
import type { LocalRow, Row } from "../journal/rows.ts";
import { toEnvelope, type Envelope } from "../projection/envelope.ts";
import { createHostState, foldHost } from "../projection/host-fold.ts";
import {
  FOLD_VERSION,
  type GenerationState,
  type HostState,
  type OwnRequest,
  type ThreadState,
  type Touch,
} from "../projection/state.ts";
import type { foldThread } from "../projection/thread-fold.ts";
import { createThreadState } from "../projection/thread-state.ts";
import type { Stop } from "./deadlines.ts";
import type { Standing } from "./outbox.ts";
import type { Pump } from "./pump.ts";
import { noteRunning, runsBeside, type Running } from "./running.ts";
import { noteStop, stopsOf, type StopBook } from "./stops.ts";

/** What a fold of rows brought for the session. */
export interface Folded {
  replies: readonly (RpcResponse | RpcErrorResponse)[];
  requests: readonly RpcRequest[];
  /** Interrupts of this device that the server did not take: too busy (-32001), or the review runs under another id. */
  refusedStops: readonly { client: string; thread: string; turn: string }[];
}

export interface Folder {
  readonly state: HostState;
  /** Reads the checkpoint and the rows behind it. */
  load(journal: Journal, pump: Pump): Promise<void>;
  /** Begins anew and reads everything again: the live order was not the journal's. */
  reload(journal: Journal, pump: Pump): Promise<void>;
  /** Stores a checkpoint of the host's state. Never fails the session. */
  save(journal: Journal, pump: Pump): Promise<void>;
  fold(rows: readonly Row[], known: (row: Row) => RpcMessage | undefined): Folded;

  newThread(id: string): ThreadState;
  /** Loads the fold of threads, which a page without an open thread has no use for. Before `foldInto` and `follow`. */
  readyForThreads(): Promise<void>;
  /** Folds rows of one thread into a state that is not followed yet. */
  foldInto(state: ThreadState, rows: readonly Row[]): void;
  /** From now on rows of this thread are folded into the state. */
  follow(state: ThreadState): void;
  unfollow(state: ThreadState): void;
  /** The threads that are folded live. */
  followed(): Iterable<ThreadState>;

  /** Generations that were not seen to end, in the order in which this device met them. */
  running(): string[];
  /** Generations that this device met, in order. */
  known(): string[];
  /** The reply to a handshake was folded. */
  opened(generation: string): boolean;
  userAgent(generation: string): string | null;
  ownRequest(generation: string, typedId: string): OwnRequest | undefined;
  /** Where the line of an entry of the outbox stands, if any row holds it. */
  standsIn(entry: OutboxEntry): Standing | null;
  /** The client id of this device that has answered a request, as far as rows tell. */
  answeredBy(requestKey: string): string | null;
  isLoaded(thread: string, generation: string): boolean;
  /** Its events were silenced by an unsubscribe, or may have been. */
  isSilenced(thread: string, generation: string): boolean;
  loaded(generation: string): readonly string[];
  /** Bytes of the generation are missing, and the server has not been asked for all that they may have told. */
  missed(generation: string): boolean;
  /** The thread's newest turn was seen here live, whole, and nothing newer is known: the server need not be asked. */
  heldHere(state: ThreadState, generation: string): boolean;
  /** Idle, and nothing waits for the person. */
  atRest(thread: string): boolean;
  turnRuns(thread: string, turn: string): boolean;
  /** A message of this device stands in the thread as the person's own; known of threads that are followed. */
  isShown(thread: string, clientUserMessageId: string): boolean;
  isStopping(thread: string, turn: string): boolean;
  /** The id under which the App Server interrupts this turn: a review is started under another one. */
  interruptId(thread: string, turn: string): string;
  /** The client id of this device whose interrupt of the turn is under way; null: none is. */
  stoppedBy(thread: string, turn: string): string | null;
  threadOfTurn(turn: string): string | null;
  /** Anything but this turn that would be lost with the App Server. */
  elseRuns(generation: string, turn: string): boolean;
  /** Interrupts that a client id of this device sent, taken by the relay, whose turn still runs. */
  stopsOf(): readonly Stop[];
}

/** What a checkpoint of the host holds. */
interface HostCheckpoint {
  state: HostState;
  folded: [generation: string, offset: number][];
  aside: Aside;
}

/** What the session needs of the rows beside the host's state. */
interface Aside {
  stops: StopBook;
  running: Running | null;
  /** Generations with a gap for which catching up has not ended. */
  missed: Set<string>;
  answered: Map<string, string>;
  /** Generations of this device's newest acts, by the `typedId` of their request. */
  acts: Map<string, string>;
  /** Requests that waited for their reply when bytes got lost. */
  swallowed: Set<string>;
}

type FoldThread = typeof foldThread;

const isBusy = (message: RpcMessage | null): boolean =>
  message?.kind === "error" && message.error.code === RPC_CODE.overloaded;

const maybeSilent = ({ silenced, doubtful }: GenerationState, thread: string): boolean =>
  silenced.has(thread) || doubtful.has(thread);

/** How many acts are remembered: more than any outbox holds. */
const ACTS_LIMIT = 1000;

const newAside = (): Aside => ({
  stops: new Map(),
  running: null,
  missed: new Set(),
  answered: new Map(),
  acts: new Map(),
  swallowed: new Set(),
});

/** Makes the folder of one session. `touch` is told every object that changed. */
export function createFolder(host: string, touch: Touch): Folder {
  const state = createHostState(host);
  const followed = new Map<string, ThreadState>();
  let aside = newAside();
  // No thread is followed before it is there.
  let foldInThread: FoldThread = () => {
    throw new Error("readyForThreads comes first");
  };

  function apply(envelope: Envelope): void {
    foldHost(state, envelope, touch);
    const { row } = envelope;
    noteAside(envelope);
    // Rows without a thread that are the host's own (attached, gap, exit …) concern every thread.
    if (row.thread !== null) {
      const thread = followed.get(row.thread);
      if (thread !== undefined) foldInThread(thread, { host }, envelope, touch);
    } else if (row.kind === "local") {
      for (const thread of followed.values()) foldInThread(thread, { host }, envelope, touch);
    }
  }

  function noteAside(envelope: Envelope): void {
    const { row, message } = envelope;
    noteStop(aside.stops, envelope);
    aside.running = noteRunning(aside.running, envelope);
    if (row.kind === "out" && (message?.kind === "response" || message?.kind === "error")) {
      aside.answered.set(requestKey(host, row.generation, message.id), row.client);
    } else if (row.kind === "out" && message?.kind === "request") noteAct(typedId(message.id), row.generation);
    else if (row.kind === "local") noteLocal(row);
  }

  function noteAct(id: string, generation: string): void {
    aside.acts.set(id, generation);
    if (aside.acts.size <= ACTS_LIMIT) return;
    for (const oldest of aside.acts.keys()) {
      aside.acts.delete(oldest);
      return;
    }
  }

  function noteLocal({ event, generation }: LocalRow): void {
    if (event.type === "gap") noteGap(generation);
    else if (event.type === "caught-up") aside.missed.delete(generation);
    else if (event.type === "exit") forget(event.end.generation);
  }

  function noteGap(generation: string): void {
    aside.missed.add(generation);
    for (const id of generationOf(generation)?.open.keys() ?? []) if (aside.acts.has(id)) aside.swallowed.add(id);
  }

  function forget(generation: string): void {
    for (const id of aside.swallowed) if (aside.acts.get(id) === generation) aside.swallowed.delete(id);
    aside.missed.delete(generation);
    const prefix = requestKey(host, generation, "").slice(0, -2);
    for (const key of aside.answered.keys()) if (key.startsWith(prefix)) aside.answered.delete(key);
  }

  async function read(journal: Journal, pump: Pump, after: number): Promise<void> {
    pump.setSeq(after);
    try {
      const end = await journal.readAll(host, after, (rows, seq) => {
        for (const row of rows) {
          apply(toEnvelope(row));
          pump.setFoldedTo(row.generation, Math.max(pump.foldedTo(row.generation), row.offset));
        }
        pump.setSeq(seq);
      });
      pump.setSeq(Math.max(after, end));
    } catch {
      // No database: the page begins with nothing and gets it from the relay.
    }
    touch(state);
  }

  const generationOf = (id: string): GenerationState | undefined => state.generations.get(id);
  const currentGeneration = (): GenerationState | undefined =>
    state.current === null ? undefined : state.generations.get(state.current);

  /** An interrupt that this reply says was not taken. Asked before the reply is folded, which forgets the request. */
  function refusedStop({ row, message }: Envelope): Folded["refusedStops"][number] | null {
    if (message?.kind !== "error") return null;
    const request = generationOf(row.generation)?.open.get(typedId(message.id));
    if (request?.method !== "turn/interrupt") return null;
    const { threadId, turnId } = request.params;
    return typeof threadId === "string" && typeof turnId === "string"
      ? { client: request.client, thread: threadId, turn: turnId }
      : null;
  }

  // A review is started under one turn id, and its items and its end carry another: the thread's fold knows both.
  const aliasesOf = (thread: string) => followed.get(thread)?.book.turnAliases ?? new Map<string, string>();
  const shownId = (thread: string, turn: string): string => aliasesOf(thread).get(turn) ?? turn;
  function interruptId(thread: string, turn: string): string {
    let started = turn;
    for (const [alias, id] of aliasesOf(thread)) if (id === turn) started = alias;
    return started;
  }

  function turnRuns(thread: string, as: string): boolean {
    const turn = shownId(thread, as);
    const last = state.threads.get(thread)?.lastTurn;
    const held = followed.get(thread)?.turns.get(turn);
    if (held !== undefined) return held.reported === "inProgress" && !held.lost;
    return last !== undefined && last !== null && last.status === "inProgress" && (last.id === turn || last.id === as);
  }

  return {
    state,
    async load(journal, pump) {
      const checkpoint = await loadCheckpoint(journal, host, "host", FOLD_VERSION);
      if (checkpoint !== null) {
        // Made by this very fold from this very journal; any other number is rebuilt from rows.
        const made = checkpoint.state as HostCheckpoint;
        Object.assign(state, made.state);
        aside = made.aside;
        for (const [generation, offset] of made.folded) pump.setFoldedTo(generation, offset);
      }
      await read(journal, pump, checkpoint?.seq ?? 0);
    },
    async reload(journal, pump) {
      Object.assign(state, createHostState(host));
      aside = newAside();
      await read(journal, pump, 0);
    },
    async save(journal, pump) {
      const folded = [...state.generations.keys()].map((id): [string, number] => [id, pump.foldedTo(id)]);
      const checkpoint: HostCheckpoint = { state, folded, aside };
      await saveCheckpoint(journal, {
        host,
        scope: "host",
        seq: pump.seq(),
        foldVersion: FOLD_VERSION,
        state: checkpoint,
      });
    },
    fold(rows, known) {
      const replies: (RpcResponse | RpcErrorResponse)[] = [];
      const requests: RpcRequest[] = [];
      const refusedStops: Folded["refusedStops"][number][] = [];
      for (const row of rows) {
        const envelope = toEnvelope(row, known(row));
        const refused = refusedStop(envelope);
        apply(envelope);
        // Too busy to take it; or it told the id under which the review can be stopped, which is known now.
        if (
          refused !== null &&
          (isBusy(envelope.message) || interruptId(refused.thread, refused.turn) !== refused.turn)
        )
          refusedStops.push(refused);
        if (row.kind === "out" || envelope.message === null) continue;
        if (envelope.message.kind === "response" || envelope.message.kind === "error") replies.push(envelope.message);
        else if (envelope.message.kind === "request") requests.push(envelope.message);
      }
      return { replies, requests, refusedStops };
    },

    newThread: (id) => createThreadState(id),
    async readyForThreads() {
      foldInThread = (await import("../projection/thread-fold.ts")).foldThread;
    },
    foldInto(thread, rows) {
      for (const row of rows) foldInThread(thread, { host }, toEnvelope(row), touch);
    },
    follow(thread) {
      followed.set(thread.id, thread);
      touch(thread);
    },
    unfollow(thread) {
      if (followed.get(thread.id) === thread) followed.delete(thread.id);
    },
    followed: () => followed.values(),

    running: () => [...state.generations.values()].filter(({ end }) => end === null).map(({ id }) => id),
    known: () => [...state.generations.keys()],
    opened: (generation) => generationOf(generation)?.initialized ?? false,
    userAgent: (generation) => generationOf(generation)?.userAgent ?? null,
    ownRequest: (generation, id) => generationOf(generation)?.open.get(id),
    standsIn({ id, intent }) {
      if (intent.type === "answer")
        return aside.answered.has(intent.requestKey)
          ? { generation: intent.generation, open: true, swallowed: false }
          : null;
      const generation = aside.acts.get(id);
      if (generation === undefined) return null;
      return { generation, open: generationOf(generation)?.open.has(id) ?? false, swallowed: aside.swallowed.has(id) };
    },
    answeredBy: (key) => aside.answered.get(key) ?? null,
    isLoaded(thread, generation) {
      const known = generationOf(generation);
      return known !== undefined && known.loaded.has(thread) && !maybeSilent(known, thread);
    },
    isSilenced(thread, generation) {
      const known = generationOf(generation);
      return known !== undefined && maybeSilent(known, thread);
    },
    loaded: (generation) => [...(generationOf(generation)?.loaded ?? [])],
    missed: (generation) => aside.missed.has(generation),
    heldHere(thread, generation) {
      const newest = thread.timeline.findLast((entry) => entry.type === "turn");
      const turn = newest?.type === "turn" ? thread.turns.get(newest.turn) : undefined;
      const known = generationOf(generation);
      if (turn === undefined || known === undefined) return false;
      return (
        turn.heldInFull &&
        turn.generation === generation &&
        known.loaded.has(thread.id) &&
        !maybeSilent(known, thread.id)
      );
    },
    atRest(thread) {
      const status = state.threads.get(thread)?.status.type;
      if (status !== "idle") return false;
      for (const decision of state.decisions.values()) if (decision.thread === thread && isOpen(decision)) return false;
      return true;
    },
    turnRuns,
    interruptId,
    isShown: (thread, message) => followed.get(thread)?.book.claimed.has(message) === true,
    isStopping: (thread, turn) =>
      currentGeneration()?.stopping.has(JSON.stringify([thread, interruptId(thread, turn)])) ?? false,
    stoppedBy(thread, turn) {
      const key = JSON.stringify([thread, interruptId(thread, turn)]);
      return currentGeneration()?.stopping.has(key) === true ? (aside.stops.get(key)?.client ?? null) : null;
    },
    threadOfTurn(turn) {
      for (const thread of followed.values()) if (thread.turns.has(turn)) return thread.id;
      for (const summary of state.threads.values()) if (summary.lastTurn?.id === turn) return summary.id;
      return null;
    },
    elseRuns(generation, turn) {
      for (const id of generationOf(generation)?.loaded ?? []) {
        const summary = state.threads.get(id);
        if (summary === undefined) continue;
        const last = summary.lastTurn === null ? null : shownId(id, summary.lastTurn.id);
        const other = last === null || (last !== shownId(id, turn) && summary.lastTurn?.id !== turn);
        if (other && (summary.status.type === "active" || summary.lastTurn?.status === "inProgress")) return true;
      }
      return runsBeside(aside.running?.generation === generation ? aside.running : null, turn);
    },
    stopsOf() {
      const known = currentGeneration();
      if (known === undefined || known.end !== null) return [];
      // What was interrupted under a review's other id is over with the review.
      return stopsOf(aside.stops, known.stopping).filter(({ thread, turn }) => turnRuns(thread, turn));
    },
  };
}
