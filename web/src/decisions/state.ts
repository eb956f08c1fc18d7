// What a decision is: one server request that waits for the person, from arrival to whatever became of it.
// Made only by the fold (decisions/fold.ts); nothing here answers anything.

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
  state: DecisionState;
}

export type DecisionState =
  | { type: "pending" }
  /** Our answer is on its way: `answer` is the stored outgoing line's result or error (secrets replaced). */
  | { type: "sent"; answer: Answer; at: number; taken: boolean }
  | { type: "resolved"; outcome: ResolvedOutcome; answer: Answer | null; at: number }
  /** It was pending before a stretch this device missed, and the server did not bring it again. */
  | { type: "withdrawn"; at: number }
  /** Its generation ended. */
  | { type: "expired"; outcome: "process-ended"; at: number }
  /** Its turn ended. */
  | { type: "closed"; outcome: "turn-ended"; at: number };

export type ResolvedOutcome =
  | "answered-here"
  | "answered-elsewhere"
  | "auto-resolved"
  | "cancelled-by-server"
  | "refused";

export type Answer = { type: "result"; result: unknown } | { type: "error"; code: number; message: string };

/** Decisions by request key, in order of arrival (a Map keeps it). */
export type DecisionBook = Map<string, Decision>;
