// What the search finds beyond the rows that match by themselves: the server's own search while it can be asked, else what
// this device has stored; it says which. Loaded with the first letter.
import { createEffect, createSignal, For, type JSX, on, onCleanup, Show } from "solid-js";
import type { HostEntry, TextMatch, ThreadMatches } from "../../actions/contract.ts";
import { connection, facts, live } from "../live.ts";
import { A } from "../route.tsx";
import { pathOnHost, useHosts } from "../services.tsx";
import { failureSentence } from "../sentences.ts";
import { useServices } from "../services.tsx";
import { threadTitle } from "../thread-facts.ts";
import "./thread-list-search.css";

const WAIT_MS = 250;
/** Shorter words are in everything. */
const SHORTEST = 2;

interface Found extends ThreadMatches {
  where: "server" | "device";
  problem: string | null;
}

const FAILED: Found = {
  where: "device",
  problem: "The search could not be loaded. Try again.",
  named: [],
  said: [],
};

/** `shown`: keys of the rows that are in the list above already. */
export default function ThreadSearch(props: { entry: HostEntry; term: string; shown: readonly string[] }): JSX.Element {
  const services = useServices();
  const [found, setFound] = createSignal<Found | null>(null);
  const [searching, setSearching] = createSignal(false);
  const term = () => props.term.trim();
  const connected = () => connection(props.entry.session) === "live";

  createEffect(
    on([term, connected, () => props.entry], ([wanted, asks, entry]) => {
      const stop = new AbortController();
      onCleanup(() => stop.abort());
      if (wanted.length < SHORTEST) {
        setFound(null);
        setSearching(false);
        return;
      }
      setSearching(true);
      const timer = setTimeout(() => void find(entry, wanted, asks, stop.signal), WAIT_MS);
      onCleanup(() => clearTimeout(timer));
    }),
  );

  async function find(entry: HostEntry, wanted: string, asks: boolean, stop: AbortSignal): Promise<void> {
    const result = await look(entry, wanted, asks, stop).catch(() => FAILED);
    if (stop.aborted) return;
    setFound(result);
    setSearching(false);
  }

  async function look(entry: HostEntry, wanted: string, asks: boolean, stop: AbortSignal): Promise<Found> {
    const acts = await services.actions.threads();
    const outcome = asks ? await acts.search(entry.session, wanted) : null;
    if (outcome?.ok === true) return { ...outcome.value, where: "server", problem: null };
    const said = await acts.searchStored(services.journal, entry.record.id, wanted, stop);
    const problem = outcome === null ? null : failureSentence(outcome.reason);
    return { named: [], said, where: "device", problem };
  }

  const named = () => (found()?.named ?? []).filter((id) => !props.shown.includes(`t${id}`));
  const host = () => facts(props.entry.session).label;
  return (
    <Show when={term().length >= SHORTEST}>
      <div class="thread-found" aria-busy={searching()}>
        <Show when={named().length > 0}>
          <h3 class="thread-found__head">By name</h3>
          <For each={named()}>{(id) => <Match entry={props.entry} match={{ thread: id, snippet: "" }} term="" />}</For>
        </Show>
        <h3 class="thread-found__head">In messages</h3>
        <For each={found()?.said ?? []}>{(match) => <Match entry={props.entry} match={match} term={term()} />}</For>
        <p class="thread-found__note" role="status">
          <Show when={!searching()} fallback="Searching …">
            <Show when={found()?.problem}>{(text) => <>{text()} </>}</Show>
            {found()?.said.length === 0 ? "Nothing found. " : ""}
            {found()?.where === "server"
              ? `Searched by the App Server on ${host()}.`
              : "Searched in what is stored on this device only."}
          </Show>
        </p>
      </div>
    </Show>
  );
}

function Match(props: { entry: HostEntry; match: TextMatch; term: string }): JSX.Element {
  const { hosts } = useHosts();
  const thread = () => {
    const found = live(props.entry.session.state).threads.get(props.match.thread);
    return found === undefined ? null : live(found);
  };
  /** The snippet in three: before, what was found, after. */
  const parts = () => {
    const { snippet } = props.match;
    const at = props.term === "" ? -1 : snippet.toLowerCase().indexOf(props.term.toLowerCase());
    if (at < 0) return [snippet, "", ""];
    const end = at + props.term.length;
    // A line has room for some words: what was found is among them.
    const from = at > 24 ? snippet.indexOf(" ", at - 24) + 1 : 0;
    return [
      `${from > 0 ? "…" : ""}${snippet.slice(Math.min(from, at), at)}`,
      snippet.slice(at, end),
      snippet.slice(end),
    ];
  };
  return (
    <A
      class="thread-found__row"
      href={pathOnHost(hosts(), props.entry.record.id, props.match.thread)}
      data-found={props.match.thread}
    >
      <b dir="auto">{threadTitle(thread(), props.match.thread)}</b>
      <Show when={thread()?.archived}>
        <small>archived</small>
      </Show>
      <Show when={props.match.snippet !== ""}>
        <span dir="auto">
          {parts()[0]}
          <mark>{parts()[1]}</mark>
          {parts()[2]}
        </span>
      </Show>
    </A>
  );
}
