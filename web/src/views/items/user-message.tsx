// What the person wrote: plain text with its lines, never Markdown; other parts by their names.
import { createSignal, For, type JSX, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { Button } from "../../design/button.tsx";
import { bytes, clockTime, fullTime } from "../../design/words.ts";
import { objectOf } from "../../projection/read.ts";
import type { Item, Json, Turn } from "../../projection/state.ts";
import { live } from "../live.ts";
import { late } from "./late.ts";
import "../thread/message.css";

/** Longer messages are cut on screen until all is asked for, characters. */
const SHOWN = 20_000;

type UserMessageItem = Extract<Item, { type: "userMessage" }>;

export function UserMessage(props: { item: UserMessageItem; turn: Turn }): JSX.Element {
  const item = () => live(props.item);
  const at = () => item().startedAt ?? item().completedAt ?? live(props.turn).startedAt;
  const [all, setAll] = createSignal(false);
  const plain = () => item().content.every(isPlain);
  return (
    <div class="message">
      <div class="message__bubble">
        <div class="message__who">
          You
          <Show when={at()}>
            {(time) => <time class="num" title={fullTime(time())}>{` · ${clockTime(time())}`}</time>}
          </Show>
        </div>
        <Show when={plain()} fallback={<Parts item={props.item} />}>
          <div class="message__text">{all() ? item().text : item().text.slice(0, SHOWN)}</div>
          <Show when={!all() && item().text.length > SHOWN}>
            <Button size="small" look="quiet" onClick={() => setAll(true)}>
              Show all ({bytes(item().text.length)})
            </Button>
          </Show>
        </Show>
      </div>
    </div>
  );
}

/** Text and nothing else. */
function isPlain(value: Json): boolean {
  const part = objectOf(value) ?? {};
  const elements = part["text_elements"];
  return (
    part["type"] === "text" && typeof part["text"] === "string" && !(Array.isArray(elements) && elements.length > 0)
  );
}

const useParts = late(() => import("./message/input-parts.tsx"));

/** All the parts, once their view is there; the text and the names of the others until then. */
function Parts(props: { item: UserMessageItem }): JSX.Element {
  const { view, failed, again } = useParts();
  const names = () => live(props.item).content.flatMap((part) => (isPlain(part) ? [] : [partName(part)]));
  return (
    <Show
      when={view()}
      fallback={
        <>
          <div class="message__text">{live(props.item).text.slice(0, SHOWN)}</div>
          <ul class="message__parts">
            <For each={names()}>{(name) => <li>{name}</li>}</For>
          </ul>
          <Show when={failed()}>
            <p class="dim">The view of its parts could not be loaded.</p>
            <Button size="small" look="quiet" onClick={again}>
              Try again
            </Button>
          </Show>
        </>
      }
    >
      {(found) => <Dynamic component={found()} item={props.item} />}
    </Show>
  );
}

function partName(value: Json): string {
  const part = objectOf(value) ?? {};
  const name = part["name"] ?? part["path"] ?? "";
  const type = typeof part["type"] === "string" ? part["type"] : "part";
  return typeof name === "string" ? `${type} ${name}` : type;
}
