// A thread's goal: what it is, how it stands, what it has used, and what can be done: set, change, pause, go on, clear.
// Whatever another device does to it shows here at once.
import { createMemo, createSignal, createUniqueId, type JSX, onCleanup, Show } from "solid-js";
import type { GoalChange } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { TextField } from "../../design/text-field.tsx";
import { duration } from "../../design/words.ts";
import type { Goal } from "../../projection/facts.ts";
import { goalUse, goalWords } from "../cards/say-threads.ts";
import { TextInput } from "../decisions/forms/text-input.tsx";
import { connection, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { useServices } from "../services.tsx";
import { createAttempt } from "../thread-menu/attempt.ts";
import { setQuestion, type Subject } from "../thread-menu/doing.ts";
import { refusalSentence } from "../thread-menu/refusals.ts";
import { budgetOf } from "./budget.ts";
import "./goal-dialog.css";

export default function GoalDialog(props: { subject: Subject }): JSX.Element {
  const services = useServices();
  // Keyed by the subject: it does not change during this component's life.
  // oxlint-disable-next-line solid/reactivity
  const { entry, thread } = props.subject;
  const { session } = entry;
  const open = session.openThread(thread);
  onCleanup(() => open.close());
  const connected = () => connection(session) === "live";
  const [cleared, setCleared] = createSignal(false);
  const told = createLoader(
    () => (connected() ? thread : null),
    async (id) => (await services.actions.goals()).read(session, id),
  );
  const toldGoal = (): Goal | null => {
    live(open.source);
    return live(open.state).goal;
  };
  /** Once events have told of one, that it is gone is told by them as well. */
  const heard = createMemo((was: boolean) => was || toldGoal() !== null, false);
  /** As events tell it; before any has come, as it was read just now. */
  const goal = (): Goal | null => {
    const known = toldGoal();
    if (known !== null || heard() || cleared()) return known;
    const outcome = told.value();
    return outcome?.ok === true ? outcome.value : null;
  };
  const unread = () => {
    const outcome = told.value();
    return outcome !== undefined && !outcome.ok && goal() === null ? refusalSentence(outcome.reason) : null;
  };
  const works = () => {
    const found = live(session.state).threads.get(thread);
    return found !== undefined && live(found).status.type === "active";
  };

  // oxlint-disable-next-line solid/reactivity
  const [objective, setObjective] = createSignal<string | null>(props.subject.words ?? null);
  const [budget, setBudget] = createSignal<string | null>(null);
  const words = () => objective() ?? goal()?.objective ?? "";
  const limit = () => budget() ?? goal()?.tokenBudget?.toString() ?? "";
  /** What the person has not touched is not theirs to mend, whatever the server has there. */
  const wanted = () =>
    budget() === null ? { ok: true as const, value: goal()?.tokenBudget ?? null } : budgetOf(limit());
  const doing = createAttempt();
  const id = createUniqueId();

  /** What the person has changed; what they have not is left out. */
  const change = (): GoalChange => {
    const next = wanted();
    const now = goal();
    return {
      ...(objective() === null || words().trim() === (now?.objective ?? "") ? {} : { objective: words().trim() }),
      ...(next.ok && next.value !== (now?.tokenBudget ?? null) ? { tokenBudget: next.value } : {}),
    };
  };
  const set = async (next: GoalChange) => {
    const done = await doing.go(async () => (await services.actions.goals()).set(session, thread, next));
    if (done === undefined) return;
    setCleared(false);
    setObjective(null);
    setBudget(null);
    told.again();
  };
  const save = async (event: Event) => {
    event.preventDefault();
    if (!may()) return;
    await set(goal() === null ? { ...change(), status: "active" } : change());
  };
  const clear = async () => {
    const done = await doing.go(async () => (await services.actions.goals()).clear(session, thread));
    if (done === undefined) return;
    setCleared(true);
    setObjective(null);
    setBudget(null);
    told.again();
  };
  const may = () =>
    connected() && !doing.busy() && words().trim() !== "" && wanted().ok && Object.keys(change()).length > 0;
  const goesOn = () => goal()?.status === "active";
  const use = () => {
    const now = goal();
    if (now === null) return "";
    const time = now.timeUsedSeconds;
    return [goalUse(now.tokensUsed, now.tokenBudget), time === null || time === 0 ? null : duration(time * 1000)]
      .filter((part) => part !== null)
      .join(" · ");
  };
  return (
    <form class="ask" onSubmit={(event) => void save(event)}>
      <Show
        when={goal()}
        fallback={
          <p>
            With a goal, the agent starts one turn after another by itself, without a message, until it says that the
            goal is reached, or until you pause it.
          </p>
        }
      >
        {(now) => (
          <div class="goal-now" data-goal={now().status}>
            <b>{goesOn() ? "Active" : goalWords(now().status)}</b>
            <span class="num">{use()}</span>
          </div>
        )}
      </Show>
      <div class="field">
        <label class="field__label" for={id}>
          What is to be reached
        </label>
        <TextInput id={id} lines value={words()} onValue={setObjective} />
      </div>
      <TextField
        label="Token budget"
        hint="The agent stops by itself when it is used up. Leave it empty for none."
        error={wanted().ok ? null : "A whole number of tokens, more than none."}
        inputmode="numeric"
        value={limit()}
        placeholder="none"
        maxLength={20}
        onInput={(event) => setBudget(event.currentTarget.value)}
      />
      <Show when={goal() !== null && !goesOn() && works()}>
        <p>The turn that runs now goes on to its end; Stop ends it.</p>
      </Show>
      <Show when={unread()}>{(text) => <p class="bad">{text()}</p>}</Show>
      <Show when={!connected()}>
        <p>Without a connection a goal can be read and not changed.</p>
      </Show>
      <Show when={doing.problem()}>
        {(text) => (
          <p class="bad" role="alert">
            {text()}
          </p>
        )}
      </Show>
      <div class="ask__acts">
        <Show
          when={goal()}
          fallback={
            <>
              <Button onClick={() => setQuestion(null)}>Cancel</Button>
              <Button type="submit" look="act" disabled={!may()}>
                Set the goal and start
              </Button>
            </>
          }
        >
          <Button look="quiet" disabled={!connected() || doing.busy()} onClick={() => void clear()}>
            Clear the goal
          </Button>
          <Button
            disabled={!connected() || doing.busy()}
            onClick={() => void set({ status: goesOn() ? "paused" : "active" })}
          >
            {goesOn() ? "Pause" : "Go on with it"}
          </Button>
          <Button type="submit" look="act" disabled={!may()}>
            Save
          </Button>
        </Show>
      </div>
    </form>
  );
}
