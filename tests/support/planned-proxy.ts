// A TCP proxy before a relay that ends each connection where it is told to: by a reset, by a plain close, or by holding what
// the client sent and delivering it to the relay after the client has long come back over another connection.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface Cut {
  /**
   * reset: RST on both sides. close: FIN on both sides. hold: the client's side is cut; what it sent from the given byte on
   * (its `attach` too, when that is byte 0) reaches the relay `delayMs` later, and only then that side ends.
   */
  way: "reset" | "close" | "hold";
  /** Whose bytes are counted: up is client to relay. */
  direction: "up" | "down";
  /** Cut after so many bytes of that direction, the HTTP upgrade not counted. */
  after: number;
  /** For hold: milliseconds until what is held is delivered; null: when `release` is called. */
  delayMs: number | null;
  /** For hold: milliseconds for which the client still believes in the connection and goes on sending. */
  graceMs: number;
}

export interface Proxy {
  readonly port: number;
  /** Connections taken up to now. */
  connections(): number;
  /** Cuts carried out up to now, by way. */
  cuts(): Record<Cut["way"], number>;
  /** Held bytes that have been delivered late. */
  deliveredLate(): number;
  /** Delivers all that is held now. */
  release(): void;
  /** Resets all connections now, planned cut or not. */
  resetAll(): void;
  /** Resolves when nothing is held any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * Listens on a free port of the loopback and passes each connection on to `port`.
 * @param plan the cut for each connection, or null for none
 */
export async function startProxy(port: number, plan: (connection: number) => Cut | null): Promise<Proxy> {
  const live = new Set<() => void>();
  const releases = new Set<() => void>();
  const cuts = { reset: 0, close: 0, hold: 0 };
  let connections = 0;
  let late = 0;
  let held = 0;
  let onSettled: (() => void)[] = [];

  const server = createServer((client) => {
    const cut = plan(connections++);
    const relay = connect(port, "127.0.0.1");
    const counted = { up: 0, down: 0 };
    const headPassed = { up: false, down: false };
    /** What is held back, once the cut has come by way of hold. */
    let holding: Buffer[] | null = null;
    let done = false;

    const reset = (): void => {
      done = true;
      live.delete(reset);
      client.resetAndDestroy();
      relay.resetAndDestroy();
    };
    live.add(reset);

    function carryOut(way: Cut["way"], rest: Buffer): void {
      cuts[way] += 1;
      if (way === "reset") reset();
      else if (way === "close") {
        done = true;
        live.delete(reset);
        client.end();
        relay.end();
        // The other side may not answer the FIN: then it is gone all the same.
        setTimeout(() => client.destroy(), 200).unref();
        setTimeout(() => relay.destroy(), 200).unref();
      } else {
        holding = [rest];
        held += 1;
        client.resume();
        setTimeout(() => client.destroy(), cut?.graceMs ?? 0);
        releases.add(deliver);
        const delayMs = cut?.delayMs ?? null;
        if (delayMs !== null) setTimeout(deliver, (cut?.graceMs ?? 0) + delayMs);
      }
    }

    function deliver(): void {
      if (!releases.delete(deliver)) return;
      const bytes = Buffer.concat(holding ?? []);
      late += bytes.length;
      done = true;
      live.delete(reset);
      relay.write(bytes);
      // What was sent before the end is read before it: the relay has had its chance at every byte.
      relay.end();
      setTimeout(() => {
        relay.destroy();
        held -= 1;
        if (held === 0) for (const resolve of onSettled.splice(0)) resolve();
      }, 200);
    }

    function pass(direction: "up" | "down", from: Socket, to: Socket, chunk: Buffer): void {
      if (done) return;
      if (holding !== null) {
        // Nothing reaches the client any more, and what it sends waits.
        if (direction === "up") holding.push(chunk);
        return;
      }
      let body = chunk;
      if (!headPassed[direction]) {
        const at = chunk.indexOf(HEAD_END);
        const end = at === -1 ? chunk.length : at + HEAD_END.length;
        headPassed[direction] = at !== -1;
        to.write(chunk.subarray(0, end));
        body = chunk.subarray(end);
        if (body.length === 0) return;
      }
      if (cut !== null && cut.direction === direction && counted[direction] + body.length > cut.after) {
        const keep = Math.max(0, cut.after - counted[direction]);
        const rest = body.subarray(keep);
        const { way } = cut;
        if (way === "hold") {
          if (keep > 0) to.write(body.subarray(0, keep));
          carryOut(way, rest);
        } else {
          // The first part leaves before the connection goes: a reset throws away what waits.
          done = true;
          from.pause();
          to.write(body.subarray(0, keep), () => carryOut(way, rest));
        }
        return;
      }
      counted[direction] += body.length;
      if (!to.write(body)) {
        from.pause();
        to.once("drain", () => from.resume());
      }
    }

    client.on("data", (chunk: Buffer) => pass("up", client, relay, chunk));
    relay.on("data", (chunk: Buffer) => pass("down", relay, client, chunk));
    client.on("error", () => undefined);
    relay.on("error", () => undefined);
    client.on("close", () => {
      // While holding, the relay must not learn yet that the client has gone.
      if (holding === null) relay.destroy();
    });
    relay.on("close", () => {
      client.destroy();
      live.delete(reset);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a listening TCP server has an AddressInfo
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    connections: () => connections,
    cuts: () => ({ ...cuts }),
    deliveredLate: () => late,
    release() {
      for (const deliver of releases) deliver();
    },
    resetAll() {
      for (const reset of live) reset();
    },
    settled: () =>
      held === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            onSettled = [...onSettled, resolve];
          }),
    close() {
      for (const reset of live) reset();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
