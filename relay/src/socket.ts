// One client socket: bytes outwards at the client's own pace, control messages of which at most one of a kind waits,
// back-pressure inwards, signs of life. What its messages mean is decided in session.ts.
import type { Duplex } from "node:stream";
import { CLOSE, MAX_OUTWARD_CHUNK, type RelayFrame, type RefusalReason } from "@longwire/shared-protocol/relay-frames";
import { WebSocket } from "ws";
import type { Generation, Listener } from "./generation.ts";
import type { Block } from "./log.ts";
import type { Segment } from "./segments.ts";

/** Bytes that may be under way to one client. What comes from the disk is read only when less is under way. */
const UNDER_WAY = 1024 * 1024;
const UNDER_WAY_FROM_DISK = 256 * 1024;
/** Heartbeats without an answer or a drained byte after which a socket counts as dead. */
const MISSED_BEATS = 4;
/** Milliseconds that a peer has to answer a close. */
const CLOSE_MS = 3_000;

/** Memory for reads from the disk, shared by all sockets. */
const frames: Buffer[] = [];

export interface SocketEvents {
  onText(text: string): void;
  onLines(lines: Buffer): void;
  /** It takes nothing more. `generation`: the one that it followed. */
  onClosed(generation: Generation | null): void;
}

type Phase =
  | { kind: "new" }
  | { kind: "attached"; generation: Generation; offset: number; stopping: boolean }
  | { kind: "closed" };

/** A WebSocket with a token that was right. */
export class ClientSocket implements Listener {
  readonly #ws: WebSocket;
  readonly #wire: Duplex & { readonly _handle?: { readonly writeQueueSize?: number } | null };
  readonly #events: SocketEvents;
  #phase: Phase = { kind: "new" };
  #underWay = 0;
  #reading = false;
  #pumping = false;
  #alive = true;
  #held = false;
  #missed = 0;
  #queueSeen = 0;
  /** Control messages that are replaced while an older one of their kind has not left yet. */
  readonly #latest = new Map<string, { waiting: boolean; next: RelayFrame | null }>();
  #pongWaits = false;

  constructor(ws: WebSocket, wire: Duplex, events: SocketEvents) {
    this.#ws = ws;
    this.#wire = wire;
    this.#events = events;
    ws.on("message", (data: Buffer, isBinary: boolean) => {
      this.#alive = true;
      if (this.#phase.kind === "closed") return;
      if (isBinary) events.onLines(data);
      else events.onText(data.toString("utf8"));
    });
    ws.on("pong", () => (this.#alive = true));
    ws.on("ping", (data: Buffer) => {
      this.#alive = true;
      if (this.#pongWaits) return;
      this.#pongWaits = true;
      ws.pong(data, false, () => (this.#pongWaits = false));
    });
    ws.on("error", () => undefined);
    ws.on("close", () => this.#leave());
  }

  /** Begins to send the generation's bytes from `offset`. `attached` must have been sent. */
  follow(generation: Generation, offset: number): void {
    if (this.#phase.kind !== "new") return;
    this.#phase = { kind: "attached", generation, offset, stopping: false };
    generation.attached.add(this);
    this.wake();
  }

  /** The generation of this socket, once it has one. */
  get generation(): Generation | null {
    return this.#phase.kind === "attached" ? this.#phase.generation : null;
  }

  /** Sends a control message. */
  send(frame: RelayFrame): void {
    if (this.#writable()) this.#ws.send(JSON.stringify(frame), () => undefined);
  }

  /** Sends a control message of which only the newest matters: while one has not left, the next one waits and is replaced. */
  sendLatest(frame: RelayFrame): void {
    if (!this.#writable()) return;
    const slot = this.#latest.get(frame.type) ?? { waiting: false, next: null };
    this.#latest.set(frame.type, slot);
    if (slot.waiting) {
      slot.next = frame;
      return;
    }
    slot.waiting = true;
    this.#ws.send(JSON.stringify(frame), (error) => {
      slot.waiting = false;
      const { next } = slot;
      slot.next = null;
      if (next !== null && !error) this.sendLatest(next);
    });
  }

  /** A beat, unless one still waits. */
  beat(): void {
    if (this.#latest.get("beat")?.waiting !== true) this.sendLatest({ type: "beat" });
  }

  refuse(reason: RefusalReason, detail: string, retryAfterMs: number | null): void {
    this.send({ type: "refused", reason, detail, retryAfterMs });
    this.close(CLOSE.refused, reason);
  }

  /** Closes and takes nothing more. */
  close(code: number, reason: string): void {
    if (this.#phase.kind === "closed") return;
    this.#leave();
    this.#ws.resume();
    this.#ws.close(code, reason);
    setTimeout(() => this.#ws.terminate(), CLOSE_MS).unref();
  }

  /** The relay stops: after the last byte and `exit` the code is 4003. */
  stopping(): void {
    if (this.#phase.kind === "attached") this.#phase.stopping = true;
    else this.close(CLOSE.stopping, "relay stopping");
  }

  /** Stops and starts reading what the client sends. */
  hold(): void {
    this.#held = true;
    this.#ws.pause();
  }
  unhold(): void {
    this.#held = false;
    this.#ws.resume();
  }

  /** One heartbeat: a ping and a beat, or the end for a socket that shows no life. */
  heartbeat(): void {
    const queue = this.#wire._handle?.writeQueueSize ?? 0;
    // Whoever is not read cannot be heard to answer.
    if (queue !== this.#queueSeen || this.#held) this.#alive = true;
    this.#queueSeen = queue;
    this.#missed = this.#alive ? 0 : this.#missed + 1;
    this.#alive = false;
    if (this.#missed >= MISSED_BEATS) {
      this.#ws.terminate();
      return;
    }
    if (!this.#writable()) return;
    this.#ws.ping("", false, () => undefined);
    if (this.#phase.kind === "attached") this.beat();
  }

  /** Sends what can be sent now. */
  wake(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    while (this.#step());
    this.#pumping = false;
  }

  /** Sends one stretch. False when there is nothing to do for now. */
  #step(): boolean {
    const phase = this.#phase;
    if (phase.kind !== "attached" || this.#reading || this.#underWay >= UNDER_WAY || !this.#writable()) return false;
    const { log } = phase.generation;
    const place = log.at(phase.offset);
    switch (place.kind) {
      case "memory": {
        const from = phase.offset - place.block.start;
        const bytes = place.block.bytes.subarray(
          from,
          Math.min(place.to - place.block.start, from + MAX_OUTWARD_CHUNK),
        );
        this.#sendMemory(phase, place.block, bytes);
        return true;
      }
      case "disk":
        if (this.#underWay <= UNDER_WAY_FROM_DISK) this.#sendFromDisk(phase, place.segment);
        return false;
      case "gap":
        this.#gap(phase, place.to);
        return true;
      case "end":
        if (phase.generation.ended !== null && this.#underWay === 0) this.#exit(phase);
        return false;
    }
  }

  #sendMemory(phase: Phase & { kind: "attached" }, block: Block, bytes: Buffer): void {
    const { log } = phase.generation;
    log.hold(block);
    phase.offset += bytes.length;
    this.#sendBytes(bytes, () => log.release(block));
  }

  #sendFromDisk(phase: Phase & { kind: "attached" }, segment: Segment): void {
    const frame = frames.pop() ?? Buffer.allocUnsafeSlow(MAX_OUTWARD_CHUNK);
    const giveBack = (): void => {
      if (frames.length < 8) frames.push(frame);
    };
    this.#reading = true;
    phase.generation.log.segments.read(segment, phase.offset, frame, (count) => {
      this.#reading = false;
      if (this.#phase !== phase) {
        giveBack();
        return;
      }
      if (count === null) {
        // The file is gone or cannot be read: these bytes are lost to this client.
        giveBack();
        this.#gap(phase, Math.max(segment.end, phase.offset + 1));
      } else {
        phase.offset += count;
        this.#sendBytes(frame.subarray(0, count), giveBack);
      }
      this.wake();
    });
  }

  #sendBytes(bytes: Buffer, sent: () => void): void {
    this.#underWay += bytes.length;
    this.#ws.send(bytes, { binary: true }, (error) => {
      this.#underWay -= bytes.length;
      sent();
      // After an error nothing more is tried: sending again from here would never end.
      if (error) return;
      this.#alive = true;
      this.wake();
    });
  }

  #gap(phase: Phase & { kind: "attached" }, to: number): void {
    const lineStart = phase.generation.log.lineStart(to);
    this.send({ type: "gap", from: phase.offset, to, lineStart });
    phase.offset = to;
  }

  #exit(phase: Phase & { kind: "attached" }): void {
    const { ended } = phase.generation;
    if (ended === null) return;
    // The last count always comes: the client takes what it does not cover for not sent.
    const received = this.#latest.get("received");
    if (received !== undefined && received.next !== null) {
      this.send(received.next);
      received.next = null;
    }
    this.send({ type: "exit", ...ended });
    if (phase.stopping) this.close(CLOSE.stopping, "relay stopping");
    else this.close(CLOSE.ended, "generation ended");
  }

  #writable(): boolean {
    return this.#phase.kind !== "closed" && this.#ws.readyState === WebSocket.OPEN && this.#wire.writable;
  }

  #leave(): void {
    if (this.#phase.kind === "closed") return;
    const generation = this.generation;
    this.#phase = { kind: "closed" };
    generation?.attached.delete(this);
    this.#events.onClosed(generation);
  }
}
