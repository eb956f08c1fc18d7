// What a machine's App Server has told of itself and not of a thread: its account and limits, its MCP servers, warnings,
// processes and files, and the rest. Newest first, with a search over all of it.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import type { GenericCard } from "../../projection/state.ts";
import { BackLink } from "../frame/back-link.tsx";
import { ConnectionBanner } from "../frame/connection-banner.tsx";
import { facts, live } from "../live.ts";
import { MachineNav } from "../machine/machine-nav.tsx";
import { A, place } from "../route.tsx";
import { sameMembers } from "../same-members.ts";
import { useHosts } from "../services.tsx";
import { AccountSection } from "./account-section.tsx";
import { CardList } from "./card-list.tsx";
import { activityPath } from "./path.ts";
import { isOwnSearch, matches, sectionOf, type SectionName } from "./sections.ts";
import { ServersSection } from "./servers-section.tsx";
import "./activity-page.css";

const SECTIONS: readonly { name: SectionName; title: string; empty: string | null }[] = [
  { name: "warnings", title: "Warnings", empty: "The server has warned of nothing." },
  { name: "processes", title: "Processes and files", empty: null },
  { name: "other", title: "Other", empty: null },
];

export default function ActivityPage(): JSX.Element {
  const { hosts } = useHosts();
  const chosen = createMemo(() => {
    const wanted = new URLSearchParams(place().search).get("host");
    return hosts().find(({ record }) => record.id === wanted) ?? hosts()[0] ?? null;
  });
  return (
    <div class="page activity">
      <div class="page__column">
        <div class="page__head">
          <BackLink to={{ path: "/settings", name: "settings" }} />
          <h1>Activity</h1>
        </div>
        <Show when={hosts().length > 1}>
          <nav class="activity__machines" aria-label="Machines">
            <For each={hosts()}>
              {(entry) => (
                <A href={activityPath(entry.record.id)} aria-current={entry === chosen() ? "page" : undefined}>
                  {facts(entry.session).label || entry.record.label}
                </A>
              )}
            </For>
          </nav>
        </Show>
        <Show when={chosen()} keyed fallback={<p class="dim">No machine is known yet. Pair one first.</p>}>
          {(entry) => (
            <>
              <MachineNav entry={entry} current="activity" />
              <Machine entry={entry} />
            </>
          )}
        </Show>
      </div>
    </div>
  );
}

function Machine(props: { entry: HostEntry }): JSX.Element {
  const [query, setQuery] = createSignal("");
  const state = () => live(props.entry.session.state);
  const cards = createMemo(
    () =>
      state()
        .activity.filter((card) => !isOwnSearch(card))
        .reverse()
        .sort((a, b) => b.at - a.at),
    [],
    {
      equals: sameMembers,
    },
  );
  const found = createMemo(
    () =>
      cards().filter((card) => {
        // What a stream says changes while its card stays.
        live(card);
        return matches(card, query());
      }),
    [],
    { equals: sameMembers },
  );
  const searching = () => query().trim() !== "";
  const nothing = () => searching() && found().length === 0;
  return (
    <>
      <p class="page__lead">
        What {facts(props.entry.session).label || props.entry.record.label} has told of itself. What belongs to a thread
        is in its transcript.
      </p>
      <ConnectionBanner session={props.entry.session} />
      <input
        class="activity__search"
        type="search"
        aria-label="Search the activity"
        placeholder="Search"
        autocomplete="off"
        spellcheck={false}
        value={query()}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || query() === "") return;
          event.preventDefault();
          setQuery("");
        }}
      />
      <Show when={!searching()}>
        <AccountSection session={props.entry.session} />
      </Show>
      <ServersSection session={props.entry.session} query={query()} />
      <For each={SECTIONS}>
        {(section) => (
          <Section
            name={section.name}
            title={section.title}
            empty={searching() ? null : section.empty}
            cards={found()}
          />
        )}
      </For>
      <Show when={nothing()}>
        <p class="dim" role="status">
          No entry holds “{query().trim()}”.
        </p>
      </Show>
    </>
  );
}

function Section(props: {
  name: SectionName;
  title: string;
  /** What stands there when there is nothing; null: then the part is not there. */
  empty: string | null;
  cards: readonly GenericCard[];
}): JSX.Element {
  const cards = createMemo(() => props.cards.filter((card) => sectionOf(card) === props.name), [], {
    equals: sameMembers,
  });
  return (
    <Show when={cards().length > 0 || props.empty !== null}>
      <section aria-labelledby={`activity-${props.name}`} data-section={props.name}>
        <h2 id={`activity-${props.name}`} class="activity__head">
          <span>{props.title}</span>
          <Show when={cards().length > 0}>
            <span class="dim num">{cards().length}</span>
          </Show>
        </h2>
        <Show when={cards().length > 0} fallback={<p class="dim">{props.empty}</p>}>
          <CardList cards={cards()} />
        </Show>
      </section>
    </Show>
  );
}
