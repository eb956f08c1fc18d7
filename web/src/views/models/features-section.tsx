// Experimental features, grouped by how far each has come. Read only: the configuration page switches them.
import { createMemo, For, type JSX, Show } from "solid-js";
import type { FeatureRecord } from "../../actions/capability-records.ts";
import { Dot } from "../../design/chip.tsx";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { machinePath } from "../machine/path.ts";
import { A } from "../route.tsx";
import { sameMembers } from "../same-members.ts";
import { RawCard } from "../items/generic-card.tsx";
import { createKnown } from "./known.ts";
import { Told } from "./model-card.tsx";
import { Section } from "./section.tsx";
import { Unread } from "./unread.tsx";

/** In the order in which a person would look; other words follow. */
const STAGES: readonly (readonly [stage: string, title: string])[] = [
  ["beta", "To try"],
  ["stable", "Stable"],
  ["underDevelopment", "Under development"],
  ["deprecated", "Deprecated"],
  ["removed", "Removed"],
];
const TITLES = new Map(STAGES);

export function FeaturesSection(props: { session: HostSession }): JSX.Element {
  const source = createKnown(
    () => props.session,
    () => ({ name: "features" as const }),
  );
  const groups = createMemo(() => {
    const byStage = new Map<string, FeatureRecord[]>(STAGES.map(([stage]) => [stage, []]));
    for (const record of source.known()?.records ?? []) {
      const stage = record.stage ?? "";
      const held = byStage.get(stage);
      if (held === undefined) byStage.set(stage, [record]);
      else held.push(record);
    }
    return new Map([...byStage].filter(([, records]) => records.length > 0));
  });
  const of = (stage: string) => groups().get(stage) ?? [];
  // A reading that goes on, or brings other records, closes nothing that was opened.
  const stages = createMemo(() => [...groups().keys()], [], { equals: sameMembers });
  return (
    <Section
      session={props.session}
      id="offers-features"
      title="Experimental features"
      count={source.known()?.records?.length.toLocaleString()}
      method="experimentalFeature/list"
      what="The list of experimental features"
      source={source}
      without="Each is as the server’s configuration has it."
    >
      {(records, known) => (
        <>
          <p class="dim">
            Shown as they are; they are switched in the{" "}
            <A class="offers__link" href={machinePath(props.session.id, "config")}>
              configuration
            </A>
            .
          </p>
          <For each={stages()}>
            {(stage) => (
              <details class="offers__fold" open={stage === "beta"} data-stage={stage}>
                <summary>
                  <VisibleText text={TITLES.get(stage) ?? (stage === "" ? "Of no stage" : stage)} prose />{" "}
                  <span class="dim num">
                    {of(stage).length}, {of(stage).filter(({ enabled }) => enabled === true).length} on
                  </span>
                </summary>
                <ul class="offers__rows">
                  <FirstOf
                    of={props.session}
                    name={`features ${stage}`}
                    each={of(stage)}
                    what="features"
                    first={50}
                    row
                  >
                    {(feature) => <Feature feature={feature} />}
                  </FirstOf>
                </ul>
              </details>
            )}
          </For>
          <RawCard
            name="Records"
            note="as the server told them"
            raw={() => JSON.stringify(records().map(({ raw }) => raw))}
          />
          <Unread records={known().unread} what="features" />
        </>
      )}
    </Section>
  );
}

function Feature(props: { feature: FeatureRecord }): JSX.Element {
  return (
    <li data-feature={props.feature.name}>
      <span class="offers__state">
        <Dot kind={props.feature.enabled === true ? "ok" : "off"} />
        <span>{props.feature.enabled === null ? "not told" : props.feature.enabled ? "on" : "off"}</span>
      </span>
      <span>
        <Show when={props.feature.title}>
          {(title) => (
            <b>
              <VisibleText text={title()} prose />{" "}
            </b>
          )}
        </Show>
        <code>
          <VisibleText text={props.feature.name} />
        </code>
        <Show when={props.feature.enabled !== null && props.feature.enabled !== props.feature.byDefault}>
          <span class="dim"> · {props.feature.byDefault === true ? "on" : "off"} by default</span>
        </Show>
        <For each={[props.feature.description, props.feature.announcement].filter((text) => text !== null)}>
          {(text) => (
            <span class="offers__more">
              <Told text={text} />
            </span>
          )}
        </For>
      </span>
    </li>
  );
}
