// Approvals, questions and elicitations: one test for each line of the second section of docs/spec/cases.md, in a real page
// over a puppet whose every line the test chooses.
import type { Page } from "@playwright/test";
import { answersTo, asksCommand, back, cardWith, go, press, resolved, sentTo, waits } from "../support/asking.ts";
import { closeStages, stage } from "../support/hostile-stage.ts";
import { puppetThread } from "../support/puppet.ts";
import { expect, test } from "../support/rig.ts";

test.afterEach(closeStages);

/** Where the page offers to start or reach the App Server, presses that. */
async function startAgain(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^(Start|Reconnect|Connect|Try again|Restart)/ }).first();
  await button.click({ timeout: 5000 }).catch(() => undefined);
}

test("[DEC-182] B01: a request of a process that has ended is expired and offers nothing, over a reload too; its id in the next process is a new card", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await puppet.say(asksCommand(41, "make"));
  await expect(app.decision("pending")).toHaveCount(1);
  puppet.die();
  const old = app.decision().filter({ hasText: "make" });
  await expect(old).toHaveAttribute("data-state", "expired");
  await startAgain(page);
  await app.live();
  await page.reload();
  await app.live();
  await expect(old).toHaveAttribute("data-state", "expired");
  await expect(old).toHaveAttribute("data-outcome", "process-ended");
  await expect(old.getByRole("button")).toHaveCount(0);
  await puppet.begin("t5", "T2");
  await puppet.say({
    id: 41,
    method: "item/fileChange/requestApproval",
    params: { threadId: "T2", turnId: "t5", itemId: "i9" },
  });
  await page.goto(new URL("/t/T2", it.link()).href);
  await app.live();
  await expect(app.decision("pending")).toHaveCount(1);
  await press(cardWith(page, 41), "Decline");
  await expect.poll(() => answersTo(puppet)).toEqual([{ id: 41, result: { decision: "decline" } }]);
  await go(page, "/t/T1");
  await expect(old).toHaveAttribute("data-state", "expired");
  expect(wrongs).toEqual([]);
});

test("[DEC-183] B02: a request of a method that nobody knows is a raw card and counts everywhere; only the person's press refuses it", async ({
  page,
  rig,
}) => {
  const { puppet, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  const params = { threadId: "T1", turnId: "t1", wish: { beam: [1, 2] } };
  await puppet.say({ id: 5, method: "hologram/project", params });
  const card = cardWith(page, 5);
  await expect(card.locator('[data-generic="hologram/project"]')).toContainText('"beam"');
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(page.locator('a[data-thread-id="T1"]')).toHaveAttribute("data-needs", /approval|question/);
  await expect(page.getByRole("link", { name: /Waiting for you/ })).toContainText("1");
  expect(answersTo(puppet)).toEqual([]);
  await press(card, "Refuse");
  await expect.poll(() => answersTo(puppet)).toMatchObject([{ id: 5, error: { code: -32601 } }]);
  await puppet.say(resolved(5));
  await expect(card).toHaveAttribute("data-outcome", "refused");
  expect(wrongs).toEqual([]);
});

test("[DEC-184] B03: the same request again is the same card: answered once, and still on its way when it comes yet again", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  const request = asksCommand(41, "make");
  await puppet.say(request);
  await expect(app.decision("pending")).toHaveCount(1);
  const cut = async (): Promise<void> => {
    it.proxy.cutAll();
    await back(page);
    await app.live();
    await puppet.say(request);
    // Something behind it has come: so has the request.
    await puppet.say({ method: "thread/name/updated", params: { threadId: "T1", threadName: `N${(names += 1)}` } });
    await expect(page).toHaveTitle(new RegExp(`N${names}`));
  };
  let names = 0;
  await cut();
  await expect(app.decision()).toHaveCount(1);
  await press(cardWith(page, 41), "Approve");
  await expect.poll(() => answersTo(puppet).length).toBe(1);
  for (let n = 0; n < 3; n += 1) {
    await cut();
    await expect(app.decision()).toHaveCount(1);
    await expect(cardWith(page, 41)).toHaveAttribute("data-state", "sent");
  }
  await page.reload();
  await app.live();
  await puppet.say(request);
  await expect(cardWith(page, 41)).toHaveAttribute("data-state", "sent");
  await puppet.say(resolved(41));
  await expect(cardWith(page, 41)).toHaveAttribute("data-outcome", "answered-here");
  expect(answersTo(puppet)).toEqual([{ id: 41, result: { decision: "accept" } }]);
  expect(wrongs).toEqual([]);
});

test("[DEC-185] B04: what was open before bytes that are gone and is not brought again is withdrawn; what is brought, and what came live, waits", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig, { args: ["--log-limit", "100000"] });
  await puppet.begin("t1");
  await puppet.say(asksCommand(9, "echo nine"));
  await expect(app.decision("pending")).toHaveCount(1);
  it.proxy.accept(false);
  it.proxy.cutAll();
  await puppet.say(asksCommand(12, "echo twelve"));
  for (let n = 0; n < 40; n += 1)
    await puppet.item("t1", {
      type: "agentMessage",
      id: `l${n}`,
      text: "l".repeat(20_000),
      phase: null,
      memoryCitation: null,
    });
  let flags = ["waitingOnApproval"];
  const working = (params: Record<string, unknown>) =>
    puppetThread(String(params["threadId"]), { status: { type: "active", activeFlags: flags } });
  puppet.on("thread/read", (params) => ({ thread: working(params) }));
  puppet.on("thread/resume", (params) => {
    // Brought again behind the reply, as the App Server does.
    setTimeout(() => void puppet.say(asksCommand(12, "echo twelve")), 30);
    return {
      thread: working(params),
      initialTurnsPage: { data: [{ id: "t1", status: "inProgress", items: [], error: null }], nextCursor: null },
      model: "m",
      cwd: "/tmp",
    };
  });
  it.proxy.accept(true);
  await back(page);
  await app.live();
  // What is off the transcript's window is gone to before it is looked for.
  const stands = (id: number, state: string) =>
    expect(async () => {
      for (const top of [0, 1e9]) {
        await app.transcript.evaluate((element, to) => element.scrollTo(0, to), top);
        if ((await cardWith(page, id).count()) > 0) break;
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      await expect(cardWith(page, id)).toHaveAttribute("data-state", state, { timeout: 1000 });
    }).toPass({ timeout: 30_000 });
  await stands(12, "pending");
  await puppet.say(asksCommand(13, "echo thirteen"));
  await stands(13, "pending");
  // While the server waits for something of that kind it could be the old one; now it waits for none.
  flags = [];
  await puppet.say(waits("T1"));
  await expect(page).toHaveTitle(/^\(2\) /);
  await go(page, "/inbox");
  await expect(app.decision("pending")).toHaveCount(2);
  for (const id of [12, 13]) await expect(cardWith(page, id)).toHaveAttribute("data-state", "pending");
  await go(page, "/t/T1");
  await app.live();
  await stands(9, "withdrawn");
  expect(answersTo(puppet)).toEqual([]);
  expect(wrongs).toEqual([]);
});

test("[DEC-186] B05: a request that came while the line was down is there when it is back; one that did not come is said in words", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await app.send("begin");
  await expect(app.turn("inProgress")).toHaveCount(1);
  it.proxy.accept(false);
  it.proxy.cutAll();
  await puppet.say(waits("T1", "waitingOnApproval"));
  await puppet.say(asksCommand(3, "make all", { turnId: "turn-1" }));
  it.proxy.accept(true);
  await back(page);
  await app.live();
  await expect(cardWith(page, 3)).toHaveAttribute("data-state", "pending");
  await puppet.say(resolved(3));
  await puppet.say(waits("T1"));
  await expect(app.decision("pending")).toHaveCount(0);
  // Announced, and never sent to anybody.
  await puppet.say(waits("T1", "waitingOnApproval"));
  await expect(page.locator("[data-unseen]")).toContainText("that this device cannot see");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(app.decision("pending")).toHaveCount(0);
  expect(wrongs).toEqual([]);
});

test("[VIW-107] B06: a turn of which nothing comes says for how long, in a sentence, with Stop; no request is made up", async ({
  page,
  rig,
}) => {
  await page.clock.install();
  const { puppet, app, wrongs } = await stage(page, rig);
  await app.send("begin");
  await expect(app.turn("inProgress")).toHaveCount(1);
  const item = { type: "commandExecution", id: "c1", command: "make", cwd: "/w", status: "inProgress" };
  await puppet.say({ method: "item/started", params: { threadId: "T1", turnId: "turn-1", item } });
  await expect(app.item("commandExecution")).toContainText("make");
  const foot = app.transcript.locator('.foot[data-kind="running"]');
  await expect(foot).not.toContainText("no sign");
  // What has come is noticed at a second's tick: not as late as after the jump.
  await page.clock.runFor(2_000);
  await page.clock.fastForward(30_000);
  await expect(foot).toContainText(/no sign for 0:\d\d/);
  await expect(foot.locator("[data-still]")).toHaveCount(0);
  await page.clock.fastForward(60_000);
  await expect(foot.locator("[data-still]")).toContainText("It may still be at work; Stop ends the turn.");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeEnabled();
  await expect(app.decision()).toHaveCount(0);
  await expect(page.locator("[data-unseen]")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^\(/);
  // A word of it ends that.
  const more = { threadId: "T1", turnId: "turn-1", itemId: "c1", delta: "cc -c a.c\n" };
  await puppet.say({ method: "item/commandExecution/outputDelta", params: more });
  await expect(foot).not.toContainText("no sign");
  expect(wrongs).toEqual([]);
});

test("[DEC-187] B07: presses in one moment, a reload and another press are one answer, under the request's id and not the item's", async ({
  page,
  rig,
}) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await puppet.say(asksCommand(61, "make", { itemId: "62", approvalId: "63" }));
  const card = cardWith(page, 61);
  const approve = card.getByRole("button", { name: "Approve", exact: true });
  await expect(approve).not.toHaveAttribute("aria-disabled");
  await approve.evaluate((button) => {
    if (button instanceof HTMLElement) for (let n = 0; n < 6; n += 1) button.click();
  });
  await expect(card).toHaveAttribute("data-state", "sent");
  await expect(card.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await page.reload();
  await app.live();
  await expect(card).toHaveAttribute("data-state", "sent");
  await expect(card.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  // Resolved under the item's id: another request, or none.
  await puppet.say(resolved(62));
  await puppet.say(resolved("61"));
  await puppet.say(resolved(61));
  await expect(card).toHaveAttribute("data-outcome", "answered-here");
  expect(answersTo(puppet)).toEqual([{ id: 61, result: { decision: "accept" } }]);
  expect(wrongs).toEqual([]);
});

test("[DEC-188] B08: only what is offered is drawn; an unknown choice is shown raw and cannot be pressed; without a list there is the documented set", async ({
  page,
  rig,
}) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  const labels = (id: number) =>
    cardWith(page, id)
      .locator(".choices button")
      .evaluateAll((all) =>
        all.map((button): [label: string, dead: boolean] => [
          button.getAttribute("aria-label") ?? "",
          (button as HTMLButtonElement).disabled || button.getAttribute("aria-disabled") === "true",
        ]),
      );
  await puppet.say(asksCommand(1, "one", { availableDecisions: ["accept", "cancel"] }));
  await expect
    .poll(() => labels(1))
    .toEqual([
      ["Approve", false],
      ["Cancel turn", false],
    ]);
  await puppet.say(resolved(1));
  await puppet.say(asksCommand(2, "two", { availableDecisions: ["decline", { beamIt: { to: "mars" } }] }));
  await expect.poll(async () => (await labels(2))[0]).toEqual(["Decline", false]);
  expect((await labels(2)).slice(1)).toEqual([[expect.stringContaining("beamIt"), true]]);
  await puppet.say(resolved(2));
  await puppet.say(asksCommand(3, "three"));
  await expect
    .poll(async () => (await labels(3)).map(([label]) => label))
    .toEqual(["Approve", "Approve for this session", "Decline", "Cancel turn"]);
  await puppet.say(resolved(3));
  await expect(app.decision("pending")).toHaveCount(0);
  expect(answersTo(puppet)).toEqual([]);
  expect(wrongs).toEqual([]);
});

test("[DEC-189] B10: an elicitation is a form, answered with action and content; under its older name it is shown raw and answered by hand", async ({
  page,
  rig,
}) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  const form = {
    threadId: "T1",
    turnId: "t1",
    serverName: "files",
    mode: "form",
    message: "Which port?",
    requestedSchema: { type: "object", properties: { port: { type: "integer", title: "Port" } }, required: ["port"] },
  };
  await puppet.say({ id: 1, method: "mcpServer/elicitation/request", params: form });
  await cardWith(page, 1).getByRole("textbox", { name: "Port" }).fill("8080");
  await press(cardWith(page, 1), "Submit");
  await expect
    .poll(() => answersTo(puppet))
    .toEqual([{ id: 1, result: { action: "accept", content: { port: 8080 }, _meta: null } }]);
  await puppet.say(resolved(1));
  await puppet.say({ id: 2, method: "mcpServer/elicitation/request", params: form });
  await press(cardWith(page, 2), "Cancel");
  await expect.poll(() => answersTo(puppet).length).toBe(2);
  expect(answersTo(puppet)[1]).toMatchObject({ id: 2, result: { action: "cancel" } });
  await puppet.say(resolved(2));
  await puppet.say({ id: 3, method: "item/mcpElicitation/requestDecision", params: form });
  const raw = cardWith(page, 3);
  await expect(raw.locator('[data-generic="item/mcpElicitation/requestDecision"]')).toContainText("Which port?");
  // Nothing is answered by hand that was not shown to its end.
  await raw.getByRole("button", { name: "Show all of it: Request" }).click();
  await raw.getByRole("textbox", { name: "Result, as JSON" }).fill('{"action":"decline"}');
  await press(raw, "Submit");
  await expect.poll(() => answersTo(puppet)[2]).toEqual({ id: 3, result: { action: "decline" } });
  await expect(app.decision("pending")).toHaveCount(0);
  expect(wrongs).toEqual([]);
});

test("[DEC-190] B12: two questions are one answer, every id in it, options by their label and own words as they are", async ({
  page,
  rig,
}) => {
  const { puppet, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  const options = [
    { label: "SQLite (Recommended)", description: "One file." },
    { label: "Postgres", description: "A server." },
  ];
  const questions = [
    { id: "__proto__", header: "Store", question: "Which store?", isOther: true, isSecret: false, options },
    { id: "why", header: "Why", question: "Why?", isOther: false, isSecret: false, options: null },
  ];
  const params = { threadId: "T1", turnId: "t1", itemId: "q1", questions };
  await puppet.say({ id: 21, method: "item/tool/requestUserInput", params });
  const card = cardWith(page, 21);
  await card.getByRole("radio", { name: "SQLite (Recommended)" }).check();
  await card.getByRole("textbox", { name: /Why\?/ }).fill("  two\tspaces ");
  await press(card, "Submit");
  await expect.poll(() => answersTo(puppet).length).toBe(1);
  expect(JSON.stringify(answersTo(puppet)[0])).toBe(
    JSON.stringify({
      id: 21,
      result: JSON.parse(
        '{"answers":{"__proto__":{"answers":["SQLite (Recommended)"]},"why":{"answers":["  two\\tspaces "]}}}',
      ) as unknown,
    }),
  );
  expect(wrongs).toEqual([]);
});

test("[VIW-108] B17: a question in a thread that is not on screen marks its row, the title, the badge and the strip; an approval goes before it", async ({
  page,
  context,
  rig,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "setAppBadge", {
      configurable: true,
      value: (count: unknown) => {
        Reflect.set(globalThis, "badge", count);
        return Promise.resolve();
      },
    });
  });
  const { puppet, wrongs } = await stage(page, rig);
  await puppet.say({ method: "thread/started", params: { thread: puppetThread("T2", { name: "Other" }) } });
  await puppet.begin("b1", "T2");
  const row = page.locator('a[data-thread-id="T2"]');
  await expect(row).not.toHaveAttribute("data-needs");
  const questions = [{ id: "q", header: "Q", question: "Which?", isOther: false, isSecret: false, options: null }];
  const about = { threadId: "T2", turnId: "b1" };
  await puppet.say({ id: 1, method: "item/tool/requestUserInput", params: { ...about, itemId: "q", questions } });
  await expect(row).toHaveAttribute("data-needs", "question");
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect.poll(() => page.evaluate(() => Number(Reflect.get(globalThis, "badge")))).toBe(1);
  await puppet.say(asksCommand(2, "make", about));
  await expect(row).toHaveAttribute("data-needs", "approval");
  await expect(page.getByRole("link", { name: /Waiting for you/ })).toContainText("2");
  await puppet.say(resolved(2, "T2"));
  await expect(row).toHaveAttribute("data-needs", "question");
  await puppet.say(resolved(1, "T2"));
  await expect(row).not.toHaveAttribute("data-needs");
  await expect(page).not.toHaveTitle(/^\(/);
  expect(wrongs).toEqual([]);
});

test("[DEC-191] B18: hidden characters, line breaks, blanks, fences and fake buttons of an approval are plain text in sight; the copy is the exact command", async ({
  page,
  context,
  rig,
}) => {
  const { puppet, it, wrongs } = await stage(page, rig);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(it.link()).origin });
  await puppet.begin("t1");
  const command = `echo ok\u202e fr- mr ;\u200b\n\n\n   Approved by policy${" ".repeat(300)}; rm -rf x`;
  await puppet.say(
    asksCommand(61, command, { reason: "```\n[Accept](x)\n```\n<button>Approve</button>", cwd: "/w\u2066/x" }),
  );
  const card = cardWith(page, 61);
  await expect(card).toHaveAttribute("data-state", "pending");
  const shown = card.getByLabel("Command", { exact: true }).first();
  await expect(shown).toContainText("{202E}");
  await expect(shown).toContainText("{200B}");
  await expect(card).toContainText("{2066}");
  for (const hidden of ["\u202e", "\u200b", "\u2066"]) expect(await card.textContent()).not.toContain(hidden);
  // No link, no code block, no button but the card's own.
  await expect(card.locator("a, code.fence, .dec-card__reason pre, .dec-card__reason button")).toHaveCount(0);
  await expect(card.getByText("[Accept](x)")).toBeVisible();
  await expect(card.getByRole("button", { name: "Approve", exact: true })).toHaveCount(1);
  // The dangerous end lies inside the box, within the page.
  const end = shown.getByText("rm -rf x");
  await expect(end).toBeVisible();
  const inside = await end.evaluate((element) => {
    const box = element.closest("pre")?.getBoundingClientRect();
    const at = element.getBoundingClientRect();
    return box !== undefined && at.right <= box.right + 1 && at.left >= box.left - 1;
  });
  expect(inside).toBe(true);
  await card.getByRole("button", { name: /copy/i }).first().click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  expect(sentTo(puppet, "turn/start")).toEqual([]);
  expect(answersTo(puppet)).toEqual([]);
  expect(wrongs).toEqual([]);
});
