// Settings: what Enter does while a turn runs.
import { For, type JSX } from "solid-js";
import "./while-running-section.css";
import { defaultWay, setDefaultWay, type RunningWay } from "../composer/default-way.ts";

const CHOICES: readonly { value: RunningWay; label: string }[] = [
  { value: "steer", label: "Enter steers the turn" },
  { value: "queue", label: "Enter queues for after the turn" },
];

export function WhileRunningSection(): JSX.Element {
  return (
    <section aria-labelledby="while-running">
      <h2 id="while-running">While a turn runs</h2>
      <fieldset class="settings__themes">
        <legend class="sr-only">What Enter does</legend>
        <For each={CHOICES}>
          {(choice) => (
            <label>
              <input
                type="radio"
                name="while-running"
                value={choice.value}
                checked={defaultWay() === choice.value}
                onChange={() => setDefaultWay(choice.value)}
              />
              {choice.label}
            </label>
          )}
        </For>
      </fieldset>
      <p class="dim while-running__note">
        The other way has its own button, and Ctrl Enter (⌘ Enter on a Mac). Kept on this device.
      </p>
    </section>
  );
}
