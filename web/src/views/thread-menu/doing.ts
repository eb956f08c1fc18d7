// Doing what a menu offers: which question is open, what was done (with the way back), and why something was not.
import { createSignal } from "solid-js";
import type { AppServices, HostEntry, ThreadActs } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import { visibleText } from "../../decisions/visible.ts";
import { needMenus } from "../frame/thread-list-menu.ts";
import { markRemoved, markSeen } from "../frame/thread-list-marks.ts";
import { navigate, place, threadInPath } from "../route.tsx";
import { pathOnHost } from "../services.tsx";
import { newTerminalPath } from "../terminal/terminal-path.ts";
import { filesPath } from "../file-tree/file-path.ts";
import { programCommand, threadTitle } from "../thread-facts.ts";
import { openThreadSettings } from "../thread-settings/asked.ts";
import { refusalSentence } from "./refusals.ts";
import { resumeCommand, type ThreadAct } from "./thread-items.ts";

/** A thread of a host: what an act is about. */
export interface Subject {
  entry: HostEntry;
  thread: string;
  /** What the person has written for it already: a question begins with it. */
  words?: string;
}

export type Question =
  | ({
      type:
        | "rename"
        | "delete"
        | "forget"
        | "release"
        | "details"
        | "compact"
        | "aside"
        | "review"
        | "goal"
        | "terminals";
    } & Subject)
  | { type: "problem"; title: string; text: string };

export interface Said {
  text: string;
  /** The way back, where there is one. */
  undo: (() => void) | null;
}

const [question, askNow] = createSignal<Question | null>(null);
const [said, sayNow] = createSignal<Said | null>(null);
export { question, said };

/** Asks a question, or takes it back. */
export function setQuestion(next: Question | null): void {
  needMenus();
  askNow(next);
}

/** Says what was done, or no more. */
export function setSaid(next: Said | null): void {
  needMenus();
  sayNow(next);
}

const UNLOADED: Outcome<never> = {
  ok: false,
  reason: {
    type: "not-sent",
    message: "Nothing was sent: a part of the app could not be loaded. Try again, or reload the page.",
  },
};

/** The thread's name in quotes, as it reads in a sentence. */
export function named({ entry, thread }: Subject): string {
  const title = threadTitle(entry.session.state.threads.get(thread) ?? null, thread);
  return `“${title.length > 60 ? `${title.slice(0, 60)}…` : title}”`;
}

/** Runs an act; a failure is a dialog that says why. Undefined when it failed. */
export async function run<T>(
  services: Pick<AppServices, "actions">,
  failed: string,
  act: (acts: ThreadActs) => Promise<Outcome<T>>,
): Promise<{ value: T } | undefined> {
  const outcome = await services.actions.threads().then(act, () => UNLOADED);
  if (outcome.ok) return { value: outcome.value };
  setQuestion({ type: "problem", title: failed, text: refusalSentence(outcome.reason) });
  return undefined;
}

/** Leaves the thread's page when it is on screen. */
export function leave({ thread }: Subject): void {
  if (threadInPath(place().pathname) === thread) navigate("/");
}

/** Archives it, with the way back. */
export async function archive(services: AppServices, subject: Subject): Promise<void> {
  const { session } = subject.entry;
  const name = named(subject);
  const done = await run(services, "It was not archived", (acts) => acts.archive(session, subject.thread));
  if (done === undefined) return;
  setSaid({ text: `Archived ${name}.`, undo: () => void unarchive(services, subject) });
}

export async function unarchive(services: AppServices, subject: Subject): Promise<void> {
  const { session } = subject.entry;
  const done = await run(services, "It was not brought back", (acts) => acts.unarchive(session, subject.thread));
  if (done !== undefined) setSaid({ text: `Brought back ${named(subject)}.`, undo: null });
}

/** A fork is opened as soon as it is there. */
export async function fork(services: AppServices, subject: Subject): Promise<void> {
  const { session } = subject.entry;
  const done = await run(services, "It was not forked", (acts) => acts.fork(session, subject.thread));
  if (done === undefined) return;
  setSaid({ text: `This is a fork of ${named(subject)}. What you write here changes only the fork.`, undo: null });
  navigate(pathOnHost(services.hosts(), session.id, done.value.thread));
}

/** The history is made into a summary, in a turn of its own. */
export async function compact(services: AppServices, subject: Subject): Promise<void> {
  const { session } = subject.entry;
  const done = await run(services, "It was not compacted", (acts) => acts.compact(session, subject.thread));
  if (done !== undefined) setSaid({ text: `The history of ${named(subject)} is being compacted.`, undo: null });
}

export async function takeOver(services: AppServices, subject: Subject): Promise<void> {
  const { session } = subject.entry;
  const done = await run(services, "It is still held elsewhere", (acts) => acts.takeOver(session, subject.thread));
  if (done === undefined) return;
  await session.refetch(subject.thread);
  setSaid({ text: `${named(subject)} is open here now.`, undo: null });
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    setSaid({ text: `Copied ${visibleText(text)}`, undo: null });
  } catch {
    setQuestion({ type: "problem", title: "The browser did not allow copying", text });
  }
}

/** What a menu item does. */
export async function perform(services: AppServices, subject: Subject, act: ThreadAct): Promise<void> {
  const { entry, thread } = subject;
  const { session } = entry;
  const host = entry.record.id;
  switch (act) {
    case "rename":
    case "delete":
    case "forget":
    case "release":
    case "details":
    case "aside":
    case "review":
    case "goal":
    case "terminals":
      setQuestion({ type: act, ...subject });
      return;
    case "settings":
      openThreadSettings(thread);
      return;
    case "pin":
    case "unpin": {
      const failed = act === "pin" ? "It was not pinned" : "It was not unpinned";
      await run(services, failed, (acts) => acts.pin(session, thread, act === "pin"));
      return;
    }
    case "read":
      markSeen(host, thread, session.state.threads.get(thread)?.lastTurn?.id ?? "none");
      return;
    case "unread":
      markSeen(host, thread, null);
      return;
    case "fork":
      await fork(services, subject);
      return;
    case "compact":
      // Compacting interrupts what runs: not without a word.
      if (session.state.threads.get(thread)?.status.type === "active") setQuestion({ type: "compact", ...subject });
      else await compact(services, subject);
      return;
    case "files":
      navigate(filesPath(host, session.state.threads.get(thread)?.cwd ?? ""));
      return;
    case "shell":
      navigate(newTerminalPath(host, session.state.threads.get(thread)?.cwd ?? ""));
      return;
    case "copy-id":
      await copy(thread);
      return;
    case "copy-command": {
      const command = resumeCommand(programCommand(session.state), thread);
      if (command !== null) await copy(command);
      return;
    }
    case "archive":
      await archive(services, subject);
      return;
    case "unarchive":
      await unarchive(services, subject);
  }
}

/** Takes it off the list of this device, and leaves its page. */
export function forget(subject: Subject): void {
  leave(subject);
  markRemoved(subject.entry.record.id, subject.thread);
}
