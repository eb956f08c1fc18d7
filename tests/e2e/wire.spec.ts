// The wire view: what stands behind an item, a turn and a thread, against what really went over the socket.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { wireRows } from "../support/files-stage.ts";
import { startPuppet } from "../support/puppet.ts";
import { type App, expect, test } from "../support/rig.ts";
import { faultsOf } from "../support/tidy.ts";

const KEY = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";

const script: Script = ({ outputsSinceUser }) =>
  outputsSinceUser === 0
    ? [say("I will look."), exec("echo verdigris; echo two", { callId: "c1", escalated: "To see." })]
    : [say("There were two lines.")];

interface Line {
  id?: string | number;
  method?: string;
  params?: { threadId?: string; turnId?: string; itemId?: string; requestId?: string | number; item?: { id?: string } };
}

/** The App Server's lines that reach a page from now on; call before it opens. */
function linesTo(page: Page): Line[] {
  const lines: Line[] = [];
  let rest = Buffer.alloc(0);
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (typeof payload === "string") return;
      rest = Buffer.concat([rest, payload]);
      for (let feed = rest.indexOf(10); feed !== -1; feed = rest.indexOf(10)) {
        lines.push(JSON.parse(rest.subarray(0, feed).toString("utf8")) as Line);
        rest = rest.subarray(feed + 1);
      }
    }),
  );
  return lines;
}

const wire = (page: Page): Locator => page.getByRole("dialog").getByTestId("wire-view");

async function openWire(of: Locator): Promise<void> {
  await of.hover();
  await of
    .getByRole("button", { name: /^Wire of this/ })
    .last()
    .click();
}

async function wireTab(app: App): Promise<Locator> {
  await app.page.getByRole("tab", { name: "Wire" }).click();
  return app.page.getByRole("tabpanel").getByTestId("wire-view");
}

/** Scrolls the list until its end is known. */
async function toEnd(view: Locator): Promise<void> {
  await expect(async () => {
    await view.getByRole("group", { name: "Envelopes" }).evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect(view).toContainText("What is stored here begins with this.", { timeout: 300 });
  }).toPass({ timeout: 20_000 });
}

test("[VIW-320] [VIW-323] [VIW-324] [VIW-325] behind an item, a turn and a thread stand the lines of the socket; the export is theirs, masked; it works offline", async ({
  page,
  rig,
}) => {
  const it = await rig({ script });
  const lines = linesTo(page);
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  await app.send(`Look, and forget ${KEY}`);
  await app.approve();
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 60_000 });

  // The command: its lines as the socket brought them, with the answer and what was noted of it.
  const command = app.item("commandExecution");
  const id = await command.getAttribute("data-item-id");
  const turn = await app.turn().first().getAttribute("data-turn-id");
  const approval = lines.find(
    ({ id: request, method }) => request !== undefined && method?.endsWith("requestApproval"),
  );
  const expected = lines
    .filter(
      ({ method, params }) =>
        params?.itemId === id ||
        params?.item?.id === id ||
        (method === "serverRequest/resolved" && params?.requestId === approval?.id),
    )
    .map(({ method }) => `in ${method}`);
  expect(expected.length).toBeGreaterThanOrEqual(4);
  await openWire(command);
  await expect(async () =>
    expect((await wireRows(wire(page))).filter((row) => row.startsWith("in "))).toEqual(expected),
  ).toPass();
  expect((await wireRows(wire(page))).filter((row) => !row.startsWith("in "))).toEqual(["out answer", "local taken"]);

  // One of them opened: all that is known of it, and its JSON.
  const asked = wire(page).locator('[data-wire-name$="requestApproval"]');
  await asked.getByRole("button").first().click();
  await expect(asked).toContainText(
    typeof approval?.id === "string" ? `"${approval.id}" (text)` : `${approval?.id} (number)`,
  );
  await expect(asked).toContainText(thread);
  await expect(asked.locator(".text-window")).toContainText("echo verdigris");
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(wire(page)).toHaveCount(0);

  // The turn: each line that names it, and the request that began it.
  const ofTurn = lines.filter(
    ({ params }) => params?.turnId === turn || (params as { turn?: { id?: string } } | undefined)?.turn?.id === turn,
  );
  await page.getByRole("button", { name: "Wire of this turn" }).last().focus();
  await page.keyboard.press("Enter");
  await expect(async () => {
    const rows = await wireRows(wire(page));
    expect(rows[0]).toBe("out turn/start");
    expect(rows.filter((row) => row.startsWith("in ") && row.includes("/")).length).toBeGreaterThanOrEqual(
      Math.min(ofTurn.length, 12),
    );
  }).toPass();
  await page.keyboard.press("Escape");

  // The thread: newest first, searched over all that is stored, with the way back to the place.
  const tab = await wireTab(app);
  expect(await faultsOf(page)).toEqual([]);
  await toEnd(tab);
  const before = Number((await tab.getByRole("heading").innerText()).replaceAll(/\D/g, ""));
  expect(before).toBeGreaterThan(ofTurn.length);
  await tab.getByRole("searchbox").first().fill("VERDIGRIS");
  // The list is another one once the words have been looked for.
  await expect(tab.getByRole("heading")).toHaveText(/^[1-9] envelopes?$/);
  const hit = tab.locator('[data-wire-name="item/completed"]').first();
  await hit.getByRole("button").first().click();
  await expect(hit.locator("mark").first()).toHaveText(/verdigris/i);
  await hit.getByRole("button", { name: "Show in the transcript" }).click();
  await expect(command).toBeFocused();
  await tab.getByRole("searchbox").first().fill("");
  await tab.getByLabel("Direction").selectOption("out");
  await expect(async () =>
    expect(new Set((await wireRows(tab)).map((row) => row.split(" ")[0]))).toEqual(new Set(["out"])),
  ).toPass();
  await tab.getByLabel("Direction").selectOption("all");

  // What is written meanwhile joins.
  await app.send("Again.");
  await app.approve();
  await expect(app.turn("completed")).toHaveCount(2, { timeout: 60_000 });
  await expect(tab.locator('[data-wire-name="turn/completed"]').first()).toBeVisible();

  // Cut off and reloaded: everything is here.
  it.proxy.accept(false);
  it.proxy.cutAll();
  await page.reload();
  await expect(app.turn("completed")).toHaveCount(2);
  const offline = await wireTab(app);
  await expect(offline.locator('[data-wire-name="turn/completed"]').first()).toBeVisible();
  const saving = page.waitForEvent("download");
  await offline.getByRole("button", { name: "Export as JSONL" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toContain(thread);
  const text = readFileSync(await file.path(), "utf8");
  const exported = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { kind?: string; line?: string; longwire?: string });
  expect(exported[0]).toMatchObject({ longwire: "wire export", thread });
  expect(text).not.toContain(KEY);
  expect(text).toContain("sk-proj-…[masked]");
  // The very lines: each of the socket's that speaks of this thread is there, unless it was masked.
  const stored = new Set(exported.map(({ line }) => line));
  const speaking = lines.filter((line) => line.params?.threadId === thread && !JSON.stringify(line).includes(KEY));
  expect(speaking.length).toBeGreaterThan(20);
  for (const line of speaking) expect(stored.has(JSON.stringify(line)), line.method).toBe(true);
});

test("[VIW-330] [VIW-322] what nobody knows stands in its place, is found by its words, and leads back there", async ({
  page,
  rig,
}) => {
  const puppet = await startPuppet();
  const it = await rig({ script: () => [], relay: { command: puppet.command } });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Go.");
  await expect(app.item("userMessage")).toHaveCount(1);
  await puppet.item("turn-1", {
    type: "hologram",
    id: "h1",
    scene: "verdigris",
    layers: Array.from({ length: 300 }, (_, n) => ({ n })),
  });
  await puppet.say({ method: "thread/aurora", params: { threadId: "T1", turnId: "turn-1", glow: "cinnabar" } });
  await puppet.item("turn-1", { type: "agentMessage", id: "a1", text: "After it." });
  await puppet.end("turn-1");
  const hologram = app.transcript.locator('[data-generic="hologram"]');
  await expect(hologram).toBeVisible();
  await expect(app.transcript.locator('[data-generic="thread/aurora"]')).toBeVisible();
  await hologram.locator("summary").click();
  await expect(hologram.locator(".text-row").first()).toBeVisible();
  await hologram.getByRole("searchbox").fill('"n": 299');
  await expect(hologram.locator("mark").first()).toBeInViewport();
  expect(await hologram.locator(".text-row").count(), "long JSON is windowed").toBeLessThan(120);

  const tab = await wireTab(app);
  await tab.getByRole("searchbox").first().fill("cinnabar");
  await expect(tab.locator("[data-wire-row]")).toHaveCount(1);
  await expect(tab.locator("[data-wire-row]")).toHaveAttribute("data-wire-name", "thread/aurora");
  await tab.getByRole("searchbox").first().fill("verdigris");
  await expect(tab.locator("[data-wire-row]")).toHaveCount(2);
  await tab.locator("[data-wire-row]").first().getByRole("button").first().click();
  await tab.getByRole("button", { name: "Show in the transcript" }).click();
  await expect(app.item("hologram")).toBeFocused();
  await puppet.close();
});

test("[VIW-321] a thread of fifty thousand rows opens at once, scrolls, and is searched to its first row", async ({
  page,
  rig,
}) => {
  const puppet = await startPuppet();
  const it = await rig({ script: () => [], relay: { command: puppet.command } });
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("Go.");
  await expect(app.item("userMessage")).toHaveCount(1);
  for (let from = 0; from < 50_000; from += 5000) {
    const said = Array.from({ length: 5000 }, (_, n) =>
      JSON.stringify({
        method: "item/commandExecution/outputDelta",
        params: { threadId: "T1", turnId: "turn-1", itemId: "c1", delta: `word ${from + n}\n` },
      }),
    );
    await puppet.raw(`${said.join("\n")}\n`);
  }
  await puppet.end("turn-1");
  await expect(app.turn("completed")).toHaveCount(1, { timeout: 60_000 });
  await page.evaluate(() => {
    const long: number[] = [];
    Reflect.set(globalThis, "longTasks", long);
    new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
  });
  const began = Date.now();
  const tab = await wireTab(app);
  await expect(tab.locator('[data-wire-name="turn/completed"]')).toBeVisible();
  const opened = Date.now() - began;
  const list = tab.getByRole("group", { name: "Envelopes" });
  for (let step = 0; step < 10; step++) await list.evaluate((element) => element.scrollBy(0, 4000));
  const searching = Date.now();
  await tab.getByRole("searchbox").first().fill("word 7\\n");
  await expect(tab.locator("[data-wire-row]")).toHaveCount(1, { timeout: 30_000 });
  const searched = Date.now() - searching;
  await expect(tab).toContainText("What is stored here begins with this.", { timeout: 30_000 });
  const longest = await page.evaluate(() => Math.max(0, ...(Reflect.get(globalThis, "longTasks") as number[])));
  console.log(
    `50,000 rows: opened in ${opened} ms, searched in ${searched} ms, longest task ${Math.round(longest)} ms`,
  );
  expect(await tab.locator("[data-wire-row]").count()).toBeLessThan(100);
  expect(opened).toBeLessThan(5000);
  await puppet.close();
});
