// What the tests of the session share: a relay in memory with a scripted App Server, time that only the test moves, devices.
import { createMemoryEnvironment, settled } from "../../link/memory-environment.ts";
import { createMemoryRelay, type MemoryRelayOptions } from "../../link/memory.ts";
// A page loads it by itself; here it must not wait for the disk while only the test's own time passes.
import "../../projection/thread-fold.ts";
import type { OpenThread } from "../model.ts";
import { playAppServer } from "./app-server.ts";
import { createDevice, type Page } from "./device.ts";

/** A stream of bytes that is the same for the same seed. */
export function seededBytes(seed: number): (count: number) => Uint8Array {
  let state = seed >>> 0 || 1;
  return (count) =>
    Uint8Array.from({ length: count }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 255;
    });
}

/** @param seed chooses all ids */
export function createRig(seed = 1, relayOptions: MemoryRelayOptions = {}) {
  const environment = createMemoryEnvironment();
  const relay = createMemoryRelay({ heartbeatMs: 10_000, now: () => environment.now(), ...relayOptions });
  const server = playAppServer(relay);
  const world = { environment, relay, random: seededBytes(seed) };

  /** Lets time pass until the condition holds; at most a minute of it. */
  async function until<T>(
    what: string,
    test: () => T | undefined | null | false | Promise<T | undefined | null | false>,
    limitMs = 60_000,
  ): Promise<T> {
    for (let passed = 0; passed <= limitMs; passed += 50) {
      for (let turn = 0; turn < 4; turn++) {
        const found = await test();
        if (found !== undefined && found !== null && found !== false) return found;
        await settled();
      }
      await environment.advance(50);
    }
    throw new Error(`waited in vain for ${what}`);
  }

  /** Lets time pass until a promise has settled. */
  async function result<T>(promise: Promise<T>): Promise<T> {
    let done: { value: T } | null = null;
    void promise.then((value) => {
      done = { value };
    });
    return (await until("a result", (): { value: T } | null => done)).value;
  }

  return {
    result,
    environment,
    relay,
    server,
    until,
    device: () => createDevice(world),
    /** A page that is live. */
    async live(page: Page): Promise<Page> {
      await until("live", () => page.session.facts().connection === "live");
      return page;
    },
    /** A new thread, open in the page. */
    async newThread(page: Page): Promise<OpenThread> {
      const outcome = await result(page.session.request("thread/start", { cwd: "/w" }));
      if (!outcome.ok) throw new Error("thread/start failed");
      const thread = [...server.threads.keys()].at(-1) ?? "";
      const open = page.session.openThread(thread);
      await until("the thread", () => open.ready);
      return open;
    },
    heard: (method: string) => server.heard.filter(({ message }) => message.method === method),
  };
}

export type Rig = ReturnType<typeof createRig>;
