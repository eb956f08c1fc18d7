// Below the choices of settings: from when they are when they are not from the process that runs, why the newest reading
// failed, and which of the lists behind them this server lacks. With none at all the server's own default is what is left.
import { For, type JSX, Show } from "solid-js";
import type { SettingsChoices } from "../../actions/thread-settings.ts";
import { fullTime } from "../../design/words.ts";
import type { Failure, HostSession, Outcome } from "../../host/model.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { refusalByVersion } from "../lacking/words.ts";

export function ChoicesNote(props: {
  session: HostSession;
  outcome: Outcome<SettingsChoices> | undefined;
}): JSX.Element {
  const unread = () => (props.outcome?.ok === true ? (props.outcome.value.unread ?? []) : []);
  const words = () => wordsOf(props.session, props.outcome);
  return (
    <>
      <Show when={words()}>{(text) => <p data-choices-note>{text()}</p>}</Show>
      <For each={unread()}>
        {({ method, failure }) => (
          <p data-choices-note={method}>
            {LISTS.get(method) ?? method} could not be read. {refusalByVersion(props.session, method, failure)}
          </p>
        )}
      </For>
      <Lacking session={props.session} method="model/list" what="Choosing a model" />
      <Lacking session={props.session} method="collaborationMode/list" what="Choosing a mode" />
      <Lacking session={props.session} method="permissionProfile/list" what="Choosing a permission profile" />
    </>
  );
}

const LISTS: ReadonlyMap<string, string> = new Map([
  ["collaborationMode/list", "The list of modes"],
  ["permissionProfile/list", "The list of permission profiles"],
  ["configRequirements/read", "What the machine’s administrator requires"],
]);

function wordsOf(session: HostSession, outcome: Outcome<SettingsChoices> | undefined): string | null {
  if (outcome === undefined) return null;
  if (!outcome.ok) return noModels(session, outcome.reason);
  const { read } = outcome.value;
  if (read === undefined || (read.fresh && read.failure === null)) return null;
  // Never read: there is no model to choose from.
  if (read.at === null && outcome.value.models.length === 0)
    return noModels(session, read.failure ?? { type: "not-sent", message: "It was never read here." });
  const from = `These choices were read ${read.at === null ? "earlier" : fullTime(read.at)}.`;
  return read.failure === null
    ? `${from} The App Server that runs now has not told its own yet.`
    : `${from} The newest reading failed. ${refusalByVersion(session, "model/list", read.failure)}`;
}

function noModels(session: HostSession, reason: Failure): string {
  return `The list of models could not be read. ${refusalByVersion(session, "model/list", reason)} What is not chosen is the server’s own default.`;
}
