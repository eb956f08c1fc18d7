// The list of all requests: searched, filtered, by group; each says what it does and where in the app it is.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import type { HostSession } from "../../host/model.ts";
import { lacks, methodsOf } from "../../projection/lacking.ts";
import { isEnter } from "../composer/enter.ts";
import { live } from "../live.ts";
import { A, navigate } from "../route.tsx";
import { serverNameFirst } from "../lacking/words.ts";
import { Button } from "../../design/button.tsx";
import { type Filter, FILTERS, grouped, type ListedRequest, listedRequests, matching } from "./listed.ts";
import { MethodName } from "./method-name.tsx";
import { requestPath } from "./path.ts";
import { SentList } from "./sent-list.tsx";

/** What was looked for, so that coming back from a request finds the list as it was left. */
const looked = new WeakMap<HostSession, { query: string; filter: Filter }>();

export function RequestList(props: { entry: HostEntry }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { session, record } = props.entry;
  const before = looked.get(session);
  const [query, setQuery] = createSignal(before?.query ?? "");
  const [filter, setFilter] = createSignal<Filter>(before?.filter ?? "all");
  const [other, setOther] = createSignal("");
  const named = createMemo(() => methodsOf(live(session.state)));
  const all = createMemo(() => listedRequests(named()));
  const lacking = (method: string) => lacks(live(session.state), method) !== null;
  const found = createMemo(() => matching(all(), query(), filter(), lacking));
  const placed = () => all().filter(({ surface }) => surface !== null && surface.place !== null).length;
  const remember = () => looked.set(session, { query: query(), filter: filter() });
  const openOther = () => {
    const method = other().trim();
    if (method !== "") navigate(requestPath(record.id, method));
  };
  return (
    <>
      <div class="requests__tools">
        <input
          class="requests__search"
          type="search"
          aria-label="Search the requests"
          placeholder="Search"
          autocomplete="off"
          spellcheck={false}
          value={query()}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            remember();
          }}
        />
        <select
          class="sform__select"
          aria-label="Which requests"
          value={filter()}
          onChange={(event) => {
            const key = event.currentTarget.value;
            setFilter(FILTERS.find((one) => one.key === key)?.key ?? "all");
            remember();
          }}
        >
          <For each={FILTERS}>{(one) => <option value={one.key}>{one.name}</option>}</For>
        </select>
      </div>
      <p class="dim requests__count" role="status">
        <Show
          when={found().length < all().length}
          fallback={`${all().length} requests: ${placed()} have a place of their own in the app, the others are sent from here.`}
        >
          {found().length} of {all().length} requests
        </Show>
      </p>
      <SentList entry={props.entry} />
      <For each={grouped(found())}>
        {(group) => (
          <section aria-label={group.title}>
            <h2>
              {group.title} <span class="dim num">{group.requests.length}</span>
            </h2>
            <ul class="requests__list">
              <For each={group.requests}>
                {(request) => <Row entry={props.entry} request={request} lacking={lacking(request.method)} />}
              </For>
            </ul>
          </section>
        )}
      </For>
      <Show when={found().length === 0}>
        <p class="dim">No request matches.</p>
      </Show>
      <section aria-labelledby="requests-other">
        <h2 id="requests-other">A request that is not listed</h2>
        <p class="dim">
          An App Server may know more than this app. Its parameters are then written as JSON.{" "}
          {named() === null
            ? "A server that is asked for something that it does not know answers with all that it does."
            : `${serverNameFirst(session)} has named all that it knows.`}
        </p>
        <div class="sform__new">
          <input
            class="field__input mono"
            aria-label="Name of the request"
            placeholder="group/name"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={other()}
            onInput={(event) => setOther(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (!isEnter(event)) return;
              event.preventDefault();
              openOther();
            }}
          />
          <Button disabled={other().trim() === ""} onClick={openOther}>
            Open
          </Button>
        </div>
      </section>
    </>
  );
}

function Row(props: { entry: HostEntry; request: ListedRequest; lacking: boolean }): JSX.Element {
  const surface = () => props.request.surface;
  return (
    <li data-request-method={props.request.method}>
      <A class="requests__row" href={requestPath(props.entry.record.id, props.request.method)}>
        <span class="requests__name">
          <MethodName method={props.request.method} />
          <Marks request={props.request} lacking={props.lacking} />
        </span>
        <Show when={surface()} fallback={<span class="dim">This app knows nothing of it but its name.</span>}>
          {(known) => (
            <>
              <span class="requests__about">{known().about}</span>
              <span class="dim requests__place">
                <Show when={known().place} fallback="Sent from here">
                  {(where) => <>In the app: {where().words}</>}
                </Show>
              </span>
            </>
          )}
        </Show>
      </A>
    </li>
  );
}

/** What is particular about a request, in a word each. */
export function Marks(props: { request: ListedRequest; lacking: boolean }): JSX.Element {
  const words = () => [
    ...(props.request.surface?.danger == null ? [] : [{ word: "risky", kind: "warn" }]),
    ...(props.request.experimental ? [{ word: "experimental", kind: "" }] : []),
    ...(props.lacking ? [{ word: "not on this server", kind: "bad" }] : []),
  ];
  return (
    <For each={words()}>
      {(one) => (
        <span class="requests__mark" data-kind={one.kind}>
          {one.word}
        </span>
      )}
    </For>
  );
}
