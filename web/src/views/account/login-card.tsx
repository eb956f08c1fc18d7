// A sign-in that a person finishes in a browser: the address, the code, how long it is good for, and how it ended. It is the
// newest that the machine knows, whichever device began it; a reload changes nothing.
import { createMemo, createSignal, type JSX, Match, Show, Switch } from "solid-js";
import { Button } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { Notice } from "../../design/notice.tsx";
import { clockTime, stopwatch } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { type Login, loginOf } from "../../projection/account-told.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { connection, live } from "../live.ts";
import { safeHref } from "../markdown/links.ts";
import { maskText } from "../masking/text.ts";
import { createNow } from "../now.ts";
import { useServices } from "../services.tsx";
import { createAct } from "./act.ts";
import { CODE_LASTS_MS, loginAdvice, wayBack } from "./words.ts";

/** Sign-ins whose end the person has read, and those that this page was told are over, by host and id. */
const [putAway, setPutAway] = createSignal<ReadonlySet<string>>(new Set());

export function LoginCard(props: { session: HostSession }): JSX.Element {
  const keyOf = (login: Login) => `${props.session.id}/${login.id}`;
  // What was over before this page was entered is news only for a while.
  // oxlint-disable-next-line solid/reactivity
  const before = loginOf(props.session.state);
  const old = before !== null && before.state.type !== "waiting" && isOld(before);
  const login = createMemo(() => {
    const found = loginOf(live(props.session.state));
    if (found === null || putAway().has(keyOf(found))) return null;
    return old && found.id === before.id ? null : found;
  });
  const close = (one: Login) => setPutAway((ids) => new Set([...ids, keyOf(one)]));
  return (
    <Show when={login()}>
      {(one) => (
        <div class="account__login" data-login={one().id} data-state={one().state.type}>
          <Switch>
            <Match when={one().state.type === "waiting"}>
              <Waiting session={props.session} login={one()} onOver={() => close(one())} />
            </Match>
            <Match when={one().state.type === "done"}>
              <Notice title="Signed in" acts={<Close onClose={() => close(one())} />}>
                The sign-in of {clockTime(one().at)} is done.
              </Notice>
            </Match>
            <Match when={failureOf(one())}>
              {(error) => (
                <Notice kind="bad" title="The sign-in was not completed" acts={<Close onClose={() => close(one())} />}>
                  {error().words === "" ? "" : `The server said: ${maskText(error().words)}. `}
                  {loginAdvice(error().words)}
                </Notice>
              )}
            </Match>
            <Match when={one().state.type === "gone"}>
              <Notice kind="warn" title="The sign-in is gone" acts={<Close onClose={() => close(one())} />}>
                The App Server that waited for it has ended. Begin again; what was opened in the browser leads nowhere.
              </Notice>
            </Match>
          </Switch>
        </div>
      )}
    </Show>
  );
}

function isOld({ state, at }: Login): boolean {
  return state.type === "done" || Date.now() - at > CODE_LASTS_MS;
}

function Close(props: { onClose: () => void }): JSX.Element {
  return (
    <Button size="small" look="quiet" onClick={() => props.onClose()}>
      Put away
    </Button>
  );
}

function failureOf({ state }: Login): { words: string } | null {
  return state.type === "failed" ? { words: state.error ?? "" } : null;
}

function Waiting(props: { session: HostSession; login: Login; onOver: () => void }): JSX.Element {
  const services = useServices();
  const now = createNow();
  const cancel = createAct();
  const [unknown, setUnknown] = createSignal(false);
  const connected = () => connection(props.session) === "live";
  const left = () => props.login.at + CODE_LASTS_MS - now();
  const href = () => (props.login.url === null ? null : safeHref(props.login.url));
  const back = () => wayBack(props.login.url);
  const stop = async () => {
    const [session, login] = [props.session, props.login];
    const done = await cancel.run(async () => (await services.actions.account()).cancelLogin(session, login.id));
    // What it does not know it will never tell the end of.
    if (done !== null && done.value === "notFound") setUnknown(true);
  };
  return (
    <div class="account__waiting" role="group" aria-label="Sign-in that waits for you">
      <p class="account__step">
        <b>{props.login.kind === "code" ? "Open this page on any device" : "Open this page in a browser"}</b>
      </p>
      <div class="account__address">
        <span class="mono">
          <VisibleText text={props.login.url ?? "The server gave no address."} />
        </span>
        <Show when={props.login.url}>{(url) => <CopyButton text={url} label="Copy the address" />}</Show>
      </div>
      <Show when={href()} fallback={<p class="bad">This is no web address: it cannot be opened from here.</p>}>
        {(address) => (
          <div class="account__row">
            <a
              class="button"
              data-look="act"
              data-size="normal"
              href={address()}
              target="_blank"
              rel="noopener noreferrer"
            >
              Open the page
            </a>
          </div>
        )}
      </Show>
      <Show when={props.login.code}>
        {(code) => (
          <>
            <p class="account__step">
              <b>Sign in there and type in this code</b>
            </p>
            <div class="account__code">
              <output class="mono" aria-label="Code">
                <VisibleText text={code()} />
              </output>
              <CopyButton text={code} label="Copy the code" />
            </div>
            <p class="dim num" data-expiry={left() > 0 ? "running" : "over"}>
              {left() > 0
                ? `A code usually holds for 15 minutes: ${stopwatch(left())} left.`
                : "A code usually holds for 15 minutes: this one has probably expired. Cancel and get a new one."}
            </p>
          </>
        )}
      </Show>
      <Show when={props.login.kind === "browser"}>
        <p class="account__note">
          Afterwards the page sends the browser to <code>{back()?.host ?? "localhost"}</code>. That is the machine that
          the App Server runs on, so this works only in a browser on that machine, or through a tunnel from this one:{" "}
          <code>
            ssh -L {back()?.port || "1455"}:localhost:{back()?.port || "1455"} {"<machine>"}
          </code>
          . From anywhere else, use a code.
        </p>
      </Show>
      <p class="dim">
        This page goes on by itself when the server tells that it is done. Never type in a code that somebody else sent
        you.
      </p>
      <Show when={unknown()}>
        <p class="bad" role="alert">
          The server waits for no such sign-in any more, and has not told how it ended.
        </p>
      </Show>
      <Show when={cancel.problem()}>
        {(text) => (
          <p class="bad" role="alert">
            {text()}
          </p>
        )}
      </Show>
      <div class="account__row">
        <Show
          when={!unknown()}
          fallback={
            <Button size="small" onClick={() => props.onOver()}>
              Put away
            </Button>
          }
        >
          <Button size="small" disabled={!connected() || cancel.busy()} onClick={() => void stop()}>
            Cancel the sign-in
          </Button>
          <Show when={!connected()}>
            <span class="dim">Cancelling needs the connection.</span>
          </Show>
        </Show>
      </div>
    </div>
  );
}
