// Words for hooks: which event ran one, how it ended, how long it took, and what it said.
import { hookEntry, hookRun } from "@longwire/shared-protocol/wire/notifications/hooks";
import { duration } from "../../design/words.ts";
import { eachOf, plainWords, type Say, saying, told, type Tone } from "./words.ts";

const EVENTS: ReadonlyMap<string, string> = new Map([
  ["preToolUse", "before a tool"],
  ["postToolUse", "after a tool"],
  ["permissionRequest", "on a request for permission"],
  ["preCompact", "before compacting"],
  ["postCompact", "after compacting"],
  ["sessionStart", "at the session’s start"],
  ["sessionEnd", "at the session’s end"],
  ["userPromptSubmit", "on a message of the person"],
  ["subagentStart", "at a sub-agent’s start"],
  ["subagentStop", "at a sub-agent’s end"],
  ["stop", "at the turn’s end"],
]);

const STATUSES: ReadonlyMap<string, { words: string; tone: Tone }> = new Map([
  ["running", { words: "is running", tone: "quiet" }],
  ["completed", { words: "ran", tone: "quiet" }],
  ["failed", { words: "failed", tone: "bad" }],
  ["blocked", { words: "blocked what it was asked about", tone: "warn" }],
  ["stopped", { words: "stopped the turn", tone: "warn" }],
]);

const ENTRIES: ReadonlyMap<string, string> = new Map([
  ["warning", "Warning"],
  ["stop", "Stop"],
  ["feedback", "Feedback to the model"],
  ["context", "Context for the model"],
  ["error", "Error"],
]);

const hook = saying(hookRun, ({ run }) => {
  const status = STATUSES.get(run.status ?? "") ?? { words: run.status ?? "was told of", tone: "note" };
  const event = run.eventName == null ? "" : (EVENTS.get(run.eventName) ?? plainWords(run.eventName));
  const entries = eachOf(hookEntry, run.entries);
  const loud = entries.some(({ kind }) => kind === "warning" || kind === "error" || kind === "stop");
  return {
    lead: `Hook ${status.words}`,
    rest: [event, run.durationMs == null ? null : duration(run.durationMs), run.statusMessage]
      .filter((part) => part != null && part !== "")
      .join(" · "),
    tone: status.tone === "quiet" && loud ? "warn" : status.tone,
    running: run.status === "running",
    facts: told([
      ["Event", run.eventName],
      ["Kind", run.handlerType == null ? null : plainWords(run.handlerType)],
      ["Runs", run.executionMode == null ? null : run.executionMode === "async" ? "beside the turn" : "in the turn"],
      ["For", run.scope],
      ["From", run.source == null ? null : plainWords(run.source)],
      ["File", run.sourcePath],
    ]),
    texts: entries.map(({ kind, text }) => ({ title: ENTRIES.get(kind ?? "") ?? kind ?? null, text })),
  };
});

export const HOOKS: readonly [string, Say][] = [
  ["hook/started", hook],
  ["hook/completed", hook],
];
