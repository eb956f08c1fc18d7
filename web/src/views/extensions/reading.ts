// A list of the machine as it was last read: kept on this device with its time, so that it can be looked at when the machine
// cannot be asked, and read anew whenever the part that shows it is entered.
import { type Accessor, createEffect, createSignal, on, onCleanup, onMount } from "solid-js";
import type { HostSession, Outcome } from "../../host/model.ts";
import type { Journal } from "../../journal/journal.ts";
import { numberOf, objectOf } from "../../projection/read.ts";
import { connection } from "../live.ts";
import { maskLine } from "../masking/line.ts";
import { refusalSentence } from "../thread-menu/refusals.ts";

/** Longer lists are not kept, characters of JSON. */
const KEPT = 1_000_000;
const UNLOADED = "Nothing was asked: a part of the app could not be loaded. Try again, or reload the page.";

export interface Reading {
  /** As the server gave it; undefined before the first reading. */
  raw: Accessor<unknown>;
  /** When it was read; null: never. */
  at: Accessor<number | null>;
  /** It is of this visit: what is kept has its keys and tokens masked, and must not be written back. */
  fresh: Accessor<boolean>;
  busy: Accessor<boolean>;
  /** Why the last reading failed, as a sentence. */
  problem: Accessor<string | null>;
  /** Reads it again; resolves when it is there. */
  again(): Promise<void>;
}

/** Makes a reading; it is read by itself once, as soon as the machine can be asked. */
export function createReading(how: {
  session: HostSession;
  journal: Journal;
  /** What tells it from other lists of the machine. */
  key: string;
  ask: () => Promise<Outcome<unknown>>;
}): Reading {
  const { session, journal } = how;
  const key = `${session.id}/extensions-1:${how.key}`;
  const [raw, setRaw] = createSignal<unknown>(undefined, { equals: false });
  const [at, setAt] = createSignal<number | null>(null);
  const [fresh, setFresh] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);
  let newest = 0;
  let gone = false;
  onCleanup(() => (gone = true));

  async function readKept(): Promise<void> {
    // What is not kept is read.
    const kept = objectOf(await journal.get(key).catch(() => undefined));
    const when = numberOf(kept?.["at"]);
    if (gone || at() !== null || kept === null || when === null) return;
    setRaw(kept["raw"]);
    setAt(when);
  }
  onMount(() => void readKept());

  async function again(): Promise<void> {
    newest += 1;
    const mine = newest;
    setBusy(true);
    const outcome = await how.ask().catch(() => null);
    if (gone || mine !== newest) return;
    setBusy(false);
    if (outcome === null || !outcome.ok) {
      setProblem(outcome === null ? UNLOADED : refusalSentence(outcome.reason));
      return;
    }
    const now = Date.now();
    setProblem(null);
    setRaw(() => outcome.value);
    setAt(now);
    setFresh(true);
    const json = JSON.stringify(outcome.value);
    // What is too long to be kept takes the place of what was kept: an older list must not pass for the newest.
    const kept = json.length > KEPT ? null : { at: now, raw: JSON.parse(maskLine(json)) as unknown };
    await journal.put(key, kept).catch(() => undefined);
  }

  createEffect(
    on(
      () => connection(session) === "live",
      (live) => {
        // One that the connection was lost under is asked for anew.
        if (live && (newest === 0 || problem() !== null)) void again();
      },
    ),
  );

  return { raw, at, fresh, busy, problem, again };
}
