// Views in files of their own: the first screen does not wait for them. What is loaded once is there at once afterwards;
// one that cannot be loaded says so and can be tried again.
import type { Accessor, Component } from "solid-js";
import { createLoader } from "../load.ts";

export interface Late<P extends object> {
  /** The view, undefined until it is there. */
  view: Accessor<Component<P> | undefined>;
  failed: () => boolean;
  again: () => void;
}

/** Gives a hook for the view that `load` brings; it loads with the first component that calls the hook. */
export function late<P extends object>(load: () => Promise<{ default: Component<P> }>): () => Late<P> {
  let loaded: Component<P> | undefined;
  return () => {
    const loader = createLoader(
      () => (loaded === undefined ? load : null),
      async (bring) => (loaded = (await bring()).default),
    );
    return { view: () => loaded ?? loader.value(), failed: loader.failed, again: loader.again };
  };
}
