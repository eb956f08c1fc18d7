// The configuration of a machine: its layers, every value and where it comes from, changes, what is laid down by an
// administrator, feature flags, and feedback to the makers of the server.
import { createEffect, createMemo, createSignal, For, type JSX, on, onMount, Show, untrack } from "solid-js";
import type { ConfigEdit, ConfigRead, Feature } from "../../actions/config.ts";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { fullTime } from "../../design/words.ts";
import type { Outcome } from "../../host/model.ts";
import type { JsonObject } from "../../projection/state.ts";
import { connection } from "../live.ts";
import { useServices } from "../services.tsx";
import { mayBeDone } from "../uncertain.ts";
import { FeaturesSection } from "./features-section.tsx";
import { FeedbackSection } from "./feedback-section.tsx";
import { FolderChoice } from "./folder-choice.tsx";
import { keepConfig, keptConfig } from "./kept.ts";
import { LayersSection } from "./layers-section.tsx";
import { RequirementsSection } from "./requirements-section.tsx";
import { ValuesSection } from "./values-section.tsx";
import { configRefusal } from "./words.ts";
import "./config-room.css";

const UNLOADED = "A part of the app could not be loaded. Try again, or reload the page.";

/** The last part of a long page. */
function toFeedback(): void {
  const heading = document.getElementById("config-feedback");
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView?.({ block: "start" });
}

export default function ConfigRoom(props: { entry: HostEntry }): JSX.Element {
  const services = useServices();
  // The page is keyed by the machine: it does not change during this component's life.
  // oxlint-disable-next-line solid/reactivity
  const { session } = props.entry;
  const connected = () => connection(session) === "live";
  const [shown, setShown] = createSignal<ConfigRead | null>(null);
  const [requirements, setRequirements] = createSignal<JsonObject | null>(null);
  const [features, setFeatures] = createSignal<Feature[]>([]);
  const [at, setAt] = createSignal<number | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [problems, setProblems] = createSignal<string[]>([]);
  const [folder, setFolder] = createSignal<string | null>(null);
  let newest = 0;

  /** Reads all of it again. True: the values are those of now. */
  const read = async (cwd: string | null): Promise<boolean> => {
    newest += 1;
    const mine = newest;
    setBusy(true);
    const acts = await services.actions.config().catch(() => null);
    const answers =
      acts === null
        ? null
        : await Promise.all([acts.read(session, cwd), acts.requirements(session), acts.features(session)]);
    if (mine !== newest) return false;
    setBusy(false);
    if (answers === null) {
      setProblems([UNLOADED]);
      return false;
    }
    const [config, rules, flags] = answers;
    const said = (what: string, outcome: Outcome<unknown>) =>
      outcome.ok ? [] : [`${what}. ${configRefusal(outcome.reason)}`];
    setProblems([
      ...said("The values were not read", config),
      ...said("The requirements were not read", rules),
      ...said("The features were not read", flags),
    ]);
    if (config.ok) setShown(config.value);
    if (rules.ok) setRequirements(rules.value);
    if (flags.ok) setFeatures(flags.value);
    if (!config.ok) return false;
    const now = Date.now();
    setAt(now);
    await keepConfig(services.journal, session.id, {
      at: now,
      read: config.value,
      requirements: requirements(),
      features: features(),
    });
    return true;
  };

  const showKept = async () => {
    const kept = await keptConfig(services.journal, session.id);
    // What the server has told meanwhile is newer.
    if (kept === null || at() !== null) return;
    setShown(kept.read);
    setRequirements(kept.requirements);
    setFeatures(kept.features);
    setAt(kept.at);
  };
  onMount(() => void showKept());
  /** Asked for by its address: the page is still growing above it until it has been read. */
  let wanted = new URLSearchParams(location.search).get("part") === "feedback";
  createEffect(
    on([at, busy], ([time, isBusy]) => {
      if (!wanted || isBusy || (time === null && connected())) return;
      wanted = false;
      queueMicrotask(toFeedback);
    }),
  );
  // A page that is opened by its address has no connection yet; after a cut what was read may have changed.
  createEffect(on(connected, (is) => void (is && read(untrack(folder)))));

  const write = async (edits: readonly ConfigEdit[], reload: boolean) => {
    const acts = await services.actions.config().catch(() => null);
    if (acts === null) return { ok: false as const, why: UNLOADED, mayBeDone: false };
    const outcome = await acts.write(session, edits, shown()?.version ?? null, reload);
    if (!outcome.ok)
      return { ok: false as const, why: configRefusal(outcome.reason), mayBeDone: mayBeDone(outcome.reason) };
    // What was written is said at once: a reading that is slow, or never answered, holds nothing up.
    return { ok: true as const, written: outcome.value, read: read(folder()) };
  };
  const values = createMemo(() => shown()?.values ?? []);
  return (
    <>
      <div class="config__head">
        <FolderChoice
          session={session}
          chosen={folder()}
          disabled={!connected() || busy()}
          choose={(cwd) => {
            setFolder(cwd);
            void read(cwd);
          }}
        />
        <div class="config__read">
          <button type="button" class="config__jump" onClick={toFeedback}>
            Send feedback
          </button>
          <Show when={at()}>{(time) => <span class="dim num">Read {fullTime(time())}</span>}</Show>
          <Button size="small" disabled={!connected() || busy()} onClick={() => void read(folder())}>
            {busy() ? "Reading" : "Read again"}
          </Button>
        </div>
      </div>
      <Show when={!connected()}>
        <p class="dim" role="status">
          {at() === null
            ? "Not connected, and nothing of it was read on this device before."
            : "Not connected: this is what was read last. It can be changed once the connection is back."}
        </p>
      </Show>
      <Show when={problems().length > 0}>
        <div role="alert">
          <For each={problems()}>{(text) => <p class="bad">{text}</p>}</For>
        </div>
      </Show>
      <Show when={shown()}>
        {(found) => (
          <>
            <ValuesSection
              session={session}
              values={values()}
              requirements={requirements()}
              connected={connected()}
              write={write}
              readAgain={() => void read(folder())}
            />
            <LayersSection layers={found().layers} />
          </>
        )}
      </Show>
      <RequirementsSection requirements={requirements()} known={at() !== null} />
      <FeaturesSection
        session={session}
        features={features()}
        requirements={requirements()}
        connected={connected()}
        write={write}
        changed={() => void read(folder())}
      />
      <FeedbackSection session={session} connected={connected()} />
    </>
  );
}
