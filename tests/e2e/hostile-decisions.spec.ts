// Hostile timing around decisions: reloads between the press and the receipt, a second request under an open id, and random
// courses of two tabs and a second device with cuts, repeats, ends and dying processes. Never a second answer of a device,
// never one into another process.
import type { Locator, Page } from "@playwright/test";
import { answersTo, asksCommand, back, cardWith, press, resolved } from "../support/asking.ts";
import { closeStages, stage, watch } from "../support/hostile-stage.ts";
import { startNodeSession } from "../support/node-session.ts";
import type { Decision } from "@longwire/web/decisions/state";
import { startPuppet } from "../support/puppet.ts";
import { App, expect, test } from "../support/rig.ts";
import { everythingOf } from "../support/sweep.ts";

test.afterEach(closeStages);

/** The words about the lost connection may still move the card: a press that came too soon is not counted, and made again. */
async function pressUntilItWaits(card: Locator, name: string): Promise<void> {
  const button = card.getByRole("button", { name, exact: true });
  await expect(async () => {
    if (await button.isVisible()) await button.press("Enter", { timeout: 1000 });
    await expect(card).toContainText("waits here for the connection", { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
}

test("[DEC-197] an answer survives the reload between the press and the receipt; a secret one comes back with the reason", async ({
  page,
  rig,
}) => {
  const { puppet, it, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await puppet.say(asksCommand(1, "make"));
  const questions = [{ id: "key", header: "Key", question: "Key?", isOther: false, isSecret: true, options: null }];
  const params = { threadId: "T1", turnId: "t1", itemId: "q1", questions };
  await puppet.say({ id: 2, method: "item/tool/requestUserInput", params });
  await expect(app.decision("pending")).toHaveCount(2);
  it.proxy.accept(false);
  it.proxy.cutAll();
  await expect(app.connection).not.toHaveAttribute("data-connection", "live");
  await pressUntilItWaits(cardWith(page, 1), "Approve");
  await cardWith(page, 2).getByLabel(/Key\?/).fill("S3CRET-77aa");
  await pressUntilItWaits(cardWith(page, 2), "Submit");
  // Both wait in the stored outbox, the second without its secret.
  await expect.poll(async () => [...(await everythingOf(page)).matchAll(/^answer$/gm)].length).toBe(2);
  await page.reload();
  await expect(cardWith(page, 1)).toBeVisible();
  it.proxy.accept(true);
  await back(page);
  await app.live();
  await expect.poll(() => answersTo(puppet)).toEqual([{ id: 1, result: { decision: "accept" } }]);
  await expect(cardWith(page, 1)).toHaveAttribute("data-state", "sent");
  await puppet.say(resolved(1));
  await expect(cardWith(page, 1)).toHaveAttribute("data-outcome", "answered-here");
  // The secret went with the page: its card waits again and says so.
  await expect(cardWith(page, 2)).toHaveAttribute("data-state", "pending");
  await expect(cardWith(page, 2).locator("[data-back]")).toContainText("Your answer did not get there");
  await expect(cardWith(page, 2).getByLabel(/Key\?/)).toHaveValue("");
  await cardWith(page, 2).getByLabel(/Key\?/).fill("S3CRET-77aa");
  await press(cardWith(page, 2), "Submit");
  await expect
    .poll(() => answersTo(puppet))
    .toEqual([
      { id: 1, result: { decision: "accept" } },
      { id: 2, result: { answers: { key: { answers: ["S3CRET-77aa"] } } } },
    ]);
  expect(wrongs).toEqual([]);
});

test("[DEC-198] another request under an id that is open is a fault in sight; it replaces nothing, and the answer is the first one's", async ({
  page,
  rig,
}) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await puppet.say(asksCommand(7, "make test"));
  await expect(cardWith(page, 7)).toBeVisible();
  await puppet.say(asksCommand(7, "rm -rf /"));
  const fault = cardWith(page, 7).locator("[data-protocol-fault]");
  await expect(fault).toContainText("fault of the protocol");
  await expect(app.decision("pending")).toHaveCount(1);
  await expect(cardWith(page, 7).getByLabel("Command", { exact: true }).first()).toContainText("make test");
  await page.reload();
  await app.live();
  await expect(fault).toContainText("rm -rf /");
  await press(cardWith(page, 7), "Decline");
  await expect.poll(() => answersTo(puppet)).toEqual([{ id: 7, result: { decision: "decline" } }]);
  await puppet.say(resolved(7));
  await expect(app.decision("pending")).toHaveCount(0);
  expect(answersTo(puppet)).toHaveLength(1);
  expect(wrongs).toEqual([]);
});

test("[DEC-199] an answer for a request that is unknown, over, or of another process is refused before anything is written", async ({
  rig,
}) => {
  const puppet = await startPuppet();
  const it = await rig({ script: () => [], relay: { command: puppet.command } });
  const node = startNodeSession(it.relay());
  const { session } = node;
  await node.until("live", () => session.facts().connection === "live");
  await session.request("thread/start", { cwd: "/tmp" });
  await puppet.begin("t1");
  for (const id of [1, 2, 3]) await puppet.say(asksCommand(id, `make ${id}`));
  const find = (id: number): Decision | undefined => [...session.state.decisions.values()].find((d) => d.id === id);
  const [one, two, three] = await node.until("three", () => {
    const found = [find(1), find(2), find(3)];
    return found.every((each) => each !== undefined) ? found : null;
  });
  if (one === undefined || two === undefined || three === undefined) throw new Error("not there");
  const accept = { result: { decision: "accept" } };
  // As a card saw them that knows nothing newer.
  const stale = structuredClone(one);
  await session.answer({ ...stale, key: `${stale.key}9`, id: 19 }, accept);
  await session.answer({ ...stale, key: stale.key.replace(/n:1$/, "s:1"), id: "1" }, accept);
  await session.answer({ ...stale, generation: "another" }, accept);
  await puppet.say(resolved(1));
  await node.until("over", () => find(1)?.state.type === "resolved");
  await session.answer(stale, accept);
  await session.answer(one, accept);
  // One that waits is answered once, however often.
  await Promise.all([
    session.answer(two, accept),
    session.answer(two, accept),
    session.answer(structuredClone(two), accept),
  ]);
  await node.until("sent", () => find(2)?.state.type === "sent");
  await session.answer(two, accept);
  await expect.poll(() => answersTo(puppet)).toEqual([{ id: 2, result: { decision: "accept" } }]);
  const old = structuredClone(three);
  puppet.die();
  await node.until("ended", () => find(3)?.state.type === "expired");
  await session.answer(old, accept);
  session.reconnect();
  await node.until("live again", () => session.facts().connection === "live");
  await session.answer(old, accept);
  await session.answer(three, accept);
  expect(await session.request("thread/list", {}), "what is written arrives").toMatchObject({ ok: true });
  expect(answersTo(puppet)).toEqual([{ id: 2, result: { decision: "accept" } }]);
  session.close();
  await puppet.close();
});

/** Numbers that look random, the same for the same seed. */
function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** Presses a choice if the card is there, waits and answers; tells nothing. All in one step of the page, if it is not just going. */
const tryPress = async (page: Page, id: number, label: string): Promise<void> => {
  const press = page.evaluate(
    ([key, name]) => {
      for (const card of document.querySelectorAll('[data-decision][data-state="pending"]'))
        if (card.getAttribute("data-request-key")?.endsWith(key ?? "") === true)
          card.querySelector<HTMLElement>(`button[aria-label="${name}"]`)?.click();
    },
    [`/n:${id}`, label],
  );
  await press.catch((error: unknown) => {
    // The page is being loaded again in this very moment: nobody presses there.
    if (!String(error).includes("navigation")) throw error;
  });
};

test("[DEC-199] two tabs and a second device, with cuts, repeats, ends and dying processes at any moment: one answer a device, none into another process", async ({
  page,
  context,
  browser,
  rig,
}) => {
  test.setTimeout(240_000);
  const seed = Number(process.env["LONGWIRE_SEED"] ?? Date.now() % 1_000_000);
  console.log(`seed ${seed}`);
  const below = chance(seed);
  const { puppet, it, app, wrongs } = await stage(page, rig);
  const tab = new App(await context.newPage());
  const elsewhere = await browser.newContext();
  const other = new App(await elsewhere.newPage());
  await watch(tab.page, wrongs);
  await watch(other.page, wrongs);
  await tab.page.goto(page.url());
  await other.page.goto(it.link());
  await other.live();
  await other.page.goto(page.url());
  const all = [app, tab, other];
  for (const each of all) await each.live();

  const course: string[] = [];
  const check = (why: string) => `${why}; seed ${seed}; ${course.join(" ")}`;
  for (let round = 0; round < 12; round += 1) {
    const turn = `r${round}`;
    // Numbers come again in the next process, as they do with the real one.
    const life = puppet.starts();
    const before = answersTo(puppet).length;
    const id = round % 3;
    const request = asksCommand(id, `make ${round}`, { turnId: turn, itemId: `i${round}` });
    await puppet.begin(turn);
    await puppet.say(request);
    for (const each of all) {
      const mine = each.decision("pending").filter({ hasText: `make ${round}` });
      await expect(mine, check("the card is on every page")).toHaveCount(1, { timeout: 20_000 });
      await expect(mine.getByRole("button", { name: "Approve", exact: true })).not.toHaveAttribute("aria-disabled");
    }
    const acts: (() => Promise<unknown>)[] = [];
    for (let n = 2 + below(4); n > 0; n -= 1) {
      const who = all[below(3)] ?? app;
      const label = below(2) === 0 ? "Approve" : "Decline";
      acts.push(() => {
        course.push(`${round}:${label}@${all.indexOf(who)}`);
        return tryPress(who.page, id, label);
      });
    }
    const extras: readonly [name: string, run: () => Promise<unknown>][] = [
      ["cut", async () => it.proxy.cutAll()],
      ["again", () => puppet.say(request)],
      ["resolved", () => puppet.say(resolved(id))],
      ["end", () => puppet.end(turn, "interrupted")],
      ["reload", () => tab.page.reload()],
      ["die", async () => puppet.die()],
    ];
    for (let n = below(3); n > 0; n -= 1) {
      const extra = extras[below(extras.length)];
      if (extra === undefined) continue;
      acts.splice(below(acts.length + 1), 0, () => {
        course.push(`${round}:${extra[0]}`);
        return extra[1]();
      });
    }
    // All in one moment, or one behind the other.
    if (below(2) === 0) await Promise.all(acts.map((act) => act()));
    else for (const act of acts) await act();
    // It ends, in whatever life: then every page says the same of it.
    if (puppet.starts() === life && !course.includes(`${round}:die`)) {
      await puppet.say(resolved(id));
      await puppet.end(turn);
    }
    for (const each of all) {
      await back(each.page);
      const start = each.page.getByRole("button", { name: /^(Start|Reconnect|Connect|Try again|Restart)/ }).first();
      await expect(async () => {
        if ((await each.connection.getAttribute("data-connection")) === "live") return;
        if ((await start.count()) > 0) await start.click({ timeout: 500 });
        await each.live();
      }).toPass({ timeout: 30_000 });
      await expect(each.decision("pending"), check("nothing waits")).toHaveCount(0, { timeout: 20_000 });
    }
    const given = answersTo(puppet).slice(before);
    expect(given.length, check("one answer of each device at most")).toBeLessThanOrEqual(2);
    for (const line of given) {
      expect(line.id, check("under the id that was asked")).toBe(id);
      expect(puppet.life(line), check("in the process that asked")).toBe(life);
    }
  }
  const states = async (each: App) => {
    await each.transcript.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    return each
      .decision()
      .evaluateAll((cards) =>
        cards.map((card) => `${card.getAttribute("data-request-key")} ${card.getAttribute("data-state")}`),
      );
  };
  for (const each of all) for (const state of await states(each)) expect(state, check("")).not.toMatch(/pending|sent/);
  expect(wrongs, check("")).toEqual([]);
  await elsewhere.close();
});
