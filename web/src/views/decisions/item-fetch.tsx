// The item that a request is about, when this device does not have it: asked for once, and again when the person wants.
import { type Accessor, createEffect, createSignal, type JSX, Match, on, Switch } from "solid-js";
import type { Decision } from "../../decisions/state.ts";
import { connection } from "../live.ts";
import { failureSentence } from "../sentences.ts";
import { useScope } from "../thread/scope.tsx";

export interface ItemFetch {
  state: Accessor<{ type: "none" } | { type: "running" } | { type: "done" } | { type: "failed"; message: string }>;
  again(): void;
}

/** Fetches while `needed`, once the page is live. */
export function createItemFetch(decision: Accessor<Decision>, needed: Accessor<boolean>): ItemFetch {
  const scope = useScope();
  const [state, setState] = createSignal<ReturnType<ItemFetch["state"]>>({ type: "none" });
  const run = () => {
    const { thread } = decision();
    if (thread === null || state().type === "running") return;
    setState({ type: "running" });
    // The only small call that shows what a running turn is about to do. It changes no policy of a loaded thread.
    void scope.session
      .request(
        "thread/resume",
        { threadId: thread, excludeTurns: true, initialTurnsPage: { limit: 1, itemsView: "full" } },
        { wait: true },
      )
      .then((outcome) =>
        setState(outcome.ok ? { type: "done" } : { type: "failed", message: failureSentence(outcome.reason) }),
      );
  };
  createEffect(
    on([needed, () => connection(scope.session) === "live"], ([wanted, live]) => {
      if (wanted && live && state().type === "none") run();
    }),
  );
  return { state, again: run };
}

/** How far that is. */
export function ItemFetch(props: { fetch: ItemFetch }): JSX.Element {
  const failed = () => {
    const state = props.fetch.state();
    return state.type === "failed" ? state.message : null;
  };
  const again = () => (
    <button type="button" class="link" onClick={() => props.fetch.again()}>
      Fetch again
    </button>
  );
  return (
    <Switch fallback="It is fetched as soon as there is a connection.">
      <Match when={props.fetch.state().type === "running"}>Fetching it…</Match>
      <Match when={props.fetch.state().type === "done"}>The server did not give it. {again()}</Match>
      <Match when={failed()}>
        {(message) => (
          <>
            It could not be fetched: {message()} {again()}
          </>
        )}
      </Match>
    </Switch>
  );
}
