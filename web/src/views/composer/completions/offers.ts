// What the list offers for what stands at the caret: files as they are found, skills, apps and plugins as they are listed.
import { createEffect, createSignal, on, onCleanup, type Accessor } from "solid-js";
import type { AppServices } from "../../../actions/contract.ts";
import { type FileHits, type FileSearch, type FoundFile, pathOf, separatorOf } from "../../../actions/find-files.ts";
import type { Mentionable, MentionableList } from "../../../actions/mentionables.ts";
import type { HostSession } from "../../../host/model.ts";
import { listOf, objectOf, textOf } from "../../../projection/read.ts";
import type { ThreadState } from "../../../projection/state.ts";
import { connection, live } from "../../live.ts";
import { createLoader } from "../../load.ts";
import { refusalSentence } from "../../thread-menu/refusals.ts";
import { newPartId } from "../attach/room.ts";
import type { Part } from "../parts.ts";
import { matchOf } from "./match.ts";
import { fileMarker } from "./trigger.ts";

/** Where the files of a thread are looked for: its folder, and others that it may write to. */
export function rootsOf(session: HostSession, state: ThreadState): string[] {
  const { cwd, sandbox } = live(state).settings;
  const folder = cwd ?? live(session.state).threads.get(state.id)?.cwd ?? "";
  const more = listOf(objectOf(sandbox)?.["writableRoots"]).flatMap((root) => textOf(root) ?? []);
  const inside = (root: string) => folder !== "" && `${root}/`.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
  return [...new Set([folder, ...more.filter((root) => !inside(root))])].filter((root) => root !== "");
}

export interface Files {
  hits: Accessor<FileHits | null>;
  /** Why there are none, as a sentence. */
  failed: Accessor<string | null>;
}

/** Searches for as long as `query` gives a word; null ends the search. */
export function createFiles(
  services: AppServices,
  session: HostSession,
  roots: () => readonly string[],
  query: Accessor<string | null>,
): Files {
  const [hits, setHits] = createSignal<FileHits | null>(null);
  const [failed, setFailed] = createSignal<string | null>(null);
  let search: FileSearch | null = null;
  let newest = 0;
  const end = () => {
    newest += 1;
    search?.end();
    search = null;
  };
  onCleanup(end);
  const begin = async (): Promise<void> => {
    newest += 1;
    const mine = newest;
    setHits(null);
    setFailed(null);
    const acts = await services.actions.completions().catch(() => null);
    const wanted = query();
    if (mine !== newest || wanted === null) return;
    if (acts === null) return void setFailed("A part of the app could not be loaded. Reload the page.");
    search = acts.findFiles(session, roots(), {
      hits(now) {
        setFailed(null);
        setHits(now);
      },
      failed: (reason) => setFailed(refusalSentence(reason)),
    });
    search.look(wanted);
  };
  createEffect(
    on(query, (wanted, before) => {
      if (wanted === null) end();
      else if (before == null) void begin();
      else search?.look(wanted);
    }),
  );
  return { hits, failed };
}

/** A file as a part of a message. The model reads its marker; the input beside it says which file that is. */
export function filePart(file: FoundFile, roots: readonly string[]): Part {
  const path = pathOf(file);
  const separator = separatorOf(path);
  const name = file.path.split(separator).at(-1) ?? file.path;
  // Below the thread's folder its path from there; elsewhere the whole of it.
  const shown = file.root === "" || file.root === roots[0] ? file.path : path;
  const marker = fileMarker(file.folder ? `${shown}${separator}` : shown);
  return { id: newPartId(), input: { type: "mention", name, path }, label: name, marker };
}

/** What a text names it by. A skill is known by its name behind "$"; plugins go by "@". */
export function mentionPart({ kind, name, path, title }: Mentionable): Part {
  const marker = `${kind === "plugin" ? "@" : "$"}${name}`;
  const type = kind === "skill" ? ("skill" as const) : ("mention" as const);
  return { id: newPartId(), input: { type, name, path }, label: title, marker };
}

export interface Mentionables {
  lists: Accessor<readonly MentionableList[] | null>;
  loading: Accessor<boolean>;
}

/** The lists, read when they are first asked for, and again when the server says that they are others. */
export function createMentionables(
  services: AppServices,
  session: HostSession,
  thread: string,
  roots: () => readonly string[],
  wanted: Accessor<boolean>,
): Mentionables {
  /** Changes with each word that a list is another one, and with the process. */
  const edition = () => {
    if (!wanted() || connection(session) !== "live") return null;
    const { openCards, current } = live(session.state);
    return [current, ...["skills", "apps"].map((key) => openCards.get(key)?.lines ?? 0)].join(" ");
  };
  const loaded = createLoader(edition, async () =>
    (await services.actions.completions()).mentionables(session, thread, roots().slice(0, 1)),
  );
  return { lists: () => loaded.value() ?? null, loading: loaded.loading };
}

export interface FoundMention {
  one: Mentionable;
  marks: readonly number[];
}

/** The least score of a name that begins with what is looked for. */
const BEGINS = 950;

/** Those that a word finds, by their titles and names, best first; what is off comes last. */
export function findMentions(lists: readonly MentionableList[], query: string): FoundMention[] {
  // Variables of a shell are written like this: letters that stand somewhere in a name are none of it.
  const least = /^[A-Z_][A-Z\d_]+$/.test(query) ? BEGINS : 0;
  const found = lists.flatMap(({ found: all }) =>
    all.flatMap((one) => {
      const title = matchOf(one.title, query);
      const name = one.name === one.title ? null : matchOf(one.name, query);
      const score = Math.max(title?.score ?? -1, name?.score ?? -1);
      return score < least ? [] : [{ one, marks: title?.marks ?? [], score: score - (one.off === null ? 0 : 10_000) }];
    }),
  );
  return found.toSorted((a, b) => b.score - a.score).map(({ one, marks }) => ({ one, marks }));
}
