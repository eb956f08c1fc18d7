import { expect, test } from "vitest";
import { createMemoryEnvironment } from "../link/memory-environment.ts";
import type { Folder } from "./folder.ts";
import { createLettingGo, RELEASE_AFTER_MS } from "./letting-go.ts";

function setup() {
  const environment = createMemoryEnvironment();
  const released: string[] = [];
  const world = {
    threads: new Map<string, { ephemeral: boolean }>(),
    loaded: ["T"],
    onScreen: false,
    atRest: true,
    alone: true,
    current: "g1" as string | null,
  };
  createLettingGo({
    folder: {
      state: { threads: world.threads },
      loaded: () => world.loaded,
      atRest: () => world.atRest,
    } as unknown as Folder,
    every(ms, run) {
      const again = (): void => {
        environment.after(ms, again);
        run();
      };
      return environment.after(ms, again);
    },
    onScreen: () => world.onScreen,
    alone: () => world.alone,
    current: () => world.current,
    release: (thread) => released.push(thread),
  });
  return { environment, released, world };
}

test("[ACT-24] an idle thread is let go ten minutes after it was last on screen, once", async () => {
  const { environment, released, world } = setup();
  world.onScreen = true;
  await environment.advance(2 * RELEASE_AFTER_MS);
  world.onScreen = false;
  await environment.advance(RELEASE_AFTER_MS - 61_000);
  expect(released).toEqual([]);
  await environment.advance(122_000);
  expect(released).toEqual(["T"]);
});

test("[ACT-24] not while anything of it runs or waits, another device is there, or there is no connection", async () => {
  for (const change of [{ atRest: false }, { alone: false }, { current: null }]) {
    const { environment, released, world } = setup();
    Object.assign(world, change);
    await environment.advance(3 * RELEASE_AFTER_MS);
    expect(released).toEqual([]);
  }
});

test("[ACT-24] another App Server begins the ten minutes anew", async () => {
  const { environment, released, world } = setup();
  await environment.advance(RELEASE_AFTER_MS - 61_000);
  world.current = "g2";
  await environment.advance(RELEASE_AFTER_MS - 61_000);
  expect(released).toEqual([]);
});

test("[ACT-97] an ephemeral thread is never let go by itself: that would end it", async () => {
  const { environment, released, world } = setup();
  world.threads.set("T", { ephemeral: true });
  await environment.advance(3 * RELEASE_AFTER_MS);
  expect(released).toEqual([]);
});
