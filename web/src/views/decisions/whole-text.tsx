// Text that is to be approved, in a box that scrolls when it is long. While a part of it was never on screen, it says how
// much, offers to show it all, and its card keeps the approving buttons back.
import { type Accessor, createEffect, createSignal, type JSX, on, onCleanup, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { counted } from "../../design/words.ts";
import { VisibleText } from "./visible-text.tsx";

/** From the end of the box up to this counts as its end, px. */
const NEAR_END = 4;

export interface Reading {
  /** Lines below the lower edge of the box; 0 where the text is whole or was shown to its end. */
  unseen: Accessor<number>;
  all: Accessor<boolean>;
  showAll(): void;
  /** Measures again; `scrolled`: the person may have come to the end. */
  measure(box: HTMLElement, scrolled: boolean): void;
  /** Another text: nothing of it was seen. */
  restart(): void;
}

/** What has been seen of one text. */
export function createReading(): Reading {
  const [below, setBelow] = createSignal(0);
  const [all, setAll] = createSignal(false);
  const [ended, setEnded] = createSignal(false);
  return {
    unseen: () => (all() || ended() ? 0 : below()),
    all,
    showAll: () => setAll(true),
    measure(box, scrolled) {
      const rest = box.scrollHeight - box.clientHeight - box.scrollTop;
      const line = Number.parseFloat(getComputedStyle(box).lineHeight) || 20;
      setBelow(rest > NEAR_END ? Math.max(1, Math.round(rest / line)) : 0);
      if (scrolled && rest <= NEAR_END) setEnded(true);
    },
    restart() {
      setAll(false);
      setEnded(false);
    },
  };
}

/** The box. `label` names it for screen readers. `plainBreaks`: its line breaks are this app's own, as in laid-out JSON. */
export function WholeText(props: {
  text: string;
  label: string;
  reading: Reading;
  class?: string;
  plainBreaks?: boolean;
}): JSX.Element {
  let box: HTMLElement | null = null;
  const measure = () => {
    if (box !== null) props.reading.measure(box, false);
  };
  const observer = new ResizeObserver(measure);
  onCleanup(() => observer.disconnect());
  createEffect(
    on(
      () => props.text,
      (_, before) => {
        if (before !== undefined) props.reading.restart();
        measure();
      },
    ),
  );
  return (
    <>
      <pre
        ref={(element) => {
          box = element;
          observer.observe(element);
        }}
        tabindex="0"
        aria-label={props.label}
        class={props.class}
        data-all={props.reading.all() ? "" : undefined}
        onScroll={(event) => props.reading.measure(event.currentTarget, true)}
      >
        <span ref={(element) => observer.observe(element)} class="whole-text">
          <VisibleText text={props.text} plainBreaks={props.plainBreaks === true} />
        </span>
      </pre>
      <Show when={props.reading.unseen() > 0}>
        <p class="whole-text__rest">
          {counted(props.reading.unseen(), "more line")} ·{" "}
          <Button
            look="quiet"
            size="small"
            aria-label={`Show all of it: ${props.label}`}
            onClick={() => props.reading.showAll()}
          >
            Show all
          </Button>
        </p>
      </Show>
    </>
  );
}
