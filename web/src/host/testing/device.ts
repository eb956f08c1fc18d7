// Pages of devices in memory, for tests of the session: tabs that share a journal and its locks, that die without a word at
// any point, whose storage fails, answers slowly or tells the other tabs nothing.
import { createMemoryJournal, createMemoryStore, type MemoryStore } from "../../journal/memory.ts";
import { claimClient, type Locks } from "../../journal/client-id.ts";
import { JournalError } from "../../journal/error.ts";
import type { Journal, WriteRequest } from "../../journal/journal.ts";
import type { OpenSocket, Sign } from "../../link/environment.ts";
import { createLink } from "../../link/link.ts";
import type { MemoryRelay, MemorySocket } from "../../link/memory.ts";
import type { MemoryEnvironment } from "../../link/memory-environment.ts";
import type { HostSession } from "../model.ts";
import { createSession } from "../session.ts";

export const HOST = "memory-relay";

export interface Device {
  readonly store: MemoryStore;
  readonly locks: Set<string>;
  open(): Page;
}

export interface Page {
  readonly session: HostSession;
  readonly journal: Journal;
  alive(): boolean;
  /** The page is gone in the middle of whatever it does: nothing of it has any effect from now on. */
  die(): void;
  /** The person closes it: it may do what a page can do while it goes. */
  close(): void;
  /** Writing fails; reading goes on. */
  failing(yes: boolean): void;
  /** Milliseconds that each read of the journal takes. */
  slow(ms: number): void;
  /** Dies right after its next transaction that stores a line of its outbox as handed over, before that line goes out. */
  dieOnceStored(yes: boolean): void;
  /** Does not hear what other tabs have written. */
  deaf(yes: boolean): void;
  setHidden(hidden: boolean): void;
  sign(sign: Sign): void;
  /** The device's clock is set: it shows so many ms more than the world's from now on. */
  setClock(skewMs: number): void;
  socket(): MemorySocket | undefined;
}

interface World {
  environment: MemoryEnvironment;
  relay: MemoryRelay;
  random: (count: number) => Uint8Array;
}

/** A device: what its pages share outlives them. */
export function createDevice(world: World): Device {
  const store = createMemoryStore();
  const locks = new Set<string>();
  return { store, locks, open: () => openPage(world, store, locks) };
}

function openPage({ environment, relay, random }: World, store: MemoryStore, held: Set<string>): Page {
  let alive = true;
  let failing = false;
  let slowMs = 0;
  let deaf = false;
  let hidden = false;
  let doomed = false;
  let skew = 0;
  const own = new Set<string>();
  const sockets: MemorySocket[] = [];
  const signs = new Set<(sign: Sign) => void>();
  const never = new Promise<never>(() => undefined);

  function after(ms: number, run: () => void): () => void {
    return environment.after(ms, () => {
      if (alive) run();
    });
  }

  function every(ms: number, run: () => void): () => void {
    let cancel = after(ms, tick);
    function tick(): void {
      cancel = after(ms, tick);
      run();
    }
    return () => cancel();
  }

  const locks: Locks = {
    async request(name, _options, callback) {
      if (!alive) return never;
      if (held.has(name)) return callback(null);
      held.add(name);
      own.add(name);
      try {
        return await callback({ name });
      } finally {
        held.delete(name);
        own.delete(name);
      }
    },
  };

  const openSocket: OpenSocket = (url, protocols, handlers) => {
    const deadHandlers = {
      opened: (protocol: string) => alive && handlers.opened(protocol),
      text: (text: string) => alive && handlers.text(text),
      binary: (bytes: Uint8Array) => alive && handlers.binary(bytes),
      closed: (code: number) => alive && handlers.closed(code),
    };
    const known = new Set(relay.sockets());
    const socket = relay.openSocket(url, protocols, {
      opened: (protocol) => void deadHandlers.opened(protocol),
      text: (text) => void deadHandlers.text(text),
      binary: (bytes) => void deadHandlers.binary(bytes),
      closed: (code) => void deadHandlers.closed(code),
    });
    sockets.push(...relay.sockets().filter((each) => !known.has(each)));
    return { ...socket, send: (data) => void (alive && socket.send(data)) };
  };

  const real = createMemoryJournal({ store });
  const journal = meddledWith(real, {
    alive: () => alive,
    failing: () => failing,
    deaf: () => deaf,
    pause: () => (slowMs === 0 ? Promise.resolve() : new Promise((resolve) => after(slowMs, () => resolve()))),
    never,
    stored(request) {
      if (doomed && request.client?.outbox.some(({ state }) => state.type === "handed") === true) gone();
    },
  });

  const session = createSession({
    record: { id: HOST, url: relay.url, token: relay.token, label: "test", addedAt: 0 },
    journal,
    version: "0.0.0-test",
    now: () => environment.now() + skew,
    random,
    after,
    every,
    hidden: () => hidden,
    onSign(listener) {
      signs.add(listener);
      return () => signs.delete(listener);
    },
    claimClient: (host) => claimClient({ journal, host, locks, now: environment.now, newId: () => word(random(6)) }),
    createLink: (client, nextAttach) =>
      createLink({
        url: relay.url,
        token: relay.token,
        client,
        nextAttach,
        environment: { ...environment, after, hidden: () => hidden, onSign: () => () => undefined },
        openSocket,
      }),
  });

  function gone(): void {
    alive = false;
    for (const name of own) held.delete(name);
    real.close();
    for (const socket of sockets) socket.cut();
  }

  return {
    session,
    journal,
    alive: () => alive,
    die: gone,
    close() {
      session.close();
      gone();
    },
    failing(yes) {
      failing = yes;
    },
    slow(ms) {
      slowMs = ms;
    },
    dieOnceStored(yes) {
      doomed = yes;
    },
    deaf(yes) {
      deaf = yes;
    },
    setHidden(to) {
      hidden = to;
      for (const listener of signs) listener(to ? "hidden" : "visible");
    },
    sign(sign) {
      for (const listener of signs) listener(sign);
    },
    setClock(ms) {
      skew = ms;
    },
    socket: () => relay.sockets().findLast((each) => sockets.includes(each)),
  };
}

interface Meddling {
  alive: () => boolean;
  failing: () => boolean;
  deaf: () => boolean;
  pause: () => Promise<void>;
  never: Promise<never>;
  stored: (request: WriteRequest) => void;
}

/** The journal of a page that may be dead, failing, slow or deaf. */
function meddledWith(real: Journal, { alive, failing, deaf, pause, never, stored }: Meddling): Journal {
  function writing<T>(work: () => Promise<T>): Promise<T> {
    if (!alive()) return never;
    if (failing()) return Promise.reject(new JournalError("quota"));
    return work();
  }
  async function reading<T>(work: () => Promise<T>): Promise<T> {
    if (!alive()) return never;
    await pause();
    return alive() ? work() : never;
  }
  return {
    ...real,
    write: async (request) => {
      await pause();
      // The connection may break before the transaction, or right after it: the page then dies without having heard of it.
      const written = await writing(async () => {
        const done = await real.write(request);
        stored(request);
        return done;
      });
      return alive() ? written : never;
    },
    putClient: (record) => writing(() => real.putClient(record)),
    putCheckpoint: (checkpoint) => writing(() => real.putCheckpoint(checkpoint)),
    nextAttach: (host, client, atLeast) => writing(() => real.nextAttach(host, client, atLeast)),
    put: (key, value) => writing(() => real.put(key, value)),
    generations: (host) => reading(() => real.generations(host)),
    clients: (host) => reading(() => real.clients(host)),
    checkpoint: (host, scope) => reading(() => real.checkpoint(host, scope)),
    readSince: (host, seen) => reading(() => real.readSince(host, seen)),
    readAll: (host, after, chunk) => reading(() => real.readAll(host, after, chunk)),
    readThread: (host, thread, after, chunk) => reading(() => real.readThread(host, thread, after, chunk)),
    threadBlocks: (host, thread) => reading(() => real.threadBlocks(host, thread)),
    readThreadBlocks: (host, thread, seqs) => reading(() => real.readThreadBlocks(host, thread, seqs)),
    onForeign: (host, listener) => real.onForeign(host, () => void (alive() && !deaf() && listener())),
  };
}

/** Letters that make a client id. */
export function word(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => "abcdefghijklmnopqrstuvwxyz0123456789".charAt(byte % 36)).join("");
}
