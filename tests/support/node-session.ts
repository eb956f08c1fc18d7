// The app's own session in Node: the real link over `ws`, the real journal contract (in memory unless told), real timers.
import { randomBytes } from "node:crypto";
import WebSocket from "ws";
import { claimClient } from "@longwire/web/journal/client-id";
import type { HostRecord, Journal } from "@longwire/web/journal/journal";
import { createMemoryJournal } from "@longwire/web/journal/memory";
import type { Environment, OpenSocket, Sign } from "@longwire/web/link/environment";
import { createLink } from "@longwire/web/link/link";
import type { HostSession } from "@longwire/web/host/model";
import { createSession } from "@longwire/web/host/session";

/** Opens a WebSocket with `ws`, as a page on the relay's own origin would. */
export const openNodeSocket: OpenSocket = (url, protocols, handlers) => {
  const socket = new WebSocket(url, protocols, {
    perMessageDeflate: false,
    origin: new URL(url).origin.replace(/^ws/, "http"),
  });
  socket.binaryType = "arraybuffer";
  socket.on("open", () => handlers.opened(socket.protocol));
  socket.on("message", (data: Buffer | ArrayBuffer, isBinary: boolean) => {
    const bytes =
      data instanceof ArrayBuffer
        ? new Uint8Array(data)
        : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (isBinary) handlers.binary(bytes);
    else handlers.text(new TextDecoder().decode(bytes));
  });
  socket.on("error", () => undefined);
  socket.on("close", (code) => handlers.closed(code));
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    buffered: () => socket.bufferedAmount,
    send: (data) => socket.send(data),
    close: () => socket.close(),
  };
};

export interface NodeEnvironment extends Environment {
  sign(sign: Sign): void;
}

/** Real time; signs are given by the test. */
export function nodeEnvironment(): NodeEnvironment {
  const listeners = new Set<(sign: Sign) => void>();
  return {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
    hidden: () => false,
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
  environment: NodeEnvironment;
  /** Resolves when `test` gives something other than undefined, null or false; looked at after every change. */
  until<T>(what: string, test: () => T | undefined | null | false, timeoutMs?: number): Promise<T>;
}

/** Starts a session on a relay. */
export function startNodeSession(options: {
  wsUrl: string;
  token: string;
  journal?: Journal;
  host?: string;
}): NodeSession {
  const journal = options.journal ?? createMemoryJournal();
  const environment = nodeEnvironment();
  const record: HostRecord = {
    id: options.host ?? "host",
    url: options.wsUrl,
    token: options.token,
    label: "test",
    addedAt: 0,
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
    claimClient: (host) => claimClient({ journal, host, locks: null, now: environment.now }),
    createLink: (client, nextAttach) =>
      createLink({ url: record.url, token: record.token, client, nextAttach, environment, openSocket: openNodeSocket }),
  });
  return {
    session,
    journal,
    environment,
    until(what, test, timeoutMs = 20_000) {
      return new Promise((resolve, reject) => {
        const look = (): void => {
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
