import { expect, test } from "vitest";
import type { Decision } from "../decisions/state.ts";
import type { ThreadSummary } from "../projection/state.ts";
import { hostAfter, tape } from "../projection/testing/rows.ts";
import { reply, request } from "../projection/testing/wire.ts";
import { homeOf, pendingDecisions, programCommand, serverWords, threadTitle } from "./thread-facts.ts";
import { rowFacts } from "./status/row-facts.ts";
import { createHostState } from "../projection/host-fold.ts";

const thread = (more: Partial<ThreadSummary> = {}): ThreadSummary => ({
  id: "T",
  name: null,
  preview: "",
  cwd: "/home/mara/src/courier",
  branch: "main",
  createdAt: 0,
  updatedAt: 0,
  status: { type: "idle" },
  source: "",
  parent: null,
  forkedFrom: null,
  recoveredFrom: null,
  agent: null,
  section: null,
  archived: false,
  deleted: false,
  ephemeral: false,
  historyMode: null,
  modelProvider: null,
  lastTurn: null,
  beside: null,
  failure: null,
  heldElsewhere: false,
  notResumable: false,
  listed: true,
  ...more,
});
const asking = (method: string, params: object): Decision => ({
  key: "k",
  generation: "g",
  id: 0,
  method,
  thread: "T",
  turn: null,
  item: null,
  params,
  line: "",
  at: 0,
  state: { type: "pending" },
  serverAt: null,
  standing: "seen",
  successor: null,
});

test("[VIW-45] a thread's dot and line say the most pressing thing: a decision, work, a failure, else its place", () => {
  const home = "/home/mara";
  expect(rowFacts(thread(), [], home, false)).toMatchObject({ dot: "idle", line: "~/src/courier · main" });
  const command = asking("item/commandExecution/requestApproval", { command: "apt-get update" });
  expect(rowFacts(thread({ failure: "x" }), [command], home, false)).toMatchObject({
    dot: "wait",
    line: "wants to run apt-get update",
  });
  expect(rowFacts(thread({ status: { type: "active", flags: [] } }), [], home, false).dot).toBe("run");
  expect(rowFacts(thread({ status: { type: "active", flags: ["waitingOnApproval"] } }), [], home, false).dot).toBe(
    "wait",
  );
  expect(rowFacts(thread({ failure: "usage limit" }), [], home, false)).toMatchObject({
    dot: "bad",
    line: "failed: usage limit",
  });
  expect(rowFacts(thread({ heldElsewhere: true }), [], home, false).line).toBe("open in another program");
});

test("[VIW-104] a row needs the person for the gravest of what waits: an approval before a question", () => {
  const question = asking("item/tool/requestUserInput", {});
  const files = asking("item/fileChange/requestApproval", {});
  const tool = asking("mcpServer/elicitation/request", { _meta: { codex_approval_kind: "mcp_tool_call" } });
  const form = asking("mcpServer/elicitation/request", { mode: "form" });
  const needs = (...waiting: (typeof question)[]) => rowFacts(thread(), waiting, null, false).needs;
  expect(needs()).toBeNull();
  expect(needs(question)).toBe("question");
  expect(needs(question, files)).toBe("approval");
  expect(rowFacts(thread(), [question, files], null, false).line).toBe("wants to change files");
  expect(needs(form)).toBe("question");
  expect(needs(form, tool)).toBe("approval");
  expect(needs(asking("some/new/method", {}))).toBe("approval");
  const flagged = (...flags: string[]) =>
    rowFacts(thread({ status: { type: "active", flags } }), [], null, false).needs;
  expect(flagged("waitingOnUserInput")).toBe("question");
  expect(flagged("waitingOnUserInput", "waitingOnApproval")).toBe("approval");
});

test("[VIW-46] without a connection nothing is said to be working", () => {
  const facts = rowFacts(thread({ status: { type: "active", flags: [] } }), [], null, true);
  expect(facts.dot).not.toBe("run");
  expect(facts.line).toContain("was working");
});

test("[SEC-44] names, previews and commands in the list cannot deceive by hidden characters", () => {
  const command = asking("item/commandExecution/requestApproval", { command: "echo ok\u202e fr- mr" });
  expect(rowFacts(thread(), [command], null, false).line).toBe("wants to run echo ok\\u{202E} fr- mr");
  expect(threadTitle(thread({ name: "a\u202eb" }), "T")).toBe("a\\u{202E}b");
  expect(threadTitle(thread({ preview: "first line\nsecond" }), "T")).toBe("first line");
});

test("[VIW-47] [VIW-820] the server's name, version and home folder are read from what the server said, else they are not known", () => {
  const state = createHostState("h");
  expect(serverWords(state)).toBeNull();
  expect(homeOf(state)).toBeNull();
  expect(pendingDecisions(state)).toEqual([]);
  state.current = "g";
  state.generations.set("g", {
    id: "g",
    userAgent: "longwire/0.149.1 (Debian 13.0.0; x86_64) xterm (longwire; 0.1.0)",
    codexHome: "/home/mara/.codex",
    end: null,
    open: new Map(),
    loaded: new Set(),
    silenced: new Set(),
    initialized: true,
    stopping: new Set(),
    doubtful: new Set(),
    serverAt: null,
  });
  expect(serverWords(state)).toBe("App Server 0.149.1");
  expect(homeOf(state)).toBe("/home/mara");
});

test.each([
  // Where an App Server keeps its own, the home folder, the command of its program.
  ["/home/mara/.codex", "/home/mara", "codex"],
  ["/home/mara/.heron", "/home/mara", "heron"],
  ["/root/.heron-2", "/root", "heron-2"],
  ["/var/lib/heron", null, null],
  ["/home/mara/.config/heron", null, null],
  ["/.heron", null, null],
  ["/home/mara/.", null, null],
  ["/home/mara/..", null, null],
  ["/home/mara/.heron/", null, null],
  ["/home/mara/.rm -rf ~; heron", null, null],
  ["/home/mara/.her\non", null, null],
  ["/home/mara/.$(heron)", null, null],
  ["C:\\Users\\mara\\.heron", null, null],
  [null, null, null],
])(
  "[VIW-821] an App Server that keeps its own in %j tells its home folder and its command by that, or not",
  (path, home, command) => {
    const state = hostAfter(
      tape()
        .out(request("i", "initialize", {}))
        .in(reply("i", { userAgent: "heron/2.4.0 (linux)", ...(path === null ? {} : { codexHome: path }) })).rows,
    );
    expect(serverWords(state)).toBe("heron 2.4.0");
    expect(homeOf(state)).toBe(home);
    expect(programCommand(state)).toBe(command);
  },
);
