// Notifications on this device: turned on by a press (which asks the browser), without content unless allowed.
import { createSignal, type JSX, Match, Show, Switch } from "solid-js";
import { Button } from "../../design/button.tsx";
import { chooseNotify, notifyChoice } from "./choice.ts";
import { notificationsExist } from "./page.ts";
import "./notify-section.css";

export function NotifySection(): JSX.Element {
  const exist = notificationsExist();
  const [permission, setPermission] = createSignal(exist ? Notification.permission : "denied");
  const on = () => notifyChoice().on && permission() === "granted";
  const turnOn = async () => {
    let answer: NotificationPermission = "denied";
    try {
      answer = await Notification.requestPermission();
    } catch {
      // As good as a refusal.
    }
    setPermission(answer);
    if (answer === "granted") chooseNotify({ on: true, content: notifyChoice().content });
  };
  return (
    <section class="notify" aria-labelledby="notify-title">
      <h2 id="notify-title">Notifications</h2>
      <p>
        For each request and each finished turn, while Longwire is open but not in front of you. A notification leads
        here; nothing is answered from it.
      </p>
      <Switch>
        <Match when={!exist}>
          <p class="dim">This browser offers none here: they need an https address or this very machine.</p>
        </Match>
        <Match when={permission() === "denied"}>
          <p class="dim">
            The browser does not allow them for this address. Allow notifications in its site settings, then load this
            page again.
          </p>
        </Match>
        <Match when={!on()}>
          <Button size="small" onClick={() => void turnOn()}>
            Turn on notifications
          </Button>
        </Match>
        <Match when={on()}>
          <label>
            <input
              type="checkbox"
              checked={notifyChoice().content}
              onChange={(event) => chooseNotify({ on: true, content: event.currentTarget.checked })}
            />
            <span>
              Say which thread and what it wants
              <small>It may show on a locked screen. Without this a notification says only that something waits.</small>
            </span>
          </label>
          <Button size="small" onClick={() => chooseNotify({ on: false, content: notifyChoice().content })}>
            Turn off notifications
          </Button>
        </Match>
      </Switch>
      <Show when={on()}>
        <p class="sr-only" role="status">
          Notifications are on.
        </p>
      </Show>
    </section>
  );
}
