// Steer, queue, what waited offline and `!` commands, on the real App Server.
import type { Browser, Page } from "@playwright/test";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import { back } from "../support/asking.ts";
import { startNodeSession } from "../support/node-session.ts";
import { type App, expect, type Rig, test } from "../support/rig.ts";
import { secondDevice, type SecondDevice } from "../support/second-device.ts";
import { sameInThreeLooks } from "../support/three-looks.ts";

/** A message that begins with "hold" makes the model wait under that name; every other one is answered at once. */
const script: Script = ({ userTexts, n }) => {
  const text = userTexts.at(-1) ?? "";
  return text.startsWith("hold")
    ? [say(`Working on it ${n}. `), { type: "hold", name: text }, say("Done with it.")]
    : [say(`Answer to: ${text}.`)];
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const write = async (app: App, text: string, name: string): Promise<void> => {
  await app.message.fill(text);
  await button(app.page, name).click();
};
const rows = (app: App) => app.page.locator("[data-queued-id]");
const row = (app: App, text: string) => rows(app).filter({ hasText: text });
const texts = (app: App) => app.item("userMessage");

/** Starts a thread with a turn that waits. */
async function held(it: Rig, page: Page, name: string): Promise<App> {
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send(name);
  await expect(app.item("agentMessage")).toContainText("Working on it", { timeout: 30_000 });
  return app;
}

async function second(browser: Browser, it: Rig, like: App): Promise<SecondDevice> {
  const device = await secondDevice(browser, it);
  await device.page.goto(like.page.url());
  await device.app.live();
  return device;
}

test("[ACT-84] steer: by its button and by Enter the message goes into the turn that runs, and is heard by the model", async ({
  page,
  rig,
}) => {
  const it = await rig({ script });
  const app = await held(it, page, "hold the line");
  // Some servers tell a message once the model takes it, others as soon as they have accepted it: it stands there once.
  const accepted = page.getByText("Accepted, not yet shown");
  const standing = async () => (await texts(app).count()) + (await accepted.count());
  // Some break the model off for it and ask anew: this one is waited with as well.
  await write(app, "hold, and look at the tests too", "Steer");
  await expect.poll(standing).toBe(2);
  await app.message.fill("and at the notes");
  await app.message.press("Enter");
  await expect.poll(standing).toBe(3);
  await expect(page.locator('[data-outgoing="sent"]')).toHaveCount(0);
  it.provider.release("hold the line");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 30_000 });
  await expect(texts(app)).toHaveCount(3);
  await expect(app.item("agentMessage").last()).toContainText("Answer to: and at the notes");
  await expect(page.locator("[data-outgoing]")).toHaveCount(0);
  await sameInThreeLooks(page, app, it);
});

test("[ACT-85] a queue of three: another device moves, changes and deletes, a stop holds it, one is started now, the rest follow", async ({
  page,
  browser,
  rig,
}) => {
  const it = await rig({ script });
  const app = await held(it, page, "hold on");
  await write(app, "alpha", "Queue");
  await expect(rows(app)).toHaveCount(1);
  await app.message.fill("beta");
  await app.message.press("Control+Enter");
  await expect(rows(app)).toHaveCount(2);
  await write(app, "gamma", "Queue");
  await expect(rows(app)).toContainText(["alpha", "beta", "gamma"]);
  await expect(page.locator("[data-outgoing]")).toHaveCount(0);

  const { app: there, done } = await second(browser, it, app);
  await expect(rows(there)).toContainText(["alpha", "beta", "gamma"]);
  await row(there, "gamma").getByRole("button", { name: "Move up" }).click();
  for (const each of [app, there]) await expect(rows(each)).toContainText(["alpha", "gamma", "beta"]);
  // With the keyboard: the row keeps the focus, so the same keys move it on.
  await row(there, "gamma").getByRole("button", { name: "Move up" }).focus();
  await there.page.keyboard.press("Alt+ArrowUp");
  for (const each of [app, there]) await expect(rows(each)).toContainText(["gamma", "alpha", "beta"]);
  await row(there, "beta").getByRole("button", { name: "Edit" }).click();
  await there.page.getByRole("textbox", { name: "Waiting message" }).fill("beta, but better");
  await button(there.page, "Save").click();
  await expect(row(app, "beta, but better")).toHaveCount(1);
  await row(there, "alpha").getByRole("button", { name: "Delete" }).click();
  for (const each of [app, there]) await expect(rows(each)).toContainText(["gamma", "beta, but better"]);
  await expect(rows(app)).toHaveCount(2);

  // While a turn runs the server starts none: it says so and nothing is lost.
  await row(app, "beta").getByRole("button", { name: "Start now" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/A turn runs/)).toBeVisible();
  await button(page, "Stop").click();
  await expect(app.turn("interrupted")).toHaveCount(1, { timeout: 30_000 });
  // A reload shows the queue from the device's own rows, held.
  await page.reload();
  await app.live();
  await expect(page.getByTestId("queue")).toContainText("Held", { timeout: 15_000 });
  await row(app, "beta").getByRole("button", { name: "Start now" }).click();
  await expect(rows(app)).toHaveCount(0, { timeout: 30_000 });
  await expect(app.turn("completed")).toHaveCount(2, { timeout: 30_000 });
  await expect(texts(app)).toContainText(["hold on", "beta, but better", "gamma"]);
  await expect(rows(there)).toHaveCount(0);
  await expect(there.turn("completed")).toHaveCount(2);
  await done();
  await sameInThreeLooks(page, app, it);
});

test("[ACT-86] a review is not steered: the words are in the box again with the reason, and go into the queue from there", async ({
  page,
  rig,
}) => {
  const it = await rig({ script });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("hello");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 30_000 });
  const other = startNodeSession(it.relay());
  await other.until("live", () => other.session.facts().connection === "live");
  const target = { type: "custom", instructions: "hold the review" } as const;
  const begun = await other.session.request("review/start", { threadId: thread, target, delivery: "inline" });
  expect(begun.ok).toBe(true);
  await expect(button(page, "Steer")).toBeVisible({ timeout: 30_000 });
  await write(app, "mind the gap", "Steer");
  // Its bubble may stand beside the notice for a moment.
  await expect(page.getByText(/A review cannot be steered/).last()).toBeVisible();
  await expect(app.message).toHaveValue("mind the gap");
  await expect(page.locator("[data-outgoing]")).toHaveCount(0);
  await button(page, "Queue").click();
  await expect(row(app, "mind the gap")).toHaveCount(1);
  await expect(app.message).toHaveValue("");
  it.provider.release("hold the review");
  await expect(texts(app).filter({ hasText: "mind the gap" })).toHaveCount(1, { timeout: 30_000 });
  await expect(rows(app)).toHaveCount(0);
  await expect(app.turn("inProgress")).toHaveCount(0, { timeout: 30_000 });
  other.session.close();
});

test("[ACT-87] what was written offline goes in order while its thread is as it was; moved on meanwhile, it waits and is queued or sent by hand", async ({
  page,
  rig,
}) => {
  const it = await rig({ script });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("first");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 30_000 });
  const offline = async (): Promise<void> => {
    it.proxy.accept(false);
    it.proxy.cutAll();
    await expect(app.connection).toHaveAttribute("data-connection", "offline");
  };
  const online = async (): Promise<void> => {
    it.proxy.accept(true);
    await back(page);
    await app.live();
  };
  await offline();
  await write(app, "untouched", "Send");
  await expect(page.locator('[data-outgoing="waiting"]')).toContainText("Waits for the connection");
  // A command is not kept waiting.
  await write(app, "!touch should-not-be", "Run without sandbox");
  await expect(page.getByText(/not kept waiting/)).toBeVisible();
  await expect(app.message).toHaveValue("!touch should-not-be");
  await app.message.fill("");
  await online();
  await expect(app.item("agentMessage").last()).toContainText("Answer to: untouched", { timeout: 30_000 });
  await expect(app.turn("completed")).toHaveCount(2, { timeout: 30_000 });

  await offline();
  await write(app, "one from the train", "Send");
  await write(app, "two from the train", "Send");
  const other = startNodeSession(it.relay());
  await other.until("live", () => other.session.facts().connection === "live");
  await other.session.sendMessage(thread, "meanwhile at the desk");
  const desk = other.session.openThread(thread);
  await other.until("the turn's end", () =>
    [...desk.state.turns.values()].some(
      (turn) =>
        turn.reported === "completed" &&
        [...turn.items.values()].some((item) => item.type === "userMessage" && item.text === "meanwhile at the desk"),
    ),
  );
  await online();
  const waits = page.locator("[data-returned]");
  await expect(waits).toHaveCount(2);
  await expect(waits.first()).toContainText("moved on");
  await expect(texts(app).filter({ hasText: "train" })).toHaveCount(0);
  // Over a reload too.
  await page.reload();
  await app.live();
  await expect(waits).toHaveCount(2);
  await waits.first().getByRole("button", { name: "Queue" }).click();
  await expect(waits).toHaveCount(1);
  await expect(app.item("agentMessage").last()).toContainText("Answer to: one from the train", { timeout: 30_000 });
  await expect(app.turn("completed")).toHaveCount(4, { timeout: 30_000 });
  await waits.first().getByRole("button", { name: "Send now" }).click();
  await expect(waits).toHaveCount(0);
  await expect(app.item("agentMessage").last()).toContainText("Answer to: two from the train", { timeout: 30_000 });
  await expect(texts(app)).toContainText([
    "first",
    "untouched",
    "meanwhile at the desk",
    "one from the train",
    "two from the train",
  ]);
  await expect(texts(app)).toHaveCount(5);
  other.session.close();
  await sameInThreeLooks(page, app, it);
});

test("[ACT-88] a command of the person says that no sandbox holds it before it runs, runs without a turn and within one, and is marked as theirs", async ({
  page,
  rig,
}) => {
  const it = await rig({ script });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.message.fill("!echo from-$((40+2))");
  await expect(page.getByText(/outside the sandbox/)).toBeVisible();
  await button(page, "Run without sandbox").click();
  await expect(app.message).toHaveValue("");
  const commands = app.item("commandExecution");
  await expect(commands).toHaveCount(1, { timeout: 30_000 });
  await expect(commands.first()).toContainText(/sandbox/i);
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 30_000 });
  await app.send("hold fast");
  await expect(app.item("agentMessage").last()).toContainText("Working on it", { timeout: 30_000 });
  await app.message.fill("!ls");
  await expect(button(page, "Steer")).toHaveCount(0);
  await app.message.press("Enter");
  await expect(commands).toHaveCount(2, { timeout: 30_000 });
  await expect(rows(app)).toHaveCount(0);
  it.provider.release("hold fast");
  await expect(app.turn("inProgress")).toHaveCount(0, { timeout: 30_000 });
  await sameInThreeLooks(page, app, it);
});
