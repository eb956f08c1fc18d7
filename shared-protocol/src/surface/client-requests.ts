// Surface table, client requests: what each request of the pinned App Server does, where in the app it is used, and what to
// know before it is sent by hand. Every one stands here, so that a new one in a later version is a decision and no oversight.
import type { ClientRequestMethod } from "../app-server.ts";

/** What belongs together in lists. */
export type RequestGroup =
  | "threads"
  | "turns"
  | "queue and goals"
  | "sections and projects"
  | "account"
  | "models and modes"
  | "configuration"
  | "MCP servers"
  | "skills, plugins and apps"
  | "files"
  | "commands and processes"
  | "realtime"
  | "remote control"
  | "environments and other agents"
  | "the server itself";

/** A machine's page in the app, by the last part of its address. */
export type MachineRoomName = "account" | "models" | "extensions" | "config" | "files" | "terminals";

/** Where in the app a request is sent. */
export interface RequestPlace {
  /** Completes "In the app: …". */
  readonly words: string;
  /** The machine's page that it stands on; null where it is a thread's, or everywhere. */
  readonly room: MachineRoomName | null;
}

/** Steps from the parameters (or the result) down to a member; `*` is any one step. All below is meant, too. */
export type MemberPattern = string;

/** Where a configuration value stands in parameters. `key`: the member beside it that holds its dotted key. */
export interface ConfigValuePlace {
  readonly at: MemberPattern;
  readonly key: MemberPattern | null;
}

export interface ClientRequestSurface {
  readonly group: RequestGroup;
  /** `opens` and `lets-go` belong to the connection, which is every device's: they are not offered by hand. */
  readonly does: "reads" | "changes" | "opens" | "lets-go";
  /** One sentence. */
  readonly about: string;
  /** Null: it has none of its own, and is reached by the console. */
  readonly place: RequestPlace | null;
  /** Why to look twice before it is sent; null: there is no particular reason. */
  readonly danger: string | null;
  /** Why its reply may be long in coming, or not come at all. */
  readonly late: string | null;
  /** Members of the parameters that are secret. */
  readonly secret: readonly MemberPattern[];
  /** Configuration values in the parameters: which of them are secret is told by their key. */
  readonly config: readonly ConfigValuePlace[];
  /** Configurations in the result, likewise. */
  readonly resultConfig: readonly MemberPattern[];
}

type More = Partial<Omit<ClientRequestSurface, "group" | "does" | "about" | "place">>;

/** "models: the list of models" stands on that page; words alone stand for a place that is no machine's page. */
function placeOf(text: string | null): RequestPlace | null {
  if (text === null) return null;
  const match = /^(account|models|extensions|config|files|terminals): (.+)$/.exec(text);
  // The pattern names the rooms.
  return match === null ? { words: text, room: null } : { words: match[2] ?? "", room: match[1] as MachineRoomName };
}

function entry(
  does: ClientRequestSurface["does"],
  group: RequestGroup,
  about: string,
  place: string | null,
  more: More = {},
): ClientRequestSurface {
  return {
    group,
    does,
    about,
    place: placeOf(place),
    danger: null,
    late: null,
    secret: [],
    config: [],
    resultConfig: [],
    ...more,
  };
}

/** Only reads: may be sent again at any time. */
const read = (group: RequestGroup, about: string, place: string | null, more?: More) =>
  entry("reads", group, about, place, more);
/** Changes something: sent only on a person's act, and never twice by itself. */
const change = (group: RequestGroup, about: string, place: string | null, more?: More) =>
  entry("changes", group, about, place, more);

const THREAD_CONFIG: More = { config: [{ at: "config", key: null }] };

export const CLIENT_REQUESTS = {
  "thread/start": change("threads", "Starts a thread.", "“New thread”", THREAD_CONFIG),
  "thread/resume": change(
    "threads",
    "Loads a thread, so that it can be worked with.",
    "before the first act on a thread",
    THREAD_CONFIG,
  ),
  "thread/fork": change(
    "threads",
    "Makes a copy of a thread, whole or up to a turn.",
    "“Fork” in the menu of a thread, “Fork from here” in that of a turn",
    THREAD_CONFIG,
  ),
  "thread/list": read("threads", "Lists threads, a page at a time.", "the list of threads"),
  "thread/loaded/list": read(
    "threads",
    "Lists the threads that the server has loaded.",
    "catching up after a connection",
  ),
  "thread/read": read(
    "threads",
    "Reads a thread, with or without its turns.",
    "the transcript, and a thread’s details",
  ),
  "thread/turns/list": read("threads", "Lists a thread’s turns, a page at a time.", "the transcript"),
  "thread/items/list": read("threads", "Lists the items of a thread or of one of its turns.", null),
  "thread/search": read("threads", "Searches threads by their names and messages.", "the search of threads"),
  "thread/searchOccurrences": read("threads", "Finds each place in one thread where a text was said.", null),
  "thread/name/set": change("threads", "Gives a thread a name.", "“Rename” in the menu of a thread"),
  "thread/archive": change("threads", "Puts a thread into the archive.", "“Archive” in the menu of a thread"),
  "thread/unarchive": change(
    "threads",
    "Takes a thread out of the archive.",
    "“Bring back from the archive” in the menu of a thread",
  ),
  "thread/delete": change("threads", "Deletes a thread for good.", "“Delete” in the menu of a thread", {
    danger: "The thread and its history are gone on the machine and cannot be brought back.",
  }),
  "thread/unsubscribe": entry(
    "lets-go",
    "threads",
    "Stops the events of a thread, for every device of this connection.",
    "“Release” in the menu of a thread",
  ),
  "thread/metadata/update": change(
    "threads",
    "Sets what is kept beside a thread: its branch, its project.",
    "the branch in a thread’s details",
  ),
  "thread/settings/update": change("threads", "Sets what the turns that follow run with.", "the settings of a thread", {
    danger: "It can take the sandbox and the questions away from the turns that follow.",
  }),
  "thread/memoryMode/set": change("threads", "Sets whether memories are made from a thread.", null),
  "thread/compact/start": change(
    "threads",
    "Makes a summary take the place of a thread’s long history.",
    "“Compact the history” in the menu of a thread",
  ),
  "thread/revert": change(
    "threads",
    "Takes a thread’s history back to before a turn.",
    "“Go back to before this turn” in the menu of a turn",
    { danger: "The turns behind that point are gone from the thread’s history. Files are not touched." },
  ),
  "thread/rollback": change(
    "threads",
    "Takes back a number of turns of a thread with the old kind of history.",
    "“Go back to before this turn” in the menu of a turn",
    { danger: "The turns taken back are gone from the thread’s history. Files are not touched." },
  ),
  "thread/inject_items": change("threads", "Adds raw items to a thread’s history without a turn.", null, {
    danger: "What is added is read by the model as if it had happened, and cannot be told apart later.",
  }),
  "thread/increment_elicitation": change(
    "threads",
    "Stops the clock of a command’s time limit while something outside waits for the person.",
    null,
    { danger: "The limit stands still until it is taken back once for each time." },
  ),
  "thread/decrement_elicitation": change("threads", "Takes back one stop of that clock.", null),
  "thread/approveGuardianDeniedAction": change(
    "threads",
    "Allows an action that the automatic review has denied.",
    null,
    { danger: "The reviewer denied this action: it is carried out all the same." },
  ),
  "memory/reset": change("threads", "Deletes the memories that were made of earlier threads.", null, {
    danger: "All memories on the machine are gone and cannot be brought back.",
  }),

  "turn/start": change("turns", "Sends a message, which starts a turn or steers the one that runs.", "“Send”"),
  "turn/steer": change("turns", "Adds a message to the turn that runs.", "“Steer”"),
  "turn/interrupt": change("turns", "Stops a turn.", "“Stop”", {
    late: "A turn that is over already gets no reply at all.",
  }),
  "review/start": change("turns", "Starts a review of changes.", "“Review” in the menu of a thread"),
  "thread/shellCommand": change(
    "turns",
    "Runs a command of the person’s in a thread.",
    "a message that begins with “!”",
    { danger: "The command runs outside of any sandbox, with all that the person’s account on the machine may do." },
  ),
  "thread/backgroundTerminals/list": read(
    "turns",
    "Lists commands that go on after their turn.",
    "the terminals of a thread",
  ),
  "thread/backgroundTerminals/terminate": change(
    "turns",
    "Ends a command that goes on after its turn.",
    "the terminals of a thread",
  ),
  "thread/backgroundTerminals/clean": change(
    "turns",
    "Ends all commands that go on after their turn.",
    "the terminals of a thread",
    { danger: "Everything that still runs in this thread is ended at once." },
  ),

  "thread/queue/add": change("queue and goals", "Puts a message into a thread’s queue.", "“Queue”"),
  "thread/queue/list": read(
    "queue and goals",
    "Lists what waits in a thread’s queue.",
    "the queue above the message box",
  ),
  "thread/queue/update": change("queue and goals", "Changes a message that waits.", "the queue above the message box"),
  "thread/queue/delete": change(
    "queue and goals",
    "Takes a message out of the queue.",
    "the queue above the message box",
  ),
  "thread/queue/reorder": change("queue and goals", "Sets the order of what waits.", "the queue above the message box"),
  "thread/queue/start": change(
    "queue and goals",
    "Starts a message that waits now.",
    "the queue above the message box",
  ),
  "thread/goal/get": read("queue and goals", "Reads the goal that a thread works towards.", "the goal of a thread"),
  "thread/goal/set": change(
    "queue and goals",
    "Sets a goal; the server then starts turns by itself.",
    "the goal of a thread",
    { danger: "With a goal the server starts turns by itself until it is reached, paused or out of its budget." },
  ),
  "thread/goal/clear": change("queue and goals", "Takes a thread’s goal away.", "the goal of a thread"),

  "threadSection/list": read(
    "sections and projects",
    "Lists the sections that threads are sorted into.",
    "pinned threads",
  ),
  "threadSection/create": change("sections and projects", "Makes a section.", "pinned threads"),
  "threadSection/update": change("sections and projects", "Changes the name or look of a section.", null),
  "threadSection/delete": change("sections and projects", "Deletes a section; its threads stay.", null, {
    danger: "The section is gone for every client of this machine.",
  }),
  "thread/section/move": change(
    "sections and projects",
    "Puts a thread into a section, or out of it.",
    "pinned threads",
  ),
  "project/list": read("sections and projects", "Lists projects.", null),
  "project/read": read("sections and projects", "Reads one project.", null),
  "project/create": change("sections and projects", "Makes a project.", null),
  "project/import": change("sections and projects", "Makes a project together with threads that exist.", null),
  "project/update": change("sections and projects", "Changes a project.", null),
  "project/move": change("sections and projects", "Sets a project’s place in the list.", null),
  "project/delete": change("sections and projects", "Deletes a project.", null, {
    danger: "The project is gone for every client of this machine.",
  }),

  "account/read": read("account", "Reads which account the server works for.", "account: the account"),
  "account/login/start": change(
    "account",
    "Begins a sign-in: in the browser, by a device code, with an API key or with tokens.",
    "account: signing in",
    {
      danger: "The account that the machine works for is replaced by this one, and its usage is billed.",
      secret: ["apiKey", "accessToken"],
    },
  ),
  "account/login/cancel": change("account", "Gives up a sign-in that has begun.", "account: signing in"),
  "account/logout": change("account", "Signs the machine out.", "account: signing out", {
    danger: "All devices and programs of this machine lose the account until somebody signs in again.",
  }),
  "account/rateLimits/read": read("account", "Reads the rate limits of the account.", "account: limits"),
  "account/usage/read": read("account", "Reads how much the account, or a thread, has used.", "account: usage"),
  "account/workspaceMessages/read": read(
    "account",
    "Reads messages of the workspace’s owner.",
    "account: messages of the workspace",
  ),
  "account/rateLimitResetCredit/consume": change(
    "account",
    "Uses up a credit that resets a rate limit.",
    "account: resets",
    {
      danger: "The credit is used up and does not come back.",
    },
  ),
  "account/sendAddCreditsNudgeEmail": change(
    "account",
    "Asks the workspace’s owner by e-mail for more credits.",
    "account: asking the owner for more",
    { danger: "An e-mail goes to somebody else." },
  ),
  "account/bedrock/discover": read("account", "Looks for the machine’s credentials for Amazon Bedrock.", null),
  "account/bedrock/setup": change("account", "Sets the machine up for Amazon Bedrock.", null, {
    danger: "The machine works for, and is billed to, that account from then on.",
    secret: ["accessKeyId", "secretAccessKey", "sessionToken"],
  }),

  "model/list": read("models and modes", "Lists the models, with what each can do.", "models: the models"),
  "modelProvider/capabilities/read": read(
    "models and modes",
    "Reads what the model provider can do.",
    "models: the provider",
  ),
  "collaborationMode/list": read("models and modes", "Lists collaboration modes.", "models: modes"),
  "permissionProfile/list": read("models and modes", "Lists permission profiles.", "models: permission profiles"),

  "config/read": read(
    "configuration",
    "Reads the configuration that is in force, and its layers on request.",
    "config: the values in force",
    { resultConfig: ["config", "layers.*.config"] },
  ),
  "configRequirements/read": read(
    "configuration",
    "Reads what an administrator requires of the configuration.",
    "config: requirements",
  ),
  "config/value/write": change("configuration", "Writes one value of the configuration.", "config: editing a value", {
    danger:
      "It changes the machine’s configuration file, for every program that reads it: it can name commands that are run, and take the sandbox away.",
    config: [{ at: "value", key: "keyPath" }],
  }),
  "config/batchWrite": change(
    "configuration",
    "Writes several values of the configuration at once.",
    "config: editing values",
    {
      danger:
        "It changes the machine’s configuration file, for every program that reads it: it can name commands that are run, and take the sandbox away.",
      config: [{ at: "edits.*.value", key: "edits.*.keyPath" }],
    },
  ),
  "experimentalFeature/list": read("configuration", "Lists feature flags.", "config: feature flags"),
  "experimentalFeature/enablement/set": change(
    "configuration",
    "Turns feature flags on or off while this server runs.",
    "config: feature flags",
  ),

  "mcpServerStatus/list": read(
    "MCP servers",
    "Lists MCP servers with their tools and resources.",
    "extensions: MCP servers",
  ),
  "mcpServer/oauth/login": change("MCP servers", "Begins signing in to an MCP server.", "extensions: MCP servers"),
  "mcpServer/resource/read": read("MCP servers", "Reads a resource of an MCP server.", "extensions: MCP servers"),
  "mcpServer/tool/call": change("MCP servers", "Calls a tool of an MCP server.", "extensions: MCP servers", {
    danger: "The tool does whatever it does, without a model or an approval between.",
    late: "It comes when the tool is done.",
  }),
  "config/mcpServer/reload": change(
    "MCP servers",
    "Reads the configuration of MCP servers again and starts them anew.",
    "extensions: MCP servers",
  ),

  "skills/list": read(
    "skills, plugins and apps",
    "Lists skills by folder.",
    "extensions: skills, and the picker in the message box",
  ),
  "skills/config/write": change("skills, plugins and apps", "Turns a skill on or off.", "extensions: skills"),
  "skills/extraRoots/set": change(
    "skills, plugins and apps",
    "Sets further folders in which skills are looked for.",
    "extensions: further folders of skills",
  ),
  "hooks/list": read(
    "skills, plugins and apps",
    "Lists hooks, the commands that the App Server runs at certain moments.",
    "extensions: hooks",
  ),
  "marketplace/add": change("skills, plugins and apps", "Adds a marketplace of plugins.", "extensions: marketplaces", {
    danger: "It fetches what others have written, from which plugins can then be installed.",
    late: "It comes when everything is fetched.",
  }),
  "marketplace/remove": change("skills, plugins and apps", "Takes a marketplace away.", "extensions: marketplaces", {
    danger: "Plugins of that marketplace can no longer be updated.",
  }),
  "marketplace/upgrade": change("skills, plugins and apps", "Fetches the newest state of marketplaces.", null, {
    late: "It comes when everything is fetched.",
  }),
  "plugin/list": read("skills, plugins and apps", "Lists plugins by marketplace.", "extensions: plugins"),
  "plugin/search": read("skills, plugins and apps", "Searches plugins.", "extensions: searching plugins"),
  "plugin/installed": read("skills, plugins and apps", "Lists the plugins that are installed.", "extensions: plugins"),
  "plugin/read": read("skills, plugins and apps", "Reads one plugin.", "extensions: plugins"),
  "plugin/install": change("skills, plugins and apps", "Installs a plugin.", "extensions: plugins", {
    danger: "A plugin can bring commands and servers that run on the machine.",
    late: "It comes when everything is fetched.",
  }),
  "plugin/uninstall": change("skills, plugins and apps", "Removes a plugin.", "extensions: plugins", {
    danger: "What the plugin brought is gone for every thread of this machine.",
  }),
  "plugin/skill/read": read(
    "skills, plugins and apps",
    "Reads a skill of a plugin that is not installed.",
    "extensions: reading a plugin",
  ),
  "plugin/share/save": change(
    "skills, plugins and apps",
    "Shares a plugin with others, or updates what is shared.",
    null,
    { danger: "The plugin’s files leave the machine, and others can see them." },
  ),
  "plugin/share/updateTargets": change("skills, plugins and apps", "Sets with whom a plugin is shared.", null, {
    danger: "Others gain or lose access.",
  }),
  "plugin/share/list": read("skills, plugins and apps", "Lists the plugins that you share.", null),
  "plugin/share/checkout": change("skills, plugins and apps", "Fetches a shared plugin to the machine.", null, {
    danger: "It fetches what others have written.",
  }),
  "plugin/share/delete": change("skills, plugins and apps", "Ends the sharing of a plugin.", null, {
    danger: "Nobody can fetch it any more.",
  }),
  "app/list": read(
    "skills, plugins and apps",
    "Lists apps that can be connected.",
    "extensions: apps, and the picker in the message box",
  ),
  "app/installed": read("skills, plugins and apps", "Lists apps that are connected.", "extensions: apps"),
  "app/read": read("skills, plugins and apps", "Reads what is known of certain apps.", "extensions: an app’s tools"),

  "fs/readDirectory": read("files", "Lists a folder.", "files: the tree, and the folder picker"),
  "fs/readFile": read("files", "Reads a file, whole.", "files: opening a file"),
  "fs/getMetadata": read("files", "Reads what lies at a path.", "files: opening a file"),
  "fs/writeFile": change("files", "Writes a file, whole.", "files: writing a file, and attachments of a message", {
    danger: "A file that is there is replaced, outside of any sandbox.",
  }),
  "fs/createDirectory": change("files", "Makes a folder.", "files: making a folder"),
  "fs/copy": change("files", "Copies a file or a folder.", "files: copying", {
    danger: "What lies at the destination is replaced, outside of any sandbox.",
  }),
  "fs/remove": change("files", "Removes a file or a folder.", "files: removing", {
    danger: "It is gone for good. Left out, “recursive” and “force” both count as yes.",
  }),
  "fs/watch": change("files", "Tells of changes below a path from now on.", "files: following changes"),
  "fs/unwatch": change("files", "Ends such a watch.", "files: following changes"),
  fuzzyFileSearch: read("files", "Searches files by parts of their names.", "“@” in the message box"),
  "fuzzyFileSearch/sessionStart": read(
    "files",
    "Opens a search of files whose text changes while it is typed.",
    "“@” in the message box",
  ),
  "fuzzyFileSearch/sessionUpdate": read("files", "Changes what such a search looks for.", "“@” in the message box"),
  "fuzzyFileSearch/sessionStop": read("files", "Ends such a search.", "“@” in the message box"),

  "command/exec": change(
    "commands and processes",
    "Runs a command in the server’s sandbox.",
    "the size of a file, and the branches that a review can look at",
    {
      danger: "It runs a command on the machine, outside of the agent’s turns.",
      late: "It comes when the command has ended.",
    },
  ),
  "command/exec/write": change(
    "commands and processes",
    "Writes to a command that runs, or closes its input.",
    "terminals: commands that any device runs",
  ),
  "command/exec/terminate": change(
    "commands and processes",
    "Ends a command that runs.",
    "terminals: commands that any device runs",
  ),
  "command/exec/resize": change(
    "commands and processes",
    "Tells a command’s terminal its size.",
    "terminals: commands that any device runs",
  ),
  "process/spawn": change("commands and processes", "Runs a command without a sandbox.", "terminals: a terminal", {
    danger: "It runs a command on the machine outside of any sandbox, with all that the person’s account there may do.",
  }),
  "process/writeStdin": change(
    "commands and processes",
    "Writes to a process that runs, or closes its input.",
    "terminals: a terminal",
  ),
  "process/kill": change("commands and processes", "Ends a process that runs.", "terminals: a terminal"),
  "process/resizePty": change(
    "commands and processes",
    "Tells a process’s terminal its size.",
    "terminals: a terminal",
  ),

  "thread/realtime/start": change("realtime", "Opens a spoken conversation in a thread.", null, {
    danger: "It is billed while it is open, and what is heard goes to the model.",
  }),
  "thread/realtime/appendAudio": change("realtime", "Adds sound to a spoken conversation.", null),
  "thread/realtime/appendText": change("realtime", "Adds text to a spoken conversation.", null),
  "thread/realtime/appendSpeech": change("realtime", "Adds a text that is to be spoken.", null),
  "thread/realtime/stop": change("realtime", "Ends a spoken conversation.", null),
  "thread/realtime/listVoices": read("realtime", "Lists the voices.", null),

  "remoteControl/status/read": read(
    "remote control",
    "Reads whether the machine can be controlled through the account.",
    null,
  ),
  "remoteControl/enable": change("remote control", "Lets the machine be controlled through the account.", null, {
    danger: "Whoever is signed in to the account elsewhere can then work on this machine.",
  }),
  "remoteControl/disable": change("remote control", "Ends control through the account.", null, {
    danger: "Whoever works on the machine that way is cut off.",
  }),
  "remoteControl/pairing/start": change("remote control", "Makes a code by which another client is paired.", null, {
    danger: "Whoever has the code can control this machine.",
  }),
  "remoteControl/pairing/status": read("remote control", "Reads how such a pairing stands.", null, {
    secret: ["pairingCode", "manualPairingCode"],
  }),
  "remoteControl/client/list": read("remote control", "Lists the clients that are paired.", null),
  "remoteControl/client/revoke": change("remote control", "Takes a client’s access away.", null, {
    danger: "That client is cut off at once.",
  }),

  "environment/add": change(
    "environments and other agents",
    "Adds another machine on which commands can be run.",
    null,
    { danger: "Commands of threads that choose it are run there.", late: "It comes when that machine has answered." },
  ),
  "environment/info": read("environments and other agents", "Reads what is known of such a machine.", null),
  "environment/status": read("environments and other agents", "Reads how such a machine stands.", null),
  "externalAgentConfig/detect": read(
    "environments and other agents",
    "Looks for settings and sessions of other agents.",
    null,
  ),
  "externalAgentConfig/import": change(
    "environments and other agents",
    "Takes over settings and sessions of another agent.",
    null,
    { danger: "It writes to the machine’s configuration, instructions and threads." },
  ),
  "externalAgentConfig/import/recordHistory": change(
    "environments and other agents",
    "Keeps what came of such an import.",
    null,
  ),
  "externalAgentConfig/import/readHistories": read(
    "environments and other agents",
    "Reads what came of earlier imports.",
    null,
  ),

  initialize: entry(
    "opens",
    "the server itself",
    "Opens the connection and says what this client can do.",
    "opening the connection",
  ),
  "server/diagnostics": read("the server itself", "Reads numbers about the server’s own process.", null),
  "feedback/upload": change(
    "the server itself",
    "Sends feedback to the makers of the App Server, with logs on request.",
    "config: feedback",
    { danger: "What is written, and the logs if they are included, leave the machine." },
  ),
  "windowsSandbox/setupStart": change("the server itself", "Sets up the sandbox on Windows.", null, {
    danger: "It changes the machine’s accounts and permissions, as an administrator if so chosen.",
  }),
  "windowsSandbox/readiness": read("the server itself", "Reads whether the sandbox on Windows is ready.", null),
  "mock/experimentalMethod": change("the server itself", "Answers with what it was given; made for tests.", null),

  getAuthStatus: read(
    "account",
    "An older way to read how the server is signed in; it is in no list of the server’s own.",
    null,
  ),

  getConversationSummary: read(
    "threads",
    "An older way to read a thread’s summary; it is in no list of the server’s own.",
    null,
  ),

  gitDiffToRemote: read(
    "files",
    "An older way to read a folder’s changes; it is in no list of the server’s own.",
    null,
  ),
} as const satisfies Record<ClientRequestMethod, ClientRequestSurface>;

export const clientRequestSurface: ReadonlyMap<string, ClientRequestSurface> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(CLIENT_REQUESTS),
);

/** What is known of a client request; null for one that the pinned version does not have. */
export function surfaceOfClientRequest(method: string): ClientRequestSurface | null {
  return clientRequestSurface.get(method) ?? null;
}

/** The groups, in the order of the table. */
export function requestGroups(): RequestGroup[] {
  return [...new Set([...clientRequestSurface.values()].map(({ group }) => group))];
}
