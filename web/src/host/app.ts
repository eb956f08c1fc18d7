// The app around its hosts: which relays this device knows, their sessions, pairing and storage. One per page.
import type { AppServices, HostEntry, PairResult, StorageFacts } from "../actions/contract.ts";
import { actions } from "../actions/actions.ts";
import { claimClient, type Locks, type TabMemory } from "../journal/client-id.ts";
import type { HostRecord, Journal } from "../journal/journal.ts";
import type { GuardLocks } from "../journal/secrets/guard.ts";
import { createLink } from "../link/link.ts";
import type { Environment, OpenSocket } from "../link/environment.ts";
import type { Link } from "../link/types.ts";
import { createClientId, type RandomBytes } from "../rpc/ids.ts";
import type { Attached } from "@longwire/shared-protocol/relay-frames";
import { createSession } from "./session.ts";
import type { HostSession } from "./model.ts";

export interface AppOptions {
  journal: Journal;
  locks: (Locks & GuardLocks) | null;
  /** The tab's own memory, which survives a reload; null where there is none. */
  tab: TabMemory | null;
  environment: Environment;
  openSocket: OpenSocket;
  random: RandomBytes;
  /** The version of this build. */
  version: string;
  storage: { facts: () => Promise<StorageFacts>; persist: () => Promise<boolean> };
  /** Runs before the page goes, when there may be no time for anything that waits. */
  onLeave: (run: () => void) => void;
}

/** How often storing a host is tried, and the milliseconds in between. */
const KEEP_TRIES = 10;
const KEEP_PAUSE_MS = 500;
/** Milliseconds within which a relay that is paired must answer. */
const PAIR_PATIENCE_MS = 10_000;

/** Starts the app: reads the known hosts and starts their sessions. */
export function createApp(options: AppOptions): AppServices {
  const { journal, environment } = options;
  let entries: readonly HostEntry[] = [];
  let ready = false;
  const listeners = new Set<() => void>();

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function startSession(record: HostRecord): HostSession {
    return createSession({
      record,
      journal,
      version: options.version,
      now: environment.now,
      random: options.random,
      after: environment.after,
      hidden: environment.hidden,
      onSign: environment.onSign,
      every: (ms, run) => {
        const timer = setInterval(run, ms);
        return () => clearInterval(timer);
      },
      locks: options.locks,
      claimClient: (host) =>
        claimClient({
          journal,
          host,
          locks: options.locks,
          tab: options.tab,
          now: environment.now,
          newId: () => createClientId(options.random),
        }),
      createLink: (client, nextAttach) =>
        createLink({
          url: record.url,
          token: record.token,
          client,
          nextAttach,
          environment,
          openSocket: options.openSocket,
        }),
    });
  }

  async function boot(): Promise<void> {
    let records: HostRecord[] = [];
    try {
      records = await journal.hosts();
    } catch {
      // No database: the page begins without hosts, and `health` says why.
    }
    // A pairing may have been quicker.
    for (const record of records) if (!entries.some((entry) => entry.record.id === record.id)) add(record);
    ready = true;
    tell();
  }

  function add(record: HostRecord): void {
    entries = [...entries, { record, session: startSession(record) }].sort(
      (a, b) => a.record.addedAt - b.record.addedAt,
    );
  }

  async function pair(link: { wsUrl: string; token: string }): Promise<PairResult> {
    const asked = await askRelay(link.wsUrl, link.token);
    if ("message" in asked) return { ok: false, message: asked.message };
    const { relay, label } = asked.frame;
    const known = entries.find((entry) => entry.record.id === relay);
    if (known !== undefined && known.record.url === link.wsUrl && known.record.token === link.token)
      return { ok: true, host: relay };
    const record: HostRecord = {
      id: relay,
      url: link.wsUrl,
      token: link.token,
      label,
      addedAt: known?.record.addedAt ?? environment.now(),
    };
    await keep(record);
    known?.session.close();
    entries = entries.filter((entry) => entry !== known);
    add(record);
    tell();
    return { ok: true, host: relay };
  }

  /**
   * Stores a host. A database that is slow to open is waited for: a host that is not stored is gone with the page. Where
   * nothing can be stored it lives as long as the page; `health` tells it.
   */
  async function keep(record: HostRecord): Promise<void> {
    for (let tries = 0; tries < KEEP_TRIES; tries++) {
      try {
        return await journal.putHost(record);
      } catch {
        const health = journal.health();
        if (health.type === "not-saving" && health.reason === "missing") return;
        await new Promise<void>((resolve) => void environment.after(KEEP_PAUSE_MS, resolve));
      }
    }
  }

  /** Attaches once, without the past, to learn who the relay is. */
  function askRelay(url: string, token: string): Promise<{ frame: Attached } | { message: string }> {
    return new Promise((resolve) => {
      const link: Link = createLink({
        url,
        token,
        client: createClientId(options.random),
        nextAttach: () => Promise.resolve(environment.now()),
        environment,
        openSocket: options.openSocket,
      });
      const giveUp = environment.after(PAIR_PATIENCE_MS, () =>
        settle({ message: "The relay did not answer in time. Is it running, and is this the right link?" }),
      );
      function settle(result: { frame: Attached } | { message: string }): void {
        giveUp();
        link.close();
        resolve(result);
      }
      link.subscribe((event) => {
        if (event.type === "attached") settle({ frame: event.frame });
        else if (event.type === "status" && event.status.type === "offline") settle({ message: event.status.reason });
        else if (event.type === "status" && event.status.type === "refused")
          settle({ message: event.status.refusal.detail });
      });
      link.attach({ generation: null, offset: "end" });
    });
  }

  options.onLeave(() => {
    for (const { session } of entries) session.close();
  });
  void boot();

  return {
    journal,
    actions,
    hosts: () => entries,
    ready: () => ready,
    onHosts(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pair,
    async removeHost(id) {
      const entry = entries.find((other) => other.record.id === id);
      entries = entries.filter((other) => other !== entry);
      entry?.session.close();
      tell();
      await journal.removeHost(id);
    },
    storage: options.storage.facts,
    persist: options.storage.persist,
  };
}
