// The way to the menu of a turn, at its end.
import type { JSX } from "solid-js";
import { Icon } from "../../design/icon.tsx";
import type { Turn } from "../../projection/state.ts";
import { openTurnMenu } from "./asked.ts";
import "./turn-menu-button.css";

export function TurnMenuButton(props: { turn: Turn }): JSX.Element {
  return (
    <button
      type="button"
      class="turn-menu-button"
      aria-label="Turn menu"
      aria-haspopup="menu"
      title="Fork, go back, copy"
      onClick={(event) => openTurnMenu({ thread: props.turn.thread, turn: props.turn.id, anchor: event.currentTarget })}
    >
      <Icon name="more" size={16} />
    </button>
  );
}
