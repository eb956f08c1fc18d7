// What a thread runs with, as the server reports it, and changing it. Only what the person changed is asked for, and what
// the server then reports is what is shown. More permission wants a second yes.
import { createEffect, createMemo, createSignal, For, type JSX, on, onCleanup, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import type { SettingsChoices } from "../../actions/thread-settings.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Notice } from "../../design/notice.tsx";
import type { Failure, HostSession } from "../../host/model.ts";
import type { ThreadState } from "../../projection/state.ts";
import { connection, live } from "../live.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { createLoader } from "../load.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { refusalByVersion } from "../lacking/words.ts";
import { machinePath } from "../machine/path.ts";
import { ChoicesNote } from "../models/choices-note.tsx";
import { A } from "../route.tsx";
import { failureSentence } from "../sentences.ts";
import { useServices } from "../services.tsx";
import { refusalSentence } from "../thread-menu/refusals.ts";
import { mayBeDone } from "../uncertain.ts";
import { AnswerFields } from "./answer-fields.tsx";
import {
  openThreadSettings,
  refusalTitle,
  settingsGroup,
  settingsOf,
  type SettingsRefusal,
  tellRefusal,
} from "./asked.ts";
import { isRunningNow } from "./running.ts";
import Fields from "./fields.tsx";
import { expectNothing, expectSettings } from "./shown.ts";
import { allows, permissionsAsked } from "./width.ts";
import { type Chosen, choosing, problemOf, wish } from "./wish.ts";
import "../../design/text-field.css";
import "./thread-settings.css";

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

function Body(props: { entry: HostEntry; state: ThreadState }): JSX.Element {
  const services = useServices();
  const session = () => props.entry.session;
  const connected = () => connection(session()) === "live";
  const settings = () => live(props.state).settings;
  const [chosen, setChosen] = createSignal<Chosen>({});
  const [asked, setAsked] = createSignal<string | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<SettingsRefusal | null>(null);
  const [hidden, setHidden] = createSignal(false);
  const asking = createMemo(() => ({ cwd: settings().cwd, hidden: hidden(), connected: connected() }), null, {
    equals: (a, b) => a?.cwd === b.cwd && a.hidden === b.hidden && a.connected === b.connected,
  });
  // Without a connection it is what this device has kept.
  const offered = createLoader(
    () => asking(),
    async (wanted) => (await services.actions.settings()).choices(session(), wanted, services.journal),
  );
  const choices = (): SettingsChoices | null => {
    const outcome = offered.value();
    return outcome?.ok === true ? outcome.value : null;
  };
  const choose = <F extends keyof Chosen>(field: F, value: Chosen[F] | null) => {
    setAsked(null);
    setProblem(null);
    setChosen((before) => choosing(before, field, value));
  };
  const wanted = createMemo(() => wish(chosen(), settings(), choices()));
  const changes = () => Object.keys(wanted().change).length > 0;
  const wrong = () => problemOf(chosen());
  const wider = () => (changes() ? permissionsAsked(settings(), wanted().after) : []);
  /** The second yes is asked for, of just what would be allowed now. */
  const sure = () => asked() !== null && asked() === JSON.stringify(wider());

  let gone = false;
  onCleanup(() => (gone = true));

  const save = async () => {
    if (busy() || !changes() || wrong() !== null) return;
    if (wider().length > 0 && !sure()) {
      setAsked(JSON.stringify(wider()));
      return;
    }
    setBusy(true);
    const { change, expected } = wanted();
    const { id } = props.state;
    const at = session();
    tellRefusal(at.id, id, null);
    const missing = change.cwd === undefined ? null : await folderRefused(change.cwd);
    if (missing !== null) {
      setBusy(false);
      setAsked(null);
      setProblem({ words: missing, mayBeDone: false });
      return;
    }
    // Before it is sent: what the server reports may come before its reply.
    expectSettings(at.id, id, settings(), expected);
    const acts = await services.actions.settings().catch(() => null);
    const outcome = await acts?.change(at, id, change);
    setBusy(false);
    if (outcome?.ok === true) {
      // Another dialog may be open by now.
      if (!gone) openThreadSettings(null);
      return;
    }
    expectNothing(at.id, id);
    setAsked(null);
    const why =
      outcome === undefined
        ? {
            words: "Nothing was sent: a part of the app could not be loaded. Try again, or reload the page.",
            mayBeDone: false,
          }
        : { words: settingsRefusal(at, outcome.reason), mayBeDone: mayBeDone(outcome.reason) };
    // Closed meanwhile: it stands where the thread is.
    if (gone) tellRefusal(at.id, id, why);
    else setProblem(why);
  };
  /** The App Server takes any folder, also one that is not there. */
  const folderRefused = async (path: string): Promise<string | null> => {
    const found = await services.actions.inspectFile(session(), path);
    if (!found.ok) return `The working folder cannot be looked at. ${failureSentence(found.reason)}`;
    return found.value.kind === "folder" ? null : "The working folder is no folder there.";
  };
  let form: HTMLFormElement | undefined;
  let wantedGroup = settingsGroup();
  /** Its heading has the focus: nothing in it can be used yet. */
  let atHeading = false;
  /** Opens the group that was asked for and goes to its first control. */
  const goTo = () => {
    const group = [...(form?.querySelectorAll("details") ?? [])].find(
      (each) => each.querySelector(".settings-group__title")?.textContent === wantedGroup,
    );
    if (wantedGroup === null || group === undefined) return;
    const heading = group.querySelector("summary");
    const first = group.querySelector<HTMLElement>("select, input, button");
    const control = first?.matches(":enabled") === true ? first : null;
    const elsewhere = atHeading && document.activeElement !== heading;
    if (control !== null || elsewhere) wantedGroup = null;
    if (elsewhere) return;
    group.open = true;
    (control ?? heading)?.focus();
    group.scrollIntoView?.({ block: "nearest" });
    atHeading = control === null;
  };
  createEffect(on(choices, () => queueMicrotask(goTo)));
  return (
    <form
      ref={(element) => (form = element)}
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
      <Fields
        chosen={chosen()}
        present={settings()}
        choices={choices()}
        disabled={!connected()}
        starting={false}
        asIs={(words) => (words === null ? "Not told by the server: stays as it is" : `As it is: ${words}`)}
        choose={choose}
        hidden={hidden()}
        setHidden={setHidden}
      />
      {/* Other choices that were not sent yet are not lost with it. */}
      <AnswerFields entry={props.entry} thread={props.state.id} done={() => !changes() && openThreadSettings(null)} />
      <p class="thread-settings__note">
        Whether the model may search the web is set when a thread starts, or for all threads in the{" "}
        <A href={machinePath(props.entry.record.id, "config")} onClick={() => openThreadSettings(null)}>
          configuration
        </A>
        .
      </p>
      <Show when={!connected()}>
        <p>Without a connection nothing can be changed. This is what the server reported last.</p>
      </Show>
      <ChoicesNote session={session()} outcome={offered.value()} />
      <Lacking session={session()} method="thread/settings/update" what="Changing the settings of a thread" />
      <Show when={problem()}>
        {(found) => (
          <Notice kind="bad" title={refusalTitle(found())}>
            {found().words}
          </Notice>
        )}
      </Show>
      <Show when={sure()}>
        <div
          class="thread-settings__sure"
          ref={(element) => queueMicrotask(() => element.scrollIntoView?.({ block: "nearest" }))}
        >
          <Notice kind="bad" title="Allow this thread to do more?">
            <ul class="differences">
              <For each={wider()}>
                {({ name, before, after: more }) => (
                  <li>
                    {name}: <VisibleText text={before} prose /> →{" "}
                    <b>
                      <VisibleText text={more} prose />
                    </b>
                  </li>
                )}
              </For>
            </ul>
            <For each={allows(wanted().after)}>
              {(sentence) => (
                <p>
                  <VisibleText text={sentence} prose />
                </p>
              )}
            </For>
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
          disabled={!changes() || busy() || !connected() || wrong() !== null}
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

/** Why it was refused: what can be done about it where that is known, else the server's own words and its version. */
function settingsRefusal(session: HostSession, failure: Failure): string {
  const known = /active writer|is archived|no rollout|thread not|not materialized/i;
  if (failure.type === "rpc" && known.test(failure.message)) return refusalSentence(failure);
  return refusalByVersion(session, "thread/settings/update", failure);
}
