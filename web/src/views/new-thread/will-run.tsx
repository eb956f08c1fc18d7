// What a thread that is yet to be started will run with, and what is asked twice before it is.
import { type JSX, Show } from "solid-js";
import type { FolderConfig } from "../../actions/contract.ts";
import type { SettingsChoices } from "../../actions/thread-settings.ts";
import { homePath } from "../../design/words.ts";
import { objectOf, textOf } from "../../projection/read.ts";
import type { ReportedSettings } from "../../projection/state.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { approvalWords, hasNetwork, sandboxWords } from "../permission-words.ts";
import { allows, ownProfile, permissionsAsked, sandboxSentence } from "../thread-settings/width.ts";
import { type Chosen, type Present, sandboxMode, wish } from "../thread-settings/wish.ts";

/** What the person has chosen to allow beyond what the folder's configuration gives, as sentences; empty: nothing. */
export function startAllows(chosen: Chosen, present: Present, choices: SettingsChoices | null): string[] {
  const { after } = wish(chosen, present, choices);
  return permissionsAsked(present, after).length > 0 ? allows({ ...after, reviewer: after.reviewer ?? "user" }) : [];
}

/** The settings that the thread will run with, and what follows from a writable sandbox. */
export function WillRun(props: {
  config: FolderConfig;
  /** With what the person has chosen. */
  after: ReportedSettings;
  folder: string;
  home: string | null;
}): JSX.Element {
  const profile = () => textOf(objectOf(props.after.permissionProfile)?.["id"]);
  const sandbox = () => sandboxMode(props.after.sandbox) ?? props.config.sandbox;
  const writable = () => sandbox() === "workspace-write" || sandbox() === "danger-full-access";
  const marks = () => sandbox() === "workspace-write" && props.config.trust !== "trusted";
  const model = () => [props.after.model, props.after.effort].filter((part) => part !== null).join(" · ");
  const own = () => ownProfile(props.after.permissionProfile);
  return (
    <>
      <h2>It will run with</h2>
      <dl>
        <dt>Sandbox</dt>
        <dd>
          <span classList={{ bad: sandbox() === "danger-full-access" || hasNetwork(props.after.sandbox) }}>
            {own() !== null
              ? `by the profile ${own()}`
              : props.after.sandbox === null
                ? (sandboxWords(sandbox()) ?? profile() ?? "the App Server’s default for this folder")
                : sandboxSentence(props.after.sandbox)}
          </span>
          <Show when={own() === null && SANDBOX_MEANS.get(sandbox() ?? "")}>
            {(means) => <span class="dim"> · {means()}</span>}
          </Show>
        </dd>
        <dt>Approvals</dt>
        <dd classList={{ bad: props.after.approvalPolicy === "never" }}>
          {approvalWords(props.after.approvalPolicy ?? props.config.approvalPolicy) ??
            "the App Server’s default for this folder"}
        </dd>
        <Show when={model() !== ""}>
          <dt>Model</dt>
          <dd>{model()}</dd>
        </Show>
        <Show when={props.config.trust}>
          {(trust) => (
            <>
              <dt>Folder</dt>
              <dd>{trust() === "trusted" ? "trusted in the machine’s configuration" : trust()}</dd>
            </>
          )}
        </Show>
      </dl>
      <Show when={marks() || (writable() && props.config.trust === null)}>
        <p class="will-run__note">
          With a writable sandbox the App Server may mark{" "}
          <code>
            <VisibleText text={homePath(props.folder, props.home)} />
          </code>{" "}
          as trusted in its configuration on that machine.
        </p>
      </Show>
      <Show when={sandbox() === null && props.config.trust === null}>
        <p class="will-run__note">
          If the App Server chooses a writable sandbox, it may mark{" "}
          <code>
            <VisibleText text={homePath(props.folder, props.home)} />
          </code>{" "}
          as trusted in its configuration on that machine.
        </p>
      </Show>
    </>
  );
}

const SANDBOX_MEANS: ReadonlyMap<string, string> = new Map([
  ["read-only", "commands may read, not write"],
  ["workspace-write", "commands may write in this folder"],
  ["danger-full-access", "commands may do anything your user may"],
]);
