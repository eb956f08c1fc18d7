// What a message holds beside its words, on the real App Server: that each input reaches the model in its own form, and that
// nothing attached is lost on the way.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import { type App, expect, type Rig, test } from "../support/rig.ts";
import { faultsOf } from "../support/tidy.ts";
import { sameInThreeLooks } from "../support/three-looks.ts";

const script: Script = ({ n }) => [say(`Answer ${n}.`)];

/** A picture of four pixels. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==",
  "base64",
);

/** Some silence. */
function wav(): Buffer {
  const samples = 800;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples * 2, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples * 2, 40);
  return Buffer.concat([head, Buffer.alloc(samples * 2)]);
}

interface Picked {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Picks files by the menu of the button. */
async function pick(page: Page, what: "Pictures" | "Audio" | "Any files", files: Picked[]): Promise<void> {
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: what, exact: true }).click();
  await (await chooser).setFiles(files);
}

const chips = (page: Page) => page.getByRole("list", { name: "Attached" }).first().getByRole("listitem");

const chip = (page: Page, name: string) => page.locator("[data-part-open]").filter({ hasText: name });

/** What the model got as the person's newest message. */
function heard(it: Rig): { type: string; text?: string; image_url?: string; audio_url?: string }[] {
  const body = it.provider.requests.at(-1)?.body;
  const input =
    typeof body === "object" && body !== null && "input" in body && Array.isArray(body.input) ? body.input : [];
  const last: unknown = input.findLast(
    (each: unknown) => typeof each === "object" && each !== null && "role" in each && each.role === "user",
  );
  return typeof last === "object" && last !== null && "content" in last && Array.isArray(last.content)
    ? last.content
    : [];
}

async function answered(app: App, count: number): Promise<void> {
  await expect(app.turn("completed")).toHaveCount(count, { timeout: 30_000 });
  await expect(app.page.locator("[data-outgoing]")).toHaveCount(0);
}

test("[VIW-516] a picture inside of the message, one on the machine, sound and a file reach the model in their native forms, and look the same afterwards", async ({
  page,
  rig,
}) => {
  const it = await rig({ script, codex: { modelFacts: { input_modalities: ["text", "image", "audio"] } } });
  const app = await it.open(page);
  await app.startThread(it.project);
  await pick(page, "Pictures", [{ name: "shot.png", mimeType: "image/png", buffer: PNG }]);
  await expect(chips(page)).toHaveCount(1);
  await app.send("What is this?");
  await answered(app, 1);
  expect(heard(it)).toMatchObject([
    { type: "input_text", text: "What is this?" },
    { type: "input_image", image_url: expect.stringMatching(/^data:image\/png;base64,/) },
  ]);

  // The same picture as a file of the machine, and sound.
  await pick(page, "Any files", [
    { name: "shot.png", mimeType: "image/png", buffer: PNG },
    { name: "memo.wav", mimeType: "audio/wav", buffer: wav() },
  ]);
  await expect(chips(page)).toHaveCount(2);
  await chip(page, "shot.png").click();
  await page.getByRole("radio", { name: "As a picture file on the machine" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(/Written to/)).toContainText("uploads");
  await app.send("And this?");
  await answered(app, 2);
  const second = heard(it);
  expect(
    second
      .map(({ type }) => type)
      .filter((type) => type !== "input_text")
      .toSorted(),
  ).toEqual(["input_audio", "input_image"]);
  expect(second.find(({ type }) => type === "input_audio")?.audio_url).toMatch(/^data:audio\/wav;base64,UklGR/);
  const stored = join(it.project, "uploads", "shot.png");
  expect(readFileSync(stored)).toEqual(PNG);

  // Sound as a file of the machine: the App Server reads it there.
  await pick(page, "Audio", [{ name: "said.wav", mimeType: "audio/wav", buffer: wav() }]);
  await chip(page, "said.wav").click();
  await page.getByRole("radio", { name: "As a sound file on the machine" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(/Written to/)).toContainText("uploads");
  await app.send("And what is said here?");
  await answered(app, 3);
  expect(heard(it).find(({ type }) => type === "input_audio")?.audio_url).toMatch(/^data:audio\/wav;base64,UklGR/);
  expect(readFileSync(join(it.project, "uploads", "said.wav"))).toEqual(wav());
  await expect(app.transcript.locator("[data-part]").filter({ hasText: "said.wav" })).toBeVisible();

  // A file that Codex reads by itself: named in the text by where it lies now; nothing that lies there is overwritten.
  writeFileSync(join(it.project, "uploads", "notes.txt"), "somebody else's");
  await pick(page, "Any files", [{ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("the notes") }]);
  await expect(app.message).toHaveValue("@notes.txt ");
  await app.message.pressSequentially("please read");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await answered(app, 4);
  expect(heard(it)).toMatchObject([{ type: "input_text", text: "@uploads/notes-2.txt please read" }]);
  expect(readFileSync(join(it.project, "uploads", "notes-2.txt"), "utf8")).toBe("the notes");
  expect(readFileSync(join(it.project, "uploads", "notes.txt"), "utf8")).toBe("somebody else's");
  await expect(app.transcript.locator("[data-part]").filter({ hasText: "Mention" })).toContainText("notes-2.txt");
  await sameInThreeLooks(page, app, it);
});

test("[VIW-517] what is attached survives a reload; too large for the relay or for the model it is refused before it is sent, and made smaller on request it goes", async ({
  page,
  rig,
}) => {
  const it = await rig({ script });
  const app = await it.open(page);
  await app.startThread(it.project);
  // A photo as a camera makes them: many pixels that no two of are alike.
  const photo = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2400;
    canvas.height = 1800;
    const context = canvas.getContext("2d");
    if (context === null) return "";
    const data = context.createImageData(canvas.width, canvas.height);
    let seed = 1;
    for (let at = 0; at < data.data.length; at++) {
      seed ^= seed << 13;
      seed ^= seed >>> 17;
      seed ^= seed << 5;
      data.data[at] = at % 4 === 3 ? 255 : seed & 255;
    }
    context.putImageData(data, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob === null) return "";
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let binary = "";
    for (let at = 0; at < bytes.length; at += 8190) binary += String.fromCharCode(...bytes.subarray(at, at + 8190));
    return btoa(binary);
  });
  const buffer = Buffer.from(photo, "base64");
  expect(buffer.length).toBeGreaterThan(5_000_000);
  await app.message.fill("Look at these");
  await pick(page, "Pictures", [{ name: "photo.png", mimeType: "image/png", buffer }]);
  await expect(chips(page)).toHaveCount(1);
  await expect(page.getByText(/Written to/)).toBeVisible();
  await expect(page.locator(".attach[data-kept]")).toBeVisible();
  await page.reload();
  await app.live();
  await expect(chips(page)).toHaveCount(1);
  await expect(app.message).toHaveValue("Look at these");
  expect(await faultsOf(page)).toEqual([]);

  await chip(page, "photo.png").click();
  await page.getByRole("button", { name: "1024 pixels" }).click();
  await expect(page.getByText(/Before .* MB, 2400 × 1800; after .*, 1024 × 768/)).toBeVisible();
  await page.getByRole("button", { name: "Use the smaller one" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(/Written to/)).toHaveCount(0);

  // Sound is nothing that this model hears.
  await pick(page, "Audio", [{ name: "memo.wav", mimeType: "audio/wav", buffer: wav() }]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText(/takes no audio/).first()).toBeVisible();
  await expect(chips(page)).toHaveCount(2);
  await expect(app.message).toHaveValue("Look at these");
  expect(it.provider.requests).toHaveLength(0);
  await page.getByRole("button", { name: "Remove memo.wav" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await answered(app, 1);
  expect(heard(it)[1]?.image_url).toMatch(/^data:image\/jpeg;base64,/);
  expect(existsSync(join(it.project, "uploads"))).toBe(false);
  await expect(app.message).toHaveValue("");
});

test("[VIW-519] what another app shares comes through the service worker into the box of the thread that is chosen, beside what stands there", async ({
  page,
  rig,
}) => {
  const it = await rig({ script });
  const app = await it.open(page);
  await app.startThread(it.project);
  const thread = page.url();
  await pick(page, "Pictures", [{ name: "shot.png", mimeType: "image/png", buffer: PNG }]);
  await expect(page.locator(".attach[data-kept]")).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // As the system posts it: a navigation from outside of the app.
  await page.goto("about:blank");
  await page.setContent(
    `<form action="${new URL(thread).origin}/share" method="post" enctype="multipart/form-data">
      <input name="text" value="look at this page"><input type="file" name="files">
    </form>`,
  );
  await page.locator("input[type=file]").setInputFiles([{ name: "shared.png", mimeType: "image/png", buffer: PNG }]);
  await page.evaluate(() => document.querySelector("form")?.submit());
  await expect(page.getByText("look at this page")).toBeVisible();
  await expect(page.getByText("shared.png")).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("list", { name: "Threads to put it into" }).getByRole("button").first().click();
  await expect(page).toHaveURL(thread);
  await expect(app.message).toHaveValue("look at this page");
  await expect(chips(page)).toHaveCount(2);
  await app.live();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await answered(app, 1);
  expect(heard(it).map(({ type }) => type)).toEqual(["input_text", "input_image", "input_image"]);
  await page.goto(new URL("/share", thread).href);
  await expect(page.getByText("Nothing is waiting here.")).toBeVisible();
});
