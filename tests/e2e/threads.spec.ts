// Whole threads on the real App Server: the list, the menu and its acts, a second device, and other Codex processes that use
// the same CODEX_HOME.
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openAppServer, type AppServer } from "@longwire/fixtures/app-server";
import { newFolder } from "@longwire/fixtures/codex-home";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import { codexUnderTest } from "../support/codex-binary.ts";
import { type App, expect, type Rig, test } from "../support/rig.ts";
import { secondDevice } from "../support/second-device.ts";
import { sameInThreeLooks } from "../support/three-looks.ts";
import { expectTidy } from "../support/tidy.ts";

/** Answers with what was asked, so that a search can tell user and agent apart. */
const parrot: Script = (request) => [say(`You said: ${request.userTexts.at(-1) ?? ""}. The lighthouse answered.`)];

const row = (page: Page, thread: string) => page.locator(`a[data-thread-id="${thread}"]`);

async function choose(page: Page, thread: string, item: string | RegExp): Promise<void> {
  await row(page, thread).click({ button: "right" });
  await page.getByRole("menu").getByRole("menuitem", { name: item }).click();
}

/** A thread with one finished turn. */
async function talk(app: App, it: Rig, text: string): Promise<string> {
  const thread = await app.startThread(it.project);
  await app.send(text);
  await expect(app.turn("completed")).toHaveCount(1);
  return thread;
}

/** Another Codex on the machine. */
async function otherCodex(it: Rig): Promise<AppServer> {
  return await openAppServer({ env: { CODEX_HOME: it.codexHome }, codex: codexUnderTest(), idPrefix: "other" });
}

async function codexExec(it: Rig, prompt: string): Promise<void> {
  const { file, args } = codexUnderTest();
  const child = spawn(file, [...args, "exec", "--skip-git-repo-check", prompt], {
    cwd: it.project,
    env: { ...process.env, CODEX_HOME: it.codexHome },
    stdio: "ignore",
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(0);
}

test("[ACT-60] a name given on one device is in the list, header and title of another at once", async ({
  page,
  rig,
  browser,
}) => {
  const it = await rig({ script: parrot });
  const app = await it.open(page);
  const thread = await talk(app, it, "Count the gulls");
  const other = await secondDevice(browser, it);
  await row(other.page, thread).click();
  await row(page, thread).focus();
  await page.keyboard.press("F2");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("  Gulls of the north pier ");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const at of [page, other.page]) {
    await expect(row(at, thread)).toContainText("Gulls of the north pier");
    await expect(at.getByRole("heading", { level: 1, name: "Gulls of the north pier" })).toBeVisible();
    await expect(at).toHaveTitle(/^Gulls of the north pier/);
  }
  await other.done();
});

test("[ACT-61] archive, undo, archive again, bring back: on both devices; one that is archived already counts as done", async ({
  page,
  rig,
  browser,
}) => {
  const it = await rig({ script: parrot });
  const app = await it.open(page);
  const thread = await talk(app, it, "Count the terns");
  await page.goto(new URL("/", page.url()).href);
  const other = await secondDevice(browser, it);
  await expect(row(other.page, thread)).toBeVisible();

  await choose(page, thread, "Archive");
  await expect(row(page, thread)).toHaveCount(0);
  await expect(row(other.page, thread)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, thread)).toBeVisible();
  await expect(row(other.page, thread)).toBeVisible();

  // Another program archives it while this page still lists it.
  const codex = await otherCodex(it);
  await codex.request("thread/archive", { threadId: thread });
  await codex.close();
  await choose(page, thread, "Archive");
  await expect(row(page, thread)).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: /^Archived/ }).click();
  await expect(row(page, thread)).toContainText("archived");
  await row(page, thread).click();
  await expect(app.item("agentMessage")).toContainText("The lighthouse answered");
  await page.getByRole("button", { name: "Bring back" }).click();
  await expect(row(page, thread)).not.toContainText("archived");
  await expect(row(other.page, thread)).toBeVisible();
  await app.send("And the skuas?");
  await expect(app.turn("completed")).toHaveCount(2);
  await sameInThreeLooks(page, app, it);
  await other.done();
});

test("[ACT-62] deleting says what is lost; another device keeps what it has stored until it is taken off there too", async ({
  page,
  rig,
  browser,
}) => {
  const it = await rig({ script: parrot });
  const app = await it.open(page);
  const thread = await talk(app, it, "Count the eiders");
  const other = await secondDevice(browser, it);
  await row(other.page, thread).click();
  await expect(other.app.item("agentMessage")).toContainText("The lighthouse answered");

  await choose(page, thread, /^Delete/);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("cannot be continued, forked or opened again");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(row(page, thread)).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);

  await expect(other.page.locator(".notice", { hasText: "Deleted on the machine" })).toBeVisible();
  await other.page.reload();
  await other.app.live();
  await expect(other.app.item("agentMessage")).toContainText("The lighthouse answered");
  await other.page.getByRole("button", { name: "Take off this device’s list" }).click();
  await other.page.getByRole("dialog").getByRole("button", { name: "Take it off" }).click();
  await expect(row(other.page, thread)).toHaveCount(0);
  await other.page.reload();
  await other.app.live();
  await expect(row(other.page, thread)).toHaveCount(0);
  await other.done();
});

test("[ACT-63] a pin is the server's: it is there on another device and after a reload, and goes again", async ({
  page,
  rig,
  browser,
}) => {
  const it = await rig({ script: parrot });
  const app = await it.open(page);
  const thread = await talk(app, it, "First, the pinned one");
  await talk(app, it, "Second, the newer one");
  const other = await secondDevice(browser, it);
  const first = (at: Page) => at.getByRole("navigation", { name: "Threads" }).locator("a[data-thread-id]").first();
  await expect(first(other.page)).not.toHaveAttribute("data-thread-id", thread);
  await choose(page, thread, "Pin");
  for (const at of [page, other.page]) {
    await expect(at.getByRole("button", { name: "Pinned" })).toBeVisible();
    await expect(first(at)).toHaveAttribute("data-thread-id", thread);
  }
  await page.reload();
  await app.live();
  await expect(first(page)).toHaveAttribute("data-thread-id", thread);
  await choose(page, thread, "Unpin");
  for (const at of [page, other.page]) await expect(at.getByRole("button", { name: "Pinned" })).toHaveCount(0);
  await other.done();
});

test("[ACT-64] [ACT-65] a fork opens with the history and goes its own way; a thread that is not loaded is loaded before it is compacted", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: parrot });
  const app = await it.open(page);
  const thread = await talk(app, it, "Count the puffins");
  await choose(page, thread, "Fork");
  await expect(page).not.toHaveURL(new RegExp(thread));
  await expect(page).toHaveURL(/\/t\/.+/);
  await expect(app.item("userMessage")).toContainText("Count the puffins");
  await app.send("Only in the fork");
  await expect(app.turn("completed")).toHaveCount(2);
  await row(page, thread).click();
  await expect(page).toHaveURL(new RegExp(thread));
  await expect(app.turn("completed")).toHaveCount(1);

  await it.restartRelay();
  await app.live();
  await choose(page, thread, "Compact the history");
  await expect(app.item("contextCompaction")).toHaveCount(1);
  await expect(app.turn("completed")).toHaveCount(2);
  await sameInThreeLooks(page, app, it);
});

test("[VIW-378] the search finds words in messages: on the server while live, in what is stored without a connection, and says which", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: parrot });
  const app = await it.open(page);
  const thread = await talk(app, it, "Something about Kittiwakes and nothing else");
  await talk(app, it, "Another matter");
  const find = page.getByRole("searchbox", { name: "Find a thread" });
  await find.fill("nothing ELSE. the light");
  const hit = page.locator(`[data-found="${thread}"]`);
  await expect(hit.locator("mark")).toHaveText("nothing else. The light");
  await expect(page.locator(".thread-found__note")).toContainText("Searched by the App Server");
  await find.fill("no such words anywhere");
  await expect(page.locator(".thread-found__note")).toContainText("Nothing found");

  await it.relay().stop();
  await expect(app.connection).toHaveAttribute("data-connection", "offline");
  await find.fill("kittiwakes and");
  await expect(hit.locator("mark")).toHaveText("Kittiwakes and");
  await expect(page.locator(".thread-found__note")).toContainText("stored on this device only");
  await hit.click();
  await expect(app.item("agentMessage")).toContainText("Kittiwakes");
});

test("[VIW-379] a thread that codex exec made is in the list when the person comes back to the window, opens and goes on", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: parrot });
  const app = await it.open(page);
  await codexExec(it, "List the harbours");
  // Coming back to the window; the list is not read more often than it may be.
  const made = page.getByRole("navigation", { name: "Threads" }).getByRole("link", { name: /List the harbours/ });
  await page.getByRole("button", { name: "List options" }).click();
  await page.getByRole("menuitem", { name: "Read the list again" }).click();
  await expect(made).toBeVisible();
  await made.click();
  await expect(app.item("agentMessage")).toContainText("You said: List the harbours");
  await app.send("And the anchorages");
  await expect(app.turn("completed")).toHaveCount(2);
  await expect(app.item("agentMessage").last()).toContainText("You said: And the anchorages");
  await sameInThreeLooks(page, app, it);
});

test("[ACT-66] a thread that another process holds is read here, with the reason; a fork goes on, and after it was let go it is taken over", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: parrot });
  const codex = await otherCodex(it);
  const { thread: made } = await codex.request("thread/start", { cwd: it.project, historyMode: "paginated" });
  await codex.request("turn/start", {
    threadId: made.id,
    input: [{ type: "text", text: "Written over there", text_elements: [] }],
  });
  await codex.notification("turn/completed");
  const app = await it.open(page);
  await row(page, made.id).click();
  await expect(app.item("userMessage")).toContainText("Written over there");
  await app.send("May I?");
  const notice = page.locator('.notice[data-kind="warn"]', { hasText: "Open in another program" });
  await expect(notice).toBeVisible();
  await expect(row(page, made.id)).toContainText("open in another program");
  await notice.getByRole("button", { name: "Take over" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("open in another program");
  await dialog.getByRole("button", { name: "Close" }).first().click();

  await notice.getByRole("button", { name: "Fork" }).click();
  await expect(page).not.toHaveURL(new RegExp(made.id));
  await expect(app.item("userMessage")).toContainText("Written over there");

  await codex.close();
  await row(page, made.id).click();
  await notice.getByRole("button", { name: "Take over" }).click();
  await expect(notice).toHaveCount(0);
  await app.message.fill("Now it is here");
  await page.getByRole("button", { name: /^(Send|Steer)$/ }).click();
  await expect(app.turn("completed")).toHaveCount(2);
  await sameInThreeLooks(page, app, it);
});

test("[ACT-67] a thread that was worked on here opens in another process once it is freed; released alone it stays locked for a while, and says so", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: parrot, codex: { folder: join(newFolder("codex-home"), ".codex") } });
  const app = await it.open(page);
  const thread = await talk(app, it, "Count the divers");
  const codex = await otherCodex(it);
  const resume = () => codex.requestRaw("thread/resume", { threadId: thread, excludeTurns: true });
  await expect(resume()).rejects.toThrow("active writer");
  await choose(page, thread, /^Release/);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`codex resume ${thread}`);
  await dialog.getByRole("button", { name: "Release", exact: true }).click();
  await expect(page.locator(".said")).toContainText("within half an hour");
  await expect(row(page, thread)).toContainText("released");
  await expect(resume()).rejects.toThrow("active writer");

  await choose(page, thread, /^Release/);
  await dialog.getByRole("button", { name: "Free it now" }).click();
  await expect(page.locator(".said")).toContainText("can be opened in a terminal or an editor now");
  await expect(row(page, thread)).toBeVisible();
  await resume();
  const read = await codex.request("thread/turns/list", { threadId: thread });
  expect(read.data).toHaveLength(1);
  await sameInThreeLooks(page, app, it);
  await codex.close();
});

test("[VIW-375] a turn that ends while nobody looks makes its thread unread on this device, until it is looked at", async ({
  page,
  rig,
}) => {
  const it = await rig({
    script: (request) =>
      request.userTexts.at(-1) === "Slowly"
        ? [{ type: "hold", name: "tide" }, say("The tide is in.")]
        : [say("At once.")],
  });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("Slowly");
  await expect(app.turn("inProgress")).toHaveCount(1);
  const other = await talk(app, it, "Something else");
  await expect(row(page, thread)).not.toHaveAttribute("data-unread", "");
  it.provider.release("tide");
  await expect(row(page, thread)).toHaveAttribute("data-unread", "");
  await expect(row(page, other)).not.toHaveAttribute("data-unread", "");
  await page.reload();
  await app.live();
  await expect(row(page, thread), "kept on the device").toHaveAttribute("data-unread", "");
  await row(page, thread).click();
  await expect(app.item("agentMessage")).toContainText("The tide is in.");
  await row(page, other).click();
  await expect(row(page, thread)).not.toHaveAttribute("data-unread", "");
  await choose(page, thread, "Mark as unread");
  await expect(row(page, thread)).toHaveAttribute("data-unread", "");
});

for (const [width, colorScheme] of [
  [390, "light"],
  [1024, "dark"],
] as const)
  test(`[VIW-386] list, menus, questions and search are accessible and keep within the page (${width} px, ${colorScheme})`, async ({
    browser,
    rig,
  }) => {
    const it = await rig({ script: parrot });
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      colorScheme,
      hasTouch: width < 500,
      isMobile: width < 500,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const app = await it.open(page);
    const thread = await talk(
      app,
      it,
      `A rather long first message that fills more than one row ${"of the list ".repeat(9)}`,
    );
    const check = (where: string) => expectTidy(page, where);
    if (width < 700)
      await page
        .getByRole("link", { name: /back|All threads/i })
        .first()
        .click();
    await expect(row(page, thread)).toBeVisible();
    await check("list");
    const title = await row(page, thread).locator(".thread-row__title").boundingBox();
    expect(title?.width ?? 0, "room for words").toBeGreaterThan(120);
    await page.getByRole("button", { name: "List options" }).click();
    await check("list options");
    await page.keyboard.press("Escape");
    const open = async () => {
      await row(page, thread).hover();
      await page.getByRole("navigation", { name: "Threads" }).getByRole("button", { name: "Thread menu" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    };
    await open();
    const menu = await page.getByRole("menu").boundingBox();
    expect((menu?.y ?? 0) + (menu?.height ?? 9999)).toBeLessThanOrEqual(844);
    await check("menu");
    await page.keyboard.press("Escape");
    for (const item of ["Rename …", "Delete …", "Release …", "Details …"]) {
      await open();
      await page.getByRole("menuitem", { name: item }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      if (item === "Details …") await expect(page.getByRole("dialog")).toContainText("rollout-");
      await check(item);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await page.getByRole("searchbox", { name: "Find a thread" }).fill("lighthouse");
    await expect(page.locator("[data-found]")).toHaveCount(1);
    await check("search");
    await context.close();
  });
