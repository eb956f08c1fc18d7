// The app's own session in Node: the real link over `ws`, the real journal contract (in memory unless told), real timers.
import { randomBytes } from "node:crypto";
import { type SentLines, watchSent } from "@longwire/fixtures/samples/sent";
import { claimClient } from "@longwire/web/journal/client-id";
import type { HostRecord, Journal } from "@longwire/web/journal/journal";
import { createMemoryJournal } from "@longwire/web/journal/memory";
import type { GuardLocks } from "@longwire/web/journal/secrets/guard";
import type { Environment, OpenSocket, Sign } from "@longwire/web/link/environment";
import { createLink } from "@longwire/web/link/link";
import type { HostSession } from "@longwire/web/host/model";
import { createSession } from "@longwire/web/host/session";
import { nodeEnvironment, openNodeSocket } from "./node-link.ts";

export interface SignedEnvironment extends Environment {
  sign(sign: Sign): void;
}

/** Real time; signs are given by the test. */
function signedEnvironment(): SignedEnvironment {
  const listeners = new Set<(sign: Sign) => void>();
  return {
    ...nodeEnvironment,
    onSign(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sign(sign) {
      for (const listener of listeners) listener(sign);
    },
  };
}

export interface NodeSession {
  session: HostSession;
  journal: Journal;
  environment: SignedEnvironment;
  /** Every request that went to the relay, held against the pinned surface; what does not fit ends `until`. */
  sent: SentLines;
  /** Resolves when `test` gives something other than undefined, null or false; looked at after every change. */
  until<T>(what: string, test: () => T | undefined | null | false, timeoutMs?: number): Promise<T>;
}

/** Starts a session on a relay. */
export function startNodeSession(options: {
  wsUrl: string;
  token: string;
  journal?: Journal;
  host?: string;
  /** Of the device, for several tabs on one journal. */
  locks?: GuardLocks;
  /** The test sends what does not fit the pinned surface. */
  unfit?: boolean;
}): NodeSession {
  const journal = options.journal ?? createMemoryJournal();
  const environment = signedEnvironment();
  const record: HostRecord = {
    id: options.host ?? "host",
    url: options.wsUrl,
    token: options.token,
    label: "test",
    addedAt: 0,
  };
  const sent = watchSent();
  const openSocket: OpenSocket = (url, protocols, handlers) => {
    const socket = openNodeSocket(url, protocols, handlers);
    return {
      ...socket,
      send(data) {
        // Frames of the relay are text.
        if (typeof data !== "string") sent.sent(data);
        socket.send(data);
      },
    };
  };
  const session = createSession({
    record,
    journal,
    version: "0.0.0-test",
    now: environment.now,
    random: (count) => randomBytes(count),
    after: environment.after,
    every: (ms, run) => {
      const timer = setInterval(run, ms);
      return () => clearInterval(timer);
    },
    locks: options.locks ?? null,
    claimClient: (host) => claimClient({ journal, host, locks: null, now: environment.now }),
    createLink: (client, nextAttach) =>
      createLink({ url: record.url, token: record.token, client, nextAttach, environment, openSocket }),
  });
  return {
    session,
    journal,
    environment,
    sent,
    until(what, test, timeoutMs = 20_000) {
      return new Promise((resolve, reject) => {
        const look = (): void => {
          const [problem] = sent.problems;
          if (problem !== undefined && options.unfit !== true) {
            clearTimeout(timer);
            stop();
            return reject(new Error(`sent what does not fit the pinned surface: ${problem}`));
          }
          const found = test();
          if (found === undefined || found === null || found === false) return;
          clearTimeout(timer);
          stop();
          resolve(found);
        };
        const stop = session.onChange(look);
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`waited in vain for: ${what}; ${JSON.stringify(session.facts())}`));
        }, timeoutMs);
        look();
      });
    },
  };
}
