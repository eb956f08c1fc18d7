// A turn that was taken back, folded away: one line that says by whom, and opens it.
import { type Accessor, createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import type { Turn } from "../../projection/state.ts";
import { visibleText } from "../../decisions/visible.ts";
import { live } from "../live.ts";
import "./taken-back.css";

/** Opened ones stay open while their turn is held; all rows of a turn ask the same switch. */
const switches = new WeakMap<Turn, Switch>();

interface Switch {
  open: Accessor<boolean>;
  set: (open: boolean) => void;
}

function switchOf(turn: Turn): Switch {
  const known = switches.get(turn);
  if (known !== undefined) return known;
  const [open, set] = createSignal(false);
  const made: Switch = { open, set };
  switches.set(turn, made);
  return made;
}

/** It was taken back, and nobody has opened it since. */
export function isFolded(turn: Turn): boolean {
  return live(turn).reverted !== false && !switchOf(turn).open();
}

/** Characters of its message that the line repeats. */
const WORDS = 80;

function firstWords(turn: Turn): string {
  for (const item of turn.items.values()) {
    if (item.type !== "userMessage" || item.text.trim() === "") continue;
    const line = visibleText(item.text.trim().split("\n", 1)[0] ?? "");
    return line.length > WORDS ? `${line.slice(0, WORDS)}…` : line;
  }
  return "";
}

export function takenBackWords(turn: Turn): string {
  return turn.reverted === "here" ? "Taken back by you" : "Taken back elsewhere";
}

/** The line in place of the turn. */
export function TakenBackLine(props: { turn: Turn }): JSX.Element {
  return (
    <p class="foot taken-back" data-kind="note">
      <b>{takenBackWords(live(props.turn))}</b>
      <span class="taken-back__words" dir="auto">
        {firstWords(live(props.turn))}
      </span>
      <Button size="small" look="quiet" aria-expanded="false" onClick={() => switchOf(props.turn).set(true)}>
        Show
      </Button>
    </p>
  );
}

/** Under the turn, once it is opened. */
export function TakenBackNote(props: { turn: Turn }): JSX.Element {
  return (
    <Show when={live(props.turn).reverted !== false}>
      <div class="foot" data-kind="note">
        <b>{takenBackWords(live(props.turn))}</b>
        <span class="foot__text">
          {live(props.turn).reverted === "here"
            ? "The thread’s history was taken back to before this turn: it no longer reaches the model. Files are as they were left."
            : "The server’s history no longer has this turn: another device or program took it back, or it got lost there. It is kept on this device and no longer reaches the model. Files are as they were left."}
        </span>
        <Button size="small" look="quiet" aria-expanded="true" onClick={() => switchOf(props.turn).set(false)}>
          Fold away
        </Button>
      </div>
    </Show>
  );
}
