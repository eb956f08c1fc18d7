// Loading something for a view, in one place: no Suspense (a page never blinks because a part of it loads), the newest
// request wins, what was loaded before stays until the next is there.
import { createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from "solid-js";

export interface Loaded<T> {
  /** What was loaded last; undefined before the first. */
  value: Accessor<T | undefined>;
  loading: Accessor<boolean>;
  /** The last load failed. */
  failed: Accessor<boolean>;
  /** Loads again for the same source. */
  again: () => void;
}

/** Loads whenever `source` gives another value that is not null. */
export function createLoader<S, T>(source: Accessor<S | null>, load: (source: S) => Promise<T>): Loaded<T> {
  const [value, setValue] = createSignal<T | undefined>(undefined);
  const [loading, setLoading] = createSignal(false);
  const [failed, setFailed] = createSignal(false);
  const [turn, setTurn] = createSignal(0);
  // What the source depends on may change without giving another source.
  const wantedNow = createMemo(source);
  let newest = 0;
  let gone = false;
  onCleanup(() => (gone = true));
  createEffect(
    on([wantedNow, turn], ([wanted]) => {
      newest += 1;
      const mine = newest;
      const stale = () => gone || mine !== newest;
      if (wanted === null) {
        setLoading(false);
        return;
      }
      setLoading(true);
      load(wanted).then(
        (result) => {
          if (stale()) return;
          setValue(() => result);
          setFailed(false);
          setLoading(false);
        },
        () => {
          if (stale()) return;
          setFailed(true);
          setLoading(false);
        },
      );
    }),
  );
  return { value, loading, failed, again: () => setTurn((n) => n + 1) };
}
