// The host around the stories: its list of threads.
import { createHostState } from "../../../projection/host-fold.ts";
import type { HostState, ThreadStatus, ThreadSummary } from "../../../projection/state.ts";
import { HOME, MIN, NOW } from "./parts.ts";

function summary(id: string, name: string, more: Partial<ThreadSummary>): ThreadSummary {
  return {
    id,
    name,
    preview: name,
    cwd: `${HOME}/src/courier`,
    branch: "main",
    createdAt: NOW - 60 * MIN,
    updatedAt: NOW,
    status: { type: "idle" },
    source: "appServer",
    parent: null,
    forkedFrom: null,
    recoveredFrom: null,
    agent: null,
    section: null,
    archived: false,
    deleted: false,
    ephemeral: false,
    historyMode: "paginated",
    modelProvider: "openai",
    lastTurn: null,
    beside: null,
    failure: null,
    heldElsewhere: false,
    notResumable: false,
    listed: true,
    ...more,
  };
}

/** The host with its list and what waits. */
export function storyHost(): HostState {
  const state = createHostState("relay-1");
  state.current = "g1";
  state.generations.set("g1", {
    id: "g1",
    userAgent: "longwire/0.149.1 (Debian 13; x86_64)",
    codexHome: `${HOME}/.codex`,
    end: null,
    open: new Map(),
    loaded: new Set(["t-p99"]),
    silenced: new Set(),
    initialized: true,
    stopping: new Set(),
    doubtful: new Set(),
    serverAt: null,
  });
  const active: ThreadStatus = { type: "active", flags: ["waitingOnApproval"] };
  for (const thread of [
    summary("t-retry", "Retry uploads after resume", { branch: "fix/resume", status: active }),
    summary("t-ci", "Upgrade the CI image", { updatedAt: NOW - 4 * MIN, status: active }),
    summary("t-p99", "Why is p99 up since Tuesday?", {
      cwd: `${HOME}/src/edge`,
      updatedAt: NOW - 61 * MIN,
      status: { type: "active", flags: [] },
    }),
    summary("t-asks", "Everything that can be asked", { updatedAt: NOW - 9 * MIN, status: active }),
    summary("t-pin", "House style for error messages", {
      updatedAt: NOW - 9000 * MIN,
      section: { id: "01984de2-8f74-7c91-a3b2-5c5e937cf318", name: "Pinned" },
    }),
    summary("t-reviews", "All tides of the year", { updatedAt: NOW - 4 * MIN }),
    summary("t-old", "First try at the new importer", { updatedAt: NOW - 50_000 * MIN, archived: true }),
    summary("t-gone", "Scratch", { updatedAt: NOW - 1500 * MIN, deleted: true, branch: null }),
    summary("t-fork", "Port the parser tests, but with fixtures", {
      cwd: `${HOME}/src/parser`,
      updatedAt: NOW - 195 * MIN,
      forkedFrom: "t-parser",
      lastTurn: { id: "x", status: "completed" },
    }),
    summary("t-parser", "Port the parser tests", { cwd: `${HOME}/src/parser`, updatedAt: NOW - 190 * MIN }),
    summary("t-ends", "Every way a turn can end", { cwd: `${HOME}/src/parser`, updatedAt: NOW - 250 * MIN }),
    summary("t-mishaps", "What can go wrong in a turn", {
      updatedAt: NOW - 260 * MIN,
      status: { type: "systemError" },
      lastTurn: { id: "m4", status: "failed" },
      failure: "The conversation is too long for the model.",
    }),
    summary("t-again", "Summarise the harbour log", {
      updatedAt: NOW - MIN,
      status: { type: "active", flags: [] },
      lastTurn: { id: "r1", status: "inProgress" },
      beside: { turn: "r1", stop: "none", attempt: 2, elsewhere: false },
    }),
    summary("t-tools", "Every kind of tool call", { updatedAt: NOW - 300 * MIN }),
    summary("t-media", "Every kind of part and medium", { updatedAt: NOW - 310 * MIN }),
    summary("t-agents", "Agents, searches, reviews", { updatedAt: NOW - 320 * MIN }),
    summary("t-child", "Count the tests of the parser", {
      updatedAt: NOW - 321 * MIN,
      parent: "t-agents",
      agent: "Euclid",
    }),
    summary("t-commands", "Every kind of command and message", { updatedAt: NOW - 330 * MIN }),
    summary("t-told", "Everything that is told beside a turn", { updatedAt: NOW - 340 * MIN }),
    summary("t-flaky", "Flaky login test", { updatedAt: NOW - 3000 * MIN, failure: "usage limit until 14:05" }),
    summary("t-notes", "Tidy the release notes", { updatedAt: NOW - 6000 * MIN, heldElsewhere: true }),
  ])
    state.threads.set(thread.id, thread);
  return state;
}
