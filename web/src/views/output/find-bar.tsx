// The box for finding a text in lines: how many places, the next and the one before, by button or key.
import { createEffect, createMemo, createSignal, on, onCleanup, onMount, type Accessor, type JSX } from "solid-js";
import { IconButton } from "../../design/button.tsx";
import { isComposing, isEnter } from "../composer/enter.ts";
import { runSliced } from "../diff/sliced.ts";
import { findIn, MOST_HITS, type Hit } from "./find.ts";
import "./find-bar.css";

export interface Finder {
  query: Accessor<string>;
  setQuery(query: string): void;
  hits: Accessor<readonly Hit[]>;
  /** The place that was gone to. */
  now: Accessor<Hit | null>;
  /** Its number from 1, 0 where there is none. */
  at: Accessor<number>;
  /** Goes on by so many places, around the ends. */
  step(by: number): void;
  searching: Accessor<boolean>;
}

/** Finds in lines that may grow; `lines` null finds nothing. */
export function createFinder<T>(lines: Accessor<readonly T[] | null>, textOf: (line: T) => string): Finder {
  const [query, setQuery] = createSignal("");
  const [hits, setHits] = createSignal<readonly Hit[]>([]);
  const [at, setAt] = createSignal(0);
  const [searching, setSearching] = createSignal(false);
  let searched = "";
  createEffect(
    on([lines, query], ([now, wanted]) => {
      if (wanted !== searched) setAt(0);
      searched = wanted;
      if (now === null || wanted === "") {
        setHits([]);
        setSearching(false);
        return;
      }
      const settle = (found: readonly Hit[]) => {
        setHits(found);
        setSearching(false);
        // The first place is gone to by itself; what a growing text adds moves nobody.
        setAt((place) => (found.length === 0 ? 0 : Math.min(Math.max(1, place), found.length)));
      };
      const work = runSliced(findIn(now, textOf, wanted));
      if (work.done) {
        settle(work.value);
        return;
      }
      setSearching(true);
      let gone = false;
      onCleanup(() => {
        gone = true;
        work.stop();
      });
      void work.rest.then((found) => {
        if (!gone && found !== null) settle(found);
      });
    }),
  );
  const now = createMemo(() => hits()[at() - 1] ?? null, null, {
    equals: (a, b) => a === b || (a !== null && b !== null && a.line === b.line && a.from === b.from),
  });
  return {
    query,
    setQuery,
    hits,
    now,
    at,
    searching,
    step(by) {
      const count = hits().length;
      if (count > 0) setAt((place) => ((place - 1 + by + count) % count) + 1);
    },
  };
}

export function FindBar(props: { finder: Finder; label: string; onClose: () => void }): JSX.Element {
  let box: HTMLInputElement | undefined;
  onMount(() => box?.focus());
  const words = () => {
    const { query, hits, at, searching } = props.finder;
    if (query() === "") return "";
    const count = hits().length;
    if (count === 0) return searching() ? "Searching" : "Not found";
    return `${at().toLocaleString()} of ${count.toLocaleString()}${count >= MOST_HITS ? "+" : ""}`;
  };
  return (
    <div class="find-bar" role="search">
      <input
        ref={(made) => (box = made)}
        class="find-bar__box"
        type="text"
        enterkeyhint="search"
        autocomplete="off"
        spellcheck={false}
        aria-label={props.label}
        placeholder={props.label}
        value={props.finder.query()}
        onInput={(event) => props.finder.setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (isEnter(event) || event.key === "F3") {
            event.preventDefault();
            props.finder.step(event.shiftKey ? -1 : 1);
          } else if (event.key === "Escape") {
            event.stopPropagation();
            props.onClose();
          }
        }}
      />
      <span class="find-bar__count num" role="status">
        {words()}
      </span>
      <IconButton icon="up" iconSize={15} label="Previous place" onClick={() => props.finder.step(-1)} />
      <IconButton icon="down" iconSize={15} label="Next place" onClick={() => props.finder.step(1)} />
      <IconButton icon="close" iconSize={15} label="Close the search" onClick={() => props.onClose()} />
    </div>
  );
}
