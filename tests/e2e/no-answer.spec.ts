// No answer without the person. Every kind of request meets every mode and setting, tabs that are hidden, frozen, offline,
// reloaded and left alone for hours, keys that only lead to a card; and then everything that reached the App Server's stdin
// is searched for an answer. There is none: no result, no error.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import { newFolder } from "@longwire/fixtures/codex-home";
import { exec, patch, say, type Script, type Step } from "@longwire/fixtures/provider/steps";
import { serverRequestSurface } from "@longwire/shared-protocol/surface";
import { answersTo, back, go, waits } from "../support/asking.ts";
import { codexCommand } from "../support/codex-binary.ts";
import { startNodeSession } from "../support/node-session.ts";
import { puppetThread, startPuppet } from "../support/puppet.ts";
import { App, expect, test, type Rig } from "../support/rig.ts";
import { firstModel } from "../support/told.ts";

const TEE = fileURLToPath(new URL("../support/tee-app-server.mjs", import.meta.url));
const MCP = fileURLToPath(new URL("../../fixtures/src/mcp-server.mjs", import.meta.url));

// Modes, as the protocol names them.

const POLICIES = [
  "never",
  "on-request",
  "untrusted",
  {
    granular: {
      sandbox_approval: true,
      rules: true,
      skill_approval: true,
      request_permissions: true,
      mcp_elicitations: true,
    },
  },
] as const;
const SANDBOXES = ["read-only", "workspace-write", "danger-full-access"] as const;
const REVIEWERS = ["user", "auto_review", "guardian_subagent"] as const;
const COLLABORATIONS = ["default", "plan"] as const;

interface Mode {
  policy: (typeof POLICIES)[number];
  sandbox: (typeof SANDBOXES)[number];
  reviewer: (typeof REVIEWERS)[number];
  collaboration: (typeof COLLABORATIONS)[number];
}

/** Every policy with every sandbox, asked of the person; and every policy with each of the other reviewers. */
const MODES: readonly Mode[] = POLICIES.flatMap((policy, p) => [
  ...SANDBOXES.map((sandbox, s) => ({
    policy,
    sandbox,
    reviewer: REVIEWERS[0],
    collaboration: COLLABORATIONS[(p + s) % 2] ?? "default",
  })),
  ...REVIEWERS.slice(1).map((reviewer, r) => ({
    policy,
    sandbox: SANDBOXES[r] ?? "read-only",
    reviewer,
    collaboration: COLLABORATIONS[(p + r) % 2] ?? "default",
  })),
]);

/** What happens around a page that a person is not answering in; nothing of it is a press on a button of a card. */
async function leaveAlone(it: Rig, context: BrowserContext, pages: readonly Page[], threads: readonly string[]) {
  const [first] = pages;
  if (first === undefined) throw new Error("no page");
  const all = async (act: (page: Page) => Promise<unknown>): Promise<void> => {
    for (const page of pages) await act(page);
  };
  const live = () => all((page) => new App(page).live());

  // Every setting, at every value, with the cards looked at after each.
  await context.grantPermissions(["notifications"], { origin: new URL(it.link()).origin });
  await everySetting(first);

  // The keys that lead to what waits, and typing beside a card. Enter sends a message, and answers nothing.
  await go(first, "/inbox");
  for (const key of ["j", "k", "F8", "Shift+F8", "Escape", "?", "Escape"]) await first.keyboard.press(key);
  for (const thread of threads.slice(0, 2)) {
    await go(first, `/t/${thread}`);
    await first.getByRole("textbox", { name: "Message" }).fill("typed beside a card");
    await first.getByRole("textbox", { name: "Message" }).press("Shift+Enter");
    await first.getByRole("textbox", { name: "Message" }).fill("");
  }

  // Not looked at; frozen; without a network, the line cut, and back.
  await all((page) =>
    page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      dispatchEvent(new Event("blur"));
    }),
  );
  await context.setOffline(true);
  it.proxy.cutAll();
  await all((page) => expect(page.locator("[data-connection]").first()).not.toHaveAttribute("data-connection", "live"));
  await context.setOffline(false);
  await all((page) =>
    page.evaluate(() => {
      Reflect.deleteProperty(document, "visibilityState");
      Reflect.deleteProperty(document, "hidden");
      document.dispatchEvent(new Event("visibilitychange"));
      dispatchEvent(new Event("focus"));
    }),
  );
  await all(back);
  await live();
  for (const page of pages) {
    const cdp = await context.newCDPSession(page);
    await cdp.send("Page.setWebLifecycleState", { state: "frozen" });
    await cdp.send("Page.setWebLifecycleState", { state: "active" });
    await cdp.detach();
  }
  await all((page) => page.reload());
  await live();

  // Hours go by, for all that the pages can tell.
  await all((page) => page.clock.fastForward("02:00:00"));
  await all(back);
  await live();
}

/** Turns every choice of every settings page to every value; buttons that are no choices are left alone. */
async function everySetting(page: Page): Promise<void> {
  await go(page, "/settings");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  const places = await page
    .getByRole("main")
    .locator('a[href^="/settings"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href") ?? "/settings"))]);
  let turned = 0;
  for (const place of new Set(["/settings", ...places])) {
    await go(page, place);
    const main = page.getByRole("main");
    const on = main.getByRole("button", { name: "Turn on notifications" });
    if ((await on.count()) > 0) {
      await on.click();
      await expect(main.getByRole("button", { name: "Turn off notifications" })).toBeVisible();
      turned += 1;
    }
    const choices = main.locator('input[type="checkbox"], input[type="radio"], [role="switch"], select');
    for (let n = 0; n < (await choices.count()); n += 1) {
      const choice = choices.nth(n);
      // One that has gone since it was seen is none.
      const usable = await choice.isEnabled({ timeout: 5_000 }).catch(() => false);
      if (!usable || !(await choice.isVisible())) continue;
      const tag = await choice.evaluate((element) => element.tagName);
      if (tag === "SELECT")
        for (const value of await choice
          .locator("option")
          .evaluateAll((all) => all.map((o) => o.getAttribute("value"))))
          await choice.selectOption(value ?? "");
      else await choice.click();
      turned += 1;
    }
    const off = main.getByRole("button", { name: "Turn off notifications" });
    if ((await off.count()) > 0) {
      await off.click();
      await expect(on).toBeVisible();
      // As it is for most who have it: on, with content.
      await on.click();
      await main.getByRole("checkbox", { name: /Say which thread/ }).check();
    }
  }
  expect(turned, "the settings were found").toBeGreaterThan(3);
  await go(page, "/inbox");
  await expect(page.getByRole("heading", { name: "Waiting for you" })).toBeVisible();
}

// What the pinned App Server can be brought to ask

const call = (name: string, args: Readonly<Record<string, unknown>>, namespace?: string): Step => ({
  type: "call",
  name,
  arguments: args,
  ...(namespace === undefined ? {} : { namespace }),
});

const ASKS: ReadonlyMap<string, Step> = new Map([
  ["command", exec("touch /made-by-nobody", { escalated: "May I?" })],
  ["files", patch("*** Add File: /made-by-nobody.txt\n+nobody")],
  ["rights", call("request_permissions", { reason: "to build", permissions: { network: { enabled: true } } })],
  [
    "question",
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
      ],
    }),
  ],
  ["form", call("ask", {}, "mcp__fixture")],
  ["tool", call("write", { what: "a line" }, "mcp__fixture")],
  ["client", call("lookup", { q: "x" })],
]);

const isMcp = (step: Step): boolean => step.type === "call" && step.namespace?.startsWith("mcp__") === true;

/** The one tool of the client. */
const LOOKUP = {
  type: "function" as const,
  name: "lookup",
  description: "Looks up.",
  inputSchema: { type: "object", properties: {} },
};

test("[DEC-192] whatever the pinned App Server asks, in whatever mode, no answer reaches it without the person", async ({
  page,
  context,
  rig,
}) => {
  test.setTimeout(240_000);
  const script: Script = (request) => {
    const step = ASKS.get(request.userTexts.at(-1) ?? "");
    return request.outputsSinceUser === 0 && step !== undefined ? [step] : [say("Done.")];
  };
  const log = join(newFolder("stdin"), "lines");
  writeFileSync(log, "");
  const it = await rig({
    script,
    codex: {
      features: { request_permissions_tool: true },
      mcpServers: { fixture: { command: process.execPath, args: [MCP] } },
    },
    relay: { command: [process.execPath, TEE, log, ...codexCommand(), "app-server"] },
  });
  await page.clock.install();
  const app = await it.open(page);
  const tab = await context.newPage();
  await tab.clock.install();
  await tab.goto(new URL("/inbox", page.url()).href);
  await new App(tab).live();
  const node = startNodeSession(it.relay());
  await node.until("live", () => node.session.facts().connection === "live");

  const model = await firstModel(node);
  const threads: string[] = [];
  const refused: string[] = [];
  const ask = async (mode: Mode, kind: string, mcp: boolean): Promise<void> => {
    const started = await node.session.request("thread/start", {
      cwd: it.project,
      historyMode: "paginated",
      approvalPolicy: mode.policy,
      sandbox: mode.sandbox,
      approvalsReviewer: mode.reviewer,
      config: { mcp_servers: { fixture: { enabled: mcp } } },
      dynamicTools: [LOOKUP],
    });
    if (!started.ok) {
      refused.push(`${kind} ${JSON.stringify(mode)} ${JSON.stringify(started.reason)}`);
      return;
    }
    const { id } = (started.value as { thread: { id: string } }).thread;
    threads.push(id);
    const turn = await node.session.request("turn/start", {
      threadId: id,
      input: [{ type: "text", text: kind, text_elements: [] }],
      collaborationMode: {
        mode: mode.collaboration,
        settings: { model, reasoning_effort: null, developer_instructions: null },
      },
    });
    if (!turn.ok) refused.push(`${kind} ${JSON.stringify(mode)} ${JSON.stringify(turn.reason)}`);
  };
  for (const [n, mode] of MODES.entries()) {
    const kinds = [...ASKS].filter(([kind, step]) => {
      // Each of these starts a process of the MCP server: every third mode, which is every policy once at least.
      if (isMcp(step)) return n % 3 === 0;
      // Other reviewers are for approvals.
      return mode.reviewer === "user" || ["command", "files", "rights"].includes(kind);
    });
    await Promise.all(kinds.map(([kind, step]) => ask(mode, kind, isMcp(step))));
  }
  expect(refused, "modes that the pinned App Server does not take").toEqual([]);
  const open = () => [...node.session.state.decisions.values()].filter(({ state }) => state.type === "pending");
  await node.until(
    "each turn asks or is over",
    () => {
      const asking = new Set(open().map(({ thread }) => thread));
      const { threads: known } = node.session.state;
      return threads.every((id) => asking.has(id) || known.get(id)?.lastTurn?.status === "completed");
    },
    60_000,
  );
  // The page has them all as well: what came to the one came to the other.
  await expect.poll(async () => (await tab.title()) === `(${open().length}) Longwire`).toBe(true);
  const pending = open();
  expect([...new Set(pending.map(({ method }) => method))].sort()).toEqual([
    "item/commandExecution/requestApproval",
    "item/fileChange/requestApproval",
    "item/permissions/requestApproval",
    "item/tool/call",
    "item/tool/requestUserInput",
    "mcpServer/elicitation/request",
  ]);
  console.log(`${threads.length} turns in ${MODES.length} modes, ${pending.length} requests wait`);

  const askers = pending.flatMap(({ thread }) => (thread === null ? [] : [thread]));
  await leaveAlone(it, context, [page, tab], askers);

  // What the page writes does reach the App Server; and nothing before it was an answer.
  await app.startThread(it.project);
  await app.send("the last word");
  await expect(app.turn("completed")).toHaveCount(1);
  const lines = readFileSync(log, "utf8").split("\n").filter(Boolean);
  expect(lines.some((line) => line.includes("the last word"))).toBe(true);
  expect(lines.filter((line) => (JSON.parse(line) as { method?: string }).method === undefined)).toEqual([]);
  // The App Server waits a minute for a tool of an MCP server, which is shorter than this takes on a slow machine: then it ends
  // the turn by itself, and nothing was answered.
  const over = pending.filter(
    ({ method, state }) =>
      state.type !== "pending" &&
      !(
        method === "mcpServer/elicitation/request" &&
        state.type === "closed" &&
        state.outcome === "turn-ended" &&
        state.answer === null
      ),
  );
  expect(over, "requests that do not wait any more").toEqual([]);
  await expect(tab).toHaveTitle(`(${open().length}) Longwire`);
  node.session.close();
});

// Everything else that can be asked

const about = { turnId: "t1", itemId: "i" };
const QUESTION = { id: "q", header: "Q", question: "Which?", isOther: true, isSecret: false };
const FORM = { type: "object", properties: { name: { type: "string", default: "Ada" } } };
const elicitation = (more: object) => ({ turnId: "t1", serverName: "files", _meta: null, message: "May I?", ...more });

/** Every method with parameters that a card can be made of; several where there are several kinds of card. */
const REQUESTS: readonly (readonly [method: string, params: Record<string, unknown>])[] = [
  ["item/commandExecution/requestApproval", { ...about, command: "make", cwd: "/w" }],
  ["item/commandExecution/requestApproval", { ...about, availableDecisions: ["accept"], command: "make", cwd: "/w" }],
  ["item/fileChange/requestApproval", { ...about, grantRoot: "/w" }],
  ["item/permissions/requestApproval", { ...about, cwd: "/w", permissions: { network: { enabled: true } } }],
  ["item/tool/requestUserInput", { ...about, isBlocking: true, autoResolutionMs: null, questions: [QUESTION] }],
  ["item/tool/requestUserInput", { ...about, isBlocking: false, autoResolutionMs: 1000, questions: [QUESTION] }],
  [
    "item/tool/requestUserInput",
    { ...about, autoResolutionMs: 60_000, questions: [{ ...QUESTION, options: [{ label: "Only", description: "" }] }] },
  ],
  ["mcpServer/elicitation/request", elicitation({ mode: "form", requestedSchema: FORM })],
  ["mcpServer/elicitation/request", elicitation({ mode: "form", requestedSchema: { type: "object", properties: {} } })],
  ["mcpServer/elicitation/request", elicitation({ mode: "openai/form", requestedSchema: FORM })],
  ["mcpServer/elicitation/request", elicitation({ mode: "url", url: "https://a.example/", elicitationId: "e" })],
  [
    "mcpServer/elicitation/request",
    elicitation({
      mode: "form",
      requestedSchema: { type: "object", properties: {} },
      _meta: { codex_approval_kind: "mcp_tool_call", persist: ["session", "always"] },
    }),
  ],
  ["item/tool/call", { ...about, callId: "c", namespace: null, tool: "lookup", arguments: {} }],
  ["account/chatgptAuthTokens/refresh", { reason: "unauthorized", previousAccountId: null }],
  ["attestation/generate", {}],
  ["currentTime/read", {}],
  ["applyPatchApproval", { callId: "c", fileChanges: {}, reason: null, grantRoot: null }],
  ["execCommandApproval", { callId: "c", approvalId: null, command: ["ls"], cwd: "/w", reason: null, parsedCmd: [] }],
  ["hologram/project", { beam: 1 }],
  ["item/tool/requestUserInput", { questions: "none" }],
  ["__proto__", {}],
];

test("[DEC-193] every request of the protocol, and what is not of it, waits for the person in every mode, over every setting and however long", async ({
  page,
  context,
  rig,
}) => {
  test.setTimeout(240_000);
  expect([...serverRequestSurface.keys()].filter((method) => !REQUESTS.some(([name]) => name === method))).toEqual([]);
  const puppet = await startPuppet();
  const it = await rig({ script: () => [], relay: { command: puppet.command } });
  await page.clock.install();
  const app = await it.open(page);
  await app.startThread("/tmp");
  const tab = await context.newPage();
  await tab.clock.install();
  await tab.goto(new URL("/inbox", page.url()).href);
  await new App(tab).live();

  let id = 0;
  const threads: string[] = [];
  for (const [n, mode] of MODES.entries()) {
    const thread = `M${n}`;
    threads.push(thread);
    await puppet.say({ method: "thread/started", params: { thread: puppetThread(thread, { name: thread }) } });
    await puppet.begin("t1", thread);
    await puppet.say({
      method: "thread/settings/updated",
      params: {
        threadId: thread,
        threadSettings: {
          model: "m",
          cwd: "/tmp",
          approvalPolicy: mode.policy,
          approvalsReviewer: mode.reviewer,
          sandboxPolicy: {
            type: {
              "read-only": "readOnly",
              "workspace-write": "workspaceWrite",
              "danger-full-access": "dangerFullAccess",
            }[mode.sandbox],
          },
          collaborationMode: { mode: mode.collaboration, settings: { model: "m" } },
        },
      },
    });
    await puppet.say(waits(thread, "waitingOnApproval", "waitingOnUserInput"));
    for (const [method, params] of REQUESTS)
      await puppet.say({ id: id++, method, params: { threadId: thread, conversationId: thread, ...params } });
  }
  await expect(tab).toHaveTitle(`(${id}) Longwire`);

  // Each thread's cards are drawn, in both tabs; the countdowns run out in front of them.
  for (const [n, thread] of threads.entries()) {
    const at = n % 2 === 0 ? page : tab;
    await go(at, `/t/${thread}`);
    await expect(at.locator('[data-decision][data-state="pending"]').first()).toBeVisible();
    await at.clock.fastForward(61_000);
  }
  await go(page, "/inbox");
  await go(tab, `/t/${threads[0]}`);
  await leaveAlone(it, context, [page, tab], threads);

  // What the page writes does reach the App Server; and nothing before it was an answer.
  await go(page, "/t/T1");
  await app.send("the last word");
  await expect.poll(() => puppet.heard.some((line) => JSON.stringify(line).includes("the last word"))).toBe(true);
  expect(answersTo(puppet)).toEqual([]);
  await expect(tab).toHaveTitle(new RegExp(`^\\(${id}\\) `));
  await puppet.close();
});
