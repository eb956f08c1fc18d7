// The wire: the envelopes behind a thread, a turn or an item as this device stores them, with filter, search and export.
// It reads the journal page by page and needs no connection.
import { createEffect, createMemo, createSignal, type JSX, on, onCleanup, Show } from "solid-js";
import { Virtualizer } from "virtua/solid";
import { Button, IconButton } from "../../design/button.tsx";
import { counted } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import type { ThreadState } from "../../projection/state.ts";
import { saveBytes } from "../files/save-bytes.ts";
import { facts } from "../live.ts";
import { createNow } from "../now.ts";
import { sameMembers } from "../same-members.ts";
import { useServices } from "../services.tsx";
import type { Envelope } from "./envelope.ts";
import { type ExportFacts, exportName, exportPieces } from "./export.ts";
import type { WireScope } from "./scope.ts";
import { createWireSource, NO_FILTER, type WireFilter, type WireSource } from "./source.ts";
import { WireFilters } from "./wire-filters.tsx";
import { WireRow } from "./wire-row.tsx";
import "./wire-view.css";

export interface WireViewProps {
  session: HostSession;
  state: ThreadState;
  scope: WireScope;
  /** Shows the same in a window of its own. */
  onLarger?: (() => void) | undefined;
  /** Told when the person goes to a place in the transcript. */
  onLeave?: (() => void) | undefined;
}

/** More is read when the reader is this near to the end of the list, px. */
const NEAR = 600;

export default function WireView(props: WireViewProps): JSX.Element {
  const { journal } = useServices();
  // Made anew for another thread or scope.
  // oxlint-disable-next-line solid/reactivity, solid/no-destructure
  const { session, state, scope } = props;
  const newestFirst = scope.type === "thread";
  const [filter, setFilter] = createSignal<WireFilter>(NO_FILTER);
  const [version, setVersion] = createSignal(0);
  const [scroller, setScroller] = createSignal<HTMLElement>();
  const [shift, setShift] = createSignal(false);
  const [exported, setExported] = createSignal<string | null>(null);
  let find: HTMLInputElement | undefined;

  const source = createMemo(
    on(filter, (wanted): WireSource => {
      const made = createWireSource({ journal, host: session.id, thread: state.id, scope, filter: wanted });
      made.onChange(() => setVersion((n) => n + 1));
      onCleanup(() => made.close());
      void made.more();
      return made;
    }),
  );
  const look = <T,>(read: (from: WireSource) => T): T => {
    version();
    return read(source());
  };
  const shown = createMemo(
    () => {
      const all = look((from) => from.envelopes());
      return newestFirst ? all.toReversed() : all;
    },
    [] as readonly Envelope[],
    { equals: sameMembers },
  );

  // Rows that come in front of what is being read must not move it.
  let first: Envelope | undefined;
  createEffect(() => {
    const now = shown()[0];
    const inFront = first !== undefined && now !== first && shown().includes(first);
    first = now;
    if (!inFront || (scroller()?.scrollTop ?? 0) < 8) return;
    setShift(true);
    queueMicrotask(() => setShift(false));
  });

  // Not every line is told: what was written since is looked for as the clock ticks, when there was any sign.
  const now = createNow();
  let seen: number | null = state.lastSignAt;
  let stirred = false;
  // oxlint-disable-next-line solid/reactivity
  onCleanup(session.onChange(() => (stirred = true)));
  createEffect(
    on(now, () => {
      if (!stirred && seen === state.lastSignAt) return;
      stirred = false;
      seen = state.lastSignAt;
      void source().refresh();
    }),
  );

  const fill = () => {
    const element = scroller();
    const from = source();
    if (element === undefined || from.done() || from.reading()) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR) void from.more();
  };
  createEffect(on([shown, version], () => requestAnimationFrame(fill), { defer: true }));

  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "f") return;
    // The browser's own search sees only the rows in the window; this one sees all that is stored.
    event.preventDefault();
    find?.focus();
    find?.select();
  };

  const save = async () => {
    const about: ExportFacts = {
      host: facts(session).label,
      thread: state.id,
      scope,
      filter: filter(),
      server: facts(session).userAgent,
      at: Date.now(),
    };
    setExported("Collecting");
    // One of its own: another filter meanwhile must not cut the file short.
    const whole = createWireSource({ journal, host: session.id, thread: state.id, scope, filter: about.filter });
    try {
      // A blob each: the browser may keep them wherever it likes.
      const pieces: Blob[] = [];
      await exportPieces(whole, about, (piece, lines) => {
        pieces.push(new Blob([piece]));
        setExported(`Collecting: ${lines.toLocaleString()}`);
      });
      saveBytes(exportName(about), pieces);
      setExported(null);
    } catch {
      setExported("The export failed; what is stored is as it was.");
    } finally {
      whole.close();
    }
  };

  const title = () => {
    const count = shown().length.toLocaleString();
    const more = look((from) => !from.done());
    return `${count}${more ? "+" : ""} ${shown().length === 1 && !more ? "envelope" : "envelopes"}`;
  };
  const methods = createMemo(() => {
    const all = look((from) => [...from.methods()]);
    return all.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name]) => name);
  });
  const filtered = () => filter() !== NO_FILTER;

  return (
    <section class="wire-view" data-testid="wire-view" aria-label="Wire" onKeyDown={onKey}>
      <header class="wire-view__head">
        <h2 class="num">{title()}</h2>
        <Show when={exported()}>{(text) => <span class="wire-view__status num">{text()}</span>}</Show>
        <IconButton
          icon="download"
          iconSize={16}
          label="Export as JSONL"
          disabled={exported()?.startsWith("Collecting") === true}
          onClick={() => void save()}
        />
        <Show when={props.onLarger}>
          {(larger) => (
            <IconButton icon="panel" iconSize={16} label="Show in a larger window" onClick={() => larger()()} />
          )}
        </Show>
      </header>
      <WireFilters
        filter={filter()}
        methods={methods()}
        onFilter={(next) => setFilter(sameFilter(next, NO_FILTER) ? NO_FILTER : next)}
        find={(element) => (find = element)}
      />
      <Show when={["not-saving", "blocked", "superseded"].includes(facts(session).journal.type)}>
        <p class="wire-view__note">This device cannot store at the moment: what has come since then is not here.</p>
      </Show>
      <div class="wire-view__list" ref={setScroller} tabindex="0" role="group" aria-label="Envelopes" onScroll={fill}>
        <Show when={scroller()}>
          {(element) => (
            <Virtualizer data={shown()} scrollRef={element()} itemSize={34} bufferSize={400} shift={shift()}>
              {(envelope) => (
                <WireRow
                  envelope={envelope}
                  source={source()}
                  fit={look((from) => from.fit(envelope))}
                  words={filter().words}
                  session={session}
                  state={state}
                  onLeave={props.onLeave}
                />
              )}
            </Virtualizer>
          )}
        </Show>
        <End
          reading={look((from) => from.reading())}
          done={look((from) => from.done())}
          count={shown().length}
          filtered={filtered()}
          progress={look((from) => from.progress())}
          newestFirst={newestFirst}
          onMore={() => void source().more()}
          onAll={() => setFilter(NO_FILTER)}
        />
      </div>
    </section>
  );
}

function sameFilter(a: WireFilter, b: WireFilter): boolean {
  return (
    a.words === b.words &&
    a.method === b.method &&
    a.direction === b.direction &&
    a.onlyTrouble === b.onlyTrouble &&
    a.onlyUnfit === b.onlyUnfit
  );
}

/** What stands below the last row: how far was looked, and what can be done about it. */
function End(props: {
  reading: boolean;
  done: boolean;
  count: number;
  filtered: boolean;
  progress: { rows: number; blocks: number; of: number };
  newestFirst: boolean;
  onMore: () => void;
  onAll: () => void;
}): JSX.Element {
  // A short look is not worth a word.
  const [long, setLong] = createSignal(false);
  createEffect(
    on(
      () => props.reading,
      (reading) => {
        setLong(false);
        if (!reading) return;
        const timer = setTimeout(() => setLong(true), 250);
        onCleanup(() => clearTimeout(timer));
      },
    ),
  );
  const looked = () => `${counted(props.progress.rows, "row")} looked through`;
  return (
    <div class="wire-view__end" role="status">
      <Show
        when={props.done}
        fallback={
          <Show
            when={props.reading}
            fallback={
              <Button size="small" look="quiet" onClick={() => props.onMore()}>
                {props.filtered ? "Look further back" : "Older envelopes"}
              </Button>
            }
          >
            <Show when={long()}>
              <span class="num">
                {looked()}, {Math.round((100 * props.progress.blocks) / Math.max(1, props.progress.of))} % of what is
                stored
              </span>
            </Show>
          </Show>
        }
      >
        <Show
          when={props.count > 0}
          fallback={
            <>
              <span class="num">
                {props.filtered
                  ? `Nothing fits: ${looked()}.`
                  : "Nothing of this is stored on this device: it came in a copy under other names, or before this device was there."}
              </span>
              <Show when={props.filtered}>
                <Button size="small" look="quiet" onClick={() => props.onAll()}>
                  Show all
                </Button>
              </Show>
            </>
          }
        >
          <span>{props.newestFirst ? "What is stored here begins with this." : ""}</span>
        </Show>
      </Show>
    </div>
  );
}
