// The MCP servers of this App Server: how far each has come, and why one that cannot start does not.
import { createMemo, type JSX, Show } from "solid-js";
import { Dot, type DotKind } from "../../design/chip.tsx";
import { clockTime, fullTime } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import type { McpServer } from "../../projection/facts.ts";
import { mcpWords } from "../cards/say-machine.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { FirstOf } from "../first-of.tsx";
import { live } from "../live.ts";
import { machinePath } from "../machine/path.ts";
import { maskText } from "../masking/text.ts";
import { A, threadPath } from "../route.tsx";
import { threadTitle } from "../thread-facts.ts";

const DOTS: ReadonlyMap<string, DotKind> = new Map([
  ["starting", "run"],
  ["ready", "ok"],
  ["failed", "bad"],
]);

export function ServersSection(props: { session: HostSession; query: string }): JSX.Element {
  const servers = createMemo(() => {
    const wanted = props.query.trim().toLowerCase();
    return [...live(props.session.state).mcpServers.values()]
      .filter(({ name, error }) => wanted === "" || `${name} ${error ?? ""}`.toLowerCase().includes(wanted))
      .sort((a, b) => b.at - a.at);
  });
  return (
    <Show when={servers().length > 0 || props.query.trim() === ""}>
      <section aria-labelledby="servers">
        <div class="activity__head">
          <h2 id="servers">MCP servers</h2>
          <A class="activity__more" href={machinePath(props.session.id, "extensions")}>
            All configured servers
          </A>
        </div>
        <Show
          when={servers().length > 0}
          fallback={<p class="dim">None has been started. They start with the first turn of a thread.</p>}
        >
          <ul class="activity__servers">
            <FirstOf of={props.session} name="servers" each={servers()} what="servers" row>
              {(server) => <Server session={props.session} server={server} />}
            </FirstOf>
          </ul>
        </Show>
      </section>
    </Show>
  );
}

function Server(props: { session: HostSession; server: McpServer }): JSX.Element {
  const earlier = () => props.server.generation !== live(props.session.state).current;
  const thread = () => {
    const { thread } = props.server;
    if (thread === null) return null;
    const summary = live(props.session.state).threads.get(thread);
    return { id: thread, title: threadTitle(summary === undefined ? null : live(summary), thread) };
  };
  return (
    <li class="server" data-server={props.server.name} data-status={props.server.status}>
      <Dot kind={earlier() ? "off" : (DOTS.get(props.server.status) ?? "idle")} />
      <div class="server__words">
        <p>
          <b>
            <VisibleText text={props.server.name} prose />
          </b>{" "}
          <span classList={{ bad: props.server.status === "failed" && !earlier() }}>
            {mcpWords(props.server.status, props.server.reason)}
          </span>
          <Show when={earlier()}>
            <span class="dim"> · in an earlier process</span>
          </Show>
        </p>
        <Show when={props.server.error}>
          {(error) => (
            <p class="server__error">
              <VisibleText text={maskText(error())} plainBreaks prose />
            </p>
          )}
        </Show>
        <Show when={thread()}>
          {(found) => (
            <p class="server__thread">
              for <A href={threadPath(found().id)}>{found().title}</A>
            </p>
          )}
        </Show>
      </div>
      <time class="told__time num" title={fullTime(props.server.at)}>
        {clockTime(props.server.at)}
      </time>
    </li>
  );
}
