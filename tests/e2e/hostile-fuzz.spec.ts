// Every field of every kind of line missing or of a wrong type, one at a time: nothing is thrown, the thread stays usable.
import { closeStages, stage, typing } from "../support/hostile-stage.ts";
import { expect, test } from "../support/rig.ts";

test.afterEach(closeStages);

const P = { threadId: "T1", turnId: "t1" };
const item = (id: string, more: Record<string, unknown>) => ({
  method: "item/completed",
  params: { ...P, item: { id, ...more } },
});
const SEEDS: Record<string, unknown>[] = [
  {
    method: "turn/started",
    params: { threadId: "T1", turn: { id: "t1", items: [], status: "inProgress", error: null } },
  },
  item("m", { type: "agentMessage", text: "x", phase: null, memoryCitation: null }),
  item("u", {
    type: "userMessage",
    clientId: "c",
    content: [
      { type: "text", text: "x" },
      { type: "localImage", path: "/x" },
    ],
  }),
  item("r", { type: "reasoning", summary: ["a"], content: ["b"] }),
  item("c", {
    type: "commandExecution",
    command: "ls",
    cwd: "/",
    status: "completed",
    source: "agent",
    processId: "1",
    commandActions: [{ type: "read", name: "a", path: "/a" }],
    aggregatedOutput: "x",
    exitCode: 0,
    durationMs: 1,
  }),
  item("f", {
    type: "fileChange",
    status: "completed",
    changes: [{ path: "/a", kind: { type: "update", move_path: "/b" }, diff: "@@ -1 +1 @@\n-a\n+b\n" }],
  }),
  item("p", { type: "plan", text: "x" }),
  item("k", { type: "contextCompaction" }),
  item("t", {
    type: "mcpToolCall",
    server: "s",
    tool: "t",
    status: "completed",
    arguments: {},
    result: { content: [{ type: "text", text: "x" }] },
    error: { message: "x" },
  }),
  item("w", { type: "webSearch", query: "q", action: { type: "search", query: "q" } }),
  item("a", {
    type: "collabAgentToolCall",
    tool: "spawn",
    status: "completed",
    senderThreadId: "T1",
    receiverThreadIds: ["T9"],
    prompt: "x",
    agentsStates: { T9: { status: "running" } },
  }),
  { method: "item/agentMessage/delta", params: { ...P, itemId: "m", delta: "x" } },
  { method: "item/commandExecution/outputDelta", params: { ...P, itemId: "c", delta: "x" } },
  { method: "item/commandExecution/terminalInteraction", params: { ...P, itemId: "c", processId: "1", stdin: "x" } },
  { method: "item/reasoning/summaryTextDelta", params: { ...P, itemId: "r", delta: "x", summaryIndex: 0 } },
  { method: "turn/plan/updated", params: { ...P, explanation: "x", plan: [{ step: "a", status: "inProgress" }] } },
  { method: "turn/diff/updated", params: { ...P, diff: "x" } },
  {
    method: "thread/tokenUsage/updated",
    params: { ...P, tokenUsage: { total: { totalTokens: 1 }, last: { totalTokens: 1 }, modelContextWindow: 10 } },
  },
  {
    method: "thread/status/changed",
    params: { threadId: "T1", status: { type: "active", activeFlags: ["waitingOnApproval"] } },
  },
  {
    method: "thread/settings/updated",
    params: {
      threadId: "T1",
      threadSettings: { cwd: "/tmp", model: "m", approvalPolicy: "never", sandboxPolicy: { type: "readOnly" } },
    },
  },
  { method: "thread/name/updated", params: { threadId: "T1", threadName: "x" } },
  {
    method: "error",
    params: { ...P, willRetry: true, error: { message: "x", codexErrorInfo: null, additionalDetails: null } },
  },
  {
    method: "account/rateLimits/updated",
    params: { rateLimits: { primary: { usedPercent: 1, windowDurationMins: 300, resetsAt: 1 }, secondary: null } },
  },
  {
    id: 100,
    method: "item/commandExecution/requestApproval",
    params: {
      ...P,
      itemId: "c",
      command: "ls",
      cwd: "/",
      reason: "r",
      availableDecisions: ["accept", { acceptWithExecpolicyAmendment: { a: ["x"] } }],
      commandActions: [{ type: "read" }],
      networkApprovalContext: { host: "h", protocol: "https" },
    },
  },
  { id: 101, method: "item/fileChange/requestApproval", params: { ...P, itemId: "f", reason: "r", grantRoot: "/" } },
  {
    id: 102,
    method: "item/permissions/requestApproval",
    params: {
      ...P,
      itemId: "c",
      cwd: "/",
      reason: "r",
      permissions: {
        network: { enabled: true },
        fileSystem: { read: ["/a"], write: ["/b"], entries: [{ path: { type: "path", path: "/a" }, access: "read" }] },
      },
    },
  },
  {
    id: 103,
    method: "item/tool/requestUserInput",
    params: {
      ...P,
      itemId: "q",
      questions: [
        {
          id: "q",
          header: "h",
          question: "?",
          isOther: true,
          isSecret: false,
          options: [{ label: "l", description: "d" }],
        },
      ],
      autoResolutionMs: 1000,
    },
  },
  {
    id: 104,
    method: "mcpServer/elicitation/request",
    params: {
      ...P,
      serverName: "s",
      mode: "form",
      message: "m",
      requestedSchema: {
        type: "object",
        properties: { a: { type: "string", title: "t", enum: ["x"] } },
        required: ["a"],
      },
      _meta: { codex_approval_kind: "mcp_tool_call", persist: ["session"] },
    },
  },
  { id: 105, method: "item/tool/call", params: { ...P, callId: "c", tool: "t", arguments: { a: 1 } } },
  { method: "serverRequest/resolved", params: { threadId: "T1", requestId: 999 } },
];
const WRONG: unknown[] = [null, 0, "", "word", [], {}, [null], true, -1e308];

/** The value with each of its fields, at any depth, left out or replaced in turn. */
function* broken(value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  const entries: [string, unknown][] = Object.entries(value);
  const rebuilt = (key: string, put: (list: [string, unknown][]) => [string, unknown][]): unknown => {
    const made = put(entries.filter(([name]) => name !== key));
    return Array.isArray(value) ? made.map(([, one]) => one) : Object.fromEntries(made);
  };
  for (const [key, inner] of entries) {
    yield rebuilt(key, (rest) => rest);
    for (const wrong of WRONG) yield rebuilt(key, (rest) => [...rest, [key, wrong]]);
    for (const variant of broken(inner)) yield rebuilt(key, (rest) => [...rest, [key, variant]]);
  }
}

test("[VIW-192] any field of any line may be missing or of a wrong type: nothing is thrown, live and after a reload, and the thread goes on", async ({
  page,
  rig,
}) => {
  test.setTimeout(180_000);
  const { puppet, app, wrongs } = await stage(page, rig);
  await puppet.begin("t1");
  let id = 1000;
  let count = 0;
  for (const seed of SEEDS) {
    let lines = "";
    const asks = "id" in seed;
    let nth = 0;
    for (const line of broken(seed)) {
      nth += 1;
      // Each request is a card: a part of them is enough for the page, all kinds of fields included.
      if (asks && nth % 7 !== 0) continue;
      const own = asks && typeof line === "object" && line !== null && "id" in line && line.id === seed["id"];
      lines += `${JSON.stringify(own ? { ...line, id: id++ } : line)}\n`;
      count += 1;
    }
    await puppet.raw(lines);
    await puppet.item("t1", {
      type: "agentMessage",
      id: `after-${count}`,
      text: `alive ${count}`,
      phase: null,
      memoryCitation: null,
    });
    expect(wrongs, JSON.stringify(seed).slice(0, 120)).toEqual([]);
  }
  console.log(`${count} broken lines`);
  await typing(app);
  await puppet.begin("t2");
  await puppet.item("t2", {
    type: "agentMessage",
    id: "end",
    text: "still here at the end",
    phase: null,
    memoryCitation: null,
  });
  await puppet.end("t2");
  await expect(app.transcript).toContainText("still here at the end", { timeout: 60_000 });
  // All of the transcript is drawn once, piece by piece.
  const undrawn = await page.getByTestId("transcript").evaluate(async (element) => {
    const found = new Set<string>();
    for (let steps = 0; element.scrollTop > 0 && steps < 400; steps += 1) {
      element.scrollBy(0, -1500);
      await new Promise(requestAnimationFrame);
      for (const one of element.querySelectorAll<HTMLElement>("[data-item-id]"))
        if (one.innerText.includes("could not be drawn")) found.add(one.outerHTML.slice(0, 300));
    }
    return [...found];
  });
  expect(undrawn).toEqual([]);
  expect(wrongs).toEqual([]);
  expect(await page.getByText("This page could not be shown").count()).toBe(0);
  await page.reload();
  await app.live();
  await expect(app.transcript).toContainText("still here at the end", { timeout: 60_000 });
  expect(wrongs).toEqual([]);
});
