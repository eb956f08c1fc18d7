// Settings: machines, storage on this device, look, and what is running.
import { createSignal, For, type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { bytes } from "../../design/words.ts";
import { accountWords } from "../activity/limit-words.ts";
import { BackLink } from "../frame/back-link.tsx";
import { facts, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { NotifySection } from "../notify/notify-section.tsx";
import { WhileRunningSection } from "../queue/while-running-section.tsx";
import { MachineNav } from "../machine/machine-nav.tsx";
import { machinePath } from "../machine/path.ts";
import { A, navigate } from "../route.tsx";
import { connectionWords, storageWords } from "../sentences.ts";
import { useHosts, useServices } from "../services.tsx";
import { setTheme, theme, type Theme } from "../theme.ts";
import { serverWords } from "../thread-facts.ts";
import "./settings-page.css";

export default function SettingsPage(): JSX.Element {
  return (
    <div class="page settings">
      <div class="page__column">
        <div class="page__head">
          <BackLink />
          <h1>Settings</h1>
        </div>
        <Machines />
        <Storage />
        <Look />
        <WhileRunningSection />
        <NotifySection />
        <section aria-labelledby="about">
          <h2 id="about">About</h2>
          <dl class="settings__facts">
            <dt>Longwire</dt>
            <dd class="num">{__APP_VERSION__}</dd>
            <dt>Build</dt>
            <dd class="mono">{__BUILD_ID__}</dd>
          </dl>
        </section>
      </div>
    </div>
  );
}

function Machines(): JSX.Element {
  const { hosts } = useHosts();
  return (
    <section aria-labelledby="machines">
      <h2 id="machines">Machines</h2>
      <ul class="settings__list">
        <For each={hosts()}>{(entry) => <Machine entry={entry} />}</For>
      </ul>
      <Button size="small" onClick={() => navigate("/pair")}>
        Add by link
      </Button>
    </section>
  );
}

function Machine(props: { entry: HostEntry }): JSX.Element {
  const services = useServices();
  const [asking, setAsking] = createSignal(false);
  const f = () => facts(props.entry.session);
  const line = () => {
    const devices = f().clients;
    return [
      connectionWords(f()),
      serverWords(live(props.entry.session.state)),
      devices === null ? null : devices === 1 ? "this device only" : `${devices} devices`,
      hostOf(props.entry.record.url),
    ]
      .filter((part) => part !== null)
      .join(" · ");
  };
  return (
    <li class="settings__machine">
      <div class="settings__machine-words">
        <b>{f().label || props.entry.record.label}</b>
        <p class="dim">{line()}</p>
        <p class="dim">
          <A class="settings__account" href={machinePath(props.entry.record.id, "account")}>
            {accountWords(live(props.entry.session.state).account) ?? "Account and limits"}
          </A>
        </p>
      </div>
      <div class="settings__machine-acts">
        <Button size="small" look="quiet" onClick={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      <MachineNav entry={props.entry} current="" />
      <Dialog open={asking()} title={`Remove ${f().label}?`} onClose={() => setAsking(false)}>
        <div class="settings__ask">
          <p>
            This device forgets the machine, its key and every transcript stored here. Nothing changes on the machine
            itself: its threads stay there, and a new link brings them back.
          </p>
          <div class="settings__acts">
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button
              look="danger"
              onClick={() => {
                setAsking(false);
                void services.removeHost(props.entry.record.id);
              }}
            >
              Remove
            </Button>
          </div>
        </div>
      </Dialog>
    </li>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

function Storage(): JSX.Element {
  const services = useServices();
  const { hosts } = useHosts();
  const loaded = createLoader(
    () => true,
    () => services.storage(),
  );
  const storage = loaded.value;
  const [refused, setRefused] = createSignal(false);
  const health = () => {
    const first = hosts()[0];
    return first === undefined ? "nothing stored yet" : storageWords(facts(first.session));
  };
  const persist = async () => {
    setRefused(!(await services.persist()));
    loaded.again();
  };
  return (
    <section aria-labelledby="storage">
      <h2 id="storage">On this device</h2>
      <dl class="settings__facts">
        <dt>Transcripts</dt>
        <dd>{health()}</dd>
        <dt>Used</dt>
        <dd class="num">
          {storage()?.used == null ? "not told by the browser" : bytes(storage()?.used ?? 0)}
          <Show when={storage()?.quota}>{(quota) => <span class="dim"> of up to {bytes(quota())}</span>}</Show>
        </dd>
        <dt>Kept</dt>
        <dd>
          {storage()?.persisted === true
            ? "until you remove it"
            : storage()?.persisted === false
              ? "until the browser needs the space; installing the app helps"
              : "as long as the browser likes"}
        </dd>
      </dl>
      <Show when={storage()?.persisted === false}>
        <Button size="small" onClick={() => void persist()}>
          Ask the browser to keep it
        </Button>
      </Show>
      <Show when={refused()}>
        <p class="dim">The browser did not agree. It often does once the app is installed or used for a while.</p>
      </Show>
    </section>
  );
}

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

function Look(): JSX.Element {
  return (
    <section aria-labelledby="look">
      <h2 id="look">Look</h2>
      <fieldset class="settings__themes">
        <legend class="sr-only">Theme</legend>
        <For each={THEMES}>
          {(choice) => (
            <label>
              <input
                type="radio"
                name="theme"
                value={choice.value}
                checked={theme() === choice.value}
                onChange={() => setTheme(choice.value)}
              />
              {choice.label}
            </label>
          )}
        </For>
      </fieldset>
    </section>
  );
}
