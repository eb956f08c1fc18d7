// Ids, correlation and interrupts: one test for each line of the first section of docs/spec/cases.md, in a real page over a
// puppet whose every line the test chooses.
import { answersTo, asksCommand, back, cardWith, press, resolved, sentTo } from "../support/asking.ts";
import { closeStages, stage, watch } from "../support/hostile-stage.ts";
import { startNodeSession } from "../support/node-session.ts";
import { puppetThread, startPuppet } from "../support/puppet.ts";
import { App, expect, test } from "../support/rig.ts";

test.afterEach(closeStages);

const delta = (item: string, text: string, turn = "t1") => ({
  method: "item/agentMessage/delta",
  params: { threadId: "T1", turnId: turn, itemId: item, delta: text },
});

test('[DEC-181] A01: 7 and "7" are two open requests; each is answered once, with the id in the type that it came in', async ({
  page,
  rig,
}) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await puppet.say(asksCommand(7, "ls"));
  await puppet.say({
    id: "7",
    method: "item/fileChange/requestApproval",
    params: { threadId: "T1", turnId: "t1", itemId: "i2" },
  });
  for (const id of ["007", " 7 ", "1_0"]) await puppet.say(asksCommand(id, `echo ${id}`));
  await expect(app.decision("pending")).toHaveCount(5);
  // The change is not at hand: declining it does not wait for its diff.
  await press(cardWith(page, "7"), "Decline");
  await expect.poll(() => answersTo(puppet)).toEqual([{ id: "7", result: { decision: "decline" } }]);
  await puppet.say(resolved("7"));
  await expect(cardWith(page, "7")).toHaveAttribute("data-state", "resolved");
  await expect(app.decision("pending")).toHaveCount(4);
  await press(cardWith(page, 7), "Approve");
  await expect
    .poll(() => answersTo(puppet))
    .toEqual([
      { id: "7", result: { decision: "decline" } },
      { id: 7, result: { decision: "accept" } },
    ]);
  // The end of the one is no end of the other.
  await puppet.say(resolved("007"));
  await expect(cardWith(page, "007")).toHaveAttribute("data-outcome", "answered-elsewhere");
  await expect(cardWith(page, 7)).toHaveAttribute("data-state", "sent");
  await puppet.say(resolved(7));
  await expect(cardWith(page, 7)).toHaveAttribute("data-outcome", "answered-here");
  for (const id of [" 7 ", "1_0"]) await expect(cardWith(page, id)).toHaveAttribute("data-state", "pending");
  expect(answersTo(puppet)).toHaveLength(2);
  expect(wrongs).toEqual([]);
});

test("[ACT-44] A03: two devices that ask at once each get the reply of their own request, in whatever order they come", async ({
  page,
  browser,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  const context = await browser.newContext();
  const other = new App(await context.newPage());
  await watch(other.page, wrongs);
  await other.page.goto(it.link());
  await other.live();
  puppet.on("thread/start", null);
  const before = sentTo(puppet, "thread/start").length;
  for (const [each, cwd] of [
    [app, "/one"],
    [other, "/two"],
  ] as const) {
    await each.page.goto(new URL(`/new?cwd=${encodeURIComponent(cwd)}`, it.link()).href);
    await each.live();
    await each.page.getByRole("button", { name: "Start thread" }).click();
  }
  await expect.poll(() => sentTo(puppet, "thread/start").length).toBe(before + 2);
  const asked = sentTo(puppet, "thread/start").slice(before);
  const prefixes = asked.map(({ id }) => String(id).replace(/\.\d+$/, ""));
  expect(new Set(prefixes).size, "each marks its ids").toBe(2);
  // The later one first.
  for (const { id, params } of asked.toReversed())
    await puppet.say({
      id,
      result: { thread: puppetThread(`of-${String(params?.["cwd"]).slice(1)}`, { cwd: params?.["cwd"] }), model: "m" },
    });
  await expect(page).toHaveURL(/\/t\/of-one$/);
  await expect(other.page).toHaveURL(/\/t\/of-two$/);
  expect(wrongs).toEqual([]);
  await context.close();
});

test("[ACT-45] A04: a turn whose every event comes before the reply to turn/start is complete; the late reply opens nothing", async ({
  page,
  rig,
}) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  puppet.on("turn/start", async (params) => {
    const turn = { id: "t1", items: [], status: "inProgress", error: null };
    await puppet.say({ method: "turn/started", params: { threadId: "T1", turn } });
    await puppet.item("t1", {
      type: "userMessage",
      id: "u1",
      clientId: params["clientUserMessageId"],
      content: params["input"],
    });
    await puppet.say(delta("m1", "Hello"));
    await puppet.say({ method: "turn/completed", params: { threadId: "T1", turn: { ...turn, status: "completed" } } });
    return { turn };
  });
  await app.send("hi");
  await expect(app.turn("completed")).toHaveCount(1);
  // The reply has come when something that was said behind it has.
  await puppet.say({ method: "thread/name/updated", params: { threadId: "T1", threadName: "After the reply" } });
  await expect(page).toHaveTitle(/After the reply/);
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.item("agentMessage")).toContainText("Hello");
  await expect(app.item("userMessage")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toHaveCount(0);
  await app.message.fill("next");
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  expect(wrongs).toEqual([]);
});

test("[ACT-48] A06: requests open when the process ends are told as ended, later ones fail at once, and a new process is asked anew", async ({
  rig,
}) => {
  const puppet = await startPuppet();
  const it = await rig({ script: () => [], relay: { command: puppet.command } });
  const node = startNodeSession(it.relay());
  await node.until("live", () => node.session.facts().connection === "live");
  puppet.on("thread/resume", null);
  const open = node.session.request("thread/resume", { threadId: "T1" });
  await expect.poll(() => sentTo(puppet, "thread/resume").length).toBe(1);
  puppet.die();
  expect(await open).toEqual({ ok: false, reason: { type: "ended", delivered: true } });
  await node.until("ended", () => node.session.facts().connection !== "live");
  const heard = puppet.heard.length;
  expect(await node.session.request("thread/list", {})).toMatchObject({ ok: false, reason: { type: "not-sent" } });
  expect(puppet.heard.length, "nothing was written for it").toBe(heard);
  node.session.reconnect();
  await node.until("live again", () => node.session.facts().connection === "live");
  expect(puppet.starts()).toBe(2);
  expect(await node.session.request("thread/list", {})).toMatchObject({ ok: true });
  expect(sentTo(puppet, "thread/resume"), "what was open is not asked again by itself").toHaveLength(1);
  node.session.close();
  await puppet.close();
});

test("[ACT-46] A08: a steering message whose reply is lost is never sent twice, and after the process' end it is the person's again", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await app.send("begin");
  await expect(app.turn("inProgress")).toHaveCount(1);
  const steered = (): string[] =>
    puppet.heard
      .filter(({ method }) => method === "turn/start" || method === "turn/steer")
      .slice(1)
      .map(({ params }) => /"text":"([^"]*)"/.exec(JSON.stringify(params?.["input"]))?.[1] ?? "");
  // Accepted, and the connection is gone before anything of it comes back.
  for (const method of ["turn/steer", "turn/start"])
    puppet.on(method, () => ({
      turnId: "turn-1",
      turn: { id: "turn-1", items: [], status: "inProgress", error: null },
    }));
  await app.message.fill("c1");
  await page.getByRole("button", { name: "Steer", exact: true }).click();
  await expect.poll(steered).toEqual(["c1"]);
  it.proxy.cutAll();
  await back(page);
  await app.live();
  await expect(page.getByText("Accepted, not yet shown")).toBeVisible();
  // Written while the line is down: sent once when it is back, as the same turn still runs.
  it.proxy.accept(false);
  it.proxy.cutAll();
  await expect(app.connection).not.toHaveAttribute("data-connection", "live");
  await app.message.fill("c2");
  await page.getByRole("button", { name: /^(Send|Steer)$/ }).click();
  it.proxy.accept(true);
  await back(page);
  await expect.poll(steered).toEqual(["c1", "c2"]);
  for (let n = 0; n < 2; n += 1) {
    it.proxy.cutAll();
    await back(page);
    await app.live();
  }
  // Never answered, and the process dies: whether it arrived is not known, and nothing is sent by itself.
  for (const method of ["turn/steer", "turn/start"]) puppet.on(method, null);
  await app.message.fill("c3");
  await page.getByRole("button", { name: "Steer", exact: true }).click();
  await expect.poll(steered).toEqual(["c1", "c2", "c3"]);
  puppet.die();
  await expect(app.turn("lost")).toHaveCount(1);
  await page
    .getByRole("button", { name: /^(Start|Reconnect|Connect|Try again|Restart)/ })
    .first()
    .click({ timeout: 3000 })
    .catch(() => undefined);
  await app.live();
  const unknown = page.locator('[data-outgoing="delivery-unknown"]').filter({ hasText: "c3" });
  await expect(unknown.getByRole("button", { name: "Send again" })).toBeVisible();
  await expect(unknown.getByRole("button", { name: "Discard" })).toBeVisible();
  expect(steered()).toEqual(["c1", "c2", "c3"]);
  expect(wrongs).toEqual([]);
});

test("[ACT-47] A09: a stop that gets no reply holds nothing up; a second press sends nothing; the turn's end ends it", async ({
  page,
  browser,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await app.send("begin");
  await expect(app.turn("inProgress")).toHaveCount(1);
  const context = await browser.newContext();
  const other = new App(await context.newPage());
  await watch(other.page, wrongs);
  await other.page.goto(it.link());
  await other.live();
  await other.page.goto(page.url());
  await other.live();
  await expect(other.turn("inProgress")).toHaveCount(1);
  // The App Server answers the first of them, and the second, for the same turn, not at all.
  let interrupts = 0;
  puppet.on("turn/interrupt", () => (++interrupts === 1 ? {} : new Promise(() => undefined)));
  for (const each of [app, other]) {
    const stop = each.page.getByRole("button", { name: "Stop", exact: true });
    // Two presses in one moment: the second finds the first.
    await stop.evaluate((button) => {
      if (!(button instanceof HTMLElement)) return;
      button.click();
      button.click();
    });
    await expect(each.turn("stopping")).toHaveCount(1);
    await each.message.fill("typed meanwhile");
    await expect(each.message).toHaveValue("typed meanwhile");
  }
  await expect.poll(() => sentTo(puppet, "turn/interrupt").length).toBe(2);
  await puppet.end("turn-1", "interrupted");
  for (const each of [app, other]) {
    await expect(each.turn("interrupted")).toHaveCount(1);
    await expect(each.page.getByRole("button", { name: "Stop", exact: true })).toHaveCount(0);
    await expect(each.page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  }
  await puppet.say({ method: "thread/name/updated", params: { threadId: "T1", threadName: "Later" } });
  await expect(page).toHaveTitle(/Later/);
  expect(sentTo(puppet, "turn/interrupt")).toHaveLength(2);
  expect(wrongs).toEqual([]);
  await context.close();
});
