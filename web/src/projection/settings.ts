// What the server reports about how a thread runs: settings and token usage. Shown as reported, never as asked for.
import type * as z from "@longwire/shared-protocol/wire/shape";
import type { threadSettings, ThreadReply, WireTokenUsage } from "@longwire/shared-protocol/wire/thread";
import { jsonOf, objectOf, textOf } from "./read.ts";
import type { ThreadState, TokenUsage, Touch } from "./state.ts";

/** Usage as it counts against the window; what was not told is unknown, not 0. */
export function readUsage(wire: WireTokenUsage): TokenUsage {
  return {
    total: wire.total?.totalTokens ?? null,
    last: wire.last?.totalTokens ?? null,
    window: wire.modelContextWindow ?? null,
  };
}

/** Settings out of the reply to `thread/start`, `thread/resume` and their kin. */
export function settingsOfReply(state: ThreadState, reply: ThreadReply): void {
  const { settings } = state;
  settings.cwd = reply.cwd ?? reply.thread.cwd ?? settings.cwd;
  settings.model = reply.model ?? settings.model;
  settings.modelProvider = reply.modelProvider ?? reply.thread.modelProvider ?? settings.modelProvider;
  if ("reasoningEffort" in reply) settings.effort = reply.reasoningEffort ?? null;
  if ("serviceTier" in reply) settings.serviceTier = reply.serviceTier ?? null;
  settings.reviewer = reply.approvalsReviewer ?? settings.reviewer;
  if (reply.approvalPolicy !== undefined) settings.approvalPolicy = jsonOf(reply.approvalPolicy);
  if (reply.sandbox !== undefined) settings.sandbox = jsonOf(reply.sandbox);
  if (reply["activePermissionProfile"] !== undefined)
    settings.permissionProfile = jsonOf(reply["activePermissionProfile"]);
}

/** Settings out of `thread/settings/updated`. */
export function settingsOfUpdate(state: ThreadState, wire: z.infer<typeof threadSettings>): void {
  const { settings } = state;
  settings.cwd = wire.cwd ?? settings.cwd;
  settings.model = wire.model ?? settings.model;
  settings.modelProvider = wire.modelProvider ?? settings.modelProvider;
  if ("effort" in wire) settings.effort = wire.effort ?? null;
  if ("serviceTier" in wire) settings.serviceTier = wire.serviceTier ?? null;
  if (wire.summary !== undefined) settings.summary = wire.summary;
  if (wire.personality !== undefined) settings.personality = wire.personality;
  settings.reviewer = wire.approvalsReviewer ?? settings.reviewer;
  settings.mode = textOf(objectOf(wire["collaborationMode"])?.["mode"]) ?? settings.mode;
  if (wire.approvalPolicy !== undefined) settings.approvalPolicy = jsonOf(wire.approvalPolicy);
  if (wire.sandboxPolicy !== undefined) settings.sandbox = jsonOf(wire.sandboxPolicy);
  if (wire["activePermissionProfile"] !== undefined)
    settings.permissionProfile = jsonOf(wire["activePermissionProfile"]);
}

/**
 * A thread that is unloaded loses what only `thread/settings/updated` tells, its collaboration mode first: no reply tells
 * which one it has when it is loaded again.
 */
export function forgetMode(state: ThreadState, touch: Touch): void {
  const { settings } = state;
  if (settings.mode === null && settings.summary === undefined && settings.personality === undefined) return;
  settings.mode = null;
  delete settings.summary;
  delete settings.personality;
  touch(state);
}
