// Command approvals of the pinned App Server, answered in the page.
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { press } from "../support/asking.ts";
import { COMMAND, decide, noted, pressOpen, secondBrowser } from "../support/deciding.ts";
import { expect, test } from "../support/rig.ts";
import { underRequirements } from "../support/managed-codex.ts";

const script: Script = (request) => {
  if (request.outputsSinceUser > 0) return [say(`Got ${[...request.outputs.values()].at(-1) ?? ""}`)];
  const text = request.userTexts.at(-1) ?? "";
  return [exec(`echo ${text}`, { escalated: `May I ${text}?` })];
};

test("[DEC-150] a command: approved once, approved with a rule that then holds, declined by hand, and cancelled with its turn", async ({
  page,
  browser,
  rig,
}) => {
  const { options, answers } = noted(script, { sandboxMode: "read-only" });
  const it = await rig(options);
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  const second = await secondBrowser(it, browser, thread);

  await app.send("once");
  await expect(second.decision("pending")).toHaveCount(1);
  await decide(
    app,
    answers,
    COMMAND,
    async (card) => {
      await expect(card).toContainText("echo once");
      await expect(card.getByRole("button", { name: "Decline" }), "the server does not offer it").toHaveCount(0);
      await press(card, "Approve");
    },
    { result: { decision: "accept" } },
  );
  await expect(second.decision("resolved")).toHaveAttribute("data-outcome", "answered-elsewhere", { timeout: 2000 });
  await expect(second.decision("resolved")).toContainText("Answered on another device");
  await expect(app.turn("completed")).toHaveCount(1);

  await app.send("ruled");
  await decide(
    app,
    answers,
    COMMAND,
    async (card) => {
      await expect(card).toContainText("echo ruled");
      await press(card, "Approve and add a rule");
    },
    { result: { decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["echo", "ruled"] } } } },
  );
  await expect(app.turn("completed")).toHaveCount(2);
  const before = answers().length;
  await app.send("ruled");
  await expect(app.turn("completed")).toHaveCount(3);
  await expect(app.item("agentMessage").last()).toContainText("ruled");
  expect(answers(), "the rule holds: nothing was asked").toHaveLength(before);

  await app.send("by-hand");
  await decide(
    app,
    answers,
    COMMAND,
    async (card) => {
      await pressOpen(card, "The request as it came");
      await pressOpen(card, "Answer by hand");
      await card.getByRole("textbox", { name: "Result, as JSON" }).fill('{"decision":"decline"}');
      await press(card, "Send this answer");
    },
    { result: { decision: "decline" } },
  );
  await expect(app.item("agentMessage").last(), "the turn goes on").toContainText("rejected by user");
  await expect(app.turn("completed")).toHaveCount(4);

  await app.send("never");
  await decide(app, answers, COMMAND, async (card) => await press(card, "Cancel turn"), {
    result: { decision: "cancel" },
  });
  await expect(app.turn("interrupted")).toHaveCount(1);
  await second.page.context().close();
});

test("[DEC-159] access to a host under a managed network: for this session, and as a rule; the same host asks no more", async ({
  page,
  rig,
}) => {
  const under = underRequirements("[experimental_network]\nenabled = true\nallow_local_binding = true\n");
  test.skip(
    under === null,
    "needs a mount namespace of its own, for the requirements that only the system's folder can hold",
  );
  // Reserved names: they lead nowhere, so that what is approved reaches nothing.
  const hosts: Script = (request) =>
    request.outputsSinceUser > 0
      ? [say("Done.")]
      : [exec(`curl -sS -m 100 --noproxy '' http://${request.userTexts.at(-1) ?? ""}.invalid/ 2>&1 | head -3`)];
  const { options, answers } = noted(hosts, {}, under ?? []);
  const it = await rig(options);
  const app = await it.open(page);
  await app.startThread(it.project);

  await app.send("one");
  await decide(
    app,
    answers,
    COMMAND,
    async (card) => {
      await expect(card).toContainText("Allow network access to one.invalid?");
      await press(card, "Approve for this session");
    },
    { result: { decision: "acceptForSession" } },
  );
  await expect(app.turn("completed")).toHaveCount(1);
  await app.send("one");
  await expect(app.turn("completed")).toHaveCount(2);
  expect(answers()).toHaveLength(1);

  await app.send("two");
  await decide(
    app,
    answers,
    COMMAND,
    async (card) => {
      await expect(card).toContainText("allow two.invalid");
      await press(card, "Approve and allow this host");
    },
    {
      result: {
        decision: {
          applyNetworkPolicyAmendment: { network_policy_amendment: { host: "two.invalid", action: "allow" } },
        },
      },
    },
  );
  await expect(app.turn("completed")).toHaveCount(3);
  await app.send("two");
  await expect(app.turn("completed")).toHaveCount(4);
  expect(answers()).toHaveLength(2);

  await app.send("three");
  await decide(app, answers, COMMAND, async (card) => await press(card, "Cancel turn"), {
    result: { decision: "cancel" },
  });
  await expect(app.turn("interrupted")).toHaveCount(1);
});
