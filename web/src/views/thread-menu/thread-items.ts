// What the menu of a thread offers, and why something in it cannot be done now. Pure.
import type { ThreadSummary } from "../../projection/state.ts";
import { isPinned } from "../frame/thread-list-groups.ts";

export type ThreadAct =
  | "rename"
  | "pin"
  | "unpin"
  | "read"
  | "unread"
  | "fork"
  | "aside"
  | "compact"
  | "review"
  | "goal"
  | "terminals"
  | "files"
  | "shell"
  | "copy-id"
  | "copy-command"
  | "details"
  | "settings"
  | "release"
  | "archive"
  | "unarchive"
  | "delete"
  | "forget";

export interface MenuItem {
  act: ThreadAct;
  words: string;
  /** Why not now; null: it can be done. */
  why: string | null;
  danger?: boolean;
}

export interface ThreadFacts {
  thread: ThreadSummary;
  connected: boolean;
  /** The App Server has it loaded, and so locked against other programs. */
  loaded: boolean;
  unread: boolean;
  onScreen: boolean;
  /** The program's command in a terminal; null: not known. */
  command: string | null;
  /** Why this server cannot do what a method is for at all; null: nothing is known against it. */
  lacking?: (method: string) => string | null;
}

/** What each act asks for; the others ask for nothing, or for more than one thing. */
const METHODS: ReadonlyMap<ThreadAct, string> = new Map([
  ["rename", "thread/name/set"],
  ["pin", "thread/section/move"],
  ["unpin", "thread/section/move"],
  ["fork", "thread/fork"],
  ["aside", "thread/fork"],
  ["compact", "thread/compact/start"],
  ["review", "review/start"],
  ["goal", "thread/goal/set"],
  ["terminals", "thread/backgroundTerminals/list"],
  ["release", "thread/unsubscribe"],
  ["archive", "thread/archive"],
  ["unarchive", "thread/unarchive"],
  ["delete", "thread/delete"],
]);

/** The items in groups. What never fits this thread is left out; what does not fit now says why. */
export function threadItems(facts: ThreadFacts): MenuItem[][] {
  const { thread, connected, loaded, unread, onScreen, command } = facts;
  const offline = connected ? null : "needs the connection";
  const gone = thread.deleted || thread.notResumable;
  const archived = thread.archived ? "bring it back first" : null;
  const unborn = thread.lastTurn === null && thread.preview === "" ? "it has no message yet" : null;
  const item = (act: ThreadAct, words: string, why: string | null = null): MenuItem => {
    const method = METHODS.get(act);
    return { act, words, why: (method === undefined ? null : facts.lacking?.(method)) ?? why };
  };
  if (gone)
    return [
      [item("copy-id", "Copy the id"), item("details", "Details …")],
      [{ ...item("forget", "Take off this device’s list …"), danger: true }],
    ];
  // Nothing of it is kept that could be named, moved or branched.
  if (thread.ephemeral)
    return [
      [item("copy-id", "Copy the id"), item("details", "Details …")],
      [{ ...item("forget", "Take off this device’s list …"), danger: true }],
    ];
  const own: MenuItem[] = [item("rename", "Rename …", offline ?? archived)];
  if (thread.parent === null) {
    own.push(isPinned(thread) ? item("unpin", "Unpin", offline) : item("pin", "Pin", offline ?? unborn));
    if (!onScreen) own.push(unread ? item("read", "Mark as read") : item("unread", "Mark as unread"));
  }
  return [
    own,
    [
      item("review", "Review …", offline ?? archived),
      item("goal", "Goal …", offline ?? archived),
      ...(loaded ? [item("terminals", "Background terminals …", offline)] : []),
    ],
    [
      item("fork", "Fork", offline ?? archived ?? unborn),
      item("aside", "Ask a side question …", offline ?? archived ?? unborn),
      item("compact", "Compact the history", offline ?? archived ?? unborn),
      ...(command === null ? [] : [item("copy-command", "Copy the command for a terminal")]),
      item("copy-id", "Copy the id"),
      ...(thread.cwd === "" ? [] : [item("files", "Files of its folder"), item("shell", "Terminal in its folder")]),
      ...(onScreen ? [item("settings", "Model and permissions …")] : []),
      item("details", "Details …"),
    ],
    [
      ...(loaded ? [item("release", "Release …", offline)] : []),
      thread.archived
        ? item("unarchive", "Bring back from the archive", offline)
        : item("archive", "Archive", offline ?? unborn),
      { ...item("delete", "Delete …", offline), danger: true },
    ],
  ];
}

/** What opens the thread in a terminal on the machine; null where the program's command is not known. */
export function resumeCommand(command: string | null, thread: string): string | null {
  return command === null ? null : `${command} resume ${thread}`;
}
