// What a thread runs with, as the server reports it, and changing it. Only what the person changed is asked for, and what
// the server then reports is what is shown. More permission wants a second yes.
import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from "solid-js";
import type { HostEntry, SettingsChange, SettingsChoices } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Notice } from "../../design/notice.tsx";
import type { Outcome } from "../../host/model.ts";
import type { Json, ThreadState } from "../../projection/state.ts";
import { connection, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { approvalWords } from "../permission-words.ts";
import { useServices } from "../services.tsx";
import { refusalSentence } from "../thread-menu/refusals.ts";
import { openThreadSettings, settingsOf } from "./asked.ts";
import { isRunningNow } from "./running.ts";
import { expectNothing, expectSettings, type Shown } from "./shown.ts";
import { allows, differ, permissionChanges, reviewerWords, sandboxSentence } from "./width.ts";
import "../../design/text-field.css";
import "./thread-settings.css";

const SANDBOXES: readonly [string, string, Json][] = [
  ["read-only", "Read only", { type: "readOnly", networkAccess: false }],
  ["workspace", "Workspace write", workspace(false)],
  ["workspace-network", "Workspace write with network", workspace(true)],
  ["full", "Full access", { type: "dangerFullAccess" }],
];
function workspace(networkAccess: boolean): Json {
  return {
    type: "workspaceWrite",
    writableRoots: [],
    networkAccess,
    excludeTmpdirEnvVar: false,
    excludeSlashTmp: false,
  };
}
const POLICIES = ["untrusted", "on-request", "never"];
const REVIEWERS = ["user", "auto_review"];
/** Where the server does not say what a model can be asked for. */
const EFFORTS = ["minimal", "low", "medium", "high"];
/** The choice of the model's own tier; no id of a tier is empty. */
const OWN_TIER = "";

export default function SettingsDialog(props: { entry: HostEntry; state: ThreadState }): JSX.Element {
  return (
    <Dialog
      open={settingsOf() === props.state.id}
      title="Model and permissions"
      onClose={() => openThreadSettings(null)}
    >
      <Body entry={props.entry} state={props.state} />
    </Dialog>
  );
}

/** What was chosen in the form; a field that is not there stays as it is. */
interface Chosen {
  model?: string;
  effort?: string;
  tier?: string;
  mode?: string;
  sandbox?: string;
  policy?: string;
  reviewer?: string;
}

function Body(props: { entry: HostEntry; state: ThreadState }): JSX.Element {
  const services = useServices();
  const session = () => props.entry.session;
  const connected = () => connection(session()) === "live";
  const settings = () => live(props.state).settings;
  const [chosen, setChosen] = createSignal<Chosen>({});
  const [asked, setAsked] = createSignal<string | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  const offered = createLoader(
    () => (connected() ? session() : null),
    async (of) => (await services.actions.settings()).choices(of),
  );
  const choices = (): SettingsChoices | null => {
    const outcome = offered.value();
    return outcome?.ok === true ? outcome.value : null;
  };
  const choose = (field: keyof Chosen, value: string | null) => {
    setAsked(null);
    setProblem(null);
    setChosen((before) => {
      const next = { ...before };
      if (value === null) delete next[field];
      else next[field] = value;
      return next;
    });
  };
  const model = () => choices()?.models.find((each) => each.model === (chosen().model ?? settings().model)) ?? null;
  const wanted = createMemo(() => wish(chosen(), settings(), choices()));
  const changes = () => Object.keys(wanted().change).length > 0;
  const after = () => ({ ...settings(), ...wanted().shown });
  const wider = () => permissionChanges(settings(), after()).filter((each) => each.wider);
  /** The second yes is asked for, of just what would be allowed now. */
  const sure = () => asked() !== null && asked() === JSON.stringify(wider());

  const save = async () => {
    if (busy() || !changes()) return;
    if (wider().length > 0 && !sure()) {
      setAsked(JSON.stringify(wider()));
      return;
    }
    setBusy(true);
    const { change, shown } = wanted();
    const { id } = props.state;
    // Before it is sent: what the server reports may come before its reply.
    expectSettings(id, settings(), shown);
    const acts = await services.actions.settings().catch(() => null);
    const outcome = await acts?.change(session(), id, change);
    setBusy(false);
    if (outcome?.ok === true) {
      openThreadSettings(null);
      return;
    }
    expectNothing(id);
    setAsked(null);
    setProblem(
      outcome === undefined
        ? "Nothing was sent: a part of the app could not be loaded. Try again, or reload the page."
        : refusalSentence(outcome.reason),
    );
  };
  const asIs = (words: string | null) => `As it is: ${words ?? "not told"}`;
  return (
    <form
      class="ask thread-settings"
      onKeyDown={(event) => {
        // A key that is held down says yes once.
        if (event.key === "Enter" && event.repeat) event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p class="thread-settings__note">
        This is what the App Server reports. A change holds on every device, for the turns that follow
        {isRunningNow(props.state) ? "; the one that runs goes on as it is." : "."}
      </p>
      <div class="thread-settings__fields">
        <Choice
          label="Model"
          value={chosen().model}
          asIs={asIs(choices()?.models.find((each) => each.model === settings().model)?.name ?? settings().model)}
          options={(choices()?.models ?? [])
            .filter((each) => each.model !== settings().model)
            .map((each) => [each.model, each.name])}
          disabled={!connected()}
          choose={(value) => choose("model", value)}
        />
        <Choice
          label="Effort"
          value={chosen().effort}
          asIs={asIs(settings().effort ?? "the model’s own")}
          options={(model()?.efforts ?? EFFORTS)
            .filter((each) => each !== settings().effort)
            .map((each) => [each, each])}
          disabled={!connected()}
          choose={(value) => choose("effort", value)}
        />
        <Show when={(model()?.tiers.length ?? 0) > 0 || settings().serviceTier !== null}>
          <Choice
            label="Service tier"
            value={chosen().tier}
            asIs={asIs(settings().serviceTier ?? "the model’s own")}
            options={[
              ...(settings().serviceTier === null ? [] : [[OWN_TIER, "The model’s own"] as const]),
              ...(model()?.tiers ?? [])
                .filter(({ id }) => id !== settings().serviceTier)
                .map(({ id, name }) => [id, name] as const),
            ]}
            disabled={!connected()}
            choose={(value) => choose("tier", value)}
          />
        </Show>
        <Show when={(choices()?.modes.length ?? 0) > 0 && settings().model !== null}>
          <Choice
            label="Mode"
            value={chosen().mode}
            asIs={asIs(choices()?.modes.find(({ mode }) => mode === settings().mode)?.name ?? settings().mode)}
            options={(choices()?.modes ?? [])
              .filter(({ mode }) => mode !== settings().mode)
              .map(({ mode, name }) => [mode, name])}
            disabled={!connected()}
            choose={(value) => choose("mode", value)}
          />
        </Show>
        <Choice
          label="Sandbox"
          value={chosen().sandbox}
          asIs={asIs(settings().sandbox === null ? null : sandboxSentence(settings().sandbox))}
          options={SANDBOXES.map(([id, name]) => [id, name])}
          disabled={!connected()}
          choose={(value) => choose("sandbox", value)}
        />
        <Choice
          label="Approval"
          value={chosen().policy}
          asIs={asIs(approvalWords(settings().approvalPolicy))}
          options={POLICIES.filter((each) => each !== settings().approvalPolicy).map((each) => [
            each,
            approvalWords(each) ?? each,
          ])}
          disabled={!connected()}
          choose={(value) => choose("policy", value)}
        />
        <Choice
          label="Who decides requests"
          value={chosen().reviewer}
          asIs={asIs(settings().reviewer === null ? null : reviewerWords(settings().reviewer))}
          options={REVIEWERS.filter((each) => each !== settings().reviewer).map((each) => [each, reviewerWords(each)])}
          disabled={!connected()}
          choose={(value) => choose("reviewer", value)}
        />
      </div>
      <Show when={!connected()}>
        <p>Without a connection nothing can be changed. This is what the server reported last.</p>
      </Show>
      <Show when={refusedChoices(offered.value())}>{(text) => <p>{text()}</p>}</Show>
      <Show when={problem()}>
        {(text) => (
          <Notice kind="bad" title="The settings were not changed">
            {text()}
          </Notice>
        )}
      </Show>
      <Show when={sure()}>
        <div ref={(element) => queueMicrotask(() => element.scrollIntoView?.({ block: "nearest" }))}>
          <Notice kind="bad" title="Allow this thread to do more?">
            <ul class="differences">
              <For each={wider()}>
                {({ name, before, after: more }) => (
                  <li>
                    {name}: {before} → <b>{more}</b>
                  </li>
                )}
              </For>
            </ul>
            <For each={allows(after())}>{(sentence) => <p>{sentence}</p>}</For>
          </Notice>
        </div>
      </Show>
      <div class="ask__acts">
        <Button onClick={() => (sure() ? setAsked(null) : openThreadSettings(null))}>
          {sure() ? "Keep it as it is" : "Cancel"}
        </Button>
        <Button
          type="submit"
          look={sure() ? "danger" : "act"}
          disabled={!changes() || busy() || !connected()}
          onClick={(event) => {
            // The second press of a double one was not meant for what the first has only just asked.
            if (event.detail > 1 && sure()) event.preventDefault();
          }}
        >
          {sure() ? "Allow it" : "Change"}
        </Button>
      </div>
    </form>
  );
}

/**
 * What is to be asked for, and what the server should then report. Only what is a change as things stand, and only what the
 * form still offers: the model, or the report, may have become another one since it was chosen.
 */
function wish(
  chosen: Chosen,
  settings: ThreadState["settings"],
  choices: SettingsChoices | null,
): { change: SettingsChange; shown: Partial<Shown> } {
  const change: SettingsChange = {};
  const shown: Partial<Shown> = {};
  if (chosen.model !== undefined && chosen.model !== settings.model) change.model = shown.model = chosen.model;
  const offered = choices?.models.find((each) => each.model === (chosen.model ?? settings.model)) ?? null;
  const efforts = offered?.efforts ?? EFFORTS;
  const effort = chosen.effort !== undefined && efforts.includes(chosen.effort) ? chosen.effort : null;
  if (effort !== null && effort !== settings.effort) change.effort = shown.effort = effort;
  const tier = chosen.tier === OWN_TIER ? null : chosen.tier;
  if (
    tier !== undefined &&
    tier !== settings.serviceTier &&
    (tier === null || offered?.tiers.some(({ id }) => id === tier) === true)
  )
    change.serviceTier = shown.serviceTier = tier;
  const sandbox = SANDBOXES.find(([id]) => id === chosen.sandbox)?.[2];
  if (
    typeof sandbox === "object" &&
    sandbox !== null &&
    !Array.isArray(sandbox) &&
    (settings.sandbox === null || differ(sandbox, settings.sandbox))
  )
    change.sandboxPolicy = shown.sandbox = sandbox;
  if (chosen.policy !== undefined && chosen.policy !== settings.approvalPolicy)
    change.approvalPolicy = shown.approvalPolicy = chosen.policy;
  if (chosen.reviewer !== undefined && chosen.reviewer !== settings.reviewer)
    change.approvalsReviewer = shown.reviewer = chosen.reviewer;
  const model = chosen.model ?? settings.model;
  if (chosen.mode !== undefined && chosen.mode !== settings.mode && model !== null) {
    // A mode brings its own effort along; the person's choice goes before it.
    const preset = choices?.modes.find(({ mode }) => mode === chosen.mode)?.effort ?? null;
    const along = effort ?? preset ?? settings.effort;
    change.collaborationMode = {
      mode: chosen.mode,
      settings: { model, reasoning_effort: along, developer_instructions: null },
    };
    shown.mode = chosen.mode;
    if (along !== null) shown.effort = along;
  }
  return { change, shown };
}

function refusedChoices(outcome: Outcome<SettingsChoices> | undefined): string | null {
  return outcome?.ok === false ? `The list of models could not be read. ${refusalSentence(outcome.reason)}` : null;
}

function Choice(props: {
  label: string;
  value: string | undefined;
  /** Words for leaving it alone. */
  asIs: string;
  options: readonly (readonly [string, string])[];
  disabled: boolean;
  choose: (value: string | null) => void;
}): JSX.Element {
  const id = createUniqueId();
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {props.label}
      </label>
      <select
        id={id}
        class="field__input"
        disabled={props.disabled || props.options.length === 0}
        onChange={({ currentTarget }) => {
          const at = currentTarget.selectedIndex - 1;
          props.choose(at < 0 ? null : (props.options[at]?.[0] ?? null));
        }}
      >
        <option selected={props.value === undefined}>{props.asIs}</option>
        <For each={props.options}>{([id, name]) => <option selected={props.value === id}>{name}</option>}</For>
      </select>
    </div>
  );
}
