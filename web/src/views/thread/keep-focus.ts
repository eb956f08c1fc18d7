// Focus inside the transcript: when what holds it is taken away (a row that leaves the window, a button that has done its
// work), it goes to the transcript itself and not to the page's begin.
import { onCleanup } from "solid-js";

/** Watches for the life of the calling component. */
export function keepFocusIn(scroller: HTMLElement): void {
  let holder: Element | null = null;
  const rescue = () => {
    if (holder === null || holder.isConnected) return;
    holder = null;
    observer.disconnect();
    // Whoever took it away may have given the focus to something else.
    if (document.activeElement === document.body) scroller.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(rescue);
  const onIn = (event: FocusEvent) => {
    if (!(event.target instanceof Element) || event.target === scroller) return;
    holder = event.target;
    // Watched only while something inside holds the focus: a transcript changes all the time.
    observer.observe(scroller, { childList: true, subtree: true });
  };
  const onOut = () => {
    // Some browsers tell of the loss before the removal is done.
    queueMicrotask(() => {
      if (holder === null || !holder.isConnected) rescue();
      else if (document.activeElement !== holder) {
        holder = null;
        observer.disconnect();
      }
    });
  };
  scroller.addEventListener("focusin", onIn);
  scroller.addEventListener("focusout", onOut);
  onCleanup(() => {
    observer.disconnect();
    scroller.removeEventListener("focusin", onIn);
    scroller.removeEventListener("focusout", onOut);
  });
}
