// The threads of one host: its header, then rows by id, newest first. Rows are bounded; more come when asked for.
import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Dot } from "../../design/chip.tsx";
import { ago, fullTime } from "../../design/words.ts";
import type { ThreadSummary } from "../../projection/state.ts";
import { connection, facts, live } from "../live.ts";
import { createNow } from "../now.ts";
import { A, threadPath } from "../route.tsx";
import { sameMembers } from "../same-members.ts";
import { connectionWords, failureSentence } from "../sentences.ts";
import { useServices } from "../services.tsx";
import { homeOf, pendingDecisions, rowFacts, serverVersion, threadTitle } from "../thread-facts.ts";
import "./thread-list.css";

const PAGE = 60;

/** `open` is the thread on screen; `filter` what the person typed. */
export function ThreadList(props: { entry: HostEntry; open: string | null; filter: string }): JSX.Element {
  const services = useServices();
  const session = () => props.entry.session;
  const [limit, setLimit] = createSignal(PAGE);
  const [whole, setWhole] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);

  const waiting = createMemo(() => pendingDecisions(live(session().state)));
  const ordered = createMemo(
    () => {
      const wanted = props.filter.trim().toLowerCase();
      const asked = new Set(waiting().map((decision) => decision.thread));
      return [...live(session().state).threads.values()]
        .filter((thread) => shown(live(thread), asked.has(thread.id), thread.id === props.open))
        .filter((thread) => wanted === "" || matches(thread, wanted))
        .sort((a, b) => b.updatedAt - a.updatedAt)
        .map((thread) => thread.id);
    },
    [],
    { equals: sameMembers },
  );
  const visible = createMemo(() => ordered().slice(0, limit()), [], { equals: sameMembers });

  const more = async () => {
    setProblem(null);
    setLimit((n) => n + PAGE);
    const outcome = await services.actions.loadMoreThreads(session());
    if (outcome.ok) setWhole(!outcome.value.more);
    else setProblem(failureSentence(outcome.reason));
  };
  const offersMore = () =>
    ordered().length > limit() || (!whole() && connection(session()) === "live" && ordered().length >= PAGE / 3);

  return (
    <section class="thread-list" aria-label={facts(session()).label}>
      <HostHead entry={props.entry} />
      <For each={visible()}>{(id) => <ThreadRow id={id} entry={props.entry} current={props.open === id} />}</For>
      <Show when={ordered().length === 0}>
        <p class="thread-list__empty">
          {props.filter.trim() === ""
            ? "No threads yet. Press + to start one in a folder of this machine."
            : "No thread matches."}
        </p>
      </Show>
      <Show when={problem()}>{(text) => <p class="thread-list__empty bad">{text()}</p>}</Show>
      <Show when={offersMore()}>
        <Button look="quiet" size="small" class="thread-list__more" onClick={() => void more()}>
          Older threads
        </Button>
      </Show>
    </section>
  );
}

function shown(thread: ThreadSummary, asks: boolean, open: boolean): boolean {
  if (asks || open) return true;
  return !thread.archived && !thread.deleted && thread.parent === null;
}

function matches(thread: ThreadSummary, wanted: string): boolean {
  return [thread.name ?? "", thread.preview, thread.cwd, thread.branch ?? ""].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

/** Label, server version, latency; or why it is not live. */
function HostHead(props: { entry: HostEntry }): JSX.Element {
  const f = () => facts(props.entry.session);
  const version = () => serverVersion(live(props.entry.session.state));
  return (
    <h2 class="host-head">
      <b>{f().label || props.entry.record.label}</b>
      <Show when={f().connection === "live"} fallback={<span>{connectionWords(f()).toLowerCase()}</span>}>
        <Show when={version()}>{(text) => <span>codex {text()}</span>}</Show>
      </Show>
      <Show when={f().connection === "live" ? f().latencyMs : null}>
        {(ms) => (
          <span class="host-head__latency num" title="Round trip to the relay">
            {Math.round(ms())} ms
          </span>
        )}
      </Show>
    </h2>
  );
}

/** One thread: dot, title, age, and the line that says why. */
function ThreadRow(props: { id: string; entry: HostEntry; current: boolean }): JSX.Element {
  const now = createNow();
  const state = () => props.entry.session.state;
  const thread = createMemo(
    () => {
      const found = live(state()).threads.get(props.id);
      return found === undefined ? undefined : live(found);
    },
    undefined,
    { equals: false },
  );
  const row = createMemo(() => {
    const found = thread();
    if (found === undefined) return null;
    const word = connection(props.entry.session);
    return rowFacts(found, pendingDecisions(live(state())), homeOf(state()), word !== "live" && word !== "catching-up");
  });
  const title = () => threadTitle(thread() ?? null, props.id);
  return (
    <A
      class="thread-row"
      href={threadPath(props.id)}
      data-thread-id={props.id}
      data-needs={row()?.needs ?? undefined}
      aria-current={props.current ? "page" : undefined}
    >
      <Dot kind={row()?.dot ?? "idle"} />
      <span class="thread-row__title" dir="auto">
        {title()}
      </span>
      <Show when={thread()}>
        {(found) => (
          <time class="num" title={fullTime(found().updatedAt)}>
            {ago(found().updatedAt, now())}
          </time>
        )}
      </Show>
      <span class="thread-row__line">
        <Show when={row()?.needs}>
          <b>Needs you</b>{" "}
        </Show>
        {row()?.line}
      </span>
    </A>
  );
}
