// Commands that go on after their turn has ended: an interrupt ends the turn, not what it started. It is said, and the
// person may end them.
import { createMemo, createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import type { Turn } from "../../projection/state.ts";
import { connection, live } from "../live.ts";
import { failureSentence } from "../sentences.ts";
import { useScope } from "./scope.tsx";

/** Under a turn that is over; nothing where all its commands have ended, or their process is gone. */
export function LeftRunning(props: { turn: Turn }): JSX.Element {
  const scope = useScope();
  const [asked, setAsked] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  const count = createMemo(() => {
    const turn = live(props.turn);
    const { generations } = live(scope.session.state);
    const generation = turn.generation === null ? undefined : generations.get(turn.generation);
    if (generation === undefined || live(generation).end !== null) return 0;
    let open = 0;
    for (const item of turn.items.values())
      if (item.type === "commandExecution" && live(item).phase === "closed" && item.exitCode === null) open += 1;
    return open;
  });

  async function end(): Promise<void> {
    setAsked(true);
    setProblem(null);
    const outcome = await scope.session.request("thread/backgroundTerminals/clean", { threadId: props.turn.thread });
    if (outcome.ok) return;
    setAsked(false);
    setProblem(failureSentence(outcome.reason));
  }

  return (
    <Show when={count() > 0}>
      <div class="foot" data-kind="note">
        <span class="foot__text">
          {count() === 1
            ? "A command of this turn may still run on the machine."
            : `${count()} commands of this turn may still run on the machine.`}
        </span>
        <Button disabled={asked() || connection(scope.session) !== "live"} onClick={() => void end()}>
          {count() === 1 ? "End the command" : "End the commands"}
        </Button>
        <Show when={problem()}>{(text) => <span class="foot__detail">{text()}</span>}</Show>
      </div>
    </Show>
  );
}
