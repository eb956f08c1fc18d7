// Messages and commands in all their variety: phases, citations, sources, what was typed; and a thread of a child.
import type { ThreadState } from "../../../projection/state.ts";
import { createThreadState } from "../../../projection/thread-state.ts";
import { add, HOME, NOW, reported, runs, says, thinks, told, turnIn, user } from "./parts.ts";

export function commandsThread(): ThreadState {
  const state = createThreadState("t-commands");
  reported(state, { type: "active", flags: [] });
  const turn = turnIn(state, "commands-1");
  user(turn, "Set up the database, then tell me what you did.");
  told(turn, { type: "agentMessage", text: "I'll look at how it was set up before.", phase: "commentary" });
  add(turn, "reasoning", {
    summary: ["**Remembering the last set-up**\n\nThe notes say that the port had to be changed."],
    content: ["raw: port 5432 taken -> 5433? check notes. user wants summary after."],
  });
  runs(turn, "createdb courier && psql -p 5433 -f schema.sql", "CREATE TABLE\nCREATE TABLE\n", {
    actions: [
      { type: "unknown", command: "createdb courier" },
      { type: "read", name: "schema.sql", path: "schema.sql" },
    ],
    processId: "1041",
    source: "unifiedExecStartup",
  });
  runs(turn, "/bin/bash -lc 'python tools/ask.py'", "Name? Ada\r\nHello, Ada\r\nSure? y\r\nDone.\r\n", {
    typed: [
      { text: "Ada\n", at: 23 },
      { text: "y\n", at: 40 },
    ],
    processId: "1042",
    source: "unifiedExecStartup",
  });
  runs(turn, "scripts/render.py --all", "ok\n", { pluginId: "studio@1.2", scriptPath: "scripts/render.py" });
  runs(turn, "git status", "clean\n", { source: "userShell" });
  runs(turn, "rm -rf build", "", { status: "declined", exitCode: null, durationMs: null });
  told(turn, {
    type: "agentMessage",
    text: "The database runs on port 5433.",
    phase: "final_answer",
    delivery: "async",
    memoryCitation: {
      entries: [
        { path: "notes/courier.md", lineStart: 12, lineEnd: 19, note: "Port 5432 is taken by the old server." },
        { path: "notes/habits.md", lineStart: 3, lineEnd: 3, note: "" },
      ],
      threadIds: ["t-retry"],
    },
  });
  told(turn, { type: "agentMessage", text: "An afterthought.", phase: "encore" });
  const planned = turnIn(state, "commands-2");
  told(planned, { type: "plan", text: "1. Move the port to the settings\n2. Say so in the notes" });
  const steps = turnIn(state, "commands-3");
  steps.plan = [{ step: "Move the port", status: "completed" }];
  told(steps, { type: "plan", text: "1. Move the port to the settings" });
  const open = turnIn(state, "commands-4", { reported: "inProgress", startedAt: NOW - 12_000 });
  thinks(open, "Waiting for the prompt");
  runs(open, "ssh staging", "Password: ", {
    phase: "open",
    exitCode: null,
    status: "inProgress",
    durationMs: null,
    startedAt: NOW - 9000,
    processId: "1050",
    typed: [{ text: "\u0003", at: 0 }],
  });
  return state;
}

/** What a sub-agent did, in a thread of its own. */
export function childThread(): ThreadState {
  const state = createThreadState("t-child");
  reported(state, { type: "idle" });
  const turn = turnIn(state, "child-1");
  user(turn, "Count the tests of the parser.");
  runs(turn, "pnpm vitest list | wc -l", "212\n", { cwd: `${HOME}/src/parser` });
  says(turn, "212 tests.");
  return state;
}
