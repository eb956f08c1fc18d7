// Who is attached to what: the current generation, the ended ones, attach in one step, `received`, crash loops.
import {
  CLOSE,
  HEARTBEAT_MS,
  MAX_MESSAGE,
  parseClientFrame,
  type Attach,
  type GenerationEnd,
} from "@longwire/shared-protocol/relay-frames";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Archive } from "./archive.ts";
import { CannotStart } from "./child.ts";
import type { Generation } from "./generation.ts";
import { ClientSocket } from "./socket.ts";
import { VERSION } from "./version.ts";

const MAX_CLIENTS = 32;
const REMEMBERED_CLIENTS = 1_024;
/** Bytes of one client that may wait for stdin before its socket is not read. */
const MAX_WAITING = 8 * 1024 * 1024;
const CRASH_LIMIT = 5;
const CRASH_WINDOW_MS = 60_000;
/** Milliseconds that a socket has for its first message, and how many may be without it. */
const ATTACH_MS = 10_000;
const LF = 10;

export interface SessionOptions {
  readonly relay: string;
  readonly label: string;
  readonly heartbeatMs?: number;
  readonly crashWindowMs?: number;
  readonly archive: Archive;
  /** Starts a generation. Throws `CannotStart`. */
  readonly start: () => Promise<Generation>;
  /** One sentence for the terminal. It holds no word of the App Server. */
  readonly onTrouble?: (sentence: string) => void;
}

/** What is known of one client id. */
interface Client {
  n: number;
  /** Bytes that wait for stdin, over all its sockets. */
  waiting: number;
  socket: Attachment | null;
}

/** One socket on its way: nothing, then a client id, then a generation. */
interface Attachment {
  readonly socket: ClientSocket;
  client: Client | null;
  clientId: string;
  /** Lines that came while its generation was being started; null when there is nothing to wait for. */
  early: Buffer[] | null;
  held: boolean;
  timer: NodeJS.Timeout | null;
}

function whyNotStarted(error: unknown): string {
  return error instanceof CannotStart ? error.message : `The command could not be started: ${String(error)}`;
}

/** The clients of one relay. */
export class Session {
  readonly #options: SessionOptions;
  readonly #clients = new Map<string, Client>();
  readonly #sockets = new Set<Attachment>();
  readonly #heartbeatMs: number;
  readonly #heart: NodeJS.Timeout;
  #current: Generation | null = null;
  #starting: Promise<Generation> | null = null;
  /** When the latest generations ended by themselves, unix milliseconds. */
  #crashes: number[] = [];
  #stopping = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#heartbeatMs = options.heartbeatMs ?? HEARTBEAT_MS;
    this.#heart = setInterval(() => {
      for (const each of this.#sockets) each.socket.heartbeat();
    }, this.#heartbeatMs);
  }

  /** The generation that runs, if one does. */
  get current(): Generation | null {
    return this.#current;
  }

  /** A socket whose token and version are right. */
  accept(ws: WebSocket, wire: Duplex): void {
    const socket = new ClientSocket(ws, wire, {
      onText: (text) => this.#onText(attachment, text),
      onLines: (lines) => this.#onLines(attachment, lines),
      onClosed: (generation) => this.#onClosed(attachment, generation),
    });
    const attachment: Attachment = { socket, client: null, clientId: "", early: null, held: false, timer: null };
    this.#sockets.add(attachment);
    if (this.#stopping) {
      socket.close(CLOSE.stopping, "relay stopping");
      return;
    }
    attachment.timer = setTimeout(() => {
      if (attachment.client === null) socket.refuse("bad-frame", "No attach came.", 1_000);
    }, ATTACH_MS);
  }

  /** Called by the generation's own end. */
  ended(generation: Generation): void {
    if (this.#current === generation) this.#current = null;
    if (generation.ended?.by === null) {
      this.#crashes.push(Date.now());
      if (this.#crashes.length > CRASH_LIMIT) this.#crashes.shift();
      this.#options.onTrouble?.(this.#describeCrash(generation.ended));
    }
    this.#options.archive.add(generation);
  }

  /** Ends the App Server by its ladder and closes every socket. Resolves when nothing is left. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const each of this.#sockets) each.socket.stopping();
    const generation = this.#current ?? (await this.#starting?.catch(() => null)) ?? null;
    generation?.end("relay");
    await generation?.over;
    // Those that keep up have their `exit` by now or within a moment; the others find the rest in the log.
    const patience = performance.now() + 1_000;
    while (this.#sockets.size > 0 && performance.now() < patience)
      await new Promise((resolve) => setTimeout(resolve, 10));
    clearInterval(this.#heart);
    for (const each of this.#sockets) each.socket.close(CLOSE.stopping, "relay stopping");
  }

  /** No grace any more. */
  hurry(): void {
    this.#current?.hurry();
  }

  #onText(from: Attachment, text: string): void {
    const parsed = parseClientFrame(text);
    if (parsed.kind === "unknown") return;
    if (parsed.kind === "bad") {
      from.socket.refuse("bad-frame", parsed.detail, null);
      return;
    }
    const { frame } = parsed;
    switch (frame.type) {
      case "attach":
        if (from.client === null) void this.#attach(from, frame);
        else from.socket.refuse("bad-frame", "This socket has attached already.", null);
        return;
      case "terminate": {
        const generation = from.socket.generation;
        if (from.client === null) from.socket.refuse("bad-frame", "The first message must be attach.", null);
        else if (generation !== null && generation.id === frame.generation) generation.end({ client: from.clientId });
        return;
      }
      case "ping":
        from.socket.beat();
    }
  }

  async #attach(from: Attachment, frame: Attach): Promise<void> {
    const known = this.#clients.get(frame.client);
    if (known !== undefined && frame.n <= known.n) {
      from.socket.refuse("stale", `A newer connection of this client has attached (n ${known.n}).`, null);
      return;
    }
    const client = known ?? { n: frame.n, waiting: 0, socket: null };
    const older = client.socket;
    const attached = [...this.#sockets].filter((each) => each.client !== null && each !== older).length;
    if (attached >= MAX_CLIENTS) {
      from.socket.refuse("too-many-clients", `${MAX_CLIENTS} clients are attached already. Close one of them.`, 10_000);
      return;
    }
    // From here on nothing is taken from the older socket, so `received` below is final for it.
    client.n = frame.n;
    client.socket = from;
    from.client = client;
    from.clientId = frame.client;
    this.#remember(frame.client, client);
    older?.socket.close(CLOSE.replaced, "replaced");

    let generation = frame.generation === null ? null : this.#find(frame.generation);
    let offset = generation === null && frame.generation !== null ? 0 : frame.offset;
    let early: Buffer[] = [];
    if (generation === null) {
      from.early = early;
      const running = await this.#currentOrNew(from);
      from.early = null;
      if (running === null || client.socket !== from) return;
      generation = running;
      if (early.length > 0) from.socket.unhold();
      // Lines meant for a generation that is no more belong to no process.
      if (frame.generation !== null) early = [];
    }
    const { log } = generation;
    if (offset === "end") offset = log.end;
    if (offset > log.end) {
      if (generation.ended === null) {
        from.socket.refuse(
          "bad-frame",
          `Offset ${offset} lies past the end (${log.end}) of a running generation.`,
          null,
        );
        return;
      }
      offset = log.end;
    }
    offset = Math.max(offset, log.base);
    from.socket.send({
      type: "attached",
      relay: this.#options.relay,
      generation: generation.id,
      offset,
      lineStart: log.lineStart(offset),
      base: log.base,
      end: log.end,
      head: log.head.toString("base64"),
      received: generation.received.get(frame.client) ?? 0,
      clients: generation.attached.size + 1,
      maxMessage: MAX_MESSAGE,
      heartbeatMs: this.#heartbeatMs,
      label: this.#options.label,
      version: VERSION,
      ended: this.#options.archive.list(),
    });
    this.#tellCount(generation, generation.attached.size + 1);
    from.socket.follow(generation, offset);
    for (const lines of early) this.#onLines(from, lines);
  }

  #describeCrash({ code, signal }: GenerationEnd): string {
    const how = signal === null ? `exit code ${code ?? "unknown"}` : signal;
    const first = this.#crashes[0] ?? 0;
    const loops =
      this.#crashes.length >= CRASH_LIMIT && Date.now() - first < (this.#options.crashWindowMs ?? CRASH_WINDOW_MS);
    return loops
      ? `The command ended by itself (${how}), ${CRASH_LIMIT} times within a minute now. It is not started again before a minute has passed; the app shows its last words.`
      : `The command ended by itself (${how}). It is started again when a device asks for it; the app shows its last words.`;
  }

  #find(id: string): Generation | null {
    return this.#current?.id === id ? this.#current : this.#options.archive.get(id);
  }

  /** The running generation, or a new one. Null when the socket has been refused or is gone. */
  async #currentOrNew(from: Attachment): Promise<Generation | null> {
    if (this.#current !== null) return this.#current;
    if (this.#stopping) {
      from.socket.close(CLOSE.stopping, "relay stopping");
      return null;
    }
    const first = this.#crashes[0];
    if (this.#starting === null && this.#crashes.length >= CRASH_LIMIT && first !== undefined) {
      const wait = first + (this.#options.crashWindowMs ?? CRASH_WINDOW_MS) - Date.now();
      if (wait > 0) {
        const last = this.#options.archive.list().at(-1)?.stderr?.trim().split("\n").at(-1);
        const why = last === undefined || last === "" ? "" : ` Its last words: ${last}`;
        from.socket.refuse(
          "crash-loop",
          `The command ended by itself ${CRASH_LIMIT} times within a minute.${why}`,
          wait,
        );
        return null;
      }
    }
    try {
      this.#starting ??= this.#startOne();
      return await this.#starting;
    } catch (error) {
      from.socket.refuse("cannot-start", whyNotStarted(error), null);
      return null;
    } finally {
      this.#starting = null;
    }
  }

  async #startOne(): Promise<Generation> {
    try {
      const generation = await this.#options.start();
      // It may have ended before anybody could attach.
      if (generation.ended === null) this.#current = generation;
      return generation;
    } catch (error) {
      // Here and not where it is waited for: once for all who wait.
      this.#options.onTrouble?.(whyNotStarted(error));
      throw error;
    }
  }

  #onLines(from: Attachment, lines: Buffer): void {
    const { client, socket } = from;
    if (client === null) {
      socket.refuse("bad-frame", "The first message must be attach.", null);
      return;
    }
    if (lines.at(-1) !== LF) {
      socket.refuse("bad-frame", "A binary message must hold whole lines that end in LF.", null);
      return;
    }
    if (from.early !== null) {
      from.early.push(lines);
      socket.hold();
      return;
    }
    const generation = socket.generation;
    if (generation === null) return;
    const { length } = lines;
    const taken = generation.take(from.clientId, lines, () => {
      client.waiting -= length;
      const current = client.socket;
      if (current?.held === true && client.waiting <= MAX_WAITING) {
        current.held = false;
        current.socket.unhold();
      }
    });
    if (!taken) return;
    client.waiting += length;
    socket.sendLatest({ type: "received", bytes: generation.received.get(from.clientId) ?? 0 });
    if (client.waiting > MAX_WAITING) {
      from.held = true;
      socket.hold();
    }
  }

  #onClosed(from: Attachment, generation: Generation | null): void {
    if (from.timer !== null) clearTimeout(from.timer);
    this.#sockets.delete(from);
    if (from.client?.socket === from) from.client.socket = null;
    if (generation !== null) this.#tellCount(generation, generation.attached.size);
  }

  #tellCount(generation: Generation, count: number): void {
    for (const each of this.#sockets) {
      if (each.socket.generation === generation) each.socket.sendLatest({ type: "clients", count });
    }
  }

  #remember(id: string, client: Client): void {
    this.#clients.delete(id);
    this.#clients.set(id, client);
    if (this.#clients.size <= REMEMBERED_CLIENTS) return;
    for (const [oldId, old] of this.#clients) {
      if (old.socket !== null) continue;
      this.#clients.delete(oldId);
      return;
    }
  }
}
