// A call to a tool that a client of the App Server brings along: arguments, the parts that it answered, whether it went well.
import { createMemo, type JSX, Show } from "solid-js";
import { live } from "../../live.ts";
import type { ItemProps } from "../late-item.tsx";
import { ContentParts } from "../parts/content-parts.tsx";
import { callState, ToolCard } from "./tool-card.tsx";

export default function DynamicToolCall(props: ItemProps<"dynamicToolCall">): JSX.Element {
  const told = () => live(props.item).told;
  const parts = createMemo(() => told().contentItems ?? []);
  const success = () => told().success;
  return (
    <ToolCard
      item={props.item}
      owner={told().namespace}
      tool={told().tool}
      call={callState(props.item, told(), success() === false)}
      arguments={told().arguments}
      parts={parts()}
      facts={[
        typeof success() === "boolean"
          ? { name: "says of itself", value: success() === true ? "success" : "no success" }
          : null,
      ]}
    >
      <Show when={parts().length > 0}>
        <div class="section">
          <ContentParts of={props.item} parts={parts()} from={told().tool ?? "a tool"} />
        </div>
      </Show>
      <Show when={parts().length === 0 && live(props.item).phase === "completed"}>
        <p class="section dim tool-card__note">The answer is empty.</p>
      </Show>
    </ToolCard>
  );
}
