// What the App Server offers: models, modes, permission profiles, the provider's capabilities, experimental features, and
// what the machine's administrator requires. Read in full, kept on this device with source and time, and read again by
// itself at most once per process and account; otherwise when the person asks. A failed reading stands beside the last
// good one and never replaces it.
//
// How others use it (views: `views/models/known.ts` makes it trackable):
//   const acts = await services.actions.capabilities();
//   acts.watch(session, services.journal, { name: "models" }, (known) => …)   → stops it
//   await acts.read(session, services.journal, { name: "modes" })            → Known, read now unless it is fresh
// Null in `known.records` means that nothing was ever read: what is left is the server's own default.
import type { Failure, HostSession, Outcome } from "../host/model.ts";
import type { Journal } from "../journal/journal.ts";
import { lacks } from "../projection/lacking.ts";
import { listOf, objectOf, textOf } from "../projection/read.ts";
import type { Json, JsonObject } from "../projection/state.ts";
import { learnMethods } from "./learn-methods.ts";
import { keep, keptOf, type Failed, type Reading } from "./capability-cache.ts";
import { CAPABILITIES, type CapabilityName, type Readings } from "./capability-records.ts";

export interface Ask<N extends CapabilityName = CapabilityName> {
  name: N;
  /** For profiles: the folder whose configuration counts. */
  cwd?: string;
}

/** What is known of one of them. */
export interface Known<R> {
  /** Null: never read. */
  records: readonly R[] | null;
  /** Records that this build cannot read, raw. */
  unread: readonly Json[];
  /** The server had more than is read. */
  cut: boolean;
  /** When it was read, in unix ms, and from which server. */
  at: number | null;
  userAgent: string | null;
  /** It is from the process that runs now; else it is what this device has kept. */
  fresh: boolean;
  reading: boolean;
  /** The newest attempt failed; what was read before still stands. */
  failure: { reason: Failure; at: number } | null;
}

export interface CapabilityActs {
  /** Tells what is known, once this device's store is looked at and whenever it changes; reads it when it is not fresh. */
  watch<N extends CapabilityName>(
    session: HostSession,
    journal: Journal,
    ask: Ask<N>,
    told: (known: Known<Readings[N]>) => void,
  ): () => void;
  /** What is known, read now when it is not fresh and there is a connection. */
  read<N extends CapabilityName>(session: HostSession, journal: Journal, ask: Ask<N>): Promise<Known<Readings[N]>>;
  /** Reads it again. */
  refresh(session: HostSession, journal: Journal, ask: Ask): Promise<void>;
  /** Learns what the server lacks, once for a version; it lands in the session's state (`projection/lacking.ts`). */
  learnMethods(session: HostSession): Promise<void>;
}

/** Pages and records of a list that are read at most: every reply goes to every device. */
const MOST_PAGES = 50;
const MOST_RECORDS = 3000;

interface Slot {
  ask: Ask;
  /** The newest good one. */
  reading: Reading | null;
  failed: Failed | null;
  loaded: Promise<void>;
  running: Promise<void> | null;
  /** The process and account for which it was read by itself. */
  triedFor: string | null;
  /** It was wanted once more while it was being read. */
  wanted: boolean;
  told: Set<() => void>;
}

const slots = new WeakMap<HostSession, Map<string, Slot>>();

const keyOf = ({ name, cwd }: Ask): string => (cwd === undefined ? name : `${name} ${cwd}`);

function slotOf(session: HostSession, journal: Journal, ask: Ask): Slot {
  let mine = slots.get(session);
  if (mine === undefined) slots.set(session, (mine = new Map<string, Slot>()));
  const known = mine.get(keyOf(ask));
  if (known !== undefined) return known;
  const slot: Slot = {
    ask,
    reading: null,
    failed: null,
    loaded: Promise.resolve(),
    running: null,
    triedFor: null,
    wanted: false,
    told: new Set(),
  };
  slot.loaded = keptOf(journal, session.id, ask.name, ask.cwd ?? null).then(({ reading, failed }) => {
    slot.reading = reading;
    slot.failed = failed;
  });
  mine.set(keyOf(ask), slot);
  return slot;
}

/** The process that runs, and whom it works for: what is offered may be another list for another account. */
function standing({ state }: HostSession): { generation: string; account: string | null } {
  const { account } = state;
  return {
    generation: state.current ?? "",
    account: account === null ? null : JSON.stringify([account.mode, account.plan, account.email]),
  };
}

function isFresh(session: HostSession, reading: Reading | null): boolean {
  if (reading === null) return false;
  const now = standing(session);
  const sameAccount = now.account === null || reading.account === null || now.account === reading.account;
  return reading.generation === now.generation && sameAccount;
}

const isLive = (session: HostSession): boolean => session.facts().connection === "live";

const isBusy = (reason: Failure): boolean => reason.type === "rpc" && reason.code === -32001;

/** Reads by itself, at most once for a process and account. */
function begin(session: HostSession, journal: Journal, slot: Slot): Promise<void> {
  if (slot.running !== null) {
    slot.wanted = true;
    return slot.running;
  }
  if (!isLive(session) || isFresh(session, slot.reading)) return Promise.resolve();
  const { generation, account } = standing(session);
  // It has said no already: another page's attempt, or one before a reload. A press asks again.
  const refused =
    slot.failed?.reason.type === "rpc" && !isBusy(slot.failed.reason) && slot.failed.generation === generation;
  if (refused || lacks(session.state, CAPABILITIES[slot.ask.name].method) !== null) return Promise.resolve();
  const tried = JSON.stringify([generation, account]);
  if (slot.triedFor === tried) return Promise.resolve();
  slot.triedFor = tried;
  return readNow(session, journal, slot);
}

function readNow(session: HostSession, journal: Journal, slot: Slot): Promise<void> {
  slot.running ??= attempt(session, journal, slot).finally(() => {
    slot.running = null;
    tell(slot);
    // The connection was lost on the way and may be back already; or another process, or another account, is there by now.
    const again = slot.wanted;
    slot.wanted = false;
    if (again) void begin(session, journal, slot);
  });
  tell(slot);
  return slot.running;
}

async function attempt(session: HostSession, journal: Journal, slot: Slot): Promise<void> {
  await slot.loaded;
  const at = standing(session);
  const outcome = await askFor(session, slot.ask);
  const cwd = slot.ask.cwd ?? null;
  if (outcome.ok) {
    slot.failed = null;
    slot.reading = { ...outcome.value, at: Date.now(), userAgent: session.facts().userAgent ?? null, ...at };
  } else {
    slot.failed = { reason: outcome.reason, at: Date.now(), generation: at.generation };
    // Too much to do is no answer: whoever looks next asks again.
    if (isBusy(outcome.reason)) {
      slot.triedFor = null;
      return;
    }
    if (outcome.reason.type !== "rpc") {
      // The connection or the process was lost on the way: it is asked again when it is back.
      if (outcome.reason.type !== "not-sent" || !isLive(session)) slot.triedFor = null;
      return;
    }
    slot.failed.reason = { ...outcome.reason, data: null };
  }
  await keep(journal, session.id, slot.ask.name, { cwd, reading: slot.reading, failed: slot.failed });
}

/** All pages of a list, or the one reply. */
async function askFor(session: HostSession, ask: Ask): Promise<Outcome<{ records: Json[]; cut: boolean }>> {
  const { method, list } = CAPABILITIES[ask.name];
  const params: JsonObject = {};
  if (ask.name === "allModels") params["includeHidden"] = true;
  if (ask.cwd !== undefined) params["cwd"] = ask.cwd;
  const records: Json[] = [];
  const seen = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    // This one takes no parameters at all.
    const outcome = await session.request(method, ask.name === "requirements" ? undefined : { ...params });
    if (!outcome.ok) return outcome;
    const reply = objectOf(outcome.value);
    if (reply === null || (list && !Array.isArray(reply["data"]))) return unreadable(method);
    if (!list) return { ok: true, value: { records: [reply], cut: false } };
    // Came out of JSON.parse: JSON all through.
    records.push(...(listOf(reply["data"]) as Json[]));
    const cursor = textOf(reply["nextCursor"]);
    if (cursor === null || cursor === "") return { ok: true, value: { records, cut: false } };
    // The same page again would go on for ever.
    if (seen.has(cursor) || records.length >= MOST_RECORDS) break;
    seen.add(cursor);
    params["cursor"] = cursor;
  }
  return { ok: true, value: { records: records.slice(0, MOST_RECORDS), cut: true } };
}

function unreadable(method: string): Outcome<never> {
  const message = `The App Server's reply to ${method} could not be read. It is kept in the wire view.`;
  return { ok: false, reason: { type: "not-sent", message } };
}

function tell(slot: Slot): void {
  for (const told of slot.told) told();
}

/** Records as read, made once per reading: what is shown keeps its objects. */
const readOf = new WeakMap<Reading, { records: unknown[]; unread: Json[] }>();

function knownOf<N extends CapabilityName>(session: HostSession, slot: Slot, name: N): Known<Readings[N]> {
  const { reading, failed } = slot;
  let read = reading === null ? undefined : readOf.get(reading);
  if (reading !== null && read === undefined) {
    read = { records: [], unread: [] };
    for (const raw of reading.records) {
      const object = objectOf(raw);
      const record = object === null ? null : CAPABILITIES[name].read(object);
      if (record === null) read.unread.push(raw);
      else read.records.push(record);
    }
    readOf.set(reading, read);
  }
  return {
    // Made by the reader of this very name, just above.
    records: read === undefined ? null : (read.records as Readings[N][]),
    unread: read?.unread ?? [],
    cut: reading?.cut ?? false,
    at: reading?.at ?? null,
    userAgent: reading?.userAgent ?? null,
    fresh: isFresh(session, reading),
    reading: slot.running !== null,
    failure: failed,
  };
}

/** The acts on what the App Server offers. They only read. */
export const capabilityActs: CapabilityActs = {
  watch(session, journal, ask, told) {
    const slot = slotOf(session, journal, ask);
    const say = () => told(knownOf(session, slot, ask.name));
    const look = () => void slot.loaded.then(() => (slot.told.has(say) ? begin(session, journal, slot) : undefined));
    slot.told.add(say);
    if (slot.reading !== null) say();
    look();
    // What is stored has been looked at then, and what is to be read is being read.
    void slot.loaded.then(() => (slot.told.has(say) ? say() : undefined));
    let before = "";
    const stop = session.onChange(() => {
      // Told at every frame while something runs: nothing is done unless what counts has changed.
      const now = `${isLive(session)} ${JSON.stringify(standing(session))}`;
      if (now === before) return;
      before = now;
      look();
      say();
    });
    return () => {
      slot.told.delete(say);
      stop();
    };
  },
  async read(session, journal, ask) {
    const slot = slotOf(session, journal, ask);
    await slot.loaded;
    await begin(session, journal, slot);
    return knownOf(session, slot, ask.name);
  },
  async refresh(session, journal, ask) {
    await readNow(session, journal, slotOf(session, journal, ask));
  },
  learnMethods,
};
