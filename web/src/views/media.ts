// Media queries that decide what is in the page at all (how it looks is for the style sheets).
import { createSignal, onCleanup, type Accessor } from "solid-js";

/** True while there is room for the side panel. */
export function createWide(): Accessor<boolean> {
  return createMedia("(min-width: 1101px)");
}

/** Follows one media query for the life of the calling component. */
export function createMedia(query: string): Accessor<boolean> {
  const list = matchMedia(query);
  const [matches, setMatches] = createSignal(list.matches);
  const change = () => setMatches(list.matches);
  list.addEventListener("change", change);
  onCleanup(() => list.removeEventListener("change", change));
  return matches;
}
