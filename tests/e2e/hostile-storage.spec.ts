// What a browser that does not store, or stores late, does to the app: the live session goes on, the page says so, and what
// arrived meanwhile is stored once it can be. The rules are in docs/spec/hostile.md.
import type { Page } from "@playwright/test";
import { closeStages, stage, typing } from "../support/hostile-stage.ts";
import { App, expect, test } from "../support/rig.ts";

test.afterEach(closeStages);

const banner = (page: Page) => page.getByText("Not stored on this device");
const message = (id: string, text: string) => ({ type: "agentMessage", id, text, phase: null, memoryCitation: null });

/** Takes a decision's guard into account. */
async function approve(app: App): Promise<void> {
  await app.approve();
}

test("[JRN-90] without IndexedDB the app pairs, runs a turn and takes a decision, and says that nothing is stored", async ({
  page,
  rig,
}) => {
  await page.addInitScript(() => Object.defineProperty(globalThis, "indexedDB", { value: undefined }));
  const { puppet, app, wrongs } = await stage(page, rig);
  await expect(banner(page)).toBeVisible();
  await app.send("works all the same");
  await puppet.item("turn-1", message("m", "an answer"));
  await expect(app.transcript).toContainText("an answer");
  await puppet.say({
    id: 0,
    method: "item/commandExecution/requestApproval",
    params: { threadId: "T1", turnId: "turn-1", itemId: "c", command: "ls", cwd: "/tmp" },
  });
  await approve(app);
  await expect.poll(() => puppet.heard.filter((line) => line.id === 0 && line.method === undefined)).toHaveLength(1);
  await puppet.end("turn-1");
  await expect(app.turn("completed")).toHaveCount(1);
  expect(wrongs).toEqual([]);
});

test("[JRN-91] a full disk in mid-turn: the turn goes on in sight, the page says so, and once there is space everything is stored, once", async ({
  page,
  rig,
}) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    const add = IDBObjectStore.prototype.add;
    const full = (store: IDBObjectStore): void => {
      if (Reflect.get(globalThis, "__full") !== true) return;
      store.transaction.abort();
      throw new DOMException("full", "QuotaExceededError");
    };
    IDBObjectStore.prototype.put = function (...args) {
      full(this);
      return put.apply(this, args);
    };
    IDBObjectStore.prototype.add = function (...args) {
      full(this);
      return add.apply(this, args);
    };
  });
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await puppet.item("t1", message("m0", "before it was full"));
  await expect(app.transcript).toContainText("before it was full");
  await page.evaluate(() => Reflect.set(globalThis, "__full", true));
  for (let n = 1; n <= 20; n += 1) await puppet.item("t1", message(`m${n}`, `while full ${n}.`));
  await expect(app.transcript).toContainText("while full 20.");
  await expect(banner(page)).toBeVisible();
  await app.send("typed while full");
  await expect
    .poll(() => puppet.heard.filter((line) => line.method === "turn/steer" || line.method === "turn/start").length)
    .toBe(1);
  await page.evaluate(() => Reflect.set(globalThis, "__full", false));
  await puppet.item("t1", message("m21", "after there was space"));
  await expect(app.transcript).toContainText("after there was space");
  await expect(banner(page)).toHaveCount(0, { timeout: 30_000 });
  await puppet.end("t1");
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.connection).toContainText(/everything stored|live/i);
  const items = await app.item("agentMessage").allInnerTexts();
  await page.reload();
  await app.live();
  await expect(app.turn("completed")).toHaveCount(1);
  expect(await app.item("agentMessage").allInnerTexts()).toEqual(items);
  expect(items).toHaveLength(22);
  expect(puppet.heard.filter((line) => line.method === "turn/steer" || line.method === "turn/start")).toHaveLength(1);
  expect(wrongs).toEqual([]);
});

test("[JRN-92] a database of a newer version, or one deleted under the page, stops storing and nothing else", async ({
  page,
  context,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await puppet.item("t1", message("m0", "before the deletion"));
  await expect(app.transcript).toContainText("before the deletion");
  const other = await context.newPage();
  await other.goto(new URL("/healthz", it.link()).href);
  const name = await other.evaluate(async () => (await indexedDB.databases())[0]?.name ?? "");
  expect(name).not.toBe("");
  await other.evaluate(
    (database) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(database);
        request.addEventListener("success", () => resolve());
        request.addEventListener("blocked", () => reject(new Error("blocked")));
      }),
    name,
  );
  await puppet.item("t1", message("m1", "after the deletion"));
  await expect(app.transcript).toContainText("after the deletion");
  await expect(app.transcript).toContainText("before the deletion");
  await typing(app);
  // A newer app in another tab.
  await other.evaluate(
    (database) =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open(database, 9_000_000);
        request.addEventListener("success", () => {
          request.result.close();
          resolve();
        });
      }),
    name,
  );
  await expect(banner(page)).toBeVisible();
  await expect(page.getByText(/newer version of Longwire/)).toBeVisible();
  await puppet.item("t1", message("m2", "live all the same"));
  await expect(app.transcript).toContainText("live all the same");
  await puppet.end("t1");
  await expect(app.turn("completed")).toHaveCount(1);
  expect(wrongs).toEqual([]);
});

test("[JRN-93] a database that another tab keeps busy for seconds: the page answers the person, and shows and stores everything after it", async ({
  page,
  context,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await puppet.item("t1", message("m0", "before it was busy"));
  await expect(app.transcript).toContainText("before it was busy");
  const other = await context.newPage();
  await other.goto(new URL("/healthz", it.link()).href);
  await other.evaluate(async () => {
    const { name } = (await indexedDB.databases())[0] ?? {};
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name ?? "");
      request.addEventListener("success", () => resolve(request.result));
    });
    const tx = db.transaction([...db.objectStoreNames], "readwrite");
    const store = tx.objectStore(db.objectStoreNames[0] ?? "");
    const until = performance.now() + 6000;
    const again = (): void => {
      if (performance.now() < until) store.count().addEventListener("success", again);
      else db.close();
    };
    again();
  });
  const began = Date.now();
  await puppet.item("t1", message("m1", "while it was busy"));
  expect(await typing(app)).toBeLessThan(2000);
  await expect(page.getByText("This device's storage does not answer")).toBeVisible();
  await expect(app.transcript).toContainText("while it was busy");
  console.log(`shown after ${Date.now() - began} ms`);
  await expect(page.getByText("This device's storage does not answer")).toHaveCount(0);
  await app.send("typed while busy");
  await expect(app.transcript.getByText("typed while busy")).toHaveCount(1);
  await expect
    .poll(() => puppet.heard.filter((line) => line.method === "turn/steer" || line.method === "turn/start").length)
    .toBe(1);
  console.log(`sent after ${Date.now() - began} ms`);
  await puppet.end("t1");
  await expect(app.turn("completed")).toHaveCount(1);
  await page.reload();
  await app.live();
  await expect(app.transcript).toContainText("while it was busy");
  await expect(banner(page)).toHaveCount(0);
  expect(wrongs).toEqual([]);
});

test("[JRN-94] a page whose browser keeps nothing over a reload begins at pairing; with the link again the thread is there from the server", async ({
  browser,
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await app.send("first");
  await puppet.item("turn-1", message("m", "kept by the server"));
  await puppet.end("turn-1");
  await expect(app.turn("completed")).toHaveCount(1);
  // A private window: an empty storage.
  const context = await browser.newContext();
  const fresh = new App(await context.newPage());
  await fresh.page.goto(new URL("/t/T1", it.link()).href);
  await expect(fresh.page.getByRole("textbox", { name: "Pairing link" })).toBeVisible();
  await fresh.page.goto(it.link());
  await fresh.live();
  await fresh.page.getByRole("navigation", { name: "Threads" }).locator('[data-thread-id="T1"]').click();
  await expect(fresh.message).toBeVisible();
  expect(wrongs).toEqual([]);
  await context.close();
});
