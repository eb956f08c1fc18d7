// Words that the pinned App Server knows for keys of its configuration. Offered, not required: a later server may know more.

/** By the whole key; profiles have the same keys below their name. */
export const CHOICES: ReadonlyMap<string, readonly string[]> = new Map([
  ["approval_policy", ["untrusted", "on-request", "never"]],
  ["approvals_reviewer", ["user", "auto_review"]],
  ["sandbox_mode", ["read-only", "workspace-write", "danger-full-access"]],
  ["model_reasoning_effort", ["none", "minimal", "low", "medium", "high", "xhigh"]],
  ["model_reasoning_summary", ["auto", "concise", "detailed", "none"]],
  ["model_verbosity", ["low", "medium", "high"]],
  ["model_auto_compact_token_limit_scope", ["total", "body_after_prefix"]],
  ["web_search", ["disabled", "cached", "indexed", "live"]],
  ["personality", ["none", "friendly", "pragmatic"]],
  ["service_tier", ["fast", "flex"]],
  ["forced_login_method", ["chatgpt", "api"]],
]);

/** The words for a key, by its names; none where any text may stand. */
export function choicesFor(segments: readonly string[] | null): readonly string[] {
  const own = segments?.[0] === "profiles" ? segments.slice(2) : (segments ?? []);
  return (own.length === 1 ? CHOICES.get(own[0] ?? "") : undefined) ?? [];
}
