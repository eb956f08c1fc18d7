// The small print of a command: who ran it, in which process and folder, what the App Server recognises in it.
import { createMemo, type JSX } from "solid-js";
import { read } from "@longwire/shared-protocol/wire/field";
import { commandAction } from "@longwire/shared-protocol/wire/items/command";
import type { Item } from "../../../projection/state.ts";
import { fullTime } from "../../../design/words.ts";
import { VisibleText } from "../../decisions/visible-text.tsx";
import { LocalPath } from "../../files/local-path.tsx";
import { FirstOf } from "../../first-of.tsx";
import { live } from "../../live.ts";
import { DetailsBody, type Fact } from "../parts/details.tsx";

export default function CommandDetails(props: { item: Extract<Item, { type: "commandExecution" }> }): JSX.Element {
  const item = () => live(props.item);
  const fact = (name: string, value: string | null): Fact | null => (value ? { name, value } : null);
  const at = (time: number | null) => (time === null ? null : fullTime(time));
  const facts = (): (Fact | null)[] => [
    fact("run by", sourceWords(item().source)),
    fact("folder", item().cwd),
    item().actions.length === 0
      ? null
      : { name: "recognised as", value: <Actions of={props.item} actions={item().actions} /> },
    fact("process", item().processId),
    fact("plugin", item().pluginId),
    fact("its script", item().scriptPath),
    fact("status", item().status),
    fact("began", at(item().startedAt)),
    fact("ended", at(item().completedAt)),
  ];
  return <DetailsBody item={props.item} facts={facts()} />;
}

/** The server's word for who ran it, in ours; one that this build does not know stays as it is. */
function sourceWords(source: string | null): string | null {
  switch (source) {
    case "agent":
      return "the agent";
    case "userShell":
      return "you, outside the sandbox";
    case "unifiedExecStartup":
      return "the agent, in a terminal that can go on";
    case "unifiedExecInteraction":
      return "the agent, into a terminal that was open";
    default:
      return source;
  }
}

function Actions(props: { of: object; actions: readonly unknown[] }): JSX.Element {
  return (
    <ul>
      <FirstOf of={props.of} name="actions" each={props.actions} what="actions" row>
        {(action) => <Action action={action} />}
      </FirstOf>
    </ul>
  );
}

function Action(props: { action: unknown }): JSX.Element {
  const action = createMemo(() => {
    const reading = read(commandAction, props.action);
    return reading.ok ? reading.value : null;
  });
  const words = (): JSX.Element => {
    const found = action();
    const path = found?.path ?? null;
    const of = path === null || path === "" ? null : <LocalPath path={path} icon="none" />;
    switch (found?.type) {
      case "read":
        return <>reads {of ?? found.name ?? "a file"}</>;
      case "listFiles":
        return <>lists {of ?? "files"}</>;
      case "search":
        return (
          <>
            searches {of ?? "the folder"} for “<VisibleText text={found.query ?? ""} />”
          </>
        );
      default:
        return (
          <code>
            <VisibleText text={found?.command ?? JSON.stringify(props.action)} />
          </code>
        );
    }
  };
  return <li>{words()}</li>;
}
