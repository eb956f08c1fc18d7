// What a bad network, a restarted relay and a dying App Server do to the app: nothing is lost, nothing is done twice, and the
// page says how it stands. The rules are in docs/spec/hostile.md.
import { closeStages, longest, stage, watch } from "../support/hostile-stage.ts";
import { removeState, startRelayProcess } from "../support/relay-process.ts";
import { App, expect, test } from "../support/rig.ts";
import type { Heard, Puppet } from "../support/puppet.ts";

test.afterEach(closeStages);

const sent = (puppet: Puppet, method: string): Heard[] => puppet.heard.filter((line) => line.method === method);
const answers = (puppet: Puppet): Heard[] =>
  puppet.heard.filter((line) => line.method === undefined && (line.result !== undefined || line.error !== undefined));
const approval = (id: unknown, command: string, turn = "t1") => ({
  id,
  method: "item/commandExecution/requestApproval",
  params: { threadId: "T1", turnId: turn, itemId: `i${String(id)}`, command, cwd: "/tmp" },
});
const back = (app: App): Promise<void> => app.page.evaluate(() => void dispatchEvent(new Event("online")));

/** Presses a decision's button once its guard is over. */
async function press(app: App, name: string): Promise<void> {
  const card = app.decision("pending").first();
  await expect(card).toBeVisible();
  await expect(async () => {
    if ((await app.decision("pending").count()) === 0) return;
    await card.getByRole("button", { name, exact: true }).click({ timeout: 1000 });
    await expect(app.decision("pending")).toHaveCount(0, { timeout: 700 });
  }).toPass({ timeout: 10_000 });
}

test("[LNK-90] an answer that is given on a dead line, and cuts around it, reach the App Server exactly once", async ({
  page,
  context,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await puppet.say(approval(0, "echo once"));
  await expect(app.decision("pending")).toBeVisible();
  // The socket stays open and silent: nothing tells the page.
  await context.setOffline(true);
  await press(app, "Approve");
  await expect(app.decision("sent")).toHaveCount(1);
  expect(answers(puppet)).toHaveLength(0);
  it.proxy.cutAll();
  await context.setOffline(false);
  await back(app);
  await expect.poll(() => answers(puppet).length, { timeout: 30_000 }).toBe(1);
  for (let cut = 0; cut < 3; cut += 1) {
    it.proxy.cutAll();
    await back(app);
    await app.live();
  }
  // The same request again, as the server does on a resume: the card stays as it is.
  await puppet.say(approval(0, "echo once"));
  await puppet.say({ method: "serverRequest/resolved", params: { threadId: "T1", requestId: 0 } });
  await puppet.end("t1");
  await expect(app.turn("completed")).toHaveCount(1);
  expect(answers(puppet)).toEqual([{ id: 0, result: { decision: "accept" } }]);
  await expect(app.decision("pending")).toHaveCount(0);
  expect(wrongs).toEqual([]);
});

test("[LNK-91] cuts in the very moment of a message, with the relay's replies lost, neither lose nor double it", async ({
  page,
  rig,
}) => {
  test.setTimeout(150_000);
  const { puppet, it, app, wrongs } = await stage(page, rig);
  for (let n = 0; n < 8; n += 1) {
    const turns = sent(puppet, "turn/start").length;
    // Cut after so many bytes of the relay's output on the next connections: inside `attached`, inside the reply.
    it.proxy.cutAfter([n * 150, 200 + n * 60]);
    await app.message.fill(`message number ${n}`);
    await page.getByRole("button", { name: /^(Send|Steer)$/ }).click();
    it.proxy.cutAll();
    await expect(async () => {
      if ((await app.connection.getAttribute("data-connection")) !== "live") await back(app);
      expect(sent(puppet, "turn/start")).toHaveLength(turns + 1);
      expect(await app.connection.getAttribute("data-connection")).toBe("live");
    }).toPass({ timeout: 30_000, intervals: [200] });
    await puppet.end(`turn-${n + 1}`);
    await expect(app.turn("completed")).toHaveCount(n + 1);
  }
  expect(
    sent(puppet, "turn/start").map(({ params }) => JSON.stringify(params?.["input"]).match(/number \d/)?.[0]),
  ).toEqual(Array.from({ length: 8 }, (_, n) => `number ${n}`));
  await expect(app.item("userMessage")).toHaveCount(8);
  expect(wrongs).toEqual([]);
});

test("[LNK-92] a thread that is started on a line that is cut is started once, and the page comes to it or says why not", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  const before = sent(puppet, "thread/start").length;
  puppet.on("thread/start", null);
  await page.goto(new URL("/new?cwd=%2Ftmp", it.link()).href);
  await app.live();
  await page.getByRole("button", { name: "Start thread" }).click();
  await expect.poll(() => sent(puppet, "thread/start").length).toBe(before + 1);
  it.proxy.cutAll();
  await back(app);
  await app.live();
  const { id } = sent(puppet, "thread/start").at(-1) ?? {};
  await puppet.say({
    id,
    result: { thread: { id: "T2", turns: [], cwd: "/tmp", status: { type: "idle" } }, model: "m", cwd: "/tmp" },
  });
  await expect(page).toHaveURL(/\/t\/T2/, { timeout: 20_000 });
  expect(sent(puppet, "thread/start")).toHaveLength(before + 1);
  expect(wrongs).toEqual([]);
});

test("[LNK-93] a relay that lost its logs, or comes under the same address with another identity, is told apart; the old transcript stays readable", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await puppet.item("t1", {
    type: "agentMessage",
    id: "m",
    text: "from the old life",
    phase: null,
    memoryCitation: null,
  });
  await puppet.say(approval(0, "echo old"));
  await expect(app.decision("pending")).toBeVisible();
  const old = it.relay();
  await old.stop();
  // Another state folder: other token, other relay id, no logs; the very same address.
  const other = await startRelayProcess({ port: old.port, command: puppet.command });
  await back(app);
  await expect(app.connection).toHaveAttribute("data-connection", "refused", { timeout: 30_000 });
  await expect(page.getByText(/pnpm@10 start link/).first()).toBeVisible();
  await expect(app.transcript).toContainText("from the old life");
  // The new link pairs a new host; the old one's thread is not mixed into it, and no old answer reaches the new process.
  await page.goto(other.url.replace(`:${other.port}`, `:${it.proxy.port}`));
  await app.live();
  expect(answers(puppet)).toHaveLength(0);
  // The same thread is on both: its page belongs to the one that answers.
  expect(await app.startThread("/tmp")).toBe("T1");
  await expect(app.connection).toHaveAttribute("data-connection", "live");
  await puppet.begin("t9");
  await puppet.say(approval(0, "echo new", "t9"));
  await expect(app.decision("pending")).toContainText("echo new");
  await press(app, "Decline");
  await expect.poll(() => answers(puppet)).toEqual([{ id: 0, result: { decision: "decline" } }]);
  expect(wrongs).toEqual([]);
  await other.stop();
  removeState(other.stateDir);
});

test("[LNK-94] bytes that the relay no longer has are a gap that says so; a pending approval is there once after it", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig, { args: ["--log-limit", "100000"] });
  puppet.on("thread/resume", async (params) => {
    setTimeout(() => void puppet.say(approval(5, "echo after the gap")), 50);
    return {
      thread: {
        id: params["threadId"],
        turns: [],
        cwd: "/tmp",
        status: { type: "active", activeFlags: ["waitingOnApproval"] },
      },
      initialTurnsPage: { data: [{ id: "t1", status: "inProgress", items: [], error: null }], nextCursor: null },
      model: "m",
      cwd: "/tmp",
    };
  });
  await puppet.begin("t1");
  await puppet.item("t1", { type: "agentMessage", id: "m", text: "before the gap", phase: null, memoryCitation: null });
  await puppet.say(approval(4, "echo answered elsewhere"));
  await expect(app.decision("pending")).toBeVisible();
  it.proxy.accept(false);
  it.proxy.cutAll();
  for (let n = 0; n < 40; n += 1)
    await puppet.item("t1", {
      type: "agentMessage",
      id: `lost${n}`,
      text: "l".repeat(20_000),
      phase: null,
      memoryCitation: null,
    });
  await puppet.say(approval(5, "echo after the gap"));
  it.proxy.accept(true);
  await back(app);
  await app.live();
  // The window of the transcript stands at its end.
  const scroll = async (to: number) => await app.transcript.evaluate((element, top) => element.scrollTo(0, top), to);
  await expect(async () => {
    await scroll(0);
    await expect(app.transcript).toContainText("before the gap", { timeout: 1000 });
  }).toPass();
  await expect(async () => {
    await scroll(1e9);
    await expect(app.decision("pending").filter({ hasText: "echo after the gap" })).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  const card = app.decision("pending").filter({ hasText: "echo after the gap" });
  await expect(async () => {
    if ((await card.count()) === 0) return;
    await card.getByRole("button", { name: "Approve", exact: true }).click({ timeout: 1000 });
    await expect(card).toHaveCount(0, { timeout: 700 });
  }).toPass({ timeout: 10_000 });
  await expect.poll(() => answers(puppet)).toEqual([{ id: 5, result: { decision: "accept" } }]);
  await puppet.say({ method: "serverRequest/resolved", params: { threadId: "T1", requestId: 5 } });
  // While the server still waited for something it could have been the old request; now it cannot.
  await puppet.say({
    method: "thread/status/changed",
    params: { threadId: "T1", status: { type: "active", activeFlags: [] } },
  });
  await scroll(0);
  await expect(page.locator('[data-decision][data-request-key$="n:4"]')).toHaveAttribute("data-state", "withdrawn");
  expect(answers(puppet)).toHaveLength(1);
  expect(wrongs).toEqual([]);
});

test("[LNK-95] a page asleep over thousands of events catches up without a doubled or lost one", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Page.setWebLifecycleState", { state: "frozen" });
  let lines = "";
  for (let n = 0; n < 3000; n += 1)
    lines += `${JSON.stringify({ method: "item/agentMessage/delta", params: { threadId: "T1", turnId: "t1", itemId: "m", delta: `w${n} ` } })}\n`;
  await puppet.raw(lines.slice(0, lines.length / 2));
  it.proxy.cutAll();
  await puppet.raw(lines.slice(lines.length / 2));
  await puppet.end("t1");
  await cdp.send("Page.setWebLifecycleState", { state: "active" });
  await back(app);
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 30_000 });
  const words = (await app.item("agentMessage").innerText()).split(/\s+/).filter((word) => /^w\d+$/.test(word));
  expect(words).toEqual(Array.from({ length: 3000 }, (_, n) => `w${n}`));
  console.log(`asleep: longest task ${await longest(page)} ms`);
  expect(wrongs).toEqual([]);
});

for (const [name, command, says] of [
  ["that is missing", ["/no/such/program"], /was not found.*Check its name/s],
  [
    "that ends at once",
    ["sh", "-c", "echo 'bad key in config.toml' >&2; exit 1"],
    /keeps ending.*bad key in config\.toml.*try again/s,
  ],
  ["that is no App Server", ["cat"], /does not answer the handshake.*Check which command/s],
] as const)
  test(`[LNK-96] a command ${name}: one clear message with the next step, and nothing thrown`, async ({
    page,
    rig,
  }) => {
    const it = await rig({ script: () => [], relay: { command } });
    const wrongs: string[] = [];
    await watch(page, wrongs);
    await page.goto(it.link());
    await expect(page.locator("body")).toContainText(says, { timeout: 40_000 });
    expect(await page.locator(".notice").count()).toBe(1);
    // What the page wrote, said back, is no question to the person.
    await expect(page.locator("[data-decision]")).toHaveCount(0);
    await expect(page).toHaveTitle("Longwire");
    expect(wrongs).toEqual([]);
  });

test("[LNK-97] two devices that both type, both approve and both stop: each message and each answer once, both see the same", async ({
  page,
  browser,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await app.send("first, to make it known");
  await expect.poll(() => sent(puppet, "turn/start").length).toBe(1);
  await puppet.end("turn-1");
  await expect(app.turn("completed")).toHaveCount(1);
  const context = await browser.newContext();
  const other = new App(await context.newPage());
  const tab = new App(await page.context().newPage());
  await watch(other.page, wrongs);
  await watch(tab.page, wrongs);
  await other.page.goto(it.link());
  await other.live();
  for (const each of [other, tab]) {
    await each.page.goto(page.url());
    await each.live();
    await expect(each.transcript).toContainText("first, to make it known");
  }
  const all = [app, other, tab];
  await Promise.all(all.map((each, n) => each.message.fill(`typed by ${n}`)));
  await Promise.all(all.map((each) => each.page.getByRole("button", { name: /^(Send|Steer)$/ }).click()));
  // One that another device was ahead of goes back to the person, unsent, and is sent by one more press.
  await expect(async () => {
    for (const each of all) {
      const again = each.page.getByRole("button", { name: "Send now" });
      if ((await again.count()) > 0) await again.first().click({ timeout: 1000 });
    }
    expect(sent(puppet, "turn/start").length + sent(puppet, "turn/steer").length).toBe(4);
  }).toPass({ timeout: 60_000 });
  for (const each of all)
    for (const n of [0, 1, 2]) await expect(each.transcript.getByText(`typed by ${n}`)).toHaveCount(1);
  await puppet.begin("t9");
  await puppet.say(approval(0, "echo both", "t9"));
  for (const each of all) await expect(each.decision("pending")).toBeVisible();
  // The guard of the buttons is over for all of them before anybody presses.
  await expect(async () => {
    await Promise.all(
      all.map((each) =>
        each
          .decision("pending")
          .first()
          .getByRole("button", { name: "Approve", exact: true })
          .click({ timeout: 800 })
          .catch(() => null),
      ),
    );
    expect(answers(puppet).length).toBeGreaterThan(0);
  }).toPass({ timeout: 15_000 });
  await puppet.say({ method: "serverRequest/resolved", params: { threadId: "T1", requestId: 0 } });
  for (const each of all) await expect(each.decision("pending")).toHaveCount(0);
  const written = answers(puppet).length;
  // The two tabs of one device share a journal; the other device may have pressed in the same moment.
  expect(written).toBeLessThanOrEqual(3);
  console.log(`answers written: ${written}`);
  await tab.page.close();
  await puppet.end("t9", "interrupted");
  for (const each of [app, other]) await expect(each.turn("interrupted")).toHaveCount(1);
  expect(wrongs).toEqual([]);
  await context.close();
});
