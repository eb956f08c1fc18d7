// What every screen is held to: no fault that axe finds, and nothing wider than the page.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What axe finds wrong on the page: each rule with the elements that break it. */
export async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

/** The screen that `where` names has no such fault and does not scroll sideways. */
export async function expectTidy(page: Page, where: string): Promise<void> {
  expect(await faultsOf(page), where).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, where).toBeLessThanOrEqual(0);
}
