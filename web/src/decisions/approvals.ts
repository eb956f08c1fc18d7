// Command and file change approvals as their cards need them: what will happen, and the choices that the server offers,
// each with the exact result to send. Pure; what is not known is shown raw and cannot be chosen.
import {
  commandApproval,
  DEFAULT_COMMAND_DECISIONS,
  FILE_CHANGE_DECISIONS,
  fileChangeApproval,
  readOfferedDecision,
} from "@longwire/shared-protocol/wire/approvals";
import { read } from "@longwire/shared-protocol/wire/field";
import { listOf, numberOf, objectOf, textOf } from "../projection/read.ts";
import type { JsonObject } from "../projection/state.ts";
import { otherMembers } from "./members.ts";
import type { Decision } from "./state.ts";

export type Approval = CommandApprovalCard | FileChangeApprovalCard;

interface ApprovalBase {
  reason: string | null;
  /** When the server asked, unix milliseconds; null where it did not say. */
  startedAt: number | null;
  choices: Choice[];
  /** What this app has no name for, name and JSON text. */
  more: [name: string, json: string][];
}

export interface CommandApprovalCard extends ApprovalBase {
  kind: "command";
  /** Exactly what will run; null when the server names no command (a network request alone). */
  command: string | null;
  folder: string | null;
  network: { host: string; protocol: string | null } | null;
  /** Rights asked for beyond the sandbox, one plain line each. */
  permissions: string[];
  /** What the server makes of the command, one plain line each; the command itself is what counts. */
  actions: string[];
}

export interface FileChangeApprovalCard extends ApprovalBase {
  kind: "fileChange";
  /** Writing under this folder would be allowed for the rest of the session. */
  grantRoot: string | null;
}

/** One way to answer. */
export interface Choice {
  /** Unique among the choices of its card. */
  id: string;
  label: string;
  /** How far it reaches, as a plain sentence. */
  scope: string;
  /** The rule that it would add, as plain text; null where it adds none. */
  rule: string | null;
  tone: "approve" | "decline" | "cancel";
  /** It holds for the rest of the session. */
  session: boolean;
  /** What to send as the result; null for a choice that this app does not know: it is shown raw and cannot be chosen. */
  result: { decision: unknown } | null;
  /** The raw member of `availableDecisions`, as JSON text. */
  raw: string;
}

/** Reads the approval of a decision; null when its method or its parameters are none (the raw card shows it then). */
export function readApproval(decision: Pick<Decision, "method" | "params">): Approval | null {
  if (decision.method === "item/commandExecution/requestApproval") return readCommand(decision.params);
  if (decision.method === "item/fileChange/requestApproval") return readFileChange(decision.params);
  return null;
}

function readCommand(params: unknown): CommandApprovalCard | null {
  const reading = read(commandApproval, params);
  // A member of another shape must not hide a command that waits: read what is there by hand.
  const wire = reading.ok ? reading.value : objectOf(params);
  if (wire === null) return null;
  const offered = wire["availableDecisions"];
  const network = objectOf(wire["networkApprovalContext"]);
  return {
    kind: "command",
    command: textOf(wire["command"]),
    folder: textOf(wire["cwd"]),
    reason: textOf(wire["reason"]),
    startedAt: numberOf(wire["startedAtMs"]),
    network:
      network === null ? null : { host: textOf(network["host"]) ?? "(no host)", protocol: textOf(network["protocol"]) },
    permissions: readPermissions(wire["additionalPermissions"]),
    actions: listOf(wire["commandActions"]).flatMap(actionLine),
    choices: choices(
      Array.isArray(offered) ? offered : DEFAULT_COMMAND_DECISIONS,
      network === null ? "This and the very same command" : "This and other connections to this host",
    ),
    more: otherMembers(wire, COMMAND_MEMBERS),
  };
}

function readFileChange(params: unknown): FileChangeApprovalCard | null {
  const reading = read(fileChangeApproval, params);
  const wire = reading.ok ? reading.value : objectOf(params);
  if (wire === null) return null;
  const offered = wire["availableDecisions"];
  return {
    kind: "fileChange",
    reason: textOf(wire["reason"]),
    startedAt: numberOf(wire["startedAtMs"]),
    grantRoot: textOf(wire["grantRoot"]),
    choices: choices(
      Array.isArray(offered) ? offered : FILE_CHANGE_DECISIONS,
      "This and other changes to the same files",
    ),
    more: otherMembers(wire, FILE_MEMBERS),
  };
}

const SHARED_MEMBERS = ["threadId", "turnId", "itemId", "startedAtMs", "reason", "availableDecisions"];
const FILE_MEMBERS = [...SHARED_MEMBERS, "grantRoot"];
// The proposed amendments are what the offered decisions hold.
const COMMAND_MEMBERS = [
  ...SHARED_MEMBERS,
  "command",
  "cwd",
  "approvalId",
  "commandActions",
  "networkApprovalContext",
  "additionalPermissions",
  "proposedExecpolicyAmendment",
  "proposedNetworkPolicyAmendments",
];

/** What a part of the command does, in words; nothing where the server could not tell. */
function actionLine(value: unknown): string[] {
  const action = objectOf(value);
  const path = textOf(action?.["path"]);
  const where = path === null ? "" : ` in ${path}`;
  switch (action?.["type"]) {
    case "read":
      return [`reads ${path ?? textOf(action["name"]) ?? "a file"}`];
    case "listFiles":
      return [`lists files${where}`];
    case "search":
      return [`searches for ${textOf(action["query"]) ?? "something"}${where}`];
    case "unknown":
      return [];
    default:
      return [JSON.stringify(value)];
  }
}

/** The choices for what a server offers, in its order; each offer once. `same`: what "for the session" reaches. */
export function choices(offered: readonly unknown[], same: string = "This and the same again"): Choice[] {
  const seen = new Set<string>();
  const list: Choice[] = [];
  for (const value of offered) {
    const raw = JSON.stringify(value) ?? "undefined";
    if (seen.has(raw)) continue;
    seen.add(raw);
    list.push(choice(value, raw, same));
  }
  return list;
}

function choice(value: unknown, raw: string, same: string): Choice {
  const offered = readOfferedDecision(value);
  const known =
    offered.kind === "word"
      ? WORDS.get(offered.word)
      : offered.kind === "amendment"
        ? AMENDMENTS.get(offered.name)?.(offered.value)
        : undefined;
  if (known === undefined || known === null)
    return {
      id: raw,
      label: raw,
      scope: "This app does not know this choice.",
      rule: null,
      tone: "approve",
      session: false,
      result: null,
      raw,
    };
  const session = value === "acceptForSession";
  const scope = session ? `${same}, until the thread is unloaded.` : known.scope;
  // What goes back is the very member that was offered.
  return { id: raw, ...known, scope, session, result: { decision: value }, raw };
}

type Words = Pick<Choice, "label" | "scope" | "rule" | "tone">;

const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ["accept", { label: "Approve", scope: "This once.", rule: null, tone: "approve" }],
  ["acceptForSession", { label: "Approve for this session", scope: "", rule: null, tone: "approve" }],
  ["decline", { label: "Decline", scope: "Not this. The turn goes on without it.", rule: null, tone: "decline" }],
  ["cancel", { label: "Cancel turn", scope: "Not this, and the turn ends.", rule: null, tone: "cancel" }],
]);

const AMENDMENTS: ReadonlyMap<string, (value: unknown) => Words | null> = new Map([
  ["acceptWithExecpolicyAmendment", execPolicyWords],
  ["applyNetworkPolicyAmendment", networkPolicyWords],
]);

function execPolicyWords(value: unknown): Words | null {
  const words = objectOf(value)?.["execpolicy_amendment"];
  if (!Array.isArray(words) || words.length === 0 || !words.every((word) => typeof word === "string")) return null;
  return {
    label: "Approve and add a rule",
    scope: "This, and from now on every command that begins with these words, without asking.",
    rule: words.map(quoted).join(" "),
    tone: "approve",
  };
}

function networkPolicyWords(value: unknown): Words | null {
  const amendment = objectOf(objectOf(value)?.["network_policy_amendment"]);
  const host = textOf(amendment?.["host"]);
  const action = textOf(amendment?.["action"]);
  if (host === null) return null;
  if (action === "allow")
    return {
      label: "Approve and allow this host",
      scope: "This, and from now on connections to this host, without asking.",
      rule: `allow ${host}`,
      tone: "approve",
    };
  if (action === "deny")
    return {
      label: "Decline and block this host",
      scope: "Not this, and from now on no connection to this host, without asking.",
      rule: `deny ${host}`,
      tone: "decline",
    };
  return null;
}

/** A word of a rule so that its limits show: quoted when it holds anything but harmless characters. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}

function readPermissions(value: unknown): string[] {
  const profile = objectOf(value);
  if (profile === null) return value === null || value === undefined ? [] : [JSON.stringify(value)];
  const lines: string[] = [];
  for (const [name, part] of Object.entries(profile)) {
    if (part === null) continue;
    const read =
      name === "network"
        ? networkLines(part)
        : name === "fileSystem"
          ? fileLines(part)
          : [`${name}: ${JSON.stringify(part)}`];
    // One by one here and below: a call with a hundred thousand arguments throws.
    for (const line of read) lines.push(line);
  }
  return lines;
}

function networkLines(value: unknown): string[] {
  const enabled = objectOf(value)?.["enabled"];
  if (enabled === true) return ["network access"];
  if (enabled === false || enabled === null) return [];
  return [`network: ${JSON.stringify(value)}`];
}

function fileLines(value: unknown): string[] {
  const files = objectOf(value);
  if (files === null) return [`files: ${JSON.stringify(value)}`];
  const lines: string[] = [];
  for (const [name, part] of Object.entries(files)) {
    if (part === null) continue;
    if ((name === "read" || name === "write") && Array.isArray(part))
      for (const path of part) lines.push(`${name} ${textOf(path) ?? JSON.stringify(path)}`);
    else if (name === "entries") for (const entry of listOf(part)) lines.push(entryLine(entry));
    else lines.push(`${name}: ${JSON.stringify(part)}`);
  }
  // `entries` repeats what the two older lists say.
  return [...new Set(lines)];
}

function entryLine(value: unknown): string {
  const entry: JsonObject | null = objectOf(value);
  const path = objectOf(entry?.["path"]);
  const access = textOf(entry?.["access"]);
  const name = textOf(path?.["path"]) ?? textOf(path?.["pattern"]);
  return access === null || name === null ? JSON.stringify(value) : `${access} ${name}`;
}
