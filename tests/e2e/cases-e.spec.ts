// Reconnect, resume, several clients: the lines of the section of docs/spec/cases.md that only a page can show. The App Server
// is a puppet whose every line the test chooses; what it says stands in its history too.
import type { Page } from "@playwright/test";
import { answersTo, asksCommand, back, cardWith, press, resolved, sentTo } from "../support/asking.ts";
import { closeStages, stage, watch } from "../support/hostile-stage.ts";
import type { Puppet } from "../support/puppet.ts";
import { App, expect, test } from "../support/rig.ts";
import { sameInThreeLooks } from "../support/three-looks.ts";

test.afterEach(closeStages);

type Item = Record<string, unknown> & { type: string; id: string };

/** What the puppet's server knows of its turns: copies are made of it. */
function history(puppet: Puppet) {
  const turns = new Map<string, { id: string; status: string; error: null; items: Item[] }>();
  const turn = (id: string) => {
    const held = turns.get(id) ?? { id, status: "inProgress", error: null, items: [] };
    turns.set(id, held);
    return held;
  };
  puppet.on("thread/turns/list", () => ({
    data: [...turns.values()].toReversed().map((each) => ({ ...each, itemsView: "full" })),
    nextCursor: null,
  }));
  return {
    async item(id: string, item: Item) {
      turn(id).items.push(item);
      await puppet.item(id, item);
    },
    async end(id: string, status = "completed") {
      turn(id).status = status;
      await puppet.end(id, status);
    },
    noted: (id: string, item: Item) => void turn(id).items.push(item),
  };
}

const answer = (id: string, text: string): Item => ({ type: "agentMessage", id, text });

/** The browser shows or hides the page. */
const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((to) => {
    for (const [name, value] of [
      ["visibilityState", to ? "hidden" : "visible"],
      ["hidden", to],
    ] as const)
      Object.defineProperty(document, name, { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

const rows = (app: App): Promise<string[]> =>
  app.transcript
    .locator("[data-item-id]")
    .evaluateAll((items) => items.map((item) => `${item.getAttribute("data-item-id")}: ${item.textContent ?? ""}`));

test("[LNK-111] E01: a page that was hidden while its connection died without a word says so within moments of being seen, then has all of it once", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  const past = history(puppet);
  await puppet.begin("t1");
  await past.item("t1", answer("m1", "Before the sleep."));
  await expect(app.item("agentMessage")).toHaveCount(1);
  await app.message.fill("a draft from before");
  await setHidden(page, true);
  it.proxy.stall(true);
  for (const n of [2, 3, 4]) await past.item("t1", answer(`m${n}`, `While asleep ${n}.`));
  await past.end("t1");
  await setHidden(page, false);
  // The socket still calls itself open; a probe finds out.
  await expect(app.connection).not.toHaveAttribute("data-connection", "live", { timeout: 6000 });
  await expect(app.message).toBeEnabled();
  await app.message.fill("a draft from before, and more");
  it.proxy.cutAll();
  it.proxy.stall(false);
  await back(page);
  await app.live();
  await expect(app.turn("completed")).toHaveCount(1);
  await expect.poll(async () => (await rows(app)).length).toBe(4);
  expect(new Set(await rows(app)).size).toBe(4);
  await expect(app.message).toHaveValue("a draft from before, and more");
  await sameInThreeLooks(page, app, it);
  await expect(app.message).toHaveValue("a draft from before, and more");
  expect(wrongs).toEqual([]);
});

test("[LNK-112] E02: a message typed while connecting waits in sight and is sent once; a reload in the middle of the turn adds no row", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  const past = history(puppet);
  puppet.on("turn/start", (params) => {
    const item: Item = {
      type: "userMessage",
      id: "u1",
      clientId: params["clientUserMessageId"],
      content: params["input"],
    };
    queueMicrotask(() => void puppet.begin("t1").then(() => past.item("t1", item)));
    return { turn: { id: "t1", items: [], status: "inProgress", error: null } };
  });
  // The relay can be reached and says nothing: the page stands at connecting.
  it.proxy.stall(true);
  it.proxy.cutAll();
  await expect(app.connection).not.toHaveAttribute("data-connection", "live");
  await app.send("the first prompt");
  await expect(page.locator("[data-outgoing=waiting]")).toHaveText(/the first prompt/);
  expect(sentTo(puppet, "turn/start")).toHaveLength(0);
  it.proxy.stall(false);
  await back(page);
  await app.live();
  await expect(app.item("userMessage")).toHaveCount(1);
  await expect(page.locator("[data-outgoing]")).toHaveCount(0);
  await past.item("t1", answer("m1", "Half of it."));
  await expect(app.item("agentMessage")).toHaveCount(1);
  const before = await rows(app);
  for (let n = 0; n < 2; n += 1) {
    await page.reload();
    await app.live();
    await expect(app.turn("inProgress")).toHaveCount(1);
    await expect.poll(() => rows(app)).toEqual(before);
  }
  await past.item("t1", answer("m2", "The other half."));
  await past.end("t1");
  await expect(app.turn("completed")).toHaveCount(1);
  expect(await rows(app)).toHaveLength(3);
  expect(sentTo(puppet, "turn/start")).toHaveLength(1);
  await sameInThreeLooks(page, app, it);
  expect(wrongs).toEqual([]);
});

test("[LNK-113] E06: two tabs on one thread are both live; what either sends is sent once, a decision taken in one shows in the other, and nothing is stored twice", async ({
  page,
  context,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  const past = history(puppet);
  let turns = 0;
  puppet.on("turn/start", (params) => {
    const id = `t${(turns += 1)}`;
    const item: Item = {
      type: "userMessage",
      id: `u${turns}`,
      clientId: params["clientUserMessageId"],
      content: params["input"],
    };
    queueMicrotask(() => void puppet.begin(id).then(() => past.item(id, item)));
    return { turn: { id, items: [], status: "inProgress", error: null } };
  });
  const other = new App(await context.newPage());
  await watch(other.page, wrongs);
  await other.page.goto(page.url());
  await other.live();
  for (const [sender, reader, n] of [
    [app, other, 1],
    [other, app, 2],
  ] as const) {
    await sender.send(`from tab ${n}`);
    await expect(reader.item("userMessage")).toHaveCount(n);
    await puppet.say(asksCommand(n, `echo ${n}`, { turnId: `t${n}` }));
    await press(cardWith(reader.page, n), "Approve");
    for (const each of [app, other]) await expect(cardWith(each.page, n)).toHaveAttribute("data-state", "sent");
    await puppet.say(resolved(n));
    for (const each of [app, other])
      await expect(cardWith(each.page, n)).toHaveAttribute("data-outcome", "answered-here");
    await past.end(`t${n}`);
    for (const each of [app, other]) await expect(each.turn("completed")).toHaveCount(n);
  }
  expect(sentTo(puppet, "turn/start")).toHaveLength(2);
  expect(answersTo(puppet)).toEqual([
    { id: 1, result: { decision: "accept" } },
    { id: 2, result: { decision: "accept" } },
  ]);
  await expect.poll(async () => (await rows(app)).toSorted()).toEqual((await rows(other)).toSorted());
  // The tab that wrote may be either of them: one goes, the other carries on alone, with everything once.
  await page.close();
  await other.send("from the one that is left");
  await expect(other.item("userMessage")).toHaveCount(3);
  await past.end("t3");
  await expect(other.turn("completed")).toHaveCount(3);
  await sameInThreeLooks(other.page, other, it);
  expect(await rows(other)).toHaveLength(3);
  expect(wrongs).toEqual([]);
});
