// The acts of the app by their names: what "/" offers. Each leads to the very dialog, page or act that its menu entry leads
// to, with the same question; what cannot be done now says why. Data, so that the list and the keys read the same.
import type { AppServices, HostEntry } from "../../../actions/contract.ts";
import { type ThreadState, turnStatus } from "../../../projection/state.ts";
import { activityPath } from "../../activity/path.ts";
import { isUnread } from "../../frame/thread-list-marks.ts";
import { connection, live } from "../../live.ts";
import { lackingWhy } from "../../lacking/words.ts";
import { machinePath } from "../../machine/path.ts";
import { ROOMS } from "../../machine/rooms.ts";
import { navigate } from "../../route.tsx";
import { hasNoQueue } from "../../queue/offered.ts";
import { openSide } from "../../side/asked.ts";
import { perform } from "../../thread-menu/doing.ts";
import { type ThreadAct, threadItems } from "../../thread-menu/thread-items.ts";
import { isLoaded } from "../../thread-menu/thread-menus.tsx";
import { programCommand } from "../../thread-facts.ts";
import { openThreadSettings, type SettingsGroup } from "../../thread-settings/asked.ts";
import { openTurnMenu } from "../../turn-menu/asked.ts";
import { matchOf, type Match, slipsBetween } from "./match.ts";

export interface Command {
  name: string;
  /** One line that says what it does. */
  words: string;
  /** Other names that it is found by. */
  also: readonly string[];
  /** What may be written behind it; null: nothing. */
  takes: string | null;
  /** It is nothing without that. */
  needs: boolean;
  /** Why not now; null: it can be done. */
  why: string | null;
  /** The box is empty when it runs, unless `keeps`. */
  run: (rest: string) => void;
  keeps?: boolean;
}

export interface CommandsAbout {
  services: AppServices;
  entry: HostEntry;
  state: ThreadState;
  /** Where a menu stands, and where the focus goes back to. */
  anchor: () => HTMLElement | null;
  /** Puts these words into the thread's queue, with what stands beside them in the box. */
  queue: (words: string) => void;
}

type More = Partial<Pick<Command, "also" | "takes" | "needs" | "why" | "keeps">>;

/** All that can be asked for in this thread, in the order in which an empty "/" lists it. */
export function commandsOf(about: CommandsAbout): Command[] {
  const { services, entry, state } = about;
  const { session } = entry;
  const host = entry.record.id;
  const thread = state.id;
  const found = live(session.state).threads.get(thread);
  const summary = found === undefined ? null : live(found);
  const offline = connection(session) === "live" ? null : "needs the connection";
  const make = (name: string, words: string, run: Command["run"], more: More = {}): Command => ({
    name,
    words,
    also: [],
    takes: null,
    needs: false,
    why: null,
    ...more,
    run,
  });

  // The very items of the thread's menu, with its reasons.
  const items =
    summary === null
      ? []
      : threadItems({
          thread: summary,
          connected: offline === null,
          loaded: isLoaded(entry, thread),
          unread: isUnread(host, summary),
          onScreen: true,
          command: programCommand(live(entry.session.state)),
          lacking: (method) => lackingWhy(entry.session, method),
        }).flat();
  const act = (name: string, which: ThreadAct, words: string, more: More = {}): Command[] => {
    const item = items.find((one) => one.act === which);
    if (item === undefined) return [];
    const run = (rest: string) =>
      void perform(services, { entry, thread, ...(rest === "" ? {} : { words: rest }) }, which);
    return [make(name, words, run, { ...more, why: item.why })];
  };
  const page = (name: string, room: string, words: string, also: readonly string[] = []): Command[] =>
    ROOMS.some((one) => one.name === room)
      ? [make(name, words, () => navigate(machinePath(host, room)), { also })]
      : [];
  const settings = (name: string, group: SettingsGroup, words: string, also: readonly string[]): Command =>
    make(name, words, () => openThreadSettings(thread, group), {
      also,
      why: summary?.deleted === true ? "it was deleted" : null,
    });
  const running = [...live(state).turns.values()].findLast((turn) => turnStatus(live(turn)) === "inProgress");
  const lastTurn = [...state.turns.values()].at(-1);
  const folder = live(state).settings.cwd ?? summary?.cwd ?? "";

  return [
    ...act("review", "review", "Have code reviewed: changes, a branch, a commit", { takes: "what to look at" }),
    ...act("compact", "compact", "Make the history into a summary, so that there is room again"),
    ...act("fork", "fork", "Go on in a copy of this thread", { also: ["branch", "copy"] }),
    ...act("goal", "goal", "What the thread works towards by itself", { takes: "the goal" }),
    settings("model", "Model", "Model, effort and speed of this thread", [
      "effort",
      "fast",
      "tier",
      "reasoning",
      "personality",
    ]),
    settings("plan", "Mode", "Plan mode and the other ways of working together", ["mode", "collab"]),
    settings("permissions", "What commands may do", "What it may do without asking: sandbox and approvals", [
      "approvals",
      "sandbox",
    ]),
    make("new", "Start a thread in this folder", () => navigate(`/new?cwd=${encodeURIComponent(folder)}`), {
      also: ["clear", "start"],
    }),
    ...act("side", "aside", "Ask something beside the thread", {
      takes: "your question",
      also: ["aside", "btw", "ask"],
    }),
    make("queue", "Send a message when the turn is over", about.queue, {
      takes: "your message",
      needs: true,
      keeps: true,
      also: ["next", "later"],
      why: hasNoQueue(live(session.state), live(state).queue?.refused) ? "this server has no queue" : null,
    }),
    make("stop", "Stop the turn that runs", () => running !== undefined && void session.interrupt(thread, running.id), {
      also: ["interrupt", "cancel"],
      why: running === undefined ? "nothing runs" : null,
    }),
    make("diff", "What the turns have changed", () => openSide("Changes"), { also: ["changes"] }),
    make("wire", "The raw messages of this thread", () => openSide("Wire"), { also: ["raw", "debug", "log"] }),
    make(
      "back",
      "Go back to before the last turn, fork from it or copy it",
      () => {
        const anchor = about.anchor();
        if (lastTurn !== undefined && anchor !== null) openTurnMenu({ thread, turn: lastTurn.id, anchor });
      },
      { also: ["undo", "rewind", "revert", "turn"], why: lastTurn === undefined ? "there is no turn yet" : null },
    ),
    ...act("rename", "rename", "Give the thread a name", { takes: "the name", also: ["title", "name"] }),
    ...act("pin", "pin", "Keep the thread at the top of the list"),
    ...act("unpin", "unpin", "Keep the thread at the top of the list no longer"),
    ...act("archive", "archive", "Put the thread away; it can be brought back"),
    ...act("unarchive", "unarchive", "Bring the thread back from the archive", { also: ["restore"] }),
    ...act("status", "details", "What the server knows of this thread", { also: ["details", "info", "session"] }),
    ...act("background", "terminals", "Commands that go on after their turn", { also: ["ps"] }),
    ...act("release", "release", "Let go of the thread, so that a terminal or an editor can open it", {
      also: ["unload"],
    }),
    ...act("resume", "copy-command", "Copy the command that opens the thread in a terminal", { also: ["handoff"] }),
    ...act("delete", "delete", "Delete the thread on the machine"),
    ...page("usage", "account", "Plan, limits and what was used", ["limits", "credits"]),
    ...page("login", "account", "Sign in or out on the machine", ["logout", "account", "signin"]),
    ...page("models", "models", "All models and modes that the machine offers", ["modes"]),
    ...page("mcp", "extensions", "MCP servers: status, tools, sign-in", ["tools", "servers"]),
    ...page("skills", "extensions", "Skills: what there is, on and off"),
    ...page("plugins", "extensions", "Plugins and apps: list, install, remove", ["apps"]),
    ...page("config", "config", "The App Server’s configuration on the machine", ["features"]),
    make(
      "feedback",
      "Tell the makers of the App Server what went wrong or well",
      () => navigate(`${machinePath(host, "config")}?part=feedback`),
      {
        also: ["bug"],
      },
    ),
    ...page("files", "files", "Files of the machine"),
    ...page("terminal", "terminals", "A terminal on the machine, outside of the agent’s turns", ["shell"]),
    ...page("request", "requests", "Any request of the App Server, by hand", ["console", "rpc", "api"]),
    make("activity", "What the machine has told, and what runs on it", () => navigate(activityPath(host)), {
      also: ["processes"],
    }),
    make("inbox", "Everything that waits for you", () => navigate("/inbox"), { also: ["decisions", "waiting"] }),
    make("settings", "This app on this device", () => navigate("/settings"), {
      also: ["theme", "keys", "notifications"],
    }),
  ];
}

export interface FoundCommand {
  command: Command;
  marks: readonly number[];
}

/** Those that a word finds, best first; without a word all of them in their order. */
export function findCommands(commands: readonly Command[], query: string): FoundCommand[] {
  if (query === "") return commands.map((command) => ({ command, marks: [] }));
  const found = commands.flatMap((command) => {
    const own = matchOf(command.name, query);
    const other = command.also.reduce<Match | null>((best, name) => better(best, prefixOf(name, query)), null);
    // What its own name answers to goes before what it is also called.
    const score = Math.max(own === null ? -1 : own.score + 100, other?.score ?? -1);
    return score < 0 ? [] : [{ command, marks: own?.marks ?? [], score }];
  });
  return found.toSorted((a, b) => b.score - a.score).map(({ command, marks }) => ({ command, marks }));
}

const prefixOf = (name: string, query: string): Match | null =>
  name.startsWith(query.toLowerCase()) ? matchOf(name, query) : null;

function better(a: Match | null, b: Match | null): Match | null {
  if (a === null || b === null) return a ?? b;
  return b.score > a.score ? b : a;
}

/** The command of that very name, also one of its other names. */
export function commandNamed(commands: readonly Command[], word: string): Command | null {
  return commands.find(({ name }) => name === word) ?? commands.find(({ also }) => also.includes(word)) ?? null;
}

/** What a word that names no command was perhaps meant as, or null. */
export function commandNear(commands: readonly Command[], word: string): Command | null {
  const [found] = findCommands(commands, word);
  if (found !== undefined) return found.command;
  // A word longer than this is none that was mistyped.
  if (word.length < 3 || word.length > 20) return null;
  const slips = (command: Command) =>
    Math.min(...[command.name, ...command.also].map((name) => slipsBetween(word, name)));
  const near = commands.map((command) => ({ command, slips: slips(command) })).toSorted((a, b) => a.slips - b.slips)[0];
  return near !== undefined && near.slips <= (word.length < 5 ? 1 : 2) ? near.command : null;
}
