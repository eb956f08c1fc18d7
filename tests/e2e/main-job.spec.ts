// The main job, end to end on the real App Server: a thread in a folder, a message, a live answer, an approved command.
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { expect, test } from "../support/rig.ts";

/** A command that asks, then prints a while, then an answer. */
const approvedCommand: Script = (request) =>
  request.outputsSinceUser === 0
    ? [
        say("I will count to three.", { chunk: 4, delayMs: 15 }),
        exec("sleep 0.4; for i in 1 2 3; do echo line $i; sleep 0.3; done", {
          callId: "c1",
          escalated: "It needs to run outside.",
        }),
      ]
    : [say("It counted to **three** without trouble.", { chunk: 4, delayMs: 15 })];

test("[ACT-01] [VIW-80] a thread is started, a message is answered live, a command is approved, its output shows, the turn completes", async ({
  page,
  rig,
}) => {
  const it = await rig({ script: approvedCommand });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Count to three, please.");
  await expect(app.item("userMessage")).toContainText("Count to three, please.");
  await expect(app.item("agentMessage").first()).toContainText("I will count");
  await expect(app.decision("pending")).toContainText("for i in 1 2 3; do");
  await app.approve();
  await expect(app.item("commandExecution")).toContainText("line 1");
  await expect(app.item("commandExecution")).toContainText("line 3");
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.item("agentMessage").last()).toContainText("It counted to three without trouble.");
  expect(it.provider.requests).toHaveLength(2);

  const live = await app.content();
  await page.reload();
  await app.live();
  await expect(app.turn("completed")).toHaveCount(1);
  expect(await app.content(), "after a reload it looks the same").toBe(live);
});
