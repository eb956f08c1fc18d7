// The apps of the account: which the agent may use, where one is connected, and what tools it has.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import type { AppEntry, AppTool, InstalledApp } from "../../actions/plugins.ts";
import { Button } from "../../design/button.tsx";
import { Chip, Dot } from "../../design/chip.tsx";
import { visibleText } from "../../decisions/visible.ts";
import { clockTime } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { objectOf } from "../../projection/read.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { WebLink } from "../items/parts/web-link.tsx";
import { connection, live } from "../live.ts";
import { createLoader } from "../load.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { useServices } from "../services.tsx";
import { createAttempt } from "../thread-menu/attempt.ts";
import { About, shortName } from "./about.tsx";
import { PartHead } from "./part-head.tsx";
import { createReading } from "./reading.ts";

export default function AppsPart(props: { session: HostSession }): JSX.Element {
  // The page is keyed by the machine.
  // oxlint-disable-next-line solid/reactivity
  const { session } = props;
  const services = useServices();
  const acts = createLoader(
    () => services,
    ({ actions }) => actions.plugins(),
  );
  let fetchAgain = false;
  const list = createReading({
    session,
    journal: services.journal,
    key: "apps",
    ask: async () => (await services.actions.plugins()).apps(session, fetchAgain),
  });
  const apps = createMemo(() => acts.value()?.readApps(list.raw()) ?? []);
  const [installed, setInstalled] = createSignal<InstalledApp[] | null>(null);
  const running = createAttempt();
  const readInstalled = async () => {
    const done = await running.go(async () => (await services.actions.plugins()).installedApps(session));
    if (done !== undefined) setInstalled(done.value);
  };
  const stale = () => {
    const changed = live(session.state).extensions.appsChangedAt;
    const read = list.at();
    return changed !== null && read !== null && changed > read && !list.busy()
      ? `The list of apps has changed at ${clockTime(changed)}, after it was read. Read it again to see it.`
      : null;
  };
  const again = async () => {
    fetchAgain = true;
    await list.again();
  };
  return (
    <section aria-labelledby="ext-apps">
      <PartHead
        session={session}
        id="ext-apps"
        title="Apps"
        reading={list}
        stale={stale()}
        onAgain={() => void again()}
      />
      <p class="dim">
        Services that the account is connected with. They are connected and disconnected on the web; an API key has
        none.
      </p>
      <Lacking session={session} method="app/list" what="The list of apps">
        <Show
          when={apps().length > 0}
          fallback={
            <p class="dim">{list.busy() ? "Reading" : list.at() === null ? "" : "The App Server lists none."}</p>
          }
        >
          <ul class="ext__cards">
            <FirstOf of={list} name="apps" each={apps()} what="apps" first={40} row>
              {(app) => <AppCard session={session} app={app} />}
            </FirstOf>
          </ul>
          <Show when={objectOf(list.raw())?.["more"] === true}>
            <p class="dim">There are more than are shown here.</p>
          </Show>
        </Show>
      </Lacking>
      <Lacking session={session} method="app/installed" what="Which apps a model can call">
        <p class="ext__line">
          <Button
            size="small"
            look="quiet"
            disabled={connection(session) !== "live" || running.busy()}
            onClick={() => void readInstalled()}
          >
            {running.busy() ? "Reading" : "Which of them can a model call?"}
          </Button>
        </p>
        <Show when={running.problem()}>{(words) => <p class="bad">{words()}</p>}</Show>
        <Show when={installed()} keyed>
          {(found) => (
            <Show when={found.length > 0} fallback={<p role="status">None of them.</p>}>
              <ul class="ext__list" aria-label="Apps that are installed">
                <FirstOf of={found} name="installed" each={found} what="apps" first={50} row>
                  {(app) => (
                    <li>
                      {visibleText(app.name ?? app.id)}{" "}
                      <span class="dim">
                        {app.callable ? "can be called" : app.enabled ? "cannot be called" : "is switched off"}
                      </span>
                    </li>
                  )}
                </FirstOf>
              </ul>
            </Show>
          )}
        </Show>
      </Lacking>
    </section>
  );
}

function AppCard(props: { session: HostSession; app: AppEntry }): JSX.Element {
  const services = useServices();
  const attempt = createAttempt();
  const [tools, setTools] = createSignal<{ tools: AppTool[] | null } | null>(null);
  const read = async () => {
    const session = props.session;
    const app = props.app;
    const done = await attempt.go(async () => (await services.actions.plugins()).appTools(session, app.id));
    if (done !== undefined) setTools({ tools: done.value });
  };
  const words = () =>
    !props.app.accessible ? "is not connected" : props.app.enabled ? "is connected" : "is connected and switched off";
  return (
    <li class="ext__card" data-app={props.app.id}>
      <div class="ext__line">
        <Dot kind={props.app.accessible ? (props.app.enabled ? "ok" : "off") : "idle"} />
        <b>
          <VisibleText text={shortName(props.app.name)} prose />
        </b>
        <span>{words()}</span>
        <Show when={props.app.developer}>{(name) => <span class="dim">{visibleText(name())}</span>}</Show>
        <For each={props.app.plugins.slice(0, 5)}>{(plugin) => <Chip>with {visibleText(plugin)}</Chip>}</For>
        <span class="ext__acts">
          <Button
            size="small"
            look="quiet"
            disabled={attempt.busy() || connection(props.session) !== "live"}
            aria-label={`Tools of ${visibleText(shortName(props.app.name))}`}
            onClick={() => void read()}
          >
            Its tools
          </Button>
        </span>
      </div>
      <Show when={props.app.description}>{(text) => <About text={text()} />}</Show>
      <Show when={props.app.url}>
        {(url) => (
          <p>
            <WebLink address={url()} words={props.app.accessible ? "Its page" : "Connect it on the web"} />
          </p>
        )}
      </Show>
      <Show when={attempt.problem()}>{(text) => <p class="bad">{text()}</p>}</Show>
      <Show when={tools()} keyed>
        {(found) => (
          <Show when={found.tools} fallback={<p class="dim">The server no longer has this app.</p>}>
            {(all) => (
              <Show when={all().length > 0} fallback={<p class="dim">It lists no tools.</p>}>
                <ul class="ext__list">
                  <FirstOf of={found} name="tools" each={all()} what="tools" first={30} row>
                    {(tool) => (
                      <li class="ext__tool">
                        <code>{visibleText(shortName(tool.name))}</code>{" "}
                        <span class="dim">
                          {[
                            tool.readOnly ? "says it only reads" : null,
                            tool.enabled
                              ? null
                              : `switched off${tool.why === null ? "" : `: ${visibleText(tool.why)}`}`,
                          ]
                            .filter((part) => part !== null)
                            .join(" · ")}
                        </span>
                        <About text={tool.description} />
                      </li>
                    )}
                  </FirstOf>
                </ul>
              </Show>
            )}
          </Show>
        )}
      </Show>
    </li>
  );
}
