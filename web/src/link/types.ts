// The link's contract: one WebSocket at a time to one relay, attached again and again for as long as the page lives.
// It knows bytes, offsets and control frames, and nothing of JSON-RPC.
import type { Attached, GenerationEnd, Refused } from "@longwire/shared-protocol/relay-frames";

export type LinkEvent =
  /** A fresh attach. What was sent before and is not covered by `received` has not been taken. */
  | { type: "attached"; frame: Attached; n: number }
  /** App Server bytes; `offset` is the first one's place in the generation. Contiguous but for `gap`. */
  | { type: "bytes"; generation: string; offset: number; bytes: Uint8Array }
  | { type: "gap"; generation: string; from: number; to: number; lineStart: boolean }
  | { type: "received"; generation: string; bytes: number }
  | { type: "clients"; count: number }
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
  /** The generation has ended by somebody's act; `attach` starts a new one. */
  | { type: "ended"; end: GenerationEnd | null }
  /** A message was longer than the relay takes: not a network fault, nothing is retried. */
  | { type: "too-big" };

/** Where to attach. `generation` null: the current one, started if there is none. */
export interface AttachPoint {
  generation: string | null;
  offset: number | "end";
}

export interface Link {
  status(): LinkStatus;
  subscribe(listener: (event: LinkEvent) => void): () => void;
  /** Starts, or starts again at another place: the present socket is left. */
  attach(point: AttachPoint): void;
  /** Whole lines, each ending in LF. False when there is no attached socket: nothing was handed over. */
  send(bytes: Uint8Array): boolean;
  terminate(generation: string): boolean;
  /** Asks for a sign of life; without one within 2 s the socket is replaced. */
  probe(): void;
  close(): void;
}
