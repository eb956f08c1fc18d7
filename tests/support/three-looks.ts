// One thread looked at three times: as it was seen live, after a reload, and after a cold start without the relay. All three
// must say the same, and nothing may still turn. What changes by the clock alone (times, durations) is left out.
import type { Page } from "@playwright/test";
import { type App, expect, type Rig } from "./rig.ts";

/** What a person sees of a thread, line by line: marks (ids, states, outcomes) and words. */
export type Look = string[];

/** Signs that something goes on. None may be left once nothing does. */
const SPINNERS = [
  '[data-testid="transcript"] [data-turn-status="inProgress"]',
  '[data-testid="transcript"] [data-turn-status="stopping"]',
  '[data-testid="transcript"] [data-turn-status="noAnswerToStop"]',
  '[data-testid="transcript"] .foot[data-kind="running"]',
  '[data-testid="transcript"] [data-wire="running"]',
  '[data-testid="transcript"] [data-knot$="-open"]',
  '[data-testid="transcript"] [data-item-id][data-phase="open"]',
  '[data-testid="transcript"] [data-card][data-running]',
  '[data-testid="transcript"] [data-outgoing="sent"]',
  '[data-testid="transcript"] [data-outgoing="accepted"]',
  '.thread-header .dot[data-kind="run"]',
  '.thread-header .dot[data-kind="wait"]',
  'a[data-thread-id][aria-current="page"] .dot[data-kind="run"]',
  "[data-decision][data-state=pending]",
  "[data-decision][data-state=sent]",
  ".thread__main [aria-busy=true]",
  ".thread__main progress",
];

/** A window so tall that the transcript draws every row of a test's thread. */
const TALL = { width: 1440, height: 12_000 };

/** What is drawn now. */
async function look(page: Page): Promise<Look> {
  return page.evaluate(() => {
    // Parts with their own elements are kept apart, so that a duration does not melt into its neighbour.
    const words = (element: Element): string => {
      const parts: string[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() !== null) {
        const text = walker.currentNode.nodeValue ?? "";
        if (walker.currentNode.parentElement?.closest("time, button, .foot-wire") !== null) continue;
        if (!/^\s*[·]?\s*(took )?(\d+:)*\d+(\.\d+)? ?(ms|s|m|min|h)?( \d+ (s|min))?\s*$/.test(text)) parts.push(text);
      }
      return parts
        .join("")
        .replaceAll(/\d{1,2}:\d{2}(\s?[AP]M)?/g, "<clock>")
        .replaceAll(/\s+/g, " ")
        .trim();
    };
    const mark = (element: Element): string | null => {
      const of = (name: string): string => element.getAttribute(name) ?? "-";
      if (element.matches("[data-turn-id]")) return `turn ${of("data-turn-id")} ${of("data-turn-status")}`;
      if (element.matches("[data-decision]"))
        return `decision ${of("data-decision")} ${of("data-request-key")} ${of("data-state")} ${of("data-outcome")}`;
      if (element.matches("[data-item-id]"))
        return `item ${of("data-item-type")} ${of("data-phase")}: ${words(element)}`;
      if (element.matches("[data-card]")) return `card ${of("data-card")}: ${words(element)}`;
      if (element.matches("[data-generic]")) return `generic ${of("data-generic")}`;
      if (element.matches("[data-outgoing]")) return `outgoing ${of("data-outgoing")}: ${words(element)}`;
      if (element.matches("[data-note]")) return `note ${of("data-note")}: ${words(element)}`;
      if (element.matches(".foot")) return `foot ${of("data-kind")}: ${words(element)}`;
      if (element.matches(".notice")) return `notice ${of("data-kind")}: ${words(element)}`;
      if (element.matches(".thread-header h1, .thread-header .chip")) return `header: ${words(element)}`;
      if (element.matches(".thread-row")) {
        // Without the folder at its end: its branch is known only once the list has been read.
        const line = words(element).replace(/(…|~)?\/\S*( · [^·]+)?$/, "");
        return `row ${of("data-needs")} ${element.querySelector(".dot")?.getAttribute("data-kind")}: ${line}`;
      }
      return null;
    };
    const main = document.querySelector(".thread__main");
    if (main === null) return ["no thread on screen"];
    const row = document.querySelector('.thread-row[aria-current="page"]');
    return [row, ...main.querySelectorAll("*")]
      .filter((element) => element !== null && element.closest(".banner") === null)
      .map((element) => (element === null ? null : mark(element)))
      .filter((line) => line !== null)
      .concat(`title: ${document.title}`);
  });
}

/** Waits until no sign of something going on is left. */
export async function noSpinner(page: Page, when = "live"): Promise<void> {
  await expect(page.locator(SPINNERS.join(", ")), `${when}: nothing turns any more`).toHaveCount(0);
}

/**
 * Expects the thread on screen to look the same live, after a reload, and after a cold start without the relay, with no
 * spinner in any of them. Everything of the test must be over. Afterwards the page is live again.
 */
export async function sameInThreeLooks(page: Page, app: App, rig: Rig): Promise<Look> {
  const viewport = page.viewportSize();
  await page.setViewportSize(TALL);
  await app.live();
  await noSpinner(page);
  let live: Look = [];
  // What comes late by itself (a title, the last reply) belongs to the live look: it is over when two looks are equal.
  await expect(async () => {
    live = await look(page);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    expect(await look(page)).toEqual(live);
  }).toPass();

  await page.reload();
  await app.live();
  await expect.poll(() => look(page), { message: "after a reload" }).toEqual(live);
  await noSpinner(page, "reloaded");
  // Only now: an installation that a relay's restart has broken is begun anew by the next load alone.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  rig.proxy.accept(false);
  rig.proxy.cutAll();
  await page.reload();
  await expect(app.connection).toHaveAttribute("data-connection", "offline", { timeout: 30_000 });
  await expect.poll(() => look(page), { message: "after a cold start offline" }).toEqual(live);
  await noSpinner(page, "offline");

  rig.proxy.accept(true);
  await page.evaluate(() => void dispatchEvent(new Event("online")));
  await app.live();
  await expect.poll(() => look(page), { message: "live again" }).toEqual(live);
  if (viewport !== null) await page.setViewportSize(viewport);
  return live;
}
