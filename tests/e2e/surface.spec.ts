// The whole surface of the pinned App Server in a browser: each notification and each item type, recorded and made, through
// the real relay into a page; live, after a reload, and offline. Then the recordings of later versions.
import { readRecording, recordingNames, recordingVersions, lineText } from "@longwire/fixtures/recordings";
import { pinnedCodexVersion } from "@longwire/fixtures/paths";
import { surfaceNames } from "@longwire/fixtures/samples/surface";
import type { Page } from "@playwright/test";
import { closeStages, stage } from "../support/hostile-stage.ts";
import { App, expect, test } from "../support/rig.ts";
import {
  askedLines,
  ASKING,
  hostCardsAfter,
  placedSamples,
  shownAfter,
  THREAD,
  type Placed,
} from "../support/surface-samples.ts";

test.afterEach(closeStages);
// Nearly all of the transcript is on screen at once: the window has few steps to take.
test.use({ viewport: { width: 1440, height: 8000 } });

/** Made samples that say nothing, and why. */
const SAY_NOTHING: ReadonlyMap<string, string> = new Map([
  ["item/fileChange/patchUpdated minimal", "an empty list of changes takes none away"],
  ["thread/status/changed branch 1", "the thread is idle already"],
]);

/** States with a home on none of the pages, and why. */
const KNOWN_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["item/reasoning/summaryPartAdded", "a part is seen with its first words"],
]);

/** Every item and card in the transcript, as "turn item <id> <type>" and "turn card <name>", and what is shown raw. */
interface Seen {
  readonly marks: Set<string>;
  readonly raw: Set<string>;
}

async function look(page: Page, seen: Seen): Promise<void> {
  const found = await page.evaluate(async () => {
    const marks: string[] = [];
    const raw: string[] = [];
    const scroller = document.querySelector<HTMLElement>('[data-testid="transcript"]');
    if (scroller === null) return { marks, raw };
    const settle = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    scroller.scrollTop = 0;
    for (let last = -1; ;) {
      await settle();
      await settle();
      for (const element of scroller.querySelectorAll<HTMLElement>("[data-item-id], [data-card], [data-generic]")) {
        const turn = element.closest<HTMLElement>("[data-turn-id]")?.dataset["turnId"] ?? "";
        const { itemId, itemType, card, generic } = element.dataset;
        if (itemId !== undefined) marks.push(`${turn} item ${itemId} ${itemType}`);
        const name = card ?? generic;
        if (name !== undefined) marks.push(`${turn} card ${name}`);
        if (generic !== undefined) raw.push(generic);
      }
      if (scroller.scrollTop === last) break;
      last = scroller.scrollTop;
      scroller.scrollTop += scroller.clientHeight * 0.7;
    }
    return { marks, raw };
  });
  for (const mark of found.marks) seen.marks.add(mark);
  for (const name of found.raw) seen.raw.add(name);
}

/** What must be seen of a sample in the transcript; null when its home is elsewhere. */
function markOf({ sample, place, trace, id, turn }: Placed): string | null {
  if (trace === "item") return `${turn} item ${id} ${sample.what === "item" ? sample.name : ""}`;
  if (sample.name.startsWith("item/") && trace === "state") return `${place.turn} item ${place.item} `;
  return trace === "card" ? `${turn} card ${id}` : null;
}

async function seeAll(page: Page, expected: readonly string[]): Promise<Seen> {
  const seen: Seen = { marks: new Set(), raw: new Set() };
  const missing = () => {
    const marks = [...seen.marks];
    return expected.filter((mark) => !marks.some((each) => each.startsWith(mark)));
  };
  await expect
    .poll(
      async () => {
        await look(page, seen);
        return missing();
      },
      { timeout: 30_000, intervals: [100, 300] },
    )
    .toEqual([]);
  return seen;
}

/** Goes to a page of the app as a link in it would. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Every entry of the machine's activity, by its method, and which of them are shown raw. */
async function activity(page: Page): Promise<{ names: string[]; raw: string[] }> {
  await go(page, "/settings/activity");
  const older = page.getByRole("button", { name: /^Show \d+ older$/ });
  await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
  while ((await older.count()) > 0) await older.first().click();
  const entries = page.locator("[data-section] li [data-card], [data-section] li [data-generic]");
  return entries.evaluateAll((elements) => {
    const names = elements.map(
      (element) => element.getAttribute("data-card") ?? element.getAttribute("data-generic") ?? "",
    );
    const raw = elements.map((element) => element.getAttribute("data-generic") ?? "").filter((name) => name !== "");
    return { names: [...new Set(names)].sort(), raw: [...new Set(raw)].sort() };
  });
}

test("[VIW-350] every notification and item type of the pinned surface leaves a trace: live, after a reload, and offline", async ({
  page,
  context,
  rig,
}) => {
  const samples = placedSamples();
  const { puppet, app, it, wrongs } = await stage(page, rig);
  const said = samples.flatMap(({ before, line, after }) => [...before, line, ...after]);
  await puppet.raw(said.map((message) => `${JSON.stringify(message)}\n`).join(""));
  await puppet.begin("the-last-turn");
  await puppet.item("the-last-turn", { type: "agentMessage", id: "the-end", text: "Everything was said." });
  await puppet.end("the-last-turn");
  await expect(app.transcript).toContainText("Everything was said.");

  await test.step("each has a trace in the folded state", () => {
    const silent = samples
      .filter(({ trace }) => trace === "nothing")
      .map(({ sample }) => `${sample.name} ${sample.from}`)
      .filter((name) => !SAY_NOTHING.has(name));
    expect(silent).toEqual([]);
    const { notifications, items } = surfaceNames();
    const shown = new Set(samples.filter(({ trace }) => trace !== "nothing").map(({ sample }) => sample.name));
    expect([...notifications, ...items].filter((name) => !shown.has(name))).toEqual([]);
  });

  const here = samples.filter(({ place }) => place.thread === THREAD);
  const shown = shownAfter(said, THREAD);
  const standing = here.filter(
    ({ trace, id, turn }) => (trace !== "card" && trace !== "item") || shown.has(`${turn} ${trace} ${id}`),
  );
  const marks = [...new Set(standing.map(markOf).filter((mark) => mark !== null))];
  expect(marks.length).toBeGreaterThan(200);
  const names = new Set(standing.map(({ sample }) => sample.name));
  expect(here.filter(({ sample }) => !names.has(sample.name))).toEqual([]);
  const seen = await test.step("live", () => seeAll(page, marks));
  const generic = [...seen.raw].toSorted();
  console.log(`shown raw (${generic.length}): ${generic.join(", ")}`);
  expect(wrongs).toEqual([]);

  const elsewhere = samples.filter(({ place, trace }) => place.thread !== THREAD && trace === "card");
  await test.step("cards of threads of their own", async () => {
    for (const placed of elsewhere) {
      await go(page, `/t/${placed.place.thread}`);
      await seeAll(page, [markOf(placed) ?? ""]);
    }
  });
  // Entries that say the same, or go on with an earlier one, are one.
  const cards = [...new Set(hostCardsAfter(said))];
  expect(cards.length).toBeGreaterThan(12);
  await test.step("the machine's own", async () => {
    await expect.poll(async () => (await activity(page)).names, { timeout: 10_000 }).toEqual(cards);
    console.log(`shown raw in the activity: ${(await activity(page)).raw.join(", ")}`);
    await go(page, `/t/${THREAD}`);
  });

  await test.step("after a reload", async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await app.live();
    await expect(app.transcript).toContainText("Everything was said.");
    const again = await seeAll(page, marks);
    expect([...again.raw].toSorted()).toEqual(generic);
    await expect.poll(async () => (await activity(page)).names, { timeout: 10_000 }).toEqual(cards);
    await go(page, `/t/${THREAD}`);
  });

  await test.step("offline", async () => {
    await it.relay().stop();
    await context.setOffline(true);
    await page.reload();
    const offline = new App(page);
    await expect(offline.connection).toHaveAttribute("data-connection", "offline");
    const again = await seeAll(page, marks);
    expect([...again.raw].toSorted()).toEqual(generic);
    await expect.poll(async () => (await activity(page)).names, { timeout: 10_000 }).toEqual(cards);
    await go(page, `/t/${THREAD}`);
  });
  expect(wrongs).toEqual([]);
});

/** The questions in the transcript, as the end of their key and their state, and whether they have words of their own. */
async function questions(page: Page): Promise<string[]> {
  const seen = await page.evaluate(async () => {
    const found = new Map<string, string>();
    const scroller = document.querySelector<HTMLElement>('[data-testid="transcript"]');
    if (scroller === null) return [];
    scroller.scrollTop = 0;
    for (let last = -1; ;) {
      for (let turn = 0; turn < 2; turn += 1)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      for (const element of scroller.querySelectorAll<HTMLElement>("[data-decision]")) {
        const { requestKey = "", decision, state } = element.dataset;
        const said = element.innerText.trim().length > 20 ? "" : " without words";
        found.set(requestKey, `${requestKey.split("/").at(-1)} ${decision} ${state}${said}`);
      }
      if (scroller.scrollTop === last) return [...found.values()];
      last = scroller.scrollTop;
      scroller.scrollTop += scroller.clientHeight * 0.7;
    }
  });
  return seen.toSorted();
}

test("[PRJ-414] every server request of the pinned surface is drawn as a question that waits, live and after a reload", async ({
  page,
  rig,
}) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  const asked = askedLines();
  await puppet.begin(ASKING);
  await puppet.raw(asked.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const here = asked.filter(({ params }) => JSON.stringify(params).includes(`Id":"${THREAD}"`));
  expect(here.length).toBeGreaterThan(45);
  const expected = here
    .map(({ id, method }) => `${typeof id === "number" ? "n" : "s"}:${id} ${method} pending`)
    .toSorted();
  await expect.poll(() => questions(page), { timeout: 20_000 }).toEqual(expected);
  await page.reload();
  await app.live();
  await expect.poll(() => questions(page), { timeout: 20_000 }).toEqual(expected);
  expect(wrongs).toEqual([]);
});

/** A number for what is on screen, without digits and times: clocks run by themselves. */
async function screen(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const shown = document.body.cloneNode(true);
    if (!(shown instanceof HTMLElement)) return 0;
    for (const time of shown.querySelectorAll("time")) time.remove();
    let sum = 0;
    for (const letter of shown.innerHTML.replaceAll(/\d+/g, "#")) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0;
    return sum;
  });
}

/** The screen when nothing on it moves any more. */
async function still(page: Page): Promise<number> {
  let last = await screen(page);
  let same = 0;
  await expect
    .poll(
      async () => {
        const before = last;
        last = await screen(page);
        same = last === before ? same + 1 : 0;
        return same;
      },
      { timeout: 5000, intervals: [50] },
    )
    .toBeGreaterThan(2);
  return last;
}

test("[VIW-352] what changes a state and makes no row is seen where that state has its home", async ({ page, rig }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  const { puppet, app, wrongs } = await stage(page, rig);
  // The recorded ones, a full and a minimal one: that is enough to see that it has a home.
  const changing = placedSamples().filter(
    ({ trace, sample }) => trace === "state" && !sample.from.startsWith("branch"),
  );
  const say = async (lines: readonly object[]) => {
    for (const line of lines) await puppet.say(line);
    // The answer to a question comes behind what was said before it.
    await puppet.begin("a-turn");
    await puppet.end("a-turn");
  };
  const unseenOn = async (pathOf: (placed: Placed) => string, names: readonly string[]): Promise<string[]> => {
    const unseen: string[] = [];
    for (const name of names) {
      const variants = changing.filter(({ sample }) => sample.name === name);
      let seen = false;
      // Each in turn: what one of them says is known when the next one comes, and that is new again.
      for (const placed of [...variants, ...variants.slice(0, 1)]) {
        if (seen) break;
        const path = pathOf(placed);
        if (new URL(page.url()).pathname !== path) await go(page, path);
        await say(placed.before);
        const was = await still(page);
        await puppet.say(placed.line);
        seen = await expect
          .poll(async () => (await screen(page)) !== was, { timeout: 600, intervals: [30, 60, 120] })
          .toBe(true)
          .then(
            () => true,
            () => false,
          );
        await say(placed.after.length > 0 ? placed.after : [ending(placed)]);
      }
      if (!seen) unseen.push(name);
    }
    return unseen;
  };
  await expect(app.transcript).toBeVisible();
  const names = [...new Set(changing.map(({ sample }) => sample.name))];
  expect(names.length).toBeGreaterThan(20);
  const elsewhere = await unseenOn(() => `/t/${THREAD}`, names);
  await go(page, "/settings/activity");
  await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
  const notOfMachine = await unseenOn(() => "/settings/activity", elsewhere);
  // What tells of another thread alone has its home in that one.
  const nowhere = await unseenOn(({ place }) => `/t/${place.thread}`, notOfMachine);
  console.log(`seen on the thread's page: ${names.filter((name) => !elsewhere.includes(name)).join(", ")}`);
  console.log(`seen on the machine's page: ${elsewhere.filter((name) => !notOfMachine.includes(name)).join(", ")}`);
  console.log(`seen on a page of its own: ${notOfMachine.filter((name) => !nowhere.includes(name)).join(", ")}`);
  console.log(`seen on none: ${nowhere.join(", ")}`);
  expect(nowhere.filter((name) => !KNOWN_ELSEWHERE.has(name))).toEqual([]);
  expect(wrongs).toEqual([]);
});

function ending({ place }: Placed): object {
  return {
    method: "turn/completed",
    params: { threadId: place.thread, turn: { id: place.turn, items: [], status: "completed", error: null } },
  };
}

/** The ids of a recording's threads become its own: every recording counts its ids from 1. */
function linesOf(name: string, version: string, number: number): string[] {
  const own = `${String(number).padStart(8, "0")}-0000-7000-8000-`;
  return readRecording(name, version)
    .lines.filter(({ direction }) => direction === "in")
    .map((line) => lineText(line).replaceAll("00000000-0000-7000-8000-", own));
}

/** The threads whose turns are in the lines. */
function threadsOf(lines: readonly string[]): string[] {
  const ids = lines.flatMap((line) => /"method":"turn\/started","params":\{"threadId":"([^"]+)"/.exec(line)?.[1] ?? []);
  return [...new Set(ids)];
}

test("[VIW-351] what later versions say is shown without an error, and what this one does not know is raw and whole", async ({
  page,
  rig,
}) => {
  const { puppet, app, wrongs } = await stage(page, rig);
  const later = recordingVersions().filter((version) => version !== pinnedCodexVersion());
  expect(later).toEqual(["0.152.0", "0.171.0"]);
  const recordings = later.flatMap((version) => recordingNames(version).map((name) => [name, version] as const));
  const seen: Seen = { marks: new Set(), raw: new Set() };
  for (const [index, [name, version]] of recordings.entries()) {
    const lines = linesOf(name, version, index + 1);
    await puppet.raw(lines.map((line) => `${line}\n`).join(""));
    for (const thread of threadsOf(lines)) {
      await go(page, `/t/${thread}`);
      await expect(app.turn().first()).toBeVisible();
      await look(page, seen);
      expect(wrongs, `${version} ${name}`).toEqual([]);
    }
  }
  console.log(`shown raw: ${[...seen.raw].toSorted().join(", ")}`);
  expect(seen.raw).toContain("functionCallOutput");
});
