// What is one reply and no list: what the provider of the models can do, and what the machine's administrator requires.
import { For, type JSX, Show } from "solid-js";
import type { HostSession } from "../../host/model.ts";
import { objectOf } from "../../projection/read.ts";
import type { Json, JsonObject } from "../../projection/state.ts";
import { FirstOf } from "../first-of.tsx";
import { RawCard } from "../items/generic-card.tsx";
import { createKnown } from "./known.ts";
import { Told } from "./model-card.tsx";
import { Section } from "./section.tsx";

const PROVIDER = new Map([
  ["namespaceTools", "Tools in namespaces"],
  ["imageGeneration", "Making images"],
  ["webSearch", "Searching the web"],
]);

export function ProviderSection(props: { session: HostSession }): JSX.Element {
  const source = createKnown(
    () => props.session,
    () => ({ name: "provider" as const }),
  );
  return (
    <Section
      session={props.session}
      id="offers-provider"
      title="The provider"
      method="modelProvider/capabilities/read"
      what="What the provider can do"
      source={source}
      without="What it can do shows when it is used."
    >
      {(records) => (
        <Facts
          of={props.session}
          name="provider"
          facts={Object.entries(records()[0] ?? {}).map(([name, value]) => [PROVIDER.get(name) ?? name, value])}
          raw={records()[0] ?? {}}
        />
      )}
    </Section>
  );
}

const REQUIREMENTS = new Map([
  ["allowedApprovalPolicies", "Approval policies allowed"],
  ["allowedApprovalsReviewers", "Reviewers of approvals allowed"],
  ["allowedSandboxModes", "Sandboxes allowed"],
  ["allowedPermissionProfiles", "Permission profiles allowed"],
  ["defaultPermissions", "Default permission profile"],
  ["allowedWebSearchModes", "Web search allowed"],
  ["allowManagedHooksOnly", "Only the administrator’s hooks"],
  ["allowRemoteControl", "Remote control"],
  ["allowLoginShell", "Login shell"],
  ["featureRequirements", "Features set"],
  ["enforceResidency", "Residency"],
  ["network", "Network"],
  ["models", "Models"],
  ["cliAuthCredentialsStore", "Where credentials are kept"],
  ["feedback", "Feedback"],
]);

export function RequirementsSection(props: { session: HostSession }): JSX.Element {
  const source = createKnown(
    () => props.session,
    () => ({ name: "requirements" as const }),
  );
  return (
    <Section
      session={props.session}
      id="offers-requirements"
      title="What this machine requires"
      method="configRequirements/read"
      what="What the machine requires"
      source={source}
      without="What is not allowed is refused by the server when it is asked for."
    >
      {(records) => {
        const told = () => objectOf(records()[0]?.["requirements"]);
        return (
          <Show
            when={told()}
            fallback={<p class="dim">Nothing: the machine’s administrator has set no requirements.</p>}
          >
            {(requirements) => (
              <Facts
                of={props.session}
                name="requirements"
                facts={Object.entries(requirements())
                  .filter(([, value]) => value !== null)
                  .map(([name, value]) => [REQUIREMENTS.get(name) ?? name, value])}
                raw={records()[0] ?? {}}
              />
            )}
          </Show>
        );
      }}
    </Section>
  );
}

function Facts(props: { of: object; name: string; facts: readonly [string, Json][]; raw: JsonObject }): JSX.Element {
  return (
    <>
      <Show when={props.facts.length > 0} fallback={<p class="dim">It reported nothing.</p>}>
        <ul class="offers__rows offers__rows--pairs">
          <FirstOf of={props.of} name={props.name} each={props.facts} what="facts" first={60} row>
            {([name, value]) => (
              <li>
                <span class="dim">{name}</span>
                <span>
                  <Words value={value} />
                </span>
              </li>
            )}
          </FirstOf>
        </ul>
      </Show>
      <RawCard name="Reply" note="as the server sent it" raw={() => JSON.stringify(props.raw)} />
    </>
  );
}

/** A value in words; one that is made of parts shows as it came. */
function Words(props: { value: Json }): JSX.Element {
  const parts = () => (Array.isArray(props.value) ? props.value : [props.value]);
  return (
    <Show when={parts().length > 0} fallback="none">
      <For each={parts().slice(0, 50)}>
        {(part, at) => (
          <>
            {at() > 0 ? ", " : ""}
            <Told text={wordsOf(part)} />
          </>
        )}
      </For>
    </Show>
  );
}

function wordsOf(value: Json): string {
  if (value === true) return "yes";
  if (value === false) return "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}
