// One card of each kind that has something to fill in.
import type { Decision } from "../../../decisions/state.ts";
import type { HostState, ThreadState } from "../../../projection/state.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { decision, HOME, MIN, NOW, reported, turnIn, user } from "./parts.ts";

export function asksThread(host: HostState): ThreadState {
  const state = createThreadState("t-asks");
  reported(state, { type: "active", flags: ["waitingOnApproval"] });
  const turn = turnIn(state, "a-1", { reported: "inProgress", startedAt: NOW - 2 * MIN });
  user(turn, "Ask me everything.");
  const asked = (key: string, method: string, params: object, more: Partial<Decision> = {}) => {
    const made = decision(key, state.id, method, { threadId: state.id, turnId: "a-1", ...params }, more);
    made.turn = "a-1";
    state.decisions.set(key, made);
    host.decisions.set(key, made);
    turn.entries.push({ type: "decision", key });
  };
  asked("p1", "item/permissions/requestApproval", {
    reason: "The build fetches packages and writes its cache.",
    cwd: `${HOME}/src/courier`,
    permissions: {
      network: { enabled: true },
      fileSystem: {
        read: null,
        write: [`${HOME}/.cache/courier`],
        entries: [
          { path: { type: "path", path: `${HOME}/.cache/courier` }, access: "write" },
          { path: { type: "glob_pattern", pattern: "**/.env" }, access: "deny" },
        ],
      },
      macos: { calendar: true },
    },
  });
  asked("p2", "item/tool/requestUserInput", {
    isBlocking: true,
    autoResolutionMs: 180_000,
    questions: [
      {
        id: "db",
        header: "Store",
        question: "Where should acknowledged offsets live?",
        isOther: true,
        isSecret: false,
        options: [
          { label: "SQLite (Recommended)", description: "One file beside the queue; survives a restart." },
          { label: "In memory", description: "Gone when the process ends." },
        ],
      },
      { id: "key", header: "Key", question: "The staging key?", isOther: false, isSecret: true, options: null },
    ],
  });
  asked("p3", "mcpServer/elicitation/request", {
    serverName: "calendar",
    mode: "form",
    _meta: null,
    message: "Where should the reminder go?",
    requestedSchema: {
      type: "object",
      properties: {
        name: { type: "string", title: "Name", description: "As it appears in the invitation", minLength: 2 },
        email: { type: "string", title: "E-mail", format: "email" },
        colour: { type: "string", title: "Colour", enum: ["r", "g"], enumNames: ["Red", "Green"], default: "g" },
        days: { type: "array", title: "Days", items: { type: "string", enum: ["Mon", "Tue", "Wed"] } },
        count: { type: "integer", title: "How often", minimum: 0, maximum: 10, default: 3 },
        goOn: { type: "boolean", title: "Remind me again", default: true },
      },
      required: ["name"],
    },
  });
  asked("p4", "mcpServer/elicitation/request", {
    serverName: "files",
    mode: "form",
    _meta: {
      codex_approval_kind: "mcp_tool_call",
      persist: ["session", "always"],
      tool_description: "Writes a file on the share.",
      tool_params: { path: "/share/notes.md", text: "hello" },
    },
    message: 'Allow the files MCP server to run tool "write"?',
    requestedSchema: { type: "object", properties: {} },
  });
  asked("p5", "mcpServer/elicitation/request", {
    serverName: "tracker",
    mode: "url",
    _meta: null,
    message: "Sign in to the tracker.",
    url: "https://tracker.example/authorize?client=longwire&state=9f2c",
    elicitationId: "e1",
  });
  asked("p6", "item/tool/call", { callId: "c", namespace: null, tool: "lookup_ticket", arguments: { id: "CO-113" } });
  asked("p7", "currentTime/read", {}, { rivals: ['{"id":0,"method":"other/request"}'] });
  asked(
    "p8",
    "item/commandExecution/requestApproval",
    { itemId: "gone", availableDecisions: ["accept", "decline"] },
    {
      state: { type: "pending", back: "The thread had moved on before it was sent." },
    },
  );
  const accept = { type: "result", result: { action: "accept" } } as const;
  const ends: Decision["state"][] = [
    { type: "resolved", outcome: "answered-here", answer: accept, at: NOW },
    { type: "resolved", outcome: "answered-here", answer: { type: "result", result: { action: "decline" } }, at: NOW },
    { type: "resolved", outcome: "refused", answer: { type: "error", code: -32601, message: "" }, at: NOW },
    { type: "resolved", outcome: "answered-elsewhere", answer: null, at: NOW },
    { type: "resolved", outcome: "auto-resolved", answer: null, at: NOW },
    { type: "withdrawn", at: NOW },
    { type: "closed", outcome: "turn-ended", answer: null, at: NOW },
  ];
  ends.forEach((end, n) =>
    asked(`e${n}`, "mcpServer/elicitation/request", { serverName: "calendar", mode: "form" }, { state: end }),
  );
  return state;
}
