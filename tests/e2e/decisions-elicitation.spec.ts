// What an MCP server asks through the pinned App Server, answered in the page: forms with every kind of field, consent, and
// pages to open. What the App Server passes on and what it refuses is written down in docs/spec/DEC-cards.md.
import type { Locator } from "@playwright/test";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import { press } from "../support/asking.ts";
import { call, decide, ELICITATION, noted, pressOpen, WITH_MCP } from "../support/deciding.ts";
import { expect, test } from "../support/rig.ts";

/** A model that has the MCP server ask what is named by the person, and then says what came back. */
function asking(cases: Readonly<Record<string, unknown>>): Script {
  return (request) => {
    if (request.outputsSinceUser > 0) return [say(`Got ${[...request.outputs.values()].at(-1) ?? ""}`)];
    return [call("elicit", { params: cases[request.userTexts.at(-1) ?? ""] }, "mcp__fixture")];
  };
}

const form = (properties: object, required: readonly string[] = []) => ({
  mode: "form",
  message: "Fill this in",
  requestedSchema: { type: "object", properties, required },
});

const EVERY_KIND = form(
  {
    name: { type: "string", title: "Name", description: "Your first name", minLength: 2, maxLength: 5 },
    mail: { type: "string", title: "Mail", format: "email" },
    site: { type: "string", title: "Site", format: "uri" },
    day: { type: "string", title: "Day", format: "date" },
    moment: { type: "string", title: "Moment", format: "date-time" },
    note: { type: "string", title: "Note", default: "as it was" },
    left: { type: "string", title: "Left out" },
    count: { type: "integer", title: "Count", minimum: 1, maximum: 9, default: 3 },
    ratio: { type: "number", title: "Ratio", minimum: 0.5, maximum: 1.5 },
    goOn: { type: "boolean", title: "Go on", default: true },
    plain: { type: "string", title: "Plain", enum: ["a", "b"] },
    named: { type: "string", title: "Named", enum: ["r", "g"], enumNames: ["Red", "Green"], default: "g" },
    titled: {
      type: "string",
      title: "Titled",
      oneOf: [
        { const: "s", title: "Small" },
        { const: "l", title: "Large" },
      ],
    },
    several: {
      type: "array",
      title: "Several",
      minItems: 2,
      maxItems: 2,
      items: { type: "string", enum: ["x", "y", "z"] },
    },
    severalTitled: {
      type: "array",
      title: "Several titled",
      items: {
        anyOf: [
          { const: "n", title: "North" },
          { const: "e", title: "East" },
        ],
      },
      default: ["e"],
    },
  },
  ["name", "mail", "plain", "several"],
);

const field = (card: Locator, name: string) => card.locator(`[data-field="${name}"]`);
const text = (card: Locator, title: string) => card.getByRole("textbox", { name: title });
/** What is wrong with a field, tied to it for screen readers. */
async function wrong(card: Locator, name: string, words: string): Promise<void> {
  const note = field(card, name).locator("[data-error]");
  await expect(note).toHaveText(words);
  const id = await note.getAttribute("id");
  await expect(field(card, name).locator(`[aria-describedby~="${id}"]`)).toHaveCount(1);
}

test("[DEC-160] a form with every kind of field: what is wrong is said beside each, and the answer is exact", async ({
  page,
  rig,
}) => {
  const { options, answers } = noted(asking({ every: EVERY_KIND }), WITH_MCP);
  const it = await rig(options);
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("every");
  await decide(
    app,
    answers,
    ELICITATION,
    async (card) => {
      await expect(card).toContainText("Fill this in");
      await expect(text(card, "Note")).toHaveValue("as it was");
      await expect(text(card, "Count")).toHaveValue("3");
      await expect(card.getByRole("checkbox", { name: "Go on" })).toBeChecked();
      await expect(card.getByRole("radio", { name: "Green" })).toBeChecked();
      await expect(card.getByRole("checkbox", { name: "East" })).toBeChecked();
      await text(card, "Site").fill("no address");
      await text(card, "Day").fill("2026-02-30");
      await text(card, "Moment").fill("tomorrow");
      await text(card, "Count").fill("2.5");
      await text(card, "Ratio").fill("2");
      await card.getByRole("checkbox", { name: "x" }).check();
      await pressOpen(card, "Submit");
      await wrong(card, "name", "This has to be filled in.");
      await wrong(card, "mail", "This has to be filled in.");
      await wrong(card, "site", "This has to be a whole address, such as https://example.com/page.");
      await wrong(card, "day", "This has to be a date, such as 2026-01-31.");
      await wrong(card, "moment", "This has to be a date and time with its zone, such as 2026-01-31T09:30:00Z.");
      await wrong(card, "count", "This has to be a whole number.");
      await wrong(card, "ratio", "This has to be from 0.5 to 1.5.");
      await wrong(card, "plain", "Choose one of these.");
      await wrong(card, "several", "This has to be 2 chosen.");
      expect(answers(), "nothing was sent").toEqual([]);
      await text(card, "Name").fill("Augustine");
      await text(card, "Mail").fill("ada@");
      await wrong(card, "name", "This has to be from 2 to 5 characters.");
      await wrong(card, "mail", "This has to be an e-mail address.");
      await text(card, "Name").fill("Ada");
      await text(card, "Mail").fill("ada@example.com");
      await text(card, "Site").fill("https://example.com/a?b=c");
      await text(card, "Day").fill("2026-02-28");
      await text(card, "Moment").fill("2026-02-28T09:30:00+01:00");
      await text(card, "Count").fill("7");
      await text(card, "Ratio").fill("0,75");
      await card.getByRole("checkbox", { name: "Go on" }).uncheck();
      await card.getByRole("radio", { name: "b", exact: true }).check();
      await card.getByRole("radio", { name: "Large" }).check();
      await card.getByRole("checkbox", { name: "z" }).check();
      await card.getByRole("checkbox", { name: "North" }).check();
      await expect(card.locator("[data-error]")).toHaveCount(0);
      await press(card, "Submit");
    },
    {
      result: {
        action: "accept",
        content: {
          name: "Ada",
          mail: "ada@example.com",
          site: "https://example.com/a?b=c",
          day: "2026-02-28",
          moment: "2026-02-28T09:30:00+01:00",
          note: "as it was",
          count: 7,
          ratio: 0.75,
          goOn: false,
          plain: "b",
          named: "g",
          titled: "l",
          several: ["x", "z"],
          severalTitled: ["n", "e"],
        },
        _meta: null,
      },
    },
  );
  await expect(app.item("agentMessage").last()).toContainText("ada@example.com");
});

test("[DEC-161] the App Server's own form mode, with what plain forms cannot have: patterns, passwords, members of other kinds", async ({
  page,
  rig,
}) => {
  const schema = {
    type: "object",
    properties: {
      code: { type: "string", title: "Code", pattern: "^[A-Z]{3}$" },
      pin: { type: "string", title: "Pin", format: "password" },
      more: { type: "object", title: "More", properties: { a: { type: "number" } } },
    },
    required: ["code", "pin"],
  };
  const { options, answers } = noted(
    (request) =>
      request.outputsSinceUser > 0
        ? [say(`Got ${[...request.outputs.values()].at(-1) ?? ""}`)]
        : [
            call(
              "elicit",
              { method: "openai/form", params: { message: "Fill this in", requestedSchema: schema } },
              "mcp__fixture",
            ),
          ],
    WITH_MCP,
  );
  const it = await rig(options);
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("go");
  await decide(
    app,
    answers,
    ELICITATION,
    async (card) => {
      await text(card, "Code").fill("abc");
      const pin = card.getByLabel("Pin");
      await expect(pin).toHaveAttribute("type", "password");
      await expect(pin).toHaveAttribute("autocomplete", "off");
      await pin.fill("1234-marker");
      await text(card, "More").fill('{"a": "no number"}');
      await pressOpen(card, "Submit");
      await wrong(card, "code", "This has to match ^[A-Z]{3}$");
      await expect(field(card, "more").locator("[data-error]")).toHaveCount(1);
      await text(card, "Code").fill("ABC");
      await text(card, "More").fill('{"a": 1}');
      await press(card, "Submit");
    },
    { result: { action: "accept", content: { code: "ABC", pin: "1234-marker", more: { a: 1 } }, _meta: null } },
  );
  await expect(app.turn("completed")).toHaveCount(1);
  await expect(app.decision("resolved")).not.toContainText("1234-marker");
});

test("[DEC-162] consent alone, declined and cancelled; accepting, declining and cancelling reach the server as three answers", async ({
  page,
  rig,
}) => {
  const consent = { mode: "form", message: "May I go on?", requestedSchema: { type: "object", properties: {} } };
  const { options, answers } = noted(asking({ consent, form: EVERY_KIND }), WITH_MCP);
  const it = await rig(options);
  const app = await it.open(page);
  await app.startThread(it.project);
  const one = async (what: string, button: string, result: unknown, said: string, turns: number) => {
    await app.send(what);
    await decide(app, answers, ELICITATION, async (card) => await press(card, button), { result });
    await expect(app.turn("completed")).toHaveCount(turns);
    await expect(app.item("agentMessage").last()).toContainText(said);
  };
  await one("consent", "Accept", { action: "accept", content: {}, _meta: null }, '"action":"accept"', 1);
  await one("consent", "Decline", { action: "decline", content: null, _meta: null }, '"action":"decline"', 2);
  await one("form", "Cancel", { action: "cancel", content: null, _meta: null }, '"action":"cancel"', 3);
});

test("[DEC-163] a page to open: the whole address, opened by a click without a way back; what is no web address cannot be opened", async ({
  page,
  rig,
}) => {
  const address = "http://127.0.0.1:9/pay?for=a&very=long#part";
  const { options, answers } = noted(
    asking({
      page: { mode: "url", message: "Sign in there", url: address, elicitationId: "e1" },
      script: { mode: "url", message: "Sign in there", url: "javascript:alert(1)", elicitationId: "e2" },
    }),
    WITH_MCP,
  );
  const it = await rig(options);
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("page");
  await decide(
    app,
    answers,
    ELICITATION,
    async (card) => {
      await expect(card.getByLabel("Address")).toHaveText(address);
      const link = card.getByRole("link", { name: "Open page" });
      await expect(link).toHaveAttribute("href", address);
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
      const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
      expect(await opened.evaluate(() => window.opener === null)).toBe(true);
      await opened.close();
      await expect(card, "opening answers nothing").toHaveAttribute("data-state", "pending");
      expect(answers()).toEqual([]);
      await press(card, "Accept");
    },
    { result: { action: "accept", content: null, _meta: null } },
  );
  await expect(app.turn("completed")).toHaveCount(1);

  await app.send("script");
  await decide(
    app,
    answers,
    ELICITATION,
    async (card) => {
      await expect(card.getByLabel("Address")).toHaveText("javascript:alert(1)");
      await expect(card).toContainText("This is no web address");
      await expect(card.getByRole("link")).toHaveCount(0);
      await press(card, "Decline");
    },
    { result: { action: "decline", content: null, _meta: null } },
  );
  await expect(app.turn("completed")).toHaveCount(2);

  await app.send("page");
  await decide(app, answers, ELICITATION, async (card) => await press(card, "Cancel"), {
    result: { action: "cancel", content: null, _meta: null },
  });
  await expect(app.turn("completed")).toHaveCount(3);
});

test("[DEC-164] a form that the App Server itself does not pass on reaches nobody: it tells the server, and no card appears", async ({
  page,
  rig,
}) => {
  const cases = {
    password: form({ pin: { type: "string", format: "password" } }),
    object: form({ more: { type: "object", properties: {} } }),
    titled: { mode: "form", message: "?", requestedSchema: { type: "object", title: "A form", properties: {} } },
  };
  const { options, answers } = noted(asking(cases), WITH_MCP);
  const it = await rig(options);
  const app = await it.open(page);
  await app.startThread(it.project);
  for (const [n, [name, said]] of Object.entries({
    password: "refused: MCP error -32602",
    object: "refused: MCP error -32602",
    // It answers that itself, as if the person had put it away.
    titled: '"action":"cancel"',
  }).entries()) {
    await app.send(name);
    await expect(app.turn("completed")).toHaveCount(n + 1, { timeout: 30_000 });
    await expect(app.item("agentMessage").last()).toContainText(said);
  }
  await expect(app.decision()).toHaveCount(0);
  expect(answers()).toEqual([]);
});
