// What a request says that this app has no name for: shown as it is, in the list of facts.
import { For, type JSX } from "solid-js";
import { environmentName } from "./request-facts.ts";
import { VisibleText } from "./visible-text.tsx";

export function MoreFacts(props: { more: readonly (readonly [name: string, json: string])[] }): JSX.Element {
  return (
    <For each={props.more.filter(([name, json]) => name !== "environmentId" || environmentName(json) !== null)}>
      {([name, json]) => (
        <>
          <dt>
            <VisibleText text={name === "environmentId" ? "Environment" : name} />
          </dt>
          <dd>
            <VisibleText text={json} />
          </dd>
        </>
      )}
    </For>
  );
}
