// The smallest client that keeps the protocol's promise from its side: comes back at the byte where it stopped, and sends
// again exactly what `received` does not cover. Used against the relay where the app's own link is not what is tested.
import { CLOSE, parseRelayFrame, SUBPROTOCOL, TOKEN_SUBPROTOCOL_PREFIX } from "@longwire/shared-protocol/relay-frames";
import { WebSocket } from "ws";

export interface NodeLinkOptions {
  readonly client: string;
  readonly token: string;
  /** Asked before each connection. */
  readonly url: () => string;
}

export class NodeLink {
  readonly #options: NodeLinkOptions;
  #n = 0;
  #ws: WebSocket | null = null;
  #generation: string | null = null;
  /** Everything to be sent in this generation, and where each message ends. */
  readonly #outbox: { message: Buffer; end: number }[] = [];
  #written = 0;
  #live = false;
  #stopped = false;
  offset = 0;
  /** Bytes of ours that the relay has taken. */
  received = 0;
  connections = 0;
  /** Everything that went wrong: a gap, another generation, bytes out of place. Stays empty. */
  readonly faults: string[] = [];
  onBytes: (data: Buffer) => void = () => undefined;
  onReceived: () => void = () => undefined;

  constructor(options: NodeLinkOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Queues whole lines as one message. */
  send(message: Buffer): void {
    this.#written += message.length;
    this.#outbox.push({ message, end: this.#written });
    if (this.#live) this.#ws?.send(message, () => undefined);
  }

  get waiting(): number {
    return this.#written - this.received;
  }

  stop(): void {
    this.#stopped = true;
    this.#ws?.terminate();
  }

  #connect(): void {
    if (this.#stopped) return;
    this.connections++;
    const ws = new WebSocket(this.#options.url(), [SUBPROTOCOL, `${TOKEN_SUBPROTOCOL_PREFIX}${this.#options.token}`], {
      perMessageDeflate: false,
    });
    this.#ws = ws;
    this.#live = false;
    ws.on("error", () => undefined);
    ws.on("open", () => {
      const attach = {
        type: "attach",
        client: this.#options.client,
        n: ++this.#n,
        generation: this.#generation,
        offset: this.offset,
      };
      ws.send(JSON.stringify(attach), () => undefined);
    });
    ws.on("message", (data: Buffer, isBinary: boolean) => {
      if (ws !== this.#ws) return;
      if (isBinary) {
        this.offset += data.length;
        this.onBytes(data);
      } else {
        this.#onFrame(ws, data.toString("utf8"));
      }
    });
    ws.on("close", (code) => {
      if (ws !== this.#ws) return;
      if (code === CLOSE.replaced) this.faults.push("the newest connection was replaced by an older one");
      this.#live = false;
      setImmediate(() => this.#connect());
    });
  }

  #onFrame(ws: WebSocket, text: string): void {
    const parsed = parseRelayFrame(text);
    if (parsed.kind !== "frame") {
      this.faults.push(`unreadable: ${text}`);
      return;
    }
    const { frame } = parsed;
    switch (frame.type) {
      case "attached":
        if (this.#generation !== null && frame.generation !== this.#generation)
          this.faults.push(`another generation: ${frame.generation}`);
        if (frame.offset !== this.offset) this.faults.push(`attached at ${frame.offset} instead of ${this.offset}`);
        this.#generation = frame.generation;
        this.#took(frame.received);
        this.#live = true;
        for (const { message } of this.#outbox) ws.send(message, () => undefined);
        return;
      case "received":
        this.#took(frame.bytes);
        return;
      case "gap":
      case "exit":
      case "refused":
        // A hello of this page's own older connection may be answered stale on the older socket only.
        this.faults.push(text);
    }
  }

  #took(bytes: number): void {
    if (bytes < this.received) this.faults.push(`received went back from ${this.received} to ${bytes}`);
    this.received = bytes;
    while ((this.#outbox[0]?.end ?? Number.POSITIVE_INFINITY) <= bytes) this.#outbox.shift();
    const first = this.#outbox[0];
    if (first !== undefined && first.end - first.message.length !== bytes)
      this.faults.push(`received ${bytes} lies inside a message`);
    this.onReceived();
  }
}
