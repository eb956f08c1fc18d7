// The card of a call to a tool: what was called and with what, how it stands, what came back. Two kinds of tools use it.
import { type JSX, Show } from "solid-js";
import { readContentPart } from "@longwire/shared-protocol/wire/items/content";
import { CopyButton } from "../../../design/copy-button.tsx";
import type { Item } from "../../../projection/state.ts";
import { VisibleText } from "../../decisions/visible-text.tsx";
import { createRemembered } from "../../fold-memory.ts";
import { live } from "../../live.ts";
import { CallFacts, type CallState } from "../parts/call-facts.tsx";
import { JsonView, shortArguments } from "../parts/json-view.tsx";
import { createDetails, type Fact } from "../parts/details.tsx";
import "./tool-card.css";

export interface ToolCardProps {
  item: Item;
  /** The server or namespace that the tool is of. */
  owner: string | null | undefined;
  tool: string | null | undefined;
  /** Better words for the tool, where there are some. */
  title?: string | null;
  call: CallState;
  arguments: unknown;
  facts: readonly (Fact | null)[];
  /** The parts of its answer, of which the texts can be copied. */
  parts: readonly unknown[];
  /** What came back. */
  children: JSX.Element;
}

export function ToolCard(props: ToolCardProps): JSX.Element {
  const details = createDetails(
    // oxlint-disable-next-line solid/reactivity
    props.item,
    "call",
    () => props.facts,
    () => (
      <Show when={hasText(props.parts)}>
        <CopyButton label="Copy answer" text={() => textOf(props.parts)} />
      </Show>
    ),
  );
  return (
    <div class="card tool-card">
      <div class="card__head">
        <div class="card__name">
          <Show when={props.title}>
            {(title) => (
              <span class="tool-card__title">
                <VisibleText text={title()} prose />
              </span>
            )}
          </Show>
          <ToolName owner={props.owner} tool={props.tool} />
        </div>
        <CallFacts call={props.call} />
        {details.button()}
      </div>
      {details.section()}
      <Arguments item={props.item} value={props.arguments} />
      {props.children}
    </div>
  );
}

const textsOf = (parts: readonly unknown[]) =>
  parts.flatMap((raw) => {
    const part = readContentPart(raw);
    return part.kind === "text" ? [part.text] : [];
  });
const hasText = (parts: readonly unknown[]) => textsOf(parts).length > 0;
const textOf = (parts: readonly unknown[]) => textsOf(parts).join("\n\n");

/** `calendar › find_events`. */
export function ToolName(props: { owner: string | null | undefined; tool: string | null | undefined }): JSX.Element {
  return (
    <span class="tool-name">
      <Show when={props.owner}>
        {(owner) => (
          <span class="dim">
            <VisibleText text={owner()} />
            {" › "}
          </span>
        )}
      </Show>
      <VisibleText text={props.tool || "a tool without a name"} />
    </span>
  );
}

/** One line of arguments, set out on request. A call without any has none. */
function Arguments(props: { item: Item; value: unknown }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.item, "arguments", false);
  const short = () => shortArguments(props.value);
  return (
    <Show when={short() !== ""}>
      <details class="fold tool-card__arguments" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="chevron" aria-label={`Arguments: ${short()}`}>
          <Show when={!open()} fallback={<span class="tool-card__word">Arguments</span>}>
            <code>{short()}</code>
          </Show>
        </summary>
        <Show when={open()}>
          <JsonView of={props.item} name="arguments" value={props.value} label="Arguments" />
        </Show>
      </details>
    </Show>
  );
}

/** The state of the call of an item, tracked. */
export function callState(
  item: Item,
  told: { status?: string | null | undefined; durationMs?: number | null | undefined },
  failed: boolean,
): CallState {
  const { phase, startedAt } = live(item);
  return { phase, status: told.status, failed, startedAt, durationMs: told.durationMs };
}
