// What the workspace tells its members, as the server gives it: text, never more.
import { createMemo, type JSX, Show } from "solid-js";
import { fullTime } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { workspaceMessagesOf } from "../../projection/account-told.ts";
import { plainWords } from "../cards/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { live } from "../live.ts";

/** Nothing where there is nothing to say: most accounts have no such messages. */
export function WorkspaceMessages(props: { session: HostSession }): JSX.Element {
  const told = createMemo(() => workspaceMessagesOf(live(props.session.state)));
  const messages = () => told()?.messages ?? [];
  return (
    <Show when={messages().length > 0}>
      <section aria-labelledby="account-messages">
        <h2 id="account-messages">From the workspace</h2>
        <ul class="account__messages">
          <FirstOf of={props.session} name="workspace messages" each={messages()} what="messages" first={10} row>
            {(message) => (
              <li data-message={message.id}>
                <p class="account__message-head">
                  <b>
                    <VisibleText text={plainWords(message.kind)} prose />
                  </b>
                  <Show when={message.createdAt}>{(at) => <span class="dim num">{fullTime(at())}</span>}</Show>
                </p>
                <p class="account__message">
                  <VisibleText text={message.body} plainBreaks prose />
                </p>
              </li>
            )}
          </FirstOf>
        </ul>
      </section>
    </Show>
  );
}
