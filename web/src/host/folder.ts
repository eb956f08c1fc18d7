// The fold at work: the host's state, the states of the threads that are followed, and what the session asks of them.
import type { RpcErrorResponse, RpcMessage, RpcRequest, RpcResponse } from "@longwire/shared-protocol/json-rpc";
import { isOpen } from "../decisions/state.ts";
import type { Journal } from "../journal/journal.ts";
import type { LocalRow, OutRow, Row } from "../journal/rows.ts";
import { toEnvelope, type Envelope } from "../projection/envelope.ts";
import { createHostState, foldHost } from "../projection/host-fold.ts";
import { FOLD_VERSION, type GenerationState, type HostState, type OwnRequest, type ThreadState, type Touch } from "../projection/state.ts";
import { createThreadState, foldThread } from "../projection/thread-fold.ts";
import type { Stop } from "./deadlines.ts";
import type { Pump } from "./pump.ts";

/** What a fold of rows brought for the session. */
export interface Folded {
  replies: readonly (RpcResponse | RpcErrorResponse)[];
  requests: readonly RpcRequest[];
}

export interface Folder {
  readonly state: HostState;
  /** Reads the checkpoint and the rows behind it. */
  load(journal: Journal, pump: Pump): Promise<void>;
  /** Stores a checkpoint of the host's state. Never fails the session. */
  save(journal: Journal, pump: Pump): Promise<void>;
  fold(rows: readonly Row[], known: (row: Row) => RpcMessage | undefined): Folded;

  newThread(id: string): ThreadState;
  /** Folds rows of one thread into a state that is not followed yet. */
  foldInto(state: ThreadState, rows: readonly Row[]): void;
  /** From now on rows of this thread are folded into the state. */
  follow(state: ThreadState): void;
  unfollow(state: ThreadState): void;

  /** Generations that were not seen to end. */
  running(): string[];
  userAgent(generation: string): string | null;
  ownRequest(generation: string, typedId: string): OwnRequest | undefined;
  isLoaded(thread: string, generation: string): boolean;
  isSilenced(thread: string, generation: string): boolean;
  loaded(generation: string): readonly string[];
  /** Replies to other devices that may have silenced any thread, so far in this generation. */
  unsubscribedElsewhere(generation: string): number;
  /** The thread's newest turn was seen here live, whole, and nothing newer is known: the server need not be asked. */
  heldHere(state: ThreadState, generation: string): boolean;
  /** Idle, and nothing waits for the person. */
  atRest(thread: string): boolean;
  turnRuns(thread: string, turn: string): boolean;
  isStopping(thread: string, turn: string): boolean;
  threadOfTurn(turn: string): string | null;
  /** Anything but this turn that would be lost with the App Server. */
  elseRuns(generation: string, turn: string): boolean;
  /** Interrupts that a client id of this device sent, taken by the relay, whose turn still runs. */
  stopsOf(client: string): readonly Stop[];
}

/** What a checkpoint of the host holds. */
interface HostCheckpoint {
  state: HostState;
  folded: [generation: string, offset: number][];
}

interface KnownStop {
  client: string;
  taken: boolean;
  unanswered: boolean;
  id: string;
}

/** Makes the folder of one session. `touch` is told every object that changed. */
export function createFolder(host: string, touch: Touch): Folder {
  const state = createHostState(host);
  const followed = new Map<string, ThreadState>();
  /** How far the stops went that were seen in this life of the page, by the key of `GenerationState.stopping`. */
  const stops = new Map<string, KnownStop>();

  function apply(envelope: Envelope): void {
    foldHost(state, envelope, touch);
    const { row } = envelope;
    noteStop(envelope);
    // Rows without a thread that are the host's own (attached, gap, exit …) concern every thread.
    if (row.thread !== null) {
      const thread = followed.get(row.thread);
      if (thread !== undefined) foldThread(thread, { host }, envelope, touch);
    } else if (row.kind === "local") {
      for (const thread of followed.values()) foldThread(thread, { host }, envelope, touch);
    }
  }

  function noteStop({ row, message }: Envelope): void {
    if (row.kind === "out" && message?.kind === "request" && message.method === "turn/interrupt") noteInterrupt(row, message);
    else if (row.kind === "local") noteLocal(row);
  }

  function noteInterrupt(row: OutRow, message: RpcRequest): void {
    const { params } = message;
    if (typeof params !== "object" || params === null || !("threadId" in params) || !("turnId" in params)) return;
    stops.set(JSON.stringify([params.threadId, params.turnId]), {
      client: row.client,
      taken: false,
      unanswered: false,
      id: typeof message.id === "number" ? `n:${message.id}` : `s:${message.id}`,
    });
  }

  function noteLocal(row: LocalRow): void {
    const { event } = row;
    if (event.type === "taken") {
      for (const stop of stops.values()) if (stop.id === event.id) stop.taken = true;
    } else if (event.type === "stop-unanswered" && row.thread !== null) {
      const stop = stops.get(JSON.stringify([row.thread, event.turn]));
      if (stop !== undefined) stop.unanswered = true;
    } else if (event.type === "exit") {
      stops.clear();
    }
  }

  const generationOf = (id: string): GenerationState | undefined => state.generations.get(id);
  const currentGeneration = (): GenerationState | undefined => (state.current === null ? undefined : state.generations.get(state.current));

  return {
    state,
    async load(journal, pump) {
      let after = 0;
      try {
        const checkpoint = await journal.checkpoint(host, "host");
        if (checkpoint !== null && checkpoint.foldVersion === FOLD_VERSION) {
          // Made by this very fold from this very journal; any other number is rebuilt from rows.
          const made = checkpoint.state as HostCheckpoint;
          Object.assign(state, made.state);
          for (const [generation, offset] of made.folded) pump.setFoldedTo(generation, offset);
          after = checkpoint.seq;
        }
        const seq = await journal.readAll(host, after, (rows) => {
          for (const row of rows) {
            apply(toEnvelope(row));
            pump.setFoldedTo(row.generation, Math.max(pump.foldedTo(row.generation), row.offset));
          }
        });
        pump.setSeq(Math.max(after, seq));
      } catch {
        // No database: the page begins with nothing and gets it from the relay.
      }
      touch(state);
    },
    async save(journal, pump) {
      const folded = [...state.generations.keys()].map((id): [string, number] => [id, pump.foldedTo(id)]);
      const checkpoint: HostCheckpoint = { state, folded };
      await journal
        .putCheckpoint({ host, scope: "host", seq: pump.seq(), foldVersion: FOLD_VERSION, state: checkpoint })
        .catch(() => undefined);
    },
    fold(rows, known) {
      const replies: (RpcResponse | RpcErrorResponse)[] = [];
      const requests: RpcRequest[] = [];
      for (const row of rows) {
        const envelope = toEnvelope(row, known(row));
        apply(envelope);
        if (row.kind === "out" || envelope.message === null) continue;
        if (envelope.message.kind === "response" || envelope.message.kind === "error") replies.push(envelope.message);
        else if (envelope.message.kind === "request") requests.push(envelope.message);
      }
      return { replies, requests };
    },

    newThread: (id) => createThreadState(id),
    foldInto(thread, rows) {
      for (const row of rows) foldThread(thread, { host }, toEnvelope(row), touch);
    },
    follow(thread) {
      followed.set(thread.id, thread);
      touch(thread);
    },
    unfollow(thread) {
      if (followed.get(thread.id) === thread) followed.delete(thread.id);
    },

    running: () => [...state.generations.values()].filter(({ end }) => end === null).map(({ id }) => id),
    userAgent: (generation) => generationOf(generation)?.userAgent ?? null,
    ownRequest: (generation, typedId) => generationOf(generation)?.open.get(typedId),
    isLoaded(thread, generation) {
      const known = generationOf(generation);
      return known !== undefined && known.loaded.has(thread) && !known.silenced.has(thread);
    },
    isSilenced: (thread, generation) => generationOf(generation)?.silenced.has(thread) ?? false,
    loaded: (generation) => [...(generationOf(generation)?.loaded ?? [])],
    unsubscribedElsewhere: (generation) => generationOf(generation)?.unsubscribedElsewhere ?? 0,
    heldHere(thread, generation) {
      const newest = [...thread.timeline].reverse().find((entry) => entry.type === "turn");
      const turn = newest?.type === "turn" ? thread.turns.get(newest.turn) : undefined;
      const loaded = generationOf(generation);
      return turn !== undefined && turn.heldInFull && turn.generation === generation && (loaded?.loaded.has(thread.id) ?? false) && !loaded?.silenced.has(thread.id);
    },
    atRest(thread) {
      const status = state.threads.get(thread)?.status.type;
      if (status !== "idle") return false;
      for (const decision of state.decisions.values()) if (decision.thread === thread && isOpen(decision)) return false;
      return true;
    },
    turnRuns(thread, turn) {
      const last = state.threads.get(thread)?.lastTurn;
      const held = followed.get(thread)?.turns.get(turn);
      if (held !== undefined) return held.reported === "inProgress" && !held.lost;
      return last?.id === turn && last.status === "inProgress";
    },
    isStopping: (thread, turn) => currentGeneration()?.stopping.has(JSON.stringify([thread, turn])) ?? false,
    threadOfTurn(turn) {
      for (const thread of followed.values()) if (thread.turns.has(turn)) return thread.id;
      for (const summary of state.threads.values()) if (summary.lastTurn?.id === turn) return summary.id;
      return null;
    },
    elseRuns(generation, turn) {
      const known = generationOf(generation);
      for (const id of known?.loaded ?? []) {
        const summary = state.threads.get(id);
        if (summary === undefined) continue;
        if (summary.status.type === "active" && summary.lastTurn?.id !== turn) return true;
      }
      return false;
    },
    stopsOf(client) {
      const known = currentGeneration();
      if (known === undefined || known.end !== null) return [];
      const list: Stop[] = [];
      for (const key of known.stopping) {
        const stop = stops.get(key);
        // A stop from before this life of the page was taken then, or looked at again when the page came back.
        if (stop !== undefined && (stop.client !== client || !stop.taken)) continue;
        const place: unknown = JSON.parse(key);
        if (!Array.isArray(place)) continue;
        const [thread, turn]: unknown[] = place;
        if (typeof thread !== "string" || typeof turn !== "string") continue;
        list.push({ thread, turn, stage: stop?.unanswered === true ? "unanswered" : "stopping" });
      }
      return list;
    },
  };
}
