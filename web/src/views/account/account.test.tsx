// @vitest-environment jsdom
// The account's page, on the real acts and the real fold: what it asks the server, what it shows of the answers, and what it
// never keeps.
import { configure, fireEvent, render, screen, waitFor, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountActs } from "../../actions/account.ts";
import type { AppServices } from "../../actions/contract.ts";
import type { RequestHow, Outcome } from "../../host/model.ts";
import { createHostState, foldHost } from "../../projection/host-fold.ts";
import { toEnvelope } from "../../projection/envelope.ts";
import { tape } from "../../projection/testing/rows.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeSession, preparePage } from "../testing.tsx";
import AccountRoom from "./account-room.tsx";
import { BeforeStart } from "./before-start.tsx";

beforeEach(() => {
  preparePage();
  configure({ asyncUtilTimeout: 3000, getElementError: (message) => new Error(message ?? "") });
});
afterEach(clearPage);

type Replies = Record<string, (params: Record<string, unknown>) => unknown>;

const CHATGPT = {
  account: { type: "chatgpt", email: "ada@example.invalid", planType: "pro" },
  requiresOpenaiAuth: true,
};
const NOBODY = { account: null, requiresOpenaiAuth: true };
const soon = () => Math.round(Date.now() / 1000) + 3600;
const window = (usedPercent: number, windowDurationMins: number) => ({
  usedPercent,
  windowDurationMins,
  resetsAt: soon(),
});
const limits = (more: object = {}, rest: object = {}) => ({
  rateLimits: { limitId: "codex", limitName: null, primary: null, secondary: null, ...more },
  rateLimitsByLimitId: null,
  rateLimitResetCredits: null,
  ...rest,
});
const CODE = {
  type: "chatgptDeviceCode",
  loginId: "login-1",
  verificationUrl: "https://sign-in.example/device",
  userCode: "ABCD-12345",
};

/** A machine whose server answers as `replies` say; an Error is a refusal. Everything goes through the fold. */
function machine(replies: Replies, url = "ws://127.0.0.1:4177/relay") {
  const state = createHostState("h");
  const line = tape();
  const put = () => {
    const row = line.rows.at(-1);
    const touched = new Set<object>();
    if (row !== undefined) foldHost(state, toEnvelope(row), (object) => touched.add(object));
    changed(touched);
  };
  const asked: { method: string; params: unknown; how: RequestHow | undefined }[] = [];
  const session = Object.assign(fakeSession(state), {
    request(method: string, params: unknown, how?: RequestHow): Promise<Outcome<unknown>> {
      asked.push({ method, params, how });
      const id = `a.${asked.length}`;
      const given = (params ?? {}) as Record<string, unknown>;
      // As stored: the key is not in the row.
      line.out({ id, method, params: "apiKey" in given ? { ...given, apiKey: "[mark]" } : given });
      put();
      const result = replies[method]?.(given) ?? new Error("unknown variant");
      if (result instanceof Error) {
        const error = { code: -32600, message: result.message };
        line.in({ id, error });
        put();
        return Promise.resolve({ ok: false, reason: { type: "rpc", ...error, data: null } });
      }
      line.in({ id, result });
      put();
      return Promise.resolve({ ok: true, value: result });
    },
  });
  const entry = { record: { id: "h", url, token: "", label: "devbox", addedAt: 0 }, session };
  // The page asks for no other service.
  const services = {
    hosts: () => [entry],
    ready: () => true,
    onHosts: () => () => undefined,
    actions: { account: () => Promise.resolve(accountActs) },
  } as unknown as AppServices;
  const within_ = (view: () => Element) =>
    render(() => <ServicesProvider services={services}>{view() as never}</ServicesProvider>);
  return {
    state,
    session,
    asked,
    sent: (method: string) => asked.filter((one) => one.method === method),
    tell(method: string, params: object) {
      line.in({ method, params });
      put();
    },
    /** A reply to another device. */
    overhear(result: object) {
      line.in({ id: `other.${line.rows.length}`, result });
      put();
    },
    open: () => within_(() => (<AccountRoom entry={entry} />) as unknown as Element).container,
    before: (cwd: string) =>
      within_(() => (<BeforeStart session={session} cwd={cwd} />) as unknown as Element).container,
  };
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const ended = (loginId: string, success: boolean, error: string | null = null) => ({
  loginId,
  success,
  error,
  onboardingEntrypoint: null,
});

describe("who is signed in", () => {
  test("[VIW-590] is read on entering and shown as told; a plan or an account that changes is shown at once", async () => {
    let account: object = CHATGPT;
    const it = machine({ "account/read": () => account, "account/rateLimits/read": () => limits() });
    const page = it.open();
    await waitFor(() => expect(page.textContent).toContain("ada@example.invalid"));
    expect(page.querySelector("[data-account=chatgpt]")?.textContent).toContain("pro");
    it.tell("account/updated", { authMode: "chatgpt", planType: "team" });
    await waitFor(() => expect(page.querySelector("[data-account]")?.textContent).toContain("team"));
    // What else the server tells makes nothing be read again.
    const asked = it.sent("account/read").length;
    for (let i = 0; i < 5; i += 1) it.tell("configWarning", { summary: `${i}`, details: null });
    await screen.findByRole("button", { name: "Read again" });
    expect(it.sent("account/read")).toHaveLength(asked);
    account = NOBODY;
    it.tell("account/updated", { authMode: null, planType: null });
    await waitFor(() => expect(page.querySelector("[data-account=none]")).not.toBeNull());
    expect(page.textContent).not.toContain("ada@example.invalid");
  });

  test("[VIW-590] a reading that the server refuses is said, and not tried again by itself", async () => {
    const it = machine({ "account/read": () => new Error("not today") });
    const page = it.open();
    await waitFor(() => expect(page.querySelector("[role=alert]")?.textContent).toContain("not today"));
    it.tell("account/updated", { authMode: "chatgpt", planType: "pro" });
    await waitFor(() => expect(it.sent("account/read")).toHaveLength(2));
    await screen.findByRole("button", { name: "Read again" });
    for (let i = 0; i < 5; i += 1) it.tell("configWarning", { summary: `${i}`, details: null });
    expect(it.sent("account/read")).toHaveLength(2);
  });

  test("[VIW-590] a provider that needs no account says so, and one that wants one says that turns need it", async () => {
    const none = machine({ "account/read": () => ({ account: null, requiresOpenaiAuth: false }) });
    const page = none.open();
    await waitFor(() => expect(page.textContent).toContain("needs no account: turns work"));
    clearPage();
    preparePage();
    const wanted = machine({ "account/read": () => NOBODY }).open();
    await waitFor(() => expect(wanted.textContent).toContain("Not signed in: turns need an account"));
  });

  test("[VIW-596] signing out asks first, names the machine, and is one request", async () => {
    const it = machine({ "account/read": () => CHATGPT, "account/logout": () => ({}) });
    const page = it.open();
    await waitFor(() => expect(page.textContent).toContain("ada@example.invalid"));
    fireEvent.click(button("Sign out"));
    const dialog = () => screen.getByRole("dialog", { name: "Sign out on devbox?" });
    fireEvent.click(within(dialog()).getByRole("button", { name: "Stay signed in" }));
    expect(it.sent("account/logout")).toHaveLength(0);
    fireEvent.click(button("Sign out"));
    fireEvent.click(within(dialog()).getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(it.sent("account/logout")).toHaveLength(1));
    expect(it.sent("account/logout")[0]?.how).toMatchObject({ fleeting: true });
  });

  test("[VIW-602] offline what was last read stays, with its time; what would change something cannot be pressed", async () => {
    const it = machine({
      "account/read": () => CHATGPT,
      "account/rateLimits/read": () => limits({ primary: window(20, 300) }),
    });
    const page = it.open();
    await waitFor(() => expect(page.querySelector("[data-window='300']")).not.toBeNull());
    it.session.set({ connection: "offline" });
    expect(page.textContent).toContain("ada@example.invalid");
    expect(page.querySelector("[data-window='300']")).not.toBeNull();
    expect(page.textContent).toMatch(/told \d/);
    for (const name of ["Sign out", /^Read/]) expect(button(name).hasAttribute("disabled")).toBe(true);
    const asked = it.asked.length;
    it.session.set({ connection: "live" });
    await waitFor(() => expect(it.asked.length).toBeGreaterThan(asked));
  });
});

describe("signing in", () => {
  const ways = (page: Element) => [...page.querySelectorAll("[data-way]")].map((way) => way.getAttribute("data-way"));

  test("[VIW-591] H07: a code comes first where the page is not the machine's own; the browser's way back is explained", async () => {
    const remote = machine({ "account/read": () => NOBODY }, "wss://devbox.example/relay").open();
    await waitFor(() => expect(ways(remote)).toEqual(["chatgptDeviceCode", "chatgpt", "apiKey"]));
    expect(remote.querySelector("[data-way=chatgpt]")?.textContent).toContain("from another machine");
    expect(button("Get a code").getAttribute("data-look")).toBe("act");
    clearPage();
    preparePage();
    const here = machine({ "account/read": () => NOBODY }).open();
    await waitFor(() => expect(ways(here)).toEqual(["chatgpt", "chatgptDeviceCode", "apiKey"]));
    expect(here.querySelector("[data-way=chatgpt]")?.textContent).toContain("Through a tunnel");
  });

  test("[VIW-781] where no account is needed signing in is folded and nothing of it stands out", async () => {
    const page = machine({ "account/read": () => ({ account: null, requiresOpenaiAuth: false }) }).open();
    await waitFor(() => expect(page.textContent).toContain("No account needed"));
    expect(ways(page)).toEqual([]);
    fireEvent.click(button("Sign in anyway"));
    expect(ways(page)).toHaveLength(3);
    expect(page.querySelector("[data-look=act]")).toBeNull();
  });

  test("[VIW-781] a sign-in that was refused says the server's words, that nothing was changed, and what to do, each by itself", async () => {
    const words = "failed to request device code: error sending request for url (https://sign-in.example/code)";
    const it = machine({ "account/read": () => NOBODY, "account/login/start": () => new Error(words) });
    const page = it.open();
    await waitFor(() => expect(ways(page)).toHaveLength(3));
    fireEvent.click(button("Get a code"));
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText(`The server said: ${words}`)).toBeTruthy();
    expect(alert.getByText(/^Nothing was changed\. The machine .* could not reach/)).toBeTruthy();
  });

  test("[VIW-595] ways that the app does not offer are named, each with another way there", async () => {
    const page = machine({ "account/read": () => NOBODY }).open();
    await waitFor(() => expect(ways(page)).toHaveLength(3));
    const others = page.querySelector(".account__others")?.textContent ?? "";
    for (const name of ["chatgptAuthTokens", "personal access token", "Amazon Bedrock", "Agent identities"])
      expect(others).toContain(name);
  });

  test("[VIW-592] H07: address and code are shown with copy and time, and only its own completion ends it", async () => {
    const it = machine({
      "account/read": () => NOBODY,
      "account/login/start": () => CODE,
      "account/login/cancel": () => ({ status: "canceled" }),
    });
    const page = it.open();
    await waitFor(() => expect(ways(page)).toHaveLength(3));
    fireEvent.click(button("Get a code"));
    const login = () => page.querySelector("[data-login=login-1]");
    await waitFor(() => expect(login()?.getAttribute("data-state")).toBe("waiting"));
    expect(it.sent("account/login/start")[0]?.params).toEqual({ type: "chatgptDeviceCode" });
    const link = screen.getByRole("link", { name: "Open the page" });
    expect([link.getAttribute("href"), link.getAttribute("target"), link.getAttribute("rel")]).toEqual([
      "https://sign-in.example/device",
      "_blank",
      "noopener noreferrer",
    ]);
    expect(screen.getByRole("status", { name: "Code" }).textContent).toBe("ABCD-12345");
    expect(button("Copy the code")).toBeTruthy();
    expect(button("Copy the address")).toBeTruthy();
    // The tape's clock is long past: a code that old is said to be good no more, and can still be cancelled.
    expect(page.querySelector("[data-expiry=over]")).not.toBeNull();
    it.tell("account/login/completed", ended("login-0", true));
    expect(login()?.getAttribute("data-state")).toBe("waiting");
    fireEvent.click(button("Cancel the sign-in"));
    await waitFor(() => expect(it.sent("account/login/cancel")[0]?.params).toEqual({ loginId: "login-1" }));
    it.tell("account/login/completed", ended("login-1", false, "Login was not completed"));
    await waitFor(() => expect(login()?.getAttribute("data-state")).toBe("failed"));
    expect(login()?.textContent).toContain("It was cancelled, or another sign-in took its place.");
    fireEvent.click(button("Put away"));
    expect(login()).toBeNull();
  });

  test("[VIW-592] a sign-in of another device, or from before a reload, is shown; done, its account shows", async () => {
    let account: object = NOBODY;
    const it = machine({ "account/read": () => account, "account/rateLimits/read": () => limits() });
    it.overhear({ ...CODE, loginId: "login-9" });
    const page = it.open();
    await waitFor(() => expect(page.querySelector("[data-login=login-9]")?.textContent).toContain("ABCD-12345"));
    account = CHATGPT;
    it.tell("account/login/completed", ended("login-9", true));
    it.tell("account/updated", { authMode: "chatgpt", planType: "pro" });
    await waitFor(() => expect(page.querySelector("[data-state=done]")).not.toBeNull());
    await waitFor(() => expect(page.textContent).toContain("ada@example.invalid"));
    expect(page.querySelector("[data-way]")).toBeNull();
  });

  test("[VIW-592] the browser's way says which port it comes back to; an address that is none is not opened", async () => {
    const it = machine({ "account/read": () => NOBODY });
    it.overhear({
      type: "chatgpt",
      loginId: "login-2",
      authUrl: `https://sign-in.example/authorize?redirect_uri=${encodeURIComponent("http://localhost:1457/auth/callback")}`,
    });
    const page = it.open();
    await waitFor(() => expect(page.textContent).toContain("ssh -L 1457:localhost:1457"));
    it.overhear({ type: "chatgpt", loginId: "login-3", authUrl: "javascript:alert(1)" });
    await waitFor(() => expect(page.querySelector("[data-login=login-3]")).not.toBeNull());
    expect(page.querySelector("a[href^=javascript]")).toBeNull();
    expect(page.textContent).toContain("This is no web address");
  });

  test.each([
    ["device auth timed out after 15 minutes", "Get a new one"],
    ["failed to request device code: error sending request for url (https://x)", "could not reach the sign-in server"],
    ["device code login is not enabled for this Codex server.", "security settings"],
    ["device code request failed with status 429 Too Many Requests", "Wait a few minutes"],
    ["API key login is disabled. Use ChatGPT login instead.", "allows other accounts only"],
    ["something new", "sign in another way"],
  ])("[VIW-593] a sign-in that failed says why and what to do: %s", async (error, advice) => {
    const it = machine({ "account/read": () => NOBODY, "account/login/start": () => new Error(error) });
    const page = it.open();
    await waitFor(() => expect(ways(page)).toHaveLength(3));
    fireEvent.click(button("Get a code"));
    const way = () => page.querySelector("[data-way=chatgptDeviceCode]")?.textContent;
    await waitFor(() => expect(way()).toContain(error));
    expect(way()).toContain(advice);
  });

  test("[VIW-594] an API key is a password field's, is named as a secret when sent, and is gone from the page then", async () => {
    let refuse = true;
    const it = machine({
      "account/read": () => NOBODY,
      "account/login/start": () => (refuse ? new Error("Invalid key") : { type: "apiKey" }),
    });
    const page = it.open();
    await waitFor(() => expect(ways(page)).toHaveLength(3));
    const field = screen.getByLabelText("API key");
    if (!(field instanceof HTMLInputElement)) throw new Error("no field");
    expect([field.type, field.autocomplete]).toEqual(["password", "off"]);
    expect(button("Use this key").hasAttribute("disabled")).toBe(true);
    for (const words of ["paste it again", "The server took the key"]) {
      fireEvent.input(field, { target: { value: " sk-test-0123456789 " } });
      fireEvent.click(button("Use this key"));
      expect(field.value).toBe("");
      await waitFor(() => expect(page.textContent).toContain(words));
      expect(page.innerHTML).not.toContain("sk-test-0123456789");
      refuse = false;
    }
    expect(it.sent("account/login/start")).toHaveLength(2);
    expect(it.sent("account/login/start")[1]).toEqual({
      method: "account/login/start",
      params: { type: "apiKey", apiKey: "sk-test-0123456789" },
      how: { fleeting: true, secret: [["apiKey"]] },
    });
    fireEvent.input(field, { target: { value: "sk-half" } });
    fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    expect(it.sent("account/login/start")).toHaveLength(2);
  });
});

describe("limits and usage", () => {
  test("[VIW-597] H06: limits are named by the length of their windows; one that is null is not there", async () => {
    const it = machine({
      "account/read": () => CHATGPT,
      "account/rateLimits/read": () => limits({ primary: window(20, 300), secondary: window(50, 10_080) }),
    });
    const page = it.open();
    const meters = () =>
      [...page.querySelectorAll("[data-limit=codex] [data-window]")].map((element) => [
        element.querySelector(".limit__name")?.textContent,
        element.querySelector("[role=meter]")?.getAttribute("aria-valuenow"),
      ]);
    await waitFor(() =>
      expect(meters()).toEqual([
        ["5 hours", "20"],
        ["Week", "50"],
      ]),
    );
    it.tell("account/rateLimits/updated", { rateLimits: { limitId: "codex", primary: window(30, 300) } });
    it.tell("account/rateLimits/updated", { rateLimits: { limitId: "other", primary: window(99, 60) } });
    expect(meters()).toEqual([
      ["5 hours", "30"],
      ["Week", "50"],
    ]);
    it.tell("account/updated", { authMode: "chatgpt", planType: "team" });
    it.tell("account/rateLimits/updated", {
      rateLimits: { limitId: "codex", primary: window(5, 10_080), secondary: null },
    });
    expect(meters()).toEqual([["Week", "5"]]);
    expect(page.textContent).toContain("5 % used · resets");
    expect(page.textContent).not.toMatch(/primary|secondary/i);
  });

  test("[VIW-822] a limit is called by its name or the server's id for it, one without either Usage; the server's own comes first", async () => {
    const heads = (page: HTMLElement) => [...page.querySelectorAll(".limit__head b")].map((one) => one.textContent);
    const several = machine({
      "account/read": () => CHATGPT,
      "account/rateLimits/read": () =>
        limits(
          { limitId: "heron", primary: window(20, 300) },
          {
            rateLimitsByLimitId: {
              reviews: { limitId: "reviews", limitName: "Reviews", primary: window(7, 60) },
              heron: { limitId: "heron", primary: window(20, 300) },
            },
          },
        ),
    });
    const page = several.open();
    await waitFor(() => expect(heads(page)).toEqual(["heron", "Reviews"]));
    clearPage();
    preparePage();
    const one = machine({
      "account/read": () => CHATGPT,
      "account/rateLimits/read": () => limits({ limitId: null, primary: window(100, 300) }),
    });
    const alone = one.open();
    await waitFor(() => expect(heads(alone)).toEqual(["Usage"]));
  });

  test("[VIW-598] a reset is used after a question; tried again after a fault it is the same attempt", async () => {
    let fault = true;
    const it = machine({
      "account/read": () => CHATGPT,
      "account/rateLimits/read": () =>
        limits(
          { primary: window(100, 300) },
          { rateLimitResetCredits: { availableCount: 1, credits: [{ id: "r1", status: "available", title: "One" }] } },
        ),
      "account/rateLimitResetCredit/consume": () => (fault ? new Error("try later") : { outcome: "reset" }),
    });
    it.open();
    fireEvent.click(await screen.findByRole("button", { name: "Use this reset" }));
    const sent = () => it.sent("account/rateLimitResetCredit/consume");
    expect(sent()).toHaveLength(0);
    const dialog = () => within(screen.getByRole("dialog", { name: "Use a reset?" }));
    fireEvent.click(dialog().getByRole("button", { name: "Use it" }));
    await waitFor(() => expect(dialog().getByRole("alert").textContent).toContain("try later"));
    fault = false;
    fireEvent.click(dialog().getByRole("button", { name: "Use it" }));
    await screen.findByText("The limits are reset.");
    const [first, second] = sent();
    expect(first?.params).toEqual({
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      creditId: "r1",
    });
    expect(second?.params).toEqual(first?.params);
    fireEvent.click(await screen.findByRole("button", { name: "Use this reset" }));
    fireEvent.click(dialog().getByRole("button", { name: "Use it" }));
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()[2]?.params).not.toEqual(first?.params);
  });

  test("[VIW-599] the owner of a workspace is asked by mail after a question, and not from any other plan", async () => {
    let plan = "pro";
    const it = machine({
      "account/read": () => ({
        account: { type: "chatgpt", email: "a@b.c", planType: plan },
        requiresOpenaiAuth: true,
      }),
      "account/rateLimits/read": () => limits({ rateLimitReachedType: "workspace_member_usage_limit_reached" }),
      "account/sendAddCreditsNudgeEmail": () => ({ status: "cooldown_active" }),
    });
    const page = it.open();
    await waitFor(() => expect(page.textContent).toContain("a@b.c"));
    expect(screen.queryByRole("button", { name: "Ask the owner" })).toBeNull();
    plan = "business";
    fireEvent.click(await screen.findByRole("button", { name: "Read again" }));
    await screen.findByRole("button", { name: "Read again" });
    fireEvent.click(await screen.findByRole("button", { name: "Ask the owner" }));
    expect(it.sent("account/sendAddCreditsNudgeEmail")).toHaveLength(0);
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Send the mail" }));
    await screen.findByText(/no other is sent yet/);
    expect(it.sent("account/sendAddCreditsNudgeEmail")[0]?.params).toEqual({ creditType: "usage_limit" });
  });

  test("[VIW-603] usage is drawn as told, messages are text, and what the server lacks is named in its place", async () => {
    const it = machine({
      "account/read": () => CHATGPT,
      "account/rateLimits/read": () => limits(),
      "account/usage/read": () => ({
        summary: { lifetimeTokens: 1_234_567, peakDailyTokens: null },
        dailyUsageBuckets: [
          { startDate: "2026-11-29", tokens: 0 },
          { startDate: "2026-11-30", tokens: 5000 },
        ],
      }),
      "account/workspaceMessages/read": () => ({
        featureEnabled: true,
        messages: [{ messageId: "m", messageType: "announcement", messageBody: "<b>Closed</b> on Sunday" }],
      }),
    });
    const page = it.open();
    await waitFor(() => expect(page.textContent).toContain("<b>Closed</b> on Sunday"));
    expect(page.textContent).toContain("1,234,567");
    expect(page.textContent).not.toContain("Most in a day");
    expect(page.querySelectorAll(".account__bar")).toHaveLength(2);
    expect(screen.getByRole("img", { name: /Tokens by the day/ })).toBeTruthy();
    clearPage();
    preparePage();
    const lacking = machine({
      "account/read": () => CHATGPT,
      "account/rateLimits/read": () => limits(),
      "account/usage/read": () =>
        new Error("Invalid request: unknown variant `account/usage/read`, expected one of `initialize`"),
      "account/workspaceMessages/read": () => ({ featureEnabled: false, messages: [] }),
    }).open();
    await waitFor(() => expect(lacking.querySelector("[data-lacking='account/usage/read']")).not.toBeNull());
    expect(lacking.querySelector("[role=alert]")).toBeNull();
  });
});

describe("before the first turn in a folder", () => {
  const config = (more: object) => () => ({ config: { model_provider: "openai", model_providers: {}, ...more } });
  const key = () => ({ account: { type: "apiKey" }, requiresOpenaiAuth: true });

  test.each<[string, () => unknown, object, string[]]>([
    ["nobody is signed in", () => NOBODY, {}, ["not-signed-in"]],
    ["a key where ChatGPT is forced", key, { forced_login_method: "chatgpt" }, ["key-not-plan"]],
    ["a key", key, {}, ["billed"]],
    ["ChatGPT where a key is forced", () => CHATGPT, { forced_login_method: "api" }, ["plan-not-key"]],
    ["a key where a workspace is named", key, { forced_chatgpt_workspace_id: "w-1" }, ["workspace", "billed"]],
    ["one of several workspaces", () => CHATGPT, { forced_chatgpt_workspace_id: ["w-1", "w-2"] }, ["workspace"]],
    ["all fits", () => CHATGPT, {}, []],
    ["no account needed", () => ({ account: null, requiresOpenaiAuth: false }), { forced_login_method: "chatgpt" }, []],
    [
      "the folder's provider needs none",
      () => NOBODY,
      { model_provider: "mine", model_providers: { mine: { requires_openai_auth: false } } },
      [],
    ],
    [
      "the folder's provider needs one",
      () => ({ account: null, requiresOpenaiAuth: false }),
      { model_provider: "mine", model_providers: { mine: { requires_openai_auth: true } } },
      ["not-signed-in"],
    ],
  ])("[VIW-600] what does not fit is said: %s", async (_, account, folder, kinds) => {
    const it = machine({
      "account/read": account,
      "account/rateLimits/read": () => limits(),
      "config/read": config(folder),
    });
    const page = it.before("/work/project");
    await waitFor(() =>
      expect(it.sent("config/read")[0]?.params).toEqual({ cwd: "/work/project", includeLayers: false }),
    );
    await waitFor(() => expect(it.state.account?.required).not.toBeNull());
    await vi.waitFor(() =>
      expect([...page.querySelectorAll("[data-mismatch]")].map((one) => one.getAttribute("data-mismatch"))).toEqual(
        kinds,
      ),
    );
    for (const link of page.querySelectorAll("a"))
      expect(link.getAttribute("href")).toBe("/settings/machine/h/account");
  });

  test("[VIW-600] a limit that is reached says until when, and goes when it is told to be free again", async () => {
    const it = machine({
      "account/read": () => CHATGPT,
      "account/rateLimits/read": () => limits({ primary: window(100, 300) }),
      "config/read": config({}),
    });
    const page = it.before("/work/project");
    const said = () => page.querySelector("[data-mismatch=limit]")?.textContent;
    await waitFor(() => expect(said()).toMatch(/a turn would be refused; the limit resets \d/));
    it.tell("account/rateLimits/updated", { rateLimits: { limitId: "codex", primary: window(1, 300) } });
    await waitFor(() => expect(said()).toBeUndefined());
  });

  test("[VIW-600] of limits that are reached the first are named, each once, and the others counted", async () => {
    const it = machine({
      "account/read": () => CHATGPT,
      "account/rateLimits/read": () =>
        limits(
          {},
          {
            rateLimitsByLimitId: Object.fromEntries(
              Array.from({ length: 5000 }, (_, n) => [
                `l${n}`,
                { limitName: `L${n}\u202e`, primary: window(100, 300) },
              ]),
            ),
          },
        ),
      "config/read": config({}),
    });
    const page = it.before("/work/project");
    const said = () => [...page.querySelectorAll("[data-mismatch=limit]")].map((one) => one.textContent);
    await waitFor(() => expect(said()).toHaveLength(1));
    expect(said()[0]).toMatch(/L0.*L1.*L2.*and 4,997 more: a turn may be refused/);
    expect(said()[0]).not.toContain("\u202e");
  });
});
