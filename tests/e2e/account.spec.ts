// The account with the real App Server against a sign-in server and a backend on this machine: a sign-in with a code over two
// devices and a reload, limits, usage and resets, an API key that is kept nowhere, and what is said before the first turn.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AccountServer, startAccountServer } from "@longwire/fixtures/account-server";
import { codexConfig } from "@longwire/fixtures/codex-home";
import type { Page } from "@playwright/test";
import { type App, expect, type Rig, type RigOptions, test as base } from "../support/rig.ts";
import { secondDevice } from "../support/second-device.ts";
import { everythingOf, filesOf, formsOf, listenTo } from "../support/sweep.ts";
import { expectTidy } from "../support/tidy.ts";

const test = base.extend<{ accountServer: AccountServer }>({
  // oxlint-disable-next-line no-empty-pattern
  accountServer: async ({}, use) => {
    const server = await startAccountServer();
    await use(server);
    await server.close();
  },
});

const withAccount = (server: AccountServer): RigOptions => ({
  script: () => [],
  codex: { needsAccount: true, accountUrl: server.url },
  relay: { env: server.env },
});

/** Goes to the machine's account as a person does. */
async function openAccount(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.locator(".settings__account").click();
  await expect(page.getByRole("heading", { name: "Who is signed in" })).toBeVisible();
}

const login = (page: Page, state: string) => page.locator(`[data-login][data-state=${state}]`);
const account = (page: Page, mode: string) => page.locator(`[data-account="${mode}"]`);

test("[VIW-604] H07: a code is shown on every device and after a reload, cancelled, and done by its own completion; limits and usage follow", async ({
  page,
  browser,
  rig,
  accountServer,
}) => {
  const it = await rig(withAccount(accountServer));
  const app = await it.open(page);
  await openAccount(page);
  await expect(account(page, "none")).toContainText("Not signed in: turns need an account");

  await page.getByRole("button", { name: "Get a code" }).click();
  await expect(page.getByRole("status", { name: "Code" })).toHaveText("ABCD-12345");
  await expect(page.getByRole("link", { name: "Open the page" })).toHaveAttribute(
    "href",
    "https://auth.openai.com/codex/device",
  );
  await expect(page.locator("[data-expiry=running]")).toContainText(/1[45]:\d\d left/);
  await expectTidy(page, "a sign-in that waits");
  await page.getByRole("button", { name: "Cancel the sign-in" }).click();
  await expect(login(page, "failed")).toContainText("It was cancelled");
  await page.getByRole("button", { name: "Put away" }).click();

  accountServer.facts.userCode = "WXYZ-67890";
  await page.getByRole("button", { name: "Get a code" }).click();
  await expect(page.getByRole("status", { name: "Code" })).toHaveText("WXYZ-67890");
  const id = await login(page, "waiting").getAttribute("data-login");
  const other = await secondDevice(browser, it);
  await openAccount(other.page);
  await expect(login(other.page, "waiting")).toHaveAttribute("data-login", id ?? "");
  await page.reload();
  await app.live();
  await expect(login(page, "waiting")).toHaveAttribute("data-login", id ?? "");

  accountServer.approve();
  for (const one of [page, other.page]) {
    await expect(login(one, "done")).toBeVisible({ timeout: 30_000 });
    await expect(account(one, "chatgpt")).toContainText("ada@example.invalid");
  }
  await other.done();

  const limit = page.locator('[data-limit="codex"]');
  await expect(limit.locator('[data-window="300"]')).toContainText("42 % used");
  await expect(limit.locator('[data-window="10080"]')).toContainText("Week");
  await expect(limit).toContainText("Credits: 12.50");
  await expect(page.locator('[data-limit="codex_reviews"] [data-window]')).toHaveCount(1);
  await expect(page.getByText("48,213,904")).toBeVisible();
  await expect(page.locator("[data-message]")).toContainText("Maintenance of the workspace");
  await expectTidy(page, "signed in");

  await page.getByRole("button", { name: "Use this reset" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use it" }).click();
  await expect(page.getByText("The limits are reset.")).toBeVisible();
  expect(accountServer.requests.filter(({ path }) => path.endsWith("/consume"))).toHaveLength(1);

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(account(page, "none")).toBeVisible();
  await expect(page.locator("[data-limit]")).toHaveCount(0);
});

test("[SEC-121] an API key reaches Codex and nothing of this device: no storage, no page, no wire view, no log of the relay", async ({
  page,
  context,
  rig,
  accountServer,
}) => {
  const secret = 'sk-S3CRET-"8f\\1c-0123456789';
  const heard = await listenTo(context);
  const it = await rig(withAccount(accountServer));
  const app = await it.open(page);
  await openAccount(page);
  const field = page.getByLabel("API key");
  await expect(field).toHaveAttribute("type", "password");
  await field.fill(secret);
  await page.getByRole("button", { name: "Use this key" }).click();
  await expect(account(page, "apiKey")).toBeVisible();
  // Codex has it, and keeps it where it keeps its sign-ins.
  expect(filesOf(it.codexHome)).toContain(JSON.stringify(secret).slice(1, -1));
  await expectNowhere(page, it, secret, heard.heard());
  await page.reload();
  await app.live();
  await expect(account(page, "apiKey")).toBeVisible();
  await expectNowhere(page, it, secret, heard.heard());
});

async function expectNowhere(page: Page, it: Rig, secret: string, heard: string): Promise<void> {
  const places = {
    device: await everythingOf(page),
    heard,
    relay: filesOf(it.relay().stateDir),
  };
  for (const [where, text] of Object.entries(places))
    for (const form of formsOf(secret)) expect(text.includes(form), `${where} has ${form}`).toBe(false);
  // The request itself is there, with a mark in place of the key.
  expect(places.device).toContain("account/login/start");
  expect(places.device).toContain("[secret not stored]");
}

test("[VIW-605] before the first turn in a folder: nobody signed in, then an API key that would be billed where ChatGPT is forced", async ({
  page,
  rig,
  accountServer,
}) => {
  const options = withAccount(accountServer);
  const it = await rig(options);
  const app = await it.open(page);
  await newThread(app, it.project);
  await expect(page.locator("[data-mismatch=not-signed-in]")).toContainText("a turn would fail");
  await page.getByRole("link", { name: "Open the account" }).click();
  await page.getByLabel("API key").fill("sk-test-0123456789");
  await page.getByRole("button", { name: "Use this key" }).click();
  await expect(account(page, "apiKey")).toBeVisible();
  await newThread(app, it.project);
  await expect(page.locator("[data-mismatch=billed]")).toBeVisible();

  // Written into the configuration while the App Server runs with the key.
  const config = { providerUrl: it.provider.url, ...options.codex, extra: ['forced_login_method = "chatgpt"'] };
  writeFileSync(join(it.codexHome, "config.toml"), codexConfig(config, join(it.codexHome, "models.json")));
  await newThread(app, "/tmp");
  await newThread(app, it.project);
  await expect(page.locator("[data-mismatch=key-not-plan]")).toContainText("a turn would be charged to the key");
  await expectTidy(page, "what does not fit");
});

async function newThread(app: App, cwd: string): Promise<void> {
  await app.page.evaluate((path) => {
    history.pushState(null, "", `/new?cwd=${encodeURIComponent(path)}`);
    dispatchEvent(new PopStateEvent("popstate"));
  }, cwd);
  await expect(app.page.getByRole("button", { name: "Start thread" })).toBeVisible();
}
