// The message box under hostile hands, on the real App Server: keys in its dialogs, presses right after a reload, two tabs at
// the same moment, folders that cannot be written to.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import { App, expect, type Rig, test } from "../support/rig.ts";

const script: Script = ({ n }) => [say(`Answer ${n}.`)];
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==",
  "base64",
);

async function pick(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: "Any files", exact: true }).click();
  await (await chooser).setFiles([{ name, mimeType: "", buffer }]);
}
const chips = (page: Page) => page.getByRole("list", { name: "Attached" }).first().getByRole("listitem");
/** Kinds of what the model got as the newest message. */
function heard(it: Rig): unknown[] {
  const body: unknown = it.provider.requests.at(-1)?.body;
  const input = typeof body === "object" && body !== null && "input" in body ? body.input : [];
  const last: unknown = Array.isArray(input) ? input.findLast((each) => each.role === "user") : null;
  const content = typeof last === "object" && last !== null && "content" in last ? last.content : [];
  return Array.isArray(content) ? content : [];
}

test("[VIW-748] [VIW-753] [VIW-752] [VIW-740] [VIW-502] keys in the box’s dialogs send nothing, the caret comes back, and two tabs and a reload lose nothing", async ({
  page,
  context,
  rig,
}) => {
  const it = await rig({ script });
  const app = await it.open(page);
  await app.startThread(it.project);

  // A command of the settings goes to its group; closed, the box has the focus and what is typed stands in it.
  await app.message.pressSequentially("/plan");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.locator("details[open] select:focus, details[open] summary:focus")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(app.message).toBeFocused();
  await page.keyboard.type("what are these?");
  await expect(app.message).toHaveValue("what are these?");

  // Two tabs attach at the same moment.
  const tab = new App(await context.newPage());
  await tab.page.goto(page.url());
  await tab.live();
  await Promise.all([pick(page, "one.png", PNG), pick(tab.page, "two.png", PNG)]);
  await expect(chips(page)).toHaveCount(2);
  await expect(chips(tab.page)).toHaveCount(2);
  await tab.page.close();

  // An Enter in the dialog of an attachment is of that dialog.
  await page.locator("[data-part-open]").first().click();
  await page.getByRole("radio", { name: "Inside of the message" }).press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(it.provider.requests).toHaveLength(0);
  await expect(page.locator(".attach[data-kept]")).toBeVisible();

  // Sent as soon as the box is there.
  await page.reload();
  await app.message.press("End");
  await app.message.press("Enter");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 30_000 });
  expect(heard(it)).toMatchObject([
    { type: "input_text", text: "what are these?" },
    { type: "input_image" },
    { type: "input_image" },
  ]);
  await expect(app.message).toHaveValue("");
  await expect(page.getByRole("list", { name: "Attached" }).and(page.locator(".attach__chips"))).toHaveCount(0);
});

test("[VIW-509] [ACT-141] a folder that is a file, and names as hostile as they come: said, or written where it is shown", async ({
  page,
  rig,
}) => {
  const it = await rig({ script });
  const app = await it.open(page);
  await app.startThread(it.project);
  writeFileSync(join(it.project, "taken"), "a file");
  const folder = async (path: string) => {
    await page.getByRole("button", { name: "Change folder" }).click();
    await page.getByLabel("Folder on the machine").fill(path);
    await page.getByLabel("Folder on the machine").press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  const name = `it's "so" 😀 ${"長".repeat(120)}.txt`;
  await pick(page, name, Buffer.from("words"));
  await expect(chips(page)).toHaveCount(1);
  for (const path of [join(it.project, "taken"), join(it.project, "taken", "below"), "/proc/nowhere"]) {
    await folder(path);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText(`could not be written to ${path}, and nothing was sent.`)).toBeVisible();
    await expect(chips(page)).toHaveCount(1);
  }
  expect([it.provider.requests.length, readFileSync(join(it.project, "taken"), "utf8")]).toEqual([0, "a file"]);
  await folder(join(it.project, "deep er", "ü"));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 30_000 });
  const [first] = heard(it);
  const text = typeof first === "object" && first !== null && "text" in first ? String(first.text) : "";
  const path = /^@"(deep er\/ü\/it's _so_ 😀 長+\.txt)" $/u.exec(text)?.[1];
  expect(text).toMatch(/^@"deep er\/ü\/it's _so_ 😀 長+\.txt" $/u);
  expect(readFileSync(join(it.project, path ?? ""), "utf8")).toBe("words");
});
