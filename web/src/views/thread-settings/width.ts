// How much a thread may do, so that more can be told from less. Pure.
import { jsonOf, listOf, objectOf, textOf } from "../../projection/read.ts";
import type { Json, ReportedSettings } from "../../projection/state.ts";
import { approvalWords, sandboxWords } from "../permission-words.ts";

/** The part of the settings that says what a thread may do by itself. */
export type Permissions = Pick<ReportedSettings, "sandbox" | "approvalPolicy" | "reviewer">;

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

/** A word that is not known is taken for the widest. */
const rank = (ranks: ReadonlyMap<string, number>, word: string | null) => ranks.get(word ?? "") ?? 9;

/** Unrestricted network, in any of the words for it. */
export function hasNetwork(sandbox: Json): boolean {
  const { networkAccess = null } = objectOf(sandbox) ?? {};
  return networkAccess === true || networkAccess === "enabled";
}

function sandboxRank(sandbox: Json): number {
  const kind = textOf(sandbox) ?? textOf(objectOf(sandbox)?.["type"]);
  return rank(SANDBOX, kind) + (hasNetwork(sandbox) ? 1 : 0);
}

function moreRoots(before: Json, after: Json): boolean {
  const roots = (sandbox: Json) => listOf(objectOf(sandbox)?.["writableRoots"]).map((root) => JSON.stringify(root));
  const known = new Set(roots(before));
  return roots(after).some((root) => !known.has(root));
}

/** A sandbox in words, with what widens it beyond its kind. */
export function sandboxSentence(sandbox: Json): string {
  const words = sandboxWords(sandbox) ?? "Not told";
  const roots = listOf(objectOf(sandbox)?.["writableRoots"]).length;
  return [
    words,
    hasNetwork(sandbox) ? "with network" : null,
    roots === 0 ? null : `and ${roots} more ${roots === 1 ? "folder" : "folders"}`,
  ]
    .filter((part) => part !== null)
    .join(" ");
}

const REVIEWERS: ReadonlyMap<string, string> = new Map([
  ["user", "you decide"],
  ["auto_review", "Codex decides for you"],
  ["guardian_subagent", "Codex decides for you"],
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
  if (differ(before.sandbox, after.sandbox)) {
    const wider =
      sandboxRank(after.sandbox) > sandboxRank(before.sandbox) ||
      (sandboxRank(after.sandbox) === sandboxRank(before.sandbox) && moreRoots(before.sandbox, after.sandbox));
    found.push({
      name: "Sandbox",
      before: sandboxSentence(before.sandbox),
      after: sandboxSentence(after.sandbox),
      wider,
    });
  }
  if (differ(before.approvalPolicy, after.approvalPolicy)) {
    const level = (policy: Json) => (typeof policy === "string" ? rank(APPROVAL, policy) : 1);
    found.push({
      name: "Approval",
      before: approvalWords(before.approvalPolicy) ?? "Not told",
      after: approvalWords(after.approvalPolicy) ?? "Not told",
      // Rules that were written one by one may allow anything.
      wider: level(after.approvalPolicy) > level(before.approvalPolicy) || typeof after.approvalPolicy !== "string",
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

/** Both are told, and not the same. The order of members does not count. */
export function differ(before: Json, after: Json): boolean {
  return before !== null && after !== null && canonical(before) !== canonical(after);
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_, member: unknown) => {
    const object = objectOf(jsonOf(member));
    return object === null ? member : Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
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
  if (never) sentences.push("You are not asked before a command runs or a file is changed.");
  if (after.reviewer !== null && after.reviewer !== "user")
    sentences.push("Requests for approval are decided by Codex itself, not by you.");
  return sentences;
}
