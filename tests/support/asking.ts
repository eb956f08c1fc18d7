// What the suites about decisions have in common: requests a puppet can make, the answers it got, and a person's press.
import type { Locator, Page } from "@playwright/test";
import { expect } from "./rig.ts";
import type { Heard, Puppet } from "./puppet.ts";

/** The lines that answer something, in the order in which they came. */
export const answersTo = (puppet: Puppet): Heard[] =>
  puppet.heard.filter((line) => line.method === undefined && (line.result !== undefined || line.error !== undefined));

/** The requests of one method that pages made. */
export const sentTo = (puppet: Puppet, method: string): Heard[] =>
  puppet.heard.filter((line) => line.method === method);

/** A command that asks, in turn `t1` of thread `T1` unless told otherwise. */
export const asksCommand = (id: unknown, command: string, more: Record<string, unknown> = {}) => ({
  id,
  method: "item/commandExecution/requestApproval",
  params: { threadId: "T1", turnId: "t1", itemId: `i${JSON.stringify(id)}`, command, cwd: "/w", ...more },
});

/** `serverRequest/resolved`. */
export const resolved = (id: unknown, thread = "T1") => ({
  method: "serverRequest/resolved",
  params: { threadId: thread, requestId: id },
});

/** The status of a thread with a turn that waits for what the flags say. */
export const waits = (thread: string, ...activeFlags: string[]) => ({
  method: "thread/status/changed",
  params: { threadId: thread, status: { type: "active", activeFlags } },
});

/** The card of the request with this id, whatever its state. */
export const cardWith = (page: Page, id: string | number): Locator =>
  page.locator(`[data-decision][data-request-key$=${JSON.stringify(`/${typeof id === "number" ? "n" : "s"}:${id}`)}]`);

/** Presses a button of a card with the keyboard, once it answers; again only while the card still waits. */
export async function press(card: Locator, name: string): Promise<void> {
  const button = card.getByRole("button", { name, exact: true });
  await expect(async () => {
    if ((await card.getAttribute("data-state", { timeout: 500 })) !== "pending") return;
    await button.focus({ timeout: 1000 });
    await expect(button).not.toHaveAttribute("aria-disabled", { timeout: 1500 });
    await button.press("Enter", { timeout: 1000 });
    await expect(card).not.toHaveAttribute("data-state", "pending", { timeout: 700 });
  }).toPass({ timeout: 20_000 });
}

/** Tells the page that the network is there again, as a browser does. */
export const back = (page: Page): Promise<void> => page.evaluate(() => void dispatchEvent(new Event("online")));

/** Goes to a page within the app, as a link does. */
export const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
