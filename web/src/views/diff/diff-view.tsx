// One file's change drawn as lines. Long ones begin cut and can be opened in a window; giants are offered as a file.
import { createMemo, createSignal, For, type JSX, Match, Show, Switch } from "solid-js";
import { Virtualizer } from "virtua/solid";
import { Button } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { bytes } from "../../design/words.ts";
import type { FileChange } from "../../projection/state.ts";
import { createRemembered } from "../fold-memory.ts";
import { createLoader } from "../load.ts";
import { LongText } from "../markdown/long-text.tsx";
import { visible } from "../../decisions/visible.ts";
import type { DiffLine } from "./lines.ts";
import { saveText } from "./save-text.ts";
import "../decisions/visible-text.css";
import "./diff-view.css";

/** Larger changes are not drawn, characters. */
const TOO_LARGE = 3_000_000;
/** Lines drawn at once; the rest on request. */
const FIRST = 240;

export function DiffView(props: { of: object; change: FileChange }): JSX.Element {
  const tooLarge = () => props.change.diff.length > TOO_LARGE;
  const module = createLoader(
    () => true,
    () => import("./lines.ts"),
  );
  const lines = createMemo(() => (tooLarge() ? [] : (module.value()?.diffLines(props.change) ?? null)));
  // oxlint-disable-next-line solid/reactivity
  const [whole, setWhole] = createRemembered(props.of, `whole ${props.change.path}`, false);
  // oxlint-disable-next-line solid/reactivity
  const [all, setAll] = createRemembered(props.of, `all ${props.change.path}`, false);
  const [scroller, setScroller] = createSignal<HTMLElement>();
  const shown = () => (all() ? (lines() ?? []) : (lines() ?? []).slice(0, FIRST));
  return (
    <div class="diff">
      <Switch>
        <Match when={tooLarge()}>
          <p class="diff__note">
            Too large to draw as a diff ({bytes(props.change.diff.length)}).
            <Button size="small" onClick={() => setWhole(true)}>
              Show as text
            </Button>
            <Button
              size="small"
              onClick={() => saveText(`${props.change.path.split("/").at(-1) ?? "change"}.diff`, props.change.diff)}
            >
              Save as a file
            </Button>
          </p>
        </Match>
        <Match when={whole()}>
          <LongText text={props.change.diff} label={`Changes in ${props.change.path}, as text`} mono />
        </Match>
        <Match when={module.failed() || (module.value() !== undefined && lines() === null)}>
          <p class="diff__note">
            {module.failed() ? "Shown as text." : "Not readable as a diff: shown as text, whole."}
            <CopyButton text={() => props.change.diff} label="Copy this change" />
          </p>
          <LongText text={props.change.diff} label={`Changes in ${props.change.path}, as text`} mono />
        </Match>
        <Match when={module.value() !== undefined}>
          <Show
            when={all() && shown().length > FIRST}
            fallback={
              <div class="diff__lines" tabindex="0" role="group" aria-label={`Changes in ${props.change.path}`}>
                <For each={shown()}>{(line) => <Line line={line} />}</For>
              </div>
            }
          >
            <div
              class="diff__lines diff__window"
              tabindex="0"
              role="group"
              aria-label={`Changes in ${props.change.path}`}
              ref={setScroller}
            >
              <Show when={scroller()}>
                {(element) => (
                  <Virtualizer data={shown()} scrollRef={element()} itemSize={20} bufferSize={400}>
                    {(line) => <Line line={line} />}
                  </Virtualizer>
                )}
              </Show>
            </div>
          </Show>
          <Show when={(lines() ?? []).some((line) => line.cut === true)}>
            <p class="diff__note">
              Very long lines are cut here.
              <CopyButton text={() => props.change.diff} label="Copy the whole change" />
              <Button size="small" onClick={() => setWhole(true)}>
                Show as text, whole
              </Button>
            </p>
          </Show>
          <Show when={!all() && (lines()?.length ?? 0) > FIRST}>
            <Button look="quiet" size="small" onClick={() => setAll(true)}>
              Show all {(lines()?.length ?? 0).toLocaleString()} lines
            </Button>
          </Show>
        </Match>
      </Switch>
    </div>
  );
}

/** A text with what would hide in it, or turn it around, as marks; blanks and tabs are the code's own. */
function shown(text: string): JSX.Element {
  const parts = visible(text);
  if (parts.every((part) => part.kind !== "escape")) return text;
  return (
    <For each={parts}>
      {(part) => (part.kind === "escape" ? <span class="visible-text__mark">{part.shown}</span> : part.text)}
    </For>
  );
}

const SIGNS: Record<DiffLine["kind"], string> = { same: " ", add: "+", del: "−", hunk: " ", note: " " };

function Line(props: { line: DiffLine }): JSX.Element {
  return (
    <div class="diff__line" data-kind={props.line.kind}>
      <span class="diff__number num">{props.line.number ?? ""}</span>
      <span class="diff__sign" aria-hidden="true">
        {SIGNS[props.line.kind]}
      </span>
      <span class="diff__text">
        <For each={props.line.parts}>{(part) => (part.mark ? <mark>{shown(part.text)}</mark> : shown(part.text))}</For>
      </span>
    </div>
  );
}
