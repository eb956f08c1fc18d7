// Questions of the agent in plan mode on the pinned App Server, answered in the page.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { say, type Script } from "@longwire/fixtures/provider/steps";
import { press } from "../support/asking.ts";
import { call, decide, device, noted, QUESTIONS, turnIn } from "../support/deciding.ts";
import { expect, test } from "../support/rig.ts";

const STORE = {
  id: "db",
  header: "Store",
  question: "Which store?",
  options: [
    { label: "SQLite (Recommended)", description: "One file." },
    { label: "Postgres", description: "A server." },
  ],
};
const WHY = {
  id: "why",
  header: "Why",
  question: "Why that one?",
  options: [
    { label: "Speed", description: "It is fast." },
    { label: "Habit", description: "It is known." },
  ],
};
const KEY = {
  id: "key",
  header: "Key",
  question: "Which key?",
  // The pinned App Server takes it, though its description of the tool does not name it.
  isSecret: true,
  options: [
    { label: "Mine (Recommended)", description: "Yours." },
    { label: "None", description: "Without." },
  ],
};

const script: Script = (request) => {
  const text = request.userTexts.at(-1) ?? "";
  if (request.outputsSinceUser > 0)
    return [say(text === "secret" ? "Thank you." : `Got ${[...request.outputs.values()].at(-1) ?? ""}`)];
  return [call("request_user_input", { questions: text === "secret" ? [KEY] : [STORE, WHY] })];
};

test("[DEC-165] questions: an option, own words, and a refusal, which the agent gets as no answers while the turn goes on", async ({
  page,
  rig,
}) => {
  const { options, answers } = noted(script);
  const it = await rig(options);
  const app = await it.open(page);
  const node = await device(it);
  const thread = await app.startThread(it.project);

  await turnIn(node, thread, "plan", "question");
  await decide(
    app,
    answers,
    QUESTIONS,
    async (card) => {
      await expect(card).toContainText("It waits for the answer.");
      await card.getByRole("radio", { name: "Postgres" }).check();
      await card.getByRole("radio", { name: "Other" }).nth(1).check();
      const other = card.getByRole("textbox", { name: "Other answer" });
      await other.fill("It is there.");
      await expect(card.getByRole("button", { name: "Submit" })).not.toHaveAttribute("aria-disabled");
      await other.press("Enter");
    },
    { result: { answers: { db: { answers: ["Postgres"] }, why: { answers: ["It is there."] } } } },
  );
  await expect(app.decision("resolved").last()).toContainText("Store: Postgres; Why: It is there.");
  await expect(app.turn("completed")).toHaveCount(1);

  await turnIn(node, thread, "plan", "again");
  await decide(
    app,
    answers,
    QUESTIONS,
    async (card) => await press(card, "Refuse"),
    { error: { code: -32000, message: "the person declined to answer" } },
    { outcome: "refused" },
  );
  await expect(app.turn("completed")).toHaveCount(2);
  await expect(app.item("agentMessage").last()).toContainText('{"answers":{}}');
  node.session.close();
});

test("[DEC-166] a secret question: a password field that says where the answer stays, and no copy in the page", async ({
  page,
  rig,
}) => {
  const secret = "s3cret-of-nobody-91";
  const { options, answers } = noted(script);
  const it = await rig(options);
  const app = await it.open(page);
  const node = await device(it);
  const thread = await app.startThread(it.project);
  await turnIn(node, thread, "plan", "secret");
  await decide(
    app,
    answers,
    QUESTIONS,
    async (card) => {
      await expect(card).toContainText(
        "Longwire keeps no copy of this answer. The App Server itself may write it into its own files on the host.",
      );
      await card.getByRole("radio", { name: "Other" }).check();
      const field = card.getByLabel("Other answer");
      await expect(field).toHaveAttribute("type", "password");
      await expect(field).toHaveAttribute("autocomplete", "off");
      await field.fill(secret);
      await expect(card.getByRole("button", { name: "Submit" })).not.toHaveAttribute("aria-disabled");
      await field.press("Enter");
    },
    { result: { answers: { key: { answers: [secret] } } } },
  );
  await expect(app.decision("resolved")).toContainText("Key: (secret)");
  await expect(app.turn("completed")).toHaveCount(1);
  expect(await page.content()).not.toContain(secret);
  expect(
    sessionFilesOf(it.codexHome).some((text) => text.includes(secret)),
    "as the card says",
  ).toBe(true);
  node.session.close();
});

/** Everything that Codex has written about its sessions. */
function sessionFilesOf(codexHome: string): string[] {
  return readdirSync(join(codexHome, "sessions"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}
