// What the cards read from requests and what they answer: every result is held against the schema of the pinned server.
import { describe, expect, test } from "vitest";
import { answerDetail, answerWords, isNo } from "./answer-words.ts";
import { readApproval } from "./approvals.ts";
import { accepted, notAccepted, readElicitation, webHost } from "./elicitation.ts";
import { contentOf } from "./form.ts";
import { asAsked, grant, grantedWords, readPermissionRequest } from "./permissions.ts";
import { answersOf, type Given, readQuestions } from "./questions.ts";
import { checkAnswer, responseForm } from "./response-schemas.ts";
import { readToolCall, toolContent, toolResult } from "./tool-call.ts";

const PERMISSIONS = "item/permissions/requestApproval";
const QUESTIONS = "item/tool/requestUserInput";
const ELICITATION = "mcpServer/elicitation/request";
const scope = { threadId: "T", turnId: "t", itemId: "i" };

/** The card, or a failure of the test. */
function given<T>(card: T | null): T {
  if (card === null) throw new Error("not read");
  return card;
}

describe("permissions", () => {
  const asked = {
    ...scope,
    startedAtMs: 1,
    cwd: "/w",
    reason: "why",
    environmentId: null,
    permissions: {
      network: { enabled: true },
      fileSystem: {
        read: ["/a"],
        write: ["/b", "/c"],
        globScanMaxDepth: 3,
        entries: [
          { path: { type: "path", path: "/a" }, access: "read" },
          { path: { type: "path", path: "/b" }, access: "write" },
          { path: { type: "path", path: "/c" }, access: "write" },
          { path: { type: "glob_pattern", pattern: "**/.env" }, access: "deny" },
          { path: { type: "special", value: { kind: "slash_tmp" } }, access: "write" },
          { path: { type: "warp", to: 9 }, access: "write" },
        ],
      },
      macos: { calendar: true },
    },
    later: { x: 1 },
  };
  const card = given(readPermissionRequest(asked));

  test("[DEC-110] each right is named once, in words; what this app cannot name is shown raw and not chosen beforehand", () => {
    expect(card.parts.map((part) => [part.kind, part.words])).toEqual([
      ["right", "Use the network"],
      ["right", "Read /a"],
      ["right", "Read and write /b"],
      ["right", "Read and write /c"],
      ["limit", "Except everything that matches **/.env"],
      ["right", "Read and write /tmp"],
      ["unknown", '{"path":{"type":"warp","to":9},"access":"write"}'],
      ["unknown", 'macos: {"calendar":true}'],
    ]);
    expect(asAsked(card).size).toBe(5);
    expect(card.more).toEqual([["later", '{"x":1}']]);
  });

  test("[DEC-111] a part is granted in the shape in which it was asked for, with its limits; nothing chosen grants nothing", () => {
    expect(grant(card, new Set(["read /a", "write /c"]), "session")).toEqual({
      permissions: {
        fileSystem: {
          read: ["/a"],
          write: ["/c"],
          globScanMaxDepth: 3,
          entries: [
            asked.permissions.fileSystem.entries[0],
            asked.permissions.fileSystem.entries[2],
            asked.permissions.fileSystem.entries[3],
          ],
        },
      },
      scope: "session",
    });
    expect(grant(card, new Set(["network"]), "turn")).toEqual({
      permissions: { network: { enabled: true } },
      scope: "turn",
    });
    expect(grant(card, new Set(), "turn")).toEqual({ permissions: {}, scope: "turn" });
    expect(grant(card, new Set(), "turn", true), "nothing granted asks for no review").toEqual({
      permissions: {},
      scope: "turn",
    });
    for (const chosen of [new Set<string>(), asAsked(card), new Set(["macos"])])
      expect(checkAnswer(PERMISSIONS, grant(card, chosen, "turn"))).toEqual([]);
    expect(grantedWords(grant(card, new Set(["network", "read /a"]), "turn"))).toEqual([
      "Use the network",
      "Read /a",
      "Except everything that matches **/.env",
    ]);
  });

  test("[DEC-112] lists without entries are enough; a shape of another kind is one raw right; none at all is no such request", () => {
    const lists = given(
      readPermissionRequest({ permissions: { network: null, fileSystem: { read: null, write: ["/x"] } } }),
    );
    expect(grant(lists, asAsked(lists), "turn")).toEqual({
      permissions: { fileSystem: { read: null, write: ["/x"] } },
      scope: "turn",
    });
    const odd = given(readPermissionRequest({ permissions: { fileSystem: 7, network: { enabled: "some" } } }));
    expect(odd.parts.map(({ kind }) => kind)).toEqual(["unknown", "unknown"]);
    expect(grant(odd, new Set(["fileSystem"]), "turn")).toMatchObject({ permissions: { fileSystem: 7 } });
    expect(readPermissionRequest({ ...scope })).toBeNull();
  });
});

describe("questions", () => {
  const asked = {
    ...scope,
    isBlocking: true,
    autoResolutionMs: 60_000,
    questions: [
      {
        id: "db",
        header: "Store",
        question: "Which one?",
        isOther: true,
        isSecret: false,
        options: [
          { label: "SQLite", description: "One file" },
          { label: "Postgres", description: "A server" },
        ],
      },
      { id: "__proto__", header: "Key", question: "The key?", isOther: false, isSecret: true, options: null, hint: 1 },
    ],
  };
  const card = given(readQuestions(asked));

  test("[DEC-120] options with descriptions, own words where they are allowed, secrets, countdown and what is unknown", () => {
    expect(card).toMatchObject({ blocking: true, autoResolutionMs: 60_000 });
    expect(card.questions).toMatchObject([
      { id: "db", freeText: true, secret: false, options: [{ label: "SQLite", description: "One file" }, {}] },
      { id: "__proto__", freeText: true, secret: true, options: [], more: [["hint", "1"]] },
    ]);
  });

  test("[DEC-121] every question id is in the answer, options by label; one that was not answered has an empty list", () => {
    const all = new Map<string, Given>([
      ["db", { type: "option", label: "SQLite" }],
      ["__proto__", { type: "text", text: "s3cret" }],
    ]);
    expect(JSON.stringify(answersOf(card, all))).toBe(
      '{"answers":{"db":{"answers":["SQLite"]},"__proto__":{"answers":["s3cret"]}}}',
    );
    const other = answersOf(card, new Map<string, Given>([["db", { type: "text", text: "Flat files" }]]));
    expect(JSON.stringify(other)).toBe('{"answers":{"db":{"answers":["Flat files"]},"__proto__":{"answers":[]}}}');
    expect(checkAnswer(QUESTIONS, other)).toEqual([]);
  });

  test("[DEC-122] what cannot be answered by a form is left to the raw card: no id, one id twice, no question at all", () => {
    expect(readQuestions({ questions: [{ question: "?" }] })).toBeNull();
    expect(readQuestions({ questions: [{ id: "a" }, { id: "a" }] })).toBeNull();
    expect(readQuestions({ questions: [] })).toBeNull();
    expect(readQuestions({ questions: [{ id: "a", options: [{ text: "x" }] }] })).toBeNull();
  });

  test("[DEC-123] the line that stays tells what was answered, and never an answer to a secret question", () => {
    const answer = {
      type: "result",
      result: { answers: { db: { answers: ["SQLite"] }, ["__proto__"]: { answers: ["s3cret"] } } },
    } as const;
    expect(answerDetail({ method: QUESTIONS, params: asked }, answer)).toBe("Store: SQLite; Key: (secret)");
  });
});

describe("elicitation", () => {
  const base = { threadId: "T", turnId: null, serverName: "files", message: "Who?", _meta: null };

  test("[DEC-130] form, consent, page and tool approval are told apart; an unknown mode is left to the raw card", () => {
    const schema = { type: "object", properties: { name: { type: "string" } } };
    expect(readElicitation({ ...base, mode: "form", requestedSchema: schema })).toMatchObject({ kind: "form" });
    expect(readElicitation({ ...base, mode: "openai/form", requestedSchema: schema })).toMatchObject({ kind: "form" });
    const empty = { type: "object", properties: {} };
    expect(readElicitation({ ...base, mode: "form", requestedSchema: empty })).toMatchObject({ kind: "consent" });
    expect(readElicitation({ ...base, mode: "openai/form", requestedSchema: 7 })).toMatchObject({ kind: "raw" });
    expect(readElicitation({ ...base, mode: "url", url: "https://a.example/x" })).toMatchObject({
      kind: "url",
      host: "a.example",
    });
    expect(readElicitation({ ...base, mode: "dance" })).toBeNull();
    const tool = readElicitation({
      ...base,
      mode: "form",
      requestedSchema: empty,
      _meta: {
        codex_approval_kind: "mcp_tool_call",
        persist: ["session", "always", "a week"],
        tool_title: "Count",
        tool_params: { to: 3 },
        source: "x",
      },
    });
    expect(tool).toMatchObject({
      kind: "toolApproval",
      tool: "Count",
      input: { to: 3 },
      more: [["source", "x"]],
      persist: [
        { value: "session", label: "Approve for this session" },
        { value: "always", label: "Approve always" },
        { value: "a week", label: "Approve: a week" },
      ],
    });
  });

  test("[DEC-131] accepting, declining and cancelling are three answers, and all fit the schema", () => {
    for (const result of [accepted({}), accepted({ a: 1 }, "session"), notAccepted("decline"), notAccepted("cancel")])
      expect(checkAnswer(ELICITATION, result)).toEqual([]);
    expect(accepted({}, "session")).toEqual({ action: "accept", content: {}, _meta: { persist: "session" } });
    expect(notAccepted("cancel")).toEqual({ action: "cancel", content: null, _meta: null });
    expect(isNo({ type: "result", result: notAccepted("decline") })).toBe(true);
    expect(
      answerWords(
        { method: ELICITATION, params: { _meta: { codex_approval_kind: "mcp_tool_call" } } },
        { type: "result", result: accepted({}, "session") },
      ),
    ).toBe("Approved for this session");
  });

  test("[DEC-132] only http and https addresses may be opened", () => {
    expect(webHost("https://user@a.example:8/x")).toBe("a.example:8");
    for (const url of ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "//a.example", "nonsense", ""])
      expect(webHost(url)).toBeNull();
  });
});

describe("tool calls and the rest", () => {
  test("[DEC-140] a tool call is answered with content and success; empty parts are left out", () => {
    expect(readToolCall({ ...scope, callId: "c", namespace: "ui", tool: "ask", arguments: { a: 1 } })).toMatchObject({
      name: "ui.ask",
      arguments: { a: 1 },
    });
    expect(readToolCall({ ...scope })).toBeNull();
    const result = toolResult(
      [toolContent("inputText", "done"), toolContent("inputImage", ""), toolContent("inputAudio", "data:audio/wav,x")],
      false,
    );
    expect(result).toEqual({
      contentItems: [
        { type: "inputText", text: "done" },
        { type: "inputAudio", audioUrl: "data:audio/wav,x" },
      ],
      success: false,
    });
    expect(checkAnswer("item/tool/call", result)).toEqual([]);
  });

  test("[DEC-141] a form is made from the response schema of a generic request; a result that does not fit is told", () => {
    expect(
      responseForm("account/chatgptAuthTokens/refresh")?.fields.map(({ name, required }) => [name, required]),
    ).toEqual([
      ["accessToken", true],
      ["chatgptAccountId", true],
      ["chatgptPlanType", false],
    ]);
    expect(responseForm("currentTime/read")?.fields[0]?.kind).toEqual({ type: "number", integer: true });
    expect(responseForm("attestation/generate")?.fields[0]?.kind).toMatchObject({ type: "text", secret: true });
    for (const method of ["applyPatchApproval", "execCommandApproval"]) {
      const kind = responseForm(method)?.fields[0]?.kind;
      expect(kind?.type === "choice" && kind.options.map(({ value }) => value)).toContain("approved");
    }
    expect(responseForm("hologram/project")).toBeNull();
    expect(checkAnswer("currentTime/read", { currentTimeAt: "now" })).not.toEqual([]);
    expect(checkAnswer("hologram/project", 7)).toEqual([]);
  });

  test("[DEC-172] the line that stays of access to a host names the host", () => {
    const params = { ...scope, networkApprovalContext: { host: "a.example", protocol: "https" } };
    expect(answerDetail({ method: "item/commandExecution/requestApproval", params }, null)).toBe("access to a.example");
    expect(answerDetail({ method: "item/commandExecution/requestApproval", params: scope }, null)).toBeNull();
  });

  test("[DEC-158] the older approvals offer every answer of their schema; one that takes more than a word is written", () => {
    for (const method of ["applyPatchApproval", "execCommandApproval"]) {
      const form = given(responseForm(method));
      const kind = form.fields[0]?.kind;
      if (kind?.type !== "choice") throw new Error("no choice");
      for (const { value } of kind.options) expect(checkAnswer(method, { decision: value })).toEqual([]);
      const denied = given(kind.options.find(({ title }) => title === "denied") ?? null);
      expect(denied).toMatchObject({ written: true, value: { denied: { rejection: "" } } });
      const text = '{"denied":{"rejection":"no"}}';
      expect(contentOf(form, new Map([["decision", [denied.key, text]]])).content).toEqual({
        decision: { denied: { rejection: "no" } },
      });
      expect(contentOf(form, new Map([["decision", [denied.key, "{"]]])).problems.size).toBe(1);
    }
  });

  test("[DEC-142] the choices of approvals fit their schemas", () => {
    for (const method of ["item/commandExecution/requestApproval", "item/fileChange/requestApproval"]) {
      const card = given(readApproval({ method, params: scope }));
      for (const choice of card.choices) expect(checkAnswer(method, choice.result)).toEqual([]);
    }
  });

  test("[DEC-143] a command's parsed actions are told in words, what is unknown as it is", () => {
    const card = readApproval({
      method: "item/commandExecution/requestApproval",
      params: {
        ...scope,
        command: "x",
        environmentId: "remote",
        commandActions: [
          { type: "read", command: "cat a", name: "a", path: "/w/a" },
          { type: "search", command: "rg x", query: "x", path: null },
          { type: "unknown", command: "y" },
          { type: "teleport" },
        ],
      },
    });
    expect(card).toMatchObject({
      actions: ["reads /w/a", "searches for x", '{"type":"teleport"}'],
      more: [["environmentId", "remote"]],
    });
  });
});
