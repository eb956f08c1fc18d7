// What every link must do, whatever it stands on: run for the relay in memory and for the real one behind a real socket.
// The App Server behind it is the fake of the fixtures, or its likeness: it echoes a request's params, and knows `fake/emit`
// {count, size} (numbered lines) and `fake/exit` {code}.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Environment, OpenSocket } from "./environment.ts";
import { createLink, type LinkOptions } from "./link.ts";
import type { Link, LinkEvent } from "./types.ts";

export interface LinkRig {
  url: string;
  token: string;
  openSocket: OpenSocket;
  environment: Environment;
  /** Cuts every connection there is. */
  cut(): void;
  close(): Promise<void>;
}

interface Watched {
  link: Link;
  events: LinkEvent[];
  /** Resolves when `condition` holds, looked at after each event. */
  until: (what: string, condition: () => boolean) => Promise<void>;
  of: <T extends LinkEvent["type"]>(type: T) => Extract<LinkEvent, { type: T }>[];
  /** Everything that came of a generation, in order; throws when an offset is not the next one. */
  output: (generation: string) => string;
  generation: () => string;
  request: (id: string, method: string, params: unknown) => void;
}

const encoder = new TextEncoder();
const QUICK = { firstMs: 10, mostMs: 100, hiddenFirstMs: 10, hiddenMostMs: 100 };
/** Long enough for a slow machine; a wait that takes so long has failed. */
const PATIENCE_MS = 20_000;

/** Runs the suite; `setup` makes a fresh relay without an App Server for each test. */
export function runLinkAcceptance(name: string, setup: () => Promise<LinkRig>): void {
  describe(`link acceptance: ${name}`, () => {
    let rig: LinkRig;
    let links: Link[] = [];
    let numbers: number;

    beforeEach(async () => {
      numbers = 0;
      links = [];
      rig = await setup();
    });
    afterEach(async () => {
      for (const link of links) link.close();
      await rig.close();
    });

    function open(options: Partial<LinkOptions> = {}): Watched {
      const link = createLink({
        url: rig.url,
        token: rig.token,
        client: "page-one",
        nextAttach: () => Promise.resolve(++numbers),
        environment: rig.environment,
        openSocket: rig.openSocket,
        backoff: QUICK,
        ...options,
      });
      links.push(link);
      return watch(link);
    }

    async function attached(options: Partial<LinkOptions> = {}): Promise<Watched> {
      const watched = open(options);
      watched.link.attach({ generation: null, offset: 0 });
      await watched.until("attached", () => watched.link.status().type === "attached");
      return watched;
    }

    it("[LNK-25] attaches to a fresh generation from its first byte", async () => {
      const { of, until, request, output, generation } = await attached();
      expect(of("attached")[0]).toMatchObject({ n: 1, frame: { offset: 0, lineStart: true, received: 0, clients: 1 } });
      request("a", "echo", { text: "日本😀é" });
      await until("the reply", () => output(generation()).endsWith("\n"));
      expect(output(generation())).toBe('{"id":"a","result":{"echo":{"text":"日本😀é"}}}\n');
    });

    it("[LNK-25] tells what was taken, in bytes of this client id", async () => {
      const { of, until, request } = await attached();
      request("a", "echo", {});
      request("b", "echo", {});
      const total = encoder.encode('{"id":"a","method":"echo","params":{}}\n').length * 2;
      await until("received", () => of("received").at(-1)?.bytes === total);
      rig.cut();
      await until("attached again", () => of("attached").length === 2);
      expect(of("attached")[1]?.frame.received).toBe(total);
    });

    it("[LNK-25] comes back after cuts at the next byte, with nothing lost or doubled", async () => {
      const { of, until, request, output, generation } = await attached();
      for (let cut = 1; cut <= 5; cut++) {
        request(`emit-${cut}`, "fake/emit", { count: 200, size: 1_000 });
        await until("some of it", () => output(generation()).length > cut * 50_000);
        rig.cut();
        await until("attached again", () => of("attached").length === cut + 1);
      }
      request("last", "echo", {});
      await until("the last reply", () => output(generation()).includes('{"id":"last"'));
      const said = output(generation())
        .split("\n")
        .flatMap((line) => /"seq":(\d+)/.exec(line)?.[1] ?? []);
      expect(said).toEqual(Array.from({ length: said.length }, (_, index) => String(index)));
      // A request may have been cut on its way; what came is whole and in order all the same.
      expect(said.length % 200).toBe(0);
      expect(said.length).toBeGreaterThanOrEqual(200);
    });

    it("[LNK-25] a second page with the same client id takes over, and the first does not come back", async () => {
      const first = await attached();
      const second = await attached();
      await first.until("replaced", () => first.link.status().type === "replaced");
      second.request("a", "echo", {});
      await second.until("the reply", () => second.output(second.generation()).includes('"id":"a"'));
      expect(first.link.status()).toEqual({ type: "replaced" });
      expect(first.link.send(encoder.encode("{}\n"))).toBe(false);
    });

    it("[LNK-25] two client ids share the generation: both get all bytes, each its own count", async () => {
      const one = await attached();
      const two = await attached({ client: "page-two", nextAttach: () => Promise.resolve(1) });
      expect(two.generation()).toBe(one.generation());
      await one.until("told of both", () => one.of("clients").at(-1)?.count === 2);
      one.request("a", "echo", {});
      await two.until("the other's reply", () => two.output(two.generation()).includes('"id":"a"'));
      await one.until("received", () => one.of("received").length > 0);
      expect(two.of("received")).toEqual([]);
    });

    it("[LNK-25] an App Server that ends by itself is told after its last byte, and the next one attached", async () => {
      const { of, events, until, request, output, generation } = await attached();
      const first = generation();
      request("a", "fake/emit", { count: 100, size: 2_000 });
      request("b", "fake/exit", { code: 7 });
      await until("a new generation", () => of("attached").length === 2);
      const exit = events.findIndex((event) => event.type === "exit");
      expect(events[exit]).toMatchObject({
        end: { generation: first, code: 7, by: null, end: encoder.encode(output(first)).length },
      });
      expect(events.slice(exit).some((event) => event.type === "bytes" && event.generation === first)).toBe(false);
      expect(generation()).not.toBe(first);
      expect(of("attached")[1]?.frame.ended.map((end) => end.generation)).toContain(first);
    });

    it("[LNK-25] terminate ends the generation for good, and attach starts another", async () => {
      const { link, of, until, generation } = await attached();
      const first = generation();
      expect(link.terminate(first)).toBe(true);
      await until("ended", () => link.status().type === "ended");
      expect(of("exit")[0]?.end).toMatchObject({ generation: first, by: { client: "page-one" } });
      link.attach({ generation: null, offset: 0 });
      await until("attached", () => link.status().type === "attached");
      expect(generation()).not.toBe(first);
    });

    it("[LNK-25] a generation that is over gives the rest of its bytes and its exit", async () => {
      const one = await attached();
      const ended = one.generation();
      one.request("a", "fake/emit", { count: 3, size: 100 });
      await one.until("the reply", () => one.output(ended).includes('"id":"a"'));
      one.link.terminate(ended);
      await one.until("ended", () => one.link.status().type === "ended");
      const all = one.output(ended);

      const late = open({ client: "page-late" });
      late.link.attach({ generation: ended, offset: 10 });
      await late.until("ended", () => late.link.status().type === "ended");
      expect(late.output(ended)).toBe(all.slice(10));
      expect(late.of("exit")).toHaveLength(1);
    });

    it("[LNK-25] attached at the end, no byte of the past comes", async () => {
      const one = await attached();
      one.request("a", "echo", {});
      await one.until("the reply", () => one.output(one.generation()).endsWith("\n"));
      const past = one.output(one.generation()).length;
      const two = open({ client: "page-two" });
      two.link.attach({ generation: null, offset: "end" });
      await two.until("attached", () => two.link.status().type === "attached");
      expect(two.of("attached")[0]?.frame).toMatchObject({ offset: past, end: past, lineStart: true });
      two.request("b", "echo", {});
      await two.until("the reply", () => two.output(two.generation()).endsWith("\n"));
      expect(two.output(two.generation())).toBe('{"id":"b","result":{"echo":{}}}\n');
    });

    it("[LNK-25] a wrong token is refused for good", async () => {
      const { link, until } = open({ token: "wrong" });
      link.attach({ generation: null, offset: 0 });
      await until("refused", () => link.status().type === "refused");
      expect(link.status()).toMatchObject({ retryAt: null, refusal: { reason: "bad-token" } });
    });

    it("[LNK-25] a number that is too low is followed by higher ones until it fits", async () => {
      const { link, until } = await attached({
        nextAttach: () => Promise.resolve((numbers += 1) === 1 ? 5 : numbers + 1),
      });
      link.attach({ generation: null, offset: 0 });
      await until("refused", () => link.status().type === "refused");
      await until("attached", () => link.status().type === "attached");
      // 5, then 3, 4, 5 (all stale), then 6.
      expect(numbers).toBe(5);
    });

    it("[LNK-25] a ping is answered and its round-trip told", async () => {
      const { link, of, until } = await attached();
      link.probe();
      await until("latency", () => of("latency").length > 0);
      expect(of("latency")[0]?.ms).toBeGreaterThanOrEqual(0);
    });
  });
}

/** Records what a link tells. */
export function watch(link: Link): Watched {
  const events: LinkEvent[] = [];
  const waiting = new Set<() => void>();
  const text = new Map<string, { at: number; text: string; decoder: TextDecoder }>();

  link.subscribe((event) => {
    events.push(event);
    if (event.type === "bytes") take(event);
    if (event.type === "attached" && !text.has(event.frame.generation))
      text.set(event.frame.generation, { at: event.frame.offset, text: "", decoder: new TextDecoder() });
    for (const look of waiting) look();
  });

  function take(event: Extract<LinkEvent, { type: "bytes" }>): void {
    const soFar = text.get(event.generation);
    if (soFar === undefined || soFar.at !== event.offset)
      throw new Error(`bytes at ${event.offset} of ${event.generation}, expected ${soFar?.at ?? "none"}`);
    soFar.text += soFar.decoder.decode(event.bytes, { stream: true });
    soFar.at += event.bytes.length;
  }

  const watched: Watched = {
    link,
    events,
    until: (what, condition) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!condition()) return;
          waiting.delete(look);
          clearTimeout(patience);
          resolve();
        };
        const patience = setTimeout(() => {
          waiting.delete(look);
          const last = events.slice(-5).map((event) => JSON.stringify(event).slice(0, 200));
          reject(new Error(`waited in vain for ${what}; the last events: ${last.join(" ")}`));
        }, PATIENCE_MS);
        waiting.add(look);
        look();
      }),
    of: (type) => events.filter((event): event is Extract<LinkEvent, { type: typeof type }> => event.type === type),
    output: (generation) => text.get(generation)?.text ?? "",
    generation: () => watched.of("attached").at(-1)?.frame.generation ?? "",
    request(id, method, params) {
      link.send(encoder.encode(`${JSON.stringify({ id, method, params })}\n`));
    },
  };
  return watched;
}
