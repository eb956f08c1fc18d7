// What the views ask for: the acts of a person on one host, and the app around its hosts (pairing, sessions, journal).
// Views import these types only; main.tsx hands them the implementations (actions/*, host/app.ts), stories hand them fakes.
import type { HostRecord, Journal } from "../journal/journal.ts";
import type { HostSession, OpenThread, Outcome } from "../host/model.ts";
import type { Json } from "../projection/state.ts";

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
}

/** What lies at a path of the host. */
export interface FileFacts {
  kind: "file" | "folder" | "other";
  /** Null where it could not be found out. */
  bytes: number | null;
  /** The path itself is a symbolic link. */
  link: boolean;
}

export interface StartThread {
  /** Absolute path on the host. */
  cwd: string;
  /** Left out of the request unless set. */
  approvalPolicy?: string;
  sandbox?: string;
}

export interface Actions {
  /** `thread/start` with paginated history. The thread is in `session.state.threads` when this resolves. */
  startThread(session: HostSession, start: StartThread): Promise<Outcome<{ thread: string }>>;
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
  loadOlder(session: HostSession, thread: OpenThread): Promise<Outcome<{ more: boolean }>>;
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
