// What can be done about commands that their turn has left running: end those of this turn, or see all that run.
import { createSignal, type JSX, Show } from "solid-js";
import { onOneConnection } from "../../actions/loaded.ts";
import { Button } from "../../design/button.tsx";
import { connection } from "../live.ts";
import { useHosts, useServices } from "../services.tsx";
import { createAttempt } from "../thread-menu/attempt.ts";
import { setQuestion } from "../thread-menu/doing.ts";
import { useScope } from "../thread/scope.tsx";

/** `items`: the commands of the turn of which no end is known. */
export default function LeftRunningActs(props: { items: readonly string[] }): JSX.Element {
  const scope = useScope();
  const services = useServices();
  const { hosts } = useHosts();
  const ending = createAttempt();
  const [asked, setAsked] = createSignal(false);
  const [told, setTold] = createSignal<string | null>(null);
  const connected = () => connection(scope.session) === "live";
  const entry = () => hosts().find(({ session }) => session === scope.session);

  const end = async (items: readonly string[]) => {
    const { session } = scope;
    const thread = scope.state.id;
    setTold(null);
    const done = await ending.go(async () => {
      const acts = await services.actions.terminals();
      // What was listed on one connection may be another command's number on the next.
      return await onOneConnection<{ ended: number; others: number }>(session, async (cut) => {
        const found = await acts.list(session, thread);
        if (!found.ok) return found;
        const mine = found.value.terminals.filter(({ item }) => item !== null && items.includes(item));
        for (const { process } of mine) {
          const ended = cut() ?? (await acts.end(session, thread, process));
          if (!ended.ok) return ended;
        }
        return { ok: true, value: { ended: mine.length, others: found.value.terminals.length - mine.length } };
      });
    });
    if (done === undefined) return;
    if (done.value.ended > 0) return void setAsked(true);
    setTold(
      done.value.others === 0
        ? "Nothing of this thread runs any more."
        : "The App Server lists none of this turn; other commands of this thread run.",
    );
  };
  return (
    <>
      <Button disabled={ending.busy() || asked() || !connected()} onClick={() => void end(props.items)}>
        {props.items.length === 1 ? "End the command" : "End the commands"}
      </Button>
      <Show when={entry()}>
        {(found) => (
          <Button
            look="quiet"
            onClick={() => setQuestion({ type: "terminals", entry: found(), thread: scope.state.id })}
          >
            See what runs
          </Button>
        )}
      </Show>
      <Show when={ending.problem() ?? told()}>{(text) => <span class="foot__detail">{text()}</span>}</Show>
    </>
  );
}
