// A program with nothing of the first behind it, in the browser: the main job with heron alone, and beside the real App Server in
// one page, each behind a relay of its own.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@longwire/fixtures/codex-home";
import { exec, say } from "@longwire/fixtures/provider/steps";
import { press } from "../support/asking.ts";
import { HERON, heronCommand, startHeron } from "../support/heron.ts";
import { removeState, startRelayProcess } from "../support/relay-process.ts";
import { expect, test } from "../support/rig.ts";
import { told } from "../support/told.ts";

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

test("[VIW-802] two relays in one page: each machine with its own program and label, its own threads, its own questions, and its own trouble", async ({
  page,
  rig,
}) => {
  test.setTimeout(180_000);
  const home = newFolder("heron");
  const log = join(home, "heard.jsonl");
  // Its port is known once it ran; then it is told whose page may talk to it.
  const first = await startRelayProcess({ command: heronCommand() });
  const { port, stateDir } = first;
  await first.stop();
  const it = await rig({
    script: ({ outputsSinceUser }) =>
      outputsSinceUser === 0
        ? [exec("echo from the first", { escalated: "It asks." })]
        : [say("Done, says the first.")],
    relay: { args: ["--connect-to", `http://127.0.0.1:${port}`] },
  });
  const marsh = () =>
    startRelayProcess({
      port,
      stateDir,
      command: heronCommand([], log),
      env: { HOME: home },
      args: ["--label", "marsh", "--allow-origin", new URL(it.link()).origin],
    });
  let second = await marsh();
  try {
    const app = await it.open(page);
    await page.goto(new URL("/pair", it.link()).href);
    await page.getByLabel("Pairing link").fill(second.url);
    await page.getByRole("button", { name: "Connect" }).click();
    const devbox = page.getByRole("region", { name: "devbox" });
    const reeds = page.getByRole("region", { name: "marsh" });
    await expect(devbox).toContainText((await told(it)).server);
    await expect(reeds).toContainText(HERON);

    // A thread on each, both of which ask.
    const ofFirst = await app.startThread(it.project);
    await app.send("Ask, first.");
    await expect(app.decision("pending")).toHaveCount(1);
    await page.goto(new URL(`/new?cwd=${encodeURIComponent(home)}`, it.link()).href);
    await page.getByRole("group", { name: "Machine" }).getByRole("button", { name: "marsh" }).click();
    await expect(page.locator('[data-lacking="fs/readDirectory"]')).toContainText(HERON);
    await page.getByRole("button", { name: "Start thread" }).press("Enter");
    await expect(page).toHaveURL(/\/t\/pond-/);
    const ofSecond = decodeURIComponent(new URL(page.url()).pathname.slice(3));
    await app.send("run echo from the second");
    await expect(page.locator('[data-request-key$="/s:heron-ask-1"]')).toHaveAttribute("data-state", "pending");
    const rowOf = (thread: string) => page.locator(`a[data-thread-id="${thread}"]`);
    await expect(devbox.locator(rowOf(ofFirst))).toContainText("Needs you");
    await expect(reeds.locator(rowOf(ofSecond))).toContainText("Needs you");
    await expect(devbox.locator("a[data-thread-id]")).toHaveCount(1);
    await expect(reeds.locator("a[data-thread-id]")).toHaveCount(1);

    // Each answer goes where the question came from.
    await press(page.locator('[data-request-key$="/s:heron-ask-1"]'), "Approve");
    await expect(app.turn("completed")).toHaveCount(1);
    await expect(app.item("commandExecution")).toContainText("from the second");
    const answers = readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line.includes('"decision"'));
    expect(answers).toEqual([JSON.stringify({ id: "heron-ask-1", result: { decision: "accept" } })]);
    await expect(devbox.locator(rowOf(ofFirst))).toContainText("Needs you");
    await rowOf(ofFirst).click();
    await expect(app.decision("pending")).toContainText("echo from the first");
    await app.approve();
    await expect(app.item("agentMessage").last()).toContainText("Done, says the first.");
    expect(readFileSync(log, "utf8")).not.toContain("from the first");

    // One is down: the other works on, and only the one that is down says so.
    await second.stop();
    await expect(reeds).toContainText("offline");
    await expect(devbox).not.toContainText("offline");
    await app.send("Once more.");
    await app.approve();
    await expect(app.turn("completed")).toHaveCount(2);
    await rowOf(ofSecond).click();
    await expect(page.getByText("No connection to the relay")).toBeVisible();
    await expect(app.item("commandExecution")).toContainText("from the second");
    second = await marsh();
    await page.getByRole("button", { name: "Try now" }).click();
    await expect(page.getByText("No connection to the relay")).toHaveCount(0);
    await app.send("say Back again.");
    await expect(app.item("agentMessage").last()).toContainText("Back again.");
    await expect(reeds).not.toContainText("offline");
  } finally {
    await second.stop();
    removeState(stateDir);
  }
});

test("[VIW-803] two machines whose threads have the same ids, as after a copy of one: each row opens its own, and words go to that machine", async ({
  page,
  rig,
}) => {
  test.setTimeout(120_000);
  const [home, copy] = [newFolder("heron"), newFolder("heron")];
  const before = startHeron(home);
  before.send({ id: "1", method: "initialize", params: {} });
  before.send({ id: "2", method: "thread/start", params: { cwd: home } });
  const started = await before.until("the thread", ({ id }) => id === "2");
  // A program of ours.
  const { id } = (started.result as { thread: { id: string } }).thread;
  await before.end();
  cpSync(join(home, ".heron"), join(copy, ".heron"), { recursive: true });
  const held = (where: string) => readFileSync(join(where, ".heron", "threads", `${id}.json`), "utf8");

  const first = await startRelayProcess({ command: heronCommand() });
  const { port, stateDir } = first;
  await first.stop();
  const it = await rig({
    script: () => [],
    relay: { command: heronCommand(), env: { HOME: home }, args: ["--connect-to", `http://127.0.0.1:${port}`] },
  });
  const second = await startRelayProcess({
    port,
    stateDir,
    command: heronCommand(),
    env: { HOME: copy },
    args: ["--label", "marsh", "--allow-origin", new URL(it.link()).origin],
  });
  try {
    const app = await it.open(page);
    await page.goto(new URL("/pair", it.link()).href);
    await page.getByLabel("Pairing link").fill(second.url);
    await page.getByRole("button", { name: "Connect" }).click();
    const rows = {
      devbox: page.getByRole("region", { name: "devbox" }).locator(`a[data-thread-id="${id}"]`),
      marsh: page.getByRole("region", { name: "marsh" }).locator(`a[data-thread-id="${id}"]`),
    };
    await expect(rows.devbox).toHaveCount(1);
    await rows.marsh.click();
    await expect(rows.marsh).toHaveAttribute("aria-current", "page");
    await expect(rows.devbox).not.toHaveAttribute("aria-current", "page");
    await app.send("say In the marsh.");
    await expect(app.item("agentMessage").last()).toContainText("In the marsh.");
    await rows.devbox.click();
    await expect(rows.devbox).toHaveAttribute("aria-current", "page");
    await expect(app.turn()).toHaveCount(0);
    await app.send("run echo dry");
    await expect(app.decision("pending")).toHaveCount(1);
    await rows.marsh.click();
    await expect(app.item("agentMessage").last()).toContainText("In the marsh.");
    await expect(app.decision()).toHaveCount(0);

    // From the inbox to the one that asks; a reload stays with the one that was open.
    await page.goto(new URL("/inbox", it.link()).href);
    await page.locator(".inbox-entry h2 a").click();
    await expect(app.decision("pending")).toHaveCount(1);
    await app.approve();
    await expect(app.item("commandExecution")).toContainText("dry");
    await rows.marsh.click();
    await page.reload();
    await expect(app.item("agentMessage").last()).toContainText("In the marsh.");
    await expect(app.item("commandExecution")).toHaveCount(0);
    expect(held(copy)).toContain("In the marsh.");
    expect(held(copy)).not.toContain("dry");
    expect(held(home)).toContain("dry");
    expect(held(home)).not.toContain("In the marsh.");
  } finally {
    await second.stop();
    removeState(stateDir);
  }
});
