// A secret typed into the page, in every way in which one can be: half typed and reloaded, sent with the connection cut, sent
// once it is back. Every place in which a page, another tab or the relay can keep something is searched for it afterwards;
// then the same with a server that says it back whole, escaped, and in pieces.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { newFolder } from "@longwire/fixtures/codex-home";
import { type App, expect, type Rig, type RigOptions, test } from "../support/rig.ts";
import { everythingOf, filesOf, formsOf, listenTo } from "../support/sweep.ts";

const ASKING = fileURLToPath(new URL("../support/asking-app-server.mjs", import.meta.url));

interface Kind {
  name: string;
  secret: string;
  /** What the server asks; the secret question when left out. */
  request?: { method: string; params: object };
  /** Where in the answer's line the secret is. */
  path: (string | number)[];
  /** Told in another way only: one run does for it. */
  again?: true;
  /** Fills in the card but for its last press. */
  fill: (card: Locator, secret: string) => Promise<void>;
}

const PLACE = { threadId: "T1", turnId: "turn-1" };

const form = (properties: object, more: object = {}): { method: string; params: object } => ({
  method: "mcpServer/elicitation/request",
  params: {
    ...PLACE,
    serverName: "vault",
    mode: "form",
    message: "Sign in to the vault.",
    requestedSchema: { type: "object", properties, ...more },
  },
});

async function fillPassword(card: Locator, label: RegExp, secret: string): Promise<void> {
  const field = card.getByLabel(label);
  await expect(field).toHaveAttribute("type", "password");
  await expect(field).toHaveAttribute("autocomplete", "off");
  await field.fill(secret);
}

async function fillJson(card: Locator, json: unknown): Promise<void> {
  const byHand = card.getByRole("button", { name: "Write the answer as JSON" });
  if ((await byHand.count()) > 0) await byHand.click();
  await card.getByRole("textbox", { name: "Result, as JSON" }).fill(JSON.stringify(json));
}

const KINDS: Kind[] = [
  {
    name: "a secret question",
    secret: 'S3CRET-"8f\\1c é🔑',
    path: ["result", "answers", "key", "answers", 0],
    fill: async (card, secret) => {
      await card.getByRole("textbox", { name: /Name\?/ }).fill("alice");
      await fillPassword(card, /Key\?/, secret);
    },
  },
  {
    name: "a form's password by format, eight characters long",
    secret: "8charac!",
    request: form({ user: { type: "string" }, code: { type: "string", format: "password" } }),
    path: ["result", "content", "code"],
    fill: async (card, secret) => {
      await card.getByRole("textbox", { name: /user/ }).fill("alice");
      await fillPassword(card, /code/, secret);
    },
  },
  {
    name: "a form's password by reference and write-only",
    again: true,
    secret: "S3CRET-by-reference",
    request: form(
      { user: { type: "string" }, entry: { $ref: "#/$defs/hidden" } },
      { $defs: { hidden: { $ref: "#/$defs/once" }, once: { type: "string", writeOnly: true } } },
    ),
    path: ["result", "content", "entry"],
    fill: async (card, secret) => {
      await card.getByRole("textbox", { name: /user/ }).fill("alice");
      await fillPassword(card, /entry/, secret);
    },
  },
  {
    name: "a form's password by title",
    again: true,
    secret: "S3CRET-by-title",
    request: form({ user: { type: "string" }, field1: { type: "string", title: "Your API key" } }),
    path: ["result", "content", "field1"],
    fill: async (card, secret) => {
      await card.getByRole("textbox", { name: /user/ }).fill("alice");
      await fillPassword(card, /Your API key/, secret);
    },
  },
  {
    name: "an access token in raw JSON",
    secret: "S3CRET-access-token",
    request: {
      method: "account/chatgptAuthTokens/refresh",
      params: { reason: "unauthorized", previousAccountId: "a" },
    },
    path: ["result", "accessToken"],
    fill: async (card, secret) =>
      await fillJson(card, { accessToken: secret, chatgptAccountId: "alice", chatgptPlanType: null }),
  },
  {
    name: "an API key in the answer to an unknown request",
    secret: 'first line\nsecond "line" 🔑\\',
    request: { method: "vault/keys/want", params: { ...PLACE, why: "to go on" } },
    path: ["result", "keys", 0, "apiKey"],
    fill: async (card, secret) => await fillJson(card, { keys: [{ apiKey: secret, owner: "alice" }] }),
  },
  {
    name: "a key that tells by its shape alone",
    again: true,
    secret: "ghp_S3CRETS3CRETS3CRET0123456789",
    request: { method: "vault/note/want", params: { ...PLACE } },
    path: ["result", "note"],
    fill: async (card, secret) => await fillJson(card, { note: secret, owner: "alice" }),
  },
];

interface Stage {
  it: Rig;
  app: App;
  /** Where the card is. */
  card: Locator;
  /** Lines that the App Server read. */
  stdin: () => string;
}

async function setUp(
  page: Page,
  rig: (options: RigOptions) => Promise<Rig>,
  kind: Kind,
  echo: boolean,
): Promise<Stage> {
  const log = join(newFolder("asking"), "stdin");
  const plan = { path: kind.path, echo, ...(kind.request === undefined ? {} : { request: kind.request }) };
  const it = await rig({
    script: () => [],
    relay: {
      command: [process.execPath, ASKING],
      env: { ASKING: JSON.stringify(plan), ASKING_LOG: log },
    },
  });
  const app = await it.open(page);
  await app.startThread("/tmp");
  await app.send("Ask me.");
  await goToCard(app, kind);
  return { it, app, card: app.decision("pending"), stdin: () => readFileSync(log, "utf8") };
}

/** A request without a thread has its card in the inbox. */
async function goToCard(app: App, kind: Kind): Promise<void> {
  const params = kind.request?.params ?? PLACE;
  if (!("threadId" in params)) await show(app.page, "/inbox");
  await expect(app.decision("pending")).toBeVisible();
}

async function show(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Presses Submit, again while the card says that it was too soon. */
async function submit(card: Locator): Promise<void> {
  const sent = card.getByText(/Your answer waits here for the connection|Sent\. Waiting for the server/);
  await expect(async () => {
    if ((await card.count()) === 0 || (await sent.count()) > 0) return;
    await card.getByRole("button", { name: "Submit" }).click({ timeout: 1000 });
    if ((await card.count()) > 0) await expect(sent).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
}

/** What the server said back, by its item. */
function echoOf(app: App, item: string): Locator {
  return app.transcript.locator(`[data-item-id="${item}"]`);
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

function expectNowhere(text: string, secret: string, where: string): void {
  for (const form of formsOf(secret)) expect(text.includes(form), `${where} has ${JSON.stringify(form)}`).toBe(false);
}

/** Presses every button that copies, in the thread and in its wire view. */
async function copyAll(page: Page): Promise<void> {
  const tab = page.getByRole("tab", { name: "Wire" });
  if ((await tab.count()) > 0) await tab.click();
  for (const button of await page.getByRole("button", { name: /copy|export|save/i }).all())
    if (await button.isVisible()) await button.click({ timeout: 1000 }).catch(() => undefined);
}

const CUT = { cut: true, echo: false, words: "half typed, sent with the connection cut" };
const ECHO = { cut: false, echo: true, words: "said back by the server in every way" };
const BOTH = { cut: true, echo: true, words: `${CUT.words}, ${ECHO.words}` };

for (const kind of KINDS) {
  for (const { cut, echo, words } of kind.again === true ? [BOTH] : [CUT, ECHO]) {
    test(`[SEC-103] ${kind.name}, ${words}: nowhere`, async ({ page, context, rig }) => {
      const { secret } = kind;
      const { heard } = await listenTo(context);
      const { it, app, card, stdin } = await setUp(page, rig, kind, echo);
      const other = await context.newPage();
      const second = await it.open(other);
      await show(other, "/t/T1");

      // Half typed and reloaded: it was in no draft.
      await kind.fill(card, secret);
      await page.reload();
      await app.live();
      await expect(card).toBeVisible();
      expectNowhere(await everythingOf(page), secret, "half typed, the page");

      await kind.fill(card, secret);
      if (cut) {
        it.proxy.accept(false);
        it.proxy.cutAll();
        await expect(app.connection).not.toHaveAttribute("data-connection", "live");
        await submit(card);
        await expect(card.getByText("Your answer waits here for the connection.")).toBeVisible();
        expectNowhere(await everythingOf(page), secret, "while it waits, the page");
        it.proxy.accept(true);
      } else await submit(card);
      await expect(app.decision("pending")).toHaveCount(0, { timeout: 30_000 });
      await show(page, "/t/T1");
      await expect(app.turn("completed")).toHaveCount(1);
      await expect(second.turn("completed")).toHaveCount(1);
      if (echo) {
        for (const tab of [app, second]) {
          await expect(echoOf(tab, "whole")).toContainText("You said [secret not stored].");
          await expect(echoOf(tab, "cut")).toContainText("It was [secret not stored], in pieces.");
          await expect(echoOf(tab, "cut-odd")).toContainText("[secret not stored]");
        }
      }
      await copyAll(page);
      const [mine, theirs] = [await everythingOf(page), await everythingOf(other)];
      expectNowhere(mine, secret, "the page");
      expectNowhere(theirs, secret, "the other tab");
      expect(mine, "what is no secret is kept").toContain("alice");
      expect(mine).toContain("[secret not stored]");

      await page.reload();
      await app.live();
      await expect(app.turn("completed")).toHaveCount(1);
      expectNowhere(await everythingOf(page), secret, "the page after a reload");
      expectNowhere(heard(), secret, "console, messages, copies and requests");
      expectNowhere(it.relay().stdout() + it.relay().stderr(), secret, "what the relay prints");
      // What the server says back stands in the relay's log: that is what docs/security.md says.
      if (!echo) expectNowhere(filesOf(it.relay().stateDir), secret, "the relay's state");
      expect(occurrences(stdin(), JSON.stringify(secret)), "written to stdin").toBe(1);
    });
  }
}

test("[SEC-110] a secret answer that had not left when the page was reloaded asks again and says why", async ({
  page,
  context,
  rig,
}) => {
  const [kind] = KINDS;
  if (kind === undefined) throw new Error("no kind");
  const { heard } = await listenTo(context);
  const { it, app, card, stdin } = await setUp(page, rig, kind, false);
  // The app's files are at hand without the relay from now on.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await app.live();
  await expect(card).toBeVisible();
  await kind.fill(card, kind.secret);
  it.proxy.accept(false);
  it.proxy.cutAll();
  await expect(app.connection).not.toHaveAttribute("data-connection", "live");
  await submit(card);
  await page.reload();
  it.proxy.accept(true);
  await app.live();
  const back = card.locator("[data-back]");
  await expect(back).toContainText("a secret is kept nowhere. Answer again.");
  await expect(card.getByLabel(/Key\?/)).toHaveValue("");
  expect(stdin()).not.toContain('"answers"');
  expectNowhere(await everythingOf(page), kind.secret, "the page");
  await kind.fill(card, kind.secret);
  await submit(card);
  await expect(app.turn("completed")).toHaveCount(1);
  expect(occurrences(stdin(), JSON.stringify(kind.secret))).toBe(1);
  expectNowhere(await everythingOf(page), kind.secret, "the page, answered");
  expectNowhere(heard(), kind.secret, "console, messages and requests");
});

test("[SEC-101] in the browser too a secret of two characters leaves what the server says as it is", async ({
  page,
  rig,
}) => {
  const [kind] = KINDS;
  if (kind === undefined) throw new Error("no kind");
  const { app, card } = await setUp(page, rig, kind, true);
  await kind.fill(card, "it");
  await submit(card);
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(echoOf(app, "whole")).toContainText("You said it.");
  await expect(app.transcript).not.toContainText("[secret not stored]");
  const stored = await everythingOf(page);
  expect(stored).toContain('"key":{"answers":["[secret not stored]"]}');
  for (const line of ["Oddly \\u0069\\u0074.", "It was it, in pieces."]) expect(stored).toContain(line);
});
