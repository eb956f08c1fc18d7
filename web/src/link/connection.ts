// One socket from its opening to its end: attach, frames and bytes in their order, signs of life. It tells `over` once, or
// nothing any more after `leave`: late events of a socket that was left reach nobody.
import {
  CLOSE,
  HEARTBEAT_MS,
  parseRelayFrame,
  SUBPROTOCOL,
  TOKEN_SUBPROTOCOL_PREFIX,
  type Attached,
  type ClientFrame,
  type GenerationEnd,
  type Refused,
  type RelayFrame,
} from "@longwire/shared-protocol/relay-frames";
import type { Environment, LinkSocket, OpenSocket } from "./environment.ts";
import { watchLiveness, type Liveness } from "./liveness.ts";
import type { AttachPoint, LinkEvent } from "./types.ts";

/** A socket that has not opened by then is given up. */
export const OPEN_MS = 10_000;
/** Milliseconds from the opening until `attached` must have come: starting an App Server takes a while. */
export const ATTACH_MS = 30_000;

/** Why a connection came to its end. */
export type Over =
  /** The address cannot be opened at all, or the attach number could not be had. */
  | { type: "cannot-try"; detail: string }
  /** No answer, or none that a browser may see (a refused Origin looks the same). */
  | { type: "unanswered" }
  | { type: "cut" }
  | { type: "silent" }
  /** The other side broke the protocol. */
  | { type: "breach"; detail: string }
  | { type: "refused"; refusal: Refused }
  | { type: "replaced" }
  | { type: "stopping" }
  | { type: "too-big" }
  | { type: "ended"; end: GenerationEnd };

export interface ConnectionOptions {
  url: string;
  token: string;
  client: string;
  point: AttachPoint;
  nextAttach(): Promise<number>;
  environment: Environment;
  openSocket: OpenSocket;
  tell(event: LinkEvent): void;
  over(cause: Over): void;
}

export interface Connection {
  /** Begins; `tell` and `over` may be called from here on. */
  start(): void;
  /** When it began, unix milliseconds. */
  readonly since: number;
  attached(): boolean;
  /** How long it was, or has been, attached; 0 when it never was. */
  attachedMs(): number;
  /** It was attached and brought bytes. */
  progressed(): boolean;
  /** Where the next attach goes on. */
  next(): AttachPoint;
  send(bytes: Uint8Array): boolean;
  terminate(generation: string): boolean;
  probe(): void;
  wake(): void;
  leave(): void;
}

type Phase =
  | { type: "opening" }
  | { type: "attaching"; n: number }
  | { type: "attached"; frame: Attached; position: number; liveness: Liveness }
  | { type: "over" };

export function createConnection(options: ConnectionOptions): Connection {
  const { environment, point } = options;
  let phase: Phase = { type: "opening" };
  let next: AttachPoint = point;
  let socket: LinkSocket | null = null;
  let opened = false;
  let attachedAt: number | null = null;
  let progressed = false;
  let cancelPatience: (() => void) | null = null;

  function leave(): void {
    if (phase.type === "attached") phase.liveness.stop();
    phase = { type: "over" };
    cancelPatience?.();
    cancelPatience = null;
    socket?.close();
  }

  function over(cause: Over): void {
    if (phase.type === "over") return;
    leave();
    options.over(cause);
  }

  function sendFrame(frame: ClientFrame): boolean {
    if (socket === null || !socket.isOpen()) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  async function attachWhenOpen(open: Promise<void>): Promise<void> {
    let n: number;
    try {
      // Both at once: the number is on disk by the time the socket is open.
      [n] = await Promise.all([options.nextAttach(), open]);
    } catch (error) {
      over({ type: "cannot-try", detail: error instanceof Error ? error.message : String(error) });
      return;
    }
    if (phase.type !== "opening") return;
    phase = { type: "attaching", n };
    sendFrame({ type: "attach", client: options.client, n, generation: point.generation, offset: point.offset });
  }

  function onAttached(frame: Attached, n: number): void {
    const same = frame.generation === point.generation;
    const lower = same && typeof point.offset === "number" && frame.offset < point.offset;
    // Only the end of a generation that is over may lie before the place that was asked for.
    if (lower && frame.offset !== frame.end) {
      over({ type: "breach", detail: `attached at ${frame.offset}, asked for ${point.offset}` });
      return;
    }
    cancelPatience?.();
    cancelPatience = null;
    const liveness = watchLiveness({
      environment,
      heartbeatMs: frame.heartbeatMs > 0 ? frame.heartbeatMs : HEARTBEAT_MS,
      ping: () => sendFrame({ type: "ping" }),
      buffered: () => socket?.buffered() ?? 0,
      latency: (ms) => options.tell({ type: "latency", ms }),
      dead: () => over({ type: "silent" }),
    });
    phase = { type: "attached", frame, position: frame.offset, liveness };
    attachedAt = environment.now();
    next = { generation: frame.generation, offset: frame.offset };
    options.tell({ type: "attached", frame, n });
  }

  function onFrame(frame: RelayFrame): void {
    if (frame.type === "refused") {
      over({ type: "refused", refusal: frame });
      return;
    }
    if (phase.type !== "attached") {
      if (phase.type === "attaching" && frame.type === "attached") onAttached(frame, phase.n);
      else if (frame.type !== "beat") over({ type: "breach", detail: `${frame.type} before its time` });
      return;
    }
    const { generation } = phase.frame;
    switch (frame.type) {
      case "attached":
        over({ type: "breach", detail: "attached twice" });
        return;
      case "beat":
        phase.liveness.beat();
        return;
      case "received":
        options.tell({ type: "received", generation, bytes: frame.bytes });
        return;
      case "clients":
        options.tell({ type: "clients", count: frame.count });
        return;
      case "gap":
        if (frame.from !== phase.position || frame.to <= frame.from) {
          over({ type: "breach", detail: `gap ${frame.from} to ${frame.to} at byte ${phase.position}` });
          return;
        }
        moveTo(frame.to);
        options.tell({ type: "gap", generation, from: frame.from, to: frame.to, lineStart: frame.lineStart });
        return;
      case "exit": {
        const { type: _, ...end } = frame;
        if (end.generation !== generation || end.end !== phase.position) {
          over({ type: "breach", detail: `exit of ${end.generation} at ${end.end}, at byte ${phase.position}` });
          return;
        }
        // First: what a listener sends on hearing of the end must not be handed to this generation's socket.
        leave();
        options.tell({ type: "exit", end });
        options.over({ type: "ended", end });
      }
    }
  }

  function moveTo(position: number): void {
    if (phase.type !== "attached") return;
    phase.position = position;
    next = { generation: phase.frame.generation, offset: position };
    progressed = true;
  }

  function onClosed(code: number): void {
    if (!opened) over({ type: "unanswered" });
    else if (code === CLOSE.replaced) over({ type: "replaced" });
    else if (code === CLOSE.stopping) over({ type: "stopping" });
    else if (code === CLOSE.tooBig) over({ type: "too-big" });
    else over({ type: "cut" });
  }

  function start(): void {
    let isOpen = (): void => undefined;
    const open = new Promise<void>((resolve) => (isOpen = resolve));
    try {
      socket = options.openSocket(options.url, [SUBPROTOCOL, TOKEN_SUBPROTOCOL_PREFIX + options.token], {
        opened(protocol) {
          if (phase.type !== "opening") return;
          opened = true;
          if (protocol !== SUBPROTOCOL) {
            over({ type: "breach", detail: `it speaks "${protocol}", not ${SUBPROTOCOL}` });
            return;
          }
          cancelPatience?.();
          cancelPatience = environment.after(ATTACH_MS, () => over({ type: "silent" }));
          isOpen();
        },
        text(text) {
          if (phase.type === "over") return;
          if (phase.type === "attached") phase.liveness.heard();
          const parsed = parseRelayFrame(text);
          if (parsed.kind === "frame") onFrame(parsed.frame);
          else if (parsed.kind === "bad") over({ type: "breach", detail: parsed.detail });
        },
        binary(bytes) {
          if (phase.type === "over") return;
          if (phase.type !== "attached") {
            over({ type: "breach", detail: "bytes before attached" });
            return;
          }
          phase.liveness.heard();
          if (bytes.length === 0) return;
          const offset = phase.position;
          moveTo(offset + bytes.length);
          options.tell({ type: "bytes", generation: phase.frame.generation, offset, bytes });
        },
        closed(code) {
          if (phase.type !== "over") onClosed(code);
        },
      });
    } catch (error) {
      over({ type: "cannot-try", detail: error instanceof Error ? error.message : String(error) });
      return;
    }
    cancelPatience = environment.after(OPEN_MS, () => over({ type: "unanswered" }));
    void attachWhenOpen(open);
  }

  return {
    start,
    since: environment.now(),
    attached: () => phase.type === "attached",
    attachedMs: () => (attachedAt === null ? 0 : environment.now() - attachedAt),
    progressed: () => progressed,
    next: () => next,
    send(bytes) {
      if (phase.type !== "attached" || socket === null || !socket.isOpen()) return false;
      if (bytes.length > phase.frame.maxMessage) return false;
      socket.send(bytes);
      return true;
    },
    terminate: (generation) => phase.type === "attached" && sendFrame({ type: "terminate", generation }),
    probe() {
      if (phase.type === "attached") phase.liveness.probe();
    },
    wake() {
      if (phase.type === "attached") phase.liveness.wake();
    },
    leave,
  };
}
