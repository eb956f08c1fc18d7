// One MCP server: how it stands and why, what it offers, and what a person can do with it.
import { createMemo, createSignal, type JSX, Show, Suspense } from "solid-js";
import type { McpConfigured, McpEntry, McpResource } from "../../actions/mcp.ts";
import { Button } from "../../design/button.tsx";
import { Chip, Dot } from "../../design/chip.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { bytes, counted, homePath } from "../../design/words.ts";
import { visibleText } from "../../decisions/visible.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { createRemembered } from "../fold-memory.ts";
import { JsonView } from "../items/parts/json-view.tsx";
import { connection, live } from "../live.ts";
import { maskLine } from "../masking/line.ts";
import { maskText } from "../masking/text.ts";
import { A, threadPath } from "../route.tsx";
import { useServices } from "../services.tsx";
import { homeOf, threadTitle } from "../thread-facts.ts";
import { About, shortName } from "./about.tsx";
import { type Act, ActResult } from "./act.tsx";
import { SignIn } from "./sign-in.tsx";
import { authWords, layerWords, standingOf } from "./standing.ts";
import { ToolList } from "./tool-list.tsx";
import { lazyPart } from "../lazy-part.tsx";

const ResourceDialog = lazyPart(() => import("./resource-dialog.tsx"));

export interface ServerCardProps {
  session: HostSession;
  name: string;
  entry: McpEntry | null;
  configured: McpConfigured | null;
  /** Resources were read as well. */
  full: boolean;
  readAt: number | null;
  /** What is configured was read in this visit: it can be changed. */
  mayChange: boolean;
  act: Act;
  onFull: () => void;
  onChanged: () => void;
  onEdit: (server: McpConfigured) => void;
}

export function ServerCard(props: ServerCardProps): JSX.Element {
  const services = useServices();
  const connected = () => connection(props.session) === "live";
  const told = createMemo(() => {
    const state = live(props.session.state);
    const server = state.mcpServers.get(props.name);
    return server === undefined || server.generation !== state.current ? null : server;
  });
  const standing = createMemo(() => standingOf(props.entry, props.configured, told(), props.readAt));
  const own = () =>
    props.configured !== null && layerWords(props.configured.layer) === null ? props.configured : null;
  const [removing, setRemoving] = createSignal(false);
  const thread = () => {
    const id = told()?.thread ?? null;
    if (id === null || standing().error === null) return null;
    const summary = live(props.session.state).threads.get(id);
    return { id, title: threadTitle(summary === undefined ? null : live(summary), id) };
  };
  const setEnabled = async (enabled: boolean) => {
    const session = props.session;
    const name = props.name;
    const act = props.act;
    const home = homeOf(session.state);
    const done = await act.run(
      async () => (await services.actions.mcp()).setEnabled(session, name, enabled),
      ({ file, overridden }) =>
        overridden !== null
          ? `Written, but it does not count: ${maskText(overridden)}`
          : `${name} is switched ${enabled ? "on" : "off"} in ${writtenTo(file, home)}. Threads that run keep what they started with until the servers are reloaded.`,
    );
    if (done) props.onChanged();
  };
  const remove = async () => {
    setRemoving(false);
    const session = props.session;
    const name = props.name;
    const act = props.act;
    const home = homeOf(session.state);
    const done = await act.run(
      async () => (await services.actions.mcp()).remove(session, name),
      ({ file, overridden }) =>
        overridden !== null
          ? `Taken out, but it still counts: ${maskText(overridden)}`
          : `${name} was taken out of ${writtenTo(file, home)}.`,
    );
    if (done) props.onChanged();
  };
  const wantsSignIn = () => props.entry?.auth === "notLoggedIn" || props.entry?.auth === "oAuth";
  return (
    <li class="ext__card" data-mcp-server={props.name} data-dot={standing().dot}>
      <div class="ext__line">
        <Dot kind={standing().dot} />
        <b>
          <VisibleText text={shortName(props.name)} prose />
        </b>
        <span classList={{ bad: standing().dot === "bad" }}>{standing().words}</span>
        <Show when={props.entry?.info}>
          {(info) => (
            <span class="dim">
              {visibleText(
                shortName([info().title ?? info().name, info().version].filter((part) => part !== null).join(" ")),
              )}
            </span>
          )}
        </Show>
      </div>
      <div class="ext__chips">
        <Show when={authWords(props.entry?.auth ?? "unknown")}>{(words) => <Chip>{words()}</Chip>}</Show>
        <Show when={props.entry?.plugin}>
          {(plugin) => <Chip>from plugin {visibleText(shortName(plugin()))}</Chip>}
        </Show>
        <Show when={layerWords(props.configured?.layer ?? null)}>{(words) => <Chip>{words()}</Chip>}</Show>
      </div>
      <Show when={standing().error}>
        {(error) => (
          <About class="ext__error" text={error()}>
            <Show when={thread()}>
              {(found) => (
                <span class="dim">
                  {" "}
                  Told for <A href={threadPath(found().id)}>{found().title}</A>
                </span>
              )}
            </Show>
          </About>
        )}
      </Show>
      <Show when={standing().hint}>{(hint) => <p class="dim">{hint()}</p>}</Show>
      <Show when={props.configured}>{(server) => <Runs server={server()} />}</Show>
      <Show when={wantsSignIn() && props.configured?.enabled !== false}>
        <SignIn
          session={props.session}
          server={props.name}
          again={props.entry?.auth === "oAuth"}
          onDone={() => props.onChanged()}
        />
      </Show>
      <Offers {...props} />
      <Show when={own()}>
        {(server) => (
          <div class="ext__acts">
            <Button
              size="small"
              disabled={!connected() || props.act.busy()}
              aria-label={`Switch ${visibleText(shortName(props.name))} ${server().enabled ? "off" : "on"}`}
              onClick={() => void setEnabled(!server().enabled)}
            >
              {server().enabled ? "Switch off" : "Switch on"}
            </Button>
            <Button
              size="small"
              look="quiet"
              disabled={!connected() || props.act.busy() || !props.mayChange}
              aria-label={`Change ${visibleText(shortName(props.name))}`}
              onClick={() => props.onEdit(server())}
            >
              Change
            </Button>
            <Button
              size="small"
              look="quiet"
              disabled={!connected() || props.act.busy()}
              aria-label={`Remove ${visibleText(shortName(props.name))}`}
              onClick={() => setRemoving(true)}
            >
              Remove
            </Button>
          </div>
        )}
      </Show>
      <ActResult act={props.act} />
      <Dialog
        open={removing()}
        title={`Remove ${visibleText(shortName(props.name))}?`}
        onClose={() => setRemoving(false)}
      >
        <div class="ext__ask">
          <p>
            The server is taken out of the person’s configuration on the machine, with the values of its variables.
            Switching it off keeps them.
          </p>
          <div class="ext__ask-acts">
            <Button onClick={() => setRemoving(false)}>Keep it</Button>
            <Button look="danger" onClick={() => void remove()}>
              Remove
            </Button>
          </div>
        </div>
      </Dialog>
    </li>
  );
}

/** Where a change was written, in words. */
export function writtenTo(file: string | null, home: string | null): string {
  return file === null ? "the configuration" : homePath(file, home);
}

/** What is started or asked, without a value of any variable. */
function Runs(props: { server: McpConfigured }): JSX.Element {
  // Argument by argument: one that follows a flag may be a secret of any shape.
  const command = createMemo(() => {
    const parts = [props.server.command ?? "", ...props.server.args].filter((part) => part !== "");
    return (JSON.parse(maskLine(JSON.stringify(parts))) as string[]).join(" ");
  });
  const line = () => props.server.url ?? command();
  const names = () => [...props.server.env, ...props.server.headers];
  return (
    <Show when={line() !== ""}>
      <p class="ext__runs">
        <code>
          <VisibleText text={maskText(line().slice(0, 600))} />
          {line().length > 600 ? "…" : ""}
        </code>
        <Show when={names().length > 0}>
          <span class="dim">
            {" "}
            with {props.server.url === null ? "variables" : "headers"}{" "}
            {names().slice(0, 20).map(visibleText).join(", ")}
            {names().length > 20 ? " …" : ""}
          </span>
        </Show>
      </p>
    </Show>
  );
}

function Offers(props: ServerCardProps): JSX.Element {
  // The card is keyed by its name; the session remembers what was opened.
  // oxlint-disable-next-line solid/reactivity
  const name = props.name;
  // oxlint-disable-next-line solid/reactivity
  const [tools, setTools] = createRemembered(props.session, `ext tools ${name}`, false);
  // oxlint-disable-next-line solid/reactivity
  const [resources, setResources] = createRemembered(props.session, `ext resources ${name}`, false);
  const [shown, setShown] = createSignal<McpResource | null>(null);
  const [raw, setRaw] = createSignal(false);
  const answered = () => props.entry?.info != null || (props.entry?.tools.length ?? 0) > 0;
  return (
    <Show when={answered() ? props.entry : null}>
      {(entry) => (
        <>
          <details class="fold" open={tools()} onToggle={(event) => setTools(event.currentTarget.open)}>
            <summary class="quiet chevron">{counted(entry().tools.length, "tool")}</summary>
            <Show when={tools()}>
              <ToolList session={props.session} server={name} of={entry()} tools={entry().tools} />
            </Show>
          </details>
          <Show
            when={props.full}
            fallback={
              <Show when={connection(props.session) === "live"}>
                <Button size="small" look="quiet" onClick={() => props.onFull()}>
                  Read resources too
                </Button>
              </Show>
            }
          >
            <details class="fold" open={resources()} onToggle={(event) => setResources(event.currentTarget.open)}>
              <summary class="quiet chevron">{counted(entry().resources.length, "resource")}</summary>
              <Show when={resources()}>
                <ul class="ext__list">
                  <FirstOf of={entry()} name="resources" each={entry().resources} what="resources" first={30} row>
                    {(resource) => <Resource resource={resource} onOpen={() => setShown(resource)} />}
                  </FirstOf>
                </ul>
              </Show>
            </details>
          </Show>
          <details class="fold" open={raw()} onToggle={(event) => setRaw(event.currentTarget.open)}>
            <summary class="quiet chevron dim">Raw JSON</summary>
            {/* Megabytes, with thousands of tools: set out when somebody looks. */}
            <Show when={raw()}>
              <JsonView of={entry()} name="raw" value={entry().raw} label="As the server told it" />
            </Show>
          </details>
          <Show when={shown()} keyed>
            {(resource) => (
              <Suspense>
                <ResourceDialog
                  session={props.session}
                  server={name}
                  resource={resource}
                  onClose={() => setShown(null)}
                />
              </Suspense>
            )}
          </Show>
        </>
      )}
    </Show>
  );
}

function Resource(props: { resource: McpResource; onOpen: () => void }): JSX.Element {
  const facts = () =>
    [
      props.resource.template ? "to fill in" : null,
      props.resource.mimeType,
      props.resource.bytes === null ? null : bytes(props.resource.bytes),
    ].filter((fact) => fact !== null);
  const title = () => props.resource.title ?? props.resource.name ?? props.resource.uri;
  return (
    <li class="ext__tool" data-resource={props.resource.uri}>
      <div class="ext__line">
        <b>
          <VisibleText text={shortName(title())} prose />
        </b>
        <code class="dim">
          <VisibleText text={shortName(props.resource.uri)} />
        </code>
        <Show when={facts().length > 0}>
          <span class="dim">{visibleText(shortName(facts().join(" · ")))}</span>
        </Show>
        <span class="ext__acts">
          <Button
            size="small"
            look="quiet"
            aria-label={`Read ${visibleText(shortName(title()))}`}
            onClick={() => props.onOpen()}
          >
            Read
          </Button>
        </span>
      </div>
      <Show when={props.resource.description}>{(text) => <About text={text()} />}</Show>
    </li>
  );
}
