// The threads of one host: its header, then groups of rows by id, newest first. Rows are bounded; more come when asked for.
import { createMemo, createSignal, For, type JSX, Show, Suspense } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import type { Outcome } from "../../host/model.ts";
import { connection, facts, live } from "../live.ts";
import { createNow } from "../now.ts";
import { sameMembers } from "../same-members.ts";
import { connectionWords, failureSentence } from "../sentences.ts";
import { useServices } from "../services.tsx";
import { homeOf, pendingDecisions, serverWords } from "../thread-facts.ts";
import { expanded, groupBy, toggled, toggleGroup } from "./thread-list-choices.ts";
import { ARCHIVED, type Head, movesOf, threadEntries } from "./thread-list-groups.ts";
import { removedFrom } from "./thread-list-marks.ts";
import { openMenu } from "./thread-list-menu.ts";
import { ThreadRow } from "./thread-list-row.tsx";
import { lazyPart } from "../lazy-part.tsx";
import "./thread-list.css";

const PAGE = 60;
const Search = lazyPart(() => import("./thread-list-search.tsx"), null);

/** `open` is the thread on screen; `filter` what the person typed. */
export function ThreadList(props: { entry: HostEntry; open: string | null; filter: string }): JSX.Element {
  const services = useServices();
  const session = () => props.entry.session;
  const [limit, setLimit] = createSignal(PAGE);
  const [whole, setWhole] = createSignal(false);
  const [moreArchived, setMoreArchived] = createSignal<boolean | null>(null);
  const [problem, setProblem] = createSignal<string | null>(null);
  const now = createNow();
  const today = createMemo(() => new Date(now()).setHours(0, 0, 0, 0));
  const waiting = createMemo(() => pendingDecisions(live(session().state)));
  const moving = createMemo(() => {
    const { current, generations } = session().state;
    const generation = live(session().state).current === null ? undefined : generations.get(current ?? "");
    return movesOf(generation === undefined ? undefined : live(generation));
  });
  const entries = createMemo(() => {
    const { state } = session();
    const asked = new Set(waiting().flatMap(({ thread }) => (thread === null ? [] : [thread])));
    return threadEntries(
      [...live(state).threads.values()].map(live),
      {
        groupBy: groupBy(),
        today: today(),
        open: props.open,
        asked,
        expanded: expanded(),
        toggled: toggled(),
        removed: removedFrom(props.entry.record.id),
        moving: moving(),
        home: homeOf(state),
        filter: props.filter,
      },
      limit(),
    );
  });
  const keys = createMemo(() => entries().keys, [], { equals: sameMembers });
  const connected = () => connection(session()) === "live";

  const load = async (what: Promise<Outcome<{ more: boolean }>>, done: (more: boolean) => void) => {
    setProblem(null);
    const outcome = await what;
    if (outcome.ok) done(outcome.value.more);
    else setProblem(failureSentence(outcome.reason));
  };
  const older = () => {
    setLimit((n) => n + PAGE);
    void load(services.actions.loadMoreThreads(session()), (more) => setWhole(!more));
  };
  const archived = async () => {
    const on = session();
    const acts = await services.actions.threads().catch(() => null);
    if (acts !== null) await load(acts.loadMoreArchived(on), setMoreArchived);
  };
  const toggle = (key: string) => {
    toggleGroup(key);
    if (key === ARCHIVED && toggled().has(ARCHIVED) && moreArchived() === null && connected()) void archived();
  };
  const offersMore = () => entries().whole > limit() || (!whole() && connected() && entries().whole >= PAGE / 3);
  const filtered = () => props.filter.trim() !== "";

  return (
    <section
      class="thread-list"
      aria-label={facts(session()).label}
      data-host={props.entry.record.id}
      data-grouped={entries().heads.has("needs") ? "" : undefined}
    >
      <HostHead entry={props.entry} />
      <For each={keys()}>
        {(key) =>
          key.startsWith("§") ? (
            <GroupHead
              head={entries().heads.get(key.slice(1)) ?? null}
              before={key === `§${ARCHIVED}` && !filtered() ? more : undefined}
              toggle={() => toggle(key.slice(1))}
              copper={key === "§needs"}
            />
          ) : (
            <ThreadRow
              id={key.slice(1)}
              entry={props.entry}
              current={props.open === key.slice(1)}
              nested={entries().nested.has(key.slice(1))}
              agents={entries().children.get(key.slice(1)) ?? 0}
            />
          )
        }
      </For>
      <Show when={filtered()}>
        <Show when={entries().whole === 0}>
          <p class="thread-list__empty">No thread here has such a name, folder or first words.</p>
        </Show>
        <Suspense>
          <Search entry={props.entry} term={props.filter} shown={keys()} />
        </Suspense>
      </Show>
      <Show when={!filtered() && toggled().has(ARCHIVED) && moreArchived() === true}>
        <Button look="quiet" size="small" class="thread-list__more" onClick={() => void archived()}>
          More archived threads
        </Button>
      </Show>
      <Show when={problem()}>{(text) => <p class="thread-list__empty bad">{text()}</p>}</Show>
    </section>
  );

  /** What stands between the last row and the archive. */
  function more(): JSX.Element {
    return (
      <>
        <Show when={entries().whole === 0}>
          <p class="thread-list__empty">No threads yet. Press + to start one in a folder of this machine.</p>
        </Show>
        <Show when={offersMore()}>
          <Button look="quiet" size="small" class="thread-list__more" onClick={older}>
            Older threads
          </Button>
        </Show>
      </>
    );
  }
}

/** A group's name, which opens and closes it. */
function GroupHead(props: {
  head: Head | null;
  copper: boolean;
  toggle: () => void;
  before: (() => JSX.Element) | undefined;
}): JSX.Element {
  return (
    <>
      {props.before?.()}
      <h3 class="list-head" data-copper={props.copper ? "" : undefined}>
        <button type="button" aria-expanded={props.head?.open === true} onClick={() => props.toggle()}>
          <Icon name="chevron" size={11} weight={2.6} />
          <span>{props.head?.title}</span>
          <Show when={props.head?.open === false && (props.head.count || null)}>
            {(count) => <span class="list-head__count num">{count()}</span>}
          </Show>
        </button>
      </h3>
    </>
  );
}

/** Label, the server's name and version, latency; or why it is not live. */
function HostHead(props: { entry: HostEntry }): JSX.Element {
  const f = () => facts(props.entry.session);
  const server = () => serverWords(live(props.entry.session.state));
  return (
    <h2 class="host-head">
      <b>{f().label || props.entry.record.label}</b>
      <Show when={f().connection === "live"} fallback={<span>{connectionWords(f()).toLowerCase()}</span>}>
        <Show when={server()}>{(text) => <span>{text()}</span>}</Show>
      </Show>
      <Show when={f().connection === "live" ? f().latencyMs : null}>
        {(ms) => (
          <span class="host-head__latency num" title="Round trip to the relay">
            {Math.round(ms())} ms
          </span>
        )}
      </Show>
      <IconButton
        icon="settings"
        iconSize={15}
        label="List options"
        class="host-head__options"
        aria-haspopup="menu"
        onClick={(event) => openMenu({ entry: props.entry, thread: null, anchor: event.currentTarget, at: null })}
      />
    </h2>
  );
}
