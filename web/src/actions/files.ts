// Changing files on the machine, by the person's own hand: outside of the agent's turns and of any sandbox. Nothing that
// lies there is replaced or removed unless the person has said so of this very thing: what is in the way is looked at first.
import type { HostSession, Outcome } from "../host/model.ts";
import { numberOf, objectOf, textOf } from "../projection/read.ts";
import { base64Of } from "./base64.ts";
import { NOW, onOneConnection } from "./loaded.ts";
import { readFile } from "./read-file.ts";

/** What `fs/getMetadata` tells. Times in unix milliseconds; null: not told. */
export interface Metadata {
  kind: "file" | "folder" | "other";
  /** The path itself is a symbolic link. */
  link: boolean;
  createdAt: number | null;
  modifiedAt: number | null;
}

/** What became of a write. */
export type Written =
  | { type: "written" }
  /** Something lies there, or something else than was read; nothing was written. `now` null: it is gone. */
  | { type: "in-the-way"; now: Uint8Array | null };

/** A folder that is watched while it is on screen. */
export interface Watch {
  id: string;
  /** As the server writes it. */
  path: string;
}

export interface FileActs {
  /** `fs/getMetadata`. */
  metadata(session: HostSession, path: string): Promise<Outcome<Metadata>>;
  /** Whether anything lies at a path; a link that leads nowhere reads as nothing. */
  exists(session: HostSession, path: string): Promise<Outcome<boolean>>;
  /**
   * `fs/writeFile`. With `was`, the file is read again first, and written only when it holds the same bytes still.
   * @param was null: whatever lies there is replaced
   */
  save(session: HostSession, path: string, bytes: Uint8Array, was: Uint8Array | null): Promise<Outcome<Written>>;
  /** `fs/writeFile` where nothing lies yet. */
  create(session: HostSession, path: string, bytes: Uint8Array): Promise<Outcome<Written>>;
  /** `fs/createDirectory`, one level: the folder above must be there. */
  createFolder(session: HostSession, path: string): Promise<Outcome<null>>;
  /** `fs/copy` to where nothing lies yet. */
  copy(session: HostSession, from: string, to: string, folder: boolean): Promise<Outcome<Written>>;
  /** `fs/remove`, without force; recursively only for a folder that the person has named. */
  remove(session: HostSession, path: string, withContents: boolean): Promise<Outcome<null>>;
  /** `fs/watch`. Its changes are told as `fs/changed` with this id. */
  watch(session: HostSession, path: string): Promise<Outcome<Watch>>;
  /** `fs/unwatch`. */
  unwatch(session: HostSession, id: string): Promise<Outcome<null>>;
}

const done = (outcome: Outcome<unknown>): Outcome<null> => (outcome.ok ? { ok: true, value: null } : outcome);

/** `os error 2`: nothing lies at the path. 3: not even the folder, on Windows. */
const NOTHING = /\bos error [23]\b/;

function isNothing(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.reason.type === "rpc" && NOTHING.test(outcome.reason.message);
}

async function metadata(session: HostSession, path: string): Promise<Outcome<Metadata>> {
  const outcome = await session.request("fs/getMetadata", { path });
  if (!outcome.ok) return outcome;
  const facts = objectOf(outcome.value);
  const time = (name: string): number | null => {
    const value = numberOf(facts?.[name]);
    // The server says 0 for a time that it does not have.
    return value === null || value <= 0 ? null : value;
  };
  const kind = facts?.["isDirectory"] === true ? "folder" : facts?.["isFile"] === true ? "file" : "other";
  return {
    ok: true,
    value: {
      kind,
      link: facts?.["isSymlink"] === true,
      createdAt: time("createdAtMs"),
      modifiedAt: time("modifiedAtMs"),
    },
  };
}

async function exists(session: HostSession, path: string): Promise<Outcome<boolean>> {
  const outcome = await session.request("fs/getMetadata", { path });
  if (outcome.ok) return { ok: true, value: true };
  return isNothing(outcome) ? { ok: true, value: false } : outcome;
}

async function write(session: HostSession, path: string, bytes: Uint8Array): Promise<Outcome<Written>> {
  const outcome = await session.request("fs/writeFile", { path, dataBase64: await base64Of(bytes) }, NOW);
  return outcome.ok ? { ok: true, value: { type: "written" } } : outcome;
}

const OFFLINE: Outcome<never> = {
  ok: false,
  reason: { type: "not-sent", message: "The machine is not connected. Nothing was done; try again when it is." },
};

/** On the connection that is there now, or not at all: looking would wait for another, and writing follow minutes later. */
async function atOnce<T>(
  session: HostSession,
  act: (cut: () => Outcome<never> | null) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return session.facts().connection === "live" ? onOneConnection(session, act) : OFFLINE;
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** What is in the way of something new, if anything is. */
async function free(session: HostSession, path: string): Promise<Outcome<Written> | null> {
  const there = await exists(session, path);
  if (!there.ok) return there;
  return there.value ? { ok: true, value: { type: "in-the-way", now: null } } : null;
}

/** The acts on files and folders of the machine. */
export const fileActs: FileActs = {
  metadata,
  exists,
  save: (session, path, bytes, was) =>
    atOnce(session, async (cut) => {
      if (was !== null) {
        const now = await readFile(session, path);
        if (isNothing(now)) return { ok: true, value: { type: "in-the-way", now: null } };
        if (!now.ok) return now;
        if (!same(now.value, was)) return { ok: true, value: { type: "in-the-way", now: now.value } };
      }
      return cut() ?? (await write(session, path, bytes));
    }),
  create: (session, path, bytes) =>
    atOnce(session, async (cut) => (await free(session, path)) ?? cut() ?? (await write(session, path, bytes))),
  async createFolder(session, path) {
    return done(await session.request("fs/createDirectory", { path, recursive: false }, NOW));
  },
  copy: (session, from, to, folder) =>
    atOnce(session, async (cut) => {
      const blocked = (await free(session, to)) ?? cut();
      if (blocked !== null) return blocked;
      const params = { sourcePath: from, destinationPath: to, ...(folder ? { recursive: true } : {}) };
      const outcome = await session.request("fs/copy", params, NOW);
      return outcome.ok ? { ok: true, value: { type: "written" } } : outcome;
    }),
  async remove(session, path, withContents) {
    return done(await session.request("fs/remove", { path, recursive: withContents, force: false }, NOW));
  },
  async watch(session, path) {
    // Handles are the connection's, which all devices share: this one is nobody else's.
    const id = `lw-watch-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    const outcome = await session.request("fs/watch", { watchId: id, path }, NOW);
    if (!outcome.ok) return outcome;
    return { ok: true, value: { id, path: textOf(objectOf(outcome.value)?.["path"]) ?? path } };
  },
  async unwatch(session, id) {
    return done(await session.request("fs/unwatch", { watchId: id }));
  },
};

/** Bytes of a relay's message that a file may have at most: three quarters, since base64 makes four of three. */
export function largestUpload(maxMessage: number): number {
  return Math.floor((maxMessage - 4096) / 4) * 3;
}
