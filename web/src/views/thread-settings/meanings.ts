// What each choice of a setting changes, in words for somebody who has never seen it. Words that are not known here have
// none: they are shown as the server's own.

type Words = ReadonlyMap<string, readonly [name: string, means: string]>;

export const SUMMARIES: Words = new Map([
  ["auto", ["As the model decides", "The model decides how much of its reasoning it sums up for you."]],
  ["concise", ["Short", "Short notes on its reasoning while it works."]],
  ["detailed", ["Long", "Long notes on its reasoning while it works."]],
  ["none", ["None", "Nothing of its reasoning is shown."]],
] as const);

export const PERSONALITIES: Words = new Map([
  ["friendly", ["Friendly", "Warmer answers. It changes how the model talks, not what it may do."]],
  ["pragmatic", ["Pragmatic", "Short, factual answers. It changes how the model talks, not what it may do."]],
  ["none", ["None", "No style is asked for."]],
] as const);

/** By the kind of the policy. */
export const SANDBOXES: Words = new Map([
  ["readOnly", ["Read only", "Commands can read files, and change nothing."]],
  [
    "workspaceWrite",
    [
      "Workspace write",
      "Commands can change files in the thread’s folder and in temporary folders, and read the rest.",
    ],
  ],
  [
    "dangerFullAccess",
    ["Full access", "No sandbox: commands can read, change and delete all that you can on that machine."],
  ],
  [
    "externalSandbox",
    [
      "External sandbox",
      "No sandbox is put around commands, since the App Server runs in one that something else made.",
    ],
  ],
] as const);

/** Profiles by names that the protocol fixes. */
export const PROFILES: Words = new Map([
  [":read-only", ["Read only", "The App Server’s own profile: commands can read files, and change nothing."]],
  [":workspace", ["Workspace", "The App Server’s own profile: commands can change files in the thread’s folder."]],
  [
    ":danger-full-access",
    [
      "Full access",
      "The App Server’s own profile without a sandbox: commands can do all that you can on that machine.",
    ],
  ],
] as const);

export const POLICIES: Words = new Map([
  ["untrusted", ["asks unless trusted", "You are asked before any command that is not known to be harmless."]],
  ["on-request", ["asks first", "You are asked when the model wants to do more than the sandbox allows."]],
  [
    "never",
    ["never asks", "You are never asked. What the sandbox does not allow fails, and what it allows is simply done."],
  ],
] as const);
/** The choice of switches one by one; no word of the server's. */
export const GRANULAR = "granular";

/** The switches of an approval policy by kinds. */
export const SWITCHES: Words = new Map([
  ["sandbox_approval", ["Leaving the sandbox", "when a command wants to do more than the sandbox allows"]],
  ["rules", ["Commands with a rule", "when a rule of that machine says that a command is to be asked for"]],
  ["skill_approval", ["Scripts of skills", "when a skill wants to run a script"]],
  ["request_permissions", ["More permission", "when the model asks for more permission"]],
  ["mcp_elicitations", ["Questions of MCP servers", "when an MCP server asks something"]],
] as const);

export const REVIEWERS: Words = new Map([
  ["user", ["you decide", "Requests for approval wait for you."]],
  ["auto_review", ["a model decides for you", "Another model weighs each request and answers it. You are not asked."]],
] as const);

export const WEB_SEARCH: Words = new Map([
  ["disabled", ["Off", "The model cannot search the web."]],
  ["cached", ["Cached pages", "The model searches stored copies of pages; nothing new is fetched."]],
  ["indexed", ["Index", "The model searches an index of the web."]],
  ["live", ["Live", "The model searches the web as it is now. What it looks for leaves the machine."]],
] as const);

/** The name of a word, or the word. */
export function nameOf(words: Words, word: string): string {
  return words.get(word)?.[0] ?? word;
}

/** What a word means, or null. */
export function meaningOf(words: Words, word: string | null | undefined): string | null {
  return word == null ? null : (words.get(word)?.[1] ?? null);
}
