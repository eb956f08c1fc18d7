// A new thread: the folder, what the thread will be allowed to do there, and the start.
import { createEffect, createMemo, createSignal, For, type JSX, Match, on, Show, Switch, untrack } from "solid-js";
import type { FolderConfig, HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { homePath } from "../../design/words.ts";
import { BackLink } from "../frame/back-link.tsx";
import { ConnectionBanner } from "../frame/connection-banner.tsx";
import { connection, facts, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { navigate, place, threadPath } from "../route.tsx";
import { failureSentence } from "../sentences.ts";
import { approvalWords, sandboxWords } from "../permission-words.ts";
import { hostOfThread, useHosts, useServices } from "../services.tsx";
import { homeOf } from "../thread-facts.ts";
import { FolderPicker, type Refused } from "./folder-picker.tsx";
import { isAbsolute, written } from "./paths.ts";
import "./new-thread-page.css";

export default function NewThreadPage(): JSX.Element {
  const { hosts } = useHosts();
  const [chosen, setChosen] = createSignal<string | null>(null);
  const host = () => hosts().find((entry) => entry.record.id === chosen()) ?? hostOfThread(hosts(), null);
  return (
    <div class="page">
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
  const session = () => props.entry.session;
  const home = createMemo(() => homeOf(live(session().state)));
  const recent = createMemo(() => recentFolders(session().state));
  const given = () => new URLSearchParams(place().search).get("cwd") || null;
  // Where the picker begins; afterwards the path is the person's.
  const [path, setPath] = createSignal(untrack(() => given() ?? recent()[0] ?? home() ?? "/"));
  createEffect(on(given, (cwd) => cwd !== null && setPath(cwd), { defer: true }));
  const [starting, setStarting] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  const connected = () => connection(session()) === "live";
  const folder = createMemo(() => {
    const clean = written(path(), home());
    return isAbsolute(clean) ? clean : null;
  });
  const [refused, setRefused] = createSignal<Refused | null>(null);
  /** The server would not list exactly this path: a thread there would only fail. */
  const unusable = () => refused() !== null && refused()?.path === folder();
  const needs = () => {
    if (!connected()) return "Starting needs the connection.";
    if (folder() === null) return "Starting needs the whole path of a folder.";
    return unusable() ? "Starting needs a folder that can be listed." : null;
  };
  const config = createLoader(
    () => (connected() ? folder() : null),
    async (cwd) => {
      const outcome = await services.actions.readConfig(session(), cwd);
      return outcome.ok
        ? { type: "known" as const, config: outcome.value }
        : { type: "failed" as const, message: failureSentence(outcome.reason) };
    },
  );
  const start = async () => {
    const cwd = folder();
    if (cwd === null || starting() || needs() !== null) return;
    setStarting(true);
    setProblem(null);
    const outcome = await services.actions.startThread(session(), { cwd });
    setStarting(false);
    if (outcome.ok) navigate(threadPath(outcome.value.thread));
    else setProblem(failureSentence(outcome.reason));
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
        onRefused={setRefused}
        onSubmit={() => void start()}
      />
      <section class="will-run" aria-label="What the thread may do">
        <Switch fallback={<p class="dim">What the thread may do is read once the machine is connected.</p>}>
          <Match when={folder() === null || unusable()}>
            <p class="dim">Choose a folder to see what the thread may do there.</p>
          </Match>
          <Match when={config.value() === undefined && config.loading()}>
            <p class="dim">Reading the settings for this folder</p>
          </Match>
          <Match when={failed(config.value())}>
            {(message) => <p class="dim">The settings for this folder could not be read. {message()}</p>}
          </Match>
          <Match when={known(config.value())}>
            {(found) => <WillRun config={found()} folder={folder() ?? ""} home={home()} />}
          </Match>
        </Switch>
      </section>
      <Show when={problem()}>
        {(text) => (
          <Notice kind="bad" title="The thread was not started">
            {text()}
          </Notice>
        )}
      </Show>
      <div class="new-thread__acts">
        <Button
          look="act"
          disabled={needs() !== null || starting()}
          aria-describedby="start-needs"
          onClick={() => void start()}
        >
          Start thread
        </Button>
        <span class="dim" id="start-needs">
          {needs()}
        </span>
      </div>
    </>
  );
}

type ConfigState = { type: "known"; config: FolderConfig } | { type: "failed"; message: string } | undefined;

function failed(state: ConfigState): string | null {
  return state?.type === "failed" ? state.message : null;
}
function known(state: ConfigState): FolderConfig | null {
  return state?.type === "known" ? state.config : null;
}

/** The settings that the thread will run with, and what follows from a writable sandbox. */
function WillRun(props: { config: FolderConfig; folder: string; home: string | null }): JSX.Element {
  const sandbox = () => props.config.sandbox;
  const writable = () => sandbox() === "workspace-write" || sandbox() === "danger-full-access";
  const marks = () => sandbox() === "workspace-write" && props.config.trust !== "trusted";
  const model = () => [props.config.model, props.config.effort].filter((part) => part !== null).join(" · ");
  return (
    <>
      <h2>It will run with</h2>
      <dl>
        <dt>Sandbox</dt>
        <dd>
          {sandboxWords(sandbox()) ?? "Codex's default for this folder"}
          <Show when={SANDBOX_MEANS.get(sandbox() ?? "")}>{(means) => <span class="dim"> · {means()}</span>}</Show>
        </dd>
        <dt>Approvals</dt>
        <dd>{approvalWords(props.config.approvalPolicy) ?? "Codex's default for this folder"}</dd>
        <Show when={model() !== ""}>
          <dt>Model</dt>
          <dd>{model()}</dd>
        </Show>
        <Show when={props.config.trust}>
          {(trust) => (
            <>
              <dt>Folder</dt>
              <dd>{trust() === "trusted" ? "trusted in Codex's config" : trust()}</dd>
            </>
          )}
        </Show>
      </dl>
      <Show when={marks() || (writable() && props.config.trust === null)}>
        <p class="will-run__note">
          With a writable sandbox Codex marks <code>{homePath(props.folder, props.home)}</code> as trusted in its config
          on that machine.
        </p>
      </Show>
      <Show when={sandbox() === null && props.config.trust === null}>
        <p class="will-run__note">
          If Codex chooses a writable sandbox, it marks <code>{homePath(props.folder, props.home)}</code> as trusted in
          its config on that machine.
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

/** The folders of the newest threads, each once. */
function recentFolders(state: HostEntry["session"]["state"]): string[] {
  const threads = [...live(state).threads.values()]
    .filter((thread) => thread.cwd !== "")
    .sort((a, b) => b.updatedAt - a.updatedAt);
  return [...new Set(threads.map((thread) => thread.cwd))].slice(0, 5);
}
