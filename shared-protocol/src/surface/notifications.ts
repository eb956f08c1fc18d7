// Surface table, notifications: what each one becomes, and where it belongs.
import type { NotificationMethod } from "../app-server.ts";

/** How a notification is shown. */
export interface NotificationSurface {
  /**
   * `typed`: a view of its own; `state`: folded into something that is shown elsewhere, with a card at most where it
   * changes; `card`: a sentence with its details, in the transcript or among the host's activity. Only what this version
   * of the app has never heard of is `generic`: its name and the raw JSON.
   */
  readonly view: "typed" | "state" | "card";
  /**
   * The smallest thing it is about, as its parameters name it: `item` has an itemId (or the item itself), `turn` a
   * turnId (or the turn itself), `thread` a threadId (or the thread itself), `host` none of them. Where the parameter
   * is optional, the smaller thing stands here and a reader falls back to the larger.
   */
  readonly place: "item" | "turn" | "thread" | "host";
}

const on = (place: NotificationSurface["place"]) =>
  ({ typed: { view: "typed", place }, state: { view: "state", place }, card: { view: "card", place } }) as const;
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
  // The item contextCompaction shows the same; without one it is a card.
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
  "item/mcpToolCall/progress": item.typed,

  "serverRequest/resolved": thread.state,
  error: turn.typed,
  warning: thread.card,
  guardianWarning: thread.card,
  deprecationNotice: host.card,
  configWarning: host.card,

  "item/autoApprovalReview/started": turn.card,
  "item/autoApprovalReview/completed": turn.card,
  "autoApprovalReview/strictReviewRequired": turn.card,
  "hook/started": turn.card,
  "hook/completed": turn.card,
  "turn/moderationMetadata": turn.card,
  "model/rerouted": turn.card,
  "model/verification": turn.card,
  "model/safetyBuffering/updated": turn.state,
  "rawResponseItem/completed": turn.card,
  "rawResponse/completed": turn.card,

  "thread/goal/updated": turn.state,
  "thread/goal/cleared": thread.state,
  "thread/queue/changed": thread.state,
  "thread/project/updated": thread.state,
  "thread/environment/connected": thread.state,
  "thread/environment/disconnected": thread.state,
  "thread/realtime/started": thread.card,
  "thread/realtime/itemAdded": thread.card,
  "thread/realtime/transcript/delta": thread.card,
  "thread/realtime/transcript/done": thread.card,
  "thread/realtime/outputAudio/delta": thread.card,
  "thread/realtime/sdp": thread.card,
  "thread/realtime/error": thread.card,
  "thread/realtime/closed": thread.card,
  "mcpServer/startupStatus/updated": thread.state,
  "mcpServer/oauthLogin/completed": thread.card,

  "skills/changed": host.card,
  "project/changed": host.card,
  "command/exec/outputDelta": host.card,
  "process/outputDelta": host.card,
  "process/exited": host.card,
  "account/updated": host.state,
  "account/rateLimits/updated": host.state,
  "account/login/completed": host.card,
  "app/list/updated": host.card,
  "remoteControl/status/changed": host.state,
  "externalAgentConfig/import/progress": host.card,
  "externalAgentConfig/import/completed": host.card,
  "fs/changed": host.card,
  "fuzzyFileSearch/sessionUpdated": host.card,
  "fuzzyFileSearch/sessionCompleted": host.card,
  "windows/worldWritableWarning": host.card,
  "windowsSandbox/setupCompleted": host.card,
} as const satisfies Record<NotificationMethod, NotificationSurface>;
