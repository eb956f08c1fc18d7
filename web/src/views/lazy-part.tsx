// Views in files of their own, for which the first screen does not wait. A file that does not come (a relay that starts anew, a
// train in its tunnel) takes nothing else of the page along: it is asked for again until it is there, and comes in by itself.
import { type Component, createResource, createSignal, type JSX, Show, untrack } from "solid-js";

type Load<P extends object> = () => Promise<{ default: Component<P> }>;

/** Milliseconds before a file is asked for again: the first time, and at most. */
const SHORTEST = 500;
const LONGEST = 15_000;

/** How often the file of a page is asked for before the page says that it did not come. */
const PAGE_TRIES = 4;

/** Resolves after the time, or when the browser says that there is a network again. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener("online", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    addEventListener("online", over);
  });
}

/** Asks for a file until it is there, or has been asked for so often. */
async function persistently<P extends object>(load: Load<P>, tries: number): Promise<Component<P>> {
  for (let nth = 1; ; nth += 1)
    try {
      return (await load()).default;
    } catch (error) {
      if (nth >= tries) throw error;
      await pause(Math.min(LONGEST, SHORTEST * 2 ** (nth - 1)));
    }
}

/** In the place of a part that has yet to come. */
function Missing(): JSX.Element {
  return (
    <p class="dim" role="status">
      A part of the app could not be loaded yet. It comes by itself when the machine answers again; if the app there was
      updated meanwhile, reload the page.
    </p>
  );
}

/**
 * A part of a page. The Suspense around it waits for the first try only, as with Solid's `lazy`; after that `absent` stands in
 * its place until it has come (null: nothing, where nobody would miss it).
 */
export function lazyPart<P extends object>(load: Load<P>, absent: Component<P> | null = Missing): Component<P> {
  const [view, setView] = createSignal<Component<P>>();
  let first: Promise<void> | undefined;
  const ask = () => {
    first ??= load().then(
      (file) => void setView(() => file.default),
      () => {
        void pause(SHORTEST)
          .then(() => persistently(load, Number.POSITIVE_INFINITY))
          .then((late) => setView(() => late));
      },
    );
    return first.then(() => true);
  };
  return (props) => {
    const [asked] = createResource(() => untrack(view) === undefined, ask);
    return (
      <Show when={view() ?? (asked() === true ? absent : null)} keyed>
        {(View) => <View {...props} />}
      </Show>
    );
  };
}

/** A whole page. One that did not come throws into the boundary around it; made again by that, it is asked for again. */
export function lazyPage<P extends object>(load: Load<P>): Component<P> {
  let view: Component<P> | undefined;
  return (props) => {
    const [loaded] = createResource(
      () => view === undefined,
      async () => (view = await persistently(load, PAGE_TRIES)),
    );
    return (
      <Show when={view ?? loaded()} keyed>
        {(View) => <View {...props} />}
      </Show>
    );
  };
}
