// Settings: which key sends a message, and what it does while a turn runs.
import { For, type JSX } from "solid-js";
import "./while-running-section.css";
import { defaultWay, setDefaultWay, type RunningWay } from "../composer/default-way.ts";
import { sendKey, sendKeyNames, setSendKey, type SendKey } from "../composer/enter.ts";

const CHORD = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘ Enter" : "Ctrl Enter";
const KEYS: readonly Choice<SendKey>[] = [
  { value: "enter", label: "Enter sends, Shift Enter makes a line" },
  { value: "chord", label: `${CHORD} sends, Enter makes a line` },
];
const WAYS: readonly Choice<RunningWay>[] = [
  { value: "steer", label: "It steers the turn" },
  { value: "queue", label: "It queues for after the turn" },
];

interface Choice<T> {
  value: T;
  label: string;
}

export function WhileRunningSection(): JSX.Element {
  return (
    <section aria-labelledby="sending">
      <h2 id="sending">Sending</h2>
      <Choices name="send-key" legend="The key that sends" choices={KEYS} chosen={sendKey()} choose={setSendKey} />
      <p class="dim while-running__note">On a touch keyboard Enter always makes a line; the button sends.</p>
      <h3 class="while-running__head">While a turn runs</h3>
      <Choices
        name="while-running"
        legend="What the key does while a turn runs"
        choices={WAYS}
        chosen={defaultWay()}
        choose={setDefaultWay}
      />
      <p class="dim while-running__note">
        The other way has its own button, and {sendKeyNames().other}. Both are kept on this device.
      </p>
    </section>
  );
}

function Choices<T extends string>(props: {
  name: string;
  legend: string;
  choices: readonly Choice<T>[];
  chosen: T;
  choose: (value: T) => void;
}): JSX.Element {
  return (
    <fieldset class="settings__themes">
      <legend class="sr-only">{props.legend}</legend>
      <For each={props.choices}>
        {(choice) => (
          <label>
            <input
              type="radio"
              name={props.name}
              value={choice.value}
              checked={props.chosen === choice.value}
              onChange={() => props.choose(choice.value)}
            />
            {choice.label}
          </label>
        )}
      </For>
    </fieldset>
  );
}
