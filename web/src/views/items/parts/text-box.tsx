// A text of a tool as it stands: cut to its beginning when it is long, all of it in a window of its own on request.
import { createMemo, type JSX, Match, Show, Switch } from "solid-js";
import { Button } from "../../../design/button.tsx";
import { CopyButton } from "../../../design/copy-button.tsx";
import { bytes, counted } from "../../../design/words.ts";
import { CodeBlock } from "../../code/code-block.tsx";
import { createRemembered } from "../../fold-memory.ts";
import { LongText } from "../../markdown/long-text.tsx";
import { pretty } from "../generic-card.tsx";
import "./parts.css";

/** How much of a text is drawn at once. */
const CHARACTERS = 1600;
const LINES = 16;
/** JSON up to this length is set out and coloured, characters. */
const SET_OUT = 20_000;

/** `of` and `name` remember what was opened. */
export function TextBox(props: { of: object; name: string; text: string; label: string; json?: boolean }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const [all, setAll] = createRemembered(props.of, props.name, false);
  const json = createMemo(() => (props.json === true || looksLikeJson(props.text) ? pretty(props.text) : null));
  const text = () => json() ?? props.text;
  const cut = createMemo(() => cutAt(text()));
  const lines = createMemo(() => countLines(text()));
  return (
    <div class="text-box">
      <Switch
        fallback={
          <pre class="text-box__text" tabindex="0" aria-label={props.label}>
            {text().slice(0, cut())}
            {cut() < text().length ? "…" : ""}
          </pre>
        }
      >
        <Match when={json() !== null && (all() || cut() === text().length) && text().length <= SET_OUT}>
          <CodeBlock text={text()} lang="json" closed />
        </Match>
        <Match when={all() && cut() < text().length}>
          <LongText text={text()} label={props.label} mono />
        </Match>
      </Switch>
      <Show when={cut() < text().length}>
        <div class="text-box__more">
          <Button size="small" look="quiet" aria-expanded={all()} onClick={() => setAll(!all())}>
            {all() ? "Show its beginning only" : `Show all ${counted(lines(), "line")} (${bytes(text().length)})`}
          </Button>
          <CopyButton label={`Copy ${props.label.toLowerCase()}`} text={() => props.text} />
        </div>
      </Show>
    </div>
  );
}

/** A list or an object, by its ends: what is none stays as it is when it is parsed. */
function looksLikeJson(text: string): boolean {
  if (text.length > SET_OUT || text.length < 2) return false;
  const ends = text.trim();
  return (ends.startsWith("{") && ends.endsWith("}")) || (ends.startsWith("[") && ends.endsWith("]"));
}

function cutAt(text: string): number {
  let at = Math.min(text.length, CHARACTERS);
  let lines = 0;
  for (let i = text.indexOf("\n"); i !== -1 && i < at; i = text.indexOf("\n", i + 1)) {
    lines += 1;
    if (lines === LINES) at = i;
  }
  // Little more than what is shown is shown whole.
  return text.length - at < 200 && countLines(text) < LINES + 4 ? text.length : at;
}

function countLines(text: string): number {
  let lines = 1;
  for (let i = text.indexOf("\n"); i !== -1; i = text.indexOf("\n", i + 1)) lines += 1;
  return lines;
}
