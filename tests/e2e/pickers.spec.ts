// Completions of the message box on the real App Server: what is taken with the keyboard arrives in native form, and acts
// lead where their menu entries lead.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { say } from "@longwire/fixtures/provider/steps";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/rig.ts";
import { expectTidy } from "../support/tidy.ts";

const option = (page: Page, name: string) =>
  page.getByRole("option").filter({ has: page.locator("bdi", { hasText: name }) });
/** The texts that the model was given in the role of the user, of the newest request. */
const given = (body: Record<string, unknown>): string[] =>
  (body["input"] as { role?: string; content?: { text?: string }[] }[])
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => (content ?? []).flatMap(({ text }) => text ?? []));

test("[VIW-538] a file with a space in its name and a skill, taken with the keyboard, go in native form; they come back with the arrow", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: () => [say("Done.")] });
  mkdirSync(join(it.project, "docs dir"));
  writeFileSync(join(it.project, "docs dir", "hafen größe.md"), "The harbour.\n");
  const skill = join(it.codexHome, "skills", "tides");
  mkdirSync(skill, { recursive: true });
  writeFileSync(
    join(skill, "SKILL.md"),
    "---\nname: tides\ndescription: Reads tide tables.\n---\nLow water is at noon.\n",
  );
  const app = await it.open(page);
  await app.startThread(it.project);

  await app.message.pressSequentially("Compare @hafen");
  await expect(option(page, "hafen größe.md")).toHaveAttribute("aria-selected", "true");
  await expect(app.message).toHaveAttribute("aria-activedescendant", /.+/);
  await expectTidy(page, "the list of files");
  await page.keyboard.press("Enter");
  await expect(app.message).toHaveValue('Compare @"docs dir/hafen größe.md" ');
  await app.message.pressSequentially("with $tid");
  await expect(option(page, "tides")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(app.turn("completed")).toHaveCount(1);

  const words = 'Compare @"docs dir/hafen größe.md" with $tides ';
  const texts = given(it.provider.requests.at(-1)?.body ?? {});
  // What the person wrote, and what the server made of the skill; of a file it gives the model the words alone.
  expect(texts.filter((text) => text.startsWith("Compare"))).toEqual([words]);
  expect(texts.filter((text) => text.includes("Low water is at noon."))).toHaveLength(1);
  expect(texts.at(-1)).toMatch(/^<skill>\n<name>tides<\/name>/);
  await expect(app.item("userMessage")).toContainText("hafen größe.md");

  await page.keyboard.press("ArrowUp");
  await expect(app.message).toHaveValue(words);
  await page.keyboard.press("Enter");
  await expect(app.turn("completed")).toHaveCount(2);
  const again = given(it.provider.requests.at(-1)?.body ?? {});
  expect(
    again.filter((text) => text.includes("Low water is at noon.")),
    "the skill went again",
  ).toHaveLength(2);
});

test("[VIW-539] / opens the dialog of the menu with what was written, also on a phone, and sends no message", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: () => [say("Done.")] });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Hello.");
  await expect(app.turn("completed")).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 600 });

  await app.message.pressSequentially("/");
  const list = page.getByRole("listbox", { name: "Acts" });
  await expect(list).toBeVisible();
  const [above, box] = [await page.locator(".completions").boundingBox(), await app.message.boundingBox()];
  expect(above?.y).toBeGreaterThanOrEqual(0);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  await expectTidy(page, "the list of acts on a phone");

  await app.message.pressSequentially("rename The harbour");
  await page.keyboard.press("Enter");
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
  await expect(name).toHaveValue("The harbour");
  await name.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "The harbour" })).toBeVisible();

  await app.message.pressSequentially("/diff");
  await option(page, "diff").click();
  await expect(page.getByRole("tab", { name: "Changes" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await app.message.fill("/reveiw the harbour");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("There is no “/reveiw” here")).toBeVisible();
  await expectTidy(page, "the question on a phone");
  await app.message.fill("/review the harbour");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Review code" }).getByRole("textbox").last()).toHaveValue(
    "the harbour",
  );
  expect(it.provider.requests, "nothing of this was a message").toHaveLength(1);
});
