// Every kind of request that the pinned App Server can be brought to make, answered in the page: it stays open until it is
// answered, exactly one line with the very id reaches the App Server, and the turn stays the one that it was.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { newFolder } from "@longwire/fixtures/codex-home";
import { exec, patch, say, type Script, type Step } from "@longwire/fixtures/provider/steps";
import { codexCommand } from "../support/codex-binary.ts";
import { startNodeSession, type NodeSession } from "../support/node-session.ts";
import { type App, expect, test, type Rig, type RigOptions } from "../support/rig.ts";

const TEE = fileURLToPath(new URL("../support/tee-app-server.mjs", import.meta.url));
const MCP = fileURLToPath(new URL("../../fixtures/src/mcp-server.mjs", import.meta.url));

interface Line {
  id?: string | number;
  method?: string;
  result?: unknown;
  error?: unknown;
}

/** Options of a rig whose App Server's stdin is noted, and what was noted of answers. */
function noted(script: Script, codex: RigOptions["codex"] = {}) {
  const log = join(newFolder("stdin"), "lines");
  writeFileSync(log, "");
  const answers = (): Line[] =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.method === undefined);
  const options: RigOptions = {
    script,
    codex,
    relay: { command: [process.execPath, TEE, log, ...codexCommand(), "app-server"] },
  };
  return { options, answers };
}

const call = (name: string, args: Readonly<Record<string, unknown>>, namespace?: string): Step => ({
  type: "call",
  name,
  arguments: args,
  ...(namespace === undefined ? {} : { namespace }),
});

/** Presses a button once it answers. */
async function press(button: Locator): Promise<void> {
  await expect(button).toBeVisible();
  await expect(button).not.toHaveAttribute("aria-disabled");
  lastPressed = button;
  await button.click();
}

/** A press right after the card has moved is not counted, and the card says so: a person presses again. */
let lastPressed: Locator | null = null;

/** The typed id in a request key. */
function idOf(key: string | null): string | number {
  const typed = /([ns]):([^/#]*)$/.exec(key ?? "");
  if (typed === null) throw new Error(`no id in ${key}`);
  return typed[1] === "n" ? Number(typed[2]) : (typed[2] ?? "");
}

/** One decision: it waits, `act` answers it, and one line with `result` and the very id is all that was sent. */
async function decide(
  app: App,
  answers: () => Line[],
  method: string,
  act: (card: Locator) => Promise<void>,
  result: unknown,
): Promise<void> {
  const card = app.page.locator(`[data-decision="${method}"][data-state="pending"]`);
  await expect(card).toHaveCount(1, { timeout: 30_000 });
  const id = idOf(await card.getAttribute("data-request-key"));
  const key = await card.getAttribute("data-request-key");
  // The list of turns is windowed: the newest one tells.
  const newest = async () => await app.turn().last().getAttribute("data-turn-id");
  const turn = await newest();
  const before = answers().length;
  lastPressed = null;
  await act(card);
  const decided = app.page.locator(`[data-request-key="${key}"]`);
  await expect(async () => {
    if ((await decided.getAttribute("data-state")) === "pending") await lastPressed?.click({ timeout: 1000 });
    await expect(decided).toHaveAttribute("data-state", "resolved", { timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  expect(answers().slice(before)).toEqual([{ id, result }]);
  expect(await newest(), "no other turn").toBe(turn);
  await expect(decided).toHaveAttribute("data-outcome", "answered-here");
}

async function device(it: Rig): Promise<NodeSession> {
  const node = startNodeSession(it.relay());
  await node.until("live", () => node.session.facts().connection === "live");
  return node;
}

async function show(page: Page, thread: string): Promise<void> {
  await page.evaluate(
    (path) => {
      history.pushState(null, "", path);
      dispatchEvent(new PopStateEvent("popstate"));
    },
    `/t/${encodeURIComponent(thread)}`,
  );
}

const COMMAND = "item/commandExecution/requestApproval";
const FILES = "item/fileChange/requestApproval";
const ELICITATION = "mcpServer/elicitation/request";

const PATCH = "*** Update File: README.md\n@@\n-# A project\n+# A better project";

test("[DEC-150] commands and files: approve, approve with a rule, a diff that is seen first, cancel; another device's card closes", async ({
  page,
  browser,
  rig,
}) => {
  const script: Script = (request) => {
    if (request.outputsSinceUser > 0) return [say("Done.")];
    const text = request.userTexts.at(-1) ?? "";
    if (text === "files") return [patch(PATCH)];
    return [exec(`echo ${text}`, { escalated: `May I ${text}?` })];
  };
  const { options, answers } = noted(script, { sandboxMode: "read-only" });
  const it = await rig(options);
  const app = await it.open(page);
  const thread = await app.startThread(it.project);
  const other = await (await browser.newContext()).newPage();
  const second = await it.open(other);
  await show(other, thread);

  await app.send("once");
  await expect(second.decision("pending")).toHaveCount(1);
  await decide(
    app,
    answers,
    COMMAND,
    async (card) => {
      await expect(card).toContainText("echo once");
      await press(card.getByRole("button", { name: "Approve", exact: true }));
    },
    { decision: "accept" },
  );
  await expect(second.decision("resolved")).toHaveAttribute("data-outcome", "answered-elsewhere", { timeout: 2000 });
  await expect(second.decision("resolved")).toContainText("Answered on another device");
  await expect(app.turn("completed")).toHaveCount(1);

  await app.send("ruled");
  await decide(
    app,
    answers,
    COMMAND,
    async (card) => await press(card.getByRole("button", { name: "Approve and add a rule" })),
    { decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["echo", "ruled"] } } },
  );
  await expect(app.turn("completed")).toHaveCount(2);

  await app.send("files");
  await decide(
    app,
    answers,
    FILES,
    async (card) => {
      await expect(card).toContainText("# A better project");
      await press(card.getByRole("button", { name: "Approve", exact: true }));
    },
    { decision: "accept" },
  );
  await expect(app.turn("completed")).toHaveCount(3);
  expect(readFileSync(join(it.project, "README.md"), "utf8")).toBe("# A better project\n");

  await app.send("never");
  await expect(app.decision("pending")).toHaveCount(1);
  const before = answers().length;
  await press(app.decision("pending").getByRole("button", { name: "Cancel turn" }));
  await expect(app.turn("interrupted")).toHaveCount(1);
  await expect(app.decision("pending")).toHaveCount(0);
  expect(answers().slice(before)).toMatchObject([{ result: { decision: "cancel" } }]);
  await other.context().close();
});

test("[DEC-151] permissions in part, questions in plan mode, a tool of an MCP server, its form, and a tool of the client", async ({
  page,
  rig,
}) => {
  const out = newFolder("granted");
  const script: Script = (request) => {
    const output = [...request.outputs.values()].at(-1) ?? "";
    if (request.outputsSinceUser > 0) return [say(`Got ${output}`)];
    const text = request.userTexts.at(-1) ?? "";
    if (text === "rights")
      return [
        call("request_permissions", {
          reason: "to build",
          permissions: { network: { enabled: true }, file_system: { write: [out] } },
        }),
      ];
    if (text === "question")
      return [
        call("request_user_input", {
          questions: [
            {
              id: "db",
              header: "Store",
              question: "Which store?",
              options: [
                { label: "SQLite (Recommended)", description: "One file." },
                { label: "Postgres", description: "A server." },
              ],
            },
            {
              id: "why",
              header: "Why",
              question: "Why that one?",
              options: [
                { label: "Speed", description: "It is fast." },
                { label: "Habit", description: "It is known." },
              ],
            },
          ],
        }),
      ];
    if (text === "tool") return [call("write", { what: "a line" }, "mcp__fixture")];
    if (text === "form") return [call("ask", {}, "mcp__fixture")];
    if (text === "client") return [call("lookup", { q: "x" })];
    return [say("Nothing.")];
  };
  const { options, answers } = noted(script, {
    features: { request_permissions_tool: true },
    mcpServers: { fixture: { command: process.execPath, args: [MCP] } },
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
  const thread = (started.value as { thread: { id: string } }).thread.id;
  await show(page, thread);

  await app.send("rights");
  await decide(
    app,
    answers,
    "item/permissions/requestApproval",
    async (card) => {
      await expect(card).toContainText("to build");
      await card.getByRole("checkbox", { name: "Use the network" }).uncheck();
      await press(card.getByRole("button", { name: "Approve for this session" }));
    },
    {
      permissions: {
        fileSystem: {
          read: null,
          write: [out],
          entries: [{ path: { type: "path", path: out }, access: "write" }],
        },
      },
      scope: "session",
    },
  );
  await expect(app.item("agentMessage").last()).toContainText(out);
  await expect(app.turn("completed")).toHaveCount(1);

  await node.session.request("turn/start", {
    threadId: thread,
    input: [{ type: "text", text: "question", text_elements: [] }],
    collaborationMode: {
      mode: "plan",
      settings: { model: "mock-model", reasoning_effort: null, developer_instructions: null },
    },
  });
  await decide(
    app,
    answers,
    "item/tool/requestUserInput",
    async (card) => {
      await card.getByRole("radio", { name: "Postgres" }).check();
      await card.getByRole("radio", { name: "Other" }).nth(1).check();
      await card.getByRole("textbox", { name: "Other answer" }).fill("It is there.");
      await expect(card.getByRole("button", { name: "Submit" })).not.toHaveAttribute("aria-disabled");
      await card.getByRole("textbox", { name: "Other answer" }).press("Enter");
    },
    { answers: { db: { answers: ["Postgres"] }, why: { answers: ["It is there."] } } },
  );
  await expect(app.decision("resolved").last()).toContainText("Store: Postgres; Why: It is there.");
  await expect(app.turn("completed")).toHaveCount(2);

  await node.session.request("turn/start", {
    threadId: thread,
    input: [{ type: "text", text: "tool", text_elements: [] }],
    collaborationMode: {
      mode: "default",
      settings: { model: "mock-model", reasoning_effort: null, developer_instructions: null },
    },
  });
  await decide(
    app,
    answers,
    ELICITATION,
    async (card) => {
      await expect(card).toContainText('"what": "a line"');
      await press(card.getByRole("button", { name: "Approve for this session" }));
    },
    { action: "accept", content: {}, _meta: { persist: "session" } },
  );
  await expect(app.item("agentMessage").last()).toContainText("wrote a line");
  await expect(app.turn("completed")).toHaveCount(3);
  await app.send("tool");
  await expect(app.turn("completed")).toHaveCount(4);
  await expect(app.decision("pending"), "the session's approval holds").toHaveCount(0);

  await app.send("form");
  await decide(
    app,
    answers,
    ELICITATION,
    async (card) => {
      await press(card.getByRole("button", { name: "Submit" }));
      await expect(card.getByText("This has to be filled in.")).toBeVisible();
      await card.getByRole("textbox", { name: "Name" }).fill("Ada");
      await card.getByRole("radio", { name: "Green" }).check();
      await card.getByRole("textbox", { name: "Count" }).fill("4");
      await card.getByRole("checkbox", { name: "Go on" }).uncheck();
      await press(card.getByRole("button", { name: "Submit" }));
    },
    { action: "accept", content: { colour: "green", count: 4, goOn: false, name: "Ada" }, _meta: null },
  );
  await expect(app.item("agentMessage").last()).toContainText("Ada");
  await expect(app.turn("completed")).toHaveCount(5);

  await app.send("client");
  await decide(
    app,
    answers,
    "item/tool/call",
    async (card) => {
      await card.getByRole("textbox", { name: "Text" }).fill("found it");
      await press(card.getByRole("button", { name: "Submit" }));
    },
    { contentItems: [{ type: "inputText", text: "found it" }], success: true },
  );
  await expect(app.item("agentMessage").last()).toContainText("Got found it");
  node.session.close();
});

test("[DEC-152] an approval inside a sub-agent's thread is answered there", async ({ page, rig }) => {
  const script: Script = (request) => {
    if (request.userTexts.at(-1) === "Count the tests.")
      return request.outputsSinceUser === 0
        ? [exec("echo 12 tests", { escalated: "Count outside?" })]
        : [say("Child: 12 tests.")];
    const outputs = [...request.outputs.values()];
    if (request.outputsSinceUser === 0) return [call("spawn_agent", { message: "Count the tests." }, "multi_agent_v1")];
    if (request.outputsSinceUser === 1) {
      const agent = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(outputs.at(-1) ?? "")?.[0] ?? "";
      return [call("wait_agent", { targets: [agent], timeout_ms: 30_000 }, "multi_agent_v1")];
    }
    return [say("Parent: the child counted.")];
  };
  const { options, answers } = noted(script);
  const it = await rig(options);
  const app = await it.open(page);
  const node = await device(it);
  const parent = await app.startThread(it.project);
  await app.send("Let someone count.");
  const asked = await node.until("the child's request", () =>
    [...node.session.state.decisions.values()].find(({ state }) => state.type === "pending"),
  );
  if (asked.thread === null) throw new Error("no thread");
  expect(asked.thread).not.toBe(parent);
  await show(page, asked.thread);
  await decide(
    app,
    answers,
    COMMAND,
    async (card) => await press(card.getByRole("button", { name: "Approve", exact: true })),
    { decision: "accept" },
  );
  await expect(app.item("agentMessage").last()).toContainText("Child: 12 tests.");
  await show(page, parent);
  await expect(app.item("agentMessage").last()).toContainText("Parent: the child counted.", { timeout: 40_000 });
  node.session.close();
});
