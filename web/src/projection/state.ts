// The shape of what is folded from the rows: plain objects and Maps, keyed by the protocol's own ids, patched in place.
// No DOM, no clock, no network. Views subscribe per object (views/live.ts); the fold tells which objects it touched.
import type { GenerationEnd } from "@longwire/shared-protocol/relay-frames";
import type { TypedItem } from "@longwire/shared-protocol/wire/item";
import type { DecisionBook } from "../decisions/state.ts";
import type { ThreadBook } from "./book.ts";
import type {
  Account,
  AccountReading,
  Buffering,
  Environment,
  ExtensionsTold,
  Goal,
  McpServer,
  RateLimit,
  RemoteControl,
} from "./facts.ts";
import type { HostProcess } from "./processes.ts";

/** Raise it when the fold gives another state for the same rows: older checkpoints are then rebuilt. */
export const FOLD_VERSION = 31;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

// ---------------------------------------------------------------------------------------------- host

/** State of one host: the thread list, what waits for the person, what the host itself said. */
export interface HostState {
  host: string;
  generations: Map<string, GenerationState>;
  /** The newest generation, or null before the first attach. */
  current: string | null;
  threads: Map<string, ThreadSummary>;
  decisions: DecisionBook;
  /** Messages that belong to no thread, newest last, bounded by ACTIVITY_LIMIT. */
  activity: GenericCard[];
  /** Cards of `activity` that further lines may join, by what they stand for. */
  openCards: Map<string, GenericCard>;
  account: Account | null;
  /** By method of the request. */
  accountTold: Map<string, AccountReading>;
  /** By limit id; one without is under `UNNAMED_LIMIT`. */
  rateLimits: Map<string, RateLimit>;
  /** The limit that the server counts by first, which what it tells without an id is about; null: not told yet. */
  firstLimit: string | null;
  /** By name. */
  mcpServers: Map<string, McpServer>;
  extensions: ExtensionsTold;
  remoteControl: RemoteControl | null;
  /** What runs beside the agent's turns, of any device, by `processKey`. */
  processes: Map<string, HostProcess>;
  /** Content of the newest card per method: the same fact told again makes no second card. */
  lastCards: Map<string, string>;
  /** By thread, the turns that were its newest before the present one, latest last: what comes late of them is no news. */
  pastTurns: Map<string, string[]>;
  /** What its App Server said it does not know; read it with `lacking.ts`. */
  lacking: Lacking | null;
}

/** Methods that one version of the App Server does not know. */
export interface Lacking {
  /** Its userAgent, or the generation where that is not known. */
  version: string;
  /** By method: when it was asked for, and the server's words. */
  refused: Map<string, { at: number; words: string }>;
  /** The newest refusal in full: it names every method that is known. */
  words: string | null;
}

/** How many cards a host keeps; older ones stay in the journal. */
export const ACTIVITY_LIMIT = 200;

export interface GenerationState {
  id: string;
  userAgent: string | null;
  codexHome: string | null;
  end: GenerationEnd | null;
  /** Requests of this device without a reply yet, by `typedId`. */
  open: Map<string, OwnRequest>;
  /** Threads that this App Server has loaded, as far as it was seen. */
  loaded: Set<string>;
  /** Threads silenced by an unsubscribe of any device. */
  silenced: Set<string>;
  /** `initialize` was answered (or "Already initialized"). */
  initialized: boolean;
  /** Turns that this device asked to interrupt, as JSON of [thread, turn]; removed when the turn ends. */
  stopping: Set<string>;
  /** Loaded threads that another device may have silenced (its reply names none), until they are resumed or heard. */
  doubtful: Set<string>;
  /** The newest `emittedAtMs` of its notifications: the server's own clock. */
  serverAt: number | null;
}

/** A request that one of this device's pages sent. */
export interface OwnRequest {
  id: string;
  method: string;
  params: JsonObject;
  thread: string | null;
  client: string;
  at: number;
  /** The relay has told that it took the line. */
  taken: boolean;
  /**
   * Threads that were archived, restored or deleted (for a list of a queue: whose queue changed) since this list was asked
   * for: its reply may be from before that.
   */
  overtaken?: Set<string>;
  /** Threads that got another name since this list was asked for. */
  renamed?: Set<string>;
  /** In a thread's book: the how manieth of its requests it is. */
  asked?: number;
}

export type ThreadStatus =
  | { type: "unknown" }
  | { type: "notLoaded" }
  | { type: "idle" }
  | { type: "systemError" }
  | { type: "active"; flags: string[] }
  /** A word that this build does not know. */
  | { type: "other"; word: string };

/** A thread as the list shows it. All of it is the server's word. Times in unix milliseconds. */
export interface ThreadSummary {
  id: string;
  name: string | null;
  preview: string;
  cwd: string;
  branch: string | null;
  createdAt: number;
  updatedAt: number;
  status: ThreadStatus;
  source: string;
  parent: string | null;
  /** The thread that it was forked from. */
  forkedFrom: string | null;
  /** The thread that its first message says it goes on from, since the App Server no longer had that one. */
  recoveredFrom: string | null;
  /** The name that a sub-agent goes by. */
  agent: string | null;
  /** The section that the person put it into; pins are one. Kept by the server. */
  section: { id: string; name: string } | null;
  archived: boolean;
  deleted: boolean;
  ephemeral: boolean;
  historyMode: string | null;
  modelProvider: string | null;
  /** The last turn this device has seen of it. */
  lastTurn: { id: string; status: string } | null;
  /** What this device knows beside the server's word, of the turn that it names. */
  beside: Beside | null;
  /** The last failure's message, cleared by the next turn. */
  failure: string | null;
  /** Another process holds it (resume was refused with "active writer"). */
  heldElsewhere: boolean;
  /** The server has refused it as one that it has nothing of. */
  notResumable: boolean;
  /** The server told of it in this or an earlier list; false for threads known from events alone. */
  listed: boolean;
}

/** Of one turn of a thread, which is its last one as long as `turn` says so. */
export interface Beside {
  turn: string;
  /** This device asked to stop it, and how far that went. Kept when it has ended. */
  stop: StopState["type"];
  /** The server asks the model again: the how-maniest try since the last progress; 0: it does not. */
  attempt: number;
  /** Told by a copy of a thread that was not loaded: it may run in another process. */
  elsewhere: boolean;
}

// -------------------------------------------------------------------------------------------- thread

/** State of one thread: everything that its page shows, live, reloaded or offline. */
export interface ThreadState {
  id: string;
  turns: Map<string, Turn>;
  /** Turns, splices, gaps and cards outside turns, in order. */
  timeline: TimelineEntry[];
  decisions: DecisionBook;
  /** Messages of this device that no `userMessage` item has claimed yet, by clientUserMessageId. */
  outgoing: Map<string, Outgoing>;
  /** What the server last reported of the settings; null where it never did. */
  settings: ReportedSettings;
  tokenUsage: TokenUsage | null;
  goal: Goal | null;
  /** By environment id. */
  environments: Map<string, Environment>;
  /** The project that it belongs to, as last told. */
  project: string | null;
  /** When the server last said that its queue of messages has changed. */
  queueChangedAt: number | null;
  /** The messages that wait for their turn, as last listed; null: never listed. Replaced as a whole. */
  queue: ThreadQueue | null;
  status: ThreadStatus;
  /** Unix ms of the last event or request of this thread (replies are none). Changes with every line and is never told by `Touch`. */
  lastSignAt: number | null;
  /** Older turns exist on the server that are not held here; the cursor to page them, or null. */
  older: { cursor: string } | null;
  heldElsewhere: boolean;
  notResumable: boolean;
  /** No file is kept of it: it ends with its App Server. */
  ephemeral: boolean;
  /** What the fold needs to go on; not for views. */
  book: ThreadBook;
}

/** What waits on the server until a turn ends. All devices, and every other client of it, share it. */
export interface ThreadQueue {
  /** In the order in which they will be started. */
  entries: QueuedMessage[];
  /** The cursor of what the list left out; null when it is whole. */
  more: string | null;
  /** It may have changed since it was listed. */
  stale: boolean;
  /** The generation in which it was listed. */
  listedIn: string | null;
  /** The server's own words when it would not list it: there is no queue here. */
  refused: string | null;
}

export interface QueuedMessage {
  id: string;
  clientUserMessageId: string | null;
  text: string;
  /** All of it as told, images and mentions too. */
  input: JsonObject[];
}

export interface ReportedSettings {
  cwd: string | null;
  model: string | null;
  modelProvider: string | null;
  effort: string | null;
  /** Null is the model's own. */
  serviceTier: string | null;
  /** Who decides requests for approval: `user`, `auto_review`, or another word. */
  reviewer: string | null;
  /** The collaboration mode: `default`, `plan`, or another word. No reply tells it. */
  mode: string | null;
  /** Raw, as reported: a word or an object (granular). */
  approvalPolicy: Json;
  /** Raw sandbox policy, as reported. */
  sandbox: Json;
  permissionProfile: Json;
  /** How much of its reasoning the model sums up. Left out: never told; no reply tells it. */
  summary?: string | null;
  /** The style of its answers. Left out: never told; no reply tells it. */
  personality?: string | null;
}

/** `last` against `window` is the occupancy; null is unknown. */
export interface TokenUsage {
  total: number | null;
  last: number | null;
  window: number | null;
}

export type TimelineEntry =
  | { type: "turn"; turn: string }
  /** A new App Server process took over. */
  | { type: "splice"; generation: string; before: GenerationEnd | null }
  /** Bytes are missing here. */
  | { type: "gap"; from: number; to: number }
  | { type: "card"; card: GenericCard }
  | { type: "decision"; key: string };

/**
 * A message in its place, raw and whole; the views make sentences of those that they know. Lines of a stream, and the begin
 * and end of one thing, are one card: it holds the newest line and counts the others.
 */
export interface GenericCard {
  /** Unique within its thread (or host): the place of its first row. */
  key: string;
  /** Method or item type, of the newest line. */
  name: string;
  what: "notification" | "request" | "malformed" | "reply" | "stub";
  /** The newest line as it came (or a sentence for a stub). */
  raw: string;
  /** The line that it began with, where that is another one. */
  first: string | null;
  /** When the newest line came, and the first. */
  at: number;
  since: number;
  lines: number;
  /** Bytes of all its lines. */
  bytes: number;
  /** Text that its lines make together, up to CARD_TEXT_LIMIT. */
  text: string;
}

/** A message of this device on its way. */
export interface Outgoing {
  clientUserMessageId: string;
  /** Its texts, one below the other. */
  text: string;
  /** All that it holds, raw. */
  input: readonly JsonObject[];
  at: number;
  /** The generation that its line was handed to. */
  generation: string;
  state:
    /** `taken`: the relay has said so; before that the line may be in a socket that nobody reads any more. */
    | { type: "sent"; taken?: true }
    | { type: "accepted"; turn: string }
    /** The generation ended before the relay or the server told that it was taken. */
    | { type: "delivery-unknown" }
    | { type: "failed"; message: string };
}

/** The server's word, plus what this device knows of stopping and of lost processes. */
export interface Turn {
  id: string;
  thread: string;
  /** The server's own word (`inProgress`, `completed`, `interrupted`, `failed`, or one not known here). */
  reported: string;
  /** Kept when the turn has ended: `interrupted` with a stop of ours is "stopped by you". */
  stop: StopState;
  /** Its generation ended before `turn/completed`, or its thread rests and its end was never told. */
  lost: boolean;
  /** Lost while its process lives: the thread rests, and neither an event nor the server's copy tells how it ended. */
  endUntold: boolean;
  /** The goal of its thread was active when it began, and no message, review or compaction began it. */
  byGoal: boolean;
  /** This device saw `turn/started`. */
  startSeen: boolean;
  /** This device saw `turn/completed`: nothing but that ends a turn for good. */
  endSeen: boolean;
  /** The generation in which this device saw it begin or go on; null when known from snapshots alone. */
  generation: string | null;
  /** Start and end (or now) lie in one generation without gap or silence: no snapshot replaces it. */
  heldInFull: boolean;
  startedAt: number | null;
  completedAt: number | null;
  durationMs: number | null;
  error: TurnError | null;
  /** A retry is under way: cleared by the next sign of progress. */
  retrying: TurnError | null;
  /** What it was retried for, kept when it has recovered or failed; null: it never was. */
  retries: Retries | null;
  /** Its end is known from a copy of a thread that was not loaded: it may run in another process. */
  elsewhere: boolean;
  items: Map<string, Item>;
  entries: TurnEntry[];
  plan: PlanStep[] | null;
  planExplanation: string | null;
  /** The whole diff of the turn, newest only. */
  diff: string | null;
  /** A snapshot held less than this device has. */
  serverReturnedLess: boolean;
  /** The server's words for why it did not take the last interrupt; null: it was asked for none, or took it. */
  stopRefused: string | null;
  /** The server's history goes on before this turn and this device does not hold it, though it holds older turns: the page that begins there. */
  hole: { cursor: string } | null;
  /** The thread's history was taken back to before it: the server and the model know nothing of it any more. */
  reverted: false | TakenBack;
  /** Its output is held back for a safety check. */
  buffering: Buffering | null;
  /** The snapshot that told of it held only a summary of its items. */
  itemsView: "full" | "summary" | "notLoaded" | "live";
}

/** By an act of this device, or by whatever else: the server's history no longer has it. */
export type TakenBack = "here" | "elsewhere";

export type StopState =
  | { type: "none" }
  /** An interrupt of this or another page of this device was handed over. */
  | { type: "stopping"; at: number; taken: boolean }
  | { type: "unanswered"; at: number }
  /** The App Server was ended because of this turn. */
  | { type: "forced"; at: number };

export interface TurnError {
  message: string;
  /** The kind, as reported: a word or an object with one member. */
  info: Json;
  details: string | null;
  /** Members that this build does not know, as they came; absent where there are none. */
  more?: JsonObject;
}

/** How often the server has asked the model again in a turn. Times in unix milliseconds, of this device. */
export interface Retries {
  /** Since the last progress, the one under way included. */
  run: number;
  total: number;
  since: number;
  at: number;
  /** Why the last one was. */
  last: TurnError;
}

export interface PlanStep {
  step: string;
  status: string;
}

export type TurnEntry =
  | { type: "item"; item: string }
  | { type: "decision"; key: string }
  /** Where the turn's plan was first told; the plan itself is the turn's. */
  | { type: "plan" }
  | { type: "card"; card: GenericCard };

/** How far an item has come. `closed`: its turn ended and no `item/completed` came. */
export type ItemPhase = "open" | "completed" | "closed";

interface ItemBase {
  id: string;
  turn: string;
  thread: string;
  phase: ItemPhase;
  /** Only deltas came so far. */
  provisional: boolean;
  /** Known from the server's copies alone. */
  fromSnapshot: boolean;
  /** The newest snapshot of the item as it came, merged field by field; null while provisional. */
  raw: JsonObject | null;
  startedAt: number | null;
  completedAt: number | null;
}

export type Item = ItemBase &
  (
    | { type: "userMessage"; clientId: string | null; content: Json[]; text: string }
    | {
        type: "agentMessage";
        text: string;
        messagePhase: string | null;
        /** The notes that it rests on, as reported; read by its view. */
        memoryCitation: Json;
        delivery: string | null;
      }
    | { type: "reasoning"; summary: string[]; content: string[] }
    | { type: "plan"; text: string }
    | {
        type: "commandExecution";
        command: string;
        cwd: string;
        status: string;
        source: string | null;
        processId: string | null;
        pluginId: string | null;
        scriptPath: string | null;
        exitCode: number | null;
        durationMs: number | null;
        /** The richer of stream and final snapshot. */
        output: string;
        /** The server said that it left bytes out, or the stream had gaps. */
        outputCut: boolean;
        actions: JsonObject[];
        /** What was typed into it, in order. */
        typed: TypedInput[];
      }
    | {
        type: "fileChange";
        status: string;
        changes: FileChange[];
        /** What applying it printed. */
        output: string;
      }
    | { type: "contextCompaction" }
    | ToldItem
    /** What an MCP tool reported while it ran, in order. */
    | (Told<"mcpToolCall"> & { progress: string[] })
    /**
     * No typed view: shown raw. `name` is the item type on the wire; `problem` says why an item of a known type could not
     * be read.
     */
    | { type: "generic"; name: string; text: string; problem: string | null }
  );

/**
 * An item whose view reads the server's own members: `told` holds the newest word on each that was not empty, all of
 * them of the kinds that the schema asks for. Only its type and id while nothing but deltas came.
 */
interface Told<T extends TypedItem["type"]> {
  type: T;
  told: Extract<TypedItem, { type: T }>;
}
export type ToldType =
  | "hookPrompt"
  | "dynamicToolCall"
  | "collabAgentToolCall"
  | "subAgentActivity"
  | "webSearch"
  | "imageView"
  | "imageGeneration"
  | "sleep"
  | "enteredReviewMode"
  | "exitedReviewMode";
type ToldItem = { [T in ToldType]: Told<T> }[ToldType];

/** What was typed into a command. It is told after the output that it caused. */
export interface TypedInput {
  text: string;
  /** How many characters of the output had come when it was told. */
  at: number;
}

export interface FileChange {
  path: string;
  /** add, delete, update, or the server's own word. */
  kind: string;
  movePath: string | null;
  /** For `add` the plain content, for `update` a unified diff. */
  diff: string;
  /** The entry as it came, where it could not be read; `path` is then what it has of one. */
  malformed?: Json;
}

/** The status word that is shown (`data-turn-status`): the server's, unless stopping or losing says more. */
export function turnStatus(turn: Turn): string {
  if (turn.reported !== "inProgress" && !(turn.lost && turn.reported === "interrupted")) return turn.reported;
  if (turn.lost) return turn.stop.type === "forced" ? "stoppedByForce" : "lost";
  if (turn.stop.type === "stopping") return "stopping";
  if (turn.stop.type === "unanswered" || turn.stop.type === "forced") return "noAnswerToStop";
  return turn.reported;
}

/** The person pressed Stop for it on this device, as opposed to an interruption by somebody or something else. */
export function stoppedHere(turn: Turn): boolean {
  return turn.stop.type !== "none";
}

/**
 * Called with each object whose own fields, lists or maps have changed: the ThreadState for a new turn, timeline entry or
 * outgoing message, the Turn for a new entry or status, the Item for its text, the Decision for its state, the HostState
 * for a new summary, decision or activity card, the ThreadSummary and the GenerationState for their fields, a GenericCard
 * for a further line.
 */
export type Touch = (object: object) => void;
