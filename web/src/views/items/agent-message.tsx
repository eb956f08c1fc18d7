// What the agent says, as streaming Markdown; on the way to its answer a little quieter than the answer itself.
import { type JSX, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { Item } from "../../projection/state.ts";
import { live } from "../live.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { late } from "./late.ts";
import "./agent-message.css";

type AgentMessageItem = Extract<Item, { type: "agentMessage" }>;

export function AgentMessage(props: { item: AgentMessageItem }): JSX.Element {
  const item = () => live(props.item);
  return (
    <div class="agent-message" data-message-phase={item().messagePhase ?? undefined}>
      <Show when={noteOf(item().messagePhase, item().delivery)}>
        {(note) => <p class="agent-message__note">{note()}</p>}
      </Show>
      <Show
        when={mayBeFindings(item().text)}
        fallback={<Markdown text={item().text} complete={item().phase !== "open"} />}
      >
        <Findings item={props.item} />
      </Show>
      <Show when={item().memoryCitation !== null}>
        <Citation item={props.item} />
      </Show>
    </div>
  );
}

/** What may be the findings of a review, in either of the forms in which they come: read only where they are drawn. */
function mayBeFindings(text: string): boolean {
  return /^\s*\{\s*"(?:findings|overall_)/.test(text) || /^(?:Full review comments|Review comment):$/m.test(text);
}

const useFindings = late(() => import("../review/findings-message.tsx"));

function Findings(props: { item: AgentMessageItem }): JSX.Element {
  const { view } = useFindings();
  const complete = () => live(props.item).phase !== "open";
  return (
    <Show
      when={complete() ? view() : undefined}
      fallback={<Markdown text={live(props.item).text} complete={complete()} />}
    >
      {(found) => <Dynamic component={found()} of={props.item} text={live(props.item).text} />}
    </Show>
  );
}

const useCitation = late(() => import("./message/memory-citation.tsx"));

function Citation(props: { item: AgentMessageItem }): JSX.Element {
  const { view, failed, again } = useCitation();
  return (
    <Show
      when={view()}
      fallback={
        <button type="button" class="agent-message__note" onClick={again} disabled={!failed()}>
          From memory{failed() ? ": could not be loaded, press to try again" : ""}
        </button>
      }
    >
      {(found) => <Dynamic component={found()} item={props.item} />}
    </Show>
  );
}

/** What the text alone does not say: that it came by itself, or a phase that this build does not know. */
function noteOf(phase: string | null, delivery: string | null): string | null {
  const notes = [
    phase === null || phase === "commentary" || phase === "final_answer" ? null : phase,
    delivery === null ? null : delivery === "async" ? "came by itself, not as an answer" : delivery,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" · ");
}
