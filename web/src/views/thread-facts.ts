// What the list, the header and the title say about a thread: derived from summaries and open decisions, never stored.
import { live } from "./live.ts";
import { innerCommand } from "./shell-command.ts";
import { programWords } from "./user-agent.ts";
import type { Decision } from "../decisions/state.ts";
import { visibleText } from "../decisions/visible.ts";
import type { GenerationState, HostState, ThreadSummary } from "../projection/state.ts";
import type { Ask } from "../projection/status.ts";

/** The open decisions of a host, oldest first; tracked, each by itself (a state that changes is told by the decision). */
export function pendingDecisions(state: HostState): Decision[] {
  return [...live(state).decisions.values()].filter((decision) => live(decision).state.type === "pending");
}

/** The thread's name, or the first words of its first message. */
export function threadTitle(thread: ThreadSummary | null, id: string): string {
  if (thread === null) return `Thread ${id.slice(0, 8)}`;
  const name = thread.name?.trim() ?? "";
  if (name !== "") return visibleText(name);
  const preview = thread.preview.trim().split("\n", 1)[0] ?? "";
  return preview === "" ? "New thread" : visibleText(preview);
}

/** The home folder on the host, as far as it can be told from where the App Server keeps its own. */
export function homeOf(state: HostState): string | null {
  return hiddenFolder(state)?.home ?? null;
}

/**
 * The command of the program behind the App Server, as far as it can be told: by custom a program keeps its own in a hidden
 * folder of its name (`/home/mara/.heron`). Null: that tells nothing, and no command can be named.
 */
export function programCommand(state: HostState): string | null {
  return hiddenFolder(state)?.name ?? null;
}

function hiddenFolder(state: HostState): { home: string; name: string } | null {
  // What is not one plain word is no command that a person should paste.
  const [, home, name] = /^(\/.+)\/\.([a-z][a-z\d_-]{0,31})$/.exec(newest(state)?.codexHome ?? "") ?? [];
  return home === undefined || name === undefined ? null : { home, name };
}

/** The server's name and version, from what it said at the start of the newest generation. */
export function serverWords(state: HostState): string | null {
  const userAgent = newest(state)?.userAgent ?? null;
  return userAgent === null ? null : programWords(userAgent);
}

function newest(state: HostState): GenerationState | undefined {
  return state.current === null ? undefined : state.generations.get(state.current);
}

/** A sentence for a decision that waits, short enough for a list. */
export function decisionLine(decision: Decision): string {
  switch (decision.method) {
    case "item/commandExecution/requestApproval": {
      const command = textMember(decision.params, "command");
      return command === null ? "wants to run a command" : `wants to run ${visibleText(innerCommand(command))}`;
    }
    case "item/fileChange/requestApproval":
      return "wants to change files";
    case "item/permissions/requestApproval":
      return "asks for permissions";
    case "item/tool/requestUserInput":
      return "has a question";
    case "mcpServer/elicitation/request":
      return "a tool asks for input";
    default:
      return `asks: ${visibleText(decision.method)}`;
  }
}

/** An approval holds up something that was about to happen; a question asks for words. */
export type DecisionKind = Ask;

/** What kind of answer a request wants. What is not known here is taken for the graver one. */
export function decisionKind(decision: Pick<Decision, "method" | "params">): DecisionKind {
  if (decision.method === "item/tool/requestUserInput") return "question";
  if (decision.method !== "mcpServer/elicitation/request") return "approval";
  const meta: unknown = isObject(decision.params) ? Reflect.get(decision.params, "_meta") : undefined;
  return textMember(meta, "codex_approval_kind") === null ? "question" : "approval";
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function textMember(value: unknown, key: string): string | null {
  if (!isObject(value)) return null;
  const found: unknown = Reflect.get(value, key);
  return typeof found === "string" ? found : null;
}
