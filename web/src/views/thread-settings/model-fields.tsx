// Which model answers, and how: model, effort, tier, summary, personality, mode, and before a thread starts web search.
import { type JSX, Show } from "solid-js";
import type { ModelChoice } from "../../actions/thread-settings.ts";
import { fullTime } from "../../design/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { Choice, Group, Switch, type Option } from "./choice.tsx";
import type { FieldsProps } from "./fields-props.ts";
import { meaningOf, nameOf, PERSONALITIES, SUMMARIES, WEB_SEARCH } from "./meanings.ts";
import { effortsOf, modelOf, modeOf, STANDARD_TIER } from "./wish.ts";

export function ModelFields(props: FieldsProps): JSX.Element {
  const present = () => props.present;
  const chosen = () => props.chosen;
  const model = () => modelOf(chosen(), present(), props.choices);
  const effort = () => chosen().effort ?? modeOf(chosen(), props.choices)?.effort ?? present().effort;
  const asIs = (words: string | null | undefined) => props.asIs(words ?? null);
  const nameOfModel = (word: string | null) => props.choices?.models.find((each) => each.model === word)?.name ?? word;
  const ownEffort = () => {
    const own = model()?.defaultEffort ?? null;
    if (present().model === null && !props.starting) return null;
    return own === null ? "the model’s default" : `${own} (default)`;
  };
  const tiers = (): Option[] => [
    ...(present().serviceTier === null || present().serviceTier === STANDARD_TIER
      ? []
      : [{ value: STANDARD_TIER, name: "Standard" }]),
    ...(model()?.tiers ?? [])
      .filter(({ id }) => id !== present().serviceTier)
      .map(({ id, name }) => ({ value: id, name })),
  ];
  const nameOfTier = (id: string | null) => {
    if (id === null || id === STANDARD_TIER) return id === null && present().model === null ? null : "Standard";
    return props.choices?.models.flatMap((each) => each.tiers).find((tier) => tier.id === id)?.name ?? id;
  };
  const tierHint = () => {
    const id = chosen().tier ?? present().serviceTier;
    return model()?.tiers.find((tier) => tier.id === id)?.description ?? "How fast it answers, and at what price.";
  };
  const words = (list: typeof SUMMARIES, now: string | null | undefined): Option[] =>
    [...list].filter(([word]) => word !== now).map(([value, [name]]) => ({ value, name }));
  const changed = () =>
    (["model", "effort", "tier", "summary", "personality", "webSearch"] as const).some(
      (field) => chosen()[field] !== undefined,
    );
  return (
    <Group
      title="Model"
      now={
        [nameOfModel(present().model), present().effort].filter((part) => part != null).join(" · ") ||
        "not told by the server"
      }
      changed={changed()}
    >
      <div>
        <Choice
          label="Model"
          value={chosen().model}
          asIs={asIs(nameOfModel(present().model))}
          options={(props.choices?.models ?? [])
            .filter((each) => each.model !== present().model)
            .map((each) => ({ value: each.model, name: each.hidden ? `${each.name} (hidden)` : each.name }))}
          disabled={props.disabled}
          hint={
            model()?.description ||
            (model() === null && props.choices !== null && props.choices.models.length > 0
              ? "This model is not in the server’s list."
              : null)
          }
          none={
            props.choices === null
              ? "Others can be chosen once the server has told its list of models."
              : props.choices.models.length === 0
                ? "The server has named no models to choose from."
                : "The server offers no other model."
          }
          choose={(value) => props.choose("model", value)}
        />
        <Show when={model()}>{(found) => <ModelNotes model={found()} name={nameOfModel} />}</Show>
        <Switch
          label="Offer hidden models too"
          checked={props.hidden}
          disabled={props.disabled}
          set={props.setHidden}
        />
      </div>
      <Choice
        label="Effort"
        value={chosen().effort}
        asIs={asIs(present().effort ?? ownEffort())}
        options={effortsOf(model())
          .filter((each) => each.effort !== present().effort)
          .map((each) => ({
            value: each.effort,
            name: each.effort === model()?.defaultEffort ? `${each.effort} (default)` : each.effort,
          }))}
        disabled={props.disabled}
        hint={
          model()?.efforts.find((each) => each.effort === effort())?.description ||
          "How long the model thinks before it answers. More takes longer and uses more of your limit."
        }
        choose={(value) => props.choose("effort", value)}
      />
      <Show when={tiers().length > 0 || present().serviceTier !== null}>
        <Choice
          label="Service tier"
          value={chosen().tier}
          asIs={asIs(nameOfTier(present().serviceTier))}
          options={tiers()}
          disabled={props.disabled}
          hint={tierHint()}
          choose={(value) => props.choose("tier", value)}
        />
      </Show>
      <Choice
        label="Reasoning summary"
        value={chosen().summary}
        asIs={asIs(present().summary == null ? null : nameOf(SUMMARIES, present().summary ?? ""))}
        options={words(SUMMARIES, present().summary)}
        disabled={props.disabled}
        hint={meaningOf(SUMMARIES, chosen().summary ?? present().summary) ?? "What you read of its reasoning."}
        choose={(value) => props.choose("summary", value)}
      />
      <Show when={model()?.personality !== false || present().personality != null}>
        <Choice
          label="Personality"
          value={chosen().personality}
          asIs={asIs(present().personality == null ? null : nameOf(PERSONALITIES, present().personality ?? ""))}
          options={model()?.personality === false ? [] : words(PERSONALITIES, present().personality)}
          disabled={props.disabled}
          hint={
            model()?.personality === false
              ? "This model has no personalities to choose from."
              : (meaningOf(PERSONALITIES, chosen().personality ?? present().personality) ??
                "How the model talks, not what it may do.")
          }
          choose={(value) => props.choose("personality", value)}
        />
      </Show>
      <Show when={props.starting}>
        <Choice
          label="Web search"
          value={chosen().webSearch}
          asIs={asIs(present().webSearch == null ? null : nameOf(WEB_SEARCH, present().webSearch ?? ""))}
          options={words(WEB_SEARCH, present().webSearch).map((option) => ({
            ...option,
            locked: props.choices?.requirements.webSearch?.includes(option.value) === false,
          }))}
          disabled={props.disabled}
          hint={
            meaningOf(WEB_SEARCH, chosen().webSearch ?? present().webSearch) ??
            "Whether the model can search the web. It holds for the whole thread."
          }
          choose={(value) => props.choose("webSearch", value)}
        />
      </Show>
    </Group>
  );
}

/** What the server says of a model beside what it can do. */
function ModelNotes(props: { model: ModelChoice; name: (word: string) => string | null }): JSX.Element {
  return (
    <>
      <Show when={props.model.availability}>
        {(words) => (
          <p class="field__note">
            <VisibleText text={words()} plainBreaks prose />
          </p>
        )}
      </Show>
      <Show when={props.model.upgrade}>
        {(upgrade) => (
          <p class="field__note">
            <VisibleText
              text={upgrade().words ?? `The server offers ${props.name(upgrade().model)} in its place.`}
              plainBreaks
              prose
            />
            <Show when={upgrade().retires}>{(at) => <> It is to go: {fullTime(at() * 1000)}.</>}</Show>
          </p>
        )}
      </Show>
    </>
  );
}

/** How it works with the person: the server's own presets. */
export function ModeFields(props: FieldsProps): JSX.Element {
  const modes = () => props.choices?.modes ?? [];
  const preset = () => modeOf(props.chosen, props.choices);
  const nameOfMode = (word: string | null) => modes().find(({ mode }) => mode === word)?.name ?? word;
  const along = () => {
    const found = preset();
    if (found === null) return "What the model does with your message: the server’s own presets.";
    const model = props.chosen.model ?? found.model ?? props.present.model;
    const effort = props.chosen.effort ?? found.effort ?? props.present.effort ?? "the model’s own";
    return [
      `${found.name} brings the server’s own instructions along.`,
      found.model === null ? `The model stays ${model}.` : `The model will be ${model}.`,
      found.effort === null || props.chosen.effort !== undefined ? `Effort: ${effort}.` : `Effort will be ${effort}.`,
    ].join(" ");
  };
  return (
    <Show when={modes().length > 0 && (props.present.model !== null || props.chosen.model !== undefined)}>
      <Group
        title="Mode"
        now={
          nameOfMode(props.present.mode) ?? (props.starting ? "as the App Server chooses" : "not told by the server")
        }
        changed={props.chosen.mode !== undefined}
      >
        <Choice
          label="Mode"
          value={props.chosen.mode}
          asIs={props.asIs(nameOfMode(props.present.mode))}
          options={modes()
            .filter(({ mode }) => mode !== props.present.mode)
            .map(({ mode, name }) => ({ value: mode, name }))}
          disabled={props.disabled}
          hint={along()}
          choose={(value) => props.choose("mode", value)}
        />
      </Group>
    </Show>
  );
}
