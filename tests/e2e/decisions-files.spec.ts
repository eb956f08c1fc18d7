// File change approvals of the pinned App Server, answered in the page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { patch, say, type Script } from "@longwire/fixtures/provider/steps";
import { press } from "../support/asking.ts";
import { decide, FILES, noted, pressOpen, waiting } from "../support/deciding.ts";
import { expect, test } from "../support/rig.ts";

const change = (from: string, to: string) => `*** Update File: README.md\n@@\n-# ${from}\n+# ${to}`;
const LONG = `*** Add File: long.txt\n${Array.from({ length: 400 }, (_, n) => `+line ${n}`).join("\n")}`;

const script: Script = (request) => {
  if (request.outputsSinceUser > 0) return [say("Done.")];
  const text = request.userTexts.at(-1) ?? "";
  if (text === "long") return [patch(LONG)];
  if (text === "other") return [patch("*** Add File: other.txt\n+other")];
  const [from = "", to = ""] = text.split(" to ");
  return [patch(change(from, to))];
};

test("[DEC-150] a file change: declined, approved, approved for the session so that the next to this file asks no more, and cancelled", async ({
  page,
  rig,
}) => {
  const { options, answers } = noted(script, { sandboxMode: "read-only" });
  const it = await rig(options);
  const app = await it.open(page);
  await app.startThread(it.project);
  const readme = () => readFileSync(join(it.project, "README.md"), "utf8");
  const one = async (text: string, button: string, decision: string, turns: number) => {
    await app.send(text);
    await decide(
      app,
      answers,
      FILES,
      async (card) => {
        await expect(card).toContainText(`# ${text.split(" to ")[1]}`);
        await press(card, button);
      },
      { result: { decision } },
    );
    await expect(app.turn("completed")).toHaveCount(turns);
  };

  await one("A project to Not this", "Decline", "decline", 1);
  expect(readme()).toBe("# A project\n");
  await one("A project to Once", "Approve", "accept", 2);
  expect(readme()).toBe("# Once\n");
  await one("Once to Twice", "Approve for this session", "acceptForSession", 3);
  expect(readme()).toBe("# Twice\n");
  await app.send("Twice to Thrice");
  await expect(app.turn("completed")).toHaveCount(4);
  expect(readme(), "not asked again").toBe("# Thrice\n");
  expect(answers()).toHaveLength(3);

  await app.send("other");
  await decide(app, answers, FILES, async (card) => await press(card, "Cancel turn"), {
    result: { decision: "cancel" },
  });
  await expect(app.turn("interrupted")).toHaveCount(1);
});

test("[DEC-154] a long change is opened and scrolled to its end before it can be approved", async ({ page, rig }) => {
  const { options, answers } = noted(script, { sandboxMode: "read-only" });
  const it = await rig(options);
  const app = await it.open(page);
  await app.startThread(it.project);
  await app.send("long");
  const { card } = await waiting(app, FILES);
  const approve = card.getByRole("button", { name: "Approve", exact: true });
  const held = card.getByText("Approving waits until the whole change was shown");
  await expect(held).toBeVisible();
  await expect(card.getByRole("button", { name: "Decline" })).not.toHaveAttribute("aria-disabled");
  await approve.click({ force: true });
  await card.getByRole("button", { name: /long\.txt/ }).click();
  await expect(held).toBeVisible();
  await pressOpen(card, "Show all 400 lines");
  await expect(card.getByText("line 0", { exact: true })).toBeVisible();
  await expect(held, "opened, and not scrolled").toBeVisible();
  expect(answers()).toEqual([]);
  const box = card
    .getByLabel("Changes in long.txt")
    .or(card.getByLabel(/^Changes in .*long\.txt$/))
    .first();
  await box.hover();
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(held).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await decide(app, answers, FILES, async () => await press(card, "Approve"), { result: { decision: "accept" } });
});
