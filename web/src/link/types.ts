// The link's contract: one WebSocket at a time to one relay, attached again and again for as long as the page lives.
// It knows bytes, offsets and control frames, and nothing of JSON-RPC.
import type { Attached, GenerationEnd, Refused } from "@longwire/shared-protocol/relay-frames";

export type LinkEvent =
  /**
   * A fresh attach; told before the status. What was sent before and is not covered by `received` has not been taken.
   * `frame.generation` may be another one than asked for. In the same generation `frame.offset` may lie behind the place
   * asked for: the bytes between are gone from the relay's log (no `gap` comes for them). With `lineStart` false the bytes
   * begin inside a line, whose rest the consumer drops.
   */
  | { type: "attached"; frame: Attached; n: number }
  /** App Server bytes; `offset` is the first one's place in the generation. Contiguous but for `gap`. */
  | { type: "bytes"; generation: string; offset: number; bytes: Uint8Array }
  | { type: "gap"; generation: string; from: number; to: number; lineStart: boolean }
  | { type: "received"; generation: string; bytes: number }
  | { type: "clients"; count: number }
  /** Round-trip of a ping, milliseconds. */
  | { type: "latency"; ms: number }
  /** The generation is over and all its bytes have been told. What the link does next is in the status that follows. */
  | { type: "exit"; end: GenerationEnd }
  | { type: "status"; status: LinkStatus };

export type LinkStatus =
  | { type: "idle" }
  | { type: "connecting"; attempt: number }
  | { type: "attached" }
  /** No network or no relay; the next try comes at `retryAt` (unix ms). `reason` is a sentence for a person. */
  | { type: "offline"; reason: string; retryAt: number }
  /** `retryAt` null: only the person can mend it. */
  | { type: "refused"; refusal: Refused; retryAt: number | null }
  /** Another page took over this client id. */
  | { type: "replaced" }
  /** The generation has ended by a person's act (`terminate` of some device); `attach` starts a new one. */
  | { type: "ended"; end: GenerationEnd | null }
  /** A message was longer than the relay takes: not a network fault, nothing is retried. */
  | { type: "too-big" };

/** Where to attach. `generation` null: the current one, started if there is none. */
export interface AttachPoint {
  generation: string | null;
  offset: number | "end";
}

/** Listeners are called in order and must not throw; they may call the link. */
export interface Link {
  status(): LinkStatus;
  subscribe(listener: (event: LinkEvent) => void): () => void;
  /**
   * Starts, or starts again at another place: the present socket is left. Afterwards the link keeps the place by itself
   * (generation and offset of the next byte) and comes back there after a cut.
   */
  attach(point: AttachPoint): void;
  /**
   * Whole lines, each ending in LF. False when there is no attached socket or the message is longer than the `maxMessage`
   * of `attached`: nothing was handed over. True is no receipt: only `received` tells what the relay has taken.
   * @throws RangeError when the bytes do not end in LF
   */
  send(bytes: Uint8Array): boolean;
  /** Asks the relay to end the App Server. False when there is no attached socket. */
  terminate(generation: string): boolean;
  /**
   * Asks for a sign of life; without one within 2 s the socket is replaced. While the link waits for its next try (and when
   * it was refused or its message was too big) it tries now. Does nothing when idle, replaced or ended: there `attach` is
   * the person's word.
   */
  probe(): void;
  /** Leaves the socket and goes idle; `attach` starts again. */
  close(): void;
}
