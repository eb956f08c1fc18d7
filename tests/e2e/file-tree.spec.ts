// Files of the machine by the person's own hand, on the real App Server: found in the tree, edited, sent up and down, removed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { say } from "@longwire/fixtures/provider/steps";
import { sentBy } from "../support/files-stage.ts";
import { expect, type Rig, test } from "../support/rig.ts";
import { expectTidy } from "../support/tidy.ts";

const room = (page: Page): Locator => page.getByTestId("files-room");
const row = (page: Page, path: string): Locator => room(page).locator(`[data-path="${path}"]`);
const dialog = (page: Page): Locator => page.getByRole("dialog");
const details = (page: Page): Locator => page.getByTestId("file-details");

/** The files of the one machine that is known, below the project. */
async function goToFiles(it: Rig, page: Page): Promise<void> {
  const app = await it.open(page);
  await page.goto(new URL("/settings", page.url()).href);
  await page.getByRole("link", { name: "Activity" }).click();
  await page
    .getByRole("navigation", { name: /^Pages of/ })
    .getByRole("link", { name: "Files" })
    .click();
  await app.live();
  await room(page).getByLabel("Folder").fill(it.project);
  await room(page).getByLabel("Folder").press("Enter");
  await expect(row(page, join(it.project, "README.md"))).toBeVisible();
}

test("[VIW-630] [VIW-632] [VIW-634] [VIW-636] a file is found in the tree by the keyboard, edited and saved; what changed meanwhile is not overwritten without a word, and a folder goes with its contents only by its name", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: () => [say("Nothing.")] });
  mkdirSync(join(it.project, "src/deep"), { recursive: true });
  const file = join(it.project, "src/step.ts");
  writeFileSync(file, "one\r\ntwo\r\n");
  writeFileSync(Buffer.concat([Buffer.from(join(it.project, "odd")), Buffer.from([0xff])]), "x");
  const sent = sentBy(page);
  await goToFiles(it, page);
  expect(
    sent.some(({ method }) => method === "fs/readFile"),
    "nothing is read by itself",
  ).toBe(false);

  const tree = room(page).getByRole("tree");
  await tree.focus();
  await page.keyboard.type("src");
  await page.keyboard.press("ArrowRight");
  await expect(row(page, file)).toBeVisible();
  await page.keyboard.type("step");
  await expect(row(page, file)).toHaveAttribute("aria-selected", "true");
  await expect(details(page)).toContainText("step.ts");
  await expect(details(page)).toContainText("Changed");
  await expectTidy(page, "the tree");

  await details(page).getByRole("button", { name: "Edit" }).click();
  const text = dialog(page).getByLabel("Text of step.ts");
  await expect(text).toHaveValue("one\ntwo\n");
  await text.fill("one\ntwo\nthree\n");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toContainText("Saved");
  expect(readFileSync(file, "utf8")).toBe("one\r\ntwo\r\nthree\r\n");

  writeFileSync(file, "theirs\n");
  await text.fill("mine\n");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("The file has changed");
  expect(readFileSync(file, "utf8")).toBe("theirs\n");
  await expect(text).toHaveValue("mine\n");
  await dialog(page).getByRole("button", { name: "Overwrite it" }).click();
  await expect(dialog(page)).toContainText("Saved");
  expect(readFileSync(file, "utf8")).toBe("mine\r\n");
  await dialog(page).locator("header").getByRole("button", { name: "Close" }).click();

  // What another program makes shows by itself, marked.
  const made = join(it.project, "src/made.txt");
  writeFileSync(made, "x");
  await expect(row(page, made)).toContainText("changed");

  // A name that is no text is shown, and says what the server says of it.
  await row(page, join(it.project, "odd\uFFFD")).click();
  await expect(details(page)).toContainText("os error 2");
  await expect(details(page).getByRole("button", { name: "Open" })).toBeDisabled();

  const folder = join(it.project, "src");
  await row(page, folder).click();
  await details(page).getByRole("button", { name: "Remove" }).click();
  await dialog(page).getByRole("button", { name: "Remove the empty folder" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("not empty");
  expect(existsSync(file)).toBe(true);
  await dialog(page).getByLabel("Name of the folder").fill("src");
  await dialog(page).getByRole("button", { name: "Remove it and everything in it" }).click();
  await expect(row(page, folder)).toHaveCount(0);
  expect(existsSync(folder)).toBe(false);
  expect(
    sent.filter(({ method }) => method === "fs/remove").map(({ params }) => [params["recursive"], params["force"]]),
  ).toEqual([
    [false, false],
    [true, false],
  ]);
});

test("[VIW-635] [VIW-637] [VIW-638] a binary file goes up and down byte for byte, takes no place that is taken, and a folder with ten thousand entries is drawn by what is in sight", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: () => [say("Nothing.")] });
  const many = join(it.project, "many");
  mkdirSync(many);
  for (let n = 0; n < 10_000; n += 1) writeFileSync(join(many, `entry-${n}.txt`), "");
  await goToFiles(it, page);

  const content = Buffer.from(Array.from({ length: 300_007 }, (_, n) => (n * 31 + (n >> 8)) & 255));
  const upload = (name: string) =>
    page.getByTestId("upload-input").setInputFiles({ name, mimeType: "application/octet-stream", buffer: content });
  await upload("odd.bin");
  await expect(room(page).locator("[data-upload=done]")).toHaveCount(1);
  const path = join(it.project, "odd.bin");
  expect(readFileSync(path).equals(content)).toBe(true);
  await row(page, path).click();
  const saving = page.waitForEvent("download");
  await details(page).getByRole("button", { name: "Download" }).click();
  const saved = await (await saving).path();
  expect(readFileSync(saved).equals(content)).toBe(true);

  writeFileSync(path, "somebody's own");
  await upload("odd.bin");
  await expect(room(page).locator("[data-upload=in-the-way]")).toBeVisible();
  expect(readFileSync(path, "utf8")).toBe("somebody's own");
  await room(page).getByRole("button", { name: "Replace it" }).click();
  await expect(room(page).locator("[data-upload=done]")).toHaveCount(2);
  expect(readFileSync(path).equals(content)).toBe(true);

  await row(page, many).click();
  await expect(row(page, join(many, "entry-0.txt"))).toBeVisible();
  await room(page).getByRole("tree").focus();
  await page.keyboard.press("End");
  await expect(row(page, join(it.project, "README.md"))).toBeVisible();
  await page.keyboard.type("entry-9999");
  await expect(row(page, join(many, "entry-9999.txt"))).toBeVisible();
  expect(await room(page).getByRole("treeitem").count()).toBeLessThan(200);
  await expect(row(page, join(many, "entry-9999.txt"))).toHaveAttribute("aria-setsize", "10000");
});
