// The server: its name and version as it tells them, the methods that this app would use and it does not have, and those
// that it has and this app does not know.
import { CLIENT_REQUESTS } from "@longwire/shared-protocol/surface/client-requests";
import { createEffect, createMemo, type JSX, Show } from "solid-js";
import type { HostSession } from "../../host/model.ts";
import { methodsOf, NO_METHOD, refusedMethods } from "../../projection/lacking.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { SentPart } from "../drift/sent-part.tsx";
import { FirstOf } from "../first-of.tsx";
import { serverName } from "../lacking/words.ts";
import { connection, facts, live } from "../live.ts";
import { maskText } from "../masking/text.ts";
import { useServices } from "../services.tsx";

const OWN = new Map(Object.entries(CLIENT_REQUESTS));

export function ServerSection(props: { session: HostSession }): JSX.Element {
  const services = useServices();
  createEffect(() => {
    const of = props.session;
    live(of.state);
    // What could not be loaded is told by the sections below.
    if (connection(of) === "live" && methodsOf(of.state) === null)
      services.actions.capabilities().then(
        (acts) => void acts.learnMethods(of),
        () => undefined,
      );
  });
  const known = createMemo(() => methodsOf(live(props.session.state)));
  const lacking = createMemo(() => {
    const list = known();
    const refused = refusedMethods(live(props.session.state)).map(({ method }) => method);
    const all = list === null ? refused : [...OWN.keys()].filter((method) => !list.has(method)).concat(refused);
    return [...new Set(all)].filter((method) => method !== NO_METHOD).sort();
  });
  const further = createMemo(() => [...(known() ?? [])].filter((method) => !OWN.has(method)).sort());
  return (
    <section aria-labelledby="offers-server" data-capability="server">
      <div class="offers__head">
        <h2 id="offers-server">The server</h2>
      </div>
      <dl class="offers__facts">
        <dt>Version</dt>
        <dd>{facts(props.session).userAgent === null ? "not told yet" : serverName(props.session)}</dd>
        <Show when={facts(props.session).userAgent}>
          {(agent) => (
            <>
              <dt>It says of itself</dt>
              <dd>
                <VisibleText text={maskText(agent())} />
              </dd>
            </>
          )}
        </Show>
        <dt>Methods</dt>
        <dd>
          <Show when={known()} fallback="It has not named those that it knows.">
            {(list) => (
              <>
                It has <span class="num">{list().size}</span>. Of the <span class="num">{OWN.size}</span> that this app
                knows it{" "}
                <Show when={lacking().length > 0} fallback="lacks none.">
                  lacks <span class="num">{lacking().length}</span>, named below.
                </Show>
              </>
            )}
          </Show>
        </dd>
      </dl>
      <Show when={lacking().length > 0}>
        <h3>What {serverName(props.session)} lacks</h3>
        <ul class="offers__methods" data-lacks>
          <FirstOf of={props.session} name="lacks" each={lacking()} what="methods" first={20} row>
            {(method) => (
              <li data-method={method}>
                <code>{method}</code> <span class="dim">{OWN.get(method)?.about ?? ""}</span>
              </li>
            )}
          </FirstOf>
        </ul>
      </Show>
      <Show when={further().length > 0}>
        <details class="offers__fold">
          <summary>
            Methods that it has and this app does not know <span class="dim num">{further().length}</span>
          </summary>
          <ul class="offers__methods offers__methods--names">
            <FirstOf of={props.session} name="further" each={further()} what="methods" first={100} row>
              {(method) => (
                <li>
                  <code>
                    <VisibleText text={method} />
                  </code>
                </li>
              )}
            </FirstOf>
          </ul>
        </details>
      </Show>
      <SentPart session={props.session} />
    </section>
  );
}
