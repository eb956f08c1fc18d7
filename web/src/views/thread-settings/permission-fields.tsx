// What commands may do, and who is asked: sandbox with its members or a permission profile, approval with its switches,
// who decides, and the working folder.
import { createUniqueId, For, type JSX, Show } from "solid-js";
import { TextField } from "../../design/text-field.tsx";
import { listOf, objectOf, textOf } from "../../projection/read.ts";
import type { Json, JsonObject } from "../../projection/state.ts";
import { approvalWords, hasNetwork } from "../permission-words.ts";
import { Choice, Group, Switch, type Option } from "./choice.tsx";
import type { FieldsProps } from "./fields-props.ts";
import { GRANULAR, meaningOf, nameOf, POLICIES, PROFILES, REVIEWERS, SANDBOXES, SWITCHES } from "./meanings.ts";
import { ownProfile, reviewerWords, sandboxSentence } from "./width.ts";
import { folderProblem, sandboxMode, sandboxOf } from "./wish.ts";

/** Marks the choice of a profile apart from that of a sandbox. */
const PROFILE = "profile ";

export function PermissionFields(props: FieldsProps): JSX.Element {
  const present = () => props.present;
  const chosen = () => props.chosen;
  const needs = () => props.choices?.requirements;
  const sandbox = (): Json => chosen().sandbox ?? present().sandbox;
  const members = () => (chosen().profile === undefined ? objectOf(sandbox()) : null);
  const kind = () => textOf(members()?.["type"]);
  const profileNow = () => textOf(objectOf(present().permissionProfile)?.["id"]);
  const now = () => {
    const own = ownProfile(present().permissionProfile);
    if (own !== null) return `profile ${own}`;
    return present().sandbox === null ? null : sandboxSentence(present().sandbox);
  };
  const sandboxes = (): Option[] =>
    [...SANDBOXES]
      .filter(([each]) => each !== "externalSandbox" || !props.starting)
      .map(([each, [name]]) => ({
        value: each,
        name,
        group: "Sandbox: set here, part by part",
        locked: needs()?.sandboxModes?.includes(sandboxMode({ type: each }) ?? each) === false,
      }));
  const profiles = (): Option[] =>
    (props.choices?.profiles ?? [])
      .filter(({ id }) => id !== profileNow())
      .map(({ id, allowed }) => ({
        value: PROFILE + id,
        name: PROFILES.has(id) ? `${nameOf(PROFILES, id)} (profile)` : id,
        group: "Permission profile: taken whole",
        locked: !allowed,
      }));
  const pick = (value: string | null) => {
    if (value?.startsWith(PROFILE) === true) props.choose("profile", value.slice(PROFILE.length));
    else props.choose("sandbox", value === null ? null : sandboxOf(value, present().sandbox));
  };
  const setMember = (name: string, value: Json) => props.choose("sandbox", { ...objectOf(sandbox()), [name]: value });
  const value = () => {
    const { profile, sandbox: own } = chosen();
    if (profile !== undefined) return PROFILE + profile;
    return own === undefined ? undefined : (textOf(own["type"]) ?? undefined);
  };
  const hint = () => {
    const { profile } = chosen();
    if (profile === undefined) return meaningOf(SANDBOXES, kind());
    const told = props.choices?.profiles.find(({ id }) => id === profile)?.description;
    return told ?? meaningOf(PROFILES, profile) ?? "A profile that is written in the configuration of that machine.";
  };
  const changed = () => chosen().sandbox !== undefined || chosen().profile !== undefined || chosen().cwd !== undefined;
  return (
    <Group title="What commands may do" now={now() ?? "not told by the server"} changed={changed()}>
      <div class="settings-wide">
        <Choice
          label="Sandbox"
          value={value()}
          asIs={props.asIs(now())}
          options={[...sandboxes(), ...profiles()]}
          disabled={props.disabled}
          hint={hint()}
          choose={pick}
        />
        <Show when={profiles().length > 0}>
          <p class="field__note">
            A sandbox is set here, part by part. A permission profile is a ready-made set of such rules, the App
            Server’s own or one that was written on that machine, and is taken whole. One takes the other’s place.
          </p>
        </Show>
      </div>
      <Show when={members()}>
        {(policy) => (
          <div class="settings-members">
            <Show
              when={
                kind() === "workspaceWrite" ||
                (!props.starting && (kind() === "readOnly" || kind() === "externalSandbox"))
              }
            >
              <Switch
                label="Network access"
                hint="Commands can reach other machines."
                checked={hasNetwork(policy())}
                disabled={props.disabled}
                set={(on) =>
                  setMember("networkAccess", kind() === "externalSandbox" ? (on ? "enabled" : "restricted") : on)
                }
              />
            </Show>
            <Show when={kind() === "workspaceWrite"}>
              <Switch
                label="Temporary folders may be written"
                hint="/tmp"
                checked={policy()["excludeSlashTmp"] !== true}
                disabled={props.disabled}
                set={(on) => setMember("excludeSlashTmp", !on)}
              />
              <Switch
                label="The user’s temporary folder may be written"
                hint="$TMPDIR"
                checked={policy()["excludeTmpdirEnvVar"] !== true}
                disabled={props.disabled}
                set={(on) => setMember("excludeTmpdirEnvVar", !on)}
              />
              <Roots policy={policy()} disabled={props.disabled} set={(roots) => setMember("writableRoots", roots)} />
            </Show>
          </div>
        )}
      </Show>
      <Show when={!props.starting}>
        <div class="settings-wide">
          <TextField
            label="Working folder"
            mono
            value={chosen().cwd ?? present().cwd ?? ""}
            disabled={props.disabled}
            error={chosen().cwd === undefined ? null : folderProblem(chosen().cwd ?? "")}
            hint="Commands run there, and a sandbox that can write may write there."
            onInput={({ currentTarget }) =>
              props.choose("cwd", currentTarget.value === present().cwd ? null : currentTarget.value.trim())
            }
          />
        </div>
      </Show>
    </Group>
  );
}

/** Further folders that may be written, one a line. */
function Roots(props: { policy: JsonObject; disabled: boolean; set: (roots: string[]) => void }): JSX.Element {
  const id = createUniqueId();
  const roots = () => listOf(props.policy["writableRoots"]).map(String);
  const problem = () =>
    roots()
      .map(folderProblem)
      .find((each) => each !== null);
  return (
    <div class="field">
      <label class="field__label" for={id}>
        Other folders that may be written
      </label>
      <textarea
        id={id}
        class="field__input mono"
        rows={2}
        spellcheck={false}
        disabled={props.disabled}
        aria-describedby={`${id}-note`}
        aria-invalid={problem() === undefined ? undefined : true}
        value={roots().join("\n")}
        onChange={({ currentTarget }) =>
          props.set(
            currentTarget.value
              .split("\n")
              .map((line) => line.trim())
              .filter((line) => line !== ""),
          )
        }
      />
      <p id={`${id}-note`} class="field__note" data-error={problem() === undefined ? undefined : ""}>
        {problem() ?? "One whole path a line."}
      </p>
    </div>
  );
}

/** When somebody is asked, and who. */
export function ApprovalFields(props: FieldsProps): JSX.Element {
  const needs = () => props.choices?.requirements;
  const policy = (): Json => props.chosen.policy ?? props.present.approvalPolicy;
  const rules = () => objectOf(objectOf(policy())?.[GRANULAR]);
  const allowed = (word: string) =>
    needs()?.approvalPolicies?.some((each) => each === word || objectOf(each)?.[word] !== undefined) !== false;
  const options = (): Option[] => [
    ...[...POLICIES]
      .filter(([word]) => word !== props.present.approvalPolicy)
      .map(([word, [name]]) => ({ value: word, name, locked: !allowed(word) })),
    ...(objectOf(props.present.approvalPolicy) === null
      ? [{ value: GRANULAR, name: "asks by rules", locked: !allowed(GRANULAR) }]
      : []),
  ];
  const value = () => {
    const { policy: own } = props.chosen;
    if (own === undefined) return undefined;
    if (typeof own === "string") return own;
    // The switches of what holds now were changed: it stays what it is.
    return objectOf(props.present.approvalPolicy) === null ? GRANULAR : undefined;
  };
  const pick = (word: string | null) => {
    if (word !== GRANULAR) props.choose("policy", word);
    // Everything is asked, until the person says otherwise.
    else props.choose("policy", { [GRANULAR]: Object.fromEntries([...SWITCHES].map(([name]) => [name, true])) });
  };
  const switches = () => {
    const told = Object.entries(rules() ?? {}).filter(([, on]) => typeof on === "boolean");
    return told.map(([name]) => name);
  };
  const hint = () =>
    rules() === null
      ? meaningOf(POLICIES, textOf(policy()))
      : "Each kind of request by itself: with a mark you are asked, without one it is refused at once.";
  return (
    <Group
      title="Who is asked"
      now={
        [
          approvalWords(props.present.approvalPolicy),
          props.present.reviewer === null ? null : reviewerWords(props.present.reviewer),
        ]
          .filter((part) => part !== null)
          .join(" · ") || "not told by the server"
      }
      changed={props.chosen.policy !== undefined || props.chosen.reviewer !== undefined}
    >
      <Choice
        label="Approval"
        value={value()}
        asIs={props.asIs(approvalWords(props.present.approvalPolicy))}
        options={options()}
        disabled={props.disabled}
        hint={hint()}
        choose={pick}
      />
      <Choice
        label="Who decides requests"
        value={props.chosen.reviewer}
        asIs={props.asIs(props.present.reviewer === null ? null : reviewerWords(props.present.reviewer))}
        options={[...REVIEWERS]
          .filter(([word]) => word !== props.present.reviewer)
          .map(([word, [name]]) => ({
            value: word,
            name,
            locked: needs()?.reviewers?.includes(word) === false,
          }))}
        disabled={props.disabled}
        hint={meaningOf(REVIEWERS, props.chosen.reviewer ?? props.present.reviewer)}
        choose={(word) => props.choose("reviewer", word)}
      />
      <Show when={switches().length > 0}>
        <div class="settings-members">
          <For each={switches()}>
            {(name) => (
              <Switch
                label={nameOf(SWITCHES, name)}
                hint={meaningOf(SWITCHES, name)}
                checked={rules()?.[name] === true}
                disabled={props.disabled}
                set={(on) => props.choose("policy", { [GRANULAR]: { ...rules(), [name]: on } })}
              />
            )}
          </For>
        </div>
      </Show>
    </Group>
  );
}
