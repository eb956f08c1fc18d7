// What a thread runs with, on the real App Server: changed on one device and told on the other, and a resume that came back
// with more permission.
import { openAppServer } from "@longwire/fixtures/app-server";
import { createCodexHome } from "@longwire/fixtures/codex-home";
import { say } from "@longwire/fixtures/provider/steps";
import type { Page } from "@playwright/test";
import { codexUnderTest } from "../support/codex-binary.ts";
import { expect, test } from "../support/rig.ts";
import { faultsOf } from "../support/tidy.ts";

const may = (page: Page) => page.locator(".thread-header__may");
const choose = async (page: Page, label: string, option: string) =>
  await page.getByRole("dialog").getByLabel(label, { exact: true }).selectOption({ label: option });

test("[VIW-478] settings that are changed on one device are reported to both; the other says what was changed elsewhere", async ({
  page,
  rig,
  browser,
}) => {
  const it = await rig({ script: () => [say("Done.")], codex: { sandboxMode: "read-only" } });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("Hello.");
  await expect(app.turn("completed")).toHaveCount(1);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const second = await context.newPage();
  await it.open(second);
  await second.locator(`a[data-thread-id="${thread}"]`).click();
  await expect(may(second)).toHaveText("Read only · asks first");

  await may(page).click();
  await choose(page, "Effort", "high");
  await choose(page, "Approval", "asks unless trusted");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await expect(may(page)).toHaveText("Read only · asks unless trusted");
  await expect(page.locator(".thread-header__model")).toContainText("high");
  await expect(page.locator("[data-settings-changed]"), "it was changed here").toHaveCount(0);
  await expect(may(second)).toHaveText("Read only · asks unless trusted");
  await expect(second.locator("[data-settings-changed]")).toContainText("asks first → asks unless trusted");
  await second.getByRole("button", { name: "OK", exact: true }).click();
  await expect(second.locator("[data-settings-changed]")).toHaveCount(0);

  // More permission: a second yes here, loud there.
  await may(page).click();
  await choose(page, "Sandbox", "Full access");
  await choose(page, "Approval", "never asks");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await expect(page.getByText(/Commands run without a sandbox/)).toBeVisible();
  expect(await faultsOf(page), "the dialog with its second question").toEqual([]);
  await page.getByRole("button", { name: "Allow it" }).click();
  await expect(may(page)).toHaveText("Full access · never asks");
  await expect(page.locator("[data-widened]")).toHaveCount(0);
  await expect(second.locator("[data-widened]")).toContainText("Read only → Full access");
  expect(await faultsOf(second), "the loud notice").toEqual([]);
  await second.getByRole("button", { name: "I have seen it" }).click();
  await expect(second.locator("[data-widened]")).toHaveCount(0);
  await context.close();
});

test("[VIW-475] E05: a thread that comes back from a restart with more permission says so loudly, live, reloaded and offline, until it is acknowledged", async ({
  page,
  context,
  rig,
}) => {
  const it = await rig({ script: () => [say("Done.")], codex: { sandboxMode: "read-only" } });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("Hello.");
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(may(page)).toHaveText("Read only · asks first");
  const loud = page.locator("[data-widened]");
  await expect(loud).toHaveCount(0);

  // Where the server does not keep the sandbox of a thread, the configuration of the machine decides when it is loaded again.
  await it.relay().stop();
  createCodexHome({
    providerUrl: it.provider.url,
    folder: it.codexHome,
    sandboxMode: "danger-full-access",
    approvalPolicy: "on-request",
  });
  // Where it does, another program that goes on with the thread can widen it.
  const codex = await openAppServer({ env: { CODEX_HOME: it.codexHome }, codex: codexUnderTest(), idPrefix: "other" });
  const { sandbox } = await codex.request("thread/resume", { threadId: thread });
  const kept = sandbox.type !== "dangerFullAccess";
  if (kept) {
    await codex.request("turn/start", {
      threadId: thread,
      input: [{ type: "text", text: "Wider.", text_elements: [] }],
      sandboxPolicy: { type: "dangerFullAccess" },
    });
    await codex.notification("turn/completed");
  }
  await codex.close();
  await it.restartRelay();
  await app.live();
  // A message that is written before what has happened meanwhile is there would wait for a second look.
  await expect(app.turn("completed")).toHaveCount(kept ? 2 : 1);
  await app.send("And now?");
  await expect(app.turn("completed")).toHaveCount(kept ? 3 : 2);
  await expect(may(page)).toHaveText("Full access · asks first");
  await expect(loud).toContainText("Read only → Full access");
  await page.reload();
  await app.live();
  await expect(loud).toContainText("Read only → Full access");
  // Only now: an installation that the relay's restart has broken is begun anew by the next load alone.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await it.relay().stop();
  await context.setOffline(true);
  await page.reload();
  await expect(app.connection).toHaveAttribute("data-connection", "offline");
  await expect(loud).toContainText("Read only → Full access");
  await page.getByRole("button", { name: "I have seen it" }).click();
  await expect(loud).toHaveCount(0);
  await page.reload();
  await expect(may(page)).toHaveText("Full access · asks first");
  await expect(loud).toHaveCount(0);
});
