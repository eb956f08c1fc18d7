// Other courses of a thread on the real App Server: forks at a turn, history that is taken back here and elsewhere, questions
// beside a thread, and going on where its file is gone.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { codexUnderTest } from "../support/codex-binary.ts";
import { type App, expect, type Rig, test } from "../support/rig.ts";
import { secondDevice } from "../support/second-device.ts";
import { sameInThreeLooks } from "../support/three-looks.ts";
import { told } from "../support/told.ts";

/** Answers with all that it was told, so that what the model still knows can be seen. */
const parrot: Script = (request) => [say(`Known: ${request.userTexts.join(" / ")}.`)];

const row = (page: Page, thread: string) => page.locator(`a[data-thread-id="${thread}"]`);
const turn = (app: App, at: number) => app.transcript.locator("[data-turn-id]").nth(at);

async function talk(app: App, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    const before = await app.turn("completed").count();
    await app.send(text);
    await expect(app.turn("completed")).toHaveCount(before + 1);
  }
}

async function choose(app: App, at: number, item: string | RegExp): Promise<void> {
  await turn(app, at).hover();
  await turn(app, at).getByRole("button", { name: "Turn menu" }).click();
  await app.page.getByRole("menu", { name: "Turn" }).getByRole("menuitem", { name: item }).click();
}

async function goBack(app: App, at: number): Promise<void> {
  await choose(app, at, /^Go back/);
  await app.page.getByRole("dialog").getByRole("button", { name: "Go back" }).click();
  await expect(app.page.getByRole("dialog")).toHaveCount(0);
}

/** The files of a thread go, as when somebody tidied up on the machine. */
function removeRollouts(it: Rig, thread: string): number {
  let removed = 0;
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.name.includes(thread)) {
        rmSync(path);
        removed += 1;
      }
    }
  };
  walk(join(it.codexHome, "sessions"));
  return removed;
}

test("[ACT-90] a fork at a turn knows what was said up to it and goes its own way", async ({ page, rig }) => {
  const it = await rig({ script: parrot });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await talk(app, "one", "two", "three");
  await choose(app, 1, "Fork from here");
  await expect(page).not.toHaveURL(new RegExp(thread));
  await expect(app.item("userMessage")).toHaveText([/one/, /two/]);
  await talk(app, "elsewhere");
  await expect(app.item("agentMessage").last()).toContainText("Known: one / two / elsewhere.");
  await row(page, thread).click();
  await expect(app.item("userMessage")).toHaveText([/one/, /two/, /three/]);
});

test("[ACT-91] [PRJ-315] turns taken back are told what is lost, fold away, are marked here and elsewhere, and stay so in three looks; the message is back in the box", async ({
  page,
  rig,
  browser,
}) => {
  const it = await rig({
    script: (request) =>
      request.outputsSinceUser === 0 && request.userTexts.at(-1) === "two"
        ? [exec("echo two > two.txt")]
        : parrot(request),
    codex: { sandboxMode: "danger-full-access", approvalPolicy: "never" },
  });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await talk(app, "one");
  const other = await secondDevice(browser, it);
  await row(other.page, thread).click();
  await talk(app, "two", "three");
  await expect(other.app.turn("completed")).toHaveCount(3);

  await choose(app, 1, /^Go back/);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("this turn and the one after it leave");
  await expect(dialog).toContainText("files on the machine stay as they are now");
  await dialog.getByRole("button", { name: "Go back" }).click();
  await expect(app.message).toHaveValue("two");
  await expect(app.transcript.locator('[data-reverted="here"]')).toHaveCount(2);
  await expect(other.app.transcript.locator('[data-reverted="elsewhere"]')).toHaveCount(2);
  await expect(app.item("userMessage")).toHaveText([/one/]);
  await expect(other.app.transcript).toContainText("Taken back elsewhere");
  expect(readdirSync(it.project)).toContain("two.txt");

  await app.message.fill("");
  await talk(app, "two, said better");
  await expect(app.item("agentMessage").last()).toContainText("Known: one / two, said better.");
  await expect(other.app.item("agentMessage").last()).toContainText("Known: one / two, said better.");
  await turn(app, 1).getByRole("button", { name: "Show" }).click();
  await expect(turn(app, 1).locator('[data-item-type="agentMessage"]')).toContainText("Known: one / two.");
  await turn(app, 1).getByRole("button", { name: "Fold away" }).click();
  await other.page.reload();
  await other.app.live();
  await expect(other.app.transcript.locator('[data-reverted="elsewhere"]')).toHaveCount(2);
  await other.done();
  await sameInThreeLooks(page, app, it);
});

test("[PRJ-316] what was taken back while this device was away is kept, and marked when it is back", async ({
  page,
  rig,
  browser,
}) => {
  const it = await rig({ script: parrot });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await talk(app, "one", "two", "three");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto("about:blank");

  const other = await secondDevice(browser, it);
  await row(other.page, thread).click();
  await expect(other.app.turn("completed")).toHaveCount(3);
  await goBack(other.app, 1);
  await expect(other.app.transcript.locator('[data-reverted="here"]')).toHaveCount(2);
  await talk(other.app, "four");
  await other.done();
  // Another App Server, too.
  await it.restartRelay();

  await page.goto(new URL(`/t/${thread}`, it.link()).href);
  await app.live();
  await expect(app.transcript.locator('[data-reverted="elsewhere"]')).toHaveCount(2);
  await expect(app.item("userMessage")).toHaveText([/one/, /four/]);
  await sameInThreeLooks(page, app, it);
});

test("[ACT-91] a thread of legacy history is rolled back by the right number of turns, where the server can do that", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: parrot });
  const app = await it.open(page);
  const { openAppServer } = await import("@longwire/fixtures/app-server");
  const codex = await openAppServer({ env: { CODEX_HOME: it.codexHome }, codex: codexUnderTest(), idPrefix: "other" });
  const { thread } = await codex.request("thread/start", { cwd: it.project, historyMode: "legacy" });
  for (const text of ["one", "two", "three"]) {
    const since = codex.mark();
    await codex.request("turn/start", { threadId: thread.id, input: [{ type: "text", text, text_elements: [] }] });
    await codex.notification("turn/completed", undefined, { since });
  }
  await codex.close();
  await page.goto(new URL(`/t/${thread.id}`, it.link()).href);
  await app.live();
  await expect(app.turn("completed")).toHaveCount(3);
  const { lacking, server } = await told(it);
  if (lacking.includes("thread/rollback")) {
    await turn(app, 1).hover();
    await turn(app, 1).getByRole("button", { name: "Turn menu" }).click();
    const back = page.getByRole("menuitem", { name: /^Go back/ });
    await expect(back).toContainText(`${server} does not have it`);
    await expect(back).toHaveAttribute("aria-disabled", "true");
    return;
  }
  await goBack(app, 1);
  await expect(app.transcript.locator('[data-reverted="here"]')).toHaveCount(2);
  await app.message.fill("");
  await talk(app, "two again");
  await expect(app.item("agentMessage").last()).toContainText("Known: one / two again.");
  await sameInThreeLooks(page, app, it);
});

test("[ACT-92] a side question is answered beside the thread, with its decisions, and stays readable when it is over; the thread never learns of it", async ({
  page,
  rig,
}) => {
  const it = await rig({
    script: (request) =>
      request.userTexts.at(-1) === "May I?" && request.outputsSinceUser === 0
        ? [exec("touch asked", { escalated: "To see whether I may." })]
        : parrot(request),
  });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await talk(app, "one");
  await row(page, thread).click({ button: "right" });
  await page.getByRole("menuitem", { name: /^Ask a side question/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Your question" }).fill("May I?");
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(thread));
  const notice = page.locator(".notice", { hasText: "Side question" });
  await expect(notice).toContainText("not kept by the App Server");
  await app.approve();
  await expect(app.item("agentMessage")).toContainText("Known: one / May I?.");
  await expect(page.locator(".notice", { hasText: "could not be read" })).toHaveCount(0);

  await notice.getByRole("link", { name: "one" }).click();
  await talk(app, "two");
  await expect(app.item("agentMessage").last()).toContainText("Known: one / two.");

  await it.restartRelay();
  await app.live();
  await page.locator("a[data-thread-id]", { hasText: "May I?" }).click();
  await expect(notice).toContainText("Side question, over");
  await expect(app.item("agentMessage")).toContainText("Known: one / May I?.");
  await sameInThreeLooks(page, app, it);
});

test("[ACT-93] [PRJ-319] [PRJ-321] a thread whose file is gone is readable and not resumable, goes on in a new one with what the person let through, and both say so for ever, elsewhere too", async ({
  page,
  rig,
  browser,
}) => {
  const it = await rig({ script: parrot });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await talk(app, "The hinge squeaks", "Keep the old screws");
  await it.relay().stop();
  expect(removeRollouts(it, thread)).toBeGreaterThan(0);
  await it.restartRelay();
  await page.reload();
  await app.live();
  const notice = page.locator(".notice", { hasText: "Not resumable" });
  await expect(notice).toBeVisible();
  await expect(app.item("userMessage")).toHaveCount(2);
  await expect(app.message).toBeDisabled();

  await notice.getByRole("button", { name: /^Continue in a new thread/ }).click();
  const dialog = page.getByRole("dialog");
  const excerpt = dialog.getByRole("textbox", { name: /^Excerpt/ });
  await expect(excerpt).toHaveValue(/Me:\nThe hinge squeaks[^]*Me:\nKeep the old screws/);
  await excerpt.fill("Me:\nThe hinge squeaks");
  await dialog.getByRole("textbox", { name: "What should the agent do now?" }).fill("Oil it");
  await dialog.getByRole("button", { name: "Start and send" }).click();
  await expect(page).not.toHaveURL(new RegExp(thread));
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.item("agentMessage")).toContainText(/Known: Continued from “The hinge squeaks”[^]*Oil it/);
  await expect(app.item("agentMessage")).not.toContainText("screws");
  const recovered = page.locator(".notice", { hasText: "Recovered" });
  await expect(recovered).toBeVisible();
  await sameInThreeLooks(page, app, it);
  await expect(recovered).toBeVisible();
  const next = decodeURIComponent(new URL(page.url()).pathname.slice(3));

  const other = await secondDevice(browser, it);
  await row(other.page, next).click();
  await expect(other.page.locator(".notice", { hasText: "Recovered" })).toBeVisible();
  await other.done();

  await recovered.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(thread));
  await page.reload();
  await app.live();
  await expect(app.item("userMessage")).toHaveCount(2);
  await expect(notice).toBeVisible();
  await page.locator(".notice", { hasText: "Continued" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(next));
});
