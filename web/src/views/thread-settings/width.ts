// How much a thread may do, so that more can be told from less. Pure.
import { jsonOf, listOf, objectOf, textOf } from "../../projection/read.ts";
import type { Json, JsonObject, ReportedSettings } from "../../projection/state.ts";
import { approvalWords, hasNetwork, sandboxWords } from "../permission-words.ts";

/** The part of the settings that says what a thread may do by itself. */
export type Permissions = Pick<
  ReportedSettings,
  "sandbox" | "approvalPolicy" | "reviewer" | "cwd" | "permissionProfile"
>;

/** Profiles by names that the protocol fixes: what they allow, the sandbox tells in full. */
const BUILT_IN: ReadonlySet<string> = new Set([":read-only", ":workspace", ":danger-full-access"]);

/** The id of a profile that allows what the sandbox alone does not tell; null: there is none. */
export function ownProfile(profile: Json): string | null {
  const id = textOf(objectOf(profile)?.["id"]);
  return id === null || BUILT_IN.has(id) ? null : id;
}

const SANDBOX: ReadonlyMap<string, number> = new Map([
  ["readOnly", 0],
  ["workspaceWrite", 2],
  // Whatever stands around the App Server is not known here.
  ["externalSandbox", 4],
  ["dangerFullAccess", 6],
]);
const APPROVAL: ReadonlyMap<string, number> = new Map([
  ["untrusted", 0],
  ["on-request", 1],
  ["on-failure", 1],
  ["never", 2],
]);

/** What is not known may allow anything: the widest where it is new, the narrowest where it was before. */
type Unknown = 9 | -1;
const ANY: Unknown = 9;
const NONE: Unknown = -1;
const rank = (ranks: ReadonlyMap<string, number>, word: string | null, unknown: Unknown) =>
  ranks.get(word ?? "") ?? unknown;

const kindOf = (sandbox: Json) => textOf(sandbox) ?? textOf(objectOf(sandbox)?.["type"]);

/** Members that are compared by what they allow; any other says what is not known. */
const READ: ReadonlySet<string> = new Set([
  "type",
  "networkAccess",
  "writableRoots",
  "excludeTmpdirEnvVar",
  "excludeSlashTmp",
]);
const EXCLUSIONS = ["excludeTmpdirEnvVar", "excludeSlashTmp"] as const;

/** Each part is compared by itself: what is taken away on one side makes up for nothing that is given on another. */
function isWiderSandbox(before: Json, after: Json): boolean {
  const [from, to] = [rank(SANDBOX, kindOf(before), NONE), rank(SANDBOX, kindOf(after), ANY)];
  if (to > from) return true;
  if (kindOf(before) === "dangerFullAccess") return false;
  if (hasNetwork(after) && !hasNetwork(before)) return true;
  return from === to && isWiderWithin(objectOf(before) ?? {}, objectOf(after) ?? {});
}

function isWiderWithin(before: JsonObject, after: JsonObject): boolean {
  if (EXCLUSIONS.some((name) => before[name] === true && after[name] !== true)) return true;
  if (hasMoreRoots(before["writableRoots"] ?? null, after["writableRoots"] ?? null)) return true;
  const names = [...Object.keys(before), ...Object.keys(after)].filter((name) => !READ.has(name));
  return names.some((name) => canonical(before[name] ?? null) !== canonical(after[name] ?? null));
}

function hasMoreRoots(before: Json, after: Json): boolean {
  if (after !== null && !Array.isArray(after)) return canonical(before) !== canonical(after);
  const known = new Set(listOf(before).map((root) => JSON.stringify(root)));
  return listOf(after).some((root) => !known.has(JSON.stringify(root)));
}

/** A sandbox in words, with what widens or narrows it beyond its kind. */
export function sandboxSentence(sandbox: Json): string {
  const words = sandboxWords(sandbox) ?? "Not told";
  const members = objectOf(sandbox) ?? {};
  const roots = listOf(members["writableRoots"]).length;
  const [tmpdir, slash] = EXCLUSIONS.map((name) => members[name] === true);
  return [
    words,
    hasNetwork(sandbox) ? "with network" : null,
    roots === 0 ? null : `and ${roots} more ${roots === 1 ? "folder" : "folders"}`,
    tmpdir === true && slash === true
      ? "without temporary folders"
      : tmpdir === true
        ? "without $TMPDIR"
        : slash === true
          ? "without /tmp"
          : null,
  ]
    .filter((part) => part !== null)
    .join(" ");
}

const REVIEWERS: ReadonlyMap<string, string> = new Map([
  ["user", "you decide"],
  ["auto_review", "a model decides for you"],
  ["guardian_subagent", "a model decides for you"],
]);
/** Who decides requests for approval. */
export function reviewerWords(reviewer: string | null): string {
  return reviewer === null ? "Not told" : (REVIEWERS.get(reviewer) ?? reviewer);
}

export interface Difference {
  name: string;
  before: string;
  after: string;
  wider: boolean;
}

/** What differs between two reports of a thread's permissions; what one of them does not tell is no difference. */
export function permissionChanges(before: Permissions, after: Permissions): Difference[] {
  const found: Difference[] = [];
  if (differ(before.sandbox, after.sandbox))
    found.push({
      name: "Sandbox",
      ...apart(before.sandbox, after.sandbox, sandboxSentence),
      wider: isWiderSandbox(before.sandbox, after.sandbox),
    });
  const [had, has] = [ownProfile(before.permissionProfile), ownProfile(after.permissionProfile)];
  // Without a sandbox none of it is told, the profile neither.
  if (had !== has && before.sandbox !== null && after.sandbox !== null)
    found.push({
      name: "Permission profile",
      before: had ?? "none",
      after: has ?? "none",
      // What one that was written by hand allows is not known here.
      wider: kindOf(after.sandbox) !== "readOnly" || hasNetwork(after.sandbox) || has !== null,
    });
  const [from, to] = [before.cwd, after.cwd].map((path) => path?.replace(/(?<=.)\/+$/, "") ?? null);
  if (from != null && to != null && from !== to) {
    const kind = kindOf(after.sandbox);
    const within = to.startsWith(from.endsWith("/") ? from : `${from}/`);
    found.push({
      name: "Folder",
      before: from,
      after: to,
      // Where commands may write in the thread's folder, another one that does not lie within is one more.
      wider: after.sandbox !== null && kind !== "readOnly" && kind !== "dangerFullAccess" && !within,
    });
  }
  if (differ(before.approvalPolicy, after.approvalPolicy)) {
    const level = (policy: Json, unknown: Unknown) =>
      typeof policy === "string" ? rank(APPROVAL, policy, unknown) : 1;
    found.push({
      name: "Approval",
      ...apart(before.approvalPolicy, after.approvalPolicy, (policy) => approvalWords(policy) ?? "Not told"),
      // Rules that were written one by one may allow anything.
      wider:
        level(after.approvalPolicy, ANY) > level(before.approvalPolicy, NONE) ||
        typeof after.approvalPolicy !== "string",
    });
  }
  if (differ(before.reviewer, after.reviewer))
    found.push({
      name: "Who decides",
      before: reviewerWords(before.reviewer),
      after: reviewerWords(after.reviewer),
      wider: after.reviewer !== "user",
    });
  return found;
}

/** What is taken for what holds where nothing is told of it: the narrowest, so that whatever is chosen is asked for. */
const NARROWEST = {
  sandbox: { type: "readOnly", networkAccess: false },
  approvalPolicy: "untrusted",
  reviewer: "user",
} as const;

/** What more a choice would allow than holds now; anything that allows more than the least, where nothing is told. */
export function permissionsAsked(before: Permissions, after: Permissions): Difference[] {
  const told = (of: Permissions): Permissions => ({
    ...of,
    sandbox: of.sandbox ?? NARROWEST.sandbox,
    approvalPolicy: of.approvalPolicy ?? NARROWEST.approvalPolicy,
    reviewer: of.reviewer ?? NARROWEST.reviewer,
  });
  const untold = new Set([
    ...(before.sandbox === null ? ["Sandbox"] : []),
    ...(before.approvalPolicy === null ? ["Approval"] : []),
    ...(before.reviewer === null ? ["Who decides"] : []),
  ]);
  return permissionChanges(told(before), told(after))
    .filter(({ wider }) => wider)
    .map((each) => (untold.has(each.name) ? { ...each, before: "Not told" } : each));
}

/** Two that differ, in words; where the words are the same, as they were told. */
function apart(before: Json, after: Json, words: (value: Json) => string): { before: string; after: string } {
  const [from, to] = [words(before), words(after)];
  if (from !== to) return { before: from, after: to };
  return { before: `${from} ${canonical(before)}`, after: `${to} ${canonical(after)}` };
}

/** Both are told, and not the same. The order of members does not count. */
export function differ(before: Json, after: Json): boolean {
  return before !== null && after !== null && canonical(before) !== canonical(after);
}

function canonical(value: Json): string {
  try {
    return JSON.stringify(value, (_, member: unknown) => {
      const object = objectOf(jsonOf(member));
      return object === null ? member : Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
    });
  } catch {
    // Nested more deeply than can be written down again.
    return "…";
  }
}

/** What more is allowed, as plain sentences: what the person says yes to. */
export function allows(after: Permissions): string[] {
  const sandbox = textOf(objectOf(after.sandbox)?.["type"]);
  const never = after.approvalPolicy === "never";
  const sentences: string[] = [];
  if (sandbox === "dangerFullAccess")
    sentences.push(
      "Commands run without a sandbox: they can read, change and delete everything that you can on that machine, and use the network.",
    );
  else if (sandbox === "workspaceWrite") sentences.push("Commands can change and delete files in the thread’s folder.");
  if (sandbox !== "dangerFullAccess" && hasNetwork(after.sandbox)) sentences.push("Commands can use the network.");
  const profile = ownProfile(after.permissionProfile);
  if (profile !== null)
    sentences.push(`What commands may do is written in the profile “${profile}” in the configuration of that machine.`);
  const roots = listOf(objectOf(after.sandbox)?.["writableRoots"]);
  if (sandbox === "workspaceWrite" && roots.length > 0)
    sentences.push(`They can do so in these folders too: ${roots.map(String).join(", ")}.`);
  if (sandbox === "externalSandbox")
    sentences.push(
      "No sandbox is put around commands: what they can do is up to what stands around the App Server there.",
    );
  if (never) sentences.push("You are not asked before a command runs or a file is changed.");
  if (after.reviewer !== null && after.reviewer !== "user")
    sentences.push("Requests for approval are decided by a model, not by you.");
  return sentences;
}
