// What the views ask for: the acts of a person on one host, and the app around its hosts (pairing, sessions, journal).
// Views import these types only; main.tsx hands them the implementations (actions/*, host/app.ts), stories hand them fakes.
import type { CompletionActs } from "./completions.ts";
import type { ConfigActs } from "./config.ts";
import type { AccountActs } from "./account.ts";
import type { FileActs } from "./files.ts";
import type { ProcessActs } from "./processes.ts";
import type { ConsoleActs } from "./console.ts";
import type { HostRecord, Journal } from "../journal/journal.ts";
import type { HostSession, OpenThread, Outcome } from "../host/model.ts";
import type { Goal } from "../projection/facts.ts";
import type { UploadActs } from "./upload.ts";
import type { Json, JsonObject, QueuedMessage, Turn } from "../projection/state.ts";
import type { CapabilityActs } from "./capabilities.ts";
import type { StartedThread, StartThread } from "./start-thread.ts";
import type { SettingsActs } from "./thread-settings.ts";
import type { McpActs } from "./mcp.ts";
import type { PluginActs } from "./plugins.ts";
import type { SkillActs } from "./skills.ts";

/** One direct child of a folder. */
export interface DirectoryEntry {
  name: string;
  isDirectory: boolean;
  isFile: boolean;
}

/** What a thread started in a folder will run with, as `config/read` tells it. Null: the server left it open. */
export interface FolderConfig {
  model: string | null;
  modelProvider: string | null;
  effort: string | null;
  /** A word (`on-request`, `never` …) or the granular object, raw. */
  approvalPolicy: Json;
  /** `read-only`, `workspace-write`, `danger-full-access`, or the server's own word. */
  sandbox: string | null;
  /** The trust level that the config holds for this very folder (`trusted`, `untrusted`), or null. */
  trust: string | null;
  /** The whole of it, raw. */
  config?: JsonObject;
}

/** What lies at a path of the host. */
export interface FileFacts {
  kind: "file" | "folder" | "other";
  /** Null where it could not be found out. */
  bytes: number | null;
  /** The path itself is a symbolic link. */
  link: boolean;
}

/** A thread in whose messages the search found something. */
export interface TextMatch {
  thread: string;
  /** The words around what was found. */
  snippet: string;
}

export interface ThreadMatches {
  /** Threads by their name, newest first. */
  named: string[];
  /** Threads by what was said in them, newest first. */
  said: TextMatch[];
}

/** What the server tells of a thread beyond the list. Null: not told. */
export interface ThreadDetails {
  cliVersion: string | null;
  path: string | null;
  sha: string | null;
  origin: string | null;
  /** Unix milliseconds. */
  createdAt: number | null;
}

/** The acts on a whole thread. Those that need it loaded resume it first. */
export interface ThreadActs {
  /** `thread/name/set`. */
  rename(session: HostSession, thread: string, name: string): Promise<Outcome<null>>;
  /** The server's section for pins: every device and every other client of it sees the same. */
  pin(session: HostSession, thread: string, pinned: boolean): Promise<Outcome<null>>;
  /** `thread/archive`; one that is archived already counts as done. */
  archive(session: HostSession, thread: string): Promise<Outcome<null>>;
  /** `thread/unarchive`; one that is not archived counts as done. */
  unarchive(session: HostSession, thread: string): Promise<Outcome<null>>;
  /** `thread/delete`; one that the server does not have any more counts as done. */
  remove(session: HostSession, thread: string): Promise<Outcome<null>>;
  /** `thread/fork` of the whole thread. The new one is in `session.state.threads` when this resolves. */
  fork(session: HostSession, thread: string): Promise<Outcome<{ thread: string }>>;
  /** `thread/compact/start`. */
  compact(session: HostSession, thread: string): Promise<Outcome<null>>;
  /** `thread/unsubscribe`: the App Server unloads it when nobody has used it for a while. */
  release(session: HostSession, thread: string): Promise<Outcome<null>>;
  /** Archives the thread and brings it back, which unloads it at once. */
  unload(session: HostSession, thread: string): Promise<Outcome<null>>;
  /** `thread/resume`: loads it here, if no other program holds it. */
  takeOver(session: HostSession, thread: string): Promise<Outcome<null>>;
  /** `thread/metadata/update`: the branch that is shown with it. */
  setBranch(session: HostSession, thread: string, branch: string | null): Promise<Outcome<null>>;
  /** `thread/read`, without turns. */
  details(session: HostSession, thread: string): Promise<Outcome<ThreadDetails>>;
  /** The first, small page of `thread/list`: another process may have made threads. */
  refresh(session: HostSession): Promise<Outcome<null>>;
  /** The next page of archived threads; they land in `session.state.threads`. */
  loadMoreArchived(session: HostSession): Promise<Outcome<{ more: boolean }>>;
  /** The server's own search, in names and messages, archived threads included. */
  search(session: HostSession, term: string): Promise<Outcome<ThreadMatches>>;
  /** The same in what this device has stored. `stop` ends it early. */
  searchStored(journal: Journal, host: string, term: string, stop: AbortSignal): Promise<TextMatch[]>;
}

/** What a review looks at; the shapes are the server's own. */
export type ReviewTarget =
  | { type: "uncommittedChanges" }
  | { type: "baseBranch"; branch: string }
  | { type: "commit"; sha: string; title: string | null }
  | { type: "custom"; instructions: string };

/** A commit as git tells it. */
export interface Commit {
  sha: string;
  title: string;
}

export interface ReviewActs {
  /** `review/start`. `thread`: where the review runs, another one for a detached review. */
  start(
    session: HostSession,
    thread: string,
    target: ReviewTarget,
    detached: boolean,
  ): Promise<Outcome<{ thread: string }>>;
  /** Branches of a folder, newest first: runs git there, only on a person's act. */
  branches(session: HostSession, cwd: string): Promise<Outcome<string[]>>;
  /** Its newest commits, likewise. */
  commits(session: HostSession, cwd: string): Promise<Outcome<Commit[]>>;
}

/** What is changed of a goal; what is left out stays. A budget of null takes it away. */
export interface GoalChange {
  objective?: string;
  status?: "active" | "paused";
  tokenBudget?: number | null;
}

export interface GoalActs {
  /** `thread/goal/get`: the goal that the server has, or null. Nothing is loaded for it. */
  read(session: HostSession, thread: string): Promise<Outcome<Goal | null>>;
  /** `thread/goal/set`. One that is to go on needs the thread loaded. */
  set(session: HostSession, thread: string, change: GoalChange): Promise<Outcome<null>>;
  /** `thread/goal/clear`; one that is gone already counts as done. */
  clear(session: HostSession, thread: string): Promise<Outcome<null>>;
}

/** A command that goes on after its turn, as the server tells it. Null: not told. */
export interface BackgroundTerminal {
  item: string | null;
  process: string;
  command: string;
  cwd: string | null;
  pid: number | null;
  cpuPercent: number | null;
  bytes: number | null;
}

export interface TerminalActs {
  /** `thread/backgroundTerminals/list`, all pages up to a bound; `more`: there were further ones. */
  list(session: HostSession, thread: string): Promise<Outcome<{ terminals: BackgroundTerminal[]; more: boolean }>>;
  /** `thread/backgroundTerminals/terminate`; `false`: it had ended already. */
  end(session: HostSession, thread: string, process: string): Promise<Outcome<boolean>>;
  /** `thread/backgroundTerminals/clean`. */
  endAll(session: HostSession, thread: string): Promise<Outcome<null>>;
}

/** The acts on what waits in a thread's queue, and the commands that a person runs. Each is for now or never. */
export interface QueueActs {
  /** `thread/queue/list`, all pages up to a bound; it lands in the thread's state. */
  list(session: HostSession, thread: string): Promise<Outcome<null>>;
  /** `thread/queue/update`: another text; what the message holds beside text stays. */
  edit(session: HostSession, thread: string, entry: QueuedMessage, text: string): Promise<Outcome<null>>;
  /** `thread/queue/reorder`: every entry once, in the new order. */
  reorder(session: HostSession, thread: string, ids: readonly string[]): Promise<Outcome<null>>;
  /** `thread/queue/delete`; `false`: it had left the queue already. */
  remove(session: HostSession, thread: string, id: string): Promise<Outcome<boolean>>;
  /** `thread/queue/start`: this entry, or the first. */
  start(session: HostSession, thread: string, id: string | null): Promise<Outcome<null>>;
  /** `thread/shellCommand`: runs outside of any sandbox. */
  shell(session: HostSession, thread: string, command: string): Promise<Outcome<null>>;
}

/** What a thread that takes the place of a lost one begins with. */
export interface GoOn {
  /** Absolute path on the host. */
  cwd: string;
  /** The first message, as the person has seen it. */
  text: string;
}

/** Other courses of a thread. New threads are in `session.state.threads` when an act resolves. */
export interface BranchActs {
  /** `thread/fork` with everything up to this turn, and the turn itself. */
  forkAt(session: HostSession, thread: string, turn: string): Promise<Outcome<{ thread: string }>>;
  /** `thread/revert`, or `thread/rollback` for a legacy history, to before this turn. Files are not touched. */
  takeBack(session: HostSession, thread: string, turn: string, mode: string | null): Promise<Outcome<null>>;
  /** An ephemeral fork that is asked one thing. */
  askAside(session: HostSession, thread: string, text: string): Promise<Outcome<{ thread: string }>>;
  /** A new thread in that folder, with this first message. */
  goOn(session: HostSession, how: GoOn): Promise<Outcome<{ thread: string }>>;
}

export interface Actions {
  /** The acts on whole threads, loaded with the first of them. */
  threads(): Promise<ThreadActs>;
  /** Forks at a turn, going back, side questions, recovery. */
  branch(): Promise<BranchActs>;
  /** Reviews, goals and background terminals, each loaded with the first of its acts. */
  review(): Promise<ReviewActs>;
  goals(): Promise<GoalActs>;
  terminals(): Promise<TerminalActs>;
  /** Changing files of the machine. */
  files(): Promise<FileActs>;
  /** Terminals beside the agent's turns. */
  processes(): Promise<ProcessActs>;
  /** What a thread runs with. */
  settings(): Promise<SettingsActs>;
  /** What the App Server offers, kept for offline. */
  capabilities(): Promise<CapabilityActs>;
  /** What waits in a thread's queue, and `!` commands. */
  queue(): Promise<QueueActs>;
  /** Files of this device onto the machine. */
  upload(): Promise<UploadActs>;
  /** Whom the App Server works for: sign-in, limits, usage. */
  account(): Promise<AccountActs>;
  /** The machine's configuration, feature flags, feedback. */
  config(): Promise<ConfigActs>;
  /** What a message can name: files, skills, apps, plugins. */
  completions(): Promise<CompletionActs>;
  /** MCP servers, skills and hooks, plugins and apps of the machine. */
  mcp(): Promise<McpActs>;
  skills(): Promise<SkillActs>;
  plugins(): Promise<PluginActs>;
  /** Any request, as the person has filled it in. */
  console(): Promise<ConsoleActs>;
  /** `thread/start` with paginated history. The thread is in `session.state.threads` when this resolves. */
  startThread(session: HostSession, start: StartThread): Promise<Outcome<StartedThread>>;
  /** `fs/readDirectory`; entries as the server gave them, unsorted. */
  listDirectory(session: HostSession, path: string): Promise<Outcome<DirectoryEntry[]>>;
  /** `config/read` for a folder. */
  readConfig(session: HostSession, cwd: string): Promise<Outcome<FolderConfig>>;
  /** What lies at an absolute path, and how big it is. */
  inspectFile(session: HostSession, path: string): Promise<Outcome<FileFacts>>;
  /** `fs/readFile`: a file's whole content. Only on a person's act. */
  readFile(session: HostSession, path: string): Promise<Outcome<Uint8Array<ArrayBuffer>>>;
  /** The next page of `thread/list`; `more` is false when the list is whole. Threads land in `session.state.threads`. */
  loadMoreThreads(session: HostSession): Promise<Outcome<{ more: boolean }>>;
  /** The next older page of turns of an open thread, folded into its state; `more` as above. */
  loadOlder(session: HostSession, thread: Pick<OpenThread, "state">, hole?: Turn): Promise<Outcome<{ more: boolean }>>;
  /** Reads the thread again from the server (after "held elsewhere", a failed fetch, or a poorer copy). */
  refetch(session: HostSession, thread: OpenThread): Promise<Outcome<null>>;
}

/** One host that this device knows, with its session while the app runs. */
export interface HostEntry {
  record: HostRecord;
  session: HostSession;
}

export interface StorageFacts {
  /** Bytes; null where the browser does not tell. */
  used: number | null;
  quota: number | null;
  /** The browser promised not to evict; null where it cannot be asked. */
  persisted: boolean | null;
}

/** Why a link was not taken, as a sentence for a person. */
export type PairResult = { ok: true; host: string } | { ok: false; message: string };

export interface AppServices {
  readonly journal: Journal;
  readonly actions: Actions;
  /** The known hosts, in order of adding. The array is a new one when it changes. */
  hosts(): readonly HostEntry[];
  /** False until the stored hosts have been read. */
  ready(): boolean;
  /** Told when `hosts()` or `ready()` changed. */
  onHosts(listener: () => void): () => void;
  /**
   * Adds the host at `wsUrl` with `token`: attaches once to learn its id and label, stores the record, starts its
   * session. A known relay id gets the new address and token.
   */
  pair(link: { wsUrl: string; token: string }): Promise<PairResult>;
  removeHost(id: string): Promise<void>;
  storage(): Promise<StorageFacts>;
  /** Asks the browser to keep the data; true when it did. */
  persist(): Promise<boolean>;
}
