// What the views and actions see of one host: accessors that Solid can track and verbs. The implementation is
// host/session.ts (plain TypeScript: no DOM, no Solid) and views/live.ts (which makes it trackable).
import type { SentParams, UserInput } from "@longwire/shared-protocol/app-server";
import type { JournalHealth, MessageWay, OutboxEntry } from "../journal/journal.ts";
import type { LinkStatus } from "../link/types.ts";
import type { HostState, Json, JsonObject, ThreadState } from "../projection/state.ts";
import type { Decision } from "../decisions/state.ts";

/** The word in `data-connection`. */
export type Connection = "connecting" | "catching-up" | "live" | "offline" | "refused" | "ended";

/** A fold's notice to its readers: the objects that changed. Called at most once per animation frame while hidden or not. */
export type Changed = (objects: ReadonlySet<object>) => void;

/** The parts of a session that are not folded from rows, replaced as a whole when they change. */
export interface SessionFacts {
  connection: Connection;
  link: LinkStatus;
  /** Devices attached to this generation, this one included; null while not attached. */
  clients: number | null;
  /** The longest line that the relay takes, bytes; null before the first attach. */
  maxMessage: number | null;
  journal: JournalHealth;
  /** Lines that wait to be sent or were handed over and not yet confirmed. */
  outbox: readonly OutboxEntry[];
  /** What came back unsent, with the reason in words; the person dismisses or sends it again. */
  returned: readonly Returned[];
  /** Round-trip of the last ping in ms. */
  latencyMs: number | null;
  label: string;
  /** Rows stored up to the newest byte that arrived. */
  stored: boolean;
  /** What keeps the App Server from being used although the relay is there, as a sentence; null: nothing. */
  trouble: string | null;
  /** The server's own version string, from the reply to `initialize`. */
  userAgent: string | null;
}

/** The inputs of a message as `turn/start` takes them. */
export type MessageInput = readonly (UserInput | JsonObject)[];

export interface Returned {
  id: string;
  thread: string | null;
  /** The text of a message, for the composer; null for other acts. */
  text: string | null;
  /** All of a message that holds more than words. */
  input?: readonly Json[];
  reason: string;
}

/** A thread that is on screen. Its state object stays the same for its life; `changed` names what was touched in it. */
export interface OpenThread {
  readonly state: ThreadState;
  /** Rows from the device's own journal are folded; before that the state is empty or partial. */
  readonly ready: boolean;
  /** The server's copy is being read, or could not be, in words; `unknown`: the server said that there is none. */
  readonly fetching: { type: "no" } | { type: "yes" } | { type: "failed"; message: string; unknown: boolean };
  /** The object that is named in `onChange` when `state`, `ready` or `fetching` of this thread is another one. */
  readonly source: object;
  close(): void;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; reason: Failure };

/** Why an act did not get its reply. */
export type Failure =
  /** The server's own error. */
  | { type: "rpc"; code: number | null; message: string; data: unknown }
  /** The generation ended; `delivered` null means unknown. */
  | { type: "ended"; delivered: boolean | null }
  /** The answer was among bytes that this device did not get and that are gone; what was asked may have been done. */
  | { type: "missed" }
  /** Not sent: the sentence says why. */
  | { type: "not-sent"; message: string };

export interface RequestHow {
  /** Waits until live and caught up; else a request that cannot be sent now fails at once. */
  wait?: boolean;
  /** For now or never: what a cut connection did not take is not sent by the next one. */
  fleeting?: boolean;
  /** Asked once, even if it only reads: not again when the server was too busy for it, or its answer was missed. */
  once?: boolean;
  /** Where in its params secrets stand, each by the names and indexes down to it: only the server gets to see them. */
  secret?: readonly (readonly (string | number)[])[];
  /** Told the line of the reply, as this page heard it, before the outcome: what is parsed loses digits of long numbers. */
  line?: (text: string) => void;
}

/** One host, as the views use it. */
export interface HostSession {
  readonly id: string;
  readonly state: HostState;
  facts(): SessionFacts;
  /** Subscribes to changed state objects. `facts` changes are told by the session object itself being in the set. */
  onChange(listener: Changed): () => void;
  /**
   * Tells notifications of a method as they come, whole, also those of which the journal keeps a stub alone. Nothing that
   * came before is told again: what is to last is read from the state.
   */
  onNotification(method: string, listener: (params: unknown) => void): () => void;

  openThread(id: string): OpenThread;
  /** Reads an open thread's newest turns from the server again. */
  refetch(thread: string): Promise<Outcome<null>>;

  /** Any request, with the parameters of its method. The reply is read by a lenient schema. */
  request<M extends string>(method: M, params: SentParams<M>, options?: RequestHow): Promise<Outcome<unknown>>;
  /**
   * Sends a message, without a way as a new turn or what the server makes of it. Kept in the outbox until taken; resolves
   * when it is kept, with its clientUserMessageId.
   * @param input all of the message in the server's own shapes where it is more than `text`, which are its words
   */
  sendMessage(thread: string, text: string, way?: MessageWay, input?: MessageInput): Promise<string>;
  /** The shape (a JSON schema) that the answer to the next message which begins a turn is to have; null: any. */
  outputSchema(thread: string): JsonObject | null;
  /** Sets it, for this page. It goes with that message and with none after it. */
  setOutputSchema(thread: string, schema: JsonObject | null): void;
  /** Sends a message again that came back unsent, in one step; its entry is gone. Does nothing when it is not there. */
  sendReturned(id: string, way?: MessageWay): Promise<void>;
  /** Asks the server to interrupt the turn; further presses send nothing. */
  interrupt(thread: string, turn: string): Promise<void>;
  /** The person's forced stop after an unanswered interrupt: ends the App Server. */
  stopByForce(turn: string | null): Promise<void>;
  /** Writes the one answer to a decision. A second call, or one for a decision that is not pending, does nothing. */
  answer(decision: Decision, answer: { result: unknown } | { error: { code: number; message: string } }): Promise<void>;
  /**
   * Puts away what waits or came back: the id of an outbox or returned entry, or the clientUserMessageId of a message that
   * failed or whose delivery is unknown.
   */
  discard(id: string): Promise<void>;
  /** Attaches now instead of at the next planned try; starts an App Server when none runs. */
  reconnect(): void;
  close(): void;
}
