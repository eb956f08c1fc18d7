// The acts around reviews, goals and background terminals: what is asked, and what is left out.
import { describe, expect, test } from "vitest";
import type { HostSession, Outcome, RequestHow } from "../host/model.ts";
import { createHostState } from "../projection/host-fold.ts";
import { hostAfter, tape, T } from "../projection/testing/rows.ts";
import { status } from "../projection/testing/wire.ts";
import { goalActs } from "./goal.ts";
import { reviewActs } from "./review.ts";
import { terminalActs } from "./terminals.ts";
import { threadActs } from "./threads.ts";
import { settingsActs } from "./thread-settings.ts";

/** A session that gives prepared outcomes and writes down what it was asked. `loaded`: the thread T is. */
function session(loaded: boolean, ...outcomes: Outcome<unknown>[]) {
  const asked: [string, unknown][] = [];
  const fleeting: string[] = [];
  const listeners = new Set<() => void>();
  let connection = "live";
  const fake = {
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    facts: () => ({ connection }),
    state: loaded ? hostAfter(tape().in(status("idle")).rows) : createHostState("h"),
    request(method: string, params: unknown, how?: RequestHow) {
      asked.push([method, params]);
      if (how?.fleeting === true) fleeting.push(method);
      return Promise.resolve(outcomes.shift() ?? ok({}));
    },
  } as unknown as HostSession;
  const drop = (): void => {
    for (const word of ["offline", "live"]) {
      connection = word;
      for (const listener of listeners) listener();
    }
  };
  return { session: fake, asked, fleeting, drop, methods: () => asked.map(([method]) => method) };
}

const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const refused = (message: string): Outcome<unknown> => ({
  ok: false,
  reason: { type: "rpc", code: -32600, message, data: null },
});

describe("reviews", () => {
  test("[ACT-101] the delivery is left out unless the person chose it; the thread is loaded first where it is not", async () => {
    const here = session(true, ok({ turn: { id: "A" }, reviewThreadId: T }));
    expect(await reviewActs.start(here.session, T, { type: "baseBranch", branch: "main" }, false)).toEqual({
      ok: true,
      value: { thread: T },
    });
    expect(here.asked).toEqual([["review/start", { threadId: T, target: { type: "baseBranch", branch: "main" } }]]);
    const there = session(false, ok({}), ok({ reviewThreadId: "R" }));
    const target = { type: "commit", sha: "4f0c", title: null } as const;
    expect(await reviewActs.start(there.session, T, target, true)).toEqual({ ok: true, value: { thread: "R" } });
    expect(there.methods()).toEqual(["thread/resume", "review/start"]);
    expect(there.asked[1]?.[1]).toEqual({ threadId: T, target, delivery: "detached" });
    const held = session(false, refused("already has an active writer"));
    expect(await reviewActs.start(held.session, T, target, false)).toMatchObject({ ok: false });
    expect(held.methods()).toEqual(["thread/resume"]);
  });

  test("[ACT-108] branches and commits come of one git command in a read-only sandbox; what git cannot tell is said", async () => {
    const one = session(true, ok({ exitCode: 0, stdout: "main\norigin/main\n", stderr: "" }));
    expect(await reviewActs.branches(one.session, "/w")).toEqual({ ok: true, value: ["main", "origin/main"] });
    expect(one.asked).toHaveLength(1);
    expect(one.asked[0]).toMatchObject([
      "command/exec",
      {
        cwd: "/w",
        sandboxPolicy: { type: "readOnly" },
        command: expect.arrayContaining(["git", "for-each-ref"]) as string[],
      },
    ]);
    const [first, second] = ["4f0c".repeat(10), "90ab".repeat(16)];
    // A signature check may print as well, and the last line may be cut where the output is.
    const stdout = `gpg: Good signature\n${first} Tides: read once\n${second} \n4f0c4f0c4f`;
    const two = session(true, ok({ exitCode: 0, stdout, stderr: "" }));
    expect(await reviewActs.commits(two.session, "/w")).toEqual({
      ok: true,
      value: [
        { sha: first, title: "Tides: read once" },
        { sha: second, title: "" },
      ],
    });
    const dashed = session(true, ok({ exitCode: 0, stdout: "--output=x\nmain\n", stderr: "" }));
    const { value } = (await reviewActs.branches(dashed.session, "/w")) as { value?: string[] };
    expect(value, "no name that git would take for an option").toEqual(["heads/--output=x", "main"]);
    const none = session(true, ok({ exitCode: 128, stdout: "", stderr: "fatal: not a git repository\nmore" }));
    expect(await reviewActs.branches(none.session, "/w")).toMatchObject({
      ok: false,
      reason: { message: "git could not tell: fatal: not a git repository Write it by hand." },
    });
    expect(await reviewActs.branches(session(true, ok("?")).session, "/w")).toMatchObject({ ok: false });
    expect(await reviewActs.branches(session(true, refused("no sandbox")).session, "/w")).toMatchObject({ ok: false });
  });
});

describe("goals", () => {
  test("[ACT-103] only what was changed is sent; a goal that is to go on has its thread loaded first", async () => {
    const paused = session(false);
    await goalActs.set(paused.session, T, { status: "paused" });
    expect(paused.asked).toEqual([["thread/goal/set", { threadId: T, status: "paused" }]]);
    const active = session(false);
    await goalActs.set(active.session, T, { objective: "Reach it", tokenBudget: 5000, status: "active" });
    expect(active.methods()).toEqual(["thread/resume", "thread/goal/set"]);
    const none = session(true);
    await goalActs.set(none.session, T, { tokenBudget: null });
    expect(none.asked).toEqual([["thread/goal/set", { threadId: T, tokenBudget: null }]]);
    expect(await goalActs.read(session(true, ok({ goal: null })).session, T)).toEqual({ ok: true, value: null });
    const goal = { objective: "Reach it", status: "active", tokensUsed: 4, createdAt: 7 };
    expect(await goalActs.read(session(true, ok({ goal })).session, T)).toMatchObject({
      value: { objective: "Reach it", tokensUsed: 4, tokenBudget: null, createdAt: 7000 },
    });
    expect(await goalActs.clear(session(true, ok({ cleared: false })).session, T)).toEqual({ ok: true, value: null });
  });
});

describe("background terminals", () => {
  test("[ACT-105] the list is read page by page, to a bound; what cannot be read of it is passed over", async () => {
    const page = (id: number, next: string | null) =>
      ok({
        data: [
          { itemId: `c${id}`, processId: `${id}`, command: "sleep", cwd: "/w", osPid: null, rssKb: 2 },
          { processId: 7 },
        ],
        nextCursor: next,
      });
    const two = session(true, page(1, "1"), page(2, null));
    expect(await terminalActs.list(two.session, T)).toMatchObject({
      value: {
        more: false,
        terminals: [
          { item: "c1", process: "1", bytes: 2048, pid: null, cpuPercent: null },
          { item: "c2", process: "2" },
        ],
      },
    });
    expect(two.asked[1]?.[1]).toMatchObject({ cursor: "1" });
    expect(two.asked[0]?.[1]).not.toHaveProperty("cursor");
    const endless = session(true, ...Array.from({ length: 9 }, (_, at) => page(at, "on")));
    expect(await terminalActs.list(endless.session, T)).toMatchObject({ value: { more: true } });
    expect(endless.asked).toHaveLength(4);
    expect(await terminalActs.end(session(true, ok({ terminated: false })).session, T, "1")).toEqual({
      ok: true,
      value: false,
    });
    expect(await terminalActs.end(session(true, ok({ terminated: true })).session, T, "1")).toEqual({
      ok: true,
      value: true,
    });
  });
});

describe("an act and its connection", () => {
  const acts: [string, (of: HostSession) => Promise<Outcome<unknown>>][] = [
    ["review/start", (of) => reviewActs.start(of, T, { type: "uncommittedChanges" }, false)],
    ["thread/goal/set", (of) => goalActs.set(of, T, { status: "active" })],
    ["thread/compact/start", (of) => threadActs.compact(of, T)],
    ["thread/settings/update", (of) => settingsActs.change(of, T, { effort: "high" })],
  ];
  test.each(acts)(
    "[ACT-112] %s is not sent by another connection than the one it was asked for on",
    async (method, act) => {
      const cut = session(false);
      const done = act(cut.session);
      cut.drop();
      expect(await done).toMatchObject({ ok: false, reason: { type: "not-sent" } });
      expect(cut.methods()).toEqual(["thread/resume"]);
      const whole = session(false);
      expect(await act(whole.session)).toMatchObject({ ok: true });
      expect(whole.fleeting).toEqual(["thread/resume", method]);
    },
  );

  test("[ACT-112] neither is what changes something without loading the thread", async () => {
    const one = session(true);
    await goalActs.set(one.session, T, { status: "paused" });
    await goalActs.clear(one.session, T);
    await terminalActs.end(one.session, T, "7");
    await terminalActs.endAll(one.session, T);
    expect(one.fleeting).toEqual(one.methods());
  });
});
