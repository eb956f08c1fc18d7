// What the real App Server tells beside its items, in a browser: the machine's activity and the cards of a thread; live,
// after a reload, and offline.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { plan, say, type Script } from "@longwire/fixtures/provider/steps";
import type { Page } from "@playwright/test";
import { type App, expect, test } from "../support/rig.ts";

const script: Script = (request) =>
  request.outputsSinceUser === 0
    ? [
        plan([
          ["Look at the folder", "completed"],
          ["Say what is there", "in_progress"],
        ]),
      ]
    : [say("A README is there.")];

/** Goes to the machine's activity as a person does. */
async function openActivity(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("link", { name: "Activity" }).click();
  await expect(page.getByRole("heading", { name: "Activity", exact: true })).toBeVisible();
}

test("[VIW-262] a broken configuration and a broken MCP server are on the machine's page and in the thread: live, reloaded, offline", async ({
  page,
  context,
  rig,
}) => {
  const it = await rig({
    script,
    codex: {
      features: { web_search_request: true },
      mcpServers: { broken: { command: "/nowhere/no-such-server" } },
    },
  });
  mkdirSync(join(it.codexHome, "rules"), { recursive: true });
  writeFileSync(join(it.codexHome, "rules", "default.rules"), "this is no rule(\n");
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("What is here?");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 60_000 });

  const looksRight = async (on: App) => {
    await expect(on.transcript.locator('[data-card="mcpServer/startupStatus/updated"]')).toContainText(
      "MCP server broken could not start",
    );
    await expect(on.transcript.locator("[data-plan]")).toContainText("1 of 2 done");
    // A turn that is over spins no step.
    await expect(on.transcript.locator("[data-plan] summary")).toBeVisible();
    await expect(on.page.locator("[data-plan] li[data-now]")).toHaveCount(0);
  };
  const activityLooksRight = async (on: Page) => {
    const server = on.locator('[data-server="broken"]');
    await expect(server).toHaveAttribute("data-status", "failed");
    await expect(server).toContainText("failed to start");
    const warning = on
      .locator('[data-section="warnings"] [data-card="configWarning"]')
      .filter({ hasText: "Configuration · Error parsing rules" });
    await expect(warning).toHaveCount(1);
    await warning.locator("summary").first().click();
    await expect(warning).toContainText("default.rules");
    await expect(warning).toContainText("line 1");
    await warning.getByText("Raw JSON").click();
    await expect(warning.locator("[data-raw]")).toContainText('"method": "configWarning"');
    await expect(on.locator('[data-section="warnings"] [data-card="deprecationNotice"]')).toContainText(
      "web_search_request",
    );
    await on.getByRole("searchbox", { name: "Search the activity" }).fill("no-such-thing-anywhere");
    await expect(on.locator("[data-card]")).toHaveCount(0);
    await on.getByRole("searchbox", { name: "Search the activity" }).fill("default.rules");
    await expect(on.locator("[data-card]")).toHaveCount(1);
  };

  await looksRight(app);
  await openActivity(page);
  await activityLooksRight(page);
  await test.step("axe finds nothing, in light and dark, wide and narrow", async () => {
    await page.getByRole("searchbox", { name: "Search the activity" }).fill("");
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 900 });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
        const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
        expect(await page.evaluate(sideways)).toBe(0);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("reloaded", async () => {
    await page.reload();
    await app.live();
    await activityLooksRight(page);
    await page.goto(new URL(`/t/${thread}`, it.link()).href);
    await app.live();
    await looksRight(app);
  });

  await test.step("offline", async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await app.live();
    await it.relay().stop();
    await context.setOffline(true);
    await page.reload();
    await expect(app.connection).toHaveAttribute("data-connection", "offline");
    await looksRight(app);
    await openActivity(page);
    await activityLooksRight(page);
  });
});
