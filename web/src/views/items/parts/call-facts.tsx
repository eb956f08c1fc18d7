// How a call stands: its status in words, and its time. A running one counts; one that its turn left open says so.
import { type JSX, Show } from "solid-js";
import { duration, stopwatch } from "../../../design/words.ts";
import type { ItemPhase } from "../../../projection/state.ts";
import { createElapsed } from "../../elapsed.ts";

export interface CallState {
  phase: ItemPhase;
  /** The server's own word. */
  status: string | null | undefined;
  /** It ended, but not well, whatever the status says. */
  failed?: boolean;
  startedAt: number | null;
  durationMs: number | null | undefined;
}

export type CallOutcome = "running" | "done" | "failed" | "closed" | "other";

/** What became of it. A word that this build does not know is `other`. */
export function outcomeOf(call: CallState): CallOutcome {
  if (call.failed === true || call.status === "failed") return "failed";
  const going = call.status === "inProgress" || call.status === "in_progress" || !call.status;
  if (call.phase === "closed" && going) return "closed";
  if (call.status === "completed") return "done";
  if (going) return call.phase === "open" ? "running" : "done";
  return "other";
}

/** That it was left open, in words: no spinner stays. */
export const CLOSED_WORDS = "not ended when its turn did";

export function CallFacts(props: { call: CallState }): JSX.Element {
  const outcome = () => outcomeOf(props.call);
  const elapsed = createElapsed(() => (outcome() === "running" ? props.call.startedAt : null));
  const words = (): { text: string; look: string } => {
    switch (outcome()) {
      case "running":
        return { text: "running", look: "call-facts__running" };
      case "done":
        return { text: "done", look: "ok" };
      case "failed":
        return { text: "failed", look: "bad" };
      case "closed":
        return { text: CLOSED_WORDS, look: "" };
      case "other":
        return { text: props.call.status ?? "", look: "" };
    }
  };
  const took = () => {
    const { durationMs } = props.call;
    const since = elapsed();
    return typeof durationMs === "number" ? duration(durationMs) : since === null ? null : stopwatch(since);
  };
  return (
    <div class="card__facts">
      <span class={words().look}>{words().text}</span>
      <Show when={took()}>{(text) => <span>{text()}</span>}</Show>
    </div>
  );
}
