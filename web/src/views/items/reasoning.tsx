// Reasoning: one quiet line, opened on request: its summary, and the raw thoughts behind a second fold where there are both.
import { createMemo, For, type JSX, Show } from "solid-js";
import { duration } from "../../design/words.ts";
import type { Item } from "../../projection/state.ts";
import { live } from "../live.ts";
import { Markdown } from "../markdown/markdown.tsx";
import "./reasoning.css";

export function Reasoning(props: { item: Extract<Item, { type: "reasoning" }> }): JSX.Element {
  const parts = createMemo(() => {
    const item = live(props.item);
    const summary = item.summary.filter((part) => part.trim() !== "");
    return summary.length > 0 ? summary : item.content.filter((part) => part.trim() !== "");
  });
  const open = () => live(props.item).phase === "open";
  /** The raw thoughts, where a summary stands in front of them. */
  const raw = () => {
    const { summary, content } = live(props.item);
    return summary.some((part) => part.trim() !== "") ? content.join("\n\n").trim() : "";
  };
  const took = () => {
    const { startedAt, completedAt } = live(props.item);
    return startedAt !== null && completedAt !== null && completedAt - startedAt >= 1000
      ? completedAt - startedAt
      : null;
  };
  const title = () => heading(parts()[open() ? parts().length - 1 : 0]) ?? (open() ? "Thinking" : "Thought");
  return (
    <Show
      when={parts().length > 0}
      fallback={
        <p class="quiet">
          <b>{open() ? "Thinking" : "Thought"}</b>
        </p>
      }
    >
      <details class="fold reasoning">
        <summary class="quiet">
          <b>{title()}</b>
          <Show when={took()}>{(ms) => <span class="dim num"> · {duration(ms())}</span>}</Show>
        </summary>
        <div class="reasoning__text">
          <For each={parts()}>{(part) => <Markdown text={part} complete={!open()} />}</For>
          <Show when={raw()}>
            {(text) => (
              <details class="fold reasoning__raw">
                <summary class="quiet">Raw reasoning</summary>
                <pre class="reasoning__content" tabindex="0" aria-label="Raw reasoning">
                  {text()}
                </pre>
              </details>
            )}
          </Show>
        </div>
      </details>
    </Show>
  );
}

/** The bold line that a summary begins with, else its first words. */
function heading(part: string | undefined): string | null {
  if (part === undefined) return null;
  const bold = /^\s*\*\*([^*\n]+)\*\*/.exec(part)?.[1];
  if (bold !== undefined) return bold.trim();
  const line = part.trim().split("\n", 1)[0] ?? "";
  return line.length > 90 ? `${line.slice(0, 88)}…` : line;
}
