// The ways to sign in: with a code (works from anywhere), in the browser (comes back to the machine that the App Server runs
// on), with an API key (a secret). And those that this app does not offer.
import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from "solid-js";
import type { LoginKind } from "../../actions/account.ts";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { isEnter } from "../composer/enter.ts";
import { loginOf } from "../../projection/account-told.ts";
import { Lacking } from "../lacking/lacking.tsx";
import { connection, live } from "../live.ts";
import { useServices } from "../services.tsx";
import { createAct } from "./act.ts";
import { isHere, loginAdvice, NOT_OFFERED } from "./words.ts";

export function SignIn(props: {
  entry: HostEntry;
  /** No account is needed: nothing stands out. */
  quiet: boolean;
}): JSX.Element {
  const session = () => props.entry.session;
  const here = () => isHere(props.entry.record.url, location.hostname);
  const waiting = createMemo(() => loginOf(live(session().state))?.state.type === "waiting");
  const connected = () => connection(session()) === "live";
  const code = () => (
    <Way
      entry={props.entry}
      kind="chatgptDeviceCode"
      title="With a code"
      button="Get a code"
      first={!here() && !props.quiet}
      again={waiting()}
    >
      Open a page on any device, sign in to ChatGPT there and type in a code. Works from anywhere.
    </Way>
  );
  const browser = () => (
    <Way
      entry={props.entry}
      kind="chatgpt"
      title="In the browser"
      button="Begin in the browser"
      first={here() && !props.quiet}
      again={waiting()}
    >
      ChatGPT sends the browser back to localhost of the machine that the App Server runs on.{" "}
      {here()
        ? "Works where this browser runs on that machine. Through a tunnel, that port has to be forwarded too."
        : "This page comes from another machine: it works only in a browser there, or through a tunnel of that port."}
    </Way>
  );
  return (
    <section aria-labelledby="account-sign-in">
      <h2 id="account-sign-in">Sign in</h2>
      <Lacking session={session()} method="account/login/start" what="Signing in">
        <Show when={!connected()}>
          <p class="dim">Signing in needs the connection.</p>
        </Show>
        <ul class="account__ways">
          <Show
            when={here()}
            fallback={
              <>
                {code()}
                {browser()}
              </>
            }
          >
            {browser()}
            {code()}
          </Show>
          <WithKey entry={props.entry} />
        </ul>
      </Lacking>
      <details class="account__others">
        <summary>Ways that Longwire does not offer</summary>
        <dl>
          <For each={NOT_OFFERED}>
            {(way) => (
              <>
                <dt>{way.name}</dt>
                <dd>{way.why}</dd>
              </>
            )}
          </For>
        </dl>
      </details>
    </section>
  );
}

function Way(props: {
  entry: HostEntry;
  kind: LoginKind;
  title: string;
  button: string;
  /** What fits this page best. */
  first: boolean;
  /** Another sign-in waits: the server gives it up for this one. */
  again: boolean;
  children: JSX.Element;
}): JSX.Element {
  const services = useServices();
  const act = createAct();
  const session = () => props.entry.session;
  const begin = () => {
    const [at, kind] = [session(), props.kind];
    void act.run(async () => (await services.actions.account()).startLogin(at, kind));
  };
  return (
    <li class="account__way" data-way={props.kind}>
      <div>
        <h3>{props.title}</h3>
        <p>{props.children}</p>
        <Show when={props.again}>
          <p class="dim">This replaces the sign-in that is waiting.</p>
        </Show>
        <Show when={act.problem()}>
          {(text) => (
            <div role="alert">
              <p class="bad">{text()}</p>
              <Show when={act.said()}>{(words) => <p>Nothing was changed. {loginAdvice(words())}</p>}</Show>
            </div>
          )}
        </Show>
      </div>
      <Button
        look={props.first && !props.again ? "act" : "plain"}
        disabled={connection(session()) !== "live" || act.busy()}
        onClick={begin}
      >
        {act.busy() ? "Asking" : props.button}
      </Button>
    </li>
  );
}

/** The key is in the field until it is sent, and then nowhere on this device. */
function WithKey(props: { entry: HostEntry }): JSX.Element {
  const services = useServices();
  const act = createAct();
  const id = createUniqueId();
  const [filled, setFilled] = createSignal(false);
  const [done, setDone] = createSignal(false);
  const session = () => props.entry.session;
  const connected = () => connection(session()) === "live";
  let field: HTMLInputElement | undefined;
  const send = async () => {
    const key = field?.value.trim() ?? "";
    if (key === "" || !connected() || act.busy()) return;
    if (field !== undefined) field.value = "";
    setFilled(false);
    setDone(false);
    const at = session();
    const sent = await act.run(async () => (await services.actions.account()).useKey(at, key));
    setDone(sent !== null);
  };
  return (
    <li class="account__way account__way--key" data-way="apiKey">
      <div>
        <h3>With an API key</h3>
        <p>
          Turns are billed by use to the key’s owner, not to a plan. The App Server keeps the key on that machine;
          Longwire keeps it nowhere.
        </p>
        <label class="sr-only" for={id}>
          API key
        </label>
        <input
          ref={(element) => (field = element)}
          id={id}
          class="field__input mono"
          type="password"
          placeholder="sk-…"
          autocomplete="off"
          spellcheck={false}
          autocapitalize="off"
          data-1p-ignore
          data-lpignore="true"
          aria-describedby={`${id}-note`}
          onInput={(event) => setFilled(event.currentTarget.value.trim() !== "")}
          onKeyDown={(event) => {
            if (!isEnter(event)) return;
            event.preventDefault();
            void send();
          }}
        />
        <div id={`${id}-note`}>
          <Show when={act.problem()}>
            {(text) => (
              <div role="alert">
                <p class="bad">{text()}</p>
                <p>The key was not kept: paste it again to try once more.</p>
              </div>
            )}
          </Show>
          <Show when={done()}>
            <p role="status">The server took the key.</p>
          </Show>
        </div>
      </div>
      <Button disabled={!connected() || !filled() || act.busy()} onClick={() => void send()}>
        {act.busy() ? "Sending" : "Use this key"}
      </Button>
    </li>
  );
}
