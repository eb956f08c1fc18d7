// With the relay down and the network off, a cold start of the installed app shows the list and a full transcript.
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { expect, test } from "../support/rig.ts";

const script: Script = (request) =>
  request.outputsSinceUser === 0
    ? [say("# Heading\n\nSome *text* and `code`."), exec("echo from the machine", { callId: "c1" })]
    : [say("The end.")];

test("[VIW-81] offline, a cold start shows the thread list and the whole transcript", async ({
  page,
  context,
  rig,
}) => {
  const it = await rig({ script, codex: { approvalPolicy: "never", sandboxMode: "danger-full-access" } });
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send("Keep this.");
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.item("commandExecution")).toContainText("from the machine");
  const live = await app.content();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The first load was not the worker's: from the second one on the app is installed.
  await page.reload();
  await app.live();
  await page.close();

  await it.relay().stop();
  await context.setOffline(true);
  const cold = await context.newPage();
  const { App } = await import("../support/rig.ts");
  const offline = new App(cold);
  await cold.goto(new URL("/", it.link()).href);
  await expect(cold.getByRole("navigation", { name: "Threads" }).locator(`[data-thread-id="${thread}"]`)).toBeVisible();
  await expect(offline.connection).toHaveAttribute("data-connection", "offline");
  await cold.getByRole("navigation", { name: "Threads" }).locator(`[data-thread-id="${thread}"]`).click();
  await expect(offline.turn("completed")).toHaveCount(1);
  expect(await offline.content()).toBe(live);
});

test("[SEC-80] the token leaves the address bar at once and stands in no request", async ({ page, rig }) => {
  const it = await rig({ script });
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  const app = await it.open(page);
  await app.live();
  const { token } = it.relay();
  expect(page.url()).not.toContain(token);
  expect(urls.filter((url) => url.includes(token) && !url.includes("#"))).toEqual([]);
  await page.goBack().catch(() => null);
  expect(page.url()).not.toContain(token);
});

test("[VIW-842] while the file of the side panel does not come the thread can be read and written in; the panel comes when it does", async ({
  browser,
  rig,
}) => {
  // Before the service worker has everything in its store, files come over the network.
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  let asked = 0;
  let refused = true;
  // Its file and its style sheet.
  await page.route(/\/assets\/side-panel-[^/]+\.(js|css)$/, async (route) => {
    asked += 1;
    await (refused ? route.abort("connectionrefused") : route.continue());
  });
  const it = await rig({ script });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("hello");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 30_000 });
  await expect(page.getByText("A part of the app could not be loaded yet").first()).toBeVisible();
  await expect(app.transcript).toContainText("hello");
  expect(asked).toBeGreaterThan(1);
  refused = false;
  await page.evaluate(() => void dispatchEvent(new Event("online")));
  await expect(page.getByRole("tab", { name: "Plan", exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("A part of the app could not be loaded yet")).toHaveCount(0);
  await context.close();
});
