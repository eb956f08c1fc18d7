// Decides what is worth a system notification: a decision that arrives, or a turn that ends, while no page of this app is
// looked at. Plain TypeScript; what shows a notification, and what other pages do, is handed in.
import type { HostEntry } from "../../actions/contract.ts";
import type { Decision } from "../../decisions/state.ts";
import type { HostSession } from "../../host/model.ts";
import type { ThreadSummary } from "../../projection/state.ts";
import { lastTurnStanding, type TurnStanding } from "../../projection/status.ts";
import { maskText } from "../masking/text.ts";
import { decisionLine, threadTitle } from "../thread-facts.ts";
import type { NotifyChoice } from "./choice.ts";

export interface Note {
  /** One per decision or turn: the same again takes the place of the first. */
  tag: string;
  title: string;
  body: string;
  /** Where a click leads, within the app. */
  path: string;
}

/** Every tag of ours begins so. */
export const TAG = "longwire:";

export interface NotifierOptions {
  hosts: () => readonly HostEntry[];
  onHosts: (listener: () => void) => () => void;
  choice: () => NotifyChoice;
  /** The person looks at this page or, as far as it can be told, at another one of this app. */
  lookedAt: () => Promise<boolean>;
  /** Takes a name that one page at a time can have; null when another page has it. Gives back the way to release it. */
  claim: (name: string) => Promise<(() => void) | null>;
  after: (ms: number, run: () => void) => void;
  show: (note: Note) => Promise<void>;
  close: (tag: string) => void;
  inboxPath: (key: string) => string;
  threadPath: (thread: string, host: string) => string;
}

/** For how long the pages of one device may differ in when they hear of a turn's end, ms. */
const TURN_CLAIM_MS = 30_000;

/** Starts watching; returns the way to stop. */
export function createNotifier(options: NotifierOptions): () => void {
  const followed = new Map<HostSession, () => void>();

  const follow = () => {
    const entries = options.hosts();
    for (const [session, stop] of followed) {
      if (entries.some((entry) => entry.session === session)) continue;
      stop();
      followed.delete(session);
    }
    for (const { session } of entries) if (!followed.has(session)) followed.set(session, watch(session, options));
  };
  follow();
  const stopHosts = options.onHosts(follow);
  return () => {
    stopHosts();
    for (const stop of followed.values()) stop();
  };
}

function watch(session: HostSession, options: NotifierOptions): () => void {
  const { state } = session;
  const pending = new Set<Decision>();
  /** The turn that runs in a thread, as far as this page has seen. */
  const running = new Map<string, string>();

  const claims = new Map<Decision, () => void>();

  const isPending = (decision: Decision) => decision.state.type === "pending";

  function lookAtDecisions(): void {
    for (const decision of state.decisions.values()) {
      if (isPending(decision) === pending.has(decision)) continue;
      if (isPending(decision)) {
        pending.add(decision);
        void tellDecision(decision);
      } else {
        pending.delete(decision);
        letGo(decision);
      }
    }
  }

  async function tellDecision(decision: Decision): Promise<void> {
    if (!options.choice().on || (await options.lookedAt())) return;
    const tag = `${TAG}${decision.key}`;
    const release = await options.claim(tag);
    if (release === null) return;
    if (!isPending(decision)) {
      release();
      return;
    }
    const thread = decision.thread === null ? null : (state.threads.get(decision.thread) ?? null);
    const { content } = options.choice();
    await options.show({
      tag,
      title: content && decision.thread !== null ? maskText(threadTitle(thread, decision.thread)) : "Longwire",
      body: content ? maskText(sentence(decisionLine(decision))) : "A decision waits for you.",
      path: options.inboxPath(decision.key),
    });
    // Held while it waits: a page that hears of it later does not tell it again.
    claims.set(decision, release);
    if (!isPending(decision)) letGo(decision);
  }

  /** It is settled: its notification goes, and its name is free. */
  function letGo(decision: Decision): void {
    claims.get(decision)?.();
    claims.delete(decision);
    options.close(`${TAG}${decision.key}`);
  }

  function lookAtThread(summary: ThreadSummary): void {
    const { id, lastTurn, parent } = summary;
    const before = running.get(id);
    if (lastTurn?.status === "inProgress") {
      running.set(id, lastTurn.id);
      return;
    }
    running.delete(id);
    const how = lastTurnStanding(summary);
    // What a sub-agent does is its parent's affair; what was interrupted or forced, somebody did.
    if (lastTurn === null || how === null || lastTurn.id !== before || parent !== null) return;
    if (how.type !== "interrupted" && how.type !== "stoppedByForce") void tellTurn(summary, lastTurn.id, how);
  }

  async function tellTurn(summary: ThreadSummary, turn: string, how: TurnStanding): Promise<void> {
    if (!options.choice().on || (await options.lookedAt())) return;
    const tag = `${TAG}turn:${JSON.stringify([session.id, summary.id, turn])}`;
    const release = await options.claim(tag);
    if (release === null) return;
    options.after(TURN_CLAIM_MS, release);
    await options.show({
      tag,
      title: options.choice().content ? maskText(threadTitle(summary, summary.id)) : "Longwire",
      body: ending(how),
      path: options.threadPath(summary.id, session.id),
    });
  }

  lookAtDecisions();
  for (const summary of state.threads.values()) lookAtThread(summary);
  const stop = session.onChange((objects) => {
    let decisions = false;
    for (const object of objects) {
      if (object === state || "method" in object) decisions = true;
      else if ("lastTurn" in object && "id" in object && typeof object.id === "string") {
        const summary = state.threads.get(object.id);
        if (summary === object) lookAtThread(summary);
      }
    }
    if (decisions) lookAtDecisions();
  });
  return () => {
    stop();
    for (const release of claims.values()) release();
  };
}

function ending(how: TurnStanding): string {
  switch (how.type) {
    case "failed":
      return how.word === null ? "A turn has failed." : `A turn has ended: ${how.word}.`;
    case "lost":
      return "A turn was lost: the App Server ended before it did.";
    case "untold":
      return "A turn is over; how it ended was not told.";
    default:
      return "A turn has finished.";
  }
}

function sentence(line: string): string {
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
}
