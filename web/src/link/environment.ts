// What the link needs from the place it runs in: a clock, timers, chance, whether somebody looks, and sockets.
// browser.ts gives the real ones; tests give their own.

/** Something happened that makes the present socket doubtful (or, for `hidden`, uninteresting). */
export type Sign = "online" | "pageshow" | "visible" | "hidden";

export interface Environment {
  /** Unix milliseconds. */
  now(): number;
  /** Runs `run` once, `ms` milliseconds from now; the returned function calls it off. */
  after(ms: number, run: () => void): () => void;
  /** From 0 up to, not including, 1. */
  random(): number;
  /** Nobody sees the page. */
  hidden(): boolean;
  onSign(listener: (sign: Sign) => void): () => void;
}

/** What a socket tells. After `closed` nothing more comes. */
export interface SocketHandlers {
  /** `protocol` is the subprotocol that the other side chose, or "". */
  opened(protocol: string): void;
  text(text: string): void;
  binary(bytes: Uint8Array): void;
  closed(code: number): void;
}

export interface LinkSocket {
  /** What is sent now goes out. */
  isOpen(): boolean;
  /** Bytes handed over that have not left yet. */
  buffered(): number;
  send(data: string | Uint8Array): void;
  close(): void;
}

/** Begins to connect; may throw when the address itself is not allowed. Handlers are never called before it returns. */
export type OpenSocket = (url: string, protocols: string[], handlers: SocketHandlers) => LinkSocket;
