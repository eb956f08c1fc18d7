// A client of the relay for tests: keeps everything that came and lets a test wait for a condition instead of a time.
import { once } from "node:events";
import {
  parseRelayFrame,
  type RelayFrame,
  SUBPROTOCOL,
  TOKEN_SUBPROTOCOL_PREFIX,
} from "@longwire/shared-protocol/relay-frames";
import { WebSocket } from "ws";

export interface Door {
  readonly wsUrl: string;
  readonly token: string;
}

type FrameOf<T extends RelayFrame["type"]> = Extract<RelayFrame, { type: T }>;

/** What one message was, in order of arrival. */
export type Arrival = { kind: "frame"; frame: RelayFrame } | { kind: "bytes"; data: Buffer };

let attaches = 0;

export class TestClient {
  readonly ws: WebSocket;
  readonly arrivals: Arrival[] = [];
  byteCount = 0;
  /** Set by a test that only looks at bytes as they come, so that nothing is kept. */
  onBytes: ((data: Buffer) => void) | null = null;
  #chunks: Buffer[] = [];
  readonly #lines: string[] = [];
  #unread: Buffer[] = [];
  closed: { code: number; reason: string } | null = null;
  readonly #waiters = new Set<() => void>();

  private constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) {
        this.byteCount += data.length;
        if (this.onBytes === null) {
          this.arrivals.push({ kind: "bytes", data });
          this.#chunks.push(data);
          this.#unread.push(data);
        } else {
          this.onBytes(data);
        }
      } else {
        const parsed = parseRelayFrame(data.toString("utf8"));
        if (parsed.kind !== "frame") throw new Error(`the relay sent ${data.toString("utf8")}`);
        this.arrivals.push({ kind: "frame", frame: parsed.frame });
      }
      this.#changed();
    });
    ws.on("error", () => undefined);
    ws.on("close", (code, reason) => {
      this.closed = { code, reason: reason.toString("utf8") };
      this.#changed();
    });
  }

  /** Opens a socket with the right token (or other subprotocols) and waits until it is open. */
  static async open(door: Door, protocols?: string[], options: { autoPong?: boolean } = {}): Promise<TestClient> {
    const ws = new WebSocket(door.wsUrl, protocols ?? [SUBPROTOCOL, `${TOKEN_SUBPROTOCOL_PREFIX}${door.token}`], {
      perMessageDeflate: false,
      ...options,
    });
    const client = new TestClient(ws);
    await once(ws, "open");
    return client;
  }

  /** Opens and attaches; `n` grows by itself. */
  static async attach(
    door: Door,
    wish: { client?: string; n?: number; generation?: string | null; offset?: number | "end" } = {},
  ): Promise<TestClient> {
    const client = await TestClient.open(door);
    client.sendFrame({ type: "attach", client: "test", n: ++attaches, generation: null, offset: 0, ...wish });
    await client.until(() => client.find("attached") !== null || client.closed !== null);
    return client;
  }

  get attached(): FrameOf<"attached"> {
    const frame = this.find("attached");
    if (frame === null) throw new Error(`not attached: ${JSON.stringify(this.find("refused") ?? this.closed)}`);
    return frame;
  }

  /** The newest message of a type that came. */
  find<T extends RelayFrame["type"]>(type: T): FrameOf<T> | null {
    return this.all(type).at(-1) ?? null;
  }

  all<T extends RelayFrame["type"]>(type: T): FrameOf<T>[] {
    return this.arrivals.flatMap((each) =>
      each.kind === "frame" && each.frame.type === type ? [each.frame as FrameOf<T>] : [],
    );
  }

  /** All bytes that came, in order. */
  get bytes(): Buffer {
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }

  /** The whole lines that came, without their LF. */
  get lines(): readonly string[] {
    if (this.#unread.at(-1)?.includes(10) !== true) return this.#lines;
    const fresh = Buffer.concat(this.#unread);
    const end = fresh.lastIndexOf(10);
    this.#lines.push(...fresh.subarray(0, end).toString("utf8").split("\n"));
    this.#unread = [fresh.subarray(end + 1)];
    return this.#lines;
  }

  sendFrame(frame: object): void {
    this.ws.send(JSON.stringify(frame));
  }

  /** Sends one line of JSON. */
  sendLine(message: unknown): Buffer {
    const line = Buffer.from(`${JSON.stringify(message)}\n`);
    this.ws.send(line);
    return line;
  }

  /** Waits until `condition` holds; looked at after everything that arrives. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        const waiter = (): void => {
          this.#waiters.delete(waiter);
          resolve();
        };
        this.#waiters.add(waiter);
      });
    }
  }

  async untilFrame<T extends RelayFrame["type"]>(type: T): Promise<FrameOf<T>> {
    await this.until(() => this.find(type) !== null || (this.closed !== null && type !== "clients"));
    const frame = this.find(type);
    if (frame === null) throw new Error(`closed (${JSON.stringify(this.closed)}) without ${type}`);
    return frame;
  }

  async untilClosed(): Promise<{ code: number; reason: string }> {
    await this.until(() => this.closed !== null);
    return this.closed ?? { code: 0, reason: "" };
  }

  /** Cuts the connection without a word. */
  async cut(): Promise<void> {
    this.ws.terminate();
    await this.untilClosed();
  }

  #changed(): void {
    for (const each of this.#waiters) each();
  }
}
