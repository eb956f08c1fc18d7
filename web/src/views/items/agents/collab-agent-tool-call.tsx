// What the agent does with agents of its own: starts one, writes to it, waits for it. Shows what the server says of each
// and nothing else; its work is in a thread of its own.
import { createMemo, type JSX, Show } from "solid-js";
import { type AgentState, readAgents } from "@longwire/shared-protocol/wire/items/agents";
import { counted } from "../../../design/words.ts";
import { FirstOf } from "../../first-of.tsx";
import { live } from "../../live.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { maskText } from "../../masking/text.ts";
import type { ItemProps } from "../late-item.tsx";
import { CallFacts, type CallOutcome, outcomeOf } from "../parts/call-facts.tsx";
import { createDetails } from "../parts/details.tsx";
import { TextBox } from "../parts/text-box.tsx";
import { callState } from "../tool-call/tool-card.tsx";
import { AgentLink } from "./agent-link.tsx";
import "./agents.css";

type Props = ItemProps<"collabAgentToolCall">;

export default function CollabAgentToolCall(props: Props): JSX.Element {
  const told = () => live(props.item).told;
  const call = () => callState(props.item, told(), false);
  const agents = createMemo(() => readAgents(told().receiverThreadIds ?? [], told().agentsStates));
  const sender = () => told().senderThreadId;
  // oxlint-disable-next-line solid/reactivity
  const details = createDetails(props.item, "call", () => [
    sender() ? { name: "asked by", value: <AgentLink thread={sender() ?? ""} /> } : null,
  ]);
  const asked = () => [told().model, told().reasoningEffort].filter((word) => !!word).join(" · ");
  return (
    <div class="card">
      <div class="card__head">
        <div class="card__name agents__name">
          {words(told().tool, agents().length, !ENDED_WELL.has(outcomeOf(call())))}
          <Show when={asked() !== ""}>
            <span class="dim agents__asked">{asked()}</span>
          </Show>
        </div>
        <CallFacts call={call()} />
        {details.button()}
      </div>
      {details.section()}
      <Show when={told().prompt}>
        {(prompt) => (
          <div class="section agents__prompt">
            <TextBox of={props.item} name="prompt" text={prompt()} label="Prompt" />
          </div>
        )}
      </Show>
      <FirstOf of={props.item} name="agents" each={agents()} what="agents" first={20}>
        {(agent) => <Agent item={props.item} agent={agent} />}
      </FirstOf>
      <Show when={agents().length === 0 && live(props.item).phase !== "open"}>
        <p class="section dim agents__note">The server named no agent.</p>
      </Show>
    </div>
  );
}

/** For these it is said that it was done, for others that it is being done. */
const ENDED_WELL: ReadonlySet<CallOutcome> = new Set<CallOutcome>(["done", "other"]);

function words(tool: string | null | undefined, agents: number, going: boolean): string {
  const many = agents === 0 ? "agents" : agents === 1 ? "an agent" : counted(agents, "agent");
  switch (tool) {
    case "spawnAgent":
      return going ? "Starting an agent" : `Started ${agents > 1 ? many : "an agent"}`;
    case "sendInput":
      return `${going ? "Writing" : "Wrote"} to ${many}`;
    case "resumeAgent":
      return `${going ? "Resuming" : "Resumed"} ${many}`;
    case "wait":
      return `${going ? "Waiting" : "Waited"} for ${many}`;
    case "closeAgent":
      return `${going ? "Closing" : "Closed"} ${many}`;
    default:
      return tool || "A call to other agents";
  }
}

function Agent(props: { item: Props["item"]; agent: AgentState }): JSX.Element {
  const state = () => stateWords(props.agent.status);
  const report = () => props.agent.message ?? "";
  return (
    <div
      class="section agents__agent"
      data-agent={props.agent.thread}
      data-agent-status={props.agent.status ?? undefined}
    >
      <p class="agents__row">
        <AgentLink thread={props.agent.thread} />
        <span class={`agents__state ${state().look}`}>{state().text}</span>
      </p>
      <Show when={report() !== ""}>
        <Show
          when={props.agent.status === "errored"}
          fallback={
            <div class="agents__report" role="group" aria-label="Report">
              <Markdown text={report()} complete />
            </div>
          }
        >
          <p class="bad agents__error">{maskText(report())}</p>
        </Show>
      </Show>
    </div>
  );
}

/** The server's word for an agent, in ours; one that this build does not know stays as it is. */
function stateWords(status: string | null): { text: string; look: string } {
  switch (status) {
    case null:
      return { text: "no state told", look: "dim" };
    case "pendingInit":
      return { text: "starting", look: "" };
    case "running":
      return { text: "was running then", look: "" };
    case "interrupted":
      return { text: "interrupted", look: "" };
    case "completed":
      return { text: "finished", look: "ok" };
    case "errored":
      return { text: "failed", look: "bad" };
    case "shutdown":
      return { text: "closed", look: "" };
    case "notFound":
      return { text: "not found", look: "bad" };
    default:
      return { text: status, look: "" };
  }
}
