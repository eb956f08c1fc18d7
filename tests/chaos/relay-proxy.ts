// A TCP proxy between a client and the relay that cuts connections at chosen bytes, in three ways.
import { createServer, connect, type Server, type Socket } from "node:net";

/** How a connection dies: by RST, by FIN, or held: what the client sent is delivered after it has gone, up to a second later. */
export type CutKind = "reset" | "clean" | "hold";

/** When one connection is cut: whichever direction reaches its number of bytes first. */
export interface CutPlan {
  readonly kind: CutKind;
  /** Bytes client → relay, and relay → client. */
  readonly inward: number;
  readonly outward: number;
  /** For `hold`: milliseconds until the held bytes are delivered. */
  readonly holdMs: number;
}

export class CuttingProxy {
  readonly #server: Server;
  readonly #target: number;
  readonly #plan: () => CutPlan | null;
  readonly #sockets = new Set<Socket>();
  readonly #held = new Set<NodeJS.Timeout>();
  readonly cuts: Record<CutKind, number> = { reset: 0, clean: 0, hold: 0 };

  private constructor(target: number, plan: () => CutPlan | null) {
    this.#target = target;
    this.#plan = plan;
    this.#server = createServer((client) => this.#serve(client));
  }

  /** @param plan asked for each connection; null: it is left alone. */
  static async start(target: number, plan: () => CutPlan | null): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target, plan);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  get total(): number {
    return this.cuts.reset + this.cuts.clean + this.cuts.hold;
  }

  close(): void {
    for (const timer of this.#held) clearTimeout(timer);
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(client: Socket): void {
    const plan = this.#plan();
    const relay = connect(this.#target, "127.0.0.1");
    for (const socket of [client, relay]) {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => this.#sockets.delete(socket));
    }
    let inward = 0;
    let outward = 0;
    let cut = false;
    const doCut = (rest: Buffer): void => {
      if (plan === null || cut) return;
      cut = true;
      this.cuts[plan.kind]++;
      switch (plan.kind) {
        case "reset":
          client.resetAndDestroy();
          relay.resetAndDestroy();
          return;
        case "clean":
          client.end();
          relay.end();
          // A peer that never closes its half is not waited for.
          setTimeout(() => {
            client.destroy();
            relay.destroy();
          }, 200).unref();
          return;
        case "hold": {
          client.resetAndDestroy();
          relay.pause();
          const timer = setTimeout(() => {
            this.#held.delete(timer);
            relay.resume();
            relay.end(rest);
            setTimeout(() => relay.destroy(), 200).unref();
          }, plan.holdMs);
          this.#held.add(timer);
        }
      }
    };
    client.on("data", (data: Buffer) => {
      if (cut) return;
      const room = plan === null ? Number.POSITIVE_INFINITY : plan.inward - inward;
      inward += data.length;
      if (data.length < room) {
        relay.write(data);
        return;
      }
      relay.write(data.subarray(0, room));
      doCut(data.subarray(room));
    });
    relay.on("data", (data: Buffer) => {
      if (cut) return;
      const room = plan === null ? Number.POSITIVE_INFINITY : plan.outward - outward;
      outward += data.length;
      if (data.length < room) {
        if (!client.write(data)) {
          relay.pause();
          client.once("drain", () => relay.resume());
        }
        return;
      }
      client.write(data.subarray(0, room), () => doCut(Buffer.alloc(0)));
      // In `hold` the client's own bytes of this moment are what is held: wait for the write above.
    });
    client.on("close", () => {
      if (!cut) relay.destroy();
    });
    relay.on("close", () => {
      if (!cut) client.destroy();
    });
  }
}
