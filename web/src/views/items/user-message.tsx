// What the person wrote: plain text with its lines, never Markdown; other parts by their names.
import { createSignal, For, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { bytes, clockTime, fullTime } from "../../design/words.ts";
import type { Item, JsonObject, Turn } from "../../projection/state.ts";
import { live } from "../live.ts";
import "../thread/message.css";

/** Longer messages are cut on screen until all is asked for, characters. */
const SHOWN = 20_000;

export function UserMessage(props: { item: Extract<Item, { type: "userMessage" }>; turn: Turn }): JSX.Element {
  const item = () => live(props.item);
  const at = () => item().startedAt ?? item().completedAt ?? live(props.turn).startedAt;
  const [all, setAll] = createSignal(false);
  const others = () => item().content.filter((part) => part["type"] !== "text");
  return (
    <div class="message">
      <div class="message__bubble">
        <div class="message__who">
          You
          <Show when={at()}>
            {(time) => <time class="num" title={fullTime(time())}>{` · ${clockTime(time())}`}</time>}
          </Show>
        </div>
        <div class="message__text">{all() ? item().text : item().text.slice(0, SHOWN)}</div>
        <Show when={!all() && item().text.length > SHOWN}>
          <Button size="small" look="quiet" onClick={() => setAll(true)}>
            Show all ({bytes(item().text.length)})
          </Button>
        </Show>
        <Show when={others().length > 0}>
          <ul class="message__parts">
            <For each={others()}>{(part) => <li>{partWords(part)}</li>}</For>
          </ul>
        </Show>
      </div>
    </div>
  );
}

/** An attachment by its kind and its name; nothing is loaded because of it. */
function partWords(part: JsonObject): string {
  const text = (key: string) => (typeof part[key] === "string" ? part[key] : null);
  const name = text("name") ?? text("path");
  switch (part["type"]) {
    case "image":
      return "Image";
    case "localImage":
      return `Image ${name ?? ""}`;
    case "skill":
      return `Skill ${name ?? ""}`;
    case "mention":
      return `@${name ?? ""}`;
    default:
      return `${text("type") ?? "Attachment"} ${name ?? ""}`;
  }
}
