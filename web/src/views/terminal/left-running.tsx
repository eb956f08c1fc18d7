// Commands that turns have left running: the server tells of them thread by thread, when it is asked.
import { createMemo, For, type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { live } from "../live.ts";
import { A, threadPath } from "../route.tsx";
import { sameMembers } from "../same-members.ts";
import { setQuestion } from "../thread-menu/doing.ts";
import { threadTitle } from "../thread-facts.ts";

export function LeftRunning(props: { entry: HostEntry }): JSX.Element {
  const state = () => props.entry.session.state;
  const loaded = createMemo(
    () => {
      const host = live(state());
      const generation = host.current === null ? undefined : host.generations.get(host.current);
      return generation === undefined ? [] : [...live(generation).loaded];
    },
    [],
    { equals: sameMembers },
  );
  return (
    <Show when={loaded().length > 0}>
      <section aria-labelledby="terminals-threads">
        <h2 id="terminals-threads">Of threads</h2>
        <p class="dim">
          Commands that a turn has left running belong to their thread. The server lists them when asked.
        </p>
        <ul class="terminals-room__list" aria-label="Loaded threads">
          <For each={loaded()}>
            {(thread) => (
              <li>
                <A href={threadPath(thread)} class="terminals-room__name">
                  {threadTitle(live(state()).threads.get(thread) ?? null, thread)}
                </A>
                <Button size="small" onClick={() => setQuestion({ type: "terminals", entry: props.entry, thread })}>
                  See what runs
                </Button>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}
