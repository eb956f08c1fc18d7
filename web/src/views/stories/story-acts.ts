// The acts on whole threads in stories: reads answer from memory, the rest is told to be done and is not.
import type { BranchActs, GoalActs, QueueActs, ReviewActs, TerminalActs, ThreadActs } from "../../actions/contract.ts";
import type { SettingsActs } from "../../actions/thread-settings.ts";
import type { Outcome } from "../../host/model.ts";
import { HOME, MIN, NOW } from "./threads/parts.ts";

const done = (): Promise<Outcome<null>> => Promise.resolve({ ok: true, value: null });

export const storyActs: ThreadActs = {
  rename: done,
  pin: done,
  archive: () =>
    Promise.resolve({
      ok: false,
      reason: { type: "rpc", code: -32600, message: "thread t-notes already has an active writer", data: null },
    }),
  unarchive: done,
  remove: done,
  fork: () => Promise.resolve({ ok: true, value: { thread: "t-ends" } }),
  compact: done,
  release: done,
  unload: done,
  takeOver: done,
  setBranch: done,
  details: () =>
    Promise.resolve({
      ok: true,
      value: {
        cliVersion: "0.149.1",
        path: `${HOME}/.codex/sessions/2026/11/30/rollout-2026-11-30T15-26-09-01a22d10-4212-7430-9814-cca029ddf78f.jsonl`,
        sha: "4f0c1d2e5b6a79881706d5c4b3a2918070f6e5d4",
        origin: "https://git.example.org/mara/courier.git",
        createdAt: NOW - 400 * MIN,
      },
    }),
  refresh: done,
  loadMoreArchived: () => Promise.resolve({ ok: true, value: { more: true } }),
  search: () =>
    Promise.resolve({
      ok: true,
      value: {
        named: ["t-p99"],
        said: [
          {
            thread: "t-ci",
            snippet: "…the image is pulled again after each resume, since the cache key holds the date…",
          },
          { thread: "t-flaky", snippet: "resume it with the same seed" },
        ],
      },
    }),
  searchStored: () =>
    Promise.resolve([{ thread: "t-ci", snippet: "…pulled again after each resume, since the cache…" }]),
};

export const storyReview: ReviewActs = {
  start: () => Promise.resolve({ ok: true, value: { thread: "t-ends" } }),
  branches: () => Promise.resolve({ ok: true, value: ["main", "harbour/tides", "origin/main", "release/2.4"] }),
  commits: () =>
    Promise.resolve({
      ok: true,
      value: [
        { sha: "4f0c1d2e5b6a79881706d5c4b3a2918070f6e5d4", title: "Tides: read the table once" },
        { sha: "90ab12cd34ef567890ab12cd34ef567890ab12cd", title: "Courier: retry with the same seed" },
      ],
    }),
};

export const storyGoals: GoalActs = {
  read: () => Promise.resolve({ ok: true, value: null }),
  set: done,
  clear: done,
};

export const storyTerminals: TerminalActs = {
  list: () =>
    Promise.resolve({
      ok: true,
      value: {
        terminals: [
          {
            item: "c1",
            process: "46451",
            command: "npm run dev -- --host 127.0.0.1 --port 5173",
            cwd: `${HOME}/courier/web`,
            pid: 48_213,
            cpuPercent: 3.4,
            bytes: 148_000_000,
          },
          {
            item: "c2",
            process: "65083",
            command: "tail -f log/courier.log",
            cwd: `${HOME}/courier`,
            pid: null,
            cpuPercent: null,
            bytes: null,
          },
        ],
        more: false,
      },
    }),
  end: () => Promise.resolve({ ok: true, value: true }),
  endAll: done,
};

export const storySettings: SettingsActs = {
  choices: () =>
    Promise.resolve({
      ok: true,
      value: {
        models: [
          {
            model: "gpt-5.5-codex",
            name: "GPT-5.5 Codex",
            description: "Made for work on code.",
            hidden: false,
            efforts: [
              { effort: "low", description: "Fast, for small changes" },
              { effort: "medium", description: "Balanced" },
              { effort: "high", description: "Thinks longer, for hard problems" },
            ],
            defaultEffort: "medium",
            tiers: [{ id: "priority", name: "Fast", description: "Faster answers that use more of your limit." }],
            personality: true,
            upgrade: null,
            availability: null,
          },
          {
            model: "gpt-5.5",
            name: "GPT-5.5",
            description: "A model for everything.",
            hidden: false,
            efforts: ["low", "medium", "high", "ultra"].map((effort) => ({ effort, description: "" })),
            defaultEffort: "medium",
            tiers: [],
            personality: false,
            upgrade: { model: "gpt-5.5-codex", words: "GPT-5.5 Codex is better at code.", retires: null },
            availability: null,
          },
        ],
        modes: [
          { mode: "plan", name: "Plan", model: null, effort: "medium" },
          { mode: "default", name: "Default", model: null, effort: null },
        ],
        profiles: [
          { id: ":read-only", description: null, allowed: true },
          { id: ":workspace", description: null, allowed: true },
          { id: ":danger-full-access", description: null, allowed: false },
          { id: "docs-only", description: "May write in docs/ alone.", allowed: true },
        ],
        requirements: { approvalPolicies: null, sandboxModes: null, reviewers: null, webSearch: null },
      },
    }),
  change: done,
};

export const storyQueue: QueueActs = {
  list: done,
  edit: done,
  reorder: done,
  remove: () => Promise.resolve({ ok: true, value: true }),
  start: done,
  shell: done,
};

export const storyBranch: BranchActs = {
  forkAt: () => Promise.resolve({ ok: true, value: { thread: "t-ends" } }),
  takeBack: done,
  askAside: () => Promise.resolve({ ok: true, value: { thread: "t-ends" } }),
  goOn: () => Promise.resolve({ ok: true, value: { thread: "t-ends" } }),
};
