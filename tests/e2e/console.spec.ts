// The console with the real App Server: all requests, a read, a dangerous one with a secret, and one that nobody knows.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/rig.ts";
import { everythingOf, formsOf, listenTo } from "../support/sweep.ts";
import { expectTidy } from "../support/tidy.ts";
import { told } from "../support/told.ts";

const script: Script = () => [say("Done.")];

/** Goes to the console as a person does. */
async function openConsole(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("link", { name: "Activity" }).click();
  await page
    .getByRole("navigation", { name: /^Pages of/ })
    .getByRole("link", { name: "All requests" })
    .click();
  await expect(page.getByRole("heading", { name: /^All requests/ })).toBeVisible();
}

/** Opens a request from the list. */
async function openRequest(page: Page, method: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search the requests" }).fill(method);
  await page.locator(`li[data-request-method="${method}"] a`).click();
  await expect(page.getByRole("heading", { level: 2, name: method })).toBeVisible();
}

const backToList = (page: Page) => page.locator(".request").getByRole("link", { name: "All requests" }).click();

test("[VIW-670] [VIW-672] [VIW-674] the console lists every request; a read is sent by its form and its reply is shown; an unknown one gets the server's words", async ({
  page,
  rig,
}) => {
  const it = await rig({ script });
  await it.open(page);
  await openConsole(page);
  await expect(page.locator("li[data-request-method]")).toHaveCount(150);

  await openRequest(page, "model/list");
  await page
    .getByText("optional members")
    .or(page.getByLabel(/^limit/, { exact: false }))
    .first()
    .waitFor();
  await page.getByRole("textbox", { name: /^limit/ }).fill("1");
  await expect(page.locator(".request__line")).toHaveText('{"id":"…","method":"model/list","params":{"limit":1}}');
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const reply = page.locator("[data-send-state=replied]");
  await expect(reply).toContainText('"nextCursor"', { timeout: 30_000 });
  await expect(reply).toContainText('"supportedReasoningEfforts"');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectTidy(page, `a reply at ${width}`);
  }
  await backToList(page);
  await expectTidy(page, "the list at 390");
  await page.getByRole("searchbox", { name: "Search the requests" }).fill("");
  await page.getByRole("textbox", { name: "Name of the request" }).fill("hologram/start");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send it" }).click();
  const refused = page.locator("[data-send-state=failed]");
  await expect(refused).toContainText("unknown variant `hologram/start`", { timeout: 30_000 });
  // The refusal names all that the server knows, so from then on the list says so too.
  await backToList(page);
  await expect(page.getByText("has named all that it knows")).toBeVisible();
});

test("[SEC-133] [SEC-134] [VIW-673] an environment value of an MCP server is written by the form after a question, and is in no place of the page, then or when it is read", async ({
  page,
  context,
  rig,
}) => {
  const secret = "quiet-harbour-4711";
  // Never typed here: only its place in the configuration tells that it is one.
  const other = "calm-lagoon-0815";
  const { heard } = await listenTo(context);
  const it = await rig({
    script,
    codex: { mcpServers: { files: { command: "/nowhere/no-such-server", env: { OTHER: other } } } },
  });
  await it.open(page);
  await openConsole(page);
  const nowhere = async (when: string) => {
    const everything = `${await everythingOf(page)}\n${heard()}`;
    expect(
      [...formsOf(secret), ...formsOf(other)].filter((form) => everything.includes(form)),
      when,
    ).toEqual([]);
  };

  await openRequest(page, "config/value/write");
  await page.getByRole("textbox", { name: /^keyPath/ }).fill("mcp_servers.files.env.PLACE");
  await page.getByRole("combobox", { name: /^mergeStrategy/ }).selectOption("replace");
  await page.getByRole("combobox", { name: "value: whether it is sent" }).selectOption("set");
  const value = page.locator("input[type=password]");
  await value.fill(secret);
  await expect(page.locator(".request__line")).toContainText('"value":"[masked]"');
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Send this?" });
  await expect(question).toContainText("config/value/write");
  await expect(question).toContainText("configuration file");
  await question.getByRole("button", { name: "Send it" }).click();
  await expect(page.locator("[data-send-state=replied]")).toContainText('"status"', { timeout: 30_000 });
  await expect(value).toHaveCount(0);
  // It really arrived.
  expect(readFileSync(join(it.codexHome, "config.toml"), "utf8")).toContain(secret);
  await nowhere("written");

  await backToList(page);
  await openRequest(page, "config/read");
  await page.getByRole("combobox", { name: /^includeLayers/ }).selectOption("true");
  const model = (await told(it)).model("Scripted model");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const read = page.locator("[data-send-state=replied]");
  await expect(read).toContainText(`"${model}"`, { timeout: 30_000 });
  await read.getByRole("searchbox", { name: "Find in Reply" }).fill('"PLACE"');
  await expect(read).toContainText('"PLACE": "[masked]"');
  await nowhere("read");
  // Nor after a reload, from what was stored.
  await page.reload();
  await nowhere("reloaded");
});
