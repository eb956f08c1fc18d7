// Looks at an intent again right before it is sent: what made sense when the person acted may not any more.
import type { RpcMessage } from "@longwire/shared-protocol/json-rpc";
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import { requestKey, typedId } from "@longwire/shared-protocol/request-key";
import type { Intent, OutboxEntry } from "../journal/journal.ts";
import type { Row } from "../journal/rows.ts";
import type { Folder } from "./folder.ts";
import type { OpenThreads } from "./open-threads.ts";
import type { Verdict } from "./sender.ts";

export interface ReviewOptions {
  folder: Folder;
  openThreads: Pick<OpenThreads, "loadState">;
  current: () => string | null;
  /** This page's client id. */
  client: () => string | null;
}

/** Makes the look for one session. */
export function createReviewer(options: ReviewOptions): (intent: Intent) => Verdict {
  const { folder, openThreads, current } = options;

  function message(intent: Extract<Intent, { type: "message" }>): Verdict {
    // A thread acts only when it is loaded; looking at it has not loaded it.
    const load = openThreads.loadState(intent.thread);
    if (load.type === "loading") return { type: "wait" };
    if (load.type === "refused") return { type: "back", reason: load.reason };
    const { way } = intent;
    if (way?.type === "steer") {
      // It was written into one turn, and for that alone: any other is another conversation.
      return folder.turnRuns(intent.thread, way.turn)
        ? { type: "send" }
        : { type: "back", reason: "The turn was over before this could be sent to it. It was not sent." };
    }
    const summary = folder.state.threads.get(intent.thread);
    const last = summary?.lastTurn?.id ?? null;
    // A device that never saw a turn of the thread has nothing to compare with.
    if (intent.lastTurn !== null && last !== intent.lastTurn) {
      return { type: "back", reason: "The thread has moved on since you wrote this. It was not sent." };
    }
    if (way?.type === "start" && summary?.status.type === "active") {
      return { type: "back", reason: "The thread is at work again since you wrote this. It was not sent." };
    }
    return { type: "send" };
  }

  function answer(intent: Extract<Intent, { type: "answer" }>): Verdict {
    if (intent.generation !== current()) return { type: "back", reason: "The App Server that asked has ended." };
    const decision = folder.state.decisions.get(intent.requestKey);
    if (decision === undefined || decision.state.type === "pending") return { type: "send" };
    const sent = decision.state.type === "sent";
    // `sent` may be this very answer, stored by an earlier try that was not taken.
    const by = folder.answeredBy(requestKey(folder.state.host, decision.generation, decision.id));
    if (sent && by === options.client()) return { type: "send" };
    if (sent) return { type: "back", reason: "Another page of this device has answered." };
    return { type: "back", reason: "The request was settled before your answer could be sent." };
  }

  function interrupt({ thread, turn }: Extract<Intent, { type: "interrupt" }>): Verdict {
    if (!folder.turnRuns(thread, turn))
      return { type: "back", reason: "The turn was over before it could be stopped." };
    const by = folder.stoppedBy(thread, turn);
    if (by !== null && by !== options.client())
      return { type: "back", reason: "Another page of this device stops it already." };
    return { type: "send" };
  }

  return (intent) => {
    switch (intent.type) {
      case "message":
        return message(intent);
      case "answer":
        return answer(intent);
      case "interrupt":
        return interrupt(intent);
      case "act":
        return { type: "send" };
    }
  };
}

/**
 * Whether rows that other pages of this device have just stored hold the same act: only one answer to a request and one
 * interrupt of a turn are ever sent.
 */
export function isTaken(generation: string, entry: OutboxEntry, rows: readonly Row[]): boolean {
  return rows.some((row) => row.kind === "out" && row.generation === generation && sameAct(entry, parseLine(row.line)));
}

function sameAct({ id, intent }: OutboxEntry, message: RpcMessage): boolean {
  if (intent.type === "answer")
    return (message.kind === "response" || message.kind === "error") && typedId(message.id) === id;
  if (intent.type !== "interrupt" || message.kind !== "request" || message.method !== "turn/interrupt") return false;
  const { params } = message;
  return typeof params === "object" && params !== null && "turnId" in params && params.turnId === intent.turn;
}
