// A sign of life of another agent: one quiet line with the way to its thread.
import { type JSX, Show } from "solid-js";
import { live } from "../../live.ts";
import { VisibleText } from "../../decisions/visible-text.tsx";
import type { ItemProps } from "../late-item.tsx";
import { AgentLink } from "./agent-link.tsx";
import "../parts/parts.css";

export default function SubAgentActivity(props: ItemProps<"subAgentActivity">): JSX.Element {
  const told = () => live(props.item).told;
  /** Later versions say what it runs on. */
  const runsOn = () =>
    [told()["model"], told()["reasoningEffort"]].filter((word) => typeof word === "string" && word !== "").join(" · ");
  return (
    <p class="quiet">
      <b>Agent</b>{" "}
      <Show when={told().agentThreadId} fallback="without a thread">
        {(thread) => <AgentLink thread={thread()} />}
      </Show>{" "}
      {kindWords(told().kind)}
      <Show when={runsOn()}>{(words) => <span class="dim"> · {words()}</span>}</Show>
      <Show when={told().agentPath}>
        {(path) => (
          <span class="dim">
            {" · "}
            <code>
              <VisibleText text={path()} />
            </code>
          </span>
        )}
      </Show>
    </p>
  );
}

function kindWords(kind: string | null | undefined): string {
  switch (kind) {
    case "started":
      return "started";
    case "interacted":
      return "was written to";
    case "interrupted":
      return "was interrupted";
    // Of later versions.
    case "completed":
      return "has finished";
    default:
      return kind || "told nothing of itself";
  }
}
