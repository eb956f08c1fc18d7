// What a decision is: one server request that waits for the person, from arrival to whatever became of it.
// Made only by the fold (decisions/fold.ts); nothing here answers anything.
import type { ThreadStatus } from "../projection/state.ts";

/** A request of the App Server that needs an answer, keyed by (host, generation, typed id). */
export interface Decision {
  /** `requestKey` of shared-protocol/json-rpc: host, generation and typed id. */
  key: string;
  generation: string;
  /** The id with its type, as it goes back. */
  id: string | number;
  method: string;
  thread: string | null;
  turn: string | null;
  item: string | null;
  /** The request's params as they came; views read them through the lenient schemas. */
  params: unknown;
  /** The raw line: what the same request coming again is compared with. */
  line: string;
  /** Unix milliseconds of the row that brought it. */
  at: number;
  /** The server's own time of asking as far as it is known, unix milliseconds. */
  serverAt: number | null;
  state: DecisionState;
  /**
   * Whether the server still asks: `missed` after a stretch that this device did not get; `not-brought-again` when
   * catching up has ended without it, until the thread's flags decide.
   */
  standing: "seen" | "missed" | "not-brought-again";
  /** The key of another request that came later under the same id; answers and `resolved` then mean that one. */
  successor: string | null;
  /** Lines of other requests that came under its id while it was open: a fault of the server. They replace nothing. */
  rivals?: readonly string[];
}

export type DecisionState =
  /** `back`: an answer was given and did not get there; why, as a sentence. */
  | { type: "pending"; back?: string }
  /** Our answer is on its way: `answer` is the stored outgoing line's result or error (secrets replaced). */
  | { type: "sent"; answer: Answer; at: number; taken: boolean }
  /** `answer` is what was answered here; with `answered-elsewhere` it came too late. */
  | { type: "resolved"; outcome: ResolvedOutcome; answer: Answer | null; at: number }
  /** It was pending before a stretch this device missed, and the server did not bring it again. */
  | { type: "withdrawn"; at: number }
  /** Its generation ended; `answer` is what was on its way. */
  | { type: "expired"; outcome: "process-ended"; answer: Answer | null; at: number }
  /** Its turn ended; `answer` is what was on its way. */
  | { type: "closed"; outcome: "turn-ended"; answer: Answer | null; at: number };

export type ResolvedOutcome =
  | "answered-here"
  | "answered-elsewhere"
  | "auto-resolved"
  | "cancelled-by-server"
  | "refused";

export type Answer = { type: "result"; result: unknown } | { type: "error"; code: number; message: string };

/** Decisions by request key, in order of arrival (a Map keeps it). */
export type DecisionBook = Map<string, Decision>;

/** What the book has to ask of the state around it. */
export interface DecisionContext {
  host: string;
  /** The newest status of a thread. */
  status: (thread: string) => ThreadStatus;
  /** An interrupt of that turn is under way or has happened. */
  interrupted: (thread: string, turn: string) => boolean;
  /** The newest `emittedAtMs` before this row. */
  serverAt: number | null;
}

/** It waits for the person or for the server's word on an answer. */
export function isOpen(decision: Decision): boolean {
  return decision.state.type === "pending" || decision.state.type === "sent";
}

/** What was answered here, or is on its way. */
export function answerOf(decision: Decision): Answer | null {
  return "answer" in decision.state ? decision.state.answer : null;
}

/** The outcome of an answer of ours that reached the server. */
export function answeredBy(answer: Answer | null): "answered-here" | "refused" {
  return answer?.type === "error" ? "refused" : "answered-here";
}
