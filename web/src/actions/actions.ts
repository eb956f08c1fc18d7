// The acts of a person, as the views get them. Their code is loaded with the first of them: the first screen needs none.
import type { HostSession, OpenThread, Outcome } from "../host/model.ts";
import type { Actions } from "./contract.ts";

const UNLOADED: Outcome<never> = {
  ok: false,
  reason: {
    type: "not-sent",
    message: "Nothing was sent: a part of the app could not be loaded. Try again, or reload the page.",
  },
};

/** An act of a room that is loaded when it is asked for. */
function later<R, A extends unknown[], T>(
  load: () => Promise<R>,
  pick: (room: R) => (...args: A) => Promise<Outcome<T>>,
): (...args: A) => Promise<Outcome<T>> {
  return async (...args) => {
    const room = await load().catch(() => null);
    return room === null ? UNLOADED : pick(room)(...args);
  };
}

const files = () => import("./read-file.ts");
const reads = () => import("./reads.ts");

export const actions: Actions = {
  threads: () => import("./threads.ts").then(({ threadActs }) => threadActs),
  branch: () => import("./branch.ts").then(({ branchActs }) => branchActs),
  review: () => import("./review.ts").then(({ reviewActs }) => reviewActs),
  goals: () => import("./goal.ts").then(({ goalActs }) => goalActs),
  files: () => import("./files.ts").then(({ fileActs }) => fileActs),
  processes: () => import("./processes.ts").then(({ processActs }) => processActs),
  terminals: () => import("./terminals.ts").then(({ terminalActs }) => terminalActs),
  settings: () => import("./thread-settings.ts").then(({ settingsActs }) => settingsActs),
  capabilities: () => import("./capabilities.ts").then(({ capabilityActs }) => capabilityActs),
  queue: () => import("./queue.ts").then(({ queueActs }) => queueActs),
  upload: () => import("./upload.ts").then(({ uploadActs }) => uploadActs),
  account: () => import("./account.ts").then(({ accountActs }) => accountActs),
  config: () => import("./config.ts").then(({ configActs }) => configActs),
  completions: () => import("./completions.ts").then(({ completionActs }) => completionActs),
  mcp: () => import("./mcp.ts").then(({ mcpActs }) => mcpActs),
  skills: () => import("./skills.ts").then(({ skillActs }) => skillActs),
  plugins: () => import("./plugins.ts").then(({ pluginActs }) => pluginActs),
  console: () => import("./console.ts").then(({ consoleActs }) => consoleActs),
  startThread: later(
    () => import("./start-thread.ts"),
    (room) => room.startThread,
  ),
  listDirectory: later(reads, (room) => room.listDirectory),
  readConfig: later(reads, (room) => room.readConfig),
  inspectFile: later(files, (room) => room.inspectFile),
  readFile: later(files, (room) => room.readFile),
  loadMoreThreads: later(reads, (room) => room.loadMoreThreads),
  loadOlder: later(reads, (room) => room.loadOlder),
  refetch: (session: HostSession, thread: OpenThread) => session.refetch(thread.state.id),
};
