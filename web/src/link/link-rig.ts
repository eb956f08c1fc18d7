// What the tests of the link share: a link on a relay in memory, in a time that only the test moves.
import { createLink, type LinkOptions } from "./link.ts";
import { createMemoryRelay, type MemoryRelayOptions } from "./memory.ts";
import { createMemoryEnvironment, settled } from "./memory-environment.ts";
import type { LinkEvent } from "./types.ts";

/** Milliseconds between the beats that the relay in memory promises. */
export const HEARTBEAT = 10_000;

/** A link and a relay in memory, with all that the link has told. */
export function setup(relayOptions: MemoryRelayOptions = {}, linkOptions: Partial<LinkOptions> = {}) {
  const environment = createMemoryEnvironment();
  const relay = createMemoryRelay({ heartbeatMs: HEARTBEAT, now: () => environment.now(), ...relayOptions });
  let n = 0;
  const link = createLink({
    url: relay.url,
    token: relay.token,
    client: "page",
    nextAttach: () => Promise.resolve(++n),
    environment,
    openSocket: relay.openSocket,
    ...linkOptions,
  });
  const events: LinkEvent[] = [];
  link.subscribe((event) => events.push(event));
  return {
    environment,
    relay,
    link,
    events,
    of: <T extends LinkEvent["type"]>(type: T) =>
      events.filter((event): event is Extract<LinkEvent, { type: T }> => event.type === type),
    output: () =>
      new TextDecoder().decode(
        Uint8Array.from(events.flatMap((event) => (event.type === "bytes" ? [...event.bytes] : []))),
      ),
    /** The last socket that was opened. */
    socket: () => {
      const socket = relay.sockets().at(-1);
      if (socket === undefined) throw new Error("no socket is open");
      return socket;
    },
    attached: async () => {
      link.attach({ generation: null, offset: 0 });
      await settled();
      if (link.status().type !== "attached") throw new Error(`not attached but ${link.status().type}`);
    },
  };
}

/** One line as bytes. */
export const line = (text: string) => new TextEncoder().encode(`${text}\n`);
