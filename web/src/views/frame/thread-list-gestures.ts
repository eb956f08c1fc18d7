// Mouse, finger and keys on the rows of the list: a menu by right click, long press, or the menu key; arrows go from row
// to row; F2 renames. One set of listeners for all rows of all hosts, loaded behind the first screen.
import type { HostEntry } from "../../actions/contract.ts";
import { openMenu } from "./thread-list-menu.ts";

/** Milliseconds that a finger rests before the menu opens. */
export const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls. */
const STILL = 10;

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(".thread-list a[data-thread-id]") : null;

/** Listens until the returned function is called. Browsers that tell a long press as `contextmenu` cancel our timer. */
export function installGestures(entryOf: (host: string) => HostEntry | undefined): () => void {
  const gone = new AbortController();
  const options = { signal: gone.signal, capture: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  let pressed = false;
  const cancel = () => clearTimeout(timer);

  function open(row: HTMLElement, at: { x: number; y: number } | null, act?: "rename"): void {
    const entry = entryOf(row.closest<HTMLElement>("[data-host]")?.dataset["host"] ?? "");
    const thread = row.dataset["threadId"];
    if (entry === undefined || thread === undefined) return;
    openMenu({ entry, thread, anchor: row, at, ...(act === undefined ? {} : { act }) });
  }

  const contextMenu = (event: MouseEvent) => {
    const row = rowOf(event.target);
    if (row === null) return;
    event.preventDefault();
    cancel();
    // The menu key has no place of its own.
    open(row, event.button === 2 || event.clientX > 0 ? { x: event.clientX, y: event.clientY } : null);
  };

  const pointerDown = (event: PointerEvent) => {
    pressed = false;
    cancel();
    const row = rowOf(event.target);
    if (event.pointerType !== "touch" || row === null) return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      pressed = true;
      open(row, from);
    }, LONG_PRESS_MS);
  };

  const pointerMove = (event: PointerEvent) => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) cancel();
  };

  /** Before the link itself: a long press does not also follow it. */
  const click = (event: MouseEvent) => {
    if (!pressed) return;
    pressed = false;
    event.preventDefault();
    event.stopPropagation();
  };

  const keyDown = (event: KeyboardEvent) => {
    const row = rowOf(event.target);
    if (row === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "F2") {
      event.preventDefault();
      open(row, null, "rename");
      return;
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const rows = [...(row.closest("nav")?.querySelectorAll<HTMLElement>("a[data-thread-id]") ?? [])];
    rows[rows.indexOf(row) + step]?.focus();
  };

  document.addEventListener("contextmenu", contextMenu, options);
  document.addEventListener("pointerdown", pointerDown, options);
  document.addEventListener("pointermove", pointerMove, { ...options, passive: true });
  document.addEventListener("pointerup", cancel, options);
  document.addEventListener("pointercancel", cancel, options);
  document.addEventListener("click", click, options);
  document.addEventListener("keydown", keyDown, options);
  return () => {
    cancel();
    gone.abort();
  };
}
