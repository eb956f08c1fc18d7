// Signing in to an MCP server: the address is opened by the person; how it ended is told by the App Server. The way back from
// the browser leads to the machine itself, which another device cannot reach by that address: how it can is said.
import { createEffect, createMemo, createSignal, type JSX, on, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { visibleText } from "../../decisions/visible.ts";
import type { HostSession } from "../../host/model.ts";
import { safeHref } from "../markdown/links.ts";
import { connection, live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import { useServices } from "../services.tsx";
import { createAttempt } from "../thread-menu/attempt.ts";
import { backTo } from "./way-back.ts";

interface Begun {
  url: string;
  at: number;
  /** The App Server process that waits for the browser. */
  generation: string | null;
}

export function SignIn(props: {
  session: HostSession;
  server: string;
  /** It is signed in already: a further sign-in takes the place of that one. */
  again: boolean;
  onDone: () => void;
}): JSX.Element {
  const services = useServices();
  const attempt = createAttempt();
  const [begun, setBegun] = createSignal<Begun | null>(null);
  const connected = () => connection(props.session) === "live";
  const ended = createMemo(() => {
    const since = begun();
    const login = live(props.session.state).extensions.logins.get(props.server);
    return since === null || login === undefined || login.at < since.at ? null : login;
  });
  const begin = async () => {
    setBegun(null);
    const at = Date.now();
    const generation = props.session.state.current;
    const session = props.session;
    const server = props.server;
    const done = await attempt.go(async () => (await services.actions.mcp()).login(session, server));
    if (done !== undefined) setBegun({ url: done.value.url, at, generation });
  };
  /** The process that waited for the browser is gone: nothing will tell how it ended. */
  const lost = () => {
    const open = begun();
    return open !== null && ended() === null && live(props.session.state).current !== open.generation;
  };
  // The list tells nothing new before the sign-in has ended.
  createEffect(
    on(
      () => ended()?.success === true,
      (done) => {
        if (done) props.onDone();
      },
    ),
  );
  return (
    <div class="ext__sign-in" data-sign-in={ended() === null ? (begun() === null ? "none" : "open") : "ended"}>
      <Show when={begun() === null || ended() !== null || lost()}>
        <Button
          size="small"
          look={props.again ? "plain" : "act"}
          disabled={!connected() || attempt.busy()}
          onClick={() => void begin()}
        >
          {attempt.busy() ? "Asking for the address" : props.again ? "Sign in again" : "Sign in"}
        </Button>
      </Show>
      <Show when={attempt.problem()}>
        {(text) => (
          <p class="bad" role="alert">
            {text()}
          </p>
        )}
      </Show>
      <Show when={ended()}>
        {(login) => (
          <p classList={{ bad: !login().success }} role="status">
            {login().success
              ? "Signed in. Threads that run take it up with the next reload of the servers."
              : `The sign-in did not come about: ${maskText(login().error ?? "the App Server gave no reason.")}`}
          </p>
        )}
      </Show>
      <Show when={lost()}>
        <p class="bad" role="status">
          The App Server process that waited for this sign-in has ended. Begin it again.
        </p>
      </Show>
      <Show when={ended() === null && !lost() ? begun() : null} keyed>
        {(open) => <Open url={open.url} onStop={() => setBegun(null)} />}
      </Show>
    </div>
  );
}

function Open(props: { url: string; onStop: () => void }): JSX.Element {
  const href = () => {
    const safe = safeHref(props.url);
    // A sign-in page is a page of the web.
    return safe !== null && /^https?:/.test(safe) ? safe : null;
  };
  const back = () => backTo(props.url);
  return (
    <div class="ext__box" role="group" aria-label="Sign-in under way">
      <Show when={href()}>
        <p>Open this page in a browser and approve the sign-in there. The result appears here.</p>
      </Show>
      <p class="ext__line">
        <Show
          when={href()}
          fallback={
            <span>
              The server gave an address that is none of the web; it is not opened from here:{" "}
              <code>{visibleText(props.url.slice(0, 400))}</code>
            </span>
          }
        >
          {(safe) => (
            <a class="web-link" href={safe()} target="_blank" rel="noopener noreferrer">
              Open the sign-in page of {visibleText(new URL(safe()).host)}
            </a>
          )}
        </Show>
        <CopyButton text={() => props.url} label="Copy the address" />
      </p>
      <Show when={back()}>
        {(place) => (
          <>
            <p class="dim">
              From there the browser is sent to <code>{place().host}</code> on the machine itself. Open the page on the
              machine; or, for a browser on another device, forward that port first, for example by
            </p>
            <p class="ext__line">
              <code class="ext__command">{place().command}</code>
              <CopyButton text={() => place().command} label="Copy the command" />
            </p>
          </>
        )}
      </Show>
      <p>
        <Button size="small" look="quiet" onClick={() => props.onStop()}>
          Put away
        </Button>
      </p>
    </div>
  );
}
