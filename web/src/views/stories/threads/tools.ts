// Calls to tools: running, done, failed, left open, malformed, huge; of MCP servers and of clients.
import type { ThreadState } from "../../../projection/state.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { NOW, reported, told, turnIn, user } from "./parts.ts";

const call = (tool: string, more: object) => ({
  type: "mcpToolCall",
  server: "tracker",
  tool,
  status: "completed",
  arguments: {},
  appContext: null,
  pluginId: null,
  readOnlyHint: false,
  result: null,
  error: null,
  durationMs: 1840,
  ...more,
});
const text = (words: string) => ({ type: "text", text: words });

export function toolsThread(): ThreadState {
  const state = createThreadState("t-tools");
  reported(state, { type: "active", flags: [] });
  const done = turnIn(state, "mcp-1");
  user(done, "File what you found in the tracker.");
  told(
    done,
    call("list_issues", {
      readOnlyHint: true,
      arguments: { project: "courier", state: "open", limit: 20 },
      result: { content: [text("12 open issues")], structuredContent: { count: 12 }, _meta: null },
      durationMs: 380,
    }),
  );
  told(
    done,
    call("create_issue", {
      arguments: {
        title: "Uploads stop after the laptop slept",
        labels: ["bug", "upload"],
        body: "The queue counts what it sent, the server what it confirmed.\n\nAfter a sleep the two differ, so the first chunk is refused.",
        priority: 2,
      },
      appContext: {
        connectorId: "c-tracker",
        appName: "Tracker",
        actionName: "New issue",
        linkId: null,
        resourceUri: null,
      },
      pluginId: "tracker@1",
      result: {
        content: [
          text("Created **CO-114**. <b>Not bold.</b>"),
          {
            type: "resource_link",
            uri: "https://tracker.example/CO-114",
            name: "CO-114",
            description: "Uploads stop after the laptop slept",
            mimeType: "text/html",
          },
        ],
        structuredContent: { id: "CO-114", url: "https://tracker.example/CO-114", watchers: ["mara", "jo"] },
        _meta: null,
      },
    }),
  );
  told(
    done,
    call("assign_issue", {
      status: "failed",
      arguments: { id: "CO-114", to: "nobody" },
      error: { message: 'tracker: no user is called "nobody"\n    at assign (server.js:120)' },
      durationMs: 95,
    }),
  );
  told(done, call("comment", { arguments: null, result: { content: [], structuredContent: null, _meta: null } }));
  told(
    done,
    call("report", {
      arguments: { range: { from: "2026-01-01", to: "2026-11-30" }, format: "json" },
      result: {
        content: [
          text(JSON.stringify({ week: 48, opened: 12, closed: 9, slowest: ["CO-98", "CO-103"] })),
          text(Array.from({ length: 3000 }, (_, n) => `${n}\tCO-${n}\t${n % 3 === 0 ? "open" : "closed"}`).join("\n")),
          {
            type: "resource",
            resource: { uri: "tracker://CO-114/log", mimeType: "text/plain", text: "opened by mara" },
          },
          { type: "hologram", beam: { n: 1 } },
          { type: "image", data: 7, mimeType: "image/png" },
        ],
        structuredContent: null,
        _meta: null,
      },
      durationMs: 62_000,
    }),
  );
  told(done, { type: "mcpToolCall", server: "tracker", tool: ["not", "a", "name"], status: "completed" });
  told(done, {
    type: "dynamicToolCall",
    namespace: "office",
    tool: "lookup_ticket",
    arguments: { id: "CO-113" },
    status: "completed",
    contentItems: [
      { type: "inputText", text: "CO-113: closed in October." },
      { type: "inputScent", smell: "coffee" },
    ],
    success: true,
    durationMs: 700,
  });
  told(done, {
    type: "dynamicToolCall",
    namespace: null,
    tool: "lookup_ticket",
    arguments: "CO-999",
    status: "failed",
    contentItems: [{ type: "inputText", text: "There is no such ticket." }],
    success: false,
    durationMs: 12,
  });
  const left = turnIn(state, "mcp-2", { reported: "interrupted" });
  user(left, "And count them all.");
  told(left, call("count", { status: "inProgress", arguments: { to: 400 }, durationMs: null }), { phase: "closed" });
  told(left, call("count", { status: "paused", arguments: { to: 3 }, durationMs: null }), { phase: "completed" });
  const running = turnIn(state, "mcp-3", { reported: "inProgress", startedAt: NOW - 30_000 });
  user(running, "Go on counting.");
  told(
    running,
    call("peek", { status: "inProgress", readOnlyHint: true, arguments: { id: "CO-1" }, durationMs: null }),
    {
      phase: "open",
      startedAt: NOW - 4000,
    },
  );
  const counting = told(running, call("count", { status: "inProgress", arguments: { to: 400 }, durationMs: null }), {
    phase: "open",
    startedAt: NOW - 21_000,
  });
  if (counting.type === "mcpToolCall")
    counting.progress = Array.from({ length: 48 }, (_, n) => `counted ${n + 1} of 400`);
  return state;
}
