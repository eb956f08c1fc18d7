// The agent waits for a while: one quiet line.
import { type JSX, Show } from "solid-js";
import { duration, stopwatch } from "../../design/words.ts";
import { live } from "../live.ts";
import { createElapsed } from "../elapsed.ts";
import type { ItemProps } from "./late-item.tsx";
import { CLOSED_WORDS } from "./parts/call-facts.tsx";

export default function Sleep(props: ItemProps<"sleep">): JSX.Element {
  const item = () => live(props.item);
  const elapsed = createElapsed(() => (item().phase === "open" ? item().startedAt : null));
  const long = () => {
    const ms = item().told.durationMs;
    return typeof ms === "number" ? duration(ms) : "a while";
  };
  return (
    <p class="quiet">
      <b>
        {item().phase === "completed" ? "Slept for" : "Sleeping for"} {long()}
      </b>
      <Show when={elapsed() !== null}>
        <span class="dim num"> · {stopwatch(elapsed() ?? 0)} so far</span>
      </Show>
      <Show when={item().phase === "closed"}>
        <span class="dim"> · {CLOSED_WORDS}</span>
      </Show>
    </p>
  );
}
