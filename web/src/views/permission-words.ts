// What a thread may do, in words. What the server reports is said in its own words where this app has none.
import type { Json, ReportedSettings } from "../projection/state.ts";

const SANDBOX_WORDS: ReadonlyMap<string, string> = new Map([
  ["readOnly", "Read only"],
  ["read-only", "Read only"],
  ["workspaceWrite", "Workspace write"],
  ["workspace-write", "Workspace write"],
  ["dangerFullAccess", "Full access"],
  ["danger-full-access", "Full access"],
  ["externalSandbox", "External sandbox"],
]);

const APPROVAL_WORDS: ReadonlyMap<string, string> = new Map([
  ["untrusted", "asks unless trusted"],
  ["on-request", "asks first"],
  ["on-failure", "asks after a failure"],
  ["never", "never asks"],
]);

/** A sandbox, from a config word or a reported policy; null when not reported. */
export function sandboxWords(sandbox: Json): string | null {
  if (sandbox === null) return null;
  const word = typeof sandbox === "string" ? sandbox : member(sandbox, "type");
  return word === null ? "Sandbox of an unknown kind" : (SANDBOX_WORDS.get(word) ?? word);
}

/** An approval policy, from a word or the granular object; null when not reported. */
export function approvalWords(policy: Json): string | null {
  if (policy === null) return null;
  if (typeof policy === "string") return APPROVAL_WORDS.get(policy) ?? policy;
  return "asks by rules";
}

/** What the thread may do: `Workspace write · asks first`. Null when the server has not reported it. */
export function permissionWords(settings: ReportedSettings): string | null {
  const words = sandboxWords(settings.sandbox);
  const sandbox = words !== null && hasNetwork(settings.sandbox) ? `${words} with network` : words;
  const parts = [sandbox, approvalWords(settings.approvalPolicy)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

/** What of it is to be in sight wherever the thread is: it holds nothing back, or asks nobody. Null: nothing of it. */
export function wideWords({ sandbox, approvalPolicy }: ReportedSettings): string | null {
  const full = member(sandbox, "type") === "dangerFullAccess";
  const parts = [
    full ? sandboxWords(sandbox) : null,
    hasNetwork(sandbox) ? "network" : null,
    approvalPolicy === "never" ? approvalWords(approvalPolicy) : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" · ");
}

/** Network beyond none, in any of the words for it, those that are not known among them. */
export function hasNetwork(sandbox: Json): boolean {
  if (typeof sandbox !== "object" || sandbox === null || Array.isArray(sandbox)) return false;
  const { networkAccess = null } = sandbox;
  return networkAccess !== null && networkAccess !== false && networkAccess !== "restricted";
}

/** A member of a wire object as text. */
function member(value: Json, key: string): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const found = value[key];
  return typeof found === "string" ? found : null;
}
