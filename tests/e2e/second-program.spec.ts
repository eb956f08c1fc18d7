// A program with nothing of the first behind it, in the browser: the main job with heron alone, and beside the real App Server in
// one page, each behind a relay of its own.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { press } from "../support/asking.ts";
import { HERON, heronCommand } from "../support/heron.ts";
import { expect, test } from "../support/rig.ts";

test("[VIW-800] heron: the main job by its own name, models and words, with a reload in the middle, and what it lacks is named", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: () => [], relay: { command: heronCommand() } });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("say I look.\nrun echo hello\nwrite a.txt one\nask Which pond? Near | Far");
  await expect(app.item("agentMessage").first()).toContainText("I look.");
  await expect(app.transcript.locator('[data-generic="heronSketch"]')).toContainText("The pond at dawn");
  await expect(app.transcript.locator('[data-generic="heron/preened"]')).toHaveCount(1);

  // The question waits over a reload, under the same string.
  const key = await app.decision("pending").getAttribute("data-request-key");
  expect(key).toMatch(/\/s:heron-ask-1$/);
  await page.reload();
  await app.live();
  await expect(app.decision("pending")).toHaveAttribute("data-request-key", key ?? "");
  const asked = (n: number) => page.locator(`[data-request-key$="/s:heron-ask-${n}"]`);
  await press(asked(1), "Approve");
  await expect(app.item("commandExecution")).toContainText("echo hello");
  await press(asked(2), "Approve");
  await expect(asked(3)).toContainText("Which pond?");
  expect(readFileSync(join(it.project, "a.txt"), "utf8")).toBe("one\n");
  await asked(3).getByRole("radio", { name: "Far" }).check();
  await press(asked(3), "Submit");
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.item("agentMessage").last()).toContainText("You chose: Far");

  // While a turn runs: it takes words for the turn, and has no queue, which is said.
  await app.send("hold");
  await expect(app.turn("inProgress")).toHaveCount(1);
  await expect(page.locator('[data-lacking="thread/queue/list"]')).toContainText(HERON);
  await app.message.fill("say Told meanwhile.");
  await expect(page.getByRole("button", { name: "Queue", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Steer", exact: true }).click();
  await expect(app.item("agentMessage").last()).toContainText("Told meanwhile.");
  await expect(app.turn("completed")).toHaveCount(2);
  await app.send("hold");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(app.turn("interrupted")).toHaveCount(1);

  const before = await app.content();
  await page.reload();
  await app.live();
  await expect(app.turn("interrupted")).toHaveCount(1);
  expect(await app.content()).toBe(before);

  // Started anew, it goes on.
  await it.restartRelay();
  await app.live();
  await app.send("say Still here.");
  await expect(app.item("agentMessage").last()).toContainText("Still here.");

  const host = readFileSync(join(it.relay().stateDir, "relay-id"), "utf8").trim();
  await page.goto(new URL(`/settings/machine/${host}/models`, it.link()).href);
  const section = page.getByRole("region", { name: "The server" });
  await expect(section).toContainText(HERON);
  await expect(page.locator('[data-model="heron-wade"]')).toContainText("server’s default");
  await expect(page.locator('[data-model="heron-stalk"]')).toBeVisible();
  await page.goto(new URL(`/settings/machine/${host}/account`, it.link()).href);
  await expect(page.locator('[data-lacking="account/read"]')).toContainText(HERON);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.goto(new URL(`/new?cwd=${encodeURIComponent(it.project)}`, it.link()).href);
  for (const method of ["fs/readDirectory", "config/read"])
    await expect(page.locator(`[data-lacking="${method}"]`)).toContainText(HERON);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect(page.getByRole("button", { name: "Start thread" })).toBeEnabled();
  expect(problems).toEqual([]);
});
