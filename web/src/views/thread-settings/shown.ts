// What this device has shown of a thread's settings: kept in the journal, so that a change that came while nobody looked
// is told when somebody does, the same live, reloaded and offline, until it is acknowledged.
import { createEffect, createMemo, createSignal, onCleanup, untrack, type Accessor } from "solid-js";
import type { Journal } from "../../journal/journal.ts";
import { jsonOf, objectOf, textOf } from "../../projection/read.ts";
import type { Json, ReportedSettings, ThreadState } from "../../projection/state.ts";
import { live } from "../live.ts";
import { differ, permissionChanges, type Difference } from "./width.ts";

/** The members that are compared. */
const FIELDS = [
  "cwd",
  "model",
  "effort",
  "serviceTier",
  "summary",
  "personality",
  "sandbox",
  "permissionProfile",
  "approvalPolicy",
  "reviewer",
  "mode",
] as const;
export type Field = (typeof FIELDS)[number];
/** Null: not told. */
export type Shown = { [F in Field]: NonNullable<ReportedSettings[F]> | null };

/** Those that allow nothing. */
const NAMES = {
  model: "Model",
  effort: "Effort",
  serviceTier: "Tier",
  summary: "Reasoning summary",
  personality: "Personality",
  mode: "Mode",
} as const;
const OTHERS = ["model", "effort", "serviceTier", "summary", "personality", "mode"] as const;

/** Asked for, and whatever the server makes of it is what was asked for: a profile's own sandbox. */
export const WHATEVER: unique symbol = Symbol("whatever");
export type Wanted = { [F in Field]?: Shown[F] | typeof WHATEVER };

type Expected = Partial<Record<Field, { wanted: Json | typeof WHATEVER; before: Json }>>;

/** What begins with the host goes with it. */
const keyOf = (host: string, thread: string): string => `${host}/settings-shown/${thread}`;

/** What the person asked for on this page, by host and thread, until the server reports something for it. */
const [asked, setAsked] = createSignal<ReadonlyMap<string, Expected>>(new Map());

/** The person has changed these on this page: what the server makes of them needs no telling. */
export function expectSettings(host: string, thread: string, settings: ReportedSettings, wanted: Wanted): void {
  const key = keyOf(host, thread);
  const expected: Expected = { ...asked().get(key) };
  for (const field of FIELDS) {
    const value = wanted[field];
    if (value !== undefined)
      expected[field] = { wanted: value === WHATEVER ? value : jsonOf(value), before: jsonOf(settings[field]) };
  }
  setAsked((before) => new Map(before).set(key, expected));
}

/** It was refused: whatever changes now, somebody else did it. */
export function expectNothing(host: string, thread: string): void {
  setAsked((before) => {
    const next = new Map(before);
    next.delete(keyOf(host, thread));
    return next;
  });
}

export interface ShownSettings {
  /** More is allowed now than was shown; null: it is not. */
  wider: Accessor<Difference[] | null>;
  /** Anything else that has changed elsewhere. */
  other: Accessor<Difference[] | null>;
  /** The person has seen it. */
  acknowledge: () => void;
}

/** Follows one thread. Its state may come as another object while the page stands. */
export function createShown(journal: Journal, host: string, state: Accessor<ThreadState>): ShownSettings {
  const key = createMemo(() => keyOf(host, state().id));
  const [shown, setShown] = createSignal<Shown | null>(null);
  const [ready, setReady] = createSignal(false);
  let gone = false;
  let unread: string | null = null;
  let kept = 0;
  let writing: Promise<unknown> = Promise.resolve();
  onCleanup(() => (gone = true));

  createEffect(() => {
    const of = key();
    setReady(false);
    void load(of);
  });
  async function load(of: string): Promise<void> {
    let stored: unknown;
    try {
      stored = await journal.get(of);
    } catch {
      // What cannot be read was not necessarily nothing: it is read again with the next report, and not written over.
      unread = of;
      return;
    }
    if (gone || of !== untrack(key)) return;
    setShown(readShown(stored));
    setReady(true);
  }

  const now = createMemo(() => pick(live(state()).settings), null, { equals: false });
  const told = () => now().sandbox !== null || now().approvalPolicy !== null;
  createEffect(() => {
    now();
    const of = key();
    if (unread !== of) return;
    unread = null;
    void load(of);
  });
  const keep = (next: Shown) => {
    setShown(next);
    kept += 1;
    // What cannot be stored is told again after a reload.
    journal.put(key(), next).catch(() => undefined);
  };
  /** What was learnt without a press goes beside what is stored: another tab may have acknowledged otherwise since. */
  const learn = (next: Shown, fields: readonly Field[]) => {
    setShown(next);
    const of = key();
    writing = writing.then(async () => {
      const before = kept;
      const stored = readShown(await journal.get(of)) ?? next;
      // Acknowledged meanwhile, with all that was told by then.
      if (kept !== before) return;
      await journal.put(of, { ...stored, ...Object.fromEntries(fields.map((field) => [field, next[field]])) });
    });
    writing = writing.catch(() => undefined);
  };

  createEffect(() => {
    if (!ready() || !told()) return;
    const reported = now();
    const before = shown();
    if (before === null) {
      keep(reported);
      return;
    }
    const expected = asked().get(key()) ?? {};
    const next: Shown = { ...before };
    const learnt: Field[] = [];
    const take = <F extends Field>(field: F) => {
      next[field] = reported[field];
      learnt.push(field);
    };
    for (const field of FIELDS) {
      const wish = expected[field];
      if (wish !== undefined) {
        const moved = !same(reported[field], wish.before);
        const met = wish.wanted === WHATEVER ? moved : same(reported[field], wish.wanted);
        if (met) take(field);
        // Something else was made of it: that is told.
        if (moved || (wish.wanted !== WHATEVER && same(wish.wanted, wish.before))) forgetAsked(key(), field);
      }
      // No profile is a report, not a silence.
      if (before[field] === null && reported[field] !== null && field !== "permissionProfile") take(field);
    }
    if (learnt.length > 0) learn(next, learnt);
  });

  const differences = createMemo(() => {
    const before = shown();
    if (!ready() || before === null) return [];
    const reported = now();
    const pending = asked().get(key()) ?? {};
    const compared: Shown = { ...reported };
    for (const field of FIELDS) if (pending[field] !== undefined) Object.assign(compared, { [field]: before[field] });
    const rest = OTHERS.flatMap((field) =>
      differ(before[field], compared[field])
        ? [{ name: NAMES[field], before: before[field] ?? "", after: compared[field] ?? "", wider: false }]
        : [],
    );
    return [...permissionChanges(before, compared), ...rest];
  });
  const some = (found: Difference[]) => (found.length === 0 ? null : found);
  const isWider = createMemo(() => differences().some(({ wider }) => wider));
  return {
    wider: () => (isWider() ? some(differences()) : null),
    other: () => (isWider() ? null : some(differences())),
    acknowledge: () => {
      const next = pick(state().settings);
      // What is not told now was seen as it stood before: the next report of it is no first one.
      for (const field of FIELDS) {
        if (field === "permissionProfile" && next.sandbox !== null) continue;
        if (next[field] === null) Object.assign(next, { [field]: shown()?.[field] ?? null });
      }
      keep(next);
    },
  };
}

function forgetAsked(key: string, field: Field): void {
  setAsked((before) => {
    const rest = { ...before.get(key) };
    delete rest[field];
    return new Map(before).set(key, rest);
  });
}

function same(a: Json, b: Json): boolean {
  return a === null || b === null ? a === b : !differ(a, b);
}

function pick(settings: ReportedSettings): Shown {
  const { cwd, model, effort, serviceTier, sandbox, permissionProfile, approvalPolicy, reviewer, mode } = settings;
  const { summary = null, personality = null } = settings;
  const ways = { model, effort, serviceTier, summary, personality, mode };
  return { cwd, ...ways, sandbox, permissionProfile, approvalPolicy, reviewer };
}

/** A stored value of another shape is nothing. */
function readShown(value: unknown): Shown | null {
  const stored = objectOf(value);
  if (stored === null) return null;
  return {
    cwd: textOf(stored["cwd"]),
    model: textOf(stored["model"]),
    effort: textOf(stored["effort"]),
    serviceTier: textOf(stored["serviceTier"]),
    summary: textOf(stored["summary"]),
    personality: textOf(stored["personality"]),
    sandbox: jsonOf(stored["sandbox"]),
    permissionProfile: jsonOf(stored["permissionProfile"]),
    approvalPolicy: jsonOf(stored["approvalPolicy"]),
    reviewer: textOf(stored["reviewer"]),
    mode: textOf(stored["mode"]),
  };
}
