// The journal on the real engine: its acceptance suite, two real tabs over one database, real Web Locks.
import { expect, test, type Page } from "@playwright/test";
import { recordCases } from "../../web/src/journal/acceptance/records.cases.ts";
import { rowCases } from "../../web/src/journal/acceptance/rows.cases.ts";
import type { JournalPage } from "../../web/src/journal/acceptance/page.ts";
import { bundleForPage, PAGE_URL, serveScript } from "../support/page-bundle.ts";

declare const longwireJournal: JournalPage;

let script = "";
test.beforeAll(async () => {
  script = await bundleForPage("web/src/journal/acceptance/page.ts");
});

async function tabs(page: Page, count: number): Promise<Page[]> {
  const context = page.context();
  await serveScript(context, script);
  const all = [page, ...(await Promise.all(Array.from({ length: count - 1 }, () => context.newPage())))];
  await Promise.all(all.map((one) => one.goto(PAGE_URL)));
  return all;
}

test.describe("journal over IndexedDB in Chromium", () => {
  test("passes the acceptance suite", async ({ page }) => {
    await tabs(page, 1);
    const failures: string[] = [];
    for (const [index, one] of [...rowCases, ...recordCases].entries()) {
      const failure = await page.evaluate((at) => longwireJournal.run(at), index);
      if (failure !== null) failures.push(`${one.title}: ${failure}`);
    }
    expect(failures).toEqual([]);
    expect(rowCases.length + recordCases.length).toBeGreaterThan(20);
  });

  test("[JRN-08] three tabs that write one stream at once store each row once and read the same sequence", async ({
    page,
  }) => {
    const seed = Date.now() % 2 ** 31;
    console.log(`seed ${seed}`);
    const all = await tabs(page, 3);
    const total = 2_000;
    const folded = await Promise.all(
      all.map((tab, index) =>
        tab.evaluate(([name, lines, from]) => longwireJournal.play(name, lines, from), [
          `tab${index}`,
          total,
          seed + index,
        ] as const),
      ),
    );
    const stored = await page.evaluate(() => longwireJournal.readAll());
    const incoming = stored.filter((row) => row.startsWith("in "));
    expect(incoming).toEqual(Array.from({ length: total }, (_, i) => `in ${i * 10}-${i * 10 + 10}.0`));
    for (const rows of folded) expect(rows).toEqual(stored.slice(0, rows.length));
    for (const [index] of all.entries()) {
      const own = stored.flatMap((row) =>
        / tab(\d+)\.(\d+)$/.exec(row)?.[1] === String(index) ? [Number(row.split(".").at(-1))] : [],
      );
      expect(own).toEqual(own.map((_, i) => i + 1));
      expect(own.length).toBeGreaterThan(10);
    }
  });

  test("[JRN-40] a client id belongs to one page at a time, and a page that is closed sets it free", async ({
    page,
  }) => {
    const [a, b] = await tabs(page, 2);
    if (a === undefined || b === undefined) throw new Error("no tabs");
    const first = await a.evaluate(() => longwireJournal.claim());
    const second = await b.evaluate(() => longwireJournal.claim());
    expect(second.client).not.toBe(first.client);
    for (let n = 2; n < 12; n += 1) {
      await a.reload();
      expect(await a.evaluate(() => longwireJournal.claim())).toEqual({ client: first.client, n });
    }
    await b.close();
    await a.waitForFunction(async () => (await navigator.locks.query()).held?.length === 1);
    const third = await a.evaluate(() => longwireJournal.claim());
    expect(third).toEqual({ client: second.client, n: second.n + 1 });
  });

  test("[JRN-30] a full disk rejects the write and is told; when there is room again writing goes on where it stopped", async ({
    page,
  }) => {
    await tabs(page, 1);
    const devtools = await page.context().newCDPSession(page);
    const origin = new URL(PAGE_URL).origin;
    const { usage } = await devtools.send("Storage.getUsageAndQuota", { origin });
    await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + 8 * 1024 * 1024 });
    const full = await page.evaluate(() => longwireJournal.fill(64));
    expect(full).toMatchObject({ stopped: "quota", health: { type: "not-saving", reason: "quota" } });
    await devtools.send("Storage.overrideQuotaForOrigin", { origin });
    const later = await page.evaluate(() => longwireJournal.fill(4));
    expect(later).toEqual({ offset: full.offset + 4 * 1024 * 1024, stopped: null, health: { type: "ok" } });
    const starts = (await page.evaluate(() => longwireJournal.readAll())).map((row) =>
      Number(/^in (\d+)-/.exec(row)?.[1]),
    );
    expect(starts).toEqual(starts.map((_, i) => i * 1024 * 1024));
    expect(starts.length).toBe(later.offset / (1024 * 1024));
  });

  test("[JRN-10] a line of 40 million characters comes back as it was", async ({ page }) => {
    await tabs(page, 1);
    expect(await page.evaluate(() => longwireJournal.huge(40_000_000, "0123456789abcdef"))).toBe(true);
    expect(await page.evaluate(() => longwireJournal.huge(16_000_000, "日本é0"))).toBe(true);
  });
});
