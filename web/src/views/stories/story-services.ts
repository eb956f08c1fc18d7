// Fake services over story states: everything answers from memory.
import type { Actions, AppServices } from "../../actions/contract.ts";
import type { Changed, HostSession, OpenThread, SessionFacts } from "../../host/model.ts";
import type { Journal } from "../../journal/journal.ts";
import { storyWire } from "./story-wire.ts";
import { createThreadState } from "../../projection/thread-state.ts";
import type { ThreadState } from "../../projection/state.ts";
import { storyThreads } from "./story-state.ts";
import { storyHost } from "./threads/host.ts";
import {
  storyBranch,
  storySettings,
  storyActs,
  storyGoals,
  storyQueue,
  storyReview,
  storyTerminals,
} from "./story-acts.ts";
import { SHOWN_BEFORE } from "./threads/mishaps.ts";
import { addOlder, stream } from "./threads/long.ts";

const FOLDERS = [
  "courier",
  "edge",
  "parser",
  "dotfiles",
  "notes",
  ".cache",
  ".config",
  "releases",
  "staging-infra",
  "website",
];

const STORY_FILE = Array.from(
  { length: 240 },
  (_, n) => `export const step${n} = async (retries = ${n % 7}): Promise<string> => "${"courier ".repeat(n % 5)}";`,
).join("\n");

/** The acts that stories tell of; rooms of others are looked at on a real App Server. */
function told(actions: Partial<Actions>): Actions {
  const none = () => Promise.reject(new Error("There is no story of this room."));
  // Whatever is asked for is a door that answers with a promise, and so is what stands in for it.
  return new Proxy(actions, { get: (of, name) => Reflect.get(of, name) ?? none }) as Actions;
}

/** `name`: full, offline, empty, refused, unpaired. */
export function createStoryServices(name: string): AppServices {
  const memory = new Map<string, unknown>([["relay-1/settings-shown/t-mishaps", SHOWN_BEFORE]]);
  const journal = {
    ...storyWire(),
    get: (key: string) => Promise.resolve(memory.get(key)),
    put: (key: string, value: unknown) => {
      memory.set(key, value);
      return Promise.resolve();
    },
  } as unknown as Journal;
  const listeners = new Set<Changed>();
  const tell: Changed = (objects) => {
    for (const listener of listeners) listener(objects);
  };
  const session = storySession(name, listeners, tell);
  const actions = told({
    threads: () => Promise.resolve(storyActs),
    branch: () => Promise.resolve(storyBranch),
    review: () => Promise.resolve(storyReview),
    goals: () => Promise.resolve(storyGoals),
    terminals: () => Promise.resolve(storyTerminals),
    settings: () => Promise.resolve(storySettings),
    queue: () => Promise.resolve(storyQueue),
    account: () => import("../../actions/account.ts").then(({ accountActs }) => accountActs),
    mcp: () => import("../../actions/mcp.ts").then(({ mcpActs }) => mcpActs),
    skills: () => import("../../actions/skills.ts").then(({ skillActs }) => skillActs),
    plugins: () => import("../../actions/plugins.ts").then(({ pluginActs }) => pluginActs),
    completions: () => import("../../actions/completions.ts").then(({ completionActs }) => completionActs),
    startThread: () => Promise.resolve({ ok: true, value: { thread: "t-retry" } }),
    listDirectory: (_session, path) =>
      Promise.resolve(
        path.includes("nope")
          ? {
              ok: false,
              reason: { type: "rpc", code: -32603, message: "No such file or directory (os error 2)", data: null },
            }
          : { ok: true, value: FOLDERS.map((folder) => ({ name: folder, isDirectory: true, isFile: false })) },
      ),
    readConfig: () =>
      Promise.resolve({
        ok: true,
        value: {
          model: "gpt-5.6-sol",
          modelProvider: "openai",
          effort: "medium",
          approvalPolicy: "on-request",
          sandbox: "workspace-write",
          trust: null,
        },
      }),
    inspectFile: (_session, path) =>
      Promise.resolve({
        ok: true,
        value: { kind: "file", bytes: path.endsWith(".bin") ? 6_200_000 : 4200, link: false },
      }),
    readFile: () => Promise.resolve({ ok: true, value: new TextEncoder().encode(STORY_FILE) }),
    loadMoreThreads: () => Promise.resolve({ ok: true, value: { more: false } }),
    loadOlder: async (_session, thread) => {
      await new Promise((done) => setTimeout(done, 200));
      addOlder(thread.state);
      tell(new Set<object>([thread.state]));
      return { ok: true, value: { more: thread.state.older !== null } };
    },
    refetch: () => Promise.resolve({ ok: true, value: null }),
  });
  const record = { id: "relay-1", url: "ws://127.0.0.1:4177/relay", token: "", label: "devbox", addedAt: 0 };
  return {
    journal,
    actions,
    hosts: () => (name === "unpaired" ? [] : [{ record, session }]),
    ready: () => true,
    onHosts: () => () => undefined,
    pair: () =>
      Promise.resolve({
        ok: false,
        message: "The relay did not answer in time. Is it running, and is this the right link?",
      }),
    removeHost: () => Promise.resolve(),
    storage: () => Promise.resolve({ used: 48_200_000, quota: 12_000_000_000, persisted: false }),
    persist: () => Promise.resolve(true),
  };
}

function storySession(name: string, listeners: Set<Changed>, tell: Changed): HostSession {
  const state = storyHost();
  if (name === "empty") state.threads.clear();
  if (name === "empty") state.decisions.clear();
  const threads: Map<string, ThreadState> = storyThreads(state);
  const offline = name === "offline";
  const facts: SessionFacts = {
    connection: offline ? "offline" : name === "refused" ? "refused" : "live",
    link: offline
      ? { type: "offline", reason: "The relay cannot be reached.", retryAt: Date.now() + 8000 }
      : name === "refused"
        ? {
            type: "refused",
            refusal: { type: "refused", reason: "bad-token", detail: "", retryAfterMs: null },
            retryAt: null,
          }
        : { type: "attached" },
    clients: 2,
    maxMessage: 64 * 1024 * 1024,
    journal: { type: "ok" },
    outbox: offline
      ? [
          {
            id: "s:w9",
            intent: {
              type: "message",
              thread: "t-retry",
              clientUserMessageId: "w9",
              line: "",
              text: "And add a line to the changelog.",
              lastTurn: null,
            },
            at: Date.now(),
            state: { type: "waiting" },
          },
        ]
      : [],
    returned: [],
    latencyMs: 24,
    label: "devbox",
    stored: true,
    trouble: null,
    userAgent: "longwire/0.149.1 (Debian 13; x86_64)",
  };
  const done = () => Promise.resolve();
  return {
    id: "relay-1",
    state,
    facts: () => facts,
    onNotification: () => () => undefined,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openThread(id): OpenThread {
      const state = threads.get(id);
      if (name === "stream" && state !== undefined) stream(state, tell);
      return {
        state: threads.get(id) ?? createThreadState(id),
        ready: true,
        fetching: { type: "no" },
        source: {},
        close: () => undefined,
      };
    },
    refetch: () => Promise.resolve({ ok: true, value: null }),
    request: () => Promise.resolve({ ok: false, reason: { type: "not-sent", message: "A story sends nothing." } }),
    sendMessage: () => Promise.resolve("m"),
    sendReturned: done,
    outputSchema: () => null,
    setOutputSchema: () => undefined,
    interrupt: done,
    stopByForce: done,
    answer: done,
    discard: done,
    reconnect: () => undefined,
    close: () => undefined,
  };
}
