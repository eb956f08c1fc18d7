// Files of the machine in the page: pictures that may load by themselves, and everything else only when it is pressed.
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import { call, png, type Sent, sentBy } from "../support/files-stage.ts";
import { type App, expect, type Rig, test } from "../support/rig.ts";
import { everythingOf, formsOf } from "../support/sweep.ts";
import { faultsOf } from "../support/tidy.ts";

/** The folder in which the turn runs, as Codex tells it to the model. */
function folderOf(body: Readonly<Record<string, unknown>>): string {
  return /<cwd>(.*?)<\/cwd>/.exec(JSON.stringify(body["input"]))?.[1] ?? "";
}

/** Looks at each of these, then says this. */
function looking(names: readonly string[], words: string): Script {
  return ({ outputsSinceUser, body }) => {
    const name = names[outputsSinceUser];
    return name === undefined ? [say(words)] : [call("view_image", { path: join(folderOf(body), name) })];
  };
}

async function turn(it: Rig, page: Page): Promise<{ app: App; sent: Sent[] }> {
  const sent = sentBy(page);
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Look.");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 60_000 });
  return { app, sent };
}

const reads = (sent: readonly Sent[]) =>
  sent.filter(({ method }) => method === "fs/readFile").map(({ params }) => params["path"]);
const viewer = (page: Page) => page.getByTestId("file-view");
/** Closes the file that is open, if one is: by its own button, since Escape first empties a search field. */
async function closeViewer(page: Page): Promise<void> {
  if ((await viewer(page).count()) > 0) await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(viewer(page)).toHaveCount(0);
}

test("[VIW-316] [VIW-315] an image of the thread's folder loads by itself, once; one outside, a link, and a large one wait for a press", async ({
  page,
  rig,
}) => {
  const names = ["out/red.png", "../elsewhere.png", "linked.png", "large.png"];
  const it = await rig({ script: looking(names, "Four pictures.") });
  mkdirSync(join(it.project, "out"));
  writeFileSync(join(it.project, "out/red.png"), png(40, 24, [180, 40, 30]));
  writeFileSync(join(it.project, "../elsewhere.png"), png(30, 20, [30, 40, 180]));
  symlinkSync("../elsewhere.png", join(it.project, "linked.png"));
  // Noise does not pack: a picture of more than five megabytes by what stands behind its end.
  writeFileSync(join(it.project, "large.png"), Buffer.concat([png(20, 20, [30, 180, 40]), Buffer.alloc(5_100_000, 7)]));
  const { app, sent } = await turn(it, page);
  const views = app.item("imageView");
  await expect(views).toHaveCount(4);
  await expect(views.nth(0).getByRole("img")).toBeVisible();
  expect(
    await views
      .nth(0)
      .getByRole("img")
      .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
  ).toEqual([40, 24]);
  expect(await views.nth(0).getByRole("img").getAttribute("src")).toMatch(/^blob:/);
  for (const at of [2, 3]) {
    await views.nth(at).scrollIntoViewIfNeeded();
    await expect(views.nth(at)).toContainText("not loaded by itself");
  }
  expect(reads(sent)).toEqual([join(it.project, "out/red.png")]);
  await expect(views.nth(1).getByRole("img")).toHaveCount(0);

  // A press on the path is enough for the one outside.
  await views
    .nth(1)
    .getByRole("button", { name: /^Open / })
    .click();
  await expect(viewer(page).getByRole("img")).toBeVisible();
  await expect(viewer(page)).toContainText("30 × 20");
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  expect(reads(sent)).toHaveLength(2);

  // The large one asks once more.
  await views
    .nth(3)
    .getByRole("button", { name: /^Open / })
    .click();
  await expect(viewer(page)).toContainText("5.1 MB");
  expect(reads(sent)).toHaveLength(2);
  await viewer(page).getByRole("button", { name: "Read 5.1 MB" }).click();
  await expect(viewer(page)).toContainText("20 × 20", { timeout: 30_000 });
  expect(reads(sent)).toHaveLength(3);
});

test("[VIW-310] [VIW-311] a hostile name is shown with what it hides, reaches the machine as it is, and runs nothing", async ({
  page,
  rig,
}) => {
  const name = "-n \u202Egnp.$(touch pwned);`touch pwned` 'x' \"y\".png";
  const it = await rig({ script: looking([name], "Looked.") });
  writeFileSync(join(it.project, name), png(12, 8, [10, 120, 90]));
  const { app, sent } = await turn(it, page);
  const view = app.item("imageView");
  await expect(view.getByRole("img")).toBeVisible();
  const path = view.locator("[data-local-path]");
  await expect(path).toContainText("\\u{202E}gnp.$(touch pwned);");
  await expect(path).toContainText(it.project);
  expect(await path.evaluate((element) => element.scrollWidth <= element.clientWidth), "nothing of it is cut off").toBe(
    true,
  );
  expect(sent.find(({ method }) => method === "command/exec")?.params["command"]).toEqual([
    "wc",
    "-c",
    "--",
    join(it.project, name),
  ]);
  expect(existsSync(join(it.project, "pwned"))).toBe(false);
});

test("[VIW-312] [VIW-314] [VIW-318] a file opens at its line, whole and searchable; nothing of it stays on this device", async ({
  page,
  rig,
}) => {
  // A length that base64 keeps apart from what follows.
  const marker = "MARKER-7c41-of-a-file-that-was-read!";
  const it = await rig({ script: () => [say("The fault is in `src/deep.ts:1207`.")] });
  mkdirSync(join(it.project, "src"));
  const lines = Array.from({ length: 2000 }, (_, at) => `export const step${at + 1} = "courier"; // ${at % 97}`);
  writeFileSync(join(it.project, "src/deep.ts"), [marker, ...lines.slice(1)].join("\n"));
  const { app, sent } = await turn(it, page);
  expect(reads(sent), "a name in a text asks for nothing").toEqual([]);
  await app
    .item("agentMessage")
    .getByRole("button", { name: /src\/deep\.ts/ })
    .click();
  const shown = viewer(page);
  const target = shown.locator('.text-row[data-target][data-line="1207"]');
  await expect(target).toBeInViewport();
  await expect(target).toContainText("step1207");
  await expect(shown).toContainText(join(it.project, "src/deep.ts"));
  expect(await shown.locator(".text-row").count(), "only a window of it is drawn").toBeLessThan(200);
  await expect(shown.locator(".hl-keyword").first()).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  await shown.getByRole("searchbox").fill("step1999 ");
  await expect(shown.locator("mark[data-here]").first()).toBeInViewport();
  await expect(shown.getByRole("status")).toHaveText("1 of 1");
  await shown.getByRole("searchbox").fill(marker);
  await expect(shown.locator('.text-row[data-line="1"] mark[data-here]').first()).toBeInViewport();
  await closeViewer(page);

  const kept = await everythingOf(page);
  expect(kept).toContain("fs/readFile");
  for (const form of formsOf(marker)) expect(kept.includes(form), form).toBe(false);
});

test("[VIW-313] [VIW-317] six megabytes ask again; missing files, folders and an absent host are said in a sentence", async ({
  page,
  rig,
}) => {
  const it = await rig({
    script: ({ body }) => [
      say(`See \`big.txt\`, \`gone.txt\`, \`${folderOf(body)}/src\`, \`README.md\` and \`./bytes.bin:1\`.`),
    ],
  });
  mkdirSync(join(it.project, "src"));
  writeFileSync(join(it.project, "big.txt"), `${"a line of the big file\n".repeat(261_000)}the end of it\n`);
  writeFileSync(join(it.project, "bytes.bin"), Buffer.from([0, 1, 2, 3, 255]));
  const { app, sent } = await turn(it, page);
  const open = async (name: string) => {
    await closeViewer(page);
    await app
      .item("agentMessage")
      .getByRole("button", { name: `Open ${name}` })
      .first()
      .click({ timeout: 10_000 });
  };
  await open("big.txt");
  await expect(viewer(page)).toContainText("6.0 MB");
  expect(reads(sent)).toEqual([]);
  await viewer(page).getByRole("button", { name: "Read 6.0 MB" }).click();
  await expect(viewer(page).locator(".text-row").first()).toContainText("a line of the big file", { timeout: 60_000 });
  await viewer(page).getByRole("searchbox").fill("the end of it");
  await expect(viewer(page).locator("mark[data-here]").first()).toBeInViewport({ timeout: 30_000 });
  await open("gone.txt");
  await expect(viewer(page).getByRole("alert")).toContainText("There is no file at this path");
  writeFileSync(join(it.project, "gone.txt"), "it came");
  await viewer(page).getByRole("button", { name: "Try again" }).click();
  await expect(viewer(page)).toContainText("it came");
  await open(join(it.project, "src"));
  await expect(viewer(page).getByRole("alert")).toContainText("This is a folder");
  await open("./bytes.bin");
  await expect(viewer(page)).toContainText("neither text nor a picture");
  const saving = page.waitForEvent("download");
  await viewer(page).getByRole("button", { name: "Download" }).click();
  expect((await saving).suggestedFilename()).toBe("bytes.bin");

  const before = sent.length;
  it.proxy.accept(false);
  it.proxy.cutAll();
  await expect(app.connection).not.toHaveAttribute("data-connection", "live");
  await open("README.md");
  await expect(viewer(page).getByRole("alert")).toContainText("not connected");
  expect(sent.slice(before).filter(({ method }) => method.startsWith("fs/"))).toEqual([]);
  it.proxy.accept(true);
  await expect(app.connection).toHaveAttribute("data-connection", "live", { timeout: 30_000 });
  await viewer(page).getByRole("button", { name: "Try again" }).click();
  await expect(viewer(page)).toContainText("# A project");
});
