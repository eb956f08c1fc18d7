// Finding files by a part of their path: the App Server's own search, one session for as long as a list is open. What it
// found comes as notifications, which the fold keeps as one card for each session; every device gets them.
import type { SentParams } from "@longwire/shared-protocol/app-server";
import type { Failure, HostSession, Outcome } from "../host/model.ts";
import { lacks } from "../projection/lacking.ts";
import { listOf, numberOf, objectOf, textOf } from "../projection/read.ts";
import { NOW } from "./loaded.ts";

/** A file or folder that was found. */
export interface FoundFile {
  /** The root that it lies below, and its path from there, as the machine writes them. */
  root: string;
  path: string;
  folder: boolean;
  /** The characters of `path` (code points) that were matched. */
  marks: readonly number[];
}

export interface FileHits {
  /** What was looked for: older words may still be answered. */
  query: string;
  files: readonly FoundFile[];
}

export interface FileSearch {
  /** Looks for this from now on. */
  look(query: string): void;
  end(): void;
}

export interface FileSearchTold {
  hits(hits: FileHits): void;
  failed(reason: Failure): void;
}

/** Files that are read of one answer. */
const LIMIT = 100;
const UPDATED = "fuzzyFileSearch/sessionUpdated";

/** Searches in these roots until it is ended. Where the server has no such sessions each word is asked for by itself. */
export function findFiles(session: HostSession, roots: readonly string[], told: FileSearchTold): FileSearch {
  // The App Server knows no devices: a session under a name that is taken would be taken over without a word.
  const id = newSessionId();
  let how: "session" | "once" = lacks(session.state, "fuzzyFileSearch/sessionStart") === null ? "session" : "once";
  let started = false;
  let wanted: string | null = null;
  let asked: string | null = null;
  let busy = false;
  let ended = false;
  let seen = "";

  const ask = <M extends string>(method: M, params: SentParams<M>): Promise<Outcome<unknown>> =>
    session.request(method, params, NOW);

  const onCard = (): void => {
    const card = session.state.openCards.get(`search/${id}`);
    if (card === undefined || card.name !== UPDATED || card.raw === seen) return;
    seen = card.raw;
    const hits = hitsIn(card.raw);
    if (hits !== null) told.hits(hits);
  };
  const stop = session.onChange(onCard);

  const once = async (query: string): Promise<Outcome<unknown>> => {
    const outcome = await ask("fuzzyFileSearch", { query, roots, cancellationToken: id });
    if (outcome.ok && !ended) told.hits({ query, files: filesOf(objectOf(outcome.value)?.["files"]) });
    return outcome;
  };
  const start = async (): Promise<boolean> => {
    const outcome = await ask("fuzzyFileSearch/sessionStart", { sessionId: id, roots });
    if (outcome.ok) started = true;
    // Refused by the server itself: an older one, or one that has no sessions.
    else if (outcome.reason.type === "rpc") how = "once";
    else told.failed(outcome.reason);
    return outcome.ok;
  };
  /** One word; false when nothing more is to be asked for now. */
  const step = async (query: string): Promise<boolean> => {
    if (how === "session" && !started && !(await start()) && how === "session") return false;
    const outcome =
      how === "once" ? await once(query) : await ask("fuzzyFileSearch/sessionUpdate", { sessionId: id, query });
    if (outcome.ok) return true;
    if (how === "session" && started && outcome.reason.type === "rpc") {
      // The process that had the session is gone, or never knew it: begun anew once, then without.
      started = false;
      if (await start()) {
        const again = await ask("fuzzyFileSearch/sessionUpdate", { sessionId: id, query });
        if (again.ok) return true;
        how = "once";
      }
      return await step(query);
    }
    told.failed(outcome.reason);
    return false;
  };
  /** One request at a time: while it is out, the newest word waits. */
  const run = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (!ended && wanted !== null && wanted !== asked) {
      asked = wanted;
      if (!(await step(wanted))) break;
    }
    busy = false;
    if (ended) leave();
  };
  const leave = (): void => {
    if (started) void ask("fuzzyFileSearch/sessionStop", { sessionId: id });
    started = false;
  };

  return {
    look(query) {
      if (query === wanted) return;
      wanted = query;
      // The server finds nothing for no word.
      if (query === "") told.hits({ query, files: [] });
      else void run();
    },
    end() {
      if (ended) return;
      ended = true;
      stop();
      if (!busy) leave();
    },
  };
}

function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `files-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function hitsIn(line: string): FileHits | null {
  try {
    const params = objectOf(objectOf(JSON.parse(line))?.["params"]);
    const query = textOf(params?.["query"]);
    return query === null ? null : { query, files: filesOf(params?.["files"]) };
  } catch {
    return null;
  }
}

/** One that cannot be read is left out. */
function filesOf(value: unknown): FoundFile[] {
  return listOf(value)
    .slice(0, LIMIT)
    .flatMap((one) => {
      const file = objectOf(one);
      const path = textOf(file?.["path"]);
      if (file === null || path === null || path === "") return [];
      const marks = listOf(file["indices"]).flatMap((mark) => numberOf(mark) ?? []);
      return [{ root: textOf(file["root"]) ?? "", path, folder: file["match_type"] === "directory", marks }];
    });
}

/** The separator of a machine's paths, as one of them tells it. */
export function separatorOf(path: string): "/" | "\\" {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path) ? "\\" : "/";
}

/** The absolute path of what was found. */
export function pathOf({ root, path }: Pick<FoundFile, "root" | "path">): string {
  if (root === "" || path.startsWith("/") || /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path)) return path;
  const separator = separatorOf(root);
  return root.endsWith(separator) ? root + path : root + separator + path;
}
