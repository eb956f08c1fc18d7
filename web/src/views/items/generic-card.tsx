// The generic view: whatever has no view of its own is shown by name, raw and whole, with copy. Nothing disappears.
import { createMemo, createSignal, type JSX, Show, Suspense } from "solid-js";
import { visibleText } from "../../decisions/visible.ts";
import type { GenericCard, Item } from "../../projection/state.ts";
import { live } from "../live.ts";
import { maskLine } from "../masking/line.ts";
import { maskText } from "../masking/text.ts";
import { lazyPart } from "../lazy-part.tsx";
import "./generic-card.css";

const RawText = lazyPart(() => import("../wire/raw-text.tsx"));

/** Longer raw text is not laid out in a closed card, characters. */
const FINDABLE = 20_000;
/** Longer raw text is not in a closed card at all, characters. */
const LIGHT = 1_000_000;

/** Pretty-prints JSON; text that is none stays as it is. */
export function pretty(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}

/** A raw text behind its name, keys and tokens in it masked; drawn when opened, whole, however long it is. */
export function RawCard(props: {
  name: string;
  note?: string | undefined;
  raw: () => string;
  open?: boolean;
}): JSX.Element {
  // Only the first state of the fold: afterwards it is the person's.
  // oxlint-disable-next-line solid/reactivity
  const [open, setOpen] = createSignal(props.open === true);
  const source = createMemo(() => props.raw());
  /** Put into the page: looking through megabytes for keys waits until somebody wants to see them. */
  const wanted = () => open() || source().length <= LIGHT;
  const raw = createMemo(() => (wanted() ? maskLine(source()) : ""));
  return (
    <details
      class="generic fold"
      data-generic={props.name}
      open={open()}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary class="quiet">
        <code>{visibleText(props.name)}</code>
        <Show when={props.note}>{(note) => <span class="dim"> · {note()}</span>}</Show>
      </summary>
      <Show when={open()}>
        <div class="generic__body">
          {/* Said, so that whoever approves it is not taken to have read it yet. */}
          <Suspense fallback={<p role="status">Loading…</p>}>
            <RawText raw={raw()} label={`${visibleText(props.name)}, raw`} />
          </Suspense>
        </div>
      </Show>
      {/* Whole, for whatever looks for words in the page; a browser that finds some here opens the card. */}
      <Show when={wanted()}>
        <pre class="generic__whole" hidden={open() || raw().length > FINDABLE}>
          {raw()}
        </pre>
      </Show>
    </details>
  );
}

/** An item of a type without a view. */
export function GenericItem(props: { item: Extract<Item, { type: "generic" }> }): JSX.Element {
  const item = () => live(props.item);
  return (
    <>
      <RawCard
        name={item().name}
        note={item().problem === null ? "shown as it came" : `could not be read: ${item().problem}`}
        raw={() => JSON.stringify(item().raw ?? { type: item().name, id: item().id })}
      />
      <Show when={item().text.trim() !== ""}>
        <pre class="generic__text">{maskText(item().text)}</pre>
      </Show>
    </>
  );
}

const WHAT: Record<GenericCard["what"], string | undefined> = {
  notification: undefined,
  request: "request",
  malformed: "not readable as a message",
  reply: "reply",
  stub: "content not kept",
};

/** A message without a view, in its place. */
export function GenericCardView(props: { card: GenericCard }): JSX.Element {
  const note = () => {
    const { what, lines } = live(props.card);
    return lines > 1 ? `${lines} times; the newest` : WHAT[what];
  };
  return <RawCard name={live(props.card).name} note={note()} raw={() => live(props.card).raw} />;
}
