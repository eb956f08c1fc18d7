// A WebSocket in memory, for tests: two queues that can be held (as by a slow proxy), and cut after any byte. Each event is
// delivered in a task of its own, so that nothing happens inside the call that caused it.
import { SUBPROTOCOL, type RelayFrame } from "@longwire/shared-protocol/relay-frames";
import type { LinkSocket, SocketHandlers } from "./environment.ts";

/** What the relay's side of a wire wants to send next, asked when there is room. */
export type Pulled =
  | { type: "bytes"; bytes: Uint8Array }
  | { type: "frame"; frame: RelayFrame }
  | { type: "close"; code: number };

export interface RelayEnd {
  text(text: string): void;
  binary(bytes: Uint8Array): void;
  closed(): void;
  /** At most `max` bytes of output; null when there is nothing now. */
  pull(max: number): Pulled | null;
}

export interface Wire {
  /** The client's end. */
  readonly socket: LinkSocket;
  readonly protocols: readonly string[];
  open(): void;
  /** Sends a control message. */
  send(frame: RelayFrame): void;
  /** Sends anything as text or bytes, also what breaks the protocol. */
  sendRaw(data: string | Uint8Array): void;
  /** There may be something to pull. */
  wake(): void;
  /** The relay closes: what was sent before still arrives. */
  close(code: number): void;
  /** Both ends lose the connection now; what was under way is lost. */
  cut(): void;
  /** Nothing moves in either direction until `release`; neither end can tell. */
  hold(): void;
  release(): void;
  /** Cuts after so many more bytes of output have reached the client. */
  cutAfterOut(bytes: number): void;
  /** Cuts when so many more bytes of input have come: a message that is not whole by then is lost. */
  cutAfterIn(bytes: number): void;
}

type ToClient = { type: "opened" } | { type: "data"; data: string | Uint8Array } | { type: "closed"; code: number };
type ToRelay = { type: "data"; data: string | Uint8Array } | { type: "closed" };

/** @param chunk largest outward message, bytes */
export function createWire(protocols: readonly string[], handlers: SocketHandlers, end: RelayEnd, chunk: number): Wire {
  const toClient: ToClient[] = [];
  const toRelay: ToRelay[] = [];
  let client: "opening" | "open" | "closed" = "opening";
  let relayOpen = true;
  let held = false;
  let outLeft = Number.POSITIVE_INFINITY;
  let inLeft = Number.POSITIVE_INFINITY;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || held) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      if (held) return;
      const moved = [stepIn(), stepOut()];
      if (moved.includes(true)) schedule();
    });
  }

  function stepOut(): boolean {
    const event = toClient.shift() ?? pulled();
    if (event === null) return false;
    if (event.type === "opened") {
      if (client === "opening") {
        client = "open";
        handlers.opened(SUBPROTOCOL);
      }
    } else if (event.type === "closed") tellClosed(event.code);
    else if (typeof event.data === "string") handlers.text(event.data);
    else deliver(event.data);
    return true;
  }

  function pulled(): ToClient | null {
    if (!relayOpen) return null;
    const next = end.pull(Math.min(chunk, Math.max(outLeft, 1)));
    if (next === null) return null;
    if (next.type === "bytes") return { type: "data", data: next.bytes };
    if (next.type === "frame") return { type: "data", data: JSON.stringify(next.frame) };
    closeRelay();
    return { type: "closed", code: next.code };
  }

  function deliver(bytes: Uint8Array): void {
    if (bytes.length > outLeft) {
      cut();
      return;
    }
    outLeft -= bytes.length;
    handlers.binary(bytes);
    if (outLeft === 0) cut();
  }

  function stepIn(): boolean {
    const event = toRelay.shift();
    if (event === undefined) return false;
    if (!relayOpen) return true;
    if (event.type === "closed") closeRelay();
    else if (typeof event.data === "string") end.text(event.data);
    else if (event.data.length > inLeft) cut();
    else {
      inLeft -= event.data.length;
      end.binary(event.data);
      if (inLeft === 0) cut();
    }
    return true;
  }

  function tellClosed(code: number): void {
    if (client === "closed") return;
    client = "closed";
    handlers.closed(code);
  }

  function closeRelay(): void {
    if (!relayOpen) return;
    relayOpen = false;
    end.closed();
  }

  function cut(): void {
    toClient.length = 0;
    toRelay.length = 0;
    held = false;
    closeRelay();
    toClient.push({ type: "closed", code: 1006 });
    schedule();
  }

  function sendRaw(data: string | Uint8Array): void {
    if (!relayOpen) return;
    toClient.push({ type: "data", data });
    schedule();
  }

  return {
    protocols,
    socket: {
      isOpen: () => client === "open",
      buffered: () => toRelay.reduce((sum, event) => sum + (event.type === "data" ? event.data.length : 0), 0),
      send(data) {
        if (client !== "open") return;
        toRelay.push({ type: "data", data: typeof data === "string" ? data : data.slice() });
        schedule();
      },
      close() {
        if (client === "closed") return;
        // What arrives after this is told nonetheless, as some sockets do: nobody may listen any more.
        toRelay.push({ type: "closed" });
        schedule();
      },
    },
    open() {
      toClient.push({ type: "opened" });
      schedule();
    },
    send: (frame) => sendRaw(JSON.stringify(frame)),
    sendRaw,
    wake: schedule,
    close(code) {
      if (!relayOpen) return;
      closeRelay();
      toClient.push({ type: "closed", code });
      schedule();
    },
    cut,
    hold() {
      held = true;
    },
    release() {
      held = false;
      schedule();
    },
    cutAfterOut(bytes) {
      outLeft = bytes;
      if (bytes === 0) cut();
    },
    cutAfterIn(bytes) {
      inLeft = bytes;
    },
  };
}
