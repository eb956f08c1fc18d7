// What the agent says, as streaming Markdown.
import type { JSX } from "solid-js";
import type { Item } from "../../projection/state.ts";
import { live } from "../live.ts";
import { Markdown } from "../markdown/markdown.tsx";

export function AgentMessage(props: { item: Extract<Item, { type: "agentMessage" }> }): JSX.Element {
  return <Markdown text={live(props.item).text} complete={live(props.item).phase !== "open"} />;
}
