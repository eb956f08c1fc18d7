// Feature flags: what each does as the server tells it, whether it is on, and two ways to switch it: in the configuration,
// or in the process that runs now where the server can.
import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from "solid-js";
import { allowedAt, keyPathOf } from "../../actions/config-values.ts";
import type { Feature } from "../../actions/config.ts";
import { Button } from "../../design/button.tsx";
import { Chip } from "../../design/chip.tsx";
import type { HostSession } from "../../host/model.ts";
import type { JsonObject } from "../../projection/state.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { sameMembers } from "../same-members.ts";
import { useServices } from "../services.tsx";
import { configRefusal, STAGE_ORDER, stageWords } from "./words.ts";
import type { Write } from "./wrote.ts";

/** Stages that are folded: what is stable and on concerns nobody, and what is gone does nothing. */
const OPEN = new Set(["beta"]);

export function FeaturesSection(props: {
  session: HostSession;
  features: readonly Feature[];
  requirements: JsonObject | null;
  connected: boolean;
  write: Write;
  changed: () => void;
}): JSX.Element {
  // By name and by stage: a reading brings other objects, and takes neither what was opened nor the focus with it.
  const byName = createMemo(() => new Map(props.features.map((feature) => [feature.name, feature])));
  const groups = createMemo(() => {
    const byStage = new Map<string, string[]>();
    for (const { name, stage } of byName().values()) {
      const names = byStage.get(stage);
      if (names === undefined) byStage.set(stage, [name]);
      else names.push(name);
    }
    return byStage;
  });
  const rank = (stage: string) => (STAGE_ORDER.includes(stage) ? STAGE_ORDER.indexOf(stage) : 1.5);
  const stages = createMemo(() => [...groups().keys()].sort((a, b) => rank(a) - rank(b)), [], { equals: sameMembers });
  return (
    <section aria-labelledby="config-features">
      <h2 id="config-features">Features</h2>
      <p class="dim">
        Switches of the server itself. Features under development may be unfinished and may be removed again.
      </p>
      <Show when={stages().length > 0} fallback={<p class="dim">None has been read yet.</p>}>
        <For each={stages()}>
          {(stage) => (
            <details class="config__stage" data-stage={stage} open={OPEN.has(stage)}>
              <summary>
                <VisibleText text={stageWords(stage)} prose />{" "}
                <span class="dim num">{groups().get(stage)?.length}</span>
              </summary>
              <ul>
                <FirstOf
                  of={props.session}
                  name={`config features ${stage}`}
                  each={groups().get(stage) ?? []}
                  what="features"
                  first={60}
                  row
                >
                  {(name) => (
                    <Show when={byName().get(name)}>
                      {(feature) => (
                        <FeatureRow
                          session={props.session}
                          feature={feature()}
                          locked={allowedAt(props.requirements, keyPathOf(["features", name])) !== null}
                          connected={props.connected}
                          write={props.write}
                          changed={props.changed}
                        />
                      )}
                    </Show>
                  )}
                </FirstOf>
              </ul>
            </details>
          )}
        </For>
      </Show>
    </section>
  );
}

function FeatureRow(props: {
  session: HostSession;
  feature: Feature;
  locked: boolean;
  connected: boolean;
  write: Write;
  changed: () => void;
}): JSX.Element {
  const services = useServices();
  const id = createUniqueId();
  const [busy, setBusy] = createSignal(false);
  const [told, setTold] = createSignal<{ text: string; bad: boolean } | null>(null);
  const wanted = () => !props.feature.enabled;
  const verb = () => (wanted() ? "Turn on" : "Turn off");
  const word = () => (wanted() ? "on" : "off");
  const can = () => props.connected && !busy() && !props.locked && props.feature.stage !== "removed";

  const inFile = async () => {
    setBusy(true);
    const state = word();
    const wrote = await props.write([{ key: keyPathOf(["features", props.feature.name]), value: wanted() }], true);
    setBusy(false);
    setTold(
      wrote.ok
        ? { text: `Written: ${state}, for what is started from now on.`, bad: false }
        : { text: wrote.why, bad: true },
    );
  };
  const now = async () => {
    setBusy(true);
    const state = word();
    const acts = await services.actions.config().catch(() => null);
    const outcome = await acts?.switchNow(props.session, props.feature.name, wanted());
    setBusy(false);
    if (outcome === undefined) setTold({ text: "A part of the app could not be loaded. Try again.", bad: true });
    else if (!outcome.ok) setTold({ text: configRefusal(outcome.reason), bad: true });
    else if (!outcome.value)
      setTold({ text: "The server does not switch this one while it runs. Nothing was changed.", bad: true });
    else {
      setTold({ text: `Switched ${state} until this App Server ends.`, bad: false });
      props.changed();
    }
  };
  return (
    <li class="config__feature" data-feature={props.feature.name} data-enabled={props.feature.enabled}>
      <div class="config__feature-words">
        <p id={id}>
          <b>
            <VisibleText text={props.feature.title ?? props.feature.name} prose />
          </b>{" "}
          <Show when={props.feature.title !== null}>
            <code class="dim">
              <VisibleText text={props.feature.name} />
            </code>{" "}
          </Show>
          <Chip>{props.feature.enabled ? "on" : "off"}</Chip>
          <Show when={props.feature.enabled !== props.feature.byDefault}>
            <span class="dim"> · not the default</span>
          </Show>
          <Show when={props.locked}>
            <span class="config__locked"> · laid down by an administrator</span>
          </Show>
        </p>
        <Show when={props.feature.description}>
          {(text) => (
            <p class="config__about">
              <VisibleText text={text()} prose />
            </p>
          )}
        </Show>
        <Show when={told()}>
          {(words) => (
            <p role="status" class={words().bad ? "bad" : "dim"}>
              {words().text}
            </p>
          )}
        </Show>
      </div>
      <div class="config__feature-acts">
        <Button size="small" aria-describedby={id} disabled={!can()} onClick={() => void inFile()}>
          {verb()}
        </Button>
        <Button
          size="small"
          look="quiet"
          aria-describedby={id}
          disabled={!can()}
          title="Until this App Server ends; nothing is written"
          onClick={() => void now()}
        >
          {verb()} for now
        </Button>
      </div>
    </li>
  );
}
