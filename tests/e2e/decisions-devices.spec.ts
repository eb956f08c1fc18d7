// Two browsers on one relay and the pinned App Server: answered in one closes in the other, for every kind; and both clicking
// at once, where the App Server decides which answer counts.
import { newFolder } from "@longwire/fixtures/codex-home";
import { exec, patch, say, type Script, type Step } from "@longwire/fixtures/provider/steps";
import { go, press } from "../support/asking.ts";
import {
  call,
  COMMAND,
  decide,
  device,
  ELICITATION,
  FILES,
  type Line,
  noted,
  PERMISSIONS,
  QUESTIONS,
  secondBrowser,
  TOOL_CALL,
  turnIn,
  waiting,
  WITH_MCP,
} from "../support/deciding.ts";
import { expect, test } from "../support/rig.ts";

const PATCH = "*** Update File: README.md\n@@\n-# A project\n+# A better project";
const ONE_LINE = { type: "object", properties: { a: { type: "string", title: "A", default: "b" } } };

/** By what the person writes: what the model does, what comes of it, the button, and the answer. */
function kinds(out: string) {
  const entries: Record<string, { step: Step; method: string; button: string; result: unknown }> = {
    command: {
      step: exec("echo outside", { escalated: "Outside?" }),
      method: COMMAND,
      button: "Approve",
      result: { decision: "accept" },
    },
    files: { step: patch(PATCH), method: FILES, button: "Approve", result: { decision: "accept" } },
    rights: {
      step: call("request_permissions", { reason: "why", permissions: { file_system: { write: [out] } } }),
      method: PERMISSIONS,
      button: "Decline",
      result: { permissions: {}, scope: "turn" },
    },
    form: {
      step: call("elicit", { params: { mode: "form", message: "?", requestedSchema: ONE_LINE } }, "mcp__fixture"),
      method: ELICITATION,
      button: "Submit",
      result: { action: "accept", content: { a: "b" }, _meta: null },
    },
    page: {
      step: call(
        "elicit",
        { params: { mode: "url", message: "?", url: "http://127.0.0.1:9/", elicitationId: "e" } },
        "mcp__fixture",
      ),
      method: ELICITATION,
      button: "Accept",
      result: { action: "accept", content: null, _meta: null },
    },
    tool: {
      step: call("write", { what: "a line" }, "mcp__fixture"),
      method: ELICITATION,
      button: "Approve",
      result: { action: "accept", content: {}, _meta: null },
    },
    client: {
      step: call("lookup", { q: "x" }),
      method: TOOL_CALL,
      button: "Submit",
      result: { contentItems: [], success: true },
    },
  };
  return entries;
}

test("[DEC-168] answered in one browser, every kind of request closes in the other within a second", async ({
  page,
  browser,
  rig,
}) => {
  const all = kinds(newFolder("granted"));
  const script: Script = (request) => {
    if (request.outputsSinceUser > 0) return [say("Done.")];
    const text = request.userTexts.at(-1) ?? "";
    if (text === "question")
      return [
        call("request_user_input", {
          questions: [
            {
              id: "a",
              header: "A",
              question: "A?",
              options: [
                { label: "Yes (Recommended)", description: "y" },
                { label: "No", description: "n" },
              ],
            },
          ],
        }),
      ];
    const kind = all[text];
    return kind === undefined ? [say("Nothing.")] : [kind.step];
  };
  const { options, answers } = noted(script, {
    sandboxMode: "read-only",
    features: { request_permissions_tool: true },
    ...WITH_MCP,
  });
  const it = await rig(options);
  const app = await it.open(page);
  const node = await device(it);
  const started = await node.session.request("thread/start", {
    cwd: it.project,
    historyMode: "paginated",
    dynamicTools: [
      { type: "function", name: "lookup", description: "Looks up.", inputSchema: { type: "object", properties: {} } },
    ],
  });
  if (!started.ok) throw new Error(JSON.stringify(started.reason));
  // The reply of the pinned App Server.
  const thread = (started.value as { thread: { id: string } }).thread.id;
  await go(page, `/t/${thread}`);
  const second = await secondBrowser(it, browser, thread);

  const closes = async (what: string, act: () => Promise<void>) => {
    await act();
    const there = second.decision().last();
    await expect(there, what).toHaveAttribute("data-state", "resolved", { timeout: 1000 });
    await expect(there, what).toHaveAttribute("data-outcome", "answered-elsewhere");
    await expect(second.decision("pending")).toHaveCount(0);
  };
  for (const [what, { method, button, result }] of Object.entries(all)) {
    await app.send(what);
    await expect(second.decision("pending"), what).toHaveCount(1, { timeout: 30_000 });
    await closes(what, () => decide(app, answers, method, async (card) => await press(card, button), { result }));
    // The list of turns is windowed: the newest one tells.
    await expect(second.turn().last()).toHaveAttribute("data-turn-status", "completed");
  }
  await turnIn(node, thread, "plan", "question");
  await expect(second.decision("pending")).toHaveCount(1, { timeout: 30_000 });
  await closes("question", () =>
    decide(
      app,
      answers,
      QUESTIONS,
      async (card) => {
        await card.getByRole("radio", { name: "No", exact: true }).check();
        await press(card, "Submit");
      },
      { result: { answers: { a: { answers: ["No"] } } } },
    ),
  );
  node.session.close();
  await second.page.context().close();
});

test("[DEC-169] two browsers answer at once: the first line to arrive counts for the App Server, and both show what it made of it", async ({
  page,
  browser,
  rig,
}) => {
  const script: Script = (request) =>
    request.outputsSinceUser > 0
      ? [say(`Got ${[...request.outputs.values()].at(-1) ?? ""}`)]
      : [exec("echo outside", { escalated: "Outside?" })];
  const { options, answers } = noted(script);
  const it = await rig(options);
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  const second = await secondBrowser(it, browser, thread);
  for (let round = 1; round <= 3; round += 1) {
    const before = answers().length;
    await app.send(`round ${round}`);
    const here = await waiting(app, COMMAND);
    const there = await waiting(second, COMMAND);
    const yes = here.card.getByRole("button", { name: "Approve", exact: true });
    const no = there.card.getByRole("button", { name: "Cancel turn" });
    await expect(yes).not.toHaveAttribute("aria-disabled");
    await expect(no).not.toHaveAttribute("aria-disabled");
    await yes.focus();
    await no.focus();
    await expect(yes).not.toHaveAttribute("aria-disabled");
    await expect(no).not.toHaveAttribute("aria-disabled");
    await Promise.all([yes.press("Enter"), no.press("Enter")]);
    await expect(here.card).not.toHaveAttribute("data-state", /pending|sent/);
    await expect(there.card).not.toHaveAttribute("data-state", /pending|sent/);
    const lines = answers().slice(before);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.id).toBe(here.id);
    const first = lines[0] === undefined ? undefined : decisionOf(lines[0]);
    // What the App Server did is what the first line said.
    const status = first === "accept" ? "completed" : "interrupted";
    for (const device of [app, second]) {
      await expect(device.turn().last()).toHaveAttribute("data-turn-status", status);
      if (status === "completed") await expect(device.item("agentMessage").last()).toContainText("outside");
    }
    for (const [own, card] of [
      ["accept", here.card],
      ["cancel", there.card],
    ] as const) {
      if (own === first) {
        await expect(card).toHaveAttribute("data-outcome", "answered-here");
        continue;
      }
      await expect(card, "not what was answered here").not.toHaveAttribute("data-outcome", "answered-here");
      const late = lines.some((line) => decisionOf(line) === own);
      if (late) await expect(card).toContainText("came too late");
    }
  }
  await second.page.context().close();
});

function decisionOf(line: Line): unknown {
  const { result } = line;
  return typeof result === "object" && result !== null && "decision" in result ? result.decision : undefined;
}
