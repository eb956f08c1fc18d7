// Reviews, goals, background terminals and compaction on the real App Server. Each ends in three looks: live, reloaded and
// offline the thread says the same, and nothing turns any more.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { openAppServer } from "@longwire/fixtures/app-server";
import { exec, say, type Step } from "@longwire/fixtures/provider/steps";
import { startNodeSession } from "../support/node-session.ts";
import { codexUnderTest } from "../support/codex-binary.ts";
import { type App, expect, test } from "../support/rig.ts";
import { sameInThreeLooks } from "../support/three-looks.ts";
import { expectTidy } from "../support/tidy.ts";
import { reads } from "../support/told.ts";

const LINES = Array.from({ length: 30 }, (_, at) => `line ${at + 1} of the tides`).join("\n");

/** What a reviewer finds in a project. */
const findings = (project: string) => ({
  findings: [
    {
      title: "[P1] The last tide is never found",
      body: "The loop stops **one short** of the end.",
      confidence_score: 0.95,
      priority: 1,
      code_location: { absolute_file_path: join(project, "src/tides.js"), line_range: { start: 18, end: 20 } },
    },
    {
      title: "[P3] An empty line becomes NaN",
      body: "`parseTable` trusts its input.",
      confidence_score: 0.6,
      priority: 3,
      code_location: { absolute_file_path: join(project, "src/tides.js"), line_range: { start: 4, end: 4 } },
    },
  ],
  overall_correctness: "patch is incorrect",
  overall_explanation: "Two findings, one of them serious.",
  overall_confidence_score: 0.8,
});

async function choose(page: Page, item: string | RegExp): Promise<Locator> {
  await page.locator(".thread-header").getByRole("button", { name: "Thread menu" }).click();
  await page.getByRole("menu").getByRole("menuitem", { name: item }).click();
  return page.getByRole("dialog");
}

const stop = (app: App): Promise<void> => app.page.getByRole("button", { name: "Stop", exact: true }).click();

test("[ACT-101] a review of what is not committed: its findings are read as such and open their file at the line", async ({
  page,
  rig,
}) => {
  let project = "";
  const it = await rig({
    script: ({ n }) => [say(n === 0 ? "Aye." : JSON.stringify(findings(project)), { chunk: 200 })],
  });
  project = it.project;
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, "src/tides.js"), LINES);
  const app = await it.open(page);
  await app.startThread(project);
  await app.send("Ready?");
  await expect(app.turn("completed")).toHaveCount(1);
  const dialog = await choose(page, "Review …");
  await dialog.getByRole("radio", { name: /Against a branch/ }).check();
  await expect(dialog.getByRole("button", { name: "Start the review" }), "no branch is named").toBeDisabled();
  await dialog.getByRole("radio", { name: /Uncommitted changes/ }).check();
  await dialog.getByRole("button", { name: "Start the review" }).click();
  await expect(app.turn("completed")).toHaveCount(2);
  await expect(app.item("enteredReviewMode")).toContainText("current changes");
  const found = app.transcript.locator(".findings");
  await expect(found).toHaveCount(1);
  await expect(found).toContainText("Two findings, one of them serious.");
  await expect(found.locator(".finding")).toHaveText([
    /P1.*The last tide is never found.*src\/tides\.js:18.*20.*one short of the end/s,
    /P3.*An empty line becomes NaN/s,
  ]);
  await found.getByRole("button", { name: "Open src/tides.js, line 18" }).click();
  await expect(page.getByRole("dialog")).toContainText("line 18 of the tides");
  await page.keyboard.press("Escape");
  await sameInThreeLooks(page, app, it);
});

test("[ACT-102] a review in a thread of its own leads there, where its JSON is shown as findings; where it is refused, what was chosen stays", async ({
  page,
  rig,
}) => {
  let project = "";
  const it = await rig({
    script: ({ userTexts }) => [
      say(
        userTexts.join("\n").includes("Look for leaks")
          ? JSON.stringify(findings(project))
          : "A thread as it used to be.",
      ),
    ],
  });
  project = it.project;
  // Threads that keep their history the older way are made by other programs.
  const codex = await openAppServer({ env: { CODEX_HOME: it.codexHome }, codex: codexUnderTest(), idPrefix: "other" });
  const { thread } = await codex.request("thread/start", { cwd: project, historyMode: "legacy" });
  await codex.request("turn/start", {
    threadId: thread.id,
    input: [{ type: "text", text: "An old thread", text_elements: [] }],
  });
  await codex.notification("turn/completed");
  await codex.close();

  const app = await it.open(page);
  await app.startThread(project);
  const start = async () => {
    const dialog = await choose(page, "Review …");
    await dialog.getByRole("radio", { name: /Something else/ }).check();
    await dialog.getByRole("textbox", { name: "What the reviewer is to look at" }).fill("Look for leaks");
    await dialog.getByRole("radio", { name: /In a thread of its own/ }).check();
    await dialog.getByRole("button", { name: "Start the review" }).click();
    return dialog;
  };
  const refused = await start();
  // A server that has no such reviews at all says so in the same place.
  const target = { type: "custom", instructions: "Look for leaks" };
  const known = await reads(it, "review/start", { target, delivery: "detached" });
  await expect(refused.getByRole("alert")).toContainText(
    known ? "Nothing was started" : "It does not know “detached”. Nothing was done",
  );
  await expect(refused.getByRole("textbox", { name: "What the reviewer is to look at" })).toHaveValue("Look for leaks");
  await page.keyboard.press("Escape");

  await page.locator(`a[data-thread-id="${thread.id}"]`).click();
  await expect(app.item("agentMessage")).toContainText("A thread as it used to be.");
  const again = await start();
  if (!known) {
    await expect(again.getByRole("alert")).toContainText("It does not know “detached”");
    await again.getByRole("radio", { name: /In this thread/ }).check();
    await again.getByRole("button", { name: "Start the review" }).click();
    await expect(app.turn("completed")).toHaveCount(2);
    const found = app.transcript.locator(".findings");
    await expect(found).toContainText("Two findings, one of them serious.");
    // Not the whole look: histories of the older kind keep the message of such a review twice, under other ids than it had live.
    await page.reload();
    await app.live();
    await expect(found).toContainText("Two findings, one of them serious.");
    return;
  }
  await expect(page.locator(".said")).toContainText("in this thread of its own");
  await expect(page).not.toHaveURL(new RegExp(thread.id));
  const found = app.transcript.locator(".findings");
  await expect(found).toContainText("patch is incorrect");
  await expect(found.locator(".finding").first()).toContainText("95 % sure");
  await expect(app.transcript).not.toContainText('"overall_correctness"', { useInnerText: true });
  await sameInThreeLooks(page, app, it);
});

test("[ACT-100] Stop on a review stops it, although it runs under another id than it ends with", async ({
  page,
  rig,
}) => {
  const it = await rig({
    script: ({ n }) =>
      n === 0 ? [exec("echo looking"), { type: "hold", name: "never" }] : [say("Going on, without a review.")],
  });
  const app = await it.open(page);
  await app.startThread(it.project);
  const dialog = await choose(page, "Review …");
  await dialog.getByRole("button", { name: "Start the review" }).click();
  await expect(app.item("enteredReviewMode")).toHaveCount(1);
  await it.provider.waitForRequests(1);
  await stop(app);
  await expect(app.turn("interrupted")).toHaveCount(1);
  await expect(app.turn("interrupted")).toContainText("Stopped by you");
  await app.send("Go on.");
  await expect(app.turn("completed")).toHaveCount(1);
  await sameInThreeLooks(page, app, it);
});

test("[ACT-103] [ACT-104] a goal is set with its budget, stopped, paused, taken up again and cleared, on every device", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: ({ n }) => [say(`Step ${n}. `), { type: "hold", name: `step ${n}` }, say("Done.")] });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  const other = startNodeSession(it.relay());
  await other.until("live", () => other.session.facts().connection === "live");
  const there = other.session.openThread(thread);

  const dialog = await choose(page, "Goal …");
  await dialog.getByLabel("What is to be reached").fill("All tides are found");
  await dialog.getByLabel("Token budget").fill("50,000");
  await dialog.getByRole("button", { name: "Set the goal and start" }).click();
  await expect(dialog.locator("[data-goal=active]")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(app.turn("inProgress")).toContainText("Started by the goal");
  await expect(app.turn("inProgress")).toContainText("Step 0.");
  await other.until("the goal", () => there.state.goal?.tokenBudget === 50_000);
  await stop(app);
  const foot = app.transcript.locator("[data-goal-after-stop]");
  await expect(foot).toContainText("The goal is still active");
  await expect(app.turn("interrupted")).toHaveCount(1);
  await foot.getByRole("button", { name: "Pause the goal" }).click();
  await expect(foot).toHaveCount(0);
  await expect(page.locator(".thread-header__goal")).toContainText("Goal paused");
  await other.until("paused", () => there.state.goal?.status === "paused");

  await page.locator(".thread-header__goal").click();
  await dialog.getByLabel("What is to be reached").fill("All tides are found, and tested");
  await dialog.getByRole("button", { name: "Save" }).click();
  await other.until("changed", () => there.state.goal?.objective === "All tides are found, and tested");
  expect(there.state.goal, "what was not changed stays").toMatchObject({ status: "paused", tokenBudget: 50_000 });
  await dialog.getByRole("button", { name: "Go on with it" }).click();
  await expect(app.turn("inProgress")).toContainText("Started by the goal");
  // Another device pauses it; the turn that runs goes on to its end, and no other begins.
  const paused = await other.session.request("thread/goal/set", { threadId: thread, status: "paused" });
  expect(paused.ok).toBe(true);
  await expect(dialog.locator("[data-goal=paused]")).toBeVisible();
  it.provider.release("step 1");
  await expect(app.turn("completed")).toHaveCount(1);
  await dialog.getByRole("button", { name: "Clear the goal" }).click();
  await expect(dialog.getByRole("button", { name: "Set the goal and start" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".thread-header__goal")).toHaveCount(0);
  await expect(app.transcript.locator("[data-note=goal]")).toHaveCount(2);
  there.close();
  other.session.close();
  await sameInThreeLooks(page, app, it);
});

test("[ACT-105] commands that go on after their turn are listed, ended one by one and all together", async ({
  page,
  rig,
}) => {
  const run = (name: string) => exec(`sleep 30${name}`, { callId: `c${name}`, yieldMs: 250 });
  const it = await rig({
    script: ({ outputsSinceUser, userTexts }) =>
      outputsSinceUser > 0
        ? [say("Left running.")]
        : userTexts.length === 1
          ? [run("1"), run("2"), run("3")]
          : [run("4")],
  });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Start three.");
  await expect(app.turn("completed")).toContainText("3 commands of this turn may still run");
  await app.send("And one more.");
  const second = app.turn("completed").nth(1);
  await second.getByRole("button", { name: "End the command", exact: true }).click();
  await expect(second).not.toContainText("may still run");

  const dialog = await choose(page, "Background terminals …");
  const listed = dialog.locator(".terminals__one");
  await expect(listed, "those of the other turn go on").toHaveCount(3);
  await expect(listed.first()).toContainText("project");
  await listed.filter({ hasText: "sleep 302" }).getByRole("button").click();
  await expect(listed).toHaveText([/sleep 30[13]/, /sleep 30[13]/]);
  await dialog.getByRole("button", { name: "End all" }).click();
  await expect(dialog).toContainText("No command of this thread runs in the background.");
  await page.keyboard.press("Escape");
  await expect(app.transcript).not.toContainText("may still run");
  await sameInThreeLooks(page, app, it);
});

test("[ACT-106] [ACT-107] a compaction that was done, failed or was stopped says so; of a working thread it asks first", async ({
  page,
  rig,
}) => {
  let answer: readonly Step[] = [say("Fine.")];
  const it = await rig({ script: () => answer });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Talk.");
  await expect(app.turn("completed")).toHaveCount(1);
  await choose(page, "Compact the history");
  await expect(app.turn("completed")).toHaveCount(2);
  await expect(app.item("contextCompaction")).toHaveText(/Conversation compacted/);

  answer = [{ type: "error", status: 500, message: "No." }];
  await choose(page, "Compact the history");
  await expect(app.turn("failed")).toHaveCount(1);
  await expect(app.item("contextCompaction").nth(1)).toContainText("was not compacted");

  answer = [say("A summ"), { type: "hold", name: "never" }];
  await choose(page, "Compact the history");
  await expect(app.turn("inProgress")).toContainText("Compacting the conversation");
  await stop(app);
  await expect(app.turn("interrupted")).toHaveCount(1);
  await expect(app.item("contextCompaction").nth(2)).toContainText("was not compacted");

  await app.send("Work.");
  await expect(app.turn("inProgress")).toContainText("A summ");
  const dialog = await choose(page, "Compact the history");
  await expect(dialog).toContainText("Compacting interrupts it");
  await dialog.getByRole("button", { name: "Let it work" }).click();
  await expect(app.turn("inProgress")).toHaveCount(1);
  answer = [say("In short.")];
  await choose(page, "Compact the history");
  await dialog.getByRole("button", { name: "Interrupt and compact" }).click();
  await expect(app.turn("interrupted")).toHaveCount(2);
  await expect(app.item("contextCompaction").nth(3)).toHaveText(/Conversation compacted/);
  await sameInThreeLooks(page, app, it);
});

for (const [width, colorScheme] of [
  [390, "dark"],
  [1024, "light"],
] as const)
  test(`[VIW-449] the dialogs are accessible and keep within the page (${width} px, ${colorScheme})`, async ({
    browser,
    rig,
  }) => {
    const it = await rig({ script: () => [say("Yes.")] });
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      colorScheme,
      hasTouch: width < 500,
      isMobile: width < 500,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const app = await it.open(page);
    await app.startThread(it.project);
    await app.send("Are you there?");
    await expect(app.turn("completed")).toHaveCount(1);
    for (const item of ["Review …", "Goal …", "Background terminals …"]) {
      const dialog = await choose(page, item);
      await expect(dialog.getByRole("button").nth(1)).toBeVisible();
      if (item === "Review …") await dialog.getByRole("radio", { name: /One commit/ }).check();
      await expectTidy(page, item);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await context.close();
  });
