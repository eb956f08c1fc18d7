// A relay in memory, for tests: the rules of the relay protocol without processes, files or network. What its App Server
// says and hears is scripted; sockets can be held, cut and refused.
import {
  CLOSE,
  HEARTBEAT_MS,
  MAX_MESSAGE,
  MAX_OUTWARD_CHUNK,
  parseClientFrame,
  TOKEN_SUBPROTOCOL_PREFIX,
  type Attach,
  type Attached,
  type GenerationEnd,
  type Refused,
} from "@longwire/shared-protocol/relay-frames";
import type { OpenSocket } from "./environment.ts";
import { append, endOf, lineStart, newGeneration, trim, type Generation } from "./memory-generation.ts";
import { createWire, type Pulled, type Wire } from "./memory-wire.ts";

export interface MemoryRelayOptions {
  token?: string;
  label?: string;
  /** Told to clients; the relay in memory beats only when it is told to (`beat`). */
  heartbeatMs?: number;
  maxMessage?: number;
  /** Largest outward message, bytes. */
  chunk?: number;
  /** Unix milliseconds, for the ends of generations. */
  now?: () => number;
}

export type Refusal = Pick<Refused, "reason" | "detail" | "retryAfterMs">;

/** One socket as the relay and the test see it. */
export interface MemorySocket extends Omit<Wire, "socket" | "protocols" | "open"> {
  /** The client id, once it has attached. */
  client(): string | null;
  /** The attach as it came. */
  attach(): Attach | null;
}

export interface MemoryRelay {
  readonly url: string;
  readonly token: string;
  readonly openSocket: OpenSocket;
  /** The generation that runs; null when none does. */
  current(): string | null;
  /** Starts the App Server if none runs; its generation. */
  start(): string;
  /** The App Server writes to its stdout. Starts it when none runs. */
  write(output: string | Uint8Array): void;
  /** The App Server's life ends; `by` null and code 0 unless told otherwise. */
  end(facts?: Partial<Omit<GenerationEnd, "generation" | "end" | "at">>): void;
  /** All that reached the App Server's stdin in this generation (default: the current one), in order. */
  stdin(generation?: string): string;
  /** Called with each message taken for stdin; answer with `write`. */
  onStdin(listener: (text: string, from: { client: string; generation: string }) => void): () => void;
  /** Called when a generation has started. */
  onStart(listener: (generation: string) => void): () => void;
  /** Bytes before `base` are no longer kept. */
  trim(generation: string, base: number): void;
  /** An ended generation is no longer kept at all. */
  forget(generation: string): void;
  /** Every attach is answered like this, until null is given. */
  refuse(refusal: Refusal | null): void;
  /** While false, no socket opens. */
  reachable(yes: boolean): void;
  /** The open sockets, oldest first. */
  sockets(): MemorySocket[];
  /** How many sockets have been opened up to now. */
  opened(): number;
  /** Cuts every connection. */
  cut(): void;
  /** A beat to all that are attached. */
  beat(): void;
  /** The relay stops: sockets closed with 4003, the App Server ended. */
  stop(): void;
}

interface Attachment {
  wire: Wire;
  handle: MemorySocket;
  attach: Attach | null;
  generation: Generation | null;
  offset: number;
  exitSent: boolean;
}

const LF = 0x0a;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function createMemoryRelay(options: MemoryRelayOptions = {}): MemoryRelay {
  const {
    token = "t0ken",
    label = "memory",
    maxMessage = MAX_MESSAGE,
    chunk = MAX_OUTWARD_CHUNK,
    now = Date.now,
  } = options;
  const generations = new Map<string, Generation>();
  const lastN = new Map<string, number>();
  const attachments = new Set<Attachment>();
  const stdinListeners = new Set<Parameters<MemoryRelay["onStdin"]>[0]>();
  const startListeners = new Set<(generation: string) => void>();
  let current: Generation | null = null;
  let started = 0;
  let opened = 0;
  let refusal: Refusal | null = null;
  let isReachable = true;

  function begin(): Generation {
    if (current !== null) return current;
    started += 1;
    current = newGeneration(`generation-${started}`);
    generations.set(current.id, current);
    for (const listener of startListeners) listener(current.id);
    return current;
  }

  function count(generation: Generation): number {
    return [...attachments].filter((each) => each.generation === generation).length;
  }

  function refuseSocket(to: Attachment, reason: string, detail: string, retryAfterMs: number | null): void {
    to.wire.send({ type: "refused", reason, detail, retryAfterMs });
    to.wire.close(CLOSE.refused);
  }

  function onAttach(from: Attachment, attach: Attach): void {
    from.attach = attach;
    const [, offered = ""] = from.wire.protocols;
    if (offered !== TOKEN_SUBPROTOCOL_PREFIX + token) {
      refuseSocket(from, "bad-token", "The token is not this relay's.", null);
      return;
    }
    if (refusal !== null) {
      refuseSocket(from, refusal.reason, refusal.detail, refusal.retryAfterMs);
      return;
    }
    const last = lastN.get(attach.client);
    if (last !== undefined && attach.n <= last) {
      refuseSocket(from, "stale", `A newer connection of this client has attached (n ${last}).`, null);
      return;
    }
    lastN.set(attach.client, attach.n);
    const known = attach.generation === null ? undefined : generations.get(attach.generation);
    const generation = known ?? begin();
    // Counted before the older socket goes, as the App Server's side sees it: nothing more is taken from that one.
    for (const each of attachments) {
      if (each !== from && each.attach?.client === attach.client) each.wire.close(CLOSE.replaced);
    }
    const end = endOf(generation);
    const asked = known === undefined && attach.generation !== null ? 0 : attach.offset;
    if (asked !== "end" && asked > end && generation.ended === null) {
      refuseSocket(from, "bad-frame", `Offset ${asked} lies past the end (${end}).`, null);
      return;
    }
    const offset = asked === "end" ? end : Math.max(Math.min(asked, end), generation.base);
    from.generation = generation;
    from.offset = offset;
    from.wire.send({ type: "attached", ...attachedFacts(generation, offset, attach.client) });
    tellCount(generation);
    from.wire.wake();
  }

  function attachedFacts(generation: Generation, offset: number, client: string): Omit<Attached, "type"> {
    return {
      relay: "memory-relay",
      generation: generation.id,
      offset,
      lineStart: lineStart(generation, offset),
      base: generation.base,
      end: endOf(generation),
      head: btoa(String.fromCharCode(...generation.head)),
      received: generation.received.get(client) ?? 0,
      clients: count(generation),
      maxMessage,
      heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
      label,
      version: "0.0.0",
      ended: [...generations.values()].flatMap(({ ended }) => (ended === null ? [] : [ended])),
    };
  }

  function tellCount(generation: Generation): void {
    const clients = count(generation);
    for (const each of attachments) {
      if (each.generation === generation) each.wire.send({ type: "clients", count: clients });
    }
  }

  function onText(from: Attachment, text: string): void {
    const parsed = parseClientFrame(text);
    if (parsed.kind === "unknown") return;
    if (parsed.kind === "bad") refuseSocket(from, "bad-frame", parsed.detail, null);
    else if (parsed.frame.type === "attach") onAttach(from, parsed.frame);
    else if (parsed.frame.type === "ping") from.wire.send({ type: "beat" });
    else if (from.generation?.id === parsed.frame.generation && from.attach !== null && from.generation === current)
      finish({ by: { client: from.attach.client } });
  }

  function onBinary(from: Attachment, bytes: Uint8Array): void {
    const { generation, attach } = from;
    if (bytes.length > maxMessage) {
      from.wire.close(CLOSE.tooBig);
      return;
    }
    if (generation === null || attach === null || bytes.at(-1) !== LF) {
      refuseSocket(from, "bad-frame", "Whole lines, after attached.", null);
      return;
    }
    if (generation.ended !== null) return;
    const total = (generation.received.get(attach.client) ?? 0) + bytes.length;
    generation.received.set(attach.client, total);
    const text = decoder.decode(bytes);
    generation.stdin += text;
    from.wire.send({ type: "received", bytes: total });
    for (const listener of stdinListeners) listener(text, { client: attach.client, generation: generation.id });
  }

  function pull(from: Attachment, max: number): Pulled | null {
    const { generation, offset } = from;
    if (generation === null) return null;
    if (offset < generation.base) {
      from.offset = generation.base;
      const gap = { from: offset, to: generation.base, lineStart: lineStart(generation, generation.base) };
      return { type: "frame", frame: { type: "gap", ...gap } };
    }
    if (offset < endOf(generation)) {
      const bytes = generation.log.slice(offset - generation.base, offset - generation.base + max);
      from.offset += bytes.length;
      return { type: "bytes", bytes };
    }
    if (generation.ended === null) return null;
    if (from.exitSent) return { type: "close", code: CLOSE.ended };
    from.exitSent = true;
    return { type: "frame", frame: { type: "exit", ...generation.ended } };
  }

  function finish(facts: Parameters<MemoryRelay["end"]>[0] = {}): void {
    const generation = current;
    if (generation === null) return;
    current = null;
    generation.ended = {
      code: facts.signal === undefined || facts.signal === null ? 0 : null,
      signal: null,
      by: null,
      ...facts,
      generation: generation.id,
      end: endOf(generation),
      at: now(),
    };
    for (const each of attachments) each.wire.wake();
  }

  const openSocket: OpenSocket = (_url, protocols, handlers) => {
    opened += 1;
    const wire = createWire(
      protocols,
      handlers,
      {
        text: (text) => onText(attachment, text),
        binary: (bytes) => onBinary(attachment, bytes),
        closed() {
          attachments.delete(attachment);
          if (attachment.generation !== null) tellCount(attachment.generation);
        },
        pull: (max) => pull(attachment, max),
      },
      chunk,
    );
    const handle = { ...wire, client: () => attachment.attach?.client ?? null, attach: () => attachment.attach };
    const attachment: Attachment = { wire, handle, attach: null, generation: null, offset: 0, exitSent: false };
    attachments.add(attachment);
    if (isReachable) wire.open();
    else wire.cut();
    return wire.socket;
  };

  return {
    url: "ws://memory/relay",
    token,
    openSocket,
    current: () => current?.id ?? null,
    start: () => begin().id,
    write(output) {
      const generation = begin();
      const bytes = typeof output === "string" ? encoder.encode(output) : output;
      append(generation, bytes);
      for (const each of attachments) each.wire.wake();
    },
    end: finish,
    stdin: (id) => (id === undefined ? current : (generations.get(id) ?? null))?.stdin ?? "",
    onStdin(listener) {
      stdinListeners.add(listener);
      return () => stdinListeners.delete(listener);
    },
    onStart(listener) {
      startListeners.add(listener);
      return () => startListeners.delete(listener);
    },
    trim(id, base) {
      const generation = generations.get(id);
      if (generation !== undefined) trim(generation, base);
    },
    forget(id) {
      if (generations.get(id)?.ended !== null) generations.delete(id);
    },
    refuse(next) {
      refusal = next;
    },
    reachable(yes) {
      isReachable = yes;
    },
    sockets: () => [...attachments].map((each) => each.handle),
    opened: () => opened,
    cut() {
      for (const each of attachments) each.wire.cut();
    },
    beat() {
      for (const each of attachments) if (each.generation !== null) each.wire.send({ type: "beat" });
    },
    stop() {
      finish({ by: "relay" });
      for (const each of attachments) each.wire.close(CLOSE.stopping);
    },
  };
}
