// Draws Markdown as Solid nodes. There is no HTML string anywhere: raw HTML is shown as text, images are never loaded.
import { createEffect, createMemo, createSignal, For, type JSX, Match, Show, Switch } from "solid-js";
import type { Token } from "marked";
import { Virtualizer } from "virtua/solid";
import { CopyButton } from "../../design/copy-button.tsx";
import { bytes } from "../../design/words.ts";
import { CodeBlock } from "../code/code-block.tsx";
import { createBlockReader, type Block } from "./blocks.ts";
import { BlockView } from "./block-view.tsx";
import { denseReader } from "./dense.ts";
import { LongText } from "./long-text.tsx";
import "./markdown.css";

/** A message of more blocks than this is windowed: drawing all of it would hold the page up for seconds. */
const LONG = 400;

/** `complete`: no more text comes; the whole is parsed once more. */
export function Markdown(props: { text: string; complete: boolean }): JSX.Element {
  const reader = createBlockReader();
  const blocks = createMemo(() => reader.read(props.text, props.complete));
  const readDense = denseReader();
  const dense = createMemo(() => readDense(props.text));
  // Frozen blocks are kept by identity; the tail keeps one place, so that a growing code block is not drawn anew.
  const settled = createMemo<Block[]>(() => {
    const all = blocks();
    return props.complete ? all : all.slice(0, -1);
  });
  const [scroller, setScroller] = createSignal<HTMLElement>();
  const tail = createMemo(() => (props.complete ? null : (blocks().at(-1)?.token ?? null)));
  return (
    <div class="md" data-dense={dense() ? "" : undefined}>
      <Show
        when={settled().length > LONG}
        fallback={<For each={settled()}>{(block) => <SettledBlock token={block.token} />}</For>}
      >
        <p class="md-note">
          A very long message: {settled().length.toLocaleString()} paragraphs, in a window of its own.
          <CopyButton text={() => props.text} label="Copy the whole message" />
        </p>
        <div class="md-window" tabindex="0" role="group" aria-label="Long message" ref={setScroller}>
          <Show when={scroller()}>
            {(element) => (
              <Virtualizer data={settled()} scrollRef={element()} itemSize={60} bufferSize={500}>
                {(block) => (
                  <div class="md-block">
                    <SettledBlock token={block.token} />
                  </div>
                )}
              </Virtualizer>
            )}
          </Show>
        </div>
      </Show>
      <Tail token={tail()} />
    </div>
  );
}

function SettledBlock(props: { token: Token }): JSX.Element {
  return (
    <Switch fallback={<BlockView token={props.token} />}>
      <Match when={props.token.type === "plain"}>
        <Plain token={props.token} />
      </Match>
      <Match when={props.token.type === "code"}>
        <CodeBlock text={codeText(props.token)} lang={codeLang(props.token)} closed />
      </Match>
    </Switch>
  );
}

/** What is too long or too deep for Markdown: whole, as it stands. */
function Plain(props: { token: Token }): JSX.Element {
  return (
    <>
      <p class="md-note">
        Shown as plain text: {bytes(props.token.raw.length)} in one block.
        <CopyButton text={() => props.token.raw} label="Copy this block" />
      </p>
      <LongText text={props.token.raw} label="Long text" />
    </>
  );
}

function Tail(props: { token: Token | null }): JSX.Element {
  const [code, setCode] = createSignal<{ text: string; lang: string } | null>(null);
  createEffect(() => {
    const token = props.token;
    setCode(token !== null && token.type === "code" ? { text: codeText(token), lang: codeLang(token) } : null);
  });
  return (
    <Switch>
      <Match when={code()}>{(now) => <CodeBlock text={now().text} lang={now().lang} closed={false} />}</Match>
      <Match when={props.token?.type === "plain" ? props.token : null}>{(token) => <Plain token={token()} />}</Match>
      <Match when={props.token !== null && props.token.type !== "code"}>
        <Show when={props.token} keyed>
          {(token) => <BlockView token={token} />}
        </Show>
      </Match>
    </Switch>
  );
}

function codeText(token: Token): string {
  return "text" in token && typeof token.text === "string" ? token.text : token.raw;
}

function codeLang(token: Token): string {
  return "lang" in token && typeof token.lang === "string" ? (token.lang.trim().split(/\s/, 1)[0] ?? "") : "";
}
