// What this device knows that a field may ask for: ids of threads and turns, folders.
import type { HostState } from "../../projection/state.ts";
import { present } from "../../projection/lacking.ts";
import type { Offer } from "./form/model.ts";
import type { MemberPath } from "./form/value.ts";

/** The newest threads; more make no list to pick from. */
const MOST = 60;

const THREAD = /(?:^threadId|ThreadId)s?$/;
const TURN = /(?:^turnId|TurnId)$/;
/** `keyPath` is a key of the configuration. */
const FOLDER = /^(?:cwds?|roots?|runtimeWorkspaceRoots|writableRoots|paths?|(?!key)\w*Path)$/;

/** What can be picked for the member at a path; empty for most. */
export function knownFor(state: HostState, path: MemberPath, value: unknown): Offer[] {
  const name = path.findLast((step) => typeof step === "string");
  if (typeof name !== "string") return [];
  const threads = [...state.threads.values()]
    .filter(({ deleted }) => !deleted)
    .toSorted((a, b) => b.updatedAt - a.updatedAt);
  if (THREAD.test(name))
    return threads
      .slice(0, MOST)
      .map(({ id, name: title, preview }) => ({ value: id, words: (title ?? preview).slice(0, 80) }));
  if (TURN.test(name)) {
    const chosen = typeof value === "object" && value !== null && "threadId" in value ? value.threadId : null;
    const thread = threads.find(({ id }) => id === chosen);
    const last = thread?.lastTurn ?? null;
    const past = thread === undefined ? [] : (state.pastTurns.get(thread.id) ?? []);
    return [
      ...(last === null ? [] : [{ value: last.id, words: `the last turn, ${last.status}` }]),
      ...past.toReversed().map((id) => ({ value: id, words: "an earlier turn" })),
    ].slice(0, MOST);
  }
  if (FOLDER.test(name)) {
    const folders = [...new Set(threads.map(({ cwd }) => cwd))].filter((cwd) => cwd !== "").slice(0, MOST);
    const home = present(state)?.codexHome ?? null;
    return [
      ...folders.map((cwd) => ({ value: cwd, words: "a thread’s folder" })),
      ...(home === null ? [] : [{ value: home, words: "the App Server’s own folder" }]),
    ];
  }
  return [];
}
