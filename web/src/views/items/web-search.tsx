// A search of the web: what was searched, opened or looked for, in one quiet line; what it found behind it.
import { createMemo, type JSX, Match, Show, Switch } from "solid-js";
import { read } from "@longwire/shared-protocol/wire/field";
import { readWebResult, webSearchAction, type WebSearchAction } from "@longwire/shared-protocol/wire/items/web-search";
import { counted } from "../../design/words.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { createRemembered } from "../fold-memory.ts";
import { FirstOf } from "../first-of.tsx";
import { live } from "../live.ts";
import type { ItemProps } from "./late-item.tsx";
import { CLOSED_WORDS } from "./parts/call-facts.tsx";
import { JsonView } from "./parts/json-view.tsx";
import { WebLink } from "./parts/web-link.tsx";
import "./web-search.css";

type Props = ItemProps<"webSearch">;

export default function WebSearch(props: Props): JSX.Element {
  const told = () => live(props.item).told;
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createRemembered(props.item, "results", false);
  const results = createMemo(() => told().results ?? []);
  return (
    <Show
      when={results().length > 0}
      fallback={
        <p class="quiet">
          <Line item={props.item} />
        </p>
      }
    >
      <details class="fold" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="quiet">
          <Line item={props.item} />
          <span class="dim"> · {counted(results().length, "result")}</span>
        </summary>
        <Show when={open()}>
          <ol class="web-results">
            <FirstOf of={props.item} name="result list" each={results()} what="results" first={50} row>
              {(result) => <Result of={props.item} value={result} />}
            </FirstOf>
          </ol>
        </Show>
      </details>
    </Show>
  );
}

function Line(props: { item: Props["item"] }): JSX.Element {
  const told = () => live(props.item).told;
  const phase = () => live(props.item).phase;
  const action = createMemo((): WebSearchAction | null => {
    const reading = read(webSearchAction, told().action);
    return reading.ok ? reading.value : null;
  });
  const of = (type: string) => (action()?.type === type ? action() : null);
  const queries = () => {
    const search = of("search");
    const asked = [told().query, search?.query, ...(search?.queries ?? [])];
    return [...new Set(asked.filter((text): text is string => typeof text === "string" && text !== ""))];
  };
  /** What the action was, when it is none that this build knows. */
  const other = () => {
    const type = action()?.type;
    return type === undefined || KNOWN.has(type) ? null : type;
  };
  return (
    <>
      <Switch
        fallback={
          <>
            <b>{phase() === "open" ? "Searching the web" : "Searched the web"}</b>
            <Show when={queries().length > 0}> for </Show>
            <FirstOf of={props.item} name="queries" each={queries()} what="queries" first={20}>
              {(query, index) => (
                <>
                  {index() > 0 ? ", " : ""}“<VisibleText text={query} prose />”
                </>
              )}
            </FirstOf>
            <Show when={other()}>{(type) => <span class="dim"> · {type()}</span>}</Show>
          </>
        }
      >
        <Match when={of("openPage")}>
          {(page) => (
            <>
              <b>{phase() === "open" ? "Opening" : "Opened"}</b> <Address url={page().url} />
            </>
          )}
        </Match>
        <Match when={of("findInPage")}>
          {(find) => (
            <>
              <b>{phase() === "open" ? "Looking for" : "Looked for"}</b> “
              <VisibleText text={find().pattern ?? ""} prose />” in <Address url={find().url} />
            </>
          )}
        </Match>
      </Switch>
      <Show when={phase() === "closed"}>
        <span class="dim"> · {CLOSED_WORDS}</span>
      </Show>
    </>
  );
}

/** The actions that have words. */
const KNOWN: ReadonlySet<string> = new Set(["search", "openPage", "findInPage", "other"]);

function Address(props: { url: string | null | undefined }): JSX.Element {
  return (
    <Show when={props.url} fallback="a page">
      {(url) => <WebLink address={url()} />}
    </Show>
  );
}

function Result(props: { of: object; value: unknown }): JSX.Element {
  const result = createMemo(() => readWebResult(props.value));
  return (
    <li class="web-results__result">
      <Show
        when={result()}
        fallback={<JsonView of={props.of} name="a result" value={props.value} label="Search result" />}
      >
        {(found) => (
          <>
            <Show when={found().url} fallback={<b>{found().title}</b>}>
              {(url) => <WebLink address={url()} words={found().title} />}
            </Show>
            <Show when={found().url === found().title ? null : found().url}>
              {(url) => (
                <span class="web-results__address">
                  <VisibleText text={url()} />
                </span>
              )}
            </Show>
            <Show when={found().snippet}>
              {(text) => (
                <p class="web-results__snippet">
                  <VisibleText text={text().slice(0, 600)} plainBreaks prose />
                </p>
              )}
            </Show>
          </>
        )}
      </Show>
    </li>
  );
}
