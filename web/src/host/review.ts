// Looks at an intent again right before it is sent: what made sense when the person acted may not any more.
import type { Intent } from "../journal/journal.ts";
import type { Folder } from "./folder.ts";
import type { OpenThreads } from "./open-threads.ts";
import type { Verdict } from "./sender.ts";

export interface ReviewOptions {
  folder: Folder;
  openThreads: Pick<OpenThreads, "loadState">;
  current: () => string | null;
}

/** Makes the look for one session. */
export function createReviewer(options: ReviewOptions): (intent: Intent) => Verdict {
  const { folder, openThreads, current } = options;

  function message(intent: Extract<Intent, { type: "message" }>): Verdict {
    // A thread acts only when it is loaded; looking at it has not loaded it.
    const load = openThreads.loadState(intent.thread);
    if (load.type === "loading") return { type: "wait" };
    if (load.type === "refused") return { type: "back", reason: load.reason };
    const last = folder.state.threads.get(intent.thread)?.lastTurn?.id ?? null;
    // A device that never saw a turn of the thread has nothing to compare with.
    if (intent.lastTurn !== null && last !== intent.lastTurn) {
      return { type: "back", reason: "The thread has moved on since you wrote this. It was not sent." };
    }
    return { type: "send" };
  }

  return (intent) => {
    switch (intent.type) {
      case "message":
        return message(intent);
      case "answer": {
        const decision = folder.state.decisions.get(intent.requestKey);
        if (intent.generation !== current()) return { type: "back", reason: "The App Server that asked has ended." };
        // `sent` is the answer itself, stored by an earlier try that was not taken.
        if (decision === undefined || decision.state.type === "pending" || decision.state.type === "sent") return { type: "send" };
        return { type: "back", reason: "The request was settled before your answer could be sent." };
      }
      case "interrupt":
        return folder.turnRuns(intent.thread, intent.turn)
          ? { type: "send" }
          : { type: "back", reason: "The turn was over before it could be stopped." };
      case "act":
        return { type: "send" };
    }
  };
}
