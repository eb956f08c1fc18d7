// A TCP proxy between a browser and the relay that can cut: at once, or at a byte of the relay's output.
import { createServer, connect, type Server, type Socket } from "node:net";

export interface CuttingProxy {
  readonly port: number;
  /** Resets every open connection now. */
  cutAll(): void;
  /** Resets the next connections once they have carried these many bytes towards the browser after an upgrade, one entry a cut. */
  cutAfter(bytes: readonly number[]): void;
  /** Cuts made so far by `cutAfter`. */
  cuts(): number;
  /** False: connections are refused (reset at once). */
  accept(on: boolean): void;
  /** True: nothing reaches the browser any more, while what it sends still gets through. False: what waited comes. */
  stall(on: boolean): void;
  close(): Promise<void>;
}

/** Starts the proxy in front of `target` (a port of 127.0.0.1). */
export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let plan: number[] = [];
  let made = 0;
  let open = true;
  let stalled = false;

  const server: Server = createServer((client) => {
    if (!open) return client.resetAndDestroy();
    const upstream = connect(target, "127.0.0.1");
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    let isSocket = false;
    let carried = 0;
    let limit: number | undefined;
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    client.on("data", (chunk) => {
      if (!isSocket && chunk.toString("latin1").includes("GET /relay ")) isSocket = true;
      if (!upstream.write(chunk)) client.pause();
    });
    upstream.on("drain", () => client.resume());
    client.on("drain", () => {
      if (!stalled) upstream.resume();
    });
    upstream.on("data", (chunk) => {
      if (isSocket) {
        limit ??= plan.shift();
        carried += chunk.length;
        if (limit !== undefined && carried >= limit) {
          made += 1;
          client.write(chunk.subarray(0, Math.max(0, chunk.length - (carried - limit))));
          client.resetAndDestroy();
          upstream.resetAndDestroy();
          pairs.delete(pair);
          return;
        }
      }
      if (!client.write(chunk) || stalled) upstream.pause();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");

  return {
    port: address.port,
    cutAll() {
      for (const [client, upstream] of pairs) {
        client.resetAndDestroy();
        upstream.resetAndDestroy();
      }
    },
    cutAfter(bytes) {
      plan = [...bytes];
    },
    cuts: () => made,
    accept(on) {
      open = on;
    },
    stall(on) {
      stalled = on;
      for (const [, upstream] of pairs)
        if (on) upstream.pause();
        else upstream.resume();
    },
    async close() {
      open = false;
      for (const [client, upstream] of pairs) {
        client.destroy();
        upstream.destroy();
      }
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
