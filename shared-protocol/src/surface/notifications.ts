// Surface table, notifications: what each one becomes, and where it belongs.
import type { NotificationMethod } from "../app-server.ts";

/** How a notification is shown. */
export interface NotificationSurface {
  /** `typed`: a view of its own; `state`: folded into something that is shown elsewhere, no row; `generic`: a raw row. */
  readonly view: "typed" | "state" | "generic";
  /**
   * The smallest thing it is about, as its parameters name it: `item` has an itemId (or the item itself), `turn` a
   * turnId (or the turn itself), `thread` a threadId (or the thread itself), `host` none of them. Where the parameter
   * is optional, the smaller thing stands here and a reader falls back to the larger.
   */
  readonly place: "item" | "turn" | "thread" | "host";
}

const on = (place: NotificationSurface["place"]) =>
  ({ typed: { view: "typed", place }, state: { view: "state", place }, generic: { view: "generic", place } }) as const;
const item = on("item");
const turn = on("turn");
const thread = on("thread");
const host = on("host");

export const NOTIFICATIONS = {
  "thread/started": thread.state,
  "thread/status/changed": thread.state,
  "thread/name/updated": thread.state,
  "thread/settings/updated": thread.state,
  "thread/tokenUsage/updated": turn.state,
  "thread/archived": thread.state,
  "thread/unarchived": thread.state,
  "thread/deleted": thread.state,
  "thread/closed": thread.state,
  "thread/reverted": thread.state,
  // The item contextCompaction shows the same.
  "thread/compacted": turn.state,

  "turn/started": turn.state,
  "turn/completed": turn.state,
  "turn/plan/updated": turn.typed,
  "turn/diff/updated": turn.typed,

  "item/started": item.typed,
  "item/completed": item.typed,
  "item/agentMessage/delta": item.typed,
  "item/plan/delta": item.typed,
  "item/reasoning/summaryTextDelta": item.typed,
  "item/reasoning/summaryPartAdded": item.typed,
  "item/reasoning/textDelta": item.typed,
  "item/commandExecution/outputDelta": item.typed,
  "item/commandExecution/terminalInteraction": item.typed,
  "item/fileChange/outputDelta": item.typed,
  "item/fileChange/patchUpdated": item.typed,

  "serverRequest/resolved": thread.state,
  error: turn.typed,
  warning: thread.typed,
  guardianWarning: thread.typed,
  deprecationNotice: host.typed,
  configWarning: host.typed,

  "item/mcpToolCall/progress": item.generic,
  "item/autoApprovalReview/started": turn.generic,
  "item/autoApprovalReview/completed": turn.generic,
  "autoApprovalReview/strictReviewRequired": turn.generic,
  "hook/started": turn.generic,
  "hook/completed": turn.generic,
  "turn/moderationMetadata": turn.generic,
  "model/rerouted": turn.generic,
  "model/verification": turn.generic,
  "model/safetyBuffering/updated": turn.generic,
  "rawResponseItem/completed": turn.generic,
  "rawResponse/completed": turn.generic,

  "thread/goal/updated": turn.generic,
  "thread/goal/cleared": thread.generic,
  "thread/queue/changed": thread.generic,
  "thread/project/updated": thread.generic,
  "thread/environment/connected": thread.generic,
  "thread/environment/disconnected": thread.generic,
  "thread/realtime/started": thread.generic,
  "thread/realtime/itemAdded": thread.generic,
  "thread/realtime/transcript/delta": thread.generic,
  "thread/realtime/transcript/done": thread.generic,
  "thread/realtime/outputAudio/delta": thread.generic,
  "thread/realtime/sdp": thread.generic,
  "thread/realtime/error": thread.generic,
  "thread/realtime/closed": thread.generic,
  "mcpServer/startupStatus/updated": thread.generic,
  "mcpServer/oauthLogin/completed": thread.generic,

  "skills/changed": host.generic,
  "project/changed": host.generic,
  "command/exec/outputDelta": host.generic,
  "process/outputDelta": host.generic,
  "process/exited": host.generic,
  "account/updated": host.generic,
  "account/rateLimits/updated": host.generic,
  "account/login/completed": host.generic,
  "app/list/updated": host.generic,
  "remoteControl/status/changed": host.generic,
  "externalAgentConfig/import/progress": host.generic,
  "externalAgentConfig/import/completed": host.generic,
  "fs/changed": host.generic,
  "fuzzyFileSearch/sessionUpdated": host.generic,
  "fuzzyFileSearch/sessionCompleted": host.generic,
  "windows/worldWritableWarning": host.generic,
  "windowsSandbox/setupCompleted": host.generic,
} as const satisfies Record<NotificationMethod, NotificationSurface>;
