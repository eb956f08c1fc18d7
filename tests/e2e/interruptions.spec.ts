// The main job again, under everything that happens to a connection. Each run must end with the same transcript as the run
// that nothing disturbed, and each approval must have reached the App Server once.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { newFolder } from "@longwire/fixtures/codex-home";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { codexCommand } from "../support/codex-binary.ts";
import { App, expect, test, type Rig, type RigOptions } from "../support/rig.ts";

const TEE = fileURLToPath(new URL("../support/tee-app-server.mjs", import.meta.url));

const words = Array.from({ length: 500 }, (_, index) => `word${index}${index % 40 === 39 ? ".\n\n" : " "}`).join("");

/** A long answer before and after a command that asks. */
const script: Script = (request) =>
  request.outputsSinceUser === 0
    ? [
        say(`Before 日本😀é. ${words}`, { chunk: 7, delayMs: 4 }),
        exec("sleep 0.4; for i in 1 2 3 4 5 6; do echo line $i; sleep 0.2; done", {
          callId: "c1",
          escalated: "It asks.",
        }),
      ]
    : [say(`After. ${words}`, { chunk: 7, delayMs: 4 })];

/** The rig's App Server notes what reaches it. */
function counted(): {
  options: RigOptions;
  answers: () => unknown[];
  lines: () => { id?: unknown; method?: string }[];
} {
  const log = join(newFolder("tee"), "stdin.jsonl");
  const lines = (): { id?: unknown; method?: string; result?: unknown }[] =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  return {
    options: { script, relay: { command: [process.execPath, TEE, log, ...codexCommand(), "app-server"] } },
    lines,
    answers: () => lines().filter((line) => line.method === undefined && line.result !== undefined),
  };
}

async function begin(it: Rig, page: Page): Promise<App> {
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Go on.");
  await expect(app.item("agentMessage").first()).toContainText("word5");
  return app;
}

async function finish(app: App): Promise<string> {
  await app.approve();
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 45_000 });
  await expect(app.item("agentMessage").last()).toContainText("word499");
  await app.live();
  return app.content();
}

/** What a run that nothing disturbs shows. One for all tests of a worker: the script is the same. */
let undisturbed: Promise<string> | null = null;
function baseline(browser: Browser, rig: (options: RigOptions) => Promise<Rig>): Promise<string> {
  undisturbed ??= (async () => {
    const it = await rig({ script });
    const page = await browser.newPage();
    const content = await finish(await begin(it, page));
    await page.close();
    return content;
  })();
  return undisturbed;
}

test("[LNK-81] a reload in mid-stream loses and doubles nothing", async ({ page, browser, rig }) => {
  const expected = await baseline(browser, rig);
  const { options, answers } = counted();
  const it = await rig(options);
  const app = await begin(it, page);
  await page.reload();
  await expect(app.item("agentMessage").first()).toContainText("word60");
  await page.reload();
  expect(await finish(app)).toBe(expected);
  expect(answers()).toHaveLength(1);
});

test("[LNK-82] twenty cuts at random byte offsets lose and double nothing", async ({ page, browser, rig }) => {
  test.setTimeout(240_000);
  const seed = Date.now() % 100_000;
  console.log(`seed ${seed}`);
  let state = seed;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const expected = await baseline(browser, rig);
  const { options, answers, lines } = counted();
  const it = await rig(options);
  const app = await begin(it, page);
  it.proxy.cutAfter(Array.from({ length: 20 }, () => 400 + Math.floor(random() * 9000)));
  it.proxy.cutAll();
  let approved = false;
  await expect(async () => {
    // A person who is back on the network: no waiting for the next planned try.
    if ((await app.connection.getAttribute("data-connection")) !== "live")
      await page.evaluate(() => dispatchEvent(new Event("online")));
    if (!approved && (await app.decision("pending").count()) > 0) {
      await app
        .decision("pending")
        .first()
        .getByRole("button", { name: "Approve", exact: true })
        .click({ timeout: 500 })
        .catch(() => undefined);
      approved = (await app.decision("pending").count()) === 0;
    }
    expect(it.proxy.cuts()).toBe(20);
  }).toPass({ timeout: 110_000, intervals: [150] });
  if (!approved) await app.approve();
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 45_000 });
  await app.live();
  expect(await app.content()).toBe(expected);
  expect(answers()).toHaveLength(1);
  expect(lines().filter(({ method }) => method === "turn/start")).toHaveLength(1);
});

test("[LNK-83] a page that is frozen and thawed catches up", async ({ page, browser, rig }) => {
  const expected = await baseline(browser, rig);
  const { options, answers } = counted();
  const it = await rig(options);
  const app = await begin(it, page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Page.setWebLifecycleState", { state: "frozen" });
  // The path dies while the page cannot notice; the answer goes on without it.
  it.proxy.cutAll();
  await it.provider.waitForRequests(1);
  await cdp.send("Page.setWebLifecycleState", { state: "active" });
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  expect(await finish(app)).toBe(expected);
  expect(answers()).toHaveLength(1);
});

test("[LNK-84] a page that is closed and opened again shows what happened meanwhile", async ({
  page,
  browser,
  rig,
}) => {
  const expected = await baseline(browser, rig);
  const { options, answers } = counted();
  const it = await rig(options);
  const app = await begin(it, page);
  const { url, context } = { url: page.url(), context: page.context() };
  await page.close();
  const again = new App(await context.newPage());
  await again.page.goto(url);
  await again.live();
  expect(await finish(again)).toBe(expected);
  expect(answers()).toHaveLength(1);
  void app;
});

test("[DEC-80] two devices at once see the same, and one answer is enough", async ({ page, browser, rig }) => {
  const expected = await baseline(browser, rig);
  const { options, answers } = counted();
  const it = await rig(options);
  const app = await begin(it, page);
  const other = new App(await (await browser.newContext()).newPage());
  await other.page.goto(it.link());
  await other.live();
  await other.page.goto(page.url());
  await expect(other.decision("pending")).toBeVisible({ timeout: 30_000 });
  expect(await finish(app)).toBe(expected);
  await expect(other.decision("pending")).toHaveCount(0);
  await expect(other.decision("resolved").first()).toHaveAttribute("data-outcome", "answered-elsewhere");
  await expect(other.turn("completed")).toHaveCount(1);
  expect(await other.content()).toBe(expected);
  expect(answers()).toHaveLength(1);
  await other.page.context().close();
});

test("[JRN-80] two tabs of one device share one journal: nothing is doubled", async ({
  page,
  context,
  browser,
  rig,
}) => {
  const expected = await baseline(browser, rig);
  const { options, answers } = counted();
  const it = await rig(options);
  const app = await begin(it, page);
  const second = new App(await context.newPage());
  await second.page.goto(page.url());
  await second.live();
  await expect(second.decision("pending")).toBeVisible({ timeout: 30_000 });
  await second.approve();
  await expect(app.decision("resolved").first()).toHaveAttribute("data-outcome", "answered-here", { timeout: 30_000 });
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 45_000 });
  await expect(second.turn("completed")).toHaveCount(1);
  expect(await app.content()).toBe(expected);
  expect(await second.content()).toBe(expected);
  await page.reload();
  await app.live();
  await expect(app.turn("completed")).toHaveCount(1);
  expect(await app.content()).toBe(expected);
  expect(answers()).toHaveLength(1);
});
