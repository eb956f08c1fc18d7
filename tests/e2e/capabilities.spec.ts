// What a server offers and what it lacks, on the machine's page, with the real App Server; and a server whose version cannot
// read what this build asks for, played by a puppet.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { say } from "@longwire/fixtures/provider/steps";
import type { Page } from "@playwright/test";
import { startPuppet } from "../support/puppet.ts";
import { expect, type Rig, test } from "../support/rig.ts";
import { expectTidy } from "../support/tidy.ts";
import { told } from "../support/told.ts";

const room = (it: Rig): string => {
  const host = readFileSync(join(it.relay().stateDir, "relay-id"), "utf8").trim();
  return new URL(`/settings/machine/${host}/models`, it.link()).href;
};

/** More models than the one of the rig: one that is hidden, one that is to be replaced, and some hundred others. */
function manyModels(it: Rig): void {
  const file = join(it.codexHome, "models.json");
  const catalog = JSON.parse(readFileSync(file, "utf8")) as { models: Record<string, unknown>[] };
  const [base] = catalog.models;
  const more = [
    {
      ...base,
      slug: "mock-large",
      display_name: "Large",
      priority: 2,
      availability_nux: { message: "Pro plans first." },
      upgrade: { model: "mock-next", migration_markdown: "It answers better." },
      service_tiers: [{ id: "priority", name: "Fast", description: "Answers sooner." }],
      input_modalities: ["text", "image", "audio"],
    },
    { ...base, slug: "mock-hidden", display_name: "Kept out", visibility: "hide", priority: 3 },
    ...Array.from({ length: 120 }, (_, n) => ({
      ...base,
      slug: `mock-${n}`,
      display_name: `Model ${n}`,
      priority: 10 + n,
    })),
  ];
  writeFileSync(file, JSON.stringify({ models: [base, ...more] }));
}

/** The machine's page names what the server lacks, and nothing else. */
async function expectLacking(page: Page, methods: readonly string[]): Promise<void> {
  const server = page.getByRole("region", { name: "The server" });
  await expect(server).toContainText(methods.length === 0 ? "lacks none" : `lacks ${methods.length}`);
  await expect(server.locator("[data-lacks] [data-method]")).toHaveText(
    methods.map((method) => new RegExp(`^${method}`)),
  );
}

test("[VIW-552] the machine's page shows what the real App Server offers, in full, hidden models on request; offline it shows what was read", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: () => [say("Done.")] });
  manyModels(it);
  const server = await told(it);
  const app = await it.open(page);
  await page.goto(room(it));
  const models = page.getByRole("region", { name: "Models" });
  await expect(models.locator("[data-model]").first()).toContainText("server’s default");
  await expect(models).toContainText(`Read just now from ${server.server}`);
  await expect(models.locator("[data-model]"), "a part of a long list").toHaveCount(25);
  await models.getByRole("searchbox", { name: "Find a model" }).fill("large");
  await expect(models.locator("[data-model]")).toHaveCount(1);
  const large = models.locator(`[data-model="${server.model("Large")}"]`);
  await large.locator("summary").first().click();
  for (const words of [
    "Pro plans first.",
    server.upgrade("Large"),
    "Fast",
    "text, image, audio",
    "medium (default) Balanced",
  ])
    await expect(large).toContainText(words);
  await models.getByRole("checkbox").check();
  await models.getByRole("searchbox", { name: "Find a model" }).fill("kept out");
  await expect(models.locator(`[data-model="${server.model("Kept out")}"]`)).toContainText("hidden");

  await expect(page.locator('[data-mode="plan"]')).toContainText("medium");
  await expect(page.locator('[data-profile=":read-only"]')).toBeVisible();
  await expect(page.getByRole("region", { name: "The provider" })).toContainText("Searching the web");
  await expect(page.locator('[data-stage="stable"] [data-feature="unified_exec"]')).toContainText("on");
  await expect(page.getByRole("region", { name: "What this machine requires" })).toContainText(
    "has set no requirements",
  );
  await expectLacking(page, server.lacking);
  await expectTidy(page, "the page of models");

  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await it.relay().stop();
  await expect(app.connection).toHaveAttribute("data-connection", "offline");
  await page.reload();
  await expect(models.locator("[data-model]").first()).toContainText("server’s default");
  await expect(models).toContainText(`from ${server.server}`);
  await expect(page.locator('[data-mode="plan"]')).toBeVisible();
  await expectLacking(page, server.lacking);
  await expect(page.getByRole("button", { name: "Read again: Models" })).toBeDisabled();
});

test("[VIW-551] J01: every new thread refused by another version says that version, the method and its words; it is asked for once a press, and with no less", async ({
  page,
  rig,
}) => {
  const puppet = await startPuppet();
  const words = "Invalid request: unknown variant `paginated`, expected `legacy`";
  puppet.on("initialize", () => ({ userAgent: "longwire/0.98.0 (Debian)", codexHome: "/tmp" }));
  puppet.on("thread/start", () => ({ error: { code: -32600, message: words } }));
  const it = await rig({ script: () => [], relay: { command: puppet.command } });
  await it.open(page);
  await page.goto(new URL("/new?cwd=%2Ftmp", it.link()).href);
  const start = page.getByRole("button", { name: "Start thread" });
  const sent = () => puppet.heard.filter(({ method }) => method === "thread/start");
  await expect(start).toBeEnabled();
  await start.press("Enter");
  await expect(
    page.getByText(`App Server 0.98.0 could not read the request thread/start. It said: ${words}`),
  ).toBeVisible();
  await start.press("Enter");
  await expect.poll(() => sent().length).toBe(2);
  for (const { params } of sent()) expect(params).toEqual({ cwd: "/tmp", historyMode: "paginated" });
  await puppet.close();
});
