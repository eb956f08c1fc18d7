// What can be done about a failed turn, as buttons. Each is an act that exists elsewhere too; nothing happens without a press.
import { For, type JSX, Match, Show, Switch } from "solid-js";
import { Button } from "../../design/button.tsx";
import type { MessageInput } from "../../host/model.ts";
import { holdsParts, sendable } from "../../projection/message-words.ts";
import type { Turn } from "../../projection/state.ts";
import { machinePath } from "../machine/path.ts";
import { putIntoBox } from "../composer/put-back.ts";
import { wayNow } from "../composer/way-now.ts";
import { createRemembered } from "../fold-memory.ts";
import { connection, live } from "../live.ts";
import { A, navigate } from "../route.tsx";
import { useServices } from "../services.tsx";
import { fork, perform } from "../thread-menu/doing.ts";
import { openThreadSettings } from "../thread-settings/asked.ts";
import { useScope } from "../thread/scope.tsx";
import type { ErrorAct } from "./kinds.ts";

interface LastMessage {
  text: string;
  /** All of it where it holds more than words. */
  input?: MessageInput;
}

/** The turn's last message of the person; null where there is none. */
function lastMessage(turn: Turn): LastMessage | null {
  let message: LastMessage | null = null;
  for (const item of turn.items.values()) {
    if (item.type !== "userMessage") continue;
    const { text, content } = item;
    if (!holdsParts(content)) message = text.trim() === "" ? null : { text };
    else message = { text, input: sendable(content) };
  }
  return message;
}

export function ErrorActs(props: { turn: Turn; acts: readonly ErrorAct[] }): JSX.Element {
  const services = useServices();
  const scope = useScope();
  // Remembered beyond the window that draws the row.
  // oxlint-disable-next-line solid/reactivity
  const [sent, setSent] = createRemembered(props.turn, "sent-again", false);
  const words = () => lastMessage(live(props.turn));
  const offline = () => connection(scope.session) !== "live";
  const shut = () => {
    const { heldElsewhere, notResumable } = live(scope.state);
    return heldElsewhere || notResumable;
  };
  const subject = () => {
    const entry = services.hosts().find(({ session }) => session === scope.session);
    return entry === undefined ? null : { entry, thread: scope.state.id };
  };
  const fits = (act: ErrorAct) => {
    if (act === "again" || act === "edit") return words() !== null && !shut();
    if (act === "new-thread") return scope.cwd !== null;
    if (act === "compact" || act === "settings") return !shut();
    return true;
  };
  const again = () => {
    const message = words();
    if (message === null || sent()) return;
    setSent(true);
    const way = wayNow(scope.session, null);
    const { id } = scope.state;
    const { text, input } = message;
    const send = () => {
      if (input !== undefined) return scope.session.sendMessage(id, text, way, input);
      return way === undefined ? scope.session.sendMessage(id, text) : scope.session.sendMessage(id, text, way);
    };
    send().catch(() => putIntoBox({ thread: id, ...message }));
  };
  const whole = (act: "compact" | "fork") => {
    const about = subject();
    if (about === null) return;
    void (act === "fork" ? fork(services, about) : perform(services, about, act));
  };
  const why = () => (offline() ? { title: "Needs the connection" } : {});
  return (
    <div class="turn-error__acts">
      <For each={props.acts.filter(fits)}>
        {(act) => (
          <Switch>
            <Match when={act === "again"}>
              <Button size="small" disabled={sent()} onClick={again}>
                {sent() ? "Sent again" : "Send again"}
              </Button>
            </Match>
            <Match when={act === "edit"}>
              <Button
                size="small"
                look="quiet"
                onClick={() => putIntoBox({ thread: scope.state.id, ...(words() ?? { text: "" }) })}
              >
                Put it back into the box
              </Button>
            </Match>
            <Match when={act === "compact"}>
              <Button size="small" disabled={offline()} {...why()} onClick={() => whole("compact")}>
                Compact the history
              </Button>
            </Match>
            <Match when={act === "fork"}>
              <Button size="small" look="quiet" disabled={offline()} {...why()} onClick={() => whole("fork")}>
                Fork
              </Button>
            </Match>
            <Match when={act === "new-thread"}>
              <Button
                size="small"
                look="quiet"
                onClick={() => navigate(`/new?cwd=${encodeURIComponent(scope.cwd ?? "")}`)}
              >
                New thread in this folder
              </Button>
            </Match>
            <Match when={act === "limits"}>
              <A class="foot__link" href={machinePath(scope.session.id, "account")}>
                See the limits
              </A>
            </Match>
            <Match when={act === "settings"}>
              <Button size="small" look="quiet" onClick={() => openThreadSettings(scope.state.id)}>
                Model and permissions …
              </Button>
            </Match>
            <Match when={act === "sign-in"}>
              <A class="foot__link" href={machinePath(scope.session.id, "account")}>
                Sign in
              </A>
            </Match>
          </Switch>
        )}
      </For>
      <Show when={sent() && offline()}>
        <span class="foot__detail">It waits for the connection.</span>
      </Show>
    </div>
  );
}
