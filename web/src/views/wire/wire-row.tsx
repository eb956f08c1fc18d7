// One envelope: a line with direction, name and time; opened, all that is known of it and its raw text.
import { contradicts } from "@longwire/shared-protocol/fit";
import { createMemo, type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { bytes, fullTime } from "../../design/words.ts";
import { visibleText } from "../../decisions/visible.ts";
import type { HostSession } from "../../host/model.ts";
import type { Row } from "../../journal/rows.ts";
import type { ThreadState } from "../../projection/state.ts";
import type { Fit } from "../drift/fitting.ts";
import { Misfits } from "../drift/misfits.tsx";
import { TextWindow } from "../files/text-window.tsx";
import { createRemembered } from "../fold-memory.ts";
import { live } from "../live.ts";
import { createLoader } from "../load.ts";
import { maskLine } from "../masking/line.ts";
import { maskText } from "../masking/text.ts";
import { reveal } from "../thread/reveal.ts";
import { type Envelope, rowText } from "./envelope.ts";
import { prettyJson } from "./pretty.ts";
import type { WireSource } from "./source.ts";

const ARROWS = { in: "↓", out: "↑", local: "·" } as const;
const DIRECTIONS = { in: "received", out: "sent", local: "on this device" } as const;

const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hourCycle: "h23",
});
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** Above this the size is worth a word in the line, bytes. */
const HEAVY = 4096;

export interface WireRowProps {
  envelope: Envelope;
  source: WireSource;
  /** What of it does not fit the pinned schema. */
  fit: Fit | null;
  /** What was searched for: marked in the raw text. */
  words: string;
  session: HostSession;
  state: ThreadState;
  onLeave: (() => void) | undefined;
}

export function WireRow(props: WireRowProps): JSX.Element {
  // A row is one envelope for its life.
  // oxlint-disable-next-line solid/reactivity
  const { envelope } = props;
  const [open, setOpen] = createRemembered(envelope, "open", false);
  return (
    <div
      class="wire-row"
      data-wire-row={envelope.key}
      data-wire-name={envelope.name}
      data-direction={envelope.direction}
      data-trouble={envelope.trouble ? "" : undefined}
      data-open={open() ? "" : undefined}
    >
      <Button look="quiet" size="small" class="wire-row__line" aria-expanded={open()} onClick={() => setOpen(!open())}>
        <span aria-hidden="true" class="wire-row__arrow">
          {ARROWS[envelope.direction]}
        </span>
        <span class="sr-only">{DIRECTIONS[envelope.direction]}</span>
        <code class="wire-row__name">
          {visibleText(envelope.name)}
          <Show when={what(envelope)}>{(text) => <span class="dim"> {visibleText(text())}</span>}</Show>
          <Show when={envelope.hint}>
            {(text) => <span class="wire-row__hint"> {visibleText(maskText(text()))}</span>}
          </Show>
        </code>
        <Show when={envelope.trouble}>
          <span class="wire-row__mark">error</span>
        </Show>
        <Show when={props.fit}>
          {(fit) => (
            <Show when={contradicts(fit().misfits)} fallback={<span class="wire-row__more">says more</span>}>
              <span class="wire-row__odd">does not fit</span>
            </Show>
          )}
        </Show>
        <Show when={envelope.bytes > HEAVY}>
          <span class="wire-row__size num">{bytes(envelope.bytes)}</span>
        </Show>
        <time class="num" title={fullTime(envelope.at)}>
          {clock.format(envelope.at)}
        </time>
      </Button>
      <Show when={open()}>
        <Opened {...props} />
      </Show>
    </div>
  );
}

/** What tells rows of one method apart: the item's type, or the request that it belongs to. */
function what(envelope: Envelope): string | null {
  if (envelope.itemType !== null) return envelope.itemType;
  if (envelope.kind === "snapshot") return envelope.shape === "response" ? "reply" : "newest";
  if (envelope.shape === "stub") return "content not kept";
  return envelope.id === null ? null : idWords(envelope.id).short;
}

/** What stays of several such lines; null where each stays. */
function keptAs(envelope: Envelope): string | null {
  if (envelope.kind !== "snapshot") return null;
  return envelope.shape === "response" ? "newest reply to this question" : "newest of its turn";
}

function idWords(id: string): { short: string; long: string } {
  const value = id.slice(2);
  return id.startsWith("n:")
    ? { short: value, long: `${value} (number)` }
    : { short: `"${value}"`, long: `"${value}" (text)` };
}

function Opened(props: WireRowProps): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { envelope } = props;
  const loaded = createLoader(
    () => props.source,
    (source) => source.row(envelope),
  );
  const row = () => loaded.value();
  const text = createMemo(() => {
    const found = row();
    return found === undefined || found === null ? null : maskLine(rowText(found));
  });
  const pretty = createMemo(() => {
    const raw = text();
    return raw === null ? null : prettyJson(raw);
  });
  return (
    <div class="wire-row__body">
      <Facts envelope={envelope} row={row() ?? null} />
      <Show when={props.fit}>{(fit) => <Misfits fit={fit()} />}</Show>
      <Place {...props} />
      <Show
        when={pretty()}
        fallback={
          <Show when={!loaded.loading()}>
            <p class="wire-row__gone">A newer reply to the same question took this one's place in the store.</p>
          </Show>
        }
      >
        {(json) => (
          <TextWindow
            text={json()}
            lang="json"
            label={`${visibleText(envelope.name)}, raw`}
            copyLabel="Copy raw JSON"
            copy={() => text() ?? ""}
            find={props.words}
          />
        )}
      </Show>
    </div>
  );
}

/** Where and whose: everything by which the envelope can be found again. */
function Facts(props: { envelope: Envelope; row: Row | null }): JSX.Element {
  const fact = (name: string, value: string | null) => (
    <Show when={value}>
      {(text) => (
        <>
          <dt>{name}</dt>
          <dd>
            <code>{visibleText(text())}</code>
          </dd>
        </>
      )}
    </Show>
  );
  // oxlint-disable-next-line solid/reactivity
  const { envelope } = props;
  const place = () =>
    envelope.start === null
      ? `${envelope.offset} · ${envelope.n}`
      : `${envelope.start}–${envelope.offset} (${envelope.bytes.toLocaleString()} bytes)`;
  const client = () => (props.row?.kind === "out" ? props.row.client : null);
  return (
    <dl class="wire-row__facts">
      {fact("Written", `${day.format(envelope.at)} · ${clock.format(envelope.at)}`)}
      {fact(
        envelope.shape === "response" || envelope.shape === "error" ? "Answers" : "Request",
        envelope.id === null ? null : idWords(envelope.id).long,
      )}
      {fact("Thread", envelope.thread)}
      {fact("Turn", envelope.turn)}
      {fact("Item", envelope.item)}
      {fact("Generation", envelope.generation)}
      {fact("Offset", place())}
      {fact("Client", client())}
      {fact("Kept as", keptAs(envelope))}
      {fact("Changed", envelope.redacted ? "a secret was replaced before it was stored" : null)}
    </dl>
  );
}

/** The way to the envelope's place in the transcript, where that is known. */
function Place(props: WireRowProps): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { envelope } = props;
  const target = () => {
    if (envelope.turn === null) return null;
    const turn = live(props.state).turns.get(envelope.turn);
    if (turn === undefined) return null;
    return {
      turn: turn.id,
      item: envelope.item !== null && live(turn).items.has(envelope.item) ? envelope.item : null,
    };
  };
  return (
    <Show when={target()}>
      {(found) => (
        <Button
          size="small"
          class="wire-row__place"
          onClick={() => {
            const { turn, item } = found();
            props.onLeave?.();
            reveal({ thread: props.state.id, turn, item });
          }}
        >
          Show in the transcript
        </Button>
      )}
    </Show>
  );
}
