// What the account's requests were answered with: sign-ins and how they end, resets, usage, messages; and H06 word by word.
import { describe, expect, test } from "vitest";
import { loginOf, resetsOf, usageOf, workspaceMessagesOf } from "./account-told.ts";
import { hostAfter, tape } from "./testing/rows.ts";
import { note, reply, request } from "./testing/wire.ts";

const CODE = {
  type: "chatgptDeviceCode",
  loginId: "login-1",
  verificationUrl: "https://sign-in.example/device",
  userCode: "ABCD-12345",
};
const asked = () =>
  tape()
    .out(request("a.1", "account/login/start", { type: "chatgptDeviceCode" }))
    .in(reply("a.1", CODE));
const ended = (loginId: string | null, success: boolean, error: string | null = null) =>
  note("account/login/completed", { loginId, success, error, onboardingEntrypoint: null });

describe("a sign-in", () => {
  test("[PRJ-391] H07: is over by the notification that names it and by no other, and stays as it ended", () => {
    const line = asked();
    expect(loginOf(hostAfter(line.rows))).toMatchObject({
      id: "login-1",
      kind: "code",
      url: "https://sign-in.example/device",
      code: "ABCD-12345",
      state: { type: "waiting" },
    });
    line
      .in(ended("login-0", true))
      .in(ended(null, true))
      .in(note("account/login/completed", { success: true }));
    expect(loginOf(hostAfter(line.rows))?.state).toEqual({ type: "waiting" });
    line.in(ended("login-1", true));
    expect(loginOf(hostAfter(line.rows))?.state).toEqual({ type: "done" });
    line.in(ended("login-1", false, "late"));
    expect(loginOf(hostAfter(line.rows))?.state).toEqual({ type: "done" });
    // Each of them is news, and has its card.
    expect(hostAfter(line.rows).activity.map(({ name }) => name)).toContain("account/login/completed");
  });

  test("[PRJ-391] fails with the server's reason, or with its App Server", () => {
    const line = asked().in(ended("login-1", false, "Login was not completed"));
    expect(loginOf(hostAfter(line.rows))?.state).toEqual({ type: "failed", error: "Login was not completed" });
    expect(loginOf(hostAfter(asked().exit().rows))?.state).toEqual({ type: "gone" });
    const next = asked().generation("g2").local({ type: "attached", client: "a", from: 0, fresh: true });
    expect(loginOf(hostAfter(next.rows))?.state).toEqual({ type: "gone" });
  });

  test("[PRJ-391] of another device is known by its reply; a newer one, or a key, takes its place", () => {
    const browser = { type: "chatgpt", loginId: "login-2", authUrl: "https://sign-in.example/authorize" };
    const line = asked().in(reply("other.1", browser));
    expect(loginOf(hostAfter(line.rows))).toMatchObject({
      id: "login-2",
      kind: "browser",
      url: "https://sign-in.example/authorize",
      code: null,
    });
    line.in(ended("login-1", false, "Login was not completed"));
    expect(loginOf(hostAfter(line.rows))?.state).toEqual({ type: "waiting" });
    line.out(request("a.2", "account/login/start", { type: "apiKey" })).in(reply("a.2", { type: "apiKey" }));
    expect(loginOf(hostAfter(line.rows))).toBeNull();
  });
});

const window = (usedPercent: number, windowDurationMins: number) => ({
  usedPercent,
  windowDurationMins,
  resetsAt: 2_000_000_000,
});
const limit = (more: object) => ({
  limitId: "codex",
  limitName: null,
  primary: null,
  secondary: null,
  credits: null,
  individualLimit: null,
  spendControlReached: null,
  planType: null,
  rateLimitReachedType: null,
  ...more,
});

test("[PRJ-390] H06: read, sparse update, another account's week in the first place: each window by its length", () => {
  const line = tape()
    .out(request("a.1", "account/rateLimits/read", {}))
    .in(
      reply("a.1", {
        rateLimits: limit({ primary: window(20, 300), secondary: window(50, 10_080) }),
        rateLimitsByLimitId: null,
        rateLimitResetCredits: null,
      }),
    )
    .in(note("account/rateLimits/updated", { rateLimits: limit({ primary: window(30, 300) }) }))
    .in(note("account/rateLimits/updated", { rateLimits: limit({ limitId: "other", primary: window(99, 60) }) }));
  const windows = () =>
    hostAfter(line.rows)
      .rateLimits.get("codex")
      ?.windows.map(({ minutes, usedPercent }) => [minutes, usedPercent]);
  expect(windows()).toEqual([
    [300, 30],
    [10_080, 50],
  ]);
  line
    .in(note("account/updated", { authMode: "chatgpt", planType: "team" }))
    .in(note("account/rateLimits/updated", { rateLimits: limit({ primary: window(5, 10_080), secondary: null }) }));
  expect(windows()).toEqual([[10_080, 5]]);
});

test("[PRJ-392] whether the provider wants an account is kept; who is signed in changes with what is told", () => {
  const line = tape()
    .out(request("a.1", "account/read", {}))
    .in(reply("a.1", { account: null, requiresOpenaiAuth: true }));
  expect(hostAfter(line.rows).account).toMatchObject({ mode: null, required: true });
  line.in(note("account/updated", { authMode: "chatgpt", planType: "pro" }));
  expect(hostAfter(line.rows).account).toMatchObject({ mode: "chatgpt", plan: "pro", required: true });
  line.in(reply("other.1", { account: null, requiresOpenaiAuth: false }));
  expect(hostAfter(line.rows).account).toMatchObject({ mode: null, required: false });
});

test("[PRJ-394] what was read for one account goes when another kind, plan or address is told, and stays otherwise", () => {
  const known = () =>
    tape()
      .in(reply("o.1", { account: { type: "chatgpt", email: "a@b.c", planType: "pro" }, requiresOpenaiAuth: true }))
      .out(request("a.1", "account/usage/read", {}))
      .in(reply("a.1", { summary: { lifetimeTokens: 12 } }))
      .in(note("account/rateLimits/updated", { rateLimits: limit({ primary: window(20, 300) }) }));
  const left = (...lines: object[]) => {
    const line = known();
    for (const one of lines) line.in(one);
    const state = hostAfter(line.rows);
    return [usageOf(state)?.lifetimeTokens ?? null, state.rateLimits.size];
  };
  const told = (email: string, planType = "pro") =>
    reply("o.2", { account: { type: "chatgpt", email, planType }, requiresOpenaiAuth: true });
  expect(left()).toEqual([12, 1]);
  expect(left(told("a@b.c"), note("account/updated", { authMode: "chatgpt", planType: "pro" }))).toEqual([12, 1]);
  expect(left(told("d@e.f"))).toEqual([null, 0]);
  expect(left(told("a@b.c", "team"))).toEqual([null, 0]);
  expect(left(note("account/updated", { authMode: null, planType: null }))).toEqual([null, 0]);
});

test("[PRJ-393] resets, usage and messages are read member by member; what is not told is not made up", () => {
  const tell = (method: string, result: object) =>
    hostAfter(
      tape()
        .out(request("a.1", method, {}))
        .in(reply("a.1", result)).rows,
    );
  expect(
    resetsOf(
      tell("account/rateLimits/read", {
        rateLimits: limit({}),
        rateLimitResetCredits: {
          availableCount: 2,
          credits: [7, { title: "no id" }, { id: "r1", status: "available", expiresAt: 2_000_000_000, title: "One" }],
        },
      }),
    ),
  ).toMatchObject({
    available: 2,
    credits: [{ id: "r1", title: "One", description: null, status: "available", expiresAt: 2_000_000_000_000 }],
  });
  expect(resetsOf(tell("account/rateLimits/read", { rateLimits: limit({}), rateLimitResetCredits: null }))).toBeNull();
  expect(
    usageOf(
      tell("account/usage/read", {
        summary: { lifetimeTokens: 12, peakDailyTokens: "x" },
        dailyUsageBuckets: [{ startDate: "2026-11-30", tokens: 5 }, null, { startDate: "2026-11-29", tokens: 7 }],
      }),
    ),
  ).toMatchObject({
    lifetimeTokens: 12,
    peakDailyTokens: null,
    streakDays: null,
    days: [
      { date: "2026-11-29", tokens: 7 },
      { date: "2026-11-30", tokens: 5 },
    ],
  });
  expect(usageOf(tell("account/usage/read", {}))?.days).toBeNull();
  expect(
    workspaceMessagesOf(
      tell("account/workspaceMessages/read", {
        featureEnabled: true,
        messages: [
          { messageId: "1", messageType: "headline", messageBody: "Hello", createdAt: 1, archivedAt: null },
          { messageId: "2", messageType: "headline", messageBody: "Gone", createdAt: 1, archivedAt: 2 },
          { messageId: "3" },
        ],
      }),
    ),
  ).toMatchObject({ enabled: true, messages: [{ id: "1", kind: "headline", body: "Hello", createdAt: 1000 }] });
});
