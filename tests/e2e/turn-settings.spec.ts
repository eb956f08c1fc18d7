// Turn settings on the real App Server: each of them through the dialog, what the server then reports, and what reaches the
// model; a mode as the server's preset; a refused one; a new thread with settings of its own.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { say } from "@longwire/fixtures/provider/steps";
import type { Locator, Page } from "@playwright/test";
import { expect, type Rig, type RigOptions, test } from "../support/rig.ts";
import { expectTidy } from "../support/tidy.ts";
import { told } from "../support/told.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Model and permissions" });
const may = (page: Page) => page.locator(".thread-header__may");
const choose = async (form: Locator, label: string, option: string) =>
  await form.getByLabel(label, { exact: true }).selectOption({ label: option });
const asItIs = (form: Locator, label: string) => form.getByLabel(label, { exact: true }).locator("option").first();

/** Chooses a personality; where the model takes none, none is offered. */
async function befriend(form: Locator, warm: boolean): Promise<void> {
  if (warm) await choose(form, "Personality", "Friendly");
  else await expect(form.getByLabel("Personality", { exact: true })).toHaveCount(0);
}

const FACTS = {
  service_tiers: [{ id: "priority", name: "Fast", description: "Faster answers that use more of the limit." }],
  model_messages: {
    instructions_template: "You are scripted. {{ personality }}",
    instructions_variables: {
      personality_default: "",
      personality_friendly: "Be warm.",
      personality_pragmatic: "Be short.",
    },
  },
};

/** A rig whose App Server offers a second model. */
async function withModels(rig: (options: RigOptions) => Promise<Rig>, codex: RigOptions["codex"] = {}): Promise<Rig> {
  const it = await rig({
    script: () => [say("Done.")],
    codex: { modelFacts: FACTS, sandboxMode: "read-only", ...codex },
  });
  const file = join(it.codexHome, "models.json");
  const { models } = JSON.parse(readFileSync(file, "utf8")) as { models: object[] };
  const second = { ...models[0], slug: "second-model", display_name: "Second model", priority: 2 };
  writeFileSync(file, JSON.stringify({ models: [...models, second] }));
  return it;
}

/** The form of a new thread in the project. */
const newIn = (it: Rig) => new URL(`/new?cwd=${encodeURIComponent(it.project)}`, it.link()).href;

/** The newest request for an answer. */
const asked = (it: Rig) => it.provider.requests.at(-1)?.body ?? {};

test("[VIW-570] every setting goes out through the dialog, is shown as the server then reports it, and reaches the model", async ({
  page,
  rig,
}) => {
  const it = await withModels(rig);
  const elsewhere = join(it.project, "docs");
  mkdirSync(elsewhere);
  const app = await it.open(page);
  await app.startThread(it.project);
  await may(page).click();
  const form = dialog(page);
  await choose(form, "Model", "Second model");
  await choose(form, "Effort", "high");
  await expect(form.getByText("Long reasoning"), "the server's words for it").toBeVisible();
  await choose(form, "Service tier", "Fast");
  await choose(form, "Reasoning summary", "Long");
  const warm = (await told(it)).personal("Second model");
  await befriend(form, warm);
  await choose(form, "Sandbox", "Workspace write");
  await form.getByLabel(/^Network access/).check();
  await form.getByLabel(/^Temporary folders/).uncheck();
  await form.getByLabel("Other folders that may be written").fill("/opt/shared");
  await form.getByLabel("Working folder").fill(elsewhere);
  await choose(form, "Approval", "asks by rules");
  await form.getByLabel(/^Questions of MCP servers/).uncheck();
  await choose(form, "Who decides requests", "a model decides for you");
  await form.getByRole("button", { name: "Change", exact: true }).click();
  await expect(form.getByText("Commands can use the network.")).toBeVisible();
  await expectTidy(page, "the dialog with its second question");
  await form.getByRole("button", { name: "Allow it" }).click();
  await expect(form).toBeHidden();

  await expect(may(page)).toHaveText("Workspace write with network · asks by rules");
  await expect(page.locator("[data-settings-changed], [data-widened]"), "it was changed here").toHaveCount(0);
  await may(page).click();
  for (const [label, words] of [
    ["Model", "Second model"],
    ["Effort", "high"],
    ["Service tier", "Fast"],
    ["Reasoning summary", "Long"],
    ...(warm ? ([["Personality", "Friendly"]] as const) : []),
    ["Mode", "Default"],
    ["Sandbox", "Workspace write with network and 1 more folder without /tmp"],
    ["Approval", "asks by rules"],
    ["Who decides requests", "a model decides for you"],
  ] as const)
    await expect(asItIs(form, label)).toHaveText(`As it is: ${words}`);
  await expect(form.getByLabel("Working folder")).toHaveValue(elsewhere);
  await expect(form.getByLabel(/^Questions of MCP servers/)).not.toBeChecked();
  await expect(form.getByLabel(/^Leaving the sandbox/)).toBeChecked();
  await page.keyboard.press("Escape");

  await app.send("Go on.");
  await expect(app.turn("completed")).toHaveCount(1);
  expect(asked(it)).toMatchObject({
    model: "second-model",
    reasoning: { effort: "high", summary: "detailed" },
    service_tier: "priority",
  });
  if (warm) expect(JSON.stringify(asked(it))).toContain("Be warm.");
  expect(JSON.stringify(asked(it))).toContain(`<cwd>${elsewhere}</cwd>`);

  // A shape for one answer: a chip that can be taken away, gone with the message that took it, over a reload.
  const schema = {
    type: "object",
    properties: { gulls: { type: "number" } },
    required: ["gulls"],
    additionalProperties: false,
  };
  await may(page).click();
  await form.getByText("Shape of the next answer").click();
  await form.getByLabel("JSON schema").fill(JSON.stringify(schema));
  await form.getByRole("button", { name: "Use it for the next message" }).click();
  await expect(page.getByText("Next answer as JSON: gulls")).toBeVisible();
  await page.reload();
  await app.live();
  await expect(page.getByText("Next answer as JSON: gulls")).toBeVisible();
  await app.send("Count them.");
  await expect(app.turn("completed")).toHaveCount(2);
  expect(asked(it)).toMatchObject({ text: { format: { type: "json_schema", schema } } });
  await expect(page.locator("[data-next-answer]")).toHaveCount(0);

  // What was narrow is wide again only after a second yes; the standard tier is the server's own word.
  await may(page).click();
  await choose(form, "Service tier", "Standard");
  await choose(form, "Sandbox", "Read only");
  await form.getByLabel(/^Network access/).uncheck();
  await choose(form, "Approval", "asks first");
  await choose(form, "Who decides requests", "you decide");
  await form.getByRole("button", { name: "Change", exact: true }).click();
  await expect(may(page)).toHaveText("Read only · asks first");
  await expect(page.locator("[data-settings-changed], [data-widened]")).toHaveCount(0);
  await app.send("And without a shape.");
  await expect(app.turn("completed")).toHaveCount(3);
  expect(JSON.stringify(asked(it))).not.toContain("json_schema");
});

test("[VIW-571] a mode is the server's preset: its effort and its instructions reach the model; a profile that is gone meanwhile is refused in the server's words, and nothing is lost", async ({
  page,
  rig,
}) => {
  const profile = ["[permissions.docs]", 'description = "Writes in docs alone"', 'extends = ":read-only"'];
  const it = await withModels(rig);
  const config = join(it.codexHome, "config.toml");
  const plain = readFileSync(config, "utf8");
  writeFileSync(config, `${plain}\n${profile.join("\n")}\n`);
  const app = await it.open(page);
  await app.startThread(it.project);
  const form = dialog(page);
  await may(page).click();
  await choose(form, "Effort", "high");
  await choose(form, "Mode", "Plan");
  await expect(form.getByText("Plan brings the server’s own instructions along.", { exact: false })).toBeVisible();
  await choose(form, "Effort", "As it is: medium (default)");
  await form.getByRole("button", { name: "Change", exact: true }).click();
  await expect(page.locator(".thread-header__model")).toContainText("medium");
  await app.send("Plan it.");
  await expect(app.turn("completed")).toHaveCount(1);
  expect(asked(it)).toMatchObject({ reasoning: { effort: "medium" } });
  const { tools, input } = asked(it);
  expect(JSON.stringify(input)).toContain("# Plan Mode");
  expect(JSON.stringify(tools)).toContain('"request_user_input"');

  await may(page).click();
  await expect(asItIs(form, "Mode")).toHaveText("As it is: Plan");
  await choose(form, "Sandbox", "docs");
  await expect(form.getByText("Writes in docs alone")).toBeVisible();
  await choose(form, "Effort", "low");
  writeFileSync(config, plain);
  await form.getByRole("button", { name: "Change", exact: true }).click();
  await form.getByRole("button", { name: "Allow it" }).click();
  await expect(form.getByText(/The server said: .*failed to load configuration/)).toBeVisible();
  await expect(form.getByLabel("Effort", { exact: true }).locator("option:checked")).toHaveText("low");
  writeFileSync(config, `${plain}\n${profile.join("\n")}\n`);
  await form.getByRole("button", { name: "Change", exact: true }).click();
  await form.getByRole("button", { name: "Allow it" }).click();
  await expect(form).toBeHidden();
  await expect(page.locator(".thread-header__model")).toContainText("low");
  await may(page).click();
  await expect(asItIs(form, "Sandbox")).toHaveText("As it is: profile docs");
});

test("[VIW-572] a new thread is given its settings before the first turn, those that allow more after a second yes", async ({
  page,
  rig,
}) => {
  const it = await withModels(rig);
  const app = await it.open(page);
  await page.goto(newIn(it));
  await app.live();
  await page.getByText("Change what this thread runs with").click();
  const form = page.locator(".start-settings");
  await expect(asItIs(form, "Sandbox")).toHaveText("As configured: Read only");
  await choose(form, "Model", "Second model");
  await choose(form, "Effort", "low");
  const warm = (await told(it)).personal("Second model");
  await befriend(form, warm);
  await choose(form, "Web search", "Live");
  await choose(form, "Mode", "Plan");
  await choose(form, "Sandbox", "Workspace write");
  await form.getByLabel(/^Network access/).check();
  await choose(form, "Approval", "never asks");
  await expectTidy(page, "the settings of a new thread");
  await page.getByRole("button", { name: "Start thread" }).click();
  await expect(page.getByText("You are not asked before a command runs")).toBeVisible();
  await expect(page).toHaveURL(/\/new/);
  await page.getByRole("button", { name: "Start it so" }).click();
  await expect(page).toHaveURL(/\/t\/.+/);
  await expect(may(page)).toHaveText("Workspace write with network · never asks");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator(".thread-header__wide")).toHaveText("network · never asks");
  await page.setViewportSize({ width: 1440, height: 900 });
  await app.send("Go on.");
  await expect(app.turn("completed")).toHaveCount(1);
  expect(asked(it)).toMatchObject({ model: "second-model", reasoning: { effort: "low" } });
  const heard = JSON.stringify(asked(it));
  if (warm) expect(heard).toContain("Be warm.");
  expect(heard).toContain("# Plan Mode");
  expect(heard).toContain('"external_web_access":true');
});

test("[VIW-573] the button of a new thread stays where it is while the page comes in, and takes the first press", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: () => [say("Done.")] });
  for (let n = 0; n < 12; n += 1) mkdirSync(join(it.project, `folder-${n}`));
  const app = await it.open(page);
  // Where it was on each frame, from the first one that had it.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seenAt: seen });
    const look = () => {
      const button = [...document.querySelectorAll("button")].find((each) => each.textContent === "Start thread");
      const box = button?.getBoundingClientRect();
      if (box !== undefined) seen.add([box.x, box.y, box.width].map(Math.round).join(" "));
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(newIn(it));
  const start = page.getByRole("button", { name: "Start thread" });
  await app.live();
  await expect(page.getByRole("button", { name: "folder-11" })).toBeVisible();
  await expect(page.getByText("It will run with")).toBeVisible();
  const places = await page.evaluate(() => [...(globalThis as unknown as { seenAt: Set<string> }).seenAt]);
  expect(places).toHaveLength(1);
  await start.click();
  await expect(page).toHaveURL(/\/t\/.+/);
});

test("[VIW-770] [VIW-771] [VIW-772] [VIW-773] on a phone the title has its line, what the thread may do and its mode are a press away, and a menu shows that it goes on", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: () => [say("Done.")], codex: { sandboxMode: "workspace-write" } });
  const app = await it.open(page);
  await app.startThread(it.project);
  await page.locator(".thread-header__model").click();
  const form = dialog(page);
  await choose(form, "Mode", "Plan");
  await form.getByRole("button", { name: "Change", exact: true }).click();
  await expect(page.getByRole("button", { name: "Plan mode" })).toHaveCount(2);
  const facts = page.locator(".side__facts");
  await expect(facts).toContainText("ModePlan");
  await expect(facts).toContainText("Effortmedium");

  await page.setViewportSize({ width: 390, height: 600 });
  const head = page.locator(".thread-header");
  const model = (await told(it)).model("Scripted model");
  await expect(head.locator("h1")).toBeInViewport({ ratio: 1 });
  const { title, status } = await head.evaluate((element) => ({
    title: element.querySelector("h1")?.getBoundingClientRect().toJSON(),
    status: element.querySelector(".thread-header__status")?.getBoundingClientRect().toJSON(),
  }));
  expect(title?.width, "most of the line").toBeGreaterThan(200);
  expect(status?.top).toBeGreaterThanOrEqual(title?.bottom);
  await expect(head.getByRole("button", { name: `${model} · medium` })).toBeInViewport({ ratio: 1 });
  await expectTidy(page, "the head of a thread on a phone");
  await page.getByRole("button", { name: "Plan mode" }).click();
  await expect(form.getByLabel("Mode", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await head.getByRole("button", { name: "Workspace write · asks first" }).click();
  await expect(form.getByLabel("Sandbox", { exact: true })).toBeFocused();
  await form.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(form.getByRole("heading", { name: "Model and permissions" })).toBeInViewport({ ratio: 1 });
  await form.getByRole("button", { name: "Close" }).click();

  await page.locator(".thread-header").getByRole("button").last().click();
  const menu = page.getByRole("menu");
  const edge = async (where: "top" | "bottom") => {
    const box = await menu.boundingBox();
    if (box === null) throw new Error("no menu");
    // Beside the items, where no words are.
    const y = where === "top" ? box.y + 2 : box.y + box.height - 16;
    const picture = await page.screenshot({ clip: { x: box.x + 3, y, width: 4, height: 14 } });
    return picture.toString("base64");
  };
  const start = { top: await edge("top"), bottom: await edge("bottom") };
  await menu.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const end = { top: await edge("top"), bottom: await edge("bottom") };
  expect(end.top, "there is more above").not.toBe(start.top);
  expect(end.bottom, "there is no more below").not.toBe(start.bottom);
});
