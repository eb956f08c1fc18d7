// @vitest-environment jsdom
// The account's page before servers that answer oddly: in another shape, in many words, never, or about somebody else.
import { configure, fireEvent, render, screen, waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accountActs } from "../../actions/account.ts";
import type { AppServices } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import { createHostState, foldHost } from "../../projection/host-fold.ts";
import { toEnvelope } from "../../projection/envelope.ts";
import { tape } from "../../projection/testing/rows.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeSession, preparePage } from "../testing.tsx";
import AccountRoom from "./account-room.tsx";

beforeEach(() => {
  preparePage();
  configure({ asyncUtilTimeout: 3000, getElementError: (message) => new Error(message ?? "") });
});
afterEach(clearPage);

type Answer = (method: string, params: Record<string, unknown>) => unknown;

/** Entered, before a server that answers with whatever is given; undefined: never. */
function enter(answer: Answer, before: (tell: (method: string, params: object) => void) => void = () => undefined) {
  const state = createHostState("h");
  const line = tape();
  const put = () => {
    const row = line.rows.at(-1);
    const touched = new Set<object>();
    if (row !== undefined) foldHost(state, toEnvelope(row), (object) => touched.add(object));
    changed(touched);
  };
  const asked: string[] = [];
  const session = Object.assign(fakeSession(state), {
    async request(method: string, params: unknown): Promise<Outcome<unknown>> {
      asked.push(method);
      if (asked.length > 60) throw new Error("it asks for ever");
      const id = `a.${asked.length}`;
      line.out({ id, method, params });
      put();
      const result = answer(method, (params ?? {}) as Record<string, unknown>);
      if (result === undefined) return new Promise(() => undefined);
      // As a connection does: the answer is there later.
      await new Promise((done) => setTimeout(done));
      if (result instanceof Error)
        return { ok: false, reason: { type: "rpc", code: -32001, message: result.message, data: null } };
      line.in({ id, result: result as never });
      put();
      return { ok: true, value: result };
    },
  });
  const tell = (method: string, params: object) => {
    line.in({ method, params });
    put();
  };
  before(tell);
  const entry = { record: { id: "h", url: "wss://x/relay", token: "", label: "devbox", addedAt: 0 }, session };
  const services = {
    hosts: () => [entry],
    ready: () => true,
    onHosts: () => () => undefined,
    actions: { account: () => Promise.resolve(accountActs) },
  } as unknown as AppServices;
  const { container } = render(() => (
    <ServicesProvider services={services}>
      <AccountRoom entry={entry} />
    </ServicesProvider>
  ));
  return { page: container, asked, tell, session, state };
}
const settle = async () => {
  for (let i = 0; i < 50; i += 1) await new Promise((done) => setTimeout(done));
};

test.each([
  ["nothing", null],
  ["a list", []],
  ["words", "yes"],
  ["an account of no kind", { account: {}, requiresOpenaiAuth: true }],
  ["an account whose kind is a number", { account: { type: 7 } }],
  ["an empty kind", { account: { type: "" } }],
  ["another kind than was told", { account: { type: "chatgptAuthTokens", email: 7, planType: {} } }],
])("[VIW-700] a reading that is %s is read once, whatever was told before", async (_, result) => {
  const { asked } = enter(
    (method) => (method === "account/read" ? result : {}),
    (tell) => tell("account/updated", { authMode: "chatgpt", planType: "pro" }),
  );
  await settle();
  expect(asked.filter((method) => method === "account/read").length).toBeLessThan(3);
});

test("[VIW-700] a server that tells another word for the same account after each reading is not read for ever", async () => {
  const it = enter((method) => {
    if (method !== "account/read") return {};
    setTimeout(() => setTimeout(() => it.tell("account/updated", { authMode: "apikey", planType: null })));
    return { account: { type: "apiKey" }, requiresOpenaiAuth: true };
  });
  await settle();
  const reads = it.asked.filter((method) => method === "account/read").length;
  expect(reads).toBeGreaterThan(1);
  expect(reads).toBeLessThan(4);
  // Somebody else is news all the same.
  const before = it.asked.length;
  it.tell("account/updated", { authMode: null, planType: null });
  await settle();
  expect(it.asked.length).toBeGreaterThan(before);
});

test("[VIW-701] a sign-in that the server began without a name for it is said; with a name alone it is shown and can be cancelled", async () => {
  let reply: object = { type: "chatgptDeviceCode", userCode: "A" };
  const { page } = enter((method) =>
    method === "account/login/start" ? reply : { account: null, requiresOpenaiAuth: true },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Get a code" }));
  await waitFor(() =>
    expect(page.querySelector("[data-way=chatgptDeviceCode]")?.textContent).toContain("names no sign-in"),
  );
  reply = { loginId: "__proto__", userCode: 7, verificationUrl: ["x"] };
  fireEvent.click(screen.getByRole("button", { name: "Get a code" }));
  await waitFor(() => expect(page.textContent).toContain("The server gave no address."));
  expect(screen.getByRole("button", { name: "Cancel the sign-in" })).toBeTruthy();
});

test("[VIW-701] a sign-in that was not sent is not said to be the fault of the machine's network", async () => {
  const { page, session } = enter((method) =>
    method === "account/read" ? { account: null, requiresOpenaiAuth: true } : {},
  );
  await screen.findByRole("button", { name: "Get a code" });
  const cut: Outcome<never> = {
    ok: false,
    reason: { type: "not-sent", message: "The connection was lost before it could be sent." },
  };
  session.request = () => Promise.resolve(cut);
  fireEvent.click(screen.getByRole("button", { name: "Get a code" }));
  await waitFor(() => expect(page.textContent).toContain("The connection was lost"));
  expect(page.textContent).not.toContain("could not reach the sign-in server");
});

test("[VIW-702] 5,000 limits, resets and messages of odd numbers, marks and words are drawn in part, and none of it as markup", async () => {
  const odd = "\u202e<img src=x onerror=alert(1)>\u0000" + "W".repeat(500);
  const many = Array.from({ length: 5000 }, (_, n) => n);
  const { page } = enter((method) => {
    switch (method) {
      case "account/read":
        return { account: { type: "chatgpt", email: odd, planType: odd }, requiresOpenaiAuth: true };
      case "account/rateLimits/read":
        return {
          rateLimitsByLimitId: JSON.parse(
            `{"__proto__": {"primary": {"usedPercent": 1e308, "windowDurationMins": -1, "resetsAt": 1e300}}, ${many
              .map(
                (n) =>
                  `"l${n}": {"limitName": ${JSON.stringify(odd)}, "primary": {"usedPercent": -5, "windowDurationMins": 1e20}, "credits": [], "individualLimit": 7}`,
              )
              .join(",")}}`,
          ),
          rateLimitResetCredits: {
            availableCount: 1e9,
            credits: many.map((n) => ({ id: `${n}`, title: odd, status: odd, expiresAt: 1e18, description: odd })),
          },
        };
      case "account/usage/read":
        return {
          summary: { lifetimeTokens: 1e300, longestRunningTurnSec: 1e300, currentStreakDays: -1 },
          dailyUsageBuckets: many.map((n) => ({
            startDate: n % 2 === 0 ? odd : `2026-99-${n}`,
            tokens: n % 3 === 0 ? -1 : 1e308,
          })),
        };
      default:
        return {
          featureEnabled: true,
          messages: many.map((n) => ({ messageId: `${n}`, messageBody: odd, messageType: odd, createdAt: 1e300 })),
        };
    }
  });
  await waitFor(() => expect(page.querySelector("[data-message]")).not.toBeNull());
  expect(page.querySelectorAll("[data-limit]").length).toBeLessThan(60);
  expect(page.querySelectorAll("[data-reset], [data-message]").length).toBeLessThan(60);
  expect(page.querySelectorAll("rect").length).toBeLessThan(200);
  expect(page.querySelector("img")).toBeNull();
  expect(page.textContent).not.toContain("\u202e");
  expect(page.textContent).not.toContain("\u0000");
  expect(page.textContent).not.toMatch(/NaN|Infinity|undefined|Invalid Date/);
});

test("[VIW-703] an answer that never comes holds up nothing but its own button; the connection back, it is asked again", async () => {
  const { page, asked, session } = enter((method) =>
    method === "account/rateLimits/read" ? undefined : { account: { type: "chatgpt" }, requiresOpenaiAuth: true },
  );
  await waitFor(() => expect(page.querySelector("[data-account=chatgpt]")).not.toBeNull());
  await settle();
  expect(screen.getByRole("button", { name: "Sign out" }).hasAttribute("disabled")).toBe(false);
  const before = asked.length;
  session.set({ connection: "offline" });
  session.set({ connection: "live" });
  await settle();
  expect(asked.length).toBeGreaterThanOrEqual(before);
});
