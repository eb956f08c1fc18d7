// The keys of the app, in one small dialog.
import { For, type JSX } from "solid-js";
import { Dialog } from "../../design/dialog.tsx";
import { sendKey, sendKeyNames } from "../composer/enter.ts";
import { setSingleKeys, singleKeys } from "../frame/shortcuts.ts";
import "./shortcuts-dialog.css";

interface Line {
  what: string;
  keys: readonly (readonly string[])[];
}

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

const lines = (): readonly Line[] => [
  { what: "Next decision that waits", keys: [["J"], ["F8"]] },
  { what: "Previous decision that waits", keys: [["K"], ["Shift", "F8"]] },
  { what: "Everything that waits", keys: [["I"]] },
  { what: "Find a thread", keys: [[isMac ? "⌘" : "Ctrl", "K"]] },
  { what: "Send the message", keys: [sendKeyNames().first.split(" ")] },
  { what: "While a turn runs: queue or steer, the other one", keys: [sendKeyNames().other.split(" ")] },
  { what: "New line in the message", keys: [sendKey() === "enter" ? ["Shift", "Enter"] : ["Enter"]] },
  { what: "An earlier message, in an empty box", keys: [["↑"]] },
  { what: "A file, a skill, an act of the app in the message", keys: [["@"], ["$"], ["/"]] },
  { what: "These keys", keys: [["?"]] },
];

export default function ShortcutsDialog(props: { open: boolean; onClose: () => void }): JSX.Element {
  return (
    <Dialog open={props.open} title="Keys" onClose={() => props.onClose()}>
      <div class="shortcuts">
        <dl>
          <For each={lines()}>
            {(line) => (
              <div>
                <dt>{line.what}</dt>
                <dd>
                  <For each={line.keys}>
                    {(keys, at) => (
                      <>
                        {at() > 0 ? <span class="dim">or</span> : null}
                        <span class="shortcuts__keys">
                          <For each={keys}>{(key) => <kbd>{key}</kbd>}</For>
                        </span>
                      </>
                    )}
                  </For>
                </dd>
              </div>
            )}
          </For>
        </dl>
        <label class="shortcuts__single">
          <input
            type="checkbox"
            checked={singleKeys()}
            onChange={(event) => setSingleKeys(event.currentTarget.checked)}
          />
          <span>
            Single letters work as keys
            <small>Outside of text fields. F8 always works. No key answers a decision.</small>
          </span>
        </label>
      </div>
    </Dialog>
  );
}
