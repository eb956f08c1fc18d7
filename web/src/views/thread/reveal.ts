// Going to a place in the transcript because a person pressed something elsewhere on the page.
import { type Accessor, createEffect, createSignal, untrack } from "solid-js";
import type { ThreadState } from "../../projection/state.ts";
import { PART, type TranscriptRow } from "./rows.ts";
import "./reveal.css";

export interface RevealTarget {
  thread: string;
  turn: string;
  /** Null: the turn as a whole. */
  item: string | null;
}

const [target, setTarget] = createSignal<RevealTarget | null>(null);

/** Frames that the window of rows is given to draw the place. */
const PATIENCE = 60;
const MARKED_MS = 2000;

/** Asks the transcript of the thread to show a place. What lies above it is closed. */
export function reveal(place: RevealTarget): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
  setTarget({ ...place });
}

export interface RevealOptions {
  state: ThreadState;
  rows: Accessor<readonly TranscriptRow[]>;
  scroller: Accessor<HTMLElement | undefined>;
  scrollTo: (index: number) => void;
  /** The reader leaves the end, if that is where they are. */
  leave: () => void;
}

/** Takes the places that are asked for, for the life of the calling component. */
export function followReveal(options: RevealOptions): void {
  createEffect(() => {
    const place = target();
    if (place === null || place.thread !== options.state.id) return;
    setTarget(null);
    untrack(() => go(place, options));
  });
}

function go(place: RevealTarget, { state, rows, scroller, scrollTo, leave }: RevealOptions): void {
  const entries = state.turns.get(place.turn)?.entries ?? [];
  const entry = place.item === null ? 0 : entries.findIndex((one) => one.type === "item" && one.item === place.item);
  const part = Math.floor(Math.max(0, entry) / PART);
  const index = rows().findIndex((row) => row.kind === "turn" && row.turn.id === place.turn && row.part === part);
  const element = scroller();
  if (index === -1 || element === undefined) return;
  leave();
  scrollTo(index);
  const find = () => {
    for (const turn of element.querySelectorAll<HTMLElement>("[data-turn-id]")) {
      if (turn.dataset["turnId"] !== place.turn) continue;
      if (place.item === null) return turn;
      for (const item of turn.querySelectorAll<HTMLElement>("[data-item-id]"))
        if (item.dataset["itemId"] === place.item) return item;
    }
    return null;
  };
  let frames = 0;
  /** Two frames in the same place: the window has measured what lies before it. */
  let top = Number.NaN;
  const look = () => {
    frames += 1;
    const found = find();
    const now = found?.getBoundingClientRect().top ?? Number.NaN;
    if (found !== null && (now === top || frames > PATIENCE)) return show(found);
    top = now;
    if (frames <= PATIENCE) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function show(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: element.offsetHeight > innerHeight * 0.6 ? "start" : "center" });
  element.dataset["revealed"] = "";
  setTimeout(() => delete element.dataset["revealed"], MARKED_MS);
}
