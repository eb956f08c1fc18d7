// Where the app is: the address as a signal, links that do not load a new page, and the table from paths to pages.
// Small on purpose: the app has five pages, and the first screen pays for every byte.
import { createSignal, type Component, type JSX, splitProps } from "solid-js";

export interface Place {
  pathname: string;
  search: string;
}

/** A page of the app. `load` fetches its code; until it is there the page before stays. */
export interface Page {
  pattern: RegExp;
  component: Component;
  load?: () => Promise<unknown>;
}

/** Without a page, as in tests of what only knows of this: the first one. */
const here = (): Place =>
  typeof location === "undefined"
    ? { pathname: "/", search: "" }
    : { pathname: location.pathname, search: location.search };
const [place, setPlace] = createSignal<Place>(here());
export { place };

let pages: readonly Page[] = [];
let newest = 0;

/** Sets the table of pages and follows the browser's own back and forward. Call once. */
export function startRouting(table: readonly Page[]): void {
  pages = table;
  setPlace(here());
  addEventListener("popstate", () => arrive());
}

/** The page for a path; the first one of the table when none fits. */
export function pageFor(pathname: string): Page | undefined {
  return pages.find((page) => page.pattern.test(pathname)) ?? pages[0];
}

/** Goes to a path within the app. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace === true) history.replaceState(null, "", to);
  else if (to !== location.pathname + location.search) history.pushState(null, "", to);
  arrive();
}

/** Shows what the address says, once its code is there. */
function arrive(): void {
  newest += 1;
  const mine = newest;
  const target = here();
  const show = () => {
    if (mine === newest) setPlace(target);
  };
  const load = pageFor(target.pathname)?.load;
  if (load === undefined) show();
  // A page that cannot be loaded is shown all the same: its error boundary says so.
  else load().then(show, show);
}

/** The thread id in a path, or null. */
export function threadInPath(pathname: string): string | null {
  const match = /^\/t\/([^/]+)$/.exec(pathname);
  if (match?.[1] === undefined) return null;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return match[1];
  }
}

/**
 * The path of a thread's page.
 * @param host the machine, where more than one has a thread of that id; left out: the one that the present address names
 */
export function threadPath(thread: string, host: string | null = hostInSearch(place().search)): string {
  return `/t/${encodeURIComponent(thread)}${host === null ? "" : `?host=${encodeURIComponent(host)}`}`;
}

/** The machine that an address names; null: none. */
export function hostInSearch(search: string): string | null {
  return new URLSearchParams(search).get("host");
}

/** A link within the app. With a modifier key, or another button, it is the browser's. */
export function A(props: JSX.AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }): JSX.Element {
  const [own, rest] = splitProps(props, ["href"]);
  return (
    <a
      {...rest}
      href={own.href}
      onClick={(event) => {
        if (
          event.defaultPrevented ||
          event.button !== 0 ||
          event.metaKey ||
          event.ctrlKey ||
          event.shiftKey ||
          event.altKey
        )
          return;
        event.preventDefault();
        navigate(own.href);
      }}
    />
  );
}
