// No accident: a card's buttons answer nothing in the first 600 ms after the card appears, moves or changes its height
// (its buttons are at its end: they move with that).
import { createSignal, onCleanup, onMount, type Accessor } from "solid-js";

/** How long a card must have stood still, ms. */
export const STILL_FOR_MS = 600;
/** A shift of up to this is rounding, px. */
const MOVED_BY = 1.5;

/** How long after the person's own input in the card a move is taken for its effect, ms. */
const OWN_MS = 250;

export interface Guard {
  /** True once the card has stood still for long enough, as of the last frame. */
  open: Accessor<boolean>;
  /** The same at this very moment: a card that has moved since the last frame was drawn is not where the person saw it. */
  stands(): boolean;
  /** Give the card's element. */
  watch(element: HTMLElement): void;
  /** The person has typed or chosen something in the card: that it grows or shrinks now is no surprise to them. */
  own(): void;
}

/** Watches one card for as long as it is on screen; costs one measurement per frame while `active`. */
export function createGuard(active: Accessor<boolean>): Guard {
  const [open, setOpen] = createSignal(false);
  let element: HTMLElement | null = null;
  let stillSince = performance.now();
  let place: { x: number; y: number; end: number } | null = null;
  let ownUntil = 0;
  let frame = 0;

  const measure = (): boolean => {
    const now = performance.now();
    if (element === null) return false;
    const { left: x, top: y, bottom: end } = element.getBoundingClientRect();
    if (
      place === null ||
      Math.abs(place.x - x) > MOVED_BY ||
      Math.abs(place.y - y) > MOVED_BY ||
      Math.abs(place.end - end) > MOVED_BY
    ) {
      if (place === null || now >= ownUntil) stillSince = now;
      place = { x, y, end };
    }
    return setOpen(now - stillSince >= STILL_FOR_MS);
  };
  const look = () => {
    if (element === null || !active()) return;
    measure();
    frame = requestAnimationFrame(look);
  };
  onMount(() => {
    stillSince = performance.now();
    frame = requestAnimationFrame(look);
  });
  onCleanup(() => cancelAnimationFrame(frame));
  return {
    open,
    stands: measure,
    watch: (next) => (element = next),
    own: () => (ownUntil = performance.now() + OWN_MS),
  };
}
