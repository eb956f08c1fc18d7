// Sticking to the end: while the reader is at the end, new content keeps the end in view; once they scroll up, nothing
// moves under them until they come back. A pointer that rests on an open decision holds the place as well.
import { createSignal, onCleanup, type Accessor } from "solid-js";

/** Closer to the end than this counts as being there, in px. */
const NEAR = 48;

export interface Stick {
  /** False while the reader is away from the end. */
  atEnd: Accessor<boolean>;
  /** Call from the scroller's scroll event. */
  scrolled(): void;
  /** Goes to the end and stays. */
  toEnd(): void;
  /** While held, new content does not move what is on screen. */
  hold(on: boolean): void;
  /** Starts watching; call once both elements are in the page. */
  watch(scroller: HTMLElement, content: HTMLElement): void;
}

/** One scroller's sticking, for the life of the calling component. */
export function createStick(): Stick {
  const [atEnd, setAtEnd] = createSignal(true);
  let scroller: HTMLElement | null = null;
  let held = false;
  let lastTop = 0;
  let lastHeight = 0;

  const distance = () => (scroller === null ? 0 : scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight);
  const follow = () => {
    if (scroller === null || held || !atEnd()) return;
    if (distance() > 0.5) scroller.scrollTop = scroller.scrollHeight;
    lastTop = scroller.scrollTop;
    lastHeight = scroller.scrollHeight;
  };

  return {
    atEnd,
    scrolled() {
      if (scroller === null) return;
      const top = scroller.scrollTop;
      const near = distance() < NEAR;
      if (near && !held) setAtEnd(true);
      // Only a move upwards in content that did not shrink is the reader's; heights settling are not.
      else if (top < lastTop - 1 && scroller.scrollHeight >= lastHeight - 1) setAtEnd(false);
      lastTop = top;
      lastHeight = scroller.scrollHeight;
    },
    toEnd() {
      held = false;
      setAtEnd(true);
      follow();
    },
    hold(on) {
      held = on;
      // Whoever was at the end and did not scroll is still at the end.
      if (!on) follow();
    },
    watch(scrollElement, content) {
      scroller = scrollElement;
      const observer = new ResizeObserver(follow);
      observer.observe(scrollElement);
      observer.observe(content);
      onCleanup(() => observer.disconnect());
      follow();
    },
  };
}
