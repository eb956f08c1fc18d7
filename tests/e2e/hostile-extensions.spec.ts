// An MCP server that means no good, on the real App Server: it is drawn, called by the keyboard, cut off; nothing it says
// is acted on, nothing that was typed is kept, and nothing is sent twice.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import { expect, test } from "../support/rig.ts";
import { everythingOf, formsOf } from "../support/sweep.ts";
import { expectTidy } from "../support/tidy.ts";

const script: Script = () => [say("Done.")];
const SERVER = fileURLToPath(new URL("../support/hostile-mcp.mjs", import.meta.url));

test("[VIW-739] a hostile MCP server is drawn and called by the keyboard; a call that is cut is not made again, and no secret of it is kept", async ({
  page,
  rig,
}, info) => {
  const typed = "quiet-harbour-4711";
  const configured = "calm-lagoon-0815";
  const log = info.outputPath("calls.log");
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, "");
  const it = await rig({
    script,
    codex: {
      mcpServers: {
        evil: { command: process.execPath, args: [SERVER, log, "--api-key", configured], env: { PLACE: configured } },
      },
    },
  });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Hello");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 60_000 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(new URL("/", page.url()).href);
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("link", { name: "Activity" }).click();
  await page.getByRole("link", { name: "All configured servers" }).click();
  const card = page.locator('[data-mcp-server="evil"]');
  await expect(card).toContainText("answers", { timeout: 30_000 });
  await card.getByText("601 tools").click();
  await expect(card.locator("[data-tool]").first()).toBeVisible();
  expect(await card.locator("[data-tool]").count()).toBeLessThan(100);
  await expectTidy(page, "the tools at 390, dark");

  await test.step("its tool is filled in and called by the keyboard alone", async () => {
    await card.getByRole("searchbox").focus();
    await page.keyboard.type("never");
    await card.getByRole("button", { name: "Try never" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByTestId("try-tool");
    await expect(dialog.getByRole("textbox", { name: /^word/ })).toBeVisible();
    await expectTidy(page, "the dialog at 390, dark");
    await dialog.getByRole("textbox", { name: /^word/ }).focus();
    await page.keyboard.type(`${"a".repeat(40)}!`);
    await dialog.locator("input[type=password]").focus();
    await page.keyboard.type(typed);
    const call = dialog.getByRole("button", { name: "Call it now" });
    await call.focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Calling" })).toBeVisible();
    await expect.poll(() => readFileSync(log, "utf8")).toBe("never\n");
  });

  await test.step("cut and back again, it has been called once", async () => {
    it.proxy.cutAll();
    await expect(app.connection).toHaveAttribute("data-connection", "live", { timeout: 30_000 });
    // A further request is answered behind all that could have been sent again.
    await page.reload();
    await expect(card).toContainText("answers", { timeout: 30_000 });
    expect(readFileSync(log, "utf8")).toBe("never\n");
  });

  expect(await page.title()).not.toContain("taken");
  await expect(card.locator("img, script, iframe")).toHaveCount(0);
  const everything = await everythingOf(page);
  const kept = [...formsOf(typed), ...formsOf(configured)].filter((form) => everything.includes(form));
  expect(kept).toEqual([]);
});
