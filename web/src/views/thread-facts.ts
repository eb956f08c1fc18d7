// What the list, the header and the title say about a thread: derived from summaries and open decisions, never stored.
import { live } from "./live.ts";
import { innerCommand } from "./shell-command.ts";
import { userAgentVersion } from "./user-agent.ts";
import type { Decision } from "../decisions/state.ts";
import { visibleText } from "../decisions/visible.ts";
import type { HostState, ThreadSummary } from "../projection/state.ts";
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

/** The home folder on the host, as far as it can be told from where Codex keeps its own. */
export function homeOf(state: HostState): string | null {
  const generation = state.current === null ? undefined : state.generations.get(state.current);
  const codexHome = generation?.codexHome ?? null;
  return codexHome !== null && codexHome.endsWith("/.codex") ? codexHome.slice(0, -"/.codex".length) : null;
}

/** The server's version, from what it said at the start of the newest generation. */
export function serverVersion(state: HostState): string | null {
  const generation = state.current === null ? undefined : state.generations.get(state.current);
  return generation?.userAgent == null ? null : userAgentVersion(generation.userAgent);
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
