// One clock for all running times on screen: ticks once a second while somebody reads it and the page is visible.
import { createSignal, onCleanup, onMount, type Accessor } from "solid-js";

const [now, setNow] = createSignal(Date.now());
let readers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

const tick = () => {
  if (!document.hidden) setNow(Date.now());
};

/** The time, to the second, for the life of the calling component. Unix milliseconds. */
export function createNow(): Accessor<number> {
  onMount(() => {
    readers += 1;
    if (readers === 1) {
      setNow(Date.now());
      timer = setInterval(tick, 1000);
      document.addEventListener("visibilitychange", tick);
    }
    onCleanup(() => {
      readers -= 1;
      if (readers > 0) return;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    });
  });
  return now;
}
