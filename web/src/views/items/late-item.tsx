// Items whose views load when the first of their type is drawn. Until then, and when that fails, the item is there raw.
import type { Component, JSX } from "solid-js";
import { Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { Button } from "../../design/button.tsx";
import type { Item, ToldType, Turn } from "../../projection/state.ts";
import { live } from "../live.ts";
import { RawCard } from "./generic-card.tsx";
import { late, type Late } from "./late.ts";

export type Of<T extends Item["type"]> = Extract<Item, { type: T }>;
export type LateType = ToldType | "mcpToolCall" | "contextCompaction";
/** What the view of an item is given. */
export interface ItemProps<T extends Item["type"]> {
  item: Of<T>;
  turn: Turn;
}

const VIEWS: { readonly [T in LateType]: () => Pick<Late<ItemProps<T>>, keyof Late<object>> } = {
  contextCompaction: late(() => import("./context-compaction.tsx")),
  hookPrompt: late(() => import("./hook-prompt.tsx")),
  mcpToolCall: late(() => import("./tool-call/mcp-tool-call.tsx")),
  dynamicToolCall: late(() => import("./tool-call/dynamic-tool-call.tsx")),
  collabAgentToolCall: late(() => import("./agents/collab-agent-tool-call.tsx")),
  subAgentActivity: late(() => import("./agents/sub-agent-activity.tsx")),
  webSearch: late(() => import("./web-search.tsx")),
  imageView: late(() => import("./image-view.tsx")),
  imageGeneration: late(() => import("./image-generation.tsx")),
  sleep: late(() => import("./sleep.tsx")),
  enteredReviewMode: late(() => import("./review/entered-review-mode.tsx")),
  exitedReviewMode: late(() => import("./review/exited-review-mode.tsx")),
};

/** The item's view, or the item raw. An item keeps its type for life: what turns out to be another is another item. */
export function LateItem(props: { item: Of<LateType>; turn: Turn }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { view, failed, again } = VIEWS[props.item.type]();
  return (
    <Show
      when={view()}
      fallback={
        <Show
          when={failed()}
          fallback={
            <p class="quiet dim">
              <code>{props.item.type}</code>
            </p>
          }
        >
          <RawCard
            name={props.item.type}
            note="its view could not be loaded"
            raw={() => JSON.stringify(live(props.item).raw ?? props.item)}
          />
          <Button size="small" look="quiet" onClick={again}>
            Load its view again
          </Button>
        </Show>
      }
    >
      {/* The table gives each type the view for items of that very type. */}
      {(found) => <Dynamic component={found() as Component<ItemProps<LateType>>} item={props.item} turn={props.turn} />}
    </Show>
  );
}
