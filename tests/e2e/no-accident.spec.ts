// No accident: a card that appears, or moves, right under a pointer, a finger or a key press answers nothing; it takes no
// focus, and nothing moves under a pointer that rests on it.
import type { Locator, Page } from "@playwright/test";
import { answersTo, asksCommand, cardWith, go, press, resolved, sentTo, waits } from "../support/asking.ts";
import { closeStages, stage } from "../support/hostile-stage.ts";
import { puppetThread } from "../support/puppet.ts";
import { App, expect, test } from "../support/rig.ts";

test.afterEach(closeStages);

/** How long a card's buttons answer nothing, ms. */
const STILL_FOR = 600;

/** Notes in the page when a card came, or moved, and when something was pressed. */
const noteTimes = (page: Page) =>
  page.addInitScript(() => {
    const times = { card: 0, since: 0 };
    Reflect.set(globalThis, "times", times);
    const places = new Map<string, [top: number, bottom: number]>();
    const look = () => {
      for (const card of document.querySelectorAll('[data-decision][data-state="pending"] .dec-card')) {
        const key = card.closest<HTMLElement>("[data-request-key]")?.dataset["requestKey"] ?? "";
        const { top, bottom } = card.getBoundingClientRect();
        const before = places.get(key);
        // Less than that is rounding.
        if (before !== undefined && Math.abs(before[0] - top) <= 1.5 && Math.abs(before[1] - bottom) <= 1.5) continue;
        times.card = performance.now();
        places.set(key, [top, bottom]);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    // Right then: what is pressed changes the card.
    addEventListener("click", () => (times.since = performance.now() - times.card), true);
  });
const sinceCard = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { since }: { since: number } = Reflect.get(globalThis, "times");
    return since;
  });

const approveOf = (card: Locator) => card.getByRole("button", { name: "Approve", exact: true });

/** The middle of a button as it lies now. */
async function middle(button: Locator): Promise<{ x: number; y: number }> {
  const box = await button.boundingBox();
  if (box === null) throw new Error("no button");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("[DEC-194] a click 50 ms after a card has appeared at its place answers nothing, and says so; a later one answers once", async ({
  page,
  rig,
}) => {
  await noteTimes(page);
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  // By the page's own clock: exactly then, on whatever lies there.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const button = document.querySelector('[data-state="pending"] .choices button');
      if (button === null) return;
      observer.disconnect();
      setTimeout(() => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        Reflect.set(globalThis, "hit", hit?.closest("button")?.getAttribute("aria-label"));
        if (hit instanceof HTMLElement) hit.click();
      }, 50);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await puppet.say(asksCommand(0, "make"));
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, "hit") as unknown)).toBe("Approve");
  await expect(cardWith(page, 0)).toContainText("Too soon, not counted. Press again.");
  await expect(cardWith(page, 0)).toHaveAttribute("data-state", "pending");
  expect(answersTo(puppet)).toEqual([]);
  await press(cardWith(page, 0), "Approve");
  await expect.poll(() => answersTo(puppet)).toEqual([{ id: 0, result: { decision: "accept" } }]);
  await puppet.say(resolved(0));

  // By a real mouse, as fast as it can be.
  let early = 0;
  for (let id = 1; id <= 8 && early < 3; id += 1) {
    const before = answersTo(puppet).length;
    await puppet.say(asksCommand(id, `make ${id}`));
    await approveOf(cardWith(page, id)).waitFor();
    const { x, y } = await middle(approveOf(cardWith(page, id)));
    await page.mouse.click(x, y);
    if ((await sinceCard(page)) < STILL_FOR) {
      early += 1;
      await expect(cardWith(page, id)).toHaveAttribute("data-state", "pending");
      expect(answersTo(puppet)).toHaveLength(before);
    }
    await puppet.say(resolved(id));
    await expect(app.decision("pending")).toHaveCount(0);
    await page.mouse.move(0, 0);
  }
  expect(early, "clicks that were fast enough to count").toBeGreaterThan(0);
  expect(wrongs).toEqual([]);
});

test("[DEC-194] a tap on a card that has just appeared or moved answers nothing; the finger that comes again does", async ({
  browser,
  rig,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await noteTimes(page);
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await go(page, "/inbox");
  await expect(page.getByRole("heading", { name: "Waiting for you" })).toBeVisible();
  let early = 0;
  for (let n = 0; n < 6 && early < 3; n += 1) {
    const [first, second] = [2 * n, 2 * n + 1];
    await puppet.say(asksCommand(first, `first ${n}`));
    await approveOf(cardWith(page, first)).waitFor();
    const at = await middle(approveOf(cardWith(page, first)));
    await page.touchscreen.tap(at.x, at.y);
    if ((await sinceCard(page)) < STILL_FOR) {
      early += 1;
      await expect(cardWith(page, first)).toHaveAttribute("data-state", "pending");
    }
    // The second stands still for long enough; then the first is answered elsewhere, and the second moves up.
    await puppet.say(asksCommand(second, `second ${n}`));
    await expect(approveOf(cardWith(page, second))).not.toHaveAttribute("aria-disabled");
    await puppet.say(resolved(first));
    await expect(cardWith(page, first)).not.toHaveAttribute("data-state", "pending");
    const moved = await middle(approveOf(cardWith(page, second)));
    await page.touchscreen.tap(moved.x, moved.y);
    if ((await sinceCard(page)) < STILL_FOR) {
      early += 1;
      await expect(cardWith(page, second)).toHaveAttribute("data-state", "pending");
    }
    await puppet.say(resolved(second));
    await expect(app.decision("pending")).toHaveCount(0);
  }
  expect(early, "taps that were fast enough to count").toBeGreaterThan(0);
  const before = answersTo(puppet).length;
  await puppet.say(asksCommand(100, "make"));
  const approve = approveOf(cardWith(page, 100));
  await expect(approve).not.toHaveAttribute("aria-disabled");
  // Where it moves once more meanwhile, the finger comes again, as the card asks.
  await expect(async () => {
    if (answersTo(puppet).length === before) {
      const at = await middle(approve);
      await page.touchscreen.tap(at.x, at.y);
    }
    await expect.poll(() => answersTo(puppet).length, { timeout: 1500 }).toBe(before + 1);
  }).toPass();
  expect(answersTo(puppet).slice(before)).toEqual([{ id: 100, result: { decision: "accept" } }]);
  expect(wrongs).toEqual([]);
  await context.close();
});

test("[DEC-195] what arrives or goes above a card does not move it under the pointer that rests on it; without a pointer its buttons wait anew", async ({
  page,
  rig,
}) => {
  const { puppet, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  await go(page, "/inbox");
  for (const id of [1, 2]) await puppet.say(asksCommand(id, `make ${id}`));
  const button = approveOf(cardWith(page, 2));
  await expect(button).not.toHaveAttribute("aria-disabled");
  const at = await middle(button);
  await page.mouse.move(at.x, at.y);
  await puppet.say(resolved(1));
  await expect(cardWith(page, 1)).not.toHaveAttribute("data-state", "pending");
  expect(Math.abs((await middle(button)).y - at.y), "less than a pixel").toBeLessThan(1);
  await page.mouse.move(5, 5);
  await expect.poll(async () => (await middle(button)).y, "it moves up once the pointer has left").toBeLessThan(at.y);
  await expect(button).not.toHaveAttribute("aria-disabled");
  // A notice above the list: a request of another thread that cannot be seen here.
  await button.evaluate((element) => {
    const from = element.getBoundingClientRect().top;
    const moved = { by: 0, dead: "" };
    Reflect.set(globalThis, "moved", moved);
    const look = () => {
      moved.by = element.getBoundingClientRect().top - from;
      if (Math.abs(moved.by) < 5) return void requestAnimationFrame(look);
      // Two frames on: what a finger that was on its way would meet.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          moved.dead = String(element.getAttribute("aria-disabled"));
          if (element instanceof HTMLElement) element.click();
        }),
      );
    };
    requestAnimationFrame(look);
  });
  await puppet.say({ method: "thread/started", params: { thread: puppetThread("T2", { name: "Other" }) } });
  await puppet.begin("b1", "T2");
  await puppet.say(waits("T2", "waitingOnApproval"));
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, "moved") as unknown))
    .toMatchObject({
      dead: "true",
    });
  await expect(cardWith(page, 2)).toContainText("Too soon, not counted. Press again.");
  await expect(button).not.toHaveAttribute("aria-disabled");
  await expect(cardWith(page, 2)).toHaveAttribute("data-state", "pending");
  expect(answersTo(puppet)).toEqual([]);
  expect(wrongs).toEqual([]);
});

test("[DEC-196] cards that arrive under typing take no key and no focus: every letter, blank and Enter is the message's", async ({
  page,
  rig,
}) => {
  const { puppet, wrongs } = await stage(page, rig);
  const app = new App(page);
  await app.send("begin");
  await expect(app.turn("inProgress")).toHaveCount(1);
  const heard = (): string[] =>
    [...sentTo(puppet, "turn/start"), ...sentTo(puppet, "turn/steer")]
      .map(({ params }) => /"text":"([^"]*)"/.exec(JSON.stringify(params?.["input"]))?.[1] ?? "")
      .filter((text) => text !== "begin");
  for (const method of ["turn/steer", "turn/start"])
    puppet.on(method, () => ({
      turnId: "turn-1",
      turn: { id: "turn-1", items: [], status: "inProgress", error: null },
    }));
  await app.message.focus();
  const said: string[] = [];
  for (let id = 0; id < 5; id += 1) {
    const text = `word ${id} y Y a`;
    said.push(text);
    const typed = page.keyboard.type(text, { delay: 15 });
    await puppet.say(asksCommand(id, `make ${id}`, { turnId: "turn-1" }));
    await typed;
    await expect(page.locator(`[data-request-key$="/n:${id}"]`)).toHaveCount(1);
    await expect(app.message).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(app.message).toHaveValue("");
    await expect(app.message).toBeFocused();
  }
  await expect.poll(() => [...heard()].sort()).toEqual(said);
  // On a page without a text field nothing takes the focus either.
  await go(page, "/inbox");
  await page.locator("body").click({ position: { x: 3, y: 3 } });
  const focus = () => page.evaluate(() => document.activeElement?.tagName);
  const before = await focus();
  await puppet.say(asksCommand(9, "make 9", { turnId: "turn-1" }));
  await expect(cardWith(page, 9)).toBeVisible();
  for (const key of ["Enter", " ", "y", "a", "Escape"]) await page.keyboard.press(key);
  expect(await focus()).toBe(before);
  await expect(cardWith(page, 9)).toHaveAttribute("data-state", "pending");
  expect(answersTo(puppet)).toEqual([]);
  expect(wrongs).toEqual([]);
});
