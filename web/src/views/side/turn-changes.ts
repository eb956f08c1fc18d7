// What a turn changed: the server's own diff of the whole turn where it has told one, else the newest state of each file
// from the turn's items.
import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import type { FileChange, ThreadState, Turn } from "../../projection/state.ts";
import { splitDiff } from "../diff/files.ts";
import { live } from "../live.ts";

/** The newest turn for which `wanted` holds; tracked. */
export function newestTurn(state: ThreadState, wanted: (turn: Turn) => boolean): Turn | null {
  for (const entry of [...live(state).timeline].reverse()) {
    if (entry.type !== "turn") continue;
    const turn = state.turns.get(entry.turn);
    if (turn !== undefined && wanted(live(turn))) return turn;
  }
  return null;
}

/** Whether a turn has changed files, without reading a diff. */
export function hasChanges(turn: Turn): boolean {
  const { diff, items } = live(turn);
  if (diff !== null && diff !== "") return true;
  for (const item of items.values())
    if (item.type === "fileChange" && counts(live(item).status) && item.changes.length > 0) return true;
  return false;
}

/** The changed files of the turn in order. */
export function createChangedFiles(turn: Accessor<Turn | null>): Accessor<FileChange[]> {
  const diff = createMemo(() => {
    const found = turn();
    return found === null ? null : live(found).diff;
  });
  const calm = createCalm(() => diff());
  const files = createMemo(() => {
    const found = turn();
    if (found === null) return [];
    const whole = calm();
    return (whole === null || whole === "" ? null : splitDiff(whole)) ?? changedByItems(found);
  });
  return files;
}

/** The file changes of a turn's items; declined and failed ones left out. */
function changedByItems(turn: Turn): FileChange[] {
  const changes: FileChange[] = [];
  for (const item of live(turn).items.values()) {
    if (item.type !== "fileChange") continue;
    if (counts(live(item).status)) for (const change of item.changes) changes.push(change);
  }
  return changes;
}

function counts(status: string): boolean {
  return status !== "declined" && status !== "failed";
}

/** A diff larger than this is read again only when it has rested, characters. */
const LARGE = 1_000_000;
const REST_MS = 800;

/** Each update of a turn carries its whole diff again: of a large one only every now and then one is read. */
function createCalm(source: Accessor<string | null>): Accessor<string | null> {
  const [calm, setCalm] = createSignal(source());
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  createEffect(
    on(source, (text) => {
      if (text === null || text.length < LARGE) {
        clearTimeout(timer);
        timer = undefined;
        setCalm(text);
      } else
        timer ??= setTimeout(() => {
          timer = undefined;
          setCalm(source());
        }, REST_MS);
    }),
  );
  return calm;
}
