// The rows of a change as a signal: small ones are there at once, large ones are read piece by piece.
import { createEffect, createSignal, on, onCleanup, type Accessor } from "solid-js";
import type { FileChange } from "../../projection/state.ts";
import { readContent, readPatch, type DiffRow } from "./patch.ts";
import { runSliced } from "./sliced.ts";

export type DiffRows =
  | { type: "reading" }
  /** No diff, or one that is cut off: shown as text. */
  | { type: "unreadable" }
  | { type: "ready"; rows: readonly DiffRow[] };

/** Reads a change whenever it is another one; null reads nothing. */
export function createRows(change: Accessor<FileChange | null>): Accessor<DiffRows> {
  const [rows, setRows] = createSignal<DiffRows>({ type: "reading" });
  const settle = (read: readonly DiffRow[] | null) =>
    setRows(read === null ? { type: "unreadable" } : { type: "ready", rows: read });
  createEffect(
    on(change, (now) => {
      if (now === null) return;
      const work = runSliced(
        now.kind === "add"
          ? readContent("add", now.diff)
          : now.kind === "delete"
            ? readContent("del", now.diff)
            : readPatch(now.diff),
      );
      if (work.done) {
        settle(work.value);
        return;
      }
      let gone = false;
      onCleanup(() => {
        gone = true;
        work.stop();
      });
      void work.rest.then((read) => {
        if (!gone) settle(read);
      });
    }),
  );
  return rows;
}
