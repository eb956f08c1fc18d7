// Keeps the app above the on-screen keyboard where the browser lays it over the page (iOS): elsewhere the page shrinks
// by itself and this does nothing that shows.

/** A difference up to this is the browser's own bars, not a keyboard, px. */
const BARS = 120;

/** Follows the visible part of the page for as long as the page lives. */
export function followKeyboard(): void {
  const view = globalThis.visualViewport;
  if (view == null) return;
  const root = document.documentElement;
  const follow = () => {
    // Zoomed in by the person: the visible part says nothing about a keyboard then.
    if (view.scale > 1.01 || innerHeight - view.height < BARS) {
      root.style.removeProperty("--app-height");
      return;
    }
    root.style.setProperty("--app-height", `${Math.round(view.height)}px`);
    // iOS also scrolls the page to the field; the app scrolls inside itself only.
    scrollTo(0, 0);
  };
  view.addEventListener("resize", follow);
}
