// Below the choices of settings: from when they are when they are not from the process that runs, why the newest reading
// failed, and which of the lists behind them this server lacks. With none at all the server's own default is what is left.
import { type JSX, Show } from "solid-js";
import type { SettingsChoices } from "../../actions/thread-settings.ts";
import { fullTime } from "../../design/words.ts";
import type { HostSession, Outcome } from "../../host/model.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { refusalByVersion } from "../lacking/words.ts";

export function ChoicesNote(props: {
  session: HostSession;
  outcome: Outcome<SettingsChoices> | undefined;
}): JSX.Element {
  const words = () => wordsOf(props.session, props.outcome);
  return (
    <>
      <Show when={words()}>{(text) => <p data-choices-note>{text()}</p>}</Show>
      <Lacking session={props.session} method="model/list" what="Choosing a model" />
      <Lacking session={props.session} method="collaborationMode/list" what="Choosing a mode" />
      <Lacking session={props.session} method="permissionProfile/list" what="Choosing a permission profile" />
    </>
  );
}

function wordsOf(session: HostSession, outcome: Outcome<SettingsChoices> | undefined): string | null {
  if (outcome === undefined) return null;
  if (!outcome.ok)
    return `The list of models could not be read. ${refusalByVersion(session, "model/list", outcome.reason)} What is not chosen is the server’s own default.`;
  const { read } = outcome.value;
  if (read === undefined || (read.fresh && read.failure === null)) return null;
  const from = `These choices were read ${read.at === null ? "earlier" : fullTime(read.at)}.`;
  return read.failure === null
    ? `${from} The App Server that runs now has not told its own yet.`
    : `${from} The newest reading failed. ${refusalByVersion(session, "model/list", read.failure)}`;
}
