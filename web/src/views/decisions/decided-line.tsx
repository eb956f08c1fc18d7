// What stays of a decision: one line of what was decided about what.
import { For, type JSX, Show } from "solid-js";
import { answerDetail } from "../../decisions/answer-words.ts";
import { answerOf } from "../../decisions/state.ts";
import { Icon } from "../../design/icon.tsx";
import type { Decision } from "../../decisions/state.ts";
import { clockTime } from "../../design/words.ts";
import type { Turn } from "../../projection/state.ts";
import { live } from "../live.ts";
import { createLoader } from "../load.ts";
import { innerCommand } from "../shell-command.ts";
import { outcomeEnd, outcomeIcon, outcomeWords } from "./outcome.ts";
import { requestCommand } from "./request-facts.ts";
import { VisibleText } from "./visible-text.tsx";

const PERMISSIONS = "item/permissions/requestApproval";

const ABOUT: ReadonlyMap<string, string> = new Map([
  ["item/commandExecution/requestApproval", "a command"],
  [PERMISSIONS, "more rights"],
  ["item/tool/requestUserInput", "a question"],
  ["mcpServer/elicitation/request", "an MCP server's question"],
  ["item/tool/call", "a tool call"],
]);

/** What a request was about, where nothing better can be said. */
function aboutWords(method: string): string {
  return ABOUT.get(method) ?? method;
}

export function DecidedLine(props: { decision: Decision; turn: Turn | null }): JSX.Element {
  const decision = () => live(props.decision);
  const at = () => {
    const state = decision().state;
    return state.type === "pending" ? null : state.at;
  };
  const about = () => requestCommand(decision(), props.turn);
  const detail = () => answerDetail(decision(), answerOf(decision()));
  const granted = createLoader(
    () => {
      const answer = decision().method === PERMISSIONS ? answerOf(decision()) : null;
      return answer?.type === "result" ? answer.result : null;
    },
    // Its words are no part of the first screen.
    async (result) => (await import("../../decisions/permissions.ts")).grantedWords(result),
  );
  return (
    <p class="decided" tabindex="-1" data-end={outcomeEnd(decision())}>
      <span class="decided__icon">
        <Icon name={outcomeIcon(decision())} size={14} />
      </span>
      <b>{outcomeWords(decision())}</b>
      <Show when={at()}>{(time) => <span class="dim num"> · {clockTime(time())}</span>}</Show>
      <Show
        when={about()}
        fallback={
          <Show
            when={decision().method !== "item/fileChange/requestApproval"}
            fallback={<span class="dim"> · file changes</span>}
          >
            <Show
              when={detail()}
              fallback={
                <span class="dim">
                  {" · "}
                  {aboutWords(decision().method)}
                </span>
              }
            >
              {(text) => (
                <span class="decided__detail">
                  <VisibleText text={text()} plainBreaks />
                </span>
              )}
            </Show>
          </Show>
        }
      >
        {(command) => (
          <code class="decided__about">
            <VisibleText text={innerCommand(command())} />
          </code>
        )}
      </Show>
      <For each={granted.value()}>
        {(words) => (
          <span class="decided__detail">
            <VisibleText text={words} />
          </span>
        )}
      </For>
    </p>
  );
}
