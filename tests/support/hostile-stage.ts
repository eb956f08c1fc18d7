// The stage of the hostile suites: a puppet for an App Server, the app in a page, and a watch over what a page must never do.
import type { Page } from "@playwright/test";
import { type App, expect, type Rig, type RigOptions } from "./rig.ts";
import { startPuppet, type Puppet } from "./puppet.ts";

export type MakeRig = (options: RigOptions) => Promise<Rig>;

export interface Stage {
  readonly puppet: Puppet;
  readonly it: Rig;
  readonly app: App;
  /** What went wrong in the page so far: thrown errors, console errors, alerts, requests that leave the relay. */
  readonly wrongs: string[];
}

const stages: Puppet[] = [];

/** Ends the puppets of a test. */
export async function closeStages(): Promise<void> {
  for (const puppet of stages.splice(0)) await puppet.close();
}

/** Notes everything a page must never do. */
export async function watch(page: Page, wrongs: string[]): Promise<void> {
  page.on("pageerror", (error) => wrongs.push(`thrown: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    // A relay that is away, alone or behind a proxy, is no wrong of the page.
    if (
      message.type() === "error" &&
      !/ERR_CONNECTION|ERR_INTERNET|ERR_EMPTY_RESPONSE|WebSocket connection/.test(message.text())
    )
      wrongs.push(`console: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    wrongs.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.hostname !== "127.0.0.1" && !["data:", "blob:"].includes(url.protocol)) wrongs.push(`request: ${url.href}`);
  });
  await page.addInitScript(() => {
    const seen: { start: number; length: number }[] = [];
    Reflect.set(globalThis, "__long", seen);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push({ start: entry.startTime, length: entry.duration });
    }).observe({ type: "longtask", buffered: true });
  });
}

/** The longest task since the last look, ms. */
export function longest(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seen: { length: number }[] = Reflect.get(globalThis, "__long");
    return Math.max(0, ...seen.splice(0).map(({ length }) => length));
  });
}

/** Sets a stage with one thread, `T1`, open in the page. */
export async function stage(page: Page, rig: MakeRig, relay: RigOptions["relay"] = {}): Promise<Stage> {
  const puppet = await startPuppet();
  stages.push(puppet);
  const it = await rig({ script: () => [], relay: { ...relay, command: puppet.command } });
  const wrongs: string[] = [];
  await watch(page, wrongs);
  const app = await it.open(page);
  await app.startThread("/tmp");
  return { puppet, it, app, wrongs };
}

/** Types into the composer and reads it back: the page answers the person. */
export async function typing(app: App): Promise<number> {
  const from = Date.now();
  await app.message.fill("typed while it came");
  await expect(app.message).toHaveValue("typed while it came");
  return Date.now() - from;
}
