// The wire: the raw envelopes of the thread as they were stored, newest last, with copy.
import { createEffect, createSignal, type JSX, Show } from "solid-js";
import { Virtualizer } from "virtua/solid";
import type { HostEntry } from "../../actions/contract.ts";
import { CopyButton } from "../../design/copy-button.tsx";
import { Button } from "../../design/button.tsx";
import { clockTime, fullTime } from "../../design/words.ts";
import type { Row } from "../../journal/rows.ts";
import type { ThreadState } from "../../projection/state.ts";
import { createLoader } from "../load.ts";
import { createNow } from "../now.ts";
import { pretty } from "../items/generic-card.tsx";
import { useServices } from "../services.tsx";
import { rowName, rowText } from "./wire-row.ts";

const LIMIT = 400;

export function WireTab(props: { entry: HostEntry; state: ThreadState }): JSX.Element {
  const services = useServices();
  const loaded = createLoader(
    () => props.state.id,
    (id) => services.wire(props.entry.record.id, id, LIMIT),
  );
  const rows = () => loaded.value() ?? [];
  const [scroller, setScroller] = createSignal<HTMLElement>();
  // The state does not tell of every line: its last sign of life is looked at as the clock ticks.
  const now = createNow();
  let seen: number | null = null;
  createEffect(() => {
    now();
    if (loaded.loading() || seen === props.state.lastSignAt) return;
    seen = props.state.lastSignAt;
    loaded.again();
  });
  const newestFirst = () => [...rows()].reverse();
  const all = () =>
    rows()
      .map((row) => rowText(row))
      .join("\n");
  return (
    <section class="wire">
      <h2 class="side__head">
        <span>Newest {rows().length.toLocaleString()} envelopes</span>
        <CopyButton text={all} label="Copy these as JSONL" />
      </h2>
      <Show
        when={rows().length > 0}
        fallback={<p class="side__empty">Every message of this thread, as it came over the wire, stands here.</p>}
      >
        <div class="wire__list" ref={setScroller} tabindex="0" role="group" aria-label="Envelopes">
          <Show when={scroller()}>
            {(element) => (
              <Virtualizer data={newestFirst()} scrollRef={element()} itemSize={34} bufferSize={300}>
                {(row) => <WireRow row={row} />}
              </Virtualizer>
            )}
          </Show>
        </div>
      </Show>
    </section>
  );
}

const ARROWS: Record<Row["kind"], string> = { in: "↓", snapshot: "↓", out: "↑", local: "·" };
const DIRECTIONS: Record<Row["kind"], string> = {
  in: "received",
  snapshot: "reply",
  out: "sent",
  local: "on this device",
};

function WireRow(props: { row: Row }): JSX.Element {
  const [open, setOpen] = createSignal(false);
  return (
    <div class="wire__row">
      <Button look="quiet" size="small" class="wire__name" aria-expanded={open()} onClick={() => setOpen(!open())}>
        <span aria-hidden="true" class="wire__arrow" data-kind={props.row.kind}>
          {ARROWS[props.row.kind]}
        </span>
        <span class="sr-only">{DIRECTIONS[props.row.kind]}</span>
        <code>{rowName(props.row)}</code>
        <time class="num" title={`${fullTime(props.row.at)} · ${props.row.generation} @ ${props.row.offset}`}>
          {clockTime(props.row.at)}
        </time>
      </Button>
      <Show when={open()}>
        <div class="generic__body">
          <CopyButton text={() => rowText(props.row)} label="Copy raw JSON" />
          <pre>{pretty(rowText(props.row)).slice(0, 20_000)}</pre>
        </div>
      </Show>
    </div>
  );
}
