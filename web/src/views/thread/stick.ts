// Sticking to the end: while the reader is at the end, new content keeps the end in view; once they scroll up, nothing
// moves under them until they come back. Only a person leaves the end: a place that the browser clamps, or that the
// window of rows corrects, is not theirs. A pointer that rests on an open decision holds the place as well.
import { createSignal, onCleanup, type Accessor } from "solid-js";

/** Closer to the end than this counts as being there, in px. */
const NEAR = 48;
/** A wheel, finger or key moves the scroller for about as long after it was seen, in ms; each move prolongs it. */
const MOVES_ON_FOR = 400;
/** How wide a scrollbar that lies over the content is taken to be, in px. */
const BAR = 16;

const UP_KEYS: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home", "Tab"]);

export interface Stick {
  /** False while the reader is away from the end. */
  atEnd: Accessor<boolean>;
  /** Call from the scroller's scroll event. */
  scrolled(): void;
  /** Goes to the end and stays. */
  toEnd(): void;
  /** Somebody goes to another place by a link: the end does not pull them back. */
  leave(): void;
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
  /** Set while what the person did upwards may still move the scroller. */
  let moving: ReturnType<typeof setTimeout> | null = null;
  /** The scrollbar is held. */
  let onBar = false;
  /** How far they have gone up in this move, in px. */
  let climbed = 0;

  const distance = () => (scroller === null ? 0 : scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight);
  const note = () => {
    if (scroller === null) return;
    lastTop = scroller.scrollTop;
    lastHeight = scroller.scrollHeight;
  };
  const follow = () => {
    // While the person moves upwards nothing pulls them back: a slow finger would never get away.
    if (scroller === null || held || !atEnd() || moving !== null || onBar) return;
    if (distance() > 0.5) scroller.scrollTop = scroller.scrollHeight;
    note();
  };
  const settle = () => {
    if (moving !== null) clearTimeout(moving);
    moving = null;
    climbed = 0;
  };
  const move = () => {
    if (moving !== null) clearTimeout(moving);
    moving = setTimeout(() => {
      settle();
      follow();
    }, MOVES_ON_FOR);
  };

  /** Watches what a person does to the scroller with wheel, finger, keys, focus and scrollbar. */
  const watchPerson = (element: HTMLElement) => {
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    let finger = 0;
    element.addEventListener(
      "wheel",
      (event) => {
        if (event.deltaY < 0) move();
        else settle();
      },
      options,
    );
    element.addEventListener("touchstart", (event) => (finger = event.touches[0]?.clientY ?? 0), options);
    element.addEventListener(
      "touchmove",
      (event) => {
        const at = event.touches[0]?.clientY ?? finger;
        if (at > finger) move();
        else if (at < finger) settle();
        finger = at;
      },
      options,
    );
    element.addEventListener(
      "keydown",
      (event) => {
        if (UP_KEYS.has(event.key) || (event.key === " " && event.shiftKey)) move();
      },
      options,
    );
    // What takes the focus is brought into view: a card that was gone to, a link that was tabbed to.
    element.addEventListener("focusin", (event) => event.target !== element && move(), options);
    element.addEventListener(
      "pointerdown",
      (event) => (onBar = event.target === element && event.offsetX >= element.clientWidth - BAR),
      options,
    );
    // A press on the scrollbar does not end with an event in every browser; a pointer without buttons says so too.
    const released = (event: PointerEvent) => {
      if (!onBar || (event.type === "pointermove" && event.buttons !== 0)) return;
      onBar = false;
      settle();
      follow();
    };
    for (const type of ["pointerup", "pointercancel", "pointermove"] as const)
      addEventListener(type, released, options);
    // A text that is dragged over pulls the scroller along.
    element.addEventListener("pointermove", (event) => event.pointerType === "mouse" && event.buttons === 1 && move(), {
      ...options,
    });
    onCleanup(() => {
      stop.abort();
      settle();
    });
  };

  return {
    atEnd,
    scrolled() {
      if (scroller === null || scroller.clientHeight === 0) return;
      const up = lastTop - scroller.scrollTop;
      // Rows that are measured on the way up may shrink: so much of the move is not the person's.
      const own = up - Math.max(0, lastHeight - scroller.scrollHeight);
      const byPerson = moving !== null || onBar;
      if (byPerson && own > 1) {
        climbed += own;
        if (moving !== null) move();
      }
      // Where no hand was seen, only the very top of much more is a place that somebody went to.
      const toTop = up > NEAR && scroller.scrollTop <= 0 && distance() > scroller.clientHeight;
      if (!held && distance() < NEAR) setAtEnd(true);
      else if (climbed > NEAR || toTop) setAtEnd(false);
      note();
      follow();
    },
    toEnd() {
      held = false;
      onBar = false;
      settle();
      setAtEnd(true);
      follow();
    },
    leave() {
      settle();
      setAtEnd(false);
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
      watchPerson(scrollElement);
      onCleanup(() => observer.disconnect());
      follow();
    },
  };
}
