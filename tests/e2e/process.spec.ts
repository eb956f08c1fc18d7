// The App Server's life and death, as the page shows them: killed in mid-turn, started anew, stopped, silent.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { newFolder } from "@longwire/fixtures/codex-home";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import type { Page } from "@playwright/test";
import { type App, expect, type Rig, type RigOptions, test } from "../support/rig.ts";
import { sameInThreeLooks } from "../support/three-looks.ts";

const SILENT = fileURLToPath(new URL("../support/silent-app-server.mjs", import.meta.url));

const asks: Script = (request) =>
  request.outputsSinceUser === 0
    ? [say("I need to ask."), exec("echo allowed", { callId: `c${request.n}`, escalated: "It asks." })]
    : [say("Done.")];

/** Process ids of the App Server below the relay. */
function children(pid: number): number[] {
  return execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .split("\n")
    .map((line) => Number(line.trim()))
    .filter((each) => each > 0);
}

test("[PRJ-80] [DEC-81] an App Server that is killed in mid-turn leaves the turn lost and its decision expired; the next one starts its ids anew", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: asks });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Ask me.");
  await expect(app.decision("pending")).toBeVisible();
  const firstKey = await app.decision("pending").getAttribute("data-request-key");
  for (const pid of children(it.relay().pid)) process.kill(pid, "SIGKILL");
  await expect(app.turn("lost")).toHaveCount(1);
  await expect(app.decision("expired")).toHaveCount(1);
  await expect(app.decision("expired")).toHaveAttribute("data-outcome", "process-ended");
  await expect(app.decision("expired").getByRole("button", { name: "Approve" })).toHaveCount(0);
  await app.live();

  await app.send("Ask me again.");
  await expect(app.decision("pending")).toBeVisible({ timeout: 30_000 });
  const secondKey = await app.decision("pending").getAttribute("data-request-key");
  const firstId = firstKey?.split("/").at(-1);
  expect(firstId).toMatch(/^(n:0|s:.+)$/);
  expect(secondKey?.split("/").at(-1)).toBe(firstId);
  expect(secondKey).not.toBe(firstKey);
  await app.approve();
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.turn("lost"), "history calls it interrupted; it was lost all the same").toHaveCount(1);
  await sameInThreeLooks(page, app, it);
});

test("[ACT-02] Stop sends one interrupt, and only turn/completed makes it interrupted", async ({ page, rig }) => {
  const it = await rig({
    script: (request) =>
      request.outputsSinceUser === 0 ? [say("I wait."), exec("sleep 60", { callId: "c1" })] : [say("Slept.")],
    codex: { approvalPolicy: "never", sandboxMode: "danger-full-access" },
  });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Sleep.");
  await expect(app.item("commandExecution")).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(app.turn("interrupted")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeVisible();
  await sameInThreeLooks(page, app, it);
});

test("[ACT-07] a command that goes on after Stop is said to, and ended by a click", async ({ page, rig }) => {
  const it = await rig({
    script: (request) =>
      request.outputsSinceUser === 0
        ? [say("I go on."), exec("echo begun; sleep 61.5; echo over", { callId: "c1" })]
        : [{ type: "hold", name: "never" }],
    codex: { approvalPolicy: "never", sandboxMode: "danger-full-access" },
  });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Go on.");
  await expect(app.item("commandExecution")).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(app.turn("interrupted")).toHaveCount(1);
  const runs = (): boolean => spawnSync("pgrep", ["-f", "sleep 61.5"]).status === 0;
  expect(runs()).toBe(true);
  await page.getByRole("button", { name: "End the command" }).click();
  await expect.poll(runs).toBe(false);
  await expect(page.getByRole("button", { name: "End the command" })).toHaveCount(0);
  await sameInThreeLooks(page, app, it);
});

/** A turn that runs on an App Server which does not answer an interrupt. Writing a status into `end` ends it. */
async function silentTurn(
  page: Page,
  rig: (options: RigOptions) => Promise<Rig>,
): Promise<{ it: Rig; app: App; end: string; log: string }> {
  const folder = newFolder("silent");
  const end = join(folder, "end");
  const log = join(folder, "lines.jsonl");
  writeFileSync(end, "");
  writeFileSync(log, "");
  const it = await rig({
    script: () => [],
    relay: { command: [process.execPath, SILENT], env: { SILENT_END: end, SILENT_LOG: log } },
  });
  const app = await it.open(page);
  await app.startThread("/tmp");
  await app.send("Work.");
  await expect(app.item("agentMessage")).toContainText("I work");
  return { it, app, end, log };
}

const interrupts = (log: string): number =>
  readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line.includes('"turn/interrupt"')).length;

test("[ACT-03] a silent App Server: no answer after ten seconds, ended after ten more, told apart from interrupted", async ({
  page,
  rig,
}) => {
  const { app, log } = await silentTurn(page, rig);
  const pressed = Date.now();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(app.turn("stopping")).toHaveCount(1);
  await expect(app.turn("noAnswerToStop")).toHaveCount(1, { timeout: 15_000 });
  expect(Date.now() - pressed).toBeGreaterThan(9500);
  await expect(page.getByRole("button", { name: "Stop by force" })).toBeVisible();
  await expect(app.turn("stoppedByForce")).toHaveCount(1, { timeout: 20_000 });
  expect(Date.now() - pressed).toBeGreaterThan(19_000);
  expect(interrupts(log)).toBe(1);
  await page.reload();
  await expect(app.turn("stoppedByForce")).toHaveCount(1);
});

test("[ACT-04] a late real ending wins over no answer", async ({ page, rig }) => {
  const { app, end, log } = await silentTurn(page, rig);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(app.turn("noAnswerToStop")).toHaveCount(1, { timeout: 15_000 });
  writeFileSync(end, "completed");
  await expect(app.turn("completed")).toHaveCount(1);
  expect(interrupts(log)).toBe(1);
});

test("[ACT-05] a page that slept over the deadline catches up before it judges", async ({ page, rig }) => {
  const { app, it, end } = await silentTurn(page, rig);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(app.turn("stopping")).toHaveCount(1);
  // The path is dead and the page asleep; meanwhile the turn really ends.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Page.setWebLifecycleState", { state: "frozen" });
  it.proxy.cutAll();
  writeFileSync(end, "interrupted");
  await expect.poll(() => Date.now(), { timeout: 20_000, intervals: [500] }).toBeGreaterThan(Date.now() + 12_000);
  await cdp.send("Page.setWebLifecycleState", { state: "active" });
  await expect(app.turn("interrupted")).toHaveCount(1);
  await expect(app.turn("noAnswerToStop")).toHaveCount(0);
});

test("[ACT-06] Stop that is pressed while offline is sent once the page is back, if the turn still runs", async ({
  page,
  rig,
}) => {
  const { app, it, log } = await silentTurn(page, rig);
  it.proxy.accept(false);
  it.proxy.cutAll();
  await expect(app.connection).toHaveAttribute("data-connection", "offline");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  expect(interrupts(log)).toBe(0);
  it.proxy.accept(true);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(app.turn("stopping")).toHaveCount(1);
  await expect.poll(() => interrupts(log)).toBe(1);
});

test("[LNK-85] a message that is sent while offline waits in sight and is sent once", async ({ page, rig }) => {
  const it = await rig({ script: () => [say("Here I am.")] });
  const app = await it.open(page);
  await app.startThread(it.project);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  it.proxy.accept(false);
  it.proxy.cutAll();
  await expect(app.connection).toHaveAttribute("data-connection", "offline");
  await app.send("Are you there?");
  await expect(app.transcript).toContainText("Are you there?");
  // The page may be closed meanwhile: the outbox is stored.
  await page.reload();
  await expect(app.transcript).toContainText("Are you there?");
  it.proxy.accept(true);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(app.item("agentMessage")).toContainText("Here I am.", { timeout: 30_000 });
  await expect(app.item("userMessage")).toHaveCount(1);
  expect(it.provider.requests).toHaveLength(1);
  await expect(app.turn("completed")).toHaveCount(1);
  await sameInThreeLooks(page, app, it);
});
