// Another device of the same person: a browser of its own on the same relay.
import type { Browser, Page } from "@playwright/test";
import type { App, Rig } from "./rig.ts";

export interface SecondDevice {
  app: App;
  page: Page;
  done: () => Promise<void>;
}

/** Opens it, live, at the list of threads. */
export async function secondDevice(browser: Browser, it: Rig): Promise<SecondDevice> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const app = await it.open(page);
  return { app, page, done: () => context.close() };
}
