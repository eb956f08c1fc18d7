// A call to a tool of an MCP server: arguments, what it reports while it runs, its answer in parts, its structured
// content, its error. One that only reads is a quiet line, opened on request.
import { createMemo, For, type JSX, Match, Show, Switch } from "solid-js";
import { read } from "@longwire/shared-protocol/wire/field";
import { mcpAppContext, mcpError, mcpResult } from "@longwire/shared-protocol/wire/items/content";
import { duration } from "../../../design/words.ts";
import { createRemembered } from "../../fold-memory.ts";
import { live } from "../../live.ts";
import { maskText } from "../../masking/text.ts";
import type { ItemProps } from "../late-item.tsx";
import { CLOSED_WORDS, outcomeOf } from "../parts/call-facts.tsx";
import { ContentParts } from "../parts/content-parts.tsx";
import { JsonView, shortArguments } from "../parts/json-view.tsx";
import type { Fact } from "../parts/details.tsx";
import { isQuietCall } from "../quiet-call.ts";
import { callState, ToolCard, ToolName } from "./tool-card.tsx";

type Props = ItemProps<"mcpToolCall">;

export default function McpToolCall(props: Props): JSX.Element {
  const told = () => live(props.item).told;
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.item, "call", false);
  const outcome = () => outcomeOf(callState(props.item, told(), false));
  const state = () => {
    const { durationMs } = told();
    if (outcome() === "running") return "running";
    if (outcome() === "closed") return CLOSED_WORDS;
    return typeof durationMs === "number" ? duration(durationMs) : null;
  };
  return (
    <Show when={isQuietCall(live(props.item))} fallback={<Card {...props} />}>
      <details class="fold" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="quiet tool-line">
          <ToolName owner={told().server} tool={told().tool} />
          <Show when={shortArguments(told().arguments)}>{(words) => <code class="dim">{words()}</code>}</Show>
          <Show when={state()}>
            {(words) => <span class={outcome() === "running" ? "call-facts__running" : "dim num"}>{words()}</span>}
          </Show>
        </summary>
        <Show when={open()}>
          <div class="tool-line__opened">
            <Card {...props} />
          </div>
        </Show>
      </details>
    </Show>
  );
}

function Card(props: Props): JSX.Element {
  const told = () => live(props.item).told;
  const result = createMemo(() => {
    const value = told().result;
    return value === null || value === undefined ? null : read(mcpResult, value);
  });
  const answer = () => {
    const reading = result();
    return reading?.ok === true ? reading.value : null;
  };
  const parts = createMemo(() => answer()?.content ?? []);
  const structured = () => answer()?.structuredContent ?? null;
  const error = createMemo(() => {
    const value = told().error;
    if (value === null || value === undefined) return null;
    const reading = read(mcpError, value);
    return reading.ok ? reading.value.message : JSON.stringify(value);
  });
  const app = createMemo(() => {
    const reading = read(mcpAppContext, told().appContext);
    return reading.ok ? reading.value : null;
  });
  const title = () => [app()?.appName, app()?.actionName].filter((word) => !!word).join(": ") || null;
  const failed = () => error() !== null || answer()?.isError === true;
  const from = () => `${told().server ?? "a server"}, ${told().tool ?? "a tool"}`;
  const facts = (): (Fact | null)[] => {
    const fact = (name: string, value: string | null | undefined): Fact | null => (value ? { name, value } : null);
    return [
      fact("connector", app()?.connectorId),
      fact("link", app()?.linkId),
      fact("resource", app()?.resourceUri ?? told().mcpAppResourceUri),
      fact("plugin", told().pluginId),
      typeof told().readOnlyHint === "boolean"
        ? { name: "says of itself", value: told().readOnlyHint === true ? "only reads" : "may change things" }
        : null,
    ];
  };
  return (
    <ToolCard
      item={props.item}
      owner={told().server}
      tool={told().tool}
      title={title()}
      call={callState(props.item, told(), failed())}
      arguments={told().arguments}
      facts={facts()}
      parts={parts()}
    >
      <Progress item={props.item} running={live(props.item).phase === "open" && result() === null} />
      <Show when={error()}>{(text) => <div class="section bad tool-card__error">{maskText(text())}</div>}</Show>
      <Show when={parts().length > 0}>
        <div class="section">
          <ContentParts of={props.item} parts={parts()} from={from()} />
        </div>
      </Show>
      <Switch>
        <Match when={result()?.ok === false}>
          <div class="section">
            <p class="section__title">An answer of an unknown shape</p>
            <JsonView of={props.item} name="result" value={told().result} label="Answer" />
          </div>
        </Match>
        <Match when={structured() !== null}>
          <Structured item={props.item} value={structured()} first={parts().length === 0} />
        </Match>
        <Match when={result() !== null && parts().length === 0 && error() === null}>
          <p class="section dim tool-card__note">The answer is empty.</p>
        </Match>
      </Switch>
    </ToolCard>
  );
}

/** Lines of progress kept on screen while the call runs. */
const LATEST = 3;

/** The newest lines while it runs, all of them behind a fold. */
function Progress(props: { item: Props["item"]; running: boolean }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.item, "progress", false);
  const lines = () => live(props.item).progress;
  const latest = createMemo(() => lines().slice(-LATEST));
  return (
    <Show when={lines().length > 0}>
      <div class="section tool-card__progress">
        <Show when={props.running && !open()}>
          <ul>
            <For each={latest()}>{(line) => <li>{line}</li>}</For>
          </ul>
        </Show>
        <Show when={!props.running || lines().length > LATEST}>
          <details class="fold" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary class="quiet tool-card__word chevron">
              {lines().length === 1 ? "1 message" : `${lines().length.toLocaleString()} messages`} of progress
            </summary>
            <Show when={open()}>
              <pre class="text-box__text tool-card__lines" tabindex="0" aria-label="Progress">
                {lines().join("\n")}
              </pre>
            </Show>
          </details>
        </Show>
      </div>
    </Show>
  );
}

/** Structured content says again what the text says, for programs: closed, unless nothing else came. */
function Structured(props: { item: Props["item"]; value: unknown; first: boolean }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.item, "structured", props.first);
  return (
    <details class="section fold" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="quiet tool-card__word chevron">Structured content</summary>
      <Show when={open()}>
        <JsonView of={props.item} name="structured" value={props.value} label="Structured content" />
      </Show>
    </details>
  );
}
