// What waits, across threads: counted in the title and on the badge, answered from the inbox, reached by keys, gone when
// another device has answered; and the notifications of a page that nobody looks at.
import type { BrowserContext, Page } from "@playwright/test";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { puppetThread, startPuppet } from "../support/puppet.ts";
import { App, expect, test, type Rig } from "../support/rig.ts";
import { expectTidy } from "../support/tidy.ts";

/** Each thread runs one command that asks; its file is named in the message. */
const script: Script = (request) =>
  request.outputsSinceUser === 0
    ? [
        exec(`echo ran-${request.userTexts.at(-1)?.replace(/\W/g, "") ?? ""}`, {
          callId: `c${request.n}`,
          escalated: "It asks, to be answered.",
        }),
      ]
    : [say("Done.")];

async function threadsThatAsk(app: App, it: Rig, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    ids.push(await app.startThread(it.project));
    await app.send(name);
    await expect(app.decision("pending")).toHaveCount(1);
  }
  return ids;
}

/** Goes within the app, as a link does. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

const cardOf = (page: Page, text: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.locator(`[data-state="pending"]`) })
    .filter({ hasText: text });

/** Presses Approve until the card has stood still for long enough. */
async function approveIn(page: Page, text: string): Promise<void> {
  const card = cardOf(page, text);
  // A page behind another draws few frames, and a press waits for them.
  await card.page().bringToFront();
  await expect(async () => {
    if ((await card.count()) > 0)
      await card.getByRole("button", { name: "Approve", exact: true }).click({ timeout: 3000 });
    await expect(card).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 40_000 });
}

/** Writes down what the page asks of the badge. */
const stubBadge = (context: BrowserContext) =>
  context.addInitScript(() => {
    const calls: unknown[] = [];
    Object.assign(globalThis, { badgeCalls: calls });
    Object.defineProperty(navigator, "setAppBadge", {
      configurable: true,
      value: (count: unknown) => {
        calls.push(count);
        return Promise.resolve();
      },
    });
  });
const lastBadge = (page: Page) => page.evaluate(() => (Reflect.get(globalThis, "badgeCalls") as unknown[]).at(-1));

test("[VIW-100] [VIW-101] two threads wait: title, badge and list count them, and each is answered from the inbox", async ({
  page,
  context,
  rig,
}) => {
  await stubBadge(context);
  const it = await rig({ script });
  const app = await it.open(page);
  const [first, second] = await threadsThatAsk(app, it, ["alpha", "beta"]);
  await page.getByRole("link", { name: "Longwire, home" }).click();
  await expect(page).toHaveTitle("(2) Longwire");
  await expect.poll(() => lastBadge(page)).toBe(2);
  for (const id of [first, second])
    await expect(page.locator(`a[data-thread-id="${id}"]`)).toHaveAttribute("data-needs", "approval");
  const strip = page.getByRole("link", { name: /Waiting for you/ });
  await expect(strip).toContainText("2");
  await strip.click();
  await expect(page).toHaveURL(/\/inbox$/);
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries).toHaveCount(2);
  await expect(entries.nth(0), "the oldest first").toContainText("echo ran-alpha");
  await expect(entries.nth(1)).toContainText("echo ran-beta");
  await approveIn(page, "ran-beta");
  await expect(page).toHaveTitle("(1) Longwire");
  await expect.poll(() => lastBadge(page)).toBe(1);
  await approveIn(page, "ran-alpha");
  await expect(page).toHaveTitle("Longwire");
  await expect.poll(() => lastBadge(page)).toBe(0);
  await expect(page.getByText("Nothing waits for you.")).toBeVisible();
  await go(page, `/t/${first}`);
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.item("commandExecution")).toContainText("ran-alpha");
});

test("[VIW-110] [VIW-113] keys lead to what waits from anywhere, and nothing takes the focus by itself", async ({
  page,
  rig,
}) => {
  const it = await rig({ script });
  const app = await it.open(page);
  await threadsThatAsk(app, it, ["alpha"]);
  await app.startThread(it.project);
  await app.message.fill("beta");
  await page.getByRole("button", { name: /^(Send|Steer)$/ }).click();
  await app.message.fill("I am typing jk? ");
  await expect(app.decision("pending")).toHaveCount(1);
  await expect(app.message).toBeFocused();
  await app.message.pressSequentially("and jk?");
  await expect(app.message, "letters in a text are letters").toHaveValue("I am typing jk? and jk?");
  // The card of this thread is on the page: focused where it is.
  await page.keyboard.press("Shift+F8");
  await expect(app.decision("pending")).toBeFocused();
  await expect(page).toHaveURL(/\/t\//);
  // The next one, around the end, is in another thread.
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/\/inbox$/);
  const focused = page.locator("[data-decision]:focus");
  await expect(focused).toContainText("ran-alpha");
  await page.keyboard.press("j");
  await expect(focused).toContainText("ran-beta");
  await page.keyboard.press("k");
  await expect(focused).toContainText("ran-alpha");
  await page.keyboard.press("Enter");
  await expect(app.decision("pending"), "no key answers").toHaveCount(2);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keys" })).toHaveCount(0);
});

test("[VIW-100] [VIW-103] what another device answers is settled here at once", async ({ page, browser, rig }) => {
  const it = await rig({ script });
  const app = await it.open(page);
  await threadsThatAsk(app, it, ["alpha", "beta"]);
  await go(page, "/inbox");
  await expect(app.decision("pending")).toHaveCount(2);
  const other = await (await browser.newContext()).newPage();
  await it.open(other);
  await go(other, "/inbox");
  await expect(other.locator(`[data-decision][data-state="pending"]`)).toHaveCount(2);
  await approveIn(other, "ran-alpha");
  await expect(app.decision("pending")).toHaveCount(1, { timeout: 2000 });
  await expect(app.decision("resolved")).toHaveAttribute("data-outcome", "answered-elsewhere");
  await expect(app.decision("resolved")).toContainText("Answered on another device");
  await expect(page).toHaveTitle("(1) Longwire");
  await other.context().close();
});

test("[VIW-120] [VIW-121] [VIW-122] [VIW-123] [VIW-125] a page that nobody looks at tells once, without content, and a click leads to the card", async ({
  page,
  context,
  rig,
}) => {
  await context.addInitScript(() => {
    let away = false;
    const standing = new Map<string, { title: string; options: NotificationOptions }>();
    Object.assign(globalThis, {
      standing,
      shown: 0,
      lookAway(on: boolean) {
        away = on;
        dispatchEvent(new Event(on ? "blur" : "focus"));
      },
    });
    document.hasFocus = () => !away;
    ServiceWorkerRegistration.prototype.showNotification = function show(title, options = {}) {
      standing.set(options.tag ?? "", { title, options });
      Object.assign(globalThis, { shown: Number(Reflect.get(globalThis, "shown")) + 1 });
      return Promise.resolve();
    };
    ServiceWorkerRegistration.prototype.getNotifications = function list(filter = {}) {
      const found = [...standing.keys()]
        .filter((tag) => filter.tag === undefined || filter.tag === tag)
        .map((tag) => ({ tag, close: () => void standing.delete(tag) }));
      return Promise.resolve(found as unknown as Notification[]);
    };
  });
  const it = await rig({ script });
  const app = await it.open(page);
  await context.grantPermissions(["notifications"], { origin: new URL(page.url()).origin });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // A second tab of the same device.
  const tab = await context.newPage();
  await tab.goto(new URL("/settings", page.url()).href);
  await new App(tab).live();
  await expect(tab.getByRole("heading", { name: "Notifications" })).toBeVisible();
  expect(await tab.evaluate(() => localStorage.getItem("longwire.notify"))).toBeNull();
  await tab.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(tab.getByRole("checkbox", { name: /Say which thread/ })).not.toBeChecked();

  const [thread] = await threadsThatAsk(app, it, ["alpha"]);
  const notes = async (): Promise<{ title: string; body: string; tag: string; path: string; actions: unknown }[]> => {
    const all = [];
    for (const from of [page, tab])
      all.push(
        ...(await from.evaluate(() =>
          [
            ...(Reflect.get(globalThis, "standing") as Map<string, { title: string; options: NotificationOptions }>),
          ].map(([tag, { title, options }]) => ({
            tag,
            title,
            body: options.body ?? "",
            path: String((options.data as { path: string }).path),
            actions: Reflect.get(options, "actions"),
          })),
        )),
      );
    return all;
  };
  expect(await notes(), "somebody looks").toEqual([]);
  await page.bringToFront();
  await app.approve();
  await expect(app.turn("completed")).toHaveCount(1);
  for (const one of [page, tab])
    await one.evaluate(() => (Reflect.get(globalThis, "lookAway") as (on: boolean) => void)(true));
  await app.message.fill("beta");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(app.decision("pending")).toHaveCount(1);
  const key = await app.decision("pending").getAttribute("data-request-key");
  await expect.poll(notes).toEqual([
    {
      tag: `longwire:${key}`,
      title: "Longwire",
      body: "A decision waits for you.",
      path: `/inbox?decision=${encodeURIComponent(key ?? "")}`,
      actions: undefined,
    },
  ]);
  // What the service worker says after a click.
  await page.evaluate(
    (path) => {
      navigator.serviceWorker.dispatchEvent(
        new MessageEvent("message", { data: { type: "longwire.note-clicked", path } }),
      );
    },
    `/inbox?decision=${encodeURIComponent(key ?? "")}`,
  );
  await expect(page.locator("[data-decision]:focus")).toContainText("ran-beta");
  // Answered: the notification of the decision goes, and the end of the turn is told.
  await approveIn(page, "ran-beta");
  await expect
    .poll(async () => (await notes()).map(({ body, path }) => [body, path]))
    .toEqual([["A turn has finished.", `/t/${thread}`]]);
  // Who comes back needs no notice.
  for (const one of [page, tab])
    await one.evaluate(() => (Reflect.get(globalThis, "lookAway") as (on: boolean) => void)(false));
  await expect.poll(notes).toEqual([]);
});

test("[VIW-121] [VIW-125] the service worker's own notification has no content, and a press on it leads to the card", async ({
  page,
  context,
  rig,
}) => {
  await context.addInitScript(() => {
    document.hasFocus = () => Reflect.get(globalThis, "away") !== true;
  });
  const it = await rig({ script });
  const app = await it.open(page);
  await context.grantPermissions(["notifications"], { origin: new URL(page.url()).origin });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await go(page, "/settings");
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await app.startThread(it.project);
  await page.evaluate(() => {
    Object.assign(globalThis, { away: true });
    dispatchEvent(new Event("blur"));
  });
  await app.message.fill("alpha");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(app.decision("pending")).toHaveCount(1);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error("no service worker");
  const standing = () =>
    worker.evaluate(async () => {
      const registration: ServiceWorkerRegistration = Reflect.get(globalThis, "registration");
      return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
    });
  await expect.poll(standing).toEqual([{ title: "Longwire", body: "A decision waits for you." }]);
  await go(page, "/new");
  await worker.evaluate(async () => {
    const registration: ServiceWorkerRegistration = Reflect.get(globalThis, "registration");
    const Press: new (type: string, init: object) => Event = Reflect.get(globalThis, "NotificationEvent");
    const [notification] = await registration.getNotifications();
    dispatchEvent(new Press("notificationclick", { notification }));
  });
  await expect(page.locator("[data-decision]:focus")).toContainText("ran-alpha");
  await expect(page).toHaveURL(/\/inbox$/);
  await expect.poll(standing).toEqual([]);
  await expect(app.decision("pending"), "nothing was answered").toHaveCount(1);
});

test("[VIW-105] a request that the flags announce and that did not come is said in words, and comes when it is read again", async ({
  page,
  rig,
}) => {
  const puppet = await startPuppet();
  const it = await rig({ script: () => [], relay: { command: puppet.command } });
  const app = await it.open(page);
  await app.startThread("/tmp");
  await app.send("Go on.");
  await expect(app.turn("inProgress")).toHaveCount(1);
  const unseen = page.locator("[data-unseen]");
  const flags = (...activeFlags: string[]) =>
    puppet.say({
      method: "thread/status/changed",
      params: { threadId: "T1", status: { type: "active", activeFlags } },
    });
  await flags("waitingOnUserInput");
  await expect(unseen).toContainText("Waiting for an answer that this device cannot see");
  await flags("waitingOnApproval");
  await expect(unseen).toContainText("Waiting for an approval that this device cannot see");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toHaveCount(1);
  await expect(page.locator('a[data-thread-id="T1"]')).toHaveAttribute("data-needs", "approval");
  await go(page, "/inbox");
  await expect(unseen.getByRole("link")).toHaveAttribute("href", "/t/T1");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toHaveCount(1);
  const request = {
    id: 0,
    method: "item/commandExecution/requestApproval",
    params: { threadId: "T1", turnId: "turn-1", itemId: "c1", command: "make all", cwd: "/tmp" },
  };
  puppet.on("thread/resume", () => {
    setTimeout(() => void puppet.say(request), 50);
    return { thread: puppetThread("T1", { status: { type: "active", activeFlags: ["waitingOnApproval"] } }) };
  });
  await page.getByRole("button", { name: "Read again" }).click();
  await expect(cardOf(page, "make all")).toHaveCount(1);
  await expect(unseen).toHaveCount(0);
  await approveIn(page, "make all");
  await expect
    .poll(() => puppet.heard.filter((line) => line.method === undefined))
    .toEqual([{ id: 0, result: { decision: "accept" } }]);
  await puppet.close();
});

test("[VIW-102] requests of a sub-agent and without a thread are in the inbox, named, and answered there", async ({
  page,
  rig,
}) => {
  const puppet = await startPuppet();
  const it = await rig({ script: () => [], relay: { command: puppet.command } });
  const app = await it.open(page);
  await app.startThread("/tmp");
  await app.send("Delegate.");
  await expect(app.turn("inProgress")).toHaveCount(1);
  await puppet.say({ method: "thread/name/updated", params: { threadId: "T1", threadName: "The parent" } });
  await puppet.say({
    method: "thread/started",
    params: { thread: puppetThread("C1", { name: "The child", parentThreadId: "T1" }) },
  });
  await puppet.begin("child-turn", "C1");
  await puppet.say({
    id: 7,
    method: "item/commandExecution/requestApproval",
    params: { threadId: "C1", turnId: "child-turn", itemId: "c1", command: "make child", cwd: "/tmp" },
  });
  await puppet.say({ id: "7", method: "some/hostRequest", params: { what: "unheard of" } });
  await expect(page.getByText("A sub-agent waits for you")).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\) The parent/);
  await page.getByRole("button", { name: "Show it" }).click();
  await expect(page.locator("[data-decision]:focus")).toContainText("make child");
  const child = cardOf(page, "make child");
  await expect(child).toContainText("Sub-agent of The parent");
  await expect(child.getByRole("link", { name: "The child" })).toHaveAttribute("href", "/t/C1");
  await expect(cardOf(page, "some/hostRequest")).toContainText("No thread");
  await approveIn(page, "make child");
  await expect(page).toHaveTitle("(1) Longwire");
  await expect
    .poll(() => puppet.heard.filter((line) => line.method === undefined))
    .toEqual([{ id: 7, result: { decision: "accept" } }]);
  await puppet.close();
});

test("[VIW-102] a real sub-agent's approval is told on its parent's page, named under it in the inbox, and answered there", async ({
  page,
  rig,
}) => {
  const agents = (name: string, args: Readonly<Record<string, unknown>>) =>
    ({ type: "call", name, namespace: "multi_agent_v1", arguments: args }) as const;
  const it = await rig({
    script: (request) => {
      if (request.userTexts.at(-1) === "Count the tests.")
        return request.outputsSinceUser === 0
          ? [exec("echo 12 tests", { escalated: "Count outside?" })]
          : [say("Child: 12 tests.")];
      if (request.outputsSinceUser === 0) return [agents("spawn_agent", { message: "Count the tests." })];
      if (request.outputsSinceUser > 1) return [say("Parent: the child counted.")];
      const child = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec([...request.outputs.values()].at(-1) ?? "")?.[0] ?? "";
      return [agents("wait_agent", { targets: [child], timeout_ms: 30_000 })];
    },
  });
  const app = await it.open(page);
  const parent = await app.startThread(it.project);
  await app.send("Let someone count.");
  await expect(page.getByText("A sub-agent waits for you")).toBeVisible();
  await page.getByRole("button", { name: "Show it" }).click();
  await expect(page.locator("[data-decision]:focus")).toContainText("echo 12 tests");
  await expect(cardOf(page, "echo 12 tests")).toContainText("Sub-agent of Let someone count.");
  await approveIn(page, "echo 12 tests");
  await go(page, `/t/${parent}`);
  await expect(page.getByText("A sub-agent waits for you")).toHaveCount(0);
  await expect(app.item("agentMessage").last()).toContainText("Parent: the child counted.", { timeout: 40_000 });
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`[VIW-82] the inbox and the keys are accessible (${colorScheme})`, async ({ browser, rig }) => {
    const it = await rig({ script });
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") refused.push(message.text());
    });
    const app = await it.open(page);
    await threadsThatAsk(app, it, ["alpha", "beta"]);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await go(page, "/inbox");
      await expect(app.decision("pending")).toHaveCount(2);
      const check = async (where: string): Promise<void> => {
        await expectTidy(page, where);
        const folder = process.env["LONGWIRE_SHOTS"];
        if (folder !== undefined) await page.screenshot({ path: `${folder}/${where.replaceAll(" ", "-")}.png` });
      };
      await check(`inbox ${width} ${colorScheme}`);
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
      await check(`keys ${width} ${colorScheme}`);
      await page.keyboard.press("Escape");
    }
    expect(refused).toEqual([]);
    await context.close();
  });
}
