// One model: name and description at once, the facts below, what the server notes on it, and the raw record on request.
import { createSignal, For, type JSX, Show } from "solid-js";
import type { ModelRecord } from "../../actions/capability-records.ts";
import { Chip } from "../../design/chip.tsx";
import { momentWords } from "../../design/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { RawCard } from "../items/generic-card.tsx";
import { maskText } from "../masking/text.ts";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** Text of the server: what is hidden in it shows, keys in it do not. */
export function Told(props: { text: string }): JSX.Element {
  return <VisibleText text={maskText(props.text)} prose plainBreaks />;
}

/** `open`: at first; in a long list a person opens those that matter. */
export function ModelCard(props: { record: ModelRecord; open: boolean }): JSX.Element {
  const facts = () => factsOf(props.record);
  // Afterwards it is the person's.
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createSignal(props.open);
  return (
    <details
      class="model"
      data-model={props.record.model}
      open={open()}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary class="model__head">
        <h3>
          <VisibleText text={props.record.name} prose />
        </h3>
        <code class="model__id">
          <VisibleText text={props.record.model} />
        </code>
        <Show when={props.record.isDefault}>
          <Chip>server’s default</Chip>
        </Show>
        <Show when={props.record.hidden}>
          <Chip>hidden</Chip>
        </Show>
        <Show when={props.record.upgrade}>
          <Chip>to be upgraded</Chip>
        </Show>
        <Show when={props.record.description !== ""}>
          <span class="model__about">
            <Told text={props.record.description} />
          </span>
        </Show>
      </summary>
      <Show when={open()}>
        <div class="model__body">
          <Show when={props.record.availability}>
            {(note) => (
              <p class="model__note" data-note="availability">
                <b>Who can use it:</b> <Told text={note()} />
              </p>
            )}
          </Show>
          <Show when={props.record.upgrade}>{(upgrade) => <Upgrade upgrade={upgrade()} />}</Show>
          <Choices
            of={props.record}
            name="efforts"
            title="Efforts"
            each={props.record.efforts.map(({ effort, description }) => ({
              id: effort,
              name: effort,
              description,
              own: effort === props.record.defaultEffort,
            }))}
          />
          <Choices
            of={props.record}
            name="tiers"
            title="Service tiers"
            each={props.record.tiers.map(({ id, name, description }) => ({
              id,
              name,
              description,
              own: id === props.record.defaultTier,
            }))}
          />
          <Show when={facts().length > 0}>
            <dl class="offers__facts">
              <For each={facts()}>
                {([name, value]) => (
                  <>
                    <dt>{name}</dt>
                    <dd>
                      <Told text={value} />
                    </dd>
                  </>
                )}
              </For>
            </dl>
          </Show>
          <RawCard name="Record" note="as the server told it" raw={() => JSON.stringify(props.record.raw)} />
        </div>
      </Show>
    </details>
  );
}

/** What is told of it in a word or two. */
function factsOf(record: ModelRecord): [name: string, value: string][] {
  const told: [string, string | null][] = [
    ["Takes", record.modalities === null ? null : record.modalities.join(", ")],
    ["Personality", record.personality === null ? null : record.personality ? "can be chosen" : "cannot be chosen"],
    ["Several agents", record.multiAgent],
    ["Made for", record.specialty],
  ];
  return told.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]));
}

function Upgrade(props: { upgrade: NonNullable<ModelRecord["upgrade"]> }): JSX.Element {
  return (
    <p class="model__note" data-note="upgrade">
      <b>Upgrade:</b> the server would have you go on to{" "}
      <code>
        <VisibleText text={props.upgrade.model} />
      </code>
      <Show when={props.upgrade.retiresAt}>
        {(at) => <>, and plans to retire this one on {momentWords(day, at())}</>}
      </Show>
      . <Show when={props.upgrade.words}>{(words) => <Told text={words()} />}</Show>
      {/* Said, not linked: an address that a server names is not followed by a press on a list. */}
      <Show when={props.upgrade.link}>{(link) => <span class="dim"> {maskText(link())}</span>}</Show>
      <Show when={props.upgrade.more}>
        {(more) => (
          <span class="model__more">
            <Told text={more()} />
          </span>
        )}
      </Show>
    </p>
  );
}

interface Choice {
  id: string;
  name: string;
  description: string;
  /** The one that is taken when nothing is asked for. */
  own: boolean;
}

function Choices(props: { of: object; name: string; title: string; each: readonly Choice[] }): JSX.Element {
  return (
    <Show when={props.each.length > 0}>
      <dl class="offers__facts" data-choices={props.name}>
        <dt>{props.title}</dt>
        <dd>
          <ul class="model__choices">
            <FirstOf of={props.of} name={props.name} each={props.each} what="choices" first={12} row>
              {(choice) => (
                <li>
                  <b>
                    <VisibleText text={choice.name} prose />
                  </b>
                  <Show when={choice.own}>
                    <span class="dim"> (default)</span>
                  </Show>
                  <Show when={choice.description !== ""}>
                    {" "}
                    <span class="dim">
                      <Told text={choice.description} />
                    </span>
                  </Show>
                </li>
              )}
            </FirstOf>
          </ul>
        </dd>
      </dl>
    </Show>
  );
}
