// Turns that the server has and this device does not, between two that it holds: they are read when the person asks for them.
import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import type { Turn } from "../../projection/state.ts";
import { connection } from "../live.ts";
import { failureSentence } from "../sentences.ts";
import { useServices } from "../services.tsx";
import { useScope } from "./scope.tsx";
import "./notes.css";

/** Stands above the turn that has the hole before it. */
export function HoleNote(props: { turn: Turn }): JSX.Element {
  const { session, state } = useScope();
  const { actions } = useServices();
  const [loading, setLoading] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  const connected = () => connection(session) === "live";
  const load = async () => {
    setLoading(true);
    setProblem(null);
    const outcome = await actions.loadOlder(session, { state }, props.turn);
    setLoading(false);
    if (!outcome.ok) setProblem(failureSentence(outcome.reason));
  };
  return (
    <div class="note" data-note="hole" role="note">
      <span>
        Earlier turns are missing here: they came about while this device was away, and the server has them.{" "}
        <Show when={problem()}>{(text) => <span class="bad">{text()} </span>}</Show>
      </span>
      <Button size="small" disabled={loading() || !connected()} onClick={() => void load()}>
        {loading() ? "Reading them" : "Read them"}
      </Button>
    </div>
  );
}
