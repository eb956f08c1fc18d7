// An act out of a dialog that stays open when it fails: what was typed is kept, and why it was not done stands beside it.
import { type Accessor, createSignal } from "solid-js";
import type { Outcome } from "../../host/model.ts";
import { refusalSentence } from "./refusals.ts";

export interface Attempt {
  busy: Accessor<boolean>;
  /** Why the last one failed, as a sentence; null: it did not. */
  problem: Accessor<string | null>;
  /** Undefined when it failed. */
  go<T>(act: () => Promise<Outcome<T>>): Promise<{ value: T } | undefined>;
}

const UNLOADED = "Nothing was sent: a part of the app could not be loaded. Try again, or reload the page.";

/** Makes the attempts of one dialog; one at a time. */
export function createAttempt(): Attempt {
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  return {
    busy,
    problem,
    async go(act) {
      if (busy()) return undefined;
      setBusy(true);
      setProblem(null);
      const outcome = await act().catch(() => null);
      setBusy(false);
      if (outcome?.ok === true) return { value: outcome.value };
      setProblem(outcome === null ? UNLOADED : refusalSentence(outcome.reason));
      return undefined;
    },
  };
}
