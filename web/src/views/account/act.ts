// One act at a time in a part of the account's page: whether it goes on, and in words why the last one came to nothing.
import { type Accessor, createSignal } from "solid-js";
import type { Outcome } from "../../host/model.ts";
import { failureSentence } from "../sentences.ts";

export interface Act {
  busy: Accessor<boolean>;
  problem: Accessor<string | null>;
  /** The server's own words, where it was the server that refused. */
  said: Accessor<string | null>;
  /** What came of it; null when it failed, or another goes on. */
  run<T>(act: () => Promise<Outcome<T>>): Promise<{ value: T } | null>;
  clear(): void;
}

export function createAct(): Act {
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  const [said, setSaid] = createSignal<string | null>(null);
  return {
    busy,
    problem,
    said,
    async run(act) {
      if (busy()) return null;
      setBusy(true);
      setProblem(null);
      try {
        const outcome = await act();
        if (outcome.ok) return { value: outcome.value };
        setSaid(outcome.reason.type === "rpc" ? outcome.reason.message : null);
        setProblem(failureSentence(outcome.reason));
      } catch {
        setSaid(null);
        setProblem("A part of the app could not be loaded. Nothing was sent; try again, or reload the page.");
      } finally {
        setBusy(false);
      }
      return null;
    },
    clear: () => setProblem(null),
  };
}
