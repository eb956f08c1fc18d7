// One plugin: what it is, what it brings along, and installing or removing it. What wants a sign-in after that is said.
import { createSignal, For, type JSX, onMount, Show } from "solid-js";
import type { AppNeed, Plugin, PluginDetails, PluginSkill } from "../../actions/plugins.ts";
import { Button } from "../../design/button.tsx";
import { Dot } from "../../design/chip.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { visibleText } from "../../decisions/visible.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { TextBox } from "../items/parts/text-box.tsx";
import { WebLink } from "../items/parts/web-link.tsx";
import { connection } from "../live.ts";
import { maskLine } from "../masking/line.ts";
import { useServices } from "../services.tsx";
import { createAttempt } from "../thread-menu/attempt.ts";
import { About, shortName } from "./about.tsx";
import { ActResult, createAct } from "./act.tsx";
import { FileButton } from "./file-button.tsx";

/** What a plugin was installed with, remembered while the page lives: the list that is read afterwards has another card. */
const needsOf = new WeakMap<HostSession, Map<string, readonly AppNeed[]>>();

export function PluginCard(props: { session: HostSession; plugin: Plugin; onChanged: () => void }): JSX.Element {
  const services = useServices();
  const act = createAct();
  const [open, setOpen] = createSignal(false);
  const [removing, setRemoving] = createSignal(false);
  const connected = () => connection(props.session) === "live";
  const needs = () => needsOf.get(props.session)?.get(props.plugin.id) ?? [];
  const install = async () => {
    const session = props.session;
    const { place, id } = props.plugin;
    const done = await act.run(
      async () => {
        const outcome = await (await services.actions.plugins()).install(session, place);
        if (outcome.ok) {
          const known = needsOf.get(session) ?? new Map<string, readonly AppNeed[]>();
          needsOf.set(session, known.set(id, outcome.value.needs));
        }
        return outcome;
      },
      () => null,
    );
    if (done) props.onChanged();
  };
  const uninstall = async () => {
    setRemoving(false);
    const session = props.session;
    const { id } = props.plugin;
    const done = await act.run(
      async () => (await services.actions.plugins()).uninstall(session, id),
      () => null,
    );
    if (!done) return;
    needsOf.get(session)?.delete(id);
    props.onChanged();
  };
  const facts = () =>
    [props.plugin.version, props.plugin.developer, props.plugin.category].filter((fact) => fact !== null);
  return (
    <li class="ext__card" data-plugin={props.plugin.id} data-installed={props.plugin.installed ? "" : undefined}>
      <div class="ext__line">
        <Dot kind={props.plugin.installed ? (props.plugin.enabled ? "ok" : "off") : "idle"} />
        <b>
          <VisibleText text={shortName(props.plugin.title ?? props.plugin.name)} prose />
        </b>
        <span>
          {props.plugin.installed ? (props.plugin.enabled ? "is installed" : "is installed and switched off") : ""}
        </span>
        <Show when={facts().length > 0}>
          <span class="dim">{visibleText(shortName(facts().join(" · ")))}</span>
        </Show>
        <span class="ext__acts">
          <Button
            size="small"
            look="quiet"
            aria-label={`More of ${visibleText(shortName(props.plugin.name))}`}
            onClick={() => setOpen(true)}
          >
            More
          </Button>
          <Show
            when={props.plugin.installed}
            fallback={
              <Button
                size="small"
                disabled={!connected() || act.busy() || props.plugin.unavailable !== null || notOffered(props.plugin)}
                aria-label={`Install ${visibleText(shortName(props.plugin.name))}`}
                onClick={() => void install()}
              >
                {act.busy() ? "Installing" : "Install"}
              </Button>
            }
          >
            <Button
              size="small"
              disabled={!connected() || act.busy()}
              aria-label={`Remove ${visibleText(shortName(props.plugin.name))}`}
              onClick={() => setRemoving(true)}
            >
              {act.busy() ? "Removing" : "Remove"}
            </Button>
          </Show>
        </span>
      </div>
      <Show when={props.plugin.short}>{(text) => <About text={text()} />}</Show>
      <Show when={props.plugin.unavailable ?? (notOffered(props.plugin) ? "not offered for installing" : null)}>
        {(why) => <p class="dim">It cannot be installed: {visibleText(why().replaceAll("_", " "))}.</p>}
      </Show>
      <Show when={!props.plugin.installed && props.plugin.authPolicy === "ON_INSTALL"}>
        <p class="dim">Sign-ins that it needs are asked for when it is installed.</p>
      </Show>
      <Show when={props.plugin.installed && needs().length > 0}>
        <div class="ext__box" role="group" aria-label="Sign-ins that it needs">
          <p>It is installed. Sign in to these before the agent can use them:</p>
          <Needs needs={needs()} />
        </div>
      </Show>
      <ActResult act={act} />
      <Dialog
        open={removing()}
        title={`Remove ${visibleText(props.plugin.title ?? props.plugin.name)}?`}
        onClose={() => setRemoving(false)}
      >
        <div class="ext__ask">
          <p>Its skills, MCP servers and hooks leave the machine with it. It can be installed again at any time.</p>
          <div class="ext__ask-acts">
            <Button onClick={() => setRemoving(false)}>Keep it</Button>
            <Button look="danger" onClick={() => void uninstall()}>
              Remove
            </Button>
          </div>
        </div>
      </Dialog>
      <Show when={open()}>
        <Details session={props.session} plugin={props.plugin} onClose={() => setOpen(false)} />
      </Show>
    </li>
  );
}

const notOffered = (plugin: Plugin): boolean => plugin.installPolicy === "NOT_AVAILABLE";

function Needs(props: { needs: readonly AppNeed[] }): JSX.Element {
  return (
    <ul class="ext__list">
      <For each={props.needs.slice(0, 50)}>
        {(need) => (
          <li>
            <b>{visibleText(need.name)}</b>{" "}
            <Show when={need.url} fallback={<span class="dim">no address was told</span>}>
              {(url) => <WebLink address={url()} />}
            </Show>
          </li>
        )}
      </For>
    </ul>
  );
}

/** All that the server tells of a plugin, read when it is opened. */
function Details(props: { session: HostSession; plugin: Plugin; onClose: () => void }): JSX.Element {
  const services = useServices();
  const [raw, setRaw] = createSignal(false);
  const attempt = createAttempt();
  const [details, setDetails] = createSignal<PluginDetails | null>(null);
  const read = async () => {
    const session = props.session;
    const plugin = props.plugin;
    const done = await attempt.go(async () => (await services.actions.plugins()).read(session, plugin.place));
    if (done !== undefined) setDetails(done.value);
  };
  onMount(() => void read());
  const names = (title: string, all: readonly string[]) => (
    <Show when={all.length > 0}>
      <p>
        <span class="dim">{title}: </span>
        {visibleText(all.slice(0, 40).join(", "))}
        {all.length > 40 ? " …" : ""}
      </p>
    </Show>
  );
  return (
    <Dialog open title={visibleText(props.plugin.title ?? props.plugin.name)} onClose={() => props.onClose()}>
      <div class="ext__ask" data-testid="plugin-details">
        <p class="dim">
          <code>
            <VisibleText text={props.plugin.source} />
          </code>
        </p>
        <Show when={attempt.busy()}>
          <p role="status">Reading</p>
        </Show>
        <Show when={attempt.problem()}>
          {(text) => (
            <p class="bad" role="alert">
              {text()}
            </p>
          )}
        </Show>
        <Show when={details()} keyed>
          {(found) => (
            <>
              <Show when={found.description}>{(text) => <About text={text()} />}</Show>
              {names("MCP servers", found.servers)}
              {names("Hooks", found.hooks)}
              {names(
                "Apps",
                found.apps.map(({ name }) => name),
              )}
              {names("Says that it can", props.plugin.capabilities)}
              <Show when={found.skills.length > 0}>
                <p class="dim">Skills</p>
                <ul class="ext__list">
                  <For each={found.skills.slice(0, 40)}>
                    {(skill) => (
                      <SkillLine session={props.session} plugin={found.plugin ?? props.plugin} skill={skill} />
                    )}
                  </For>
                </ul>
              </Show>
              <For each={found.links}>
                {({ name, url }) => (
                  <p>
                    <span class="dim">{name}: </span>
                    <WebLink address={url} />
                  </p>
                )}
              </For>
              <details class="fold" onToggle={(event) => setRaw(event.currentTarget.open)}>
                <summary class="quiet chevron dim">Raw JSON</summary>
                <Show when={raw()}>
                  <TextBox of={found} name="raw" text={maskLine(JSON.stringify(found.raw))} label="Raw JSON" json />
                </Show>
              </details>
            </>
          )}
        </Show>
      </div>
    </Dialog>
  );
}

/** A skill of a plugin: its file where it is on the machine, else its text by the catalogue. */
function SkillLine(props: { session: HostSession; plugin: Plugin; skill: PluginSkill }): JSX.Element {
  const services = useServices();
  const attempt = createAttempt();
  const [text, setText] = createSignal<{ text: string } | null>(null);
  const read = async () => {
    const session = props.session;
    const plugin = props.plugin;
    const skill = props.skill;
    const done = await attempt.go(async () => (await services.actions.plugins()).skill(session, plugin, skill.name));
    if (done !== undefined) setText({ text: done.value ?? "" });
  };
  return (
    <li class="ext__tool">
      <b>{visibleText(shortName(props.skill.name))}</b>
      <About text={props.skill.description} />
      <Show
        when={props.skill.path}
        fallback={
          <Button size="small" look="quiet" disabled={attempt.busy()} onClick={() => void read()}>
            Read it
          </Button>
        }
      >
        {(path) => <FileButton session={props.session} path={path()} />}
      </Show>
      <Show when={attempt.problem()}>
        {(words) => (
          <p class="bad" role="alert">
            {words()}
          </p>
        )}
      </Show>
      <Show when={text()} keyed>
        {(found) => <TextBox of={found} name="skill" text={found.text} label="Skill" />}
      </Show>
    </li>
  );
}
