// The account in one line, a limit that is reached, and who else controls the App Server. The account's own page has the rest.
import { createMemo, type JSX, Show } from "solid-js";
import type { HostSession } from "../../host/model.ts";
import { machinePath } from "../machine/path.ts";
import { live } from "../live.ts";
import { createNow } from "../now.ts";
import { A } from "../route.tsx";
import { accountWords, isReached, limitName } from "./limit-words.ts";

export function AccountSection(props: { session: HostSession }): JSX.Element {
  const now = createNow();
  const state = () => live(props.session.state);
  const reached = createMemo(() =>
    [...state().rateLimits.values()]
      .filter((limit) => isReached(limit, now()))
      .map(limitName)
      .join(", "),
  );
  const remote = () => {
    const told = state().remoteControl;
    return told === null || told.generation !== state().current ? null : told;
  };
  return (
    <section aria-labelledby="account">
      <h2 id="account">Account and limits</h2>
      <p>{accountWords(state().account) ?? "The server has not said who is signed in."}</p>
      <Show when={reached() !== ""}>
        <p class="bad">Limit reached: {reached()}</p>
      </Show>
      <Show when={remote()}>
        {(told) => (
          <p class="dim">
            Remote control: {told().status}
            <Show when={told().serverName}>{(name) => <> · {name()}</>}</Show>
          </p>
        )}
      </Show>
      <p>
        <A class="activity__account" href={machinePath(props.session.id, "account")}>
          Sign-in, limits and usage
        </A>
      </p>
    </section>
  );
}
