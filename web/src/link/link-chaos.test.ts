import fc from "fast-check";
import { expect, it } from "vitest";
import { setup } from "./link-rig.ts";
import type { LinkEvent } from "./types.ts";

// What may befall a link, as data: so that a failing run can be read and kept.
type Blow =
  | { do: "write"; bytes: number }
  | {
      do:
        | "cut-now"
        | "hold"
        | "release"
        | "crash"
        | "stop"
        | "hide"
        | "show"
        | "online"
        | "probe"
        | "beat"
        | "down"
        | "up";
    }
  | { do: "cut-after"; bytes: number }
  | { do: "refuse"; ms: number }
  | { do: "garbage"; text: string }
  | { do: "advance"; ms: number }
  | { do: "sleep"; ms: number };

const blow: fc.Arbitrary<Blow> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("write" as const), bytes: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...([
          "cut-now",
          "hold",
          "release",
          "crash",
          "stop",
          "hide",
          "show",
          "online",
          "probe",
          "beat",
          "down",
          "up",
        ] as const),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cut-after" as const), bytes: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refuse" as const), ms: fc.nat(5_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("garbage" as const),
      text: fc.constantFrom(
        "{",
        "[]",
        '{"type":"gap","from":999999,"to":1000000,"lineStart":true}',
        '{"type":"new"}',
        '{"type":"exit"}',
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom("advance" as const, "sleep" as const), ms: fc.nat(30_000) }),
  },
);

it("[LNK-02] [LNK-06] whatever befalls it, a link comes back by itself, and each byte is told once and in order", async () => {
  const seed = Date.now() & 0x7fffffff;
  console.info(`link chaos: seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(fc.array(blow, { maxLength: 40 }), async (blows) => {
      const { environment, relay, link, events } = setup({ chunk: 16 });
      /** All that each generation said, as the App Server knows it. */
      const said = new Map<string, string>();
      let letter = 0;
      const write = (bytes: number): void => {
        const generation = relay.start();
        const text = `${String.fromCharCode(97 + (letter++ % 26)).repeat(bytes - 1)}\n`;
        said.set(generation, (said.get(generation) ?? "") + text);
        relay.write(text);
      };
      link.attach({ generation: null, offset: 0 });
      for (const each of blows) {
        const sockets = relay.sockets();
        if (each.do === "write") write(each.bytes);
        else if (each.do === "cut-now") relay.cut();
        else if (each.do === "hold") for (const socket of sockets) socket.hold();
        else if (each.do === "release") for (const socket of sockets) socket.release();
        else if (each.do === "crash") relay.end({ code: 1 });
        else if (each.do === "stop") relay.stop();
        else if (each.do === "hide") environment.setHidden(true);
        else if (each.do === "show") environment.setHidden(false);
        else if (each.do === "online") environment.sign("online");
        else if (each.do === "probe") link.probe();
        else if (each.do === "beat") relay.beat();
        else if (each.do === "down") relay.reachable(false);
        else if (each.do === "up") relay.reachable(true);
        else if (each.do === "cut-after") sockets.at(-1)?.cutAfterOut(each.bytes);
        else if (each.do === "refuse") relay.refuse({ reason: "crash-loop", detail: "", retryAfterMs: each.ms });
        else if (each.do === "garbage") sockets.at(-1)?.sendRaw(each.text);
        else if (each.do === "advance") await environment.advance(each.ms);
        else if (each.do === "sleep") await environment.sleep(each.ms);
      }

      // All is well again; nobody touches the link.
      environment.setHidden(false);
      relay.refuse(null);
      relay.reachable(true);
      for (const socket of relay.sockets()) socket.release();
      await environment.advance(120_000);
      expect(link.status()).toEqual({ type: "attached" });
      expect(relay.sockets()).toHaveLength(1);
      // A planned cut may still lie ahead of this line.
      write(5);
      await environment.advance(120_000);

      const heard = new Map<string, string>();
      for (const event of events) follow(event, heard);
      for (const [generation, text] of heard) expect(said.get(generation) ?? "").toBe(text);
      expect(heard.get(relay.current() ?? "")).toBe(said.get(relay.current() ?? ""));
      link.close();
    }),
    { numRuns: 300, seed },
  );
}, 30_000);

/** Adds what an event brought; every byte must have the next offset of its generation. */
function follow(event: LinkEvent, heard: Map<string, string>): void {
  if (event.type === "attached") {
    const { generation, offset } = event.frame;
    expect(offset).toBe(heard.get(generation)?.length ?? 0);
    heard.set(generation, heard.get(generation) ?? "");
  } else if (event.type === "bytes") {
    expect(event.offset).toBe(heard.get(event.generation)?.length);
    heard.set(event.generation, (heard.get(event.generation) ?? "") + new TextDecoder().decode(event.bytes));
  } else if (event.type === "exit") {
    expect(event.end.end).toBe(heard.get(event.end.generation)?.length);
  }
}
