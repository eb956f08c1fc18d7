// A new thread: the folder, what the thread will be allowed to do there, and the start.
import {
  createEffect,
  createMemo,
  createSignal,
  For,
  type JSX,
  Match,
  on,
  onCleanup,
  Show,
  Suspense,
  Switch,
  untrack,
} from "solid-js";
import type { FolderConfig, HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { BeforeStart } from "../account/before-start.tsx";
import { BackLink } from "../frame/back-link.tsx";
import { VisibleText } from "../decisions/visible-text.tsx";
import { ConnectionBanner } from "../frame/connection-banner.tsx";
import { connection, facts, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { A, navigate, place } from "../route.tsx";
import { Lacking } from "../lacking/lacking.tsx";
import { refusalByVersion } from "../lacking/words.ts";
import { ChoicesNote } from "../models/choices-note.tsx";
import { failureSentence } from "../sentences.ts";
import { hostOfThread, pathOnHost, useHosts, useServices } from "../services.tsx";
import { homeOf } from "../thread-facts.ts";
import { type Chosen, choosing, presentOfConfig, problemOf, startWish, wish } from "../thread-settings/wish.ts";
import { mayBeDone } from "../uncertain.ts";
import { FolderPicker, type Refused } from "./folder-picker.tsx";
import { isAbsolute, written } from "./paths.ts";
import { startAllows, WillRun } from "./will-run.tsx";
import { lazyPart } from "../lazy-part.tsx";
import "./new-thread-page.css";

const Fields = lazyPart(() => import("../thread-settings/fields.tsx"));

export default function NewThreadPage(): JSX.Element {
  const { hosts } = useHosts();
  const [chosen, setChosen] = createSignal<string | null>(null);
  const host = () => hosts().find((entry) => entry.record.id === chosen()) ?? hostOfThread(hosts(), null);
  return (
    <div class="page new-thread-page">
      <div class="page__column new-thread">
        <div class="page__head">
          <BackLink />
          <h1>New thread</h1>
        </div>
        <Show when={hosts().length > 1}>
          <div class="new-thread__hosts" role="group" aria-label="Machine">
            <For each={hosts()}>
              {(entry) => (
                <Button
                  size="small"
                  aria-pressed={entry === host()}
                  look={entry === host() ? "plain" : "quiet"}
                  onClick={() => setChosen(entry.record.id)}
                >
                  {facts(entry.session).label}
                </Button>
              )}
            </For>
          </div>
        </Show>
        <Show when={host()} keyed>
          {(entry) => <Form entry={entry} />}
        </Show>
      </div>
    </div>
  );
}

function Form(props: { entry: HostEntry }): JSX.Element {
  const services = useServices();
  const { hosts } = useHosts();
  const session = () => props.entry.session;
  const pathOf = (thread: string) => pathOnHost(hosts(), props.entry.record.id, thread);
  const home = createMemo(() => homeOf(live(session().state)));
  const recent = createMemo(() => recentFolders(session().state));
  const given = () => new URLSearchParams(place().search).get("cwd") || null;
  const [own, setPath] = createSignal<string | null>(null);
  // Where the picker begins, as soon as something is known of the machine; a thread that comes later does not move it, and
  // what the person has typed or pressed is theirs.
  const begin = createMemo<string | null>((was) => was ?? given() ?? recent()[0] ?? home() ?? null, null);
  const path = () => own() ?? begin() ?? "/";
  createEffect(on(given, (cwd) => cwd !== null && setPath(cwd), { defer: true }));
  const [starting, setStarting] = createSignal(false);
  const [problem, setProblem] = createSignal<{ words: string; mayBeDone: boolean } | null>(null);
  const connected = () => connection(session()) === "live";
  const folder = createMemo(() => {
    const clean = written(path(), home());
    return isAbsolute(clean) ? clean : null;
  });
  /** What is asked of the server is asked of this one: not of each letter that is typed. */
  const [looked, setLooked] = createSignal(untrack(folder));
  const settled = () => looked() === folder();
  const [refused, setRefused] = createSignal<Refused | null>(null);
  /** The server would not list exactly this path: a thread there would only fail. */
  const unusable = () => refused() !== null && refused()?.path === folder();
  const needs = () => {
    if (!connected()) return "Starting needs the connection.";
    if (folder() === null) return "Starting needs the whole path of a folder.";
    // The top of the machine is where one looks from. It is nobody's project unless somebody says so.
    if (own() === null && begin() === null) return "Choose the folder in which the agent is to work.";
    return unusable() ? "Starting needs a folder that can be listed." : null;
  };
  const configs = createLoader(
    () => (connected() ? looked() : null),
    async (cwd) => {
      const outcome = await services.actions.readConfig(session(), cwd);
      return outcome.ok
        ? { type: "known" as const, cwd, config: outcome.value }
        : { type: "failed" as const, cwd, message: failureSentence(outcome.reason) };
    },
  );
  /** Of this very folder: what another one gives says nothing of it. */
  const config = (): ConfigState => {
    const found = configs.value();
    return found?.cwd === folder() ? found : undefined;
  };
  const [chosen, setChosen] = createSignal<Chosen>({});
  /** The settings are open: what they offer is asked for then. */
  const [changing, setChanging] = createSignal(false);
  const [hidden, setHidden] = createSignal(false);
  const asking = createMemo(() => ({ cwd: looked(), hidden: hidden() }), null, {
    equals: (a, b) => a?.cwd === b.cwd && a.hidden === b.hidden,
  });
  const offered = createLoader(
    () => (connected() && changing() && !unusable() ? asking() : null),
    async (wanted) => (await services.actions.settings()).choices(session(), wanted, services.journal),
  );
  const choices = () => {
    const outcome = offered.value();
    return outcome?.ok === true ? outcome.value : null;
  };
  const present = createMemo(() => presentOfConfig(known(config())?.config ?? {}, folder() ?? ""));
  const wider = createMemo(() => startAllows(chosen(), present(), choices()));
  const [asked, setAsked] = createSignal<string | null>(null);
  /** The second yes is asked for, of just what would be allowed now. */
  const sure = () => asked() !== null && wider().length > 0 && asked() === JSON.stringify(wider());
  const [half, setHalf] = createSignal<{ thread: string; words: string } | null>(null);
  let gone = false;
  onCleanup(() => (gone = true));
  const start = async () => {
    const cwd = folder();
    if (cwd === null || starting() || needs() !== null || problemOf(chosen()) !== null) return;
    if (wider().length > 0 && !sure()) {
      setAsked(JSON.stringify(wider()));
      return;
    }
    setStarting(true);
    setProblem(null);
    setHalf(null);
    const set = startWish(chosen(), present(), choices());
    const outcome = await services.actions.startThread(session(), { cwd, ...set });
    // Whoever has gone on elsewhere is not called away: the thread stands in the list.
    if (gone) return;
    setStarting(false);
    setAsked(null);
    if (!outcome.ok)
      setProblem({
        words: refusalByVersion(session(), "thread/start", outcome.reason),
        mayBeDone: mayBeDone(outcome.reason),
      });
    else if (outcome.value.modeRefused === undefined) navigate(pathOf(outcome.value.thread));
    else setHalf({ thread: outcome.value.thread, words: failureSentence(outcome.value.modeRefused) });
  };
  return (
    <>
      <ConnectionBanner session={session()} />
      <FolderPicker
        session={session()}
        path={path()}
        home={home()}
        recent={recent()}
        onPath={setPath}
        onAsked={(asked) => setLooked(isAbsolute(asked) ? asked : null)}
        onRefused={setRefused}
        // Enter in the path asks; the yes is the button's.
        onSubmit={() => !sure() && void start()}
      />
      <section class="will-run" aria-label="What the thread may do">
        <Switch fallback={<p class="dim">What the thread may do is read once the machine is connected.</p>}>
          <Match when={folder() === null || unusable()}>
            <p class="dim">Choose a folder to see what the thread may do there.</p>
          </Match>
          <Match when={config() === undefined && connected()}>
            <p class="dim">Reading the settings for this folder</p>
          </Match>
          <Match when={failed(config())}>
            {(message) => (
              <Lacking session={session()} method="config/read" what="Telling what the thread may do">
                <p class="dim">The settings for this folder could not be read. {message()}</p>
              </Lacking>
            )}
          </Match>
          <Match when={known(config())}>
            {(found) => (
              <WillRun
                config={found()}
                after={wish(chosen(), present(), choices()).after}
                folder={folder() ?? ""}
                home={home()}
              />
            )}
          </Match>
        </Switch>
      </section>
      <details
        class="start-settings"
        open={changing()}
        onToggle={(event) => event.currentTarget === event.target && setChanging(event.currentTarget.open)}
      >
        <summary>Change what this thread runs with</summary>
        <Show when={changing()}>
          <Suspense fallback={<p class="dim">Loading the settings</p>}>
            <Fields
              chosen={chosen()}
              present={present()}
              choices={choices()}
              disabled={!connected()}
              starting
              asIs={(words) => (words === null ? "As the App Server chooses" : `As configured: ${words}`)}
              choose={(field, value) => {
                setAsked(null);
                setProblem(null);
                setChosen((before) => choosing(before, field, value));
              }}
              hidden={hidden()}
              setHidden={setHidden}
            />
          </Suspense>
          <ChoicesNote session={session()} outcome={offered.value()} />
        </Show>
      </details>
      <BeforeStart session={session()} cwd={unusable() || !settled() ? null : looked()} />
      <Show when={problem()}>
        {(found) => (
          <Notice
            kind="bad"
            title={found().mayBeDone ? "Whether the thread was started is not known" : "The thread was not started"}
          >
            {found().words} {found().mayBeDone ? "Look for it in the list before you start another." : ""}
          </Notice>
        )}
      </Show>
      <Show when={half()}>
        {(found) => (
          <Notice kind="bad" title="The thread was started, in another mode">
            Its mode was not set. {found().words} <A href={pathOf(found().thread)}>Open the thread</A>
          </Notice>
        )}
      </Show>
      <Show when={sure()}>
        <div class="start-sure" ref={(element) => queueMicrotask(() => element.scrollIntoView?.({ block: "nearest" }))}>
          <Notice kind="bad" title="Start a thread that may do this?">
            <For each={wider()}>
              {(sentence) => (
                <p>
                  <VisibleText text={sentence} prose />
                </p>
              )}
            </For>
          </Notice>
        </div>
      </Show>
      {/* Always at the same place, whatever comes in above it: a press is not lost because the page grew under it. */}
      <div class="new-thread__acts">
        <span class="dim" id="start-needs">
          {needs() ?? problemOf(chosen())}
        </span>
        <Show when={sure()}>
          <Button onClick={() => setAsked(null)}>Do not start</Button>
        </Show>
        <Button
          look={sure() ? "danger" : "act"}
          disabled={needs() !== null || problemOf(chosen()) !== null || starting()}
          aria-describedby="start-needs"
          onKeyDown={(event) => {
            // A key that is held down says yes once.
            if (event.key === "Enter" && event.repeat) event.preventDefault();
          }}
          onClick={(event) => {
            // The second press of a double one was not meant for what the first has only just asked.
            if (event.detail <= 1 || !sure()) void start();
          }}
        >
          {sure() ? "Start it so" : "Start thread"}
        </Button>
      </div>
    </>
  );
}

type ConfigState =
  | { type: "known"; cwd: string; config: FolderConfig }
  | { type: "failed"; cwd: string; message: string }
  | undefined;

function failed(state: ConfigState): string | null {
  return state?.type === "failed" ? state.message : null;
}
function known(state: ConfigState): FolderConfig | null {
  return state?.type === "known" ? state.config : null;
}

/** The folders of the newest threads, each once. */
function recentFolders(state: HostEntry["session"]["state"]): string[] {
  const threads = [...live(state).threads.values()]
    .filter((thread) => thread.cwd !== "")
    .sort((a, b) => b.updatedAt - a.updatedAt);
  return [...new Set(threads.map((thread) => thread.cwd))].slice(0, 5);
}
