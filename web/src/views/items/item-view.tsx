// One item on the wire: picks the view by type, sets the knot, and names type and id for everything that looks for them.
import { ErrorBoundary, type JSX, Match, Show, Switch } from "solid-js";
import type { Item, Turn } from "../../projection/state.ts";
import { live } from "../live.ts";
import { useScope } from "../thread/scope.tsx";
import type { WireScope } from "../wire/scope.ts";
import { WireButton } from "../wire/wire-button.tsx";
import { AgentMessage } from "./agent-message.tsx";
import { CommandItem, isAskedAbout, isQuietCommand } from "./command.tsx";
import { FileChangeItem } from "./file-change.tsx";
import { GenericItem, RawCard } from "./generic-card.tsx";
import { LateItem, type LateType, type Of } from "./late-item.tsx";
import { isQuietCall } from "./quiet-call.ts";
import { PlanItem } from "./plan-item.tsx";
import { Reasoning } from "./reasoning.tsx";
import { saidInMessage } from "./review/said.ts";
import { UserMessage } from "./user-message.tsx";
import "./item-view.css";

/** The item narrowed to one type, or null; tracked. */
function as<T extends Item["type"]>(item: Item, type: T): Of<T> | null {
  return live(item).type === type ? (item as Of<T>) : null;
}

export function ItemView(props: { item: Item; turn: Turn }): JSX.Element {
  const scope = useScope();
  const type = () => live(props.item).type;
  const name = () => {
    const item = live(props.item);
    return item.type === "generic" ? item.name : item.type;
  };
  return (
    <article
      class={type() === "userMessage" ? "entry-user" : "on-wire"}
      data-item-type={name()}
      data-item-id={props.item.id}
      data-phase={live(props.item).phase}
      data-knot={isAskedAbout(scope.state, props.item) ? "small" : knot(live(props.item), props.turn)}
    >
      <ErrorBoundary fallback={<Undrawable item={props.item} name={name()} />}>
        {/* Every type that has no view among the first ones has one that loads late. */}
        <Switch fallback={<LateItem item={props.item as Of<LateType>} turn={props.turn} />}>
          <Match when={as(props.item, "userMessage")}>
            {(item) => <UserMessage item={item()} turn={props.turn} />}
          </Match>
          <Match when={as(props.item, "agentMessage")}>{(item) => <AgentMessage item={item()} />}</Match>
          <Match when={as(props.item, "reasoning")}>{(item) => <Reasoning item={item()} />}</Match>
          <Match when={as(props.item, "commandExecution")}>{(item) => <CommandItem item={item()} />}</Match>
          <Match when={as(props.item, "fileChange")}>{(item) => <FileChangeItem item={item()} />}</Match>
          <Match when={as(props.item, "plan")}>{(item) => <PlanItem item={item()} turn={props.turn} />}</Match>
          <Match when={as(props.item, "generic")}>{(item) => <GenericItem item={item()} />}</Match>
        </Switch>
      </ErrorBoundary>
      <Show when={live(props.item).phase === "closed" && !SAYS_ITSELF.has(type())}>
        <p class="quiet dim">
          {isEmptyMessage(live(props.item))
            ? "A message was begun here; none of its text came."
            : "Not finished when its turn ended."}
        </p>
      </Show>
      <WireButton of="item" scope={wireOf(props.item)} />
    </article>
  );
}

/** The items whose own views say that their turn ended before they did, and the person's message, which cannot run. */
const SAYS_ITSELF: ReadonlySet<Item["type"]> = new Set([
  "userMessage",
  "commandExecution",
  "fileChange",
  "mcpToolCall",
  "dynamicToolCall",
  "collabAgentToolCall",
  "webSearch",
  "imageGeneration",
  "sleep",
  "contextCompaction",
]);

/** A reviewer's own message is begun and never told: what it says comes as the findings. */
function isEmptyMessage(item: Item): boolean {
  return item.type === "agentMessage" && item.text.trim() === "";
}

/** What the item's envelopes are found by; a message of the person was sent under an id of its own. */
function wireOf(item: Item): WireScope {
  const known = live(item);
  const clientId = known.type === "userMessage" ? known.clientId : null;
  return { type: "item", turn: item.turn, item: item.id, clientId };
}

/** One item that a view of this build cannot draw must not take the thread with it: it is shown raw, by its name. */
function Undrawable(props: { item: Item; name: string }): JSX.Element {
  return (
    <RawCard
      name={props.name}
      note="could not be drawn"
      // What the server said of it, else what was made of that.
      raw={() => JSON.stringify(live(props.item).raw ?? props.item)}
    />
  );
}

/** Small knots are quiet work, large ones what a person wants to read; hollow while it goes on. */
function knot(item: Item, turn: Turn): "small" | "small-open" | "large" | "large-open" | "none" {
  if (item.type === "userMessage") return "none";
  const open = item.phase === "open";
  if (isLarge(item, turn)) return open ? "large-open" : "large";
  return open ? "small-open" : "small";
}

function isLarge(item: Item, turn: Turn): boolean {
  switch (item.type) {
    case "agentMessage":
      return item.messagePhase !== "commentary";
    case "commandExecution":
      return !isQuietCommand(item);
    case "mcpToolCall":
      return !isQuietCall(item);
    case "plan":
      return live(turn).plan === null;
    case "exitedReviewMode":
      return !saidInMessage(item, turn);
    case "fileChange":
    case "dynamicToolCall":
    case "collabAgentToolCall":
    case "imageGeneration":
      return true;
    default:
      return false;
  }
}
