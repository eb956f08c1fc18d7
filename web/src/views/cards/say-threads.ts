// Words for what is told of a thread beside its turns: goals, project, environments, history taken back, realtime.
import * as wire from "@longwire/shared-protocol/wire/notifications/threads";
import { bytes, counted, duration } from "../../design/words.ts";
import { jsonText, type Say, saying, told, type Tone } from "./words.ts";

const GOALS: ReadonlyMap<string, { words: string; tone: Tone }> = new Map([
  ["active", { words: "Goal", tone: "note" }],
  ["paused", { words: "Goal paused", tone: "note" }],
  ["blocked", { words: "Goal blocked", tone: "warn" }],
  ["usageLimited", { words: "Goal waits for the usage limit", tone: "warn" }],
  ["budgetLimited", { words: "Goal has used up its budget", tone: "warn" }],
  ["complete", { words: "Goal reached", tone: "note" }],
]);

/** A goal's status as the first words of a sentence. */
export function goalWords(status: string): string {
  return GOALS.get(status)?.words ?? `Goal: ${status}`;
}

/** What a goal has used of its budget, in words; null when nothing was told. */
export function goalUse(used: number | null | undefined, budget: number | null | undefined): string | null {
  if (used == null) return budget == null ? null : `budget ${budget.toLocaleString()} tokens`;
  return budget == null
    ? `${used.toLocaleString()} tokens used`
    : `${used.toLocaleString()} of ${budget.toLocaleString()} tokens used`;
}

/** Who speaks in a realtime conversation. */
function speaker(role: string | null | undefined): string {
  if (role === "user") return "You said";
  if (role === "assistant") return "The agent said";
  return role == null || role === "" ? "Said" : `${role[0]?.toUpperCase() ?? ""}${role.slice(1)} said`;
}

export const THREADS: readonly [string, Say][] = [
  [
    "thread/goal/updated",
    saying(wire.goalUpdated, ({ goal }) => ({
      lead: goalWords(goal.status ?? ""),
      rest: goal.objective,
      tone: GOALS.get(goal.status ?? "")?.tone ?? "note",
      facts: told([
        ["Status", goal.status],
        ["Use", goalUse(goal.tokensUsed, goal.tokenBudget)],
        [
          "Time",
          goal.timeUsedSeconds == null || goal.timeUsedSeconds === 0 ? null : duration(goal.timeUsedSeconds * 1000),
        ],
      ]),
    })),
  ],
  [
    "thread/goal/cleared",
    saying(wire.inThread, () => ({ lead: "Goal cleared", rest: "no further turns start by themselves" })),
  ],
  ["thread/queue/changed", saying(wire.inThread, () => ({ lead: "The queue of messages changed" }))],
  [
    "thread/project/updated",
    saying(wire.projectOfThread, ({ projectId }) => ({
      lead: projectId == null ? "Belongs to no project now" : "Belongs to another project now",
      rest: projectId ?? "",
      facts: told([["Project", projectId]]),
    })),
  ],
  [
    "thread/environment/connected",
    saying(wire.environmentConnection, ({ environmentId }) => ({
      lead: "Environment connected",
      rest: environmentId,
      facts: [["Environment", environmentId]],
    })),
  ],
  [
    "thread/environment/disconnected",
    saying(wire.environmentConnection, ({ environmentId }) => ({
      lead: "Environment disconnected",
      rest: `${environmentId}; commands cannot run there until it is back`,
      tone: "warn",
      facts: [["Environment", environmentId]],
    })),
  ],
  [
    "thread/reverted",
    saying(wire.inThread, () => ({
      lead: "History was taken back",
      rest: "what came after no longer reaches the model; files are as they were left",
      tone: "note",
    })),
  ],
  [
    "thread/compacted",
    saying(wire.inThread, () => ({
      lead: "Conversation compacted",
      rest: "earlier messages now reach the model as a summary",
    })),
  ],
  [
    "thread/realtime/started",
    saying(wire.realtimeStarted, ({ realtimeSessionId, version }) => ({
      lead: "Realtime conversation started",
      tone: "note",
      facts: told([
        ["Session", realtimeSessionId],
        ["Version", version],
      ]),
    })),
  ],
  [
    "thread/realtime/itemAdded",
    saying(wire.realtimeItem, ({ item }, card) => ({
      lead: "Realtime events",
      rest: `${counted(card.lines, "event")}, ${bytes(card.bytes)}`,
      texts: jsonText("Newest event", item),
    })),
  ],
  [
    "thread/realtime/transcript/delta",
    saying(wire.realtimeTranscript, ({ role }, card) => transcript(role, card.text)),
  ],
  ["thread/realtime/transcript/done", saying(wire.realtimeTranscript, ({ role }, card) => transcript(role, card.text))],
  [
    "thread/realtime/outputAudio/delta",
    saying(wire.realtimeAudio, ({ audio }, card) => ({
      lead: "Realtime audio",
      rest: `${counted(card.lines, "piece")}, ${bytes(card.bytes)}; the pieces are in the wire view`,
      facts: told([
        ["Sample rate", audio.sampleRate == null ? null : `${audio.sampleRate.toLocaleString()} Hz`],
        ["Channels", audio.numChannels],
      ]),
    })),
  ],
  [
    "thread/realtime/sdp",
    saying(wire.realtimeSdp, ({ sdp }) => ({
      lead: "Realtime connection described",
      texts: [{ title: "Session description", text: sdp, code: true }],
    })),
  ],
  [
    "thread/realtime/error",
    saying(wire.realtimeError, ({ message }) => ({ lead: "Realtime error", rest: message, tone: "bad" })),
  ],
  [
    "thread/realtime/closed",
    saying(wire.realtimeClosed, ({ reason }) => ({
      lead: "Realtime conversation ended",
      rest: reason ?? "",
      facts: told([["Reason", reason]]),
    })),
  ],
];

function transcript(role: string | null | undefined, text: string) {
  return {
    lead: speaker(role),
    rest: text.length > 160 ? `${text.slice(0, 160)}…` : text,
    tone: "note" as const,
    texts: text.length > 160 ? [{ title: null, text }] : [],
  };
}
