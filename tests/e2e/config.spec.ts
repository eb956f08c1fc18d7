// The configuration of a machine on the real App Server: what it holds and from where, what is written, what is refused.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/rig.ts";
import { everythingOf } from "../support/sweep.ts";
import { faultsOf } from "../support/tidy.ts";

const value = (page: Page, key: string) => page.locator(`[data-key="${key}"]`);

/** Opens the room of the only machine. */
async function openConfig(page: Page): Promise<void> {
  await page.goto(new URL("/settings", page.url()).href);
  await page.getByRole("link", { name: "Activity" }).click();
  await page.getByRole("link", { name: "Configuration" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Configuration");
}

async function set(page: Page, key: string, words: string): Promise<void> {
  await page.getByRole("button", { name: "Set another key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Key" }).fill(key);
  await dialog.getByLabel("Value", { exact: true }).fill(words);
  await dialog.getByRole("button", { name: "Add to the changes" }).click();
  await expect(page.locator(`[data-change='${key}']`)).toBeVisible();
}

test("[VIW-680] values are shown with the layer that they come from; changes are written together, refused together with the server's words, and what lets the agent do more is asked twice", async ({
  page,
  rig,
}) => {
  const secret = "hunter2-in-the-harbour";
  const it = await rig({
    script: () => [],
    codex: { mcpServers: { harbour: { command: "node", args: ["-e", ""], env: { PLACE: secret } } } },
  });
  const file = () => readFileSync(join(it.codexHome, "config.toml"), "utf8");
  await it.open(page);
  await openConfig(page);
  await expect(value(page, "sandbox_mode")).toContainText("workspace-write");
  await expect(value(page, "sandbox_mode")).toContainText("Yours");
  await expect(value(page, "model_verbosity"), "nothing sets it").toHaveCount(0);
  await expect(value(page, "mcp_servers.harbour.env.PLACE")).toContainText("set, and not shown");
  await expect(page.locator('[data-layer="system"]')).toContainText("/etc/codex/config.toml");
  expect(await faultsOf(page)).toEqual([]);

  // One of the two is no value of the server's: neither is written.
  await set(page, "model_verbosity", "high");
  await set(page, "model_reasoning_summary", "sometimes");
  await page.getByRole("button", { name: "Write 2 changes" }).click();
  const refused = page.getByRole("alert").filter({ hasText: "Nothing was written." });
  await expect(refused).toContainText("unknown variant `sometimes`");
  expect(file()).not.toContain("model_verbosity");
  await page.getByRole("button", { name: "Drop the change of model_reasoning_summary" }).click();
  await page.getByRole("button", { name: "Write 1 change" }).click();
  await expect(page.getByText("Written: 1 change.")).toBeVisible();
  await expect(value(page, "model_verbosity")).toContainText("high");
  expect(file()).toContain('model_verbosity = "high"');

  await value(page, "approval_policy").getByRole("button").click();
  await page.getByRole("dialog").getByLabel("Value", { exact: true }).fill("never");
  await page.getByRole("button", { name: "Add to the changes" }).click();
  await page.getByRole("button", { name: "Write 1 change" }).click();
  await expect(page.getByText(/The agent never asks before it runs a command/)).toBeVisible();
  expect(file()).toContain('approval_policy = "on-request"');
  expect(await faultsOf(page), "the second question").toEqual([]);
  await page.getByRole("button", { name: "Write them anyway" }).click();
  await expect(value(page, "approval_policy")).toContainText("never");

  // A secret goes to the server and nowhere else.
  const given = "correct-horse-battery";
  await value(page, "mcp_servers.harbour.env.PLACE").getByRole("button").click();
  await page.getByRole("dialog").getByLabel("Value", { exact: true }).fill(given);
  await page.getByRole("button", { name: "Add to the changes" }).click();
  await page.getByRole("button", { name: "Write 1 change" }).click();
  await expect.poll(file).toMatch(new RegExp(`PLACE"? = "${given}"`));
  await expect(page.getByText("Written: 1 change.")).toBeVisible();
  const held = await everythingOf(page);
  for (const text of [secret, given]) expect(held, "nothing on this device holds it").not.toContain(text);

  await page.reload();
  await expect(value(page, "approval_policy"), "read again by itself").toContainText("never");
  // What was read last is there without a connection, and cannot be changed.
  await it.relay().stop();
  await expect(page.getByText(/this is what was read last/)).toBeVisible();
  await expect(value(page, "approval_policy")).toContainText("never");
  await expect(value(page, "approval_policy").getByRole("button")).toBeDisabled();
});

test("[VIW-681] a folder's own layer is told with why it has no effect, a key of another program with a warning, a feature is switched in the file or said not to switch, and feedback says that it was not sent", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: () => [] });
  const app = await it.open(page);
  await app.startThread(it.project);
  await openConfig(page);
  await page.getByLabel("For folder").selectOption(it.project);
  await expect(page.locator('[data-layer="user"]')).toBeVisible();

  await set(page, "longwire_knows_no_such_key", "x");
  await page.getByRole("button", { name: "Write 1 change" }).click();
  await expect(page.getByText(/the server does not name it among its values/)).toBeVisible();

  const beta = page.locator('[data-stage="beta"] [data-feature]').first();
  const name = await beta.getAttribute("data-feature");
  await expect(beta).toHaveAttribute("data-enabled", "false");
  await beta.getByRole("button", { name: "Turn on for now" }).click();
  await expect(beta.getByRole("status")).toContainText(
    /does not switch this one while it runs|until this App Server ends/,
  );
  await beta.getByRole("button", { name: "Turn on", exact: true }).click();
  await expect.poll(() => readFileSync(join(it.codexHome, "config.toml"), "utf8")).toContain(`${name} = true`);
  await expect(beta).toHaveAttribute("data-enabled", "true");

  const send = page.getByRole("button", { name: "Send without logs" });
  await expect(page.getByRole("checkbox", { name: /add its own logs/ })).not.toBeChecked();
  await send.click();
  await expect(page.getByRole("alert").filter({ hasText: "It was not sent." })).toContainText("feedback");
});
