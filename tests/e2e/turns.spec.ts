// Cut streams and Stop in every situation, on the real App Server. Each ends in three looks: live, reloaded and offline the
// thread says the same, and nothing turns any more. Retries and failures: errors.spec.ts; compaction: review-goals.spec.ts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "@playwright/test";
import { newFolder } from "@longwire/fixtures/codex-home";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { back } from "../support/asking.ts";
import { codexCommand } from "../support/codex-binary.ts";
import { type CuttingProxy, startCuttingProxy } from "../support/cutting-proxy.ts";
import { type NodeSession, startNodeSession } from "../support/node-session.ts";
import { App, expect, type Rig, type RigOptions, test } from "../support/rig.ts";
import { sameInThreeLooks } from "../support/three-looks.ts";

const TEE = fileURLToPath(new URL("../support/tee-app-server.mjs", import.meta.url));

/** The rig's App Server notes what reaches it. */
function counted(
  script: Script,
  codex: RigOptions["codex"] = {},
): { options: RigOptions; sent: (m: string) => number } {
  const log = join(newFolder("tee"), "stdin.jsonl");
  return {
    options: { script, codex, relay: { command: [process.execPath, TEE, log, ...codexCommand(), "app-server"] } },
    sent: (method) =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line.includes(`"method":${JSON.stringify(method)}`)).length,
  };
}

const stop = (app: App): Promise<void> => app.page.getByRole("button", { name: "Stop", exact: true }).click();

async function offline(app: App, proxy: CuttingProxy): Promise<void> {
  proxy.accept(false);
  proxy.cutAll();
  await expect(app.connection).toHaveAttribute("data-connection", "offline");
}

async function online(app: App, proxy: CuttingProxy): Promise<void> {
  proxy.accept(true);
  await back(app.page);
  await app.live();
}

/** A second device on the same App Server, with a path of its own. */
async function device(
  browser: Browser,
  it: Rig,
): Promise<{ app: App; proxy: CuttingProxy; done: () => Promise<void> }> {
  const proxy = await startCuttingProxy(it.relay().port);
  const context = await browser.newContext();
  const app = new App(await context.newPage());
  await app.page.goto(it.link().replace(`:${it.proxy.port}`, `:${proxy.port}`));
  await app.live();
  return {
    app,
    proxy,
    async done() {
      await context.close();
      await proxy.close();
    },
  };
}

/** Another page of the app, without a screen. */
async function other(it: Rig): Promise<NodeSession> {
  const node = startNodeSession(it.relay());
  await node.until("live", () => node.session.facts().connection === "live");
  return node;
}

test("[ACT-117] a stream that is cut keeps what had come; asked again it goes on, and when no try is left it fails with the reason", async ({
  page,
  rig,
}) => {
  const cut = [say("The first half of"), { type: "cut" }] as const;
  const it = await rig({
    script: ({ userTexts, n }) => (userTexts.at(-1) === "Once." && n > 0 ? [say("The whole of it.")] : cut),
    codex: { streamMaxRetries: 1 },
  });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Once.");
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.turn("completed")).toContainText("The whole of it.");
  await app.send("Twice.");
  await expect(app.turn("failed")).toHaveCount(1);
  await expect(app.turn("failed")).toContainText("The first half of");
  await expect(app.turn("failed")).toContainText("stream disconnected before completion");
  await sameInThreeLooks(page, app, it);
});

test("[ACT-118] Stop with an approval open ends the turn and the card, and nothing is answered", async ({
  page,
  rig,
}) => {
  const { options } = counted(({ n }) => [exec("echo never", { callId: `c${n}`, escalated: "It asks." })]);
  const it = await rig(options);
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Ask.");
  await expect(app.decision("pending")).toBeVisible();
  await stop(app);
  await expect(app.turn("interrupted")).toHaveCount(1);
  await expect(app.decision("pending")).toHaveCount(0);
  await expect(app.decision()).toHaveAttribute("data-outcome", "turn-ended");
  await expect(app.turn("interrupted")).toContainText("Stopped by you");
  await sameInThreeLooks(page, app, it);
});

test("[ACT-119] [ACT-123] Stop pressed while offline is sent once back if the turn still runs, and not at all if it is over", async ({
  page,
  rig,
}) => {
  const { options, sent } = counted(({ userTexts }) => [
    say("I wait."),
    { type: "hold", name: userTexts.at(-1) ?? "" },
    say(" And end."),
  ]);
  const it = await rig(options);
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("one");
  await expect(app.item("agentMessage")).toContainText("I wait.");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await offline(app, it.proxy);
  await stop(app);
  const waits = page.getByRole("button", { name: "Stop waits" });
  await expect(waits).toBeVisible();
  await page.reload();
  await expect(waits, "kept over a reload").toBeVisible();
  await online(app, it.proxy);
  await expect(app.turn("interrupted")).toHaveCount(1);
  expect(sent("turn/interrupt")).toBe(1);

  await app.send("two");
  await expect(app.item("agentMessage")).toHaveCount(2);
  await expect(app.turn("inProgress")).toHaveCount(1);
  const node = await other(it);
  await offline(app, it.proxy);
  await stop(app);
  it.provider.release("two");
  await node.until("the end", () => node.session.state.threads.get(thread)?.lastTurn?.status === "completed");
  node.session.close();
  await online(app, it.proxy);
  await expect(app.turn("completed")).toHaveCount(1);
  expect(sent("turn/interrupt")).toBe(1);
  await sameInThreeLooks(page, app, it);
});

test("[ACT-120] Stop on one device is agreed on by both; one that comes for a turn that is over gets no reply and leaves nothing behind", async ({
  page,
  browser,
  rig,
}) => {
  const { options, sent } = counted(({ userTexts }) => [
    say("I wait."),
    { type: "hold", name: userTexts.at(-1) ?? "" },
    say(" And end."),
  ]);
  const it = await rig(options);
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("one");
  const second = await device(browser, it);
  await second.app.page.locator(`a[data-thread-id="${thread}"]`).click();
  await expect(second.app.turn("inProgress")).toHaveCount(1);
  await stop(second.app);
  await expect(second.app.turn("interrupted")).toContainText("Stopped by you");
  await expect(app.turn("interrupted")).toContainText("Interrupted");

  await app.send("two");
  await expect(second.app.turn("inProgress")).toHaveCount(1);
  second.proxy.stall(true);
  it.provider.release("two");
  await expect(app.turn("completed")).toHaveCount(1);
  await stop(second.app);
  await expect.poll(() => sent("turn/interrupt")).toBe(2);
  second.proxy.stall(false);
  await expect(second.app.turn("completed")).toHaveCount(1);
  await expect(second.app.turn("stopping")).toHaveCount(0);
  await expect(second.app.page.getByRole("button", { name: "Stop", exact: true })).toHaveCount(0);
  await sameInThreeLooks(page, app, it);
  await sameInThreeLooks(second.app.page, second.app, { ...it, proxy: second.proxy });
  await second.done();
});

test("[ACT-121] a review that another device began is one turn here, and Stop ends it", async ({ page, rig }) => {
  const it = await rig({
    script: ({ n }) => (n === 0 ? [say("Ready.")] : [say("Looking."), { type: "hold", name: "review" }]),
  });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("Hello.");
  await expect(app.turn("completed")).toHaveCount(1);
  const node = await other(it);
  const begun = await node.session.request("review/start", {
    threadId: thread,
    target: { type: "custom", instructions: "Look at the README." },
    delivery: "inline",
  });
  expect(begun).toMatchObject({ ok: true });
  await it.provider.waitForRequests(2);
  await expect(app.turn("inProgress")).toHaveCount(1);
  await stop(app);
  await expect(app.turn("interrupted")).toHaveCount(1);
  await expect(app.turn()).toHaveCount(2);
  node.session.close();
  await sameInThreeLooks(page, app, it);
});
