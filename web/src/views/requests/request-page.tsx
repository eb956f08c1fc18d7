// One request: what it is, where the app uses it, its form, the line that will be sent, and what came of it.
import { FORMS_VERSION, formDefinitions, requestForm } from "@longwire/shared-protocol/request-forms";
import { secretMembers } from "@longwire/shared-protocol/surface/secret-members";
import { createMemo, createResource, createSignal, type JSX, onCleanup, onMount, Show } from "solid-js";
import { isEnter } from "../composer/enter.ts";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Notice } from "../../design/notice.tsx";
import type { HostSession } from "../../host/model.ts";
import { lacks } from "../../projection/lacking.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { Lacking } from "../lacking/lacking.tsx";
import { serverName } from "../lacking/words.ts";
import { connection, facts, live } from "../live.ts";
import { machinePath } from "../machine/path.ts";
import { maskLine } from "../masking/line.ts";
import { A } from "../route.tsx";
import { connectionProblem } from "../sentences.ts";
import { useServices } from "../services.tsx";
import { programName, userAgentVersion } from "../user-agent.ts";
import { createFormModel, isEmptySchema } from "./form/model.ts";
import { SchemaForm } from "./form/schema-form.tsx";
import { knownFor } from "./known.ts";
import { listedRequest } from "./listed.ts";
import { MethodName } from "./method-name.tsx";
import { requestPath } from "./path.ts";
import { Marks } from "./request-list.tsx";
import { Sent } from "./sent.tsx";
import { lineOf, send, sendsTo, without } from "./sends.ts";

/** What was filled in, by method, so that coming back finds it; without secrets. */
const drafts = new WeakMap<HostSession, Map<string, unknown>>();

/** A longer line is drawn by its beginning. */
const LINE_SHOWN = 6000;

export function RequestPage(props: { entry: HostEntry; method: string }): JSX.Element {
  // The page is made anew for another request or machine.
  // oxlint-disable-next-line solid/reactivity
  const { entry, method } = props;
  const { session, record } = entry;
  const services = useServices();
  const [acts] = createResource(() => services.actions.console());
  const request = listedRequest(method);
  const { surface } = request;
  const form = requestForm(method);
  const kept = drafts.get(session) ?? new Map<string, unknown>();
  drafts.set(session, kept);
  const model = createFormModel({
    schema: form?.params ?? true,
    definitions: formDefinitions(),
    ...(kept.has(method) ? { initial: kept.get(method) } : form === null ? { initial: undefined } : {}),
    secret: (value) => secretMembers(method, value),
    offers: (path) => knownFor(live(session.state), path, model.value()),
  });
  if (form === null) model.showRaw(true);
  onCleanup(() => kept.set(method, without(model.value(), model.secrets())));

  const params = () => (isEmptySchema(model.at) && model.value() === null ? undefined : model.value());
  const line = createMemo(() => maskLine(lineOf(method, params(), model.secrets())));
  const offered = surface === null || surface.does === "reads" || surface.does === "changes";
  const [asking, setAsking] = createSignal(false);
  const [missing, setMissing] = createSignal(false);
  let top: HTMLHeadingElement | undefined;
  let result: HTMLHeadingElement | undefined;
  let body: HTMLDivElement | undefined;
  onMount(() => top?.focus());
  const online = () => connection(session) === "live";
  const why = () =>
    online()
      ? null
      : `It cannot be sent now. ${connectionProblem(facts(session))?.text ?? "The connection is being made; what you fill in stays."}`;
  const asks = surface === null || surface.danger !== null;

  function press(event: MouseEvent): void {
    // The second half of a double press means nothing more.
    if (event.detail > 1) return;
    setMissing(false);
    if (model.take() === null) {
      setMissing(true);
      queueMicrotask(() => body?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
    } else if (asks) setAsking(true);
    else go();
  }
  function go(): void {
    setAsking(false);
    const loaded = acts();
    // Between the question and its answer the connection may have gone.
    if (loaded === undefined || !online()) return;
    const value = params();
    void send(session, loaded, method, value, Date.now);
    model.forgetSecrets();
    // The reply comes below the fold of most forms: the person is taken to where it will stand.
    queueMicrotask(() => {
      result?.focus({ preventScroll: true });
      result?.scrollIntoView?.({ block: "start" });
    });
  }
  const sent = () => sendsTo(session).filter((one) => one.method === method);
  const waiting = () => sent().filter(({ state }) => state.type === "waiting").length;
  return (
    <div class="request" data-request-method={method} ref={(element) => (body = element)}>
      <p>
        <A class="requests__back" href={requestPath(record.id, null)}>
          All requests
        </A>
      </p>
      <section aria-labelledby="request-name">
        <h2 id="request-name" class="requests__name" tabindex="-1" ref={(element) => (top = element)}>
          <MethodName method={method} />
          <Marks request={request} lacking={lacks(live(session.state), method) !== null} />
        </h2>
        <Show
          when={surface}
          fallback={
            <p>This version of the app knows nothing of it but its name. Its parameters are written as JSON.</p>
          }
        >
          {(known) => <p>{known().about}</p>}
        </Show>
        {/* Some say nothing but that they are new. */}
        <Show when={form?.about?.endsWith(".") === true ? form.about : null}>
          {(about) => (
            <p class="dim">
              <VisibleText text={about()} prose plainBreaks />
            </p>
          )}
        </Show>
        <Show when={surface}>
          {(known) => (
            <p class="dim">
              <Show
                when={known().place}
                fallback={offered ? "It has no place of its own in the app: it is sent from here." : null}
              >
                {(where) => (
                  <>
                    In the app:{" "}
                    <Show when={where().room} fallback={`${where().words}.`}>
                      {(room) => (
                        <>
                          <A class="requests__link" href={machinePath(record.id, room())}>
                            {where().words}
                          </A>
                          .
                        </>
                      )}
                    </Show>
                  </>
                )}
              </Show>{" "}
              {known().does === "reads" ? "It only reads." : known().does === "changes" ? "It changes something." : ""}
            </p>
          )}
        </Show>
        <Lacking session={session} method={method} what="It" />
        <Show when={form !== null && otherVersion(session)}>
          {(version) => (
            <p class="dim">
              The form is that of App Server {FORMS_VERSION}; this server is {version()}. What it takes beside can be
              written as JSON.
            </p>
          )}
        </Show>
      </section>
      <Show
        when={offered}
        fallback={
          <Notice title="It is not sent by hand">
            {surface?.does === "opens"
              ? "The connection is open already, and it is one for all devices."
              : "It would silence the thread on every device. “Release” in the thread’s menu does it when nobody is in the way."}
          </Notice>
        }
      >
        <section aria-labelledby="request-form">
          <h2 id="request-form">Parameters</h2>
          <SchemaForm
            model={model}
            label="Parameters"
            nothing="This request has no parameters."
            {...(form === null ? { rawOnly: true } : {})}
          />
        </section>
        <section aria-labelledby="request-line">
          <h2 id="request-line">What will be sent</h2>
          <p class="dim">The line as it goes out; its id is given when it is sent, and secrets are masked here.</p>
          <pre class="request__line mono" tabindex="0" aria-label="The line">
            <VisibleText text={line().slice(0, LINE_SHOWN)} plainBreaks />
            <Show when={line().length > LINE_SHOWN}>… and {line().length - LINE_SHOWN} more characters</Show>
          </pre>
          <Show when={surface === null || surface.danger !== null}>
            <Notice kind="warn" title="Before you send it">
              {surface?.danger ?? "This app does not know what this request does."}
            </Notice>
          </Show>
          <div class="request__send" onKeyDown={onceHeld}>
            <Button look={asks ? "danger" : "act"} disabled={!online() || acts() === undefined} onClick={press}>
              {waiting() > 0 ? "Send again" : "Send"}
            </Button>
            <Show when={waiting() > 0}>
              <span class="dim" role="status">
                Sent. {waiting() === 1 ? "The reply has not come yet." : `${waiting()} replies have not come yet.`}
              </span>
            </Show>
            <Show when={why()}>{(words) => <span class="dim">{words()}</span>}</Show>
            <Show when={missing()}>
              <span class="bad" role="alert">
                {model.raw() === null ? "Some fields need your attention." : "This is not JSON yet."}
              </span>
            </Show>
          </div>
        </section>
        <Show when={sent().length > 0}>
          <section aria-labelledby="request-sent" class="request__sent">
            <h2 id="request-sent" tabindex="-1" ref={(element) => (result = element)}>
              Result
            </h2>
            <Sent
              session={session}
              sends={sent()}
              late={surface?.late ?? null}
              onUse={(value) => {
                model.replace(value);
                top?.focus();
              }}
            />
          </section>
        </Show>
      </Show>
      <Dialog open={asking()} title="Send this?" onClose={() => setAsking(false)}>
        <div class="request__ask">
          <p>
            <MethodName method={method} /> goes to {facts(session).label || record.label}.
          </p>
          <p>{surface?.danger ?? "This app does not know what this request does."}</p>
          <pre class="request__line mono" tabindex="0" aria-label="The line that is sent">
            <VisibleText text={line().slice(0, LINE_SHOWN)} plainBreaks />
          </pre>
          <div class="request__send" onKeyDown={onceHeld}>
            <Button onClick={() => setAsking(false)}>Do not send</Button>
            <Button look="danger" disabled={!online()} onClick={go}>
              Send it
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}

/** A key that is held down presses a button again and again; it sends once. */
function onceHeld(event: KeyboardEvent): void {
  if (event.repeat && (isEnter(event) || event.key === " ")) event.preventDefault();
}

/** The server's name and version where it is another than the forms are of. */
function otherVersion(session: HostSession): string | null {
  const { userAgent } = facts(session);
  if (userAgent === null) return null;
  const own = programName(userAgent) !== null;
  return !own && userAgentVersion(userAgent) === FORMS_VERSION ? null : serverName(session);
}
