// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Actions } from "../../actions/contract.ts";
import type { ModelChoice, SettingsActs } from "../../actions/thread-settings.ts";
import type { Outcome } from "../../host/model.ts";
import type { Journal } from "../../journal/journal.ts";
import type { Json, ReportedSettings } from "../../projection/state.ts";
import { changed } from "../live.ts";
import { wideWords } from "../permission-words.ts";
import { ServicesProvider } from "../services.tsx";
import { aThread, aTurn, clearPage, fakeServices, fakeSession, preparePage } from "../testing.tsx";
import { setAnswerSchema } from "./answer-schema.ts";
import { openThreadSettings, settingsOf } from "./asked.ts";
import { NextAnswer } from "./next-answer.tsx";
import SettingsNotices from "./settings-notices.tsx";
import { allows, permissionChanges, type Permissions } from "./width.ts";

beforeEach(preparePage);
afterEach(() => {
  openThreadSettings(null);
  clearPage();
});

const READ_ONLY = { type: "readOnly", networkAccess: false };
const FULL = { type: "dangerFullAccess" };

function aModel(model: string, name: string, efforts: string[], more: Partial<ModelChoice> = {}): ModelChoice {
  return {
    model,
    name,
    description: `${name} in the server’s words`,
    hidden: false,
    efforts: efforts.map((effort) => ({ effort, description: `${effort} in the server’s words` })),
    defaultEffort: efforts[0] ?? null,
    tiers: [],
    personality: true,
    upgrade: null,
    availability: null,
    ...more,
  };
}

function setUp(stored = new Map<string, unknown>(), outcome: Outcome<null> = { ok: true, value: null }) {
  const session = fakeSession();
  const state = aThread();
  const sent: unknown[] = [];
  const wanted: unknown[] = [];
  const ofN = {
    personality: false,
    availability: "N is for few",
    upgrade: { model: "m", words: null, retires: null },
  };
  const acts: SettingsActs = {
    choices: (_session, ask) => {
      wanted.push(ask);
      return Promise.resolve({
        ok: true,
        value: {
          models: [aModel("m", "Model M", ["low", "high"]), aModel("n", "Model N", ["ultra"], ofN)],
          modes: [{ mode: "plan", name: "Plan", model: null, effort: "low" }],
          profiles: [
            { id: ":read-only", description: null, allowed: true },
            { id: "docs", description: "Writes in docs alone", allowed: true },
            { id: "free", description: null, allowed: false },
          ],
          requirements: { approvalPolicies: null, sandboxModes: null, reviewers: ["user"], webSearch: null },
        },
      });
    },
    change: (_session, thread, wanted) => {
      sent.push([thread, wanted]);
      return Promise.resolve(outcome);
    },
  };
  let failing = 0;
  let reads = 0;
  const journal = {
    get: (key: string) => {
      reads += 1;
      return failing-- > 0 ? Promise.reject(new Error("cannot be read")) : Promise.resolve(stored.get(key));
    },
    put: (key: string, value: unknown) => Promise.resolve(void stored.set(key, structuredClone(value))),
  } as unknown as Journal;
  const services = fakeServices(session, {
    journal,
    actions: {
      settings: () => Promise.resolve(acts),
      inspectFile: (_: unknown, path: string) =>
        Promise.resolve(
          path === "/gone"
            ? { ok: false, reason: { type: "rpc", code: -32603, message: "no such file", data: null } }
            : { ok: true, value: { kind: "folder", bytes: null, link: false } },
        ),
    } as unknown as Actions,
  });
  const entry = services.hosts()[0];
  if (entry === undefined) throw new Error("no host");
  const report = (more: Partial<ReportedSettings>) => {
    Object.assign(state.settings, more);
    changed(new Set<object>([state]));
  };
  const show = () =>
    render(() => (
      <ServicesProvider services={services}>
        <SettingsNotices entry={entry} state={state} />
      </ServicesProvider>
    ));
  return {
    session,
    services,
    state,
    sent,
    wanted,
    stored,
    report,
    show,
    reads: () => reads,
    fail: (times: number) => (failing = times),
  };
}
const loud = () => document.querySelector<HTMLElement>("[data-widened]");
const small = () => document.querySelector<HTMLElement>("[data-settings-changed]");
const base = { sandbox: READ_ONLY, approvalPolicy: "on-request", reviewer: "user", model: "m", effort: "low" };

describe("what has changed since it was shown", () => {
  test("[VIW-475] the first report is taken as shown; more permission is told loudly, over reloads, until it is acknowledged", async () => {
    const first = setUp();
    first.report(base);
    const page = first.show();
    await expect.poll(() => first.stored.size).toBe(1);
    expect(loud()).toBeNull();
    first.report({ sandbox: FULL, approvalPolicy: "never" });
    expect(loud()?.textContent).toContain("Read only → Full access");
    expect(loud()?.textContent).toContain("You are not asked");
    expect(loud()?.querySelector("[role=alert]")).not.toBeNull();
    page.unmount();

    const again = setUp(first.stored);
    again.session.set({ connection: "offline" });
    again.report({ ...base, sandbox: FULL, approvalPolicy: "never" });
    const second = again.show();
    await expect.poll(loud).not.toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "I have seen it" }));
    expect(loud()).toBeNull();
    second.unmount();

    const third = setUp(first.stored);
    third.report({ ...base, sandbox: FULL, approvalPolicy: "never" });
    third.show();
    await Promise.resolve();
    third.report({ effort: "high" });
    await expect.poll(small).not.toBeNull();
    expect(loud()).toBeNull();
  });

  test("[VIW-476] any other change is told in a line; one that is taken back is no change", async () => {
    const { report, show, stored } = setUp();
    report(base);
    show();
    await expect.poll(() => stored.size).toBe(1);
    report({ model: "n", approvalPolicy: "untrusted" });
    expect(small()?.textContent).toContain("m → n");
    expect(small()?.textContent).toContain("asks first → asks unless trusted");
    expect(loud()).toBeNull();
    report(base);
    expect(small()).toBeNull();
    report({ mode: "plan" });
    expect(small(), "what was not told before is no change").toBeNull();
  });

  test("[VIW-477] what is wider is told from what is narrower; what is not known is taken for wide", () => {
    const permissions = (more: Partial<Permissions> = {}): Permissions => ({
      cwd: "/p",
      permissionProfile: null,
      ...base,
      ...more,
    });
    const wider = (before: Partial<Permissions>, after: Partial<Permissions>) =>
      permissionChanges(permissions(before), permissions(after)).some((each) => each.wider);
    const workspace = (more = {}) => ({ type: "workspaceWrite", writableRoots: [], networkAccess: false, ...more });
    expect(wider({}, { sandbox: workspace() })).toBe(true);
    expect(wider({ sandbox: workspace() }, {})).toBe(false);
    expect(wider({ sandbox: workspace() }, { sandbox: workspace({ networkAccess: true }) })).toBe(true);
    expect(wider({ sandbox: workspace() }, { sandbox: workspace({ writableRoots: ["/etc"] }) })).toBe(true);
    expect(wider({ sandbox: workspace({ writableRoots: ["/etc"] }) }, { sandbox: workspace() })).toBe(false);
    expect(wider({ sandbox: FULL }, { sandbox: { type: "bubbleWrap" } })).toBe(true);
    expect(wider({ sandbox: { type: "bubbleWrap" } }, { sandbox: FULL }), "what it was is not known").toBe(true);
    expect(wider({ sandbox: { type: "bubbleWrap" } }, { sandbox: { type: "bubbleWrap", level: 2 } })).toBe(true);
    expect(wider({ sandbox: workspace() }, { sandbox: workspace({ networkAccess: "proxied" }) })).toBe(true);
    expect(
      wider({ sandbox: workspace({ networkAccess: true }) }, { sandbox: workspace({ writableRoots: ["/etc"] }) }),
      "less network makes up for no more folders",
    ).toBe(true);
    expect(
      wider(
        { sandbox: { type: "externalSandbox", networkAccess: "restricted" } },
        { sandbox: workspace({ networkAccess: true }) },
      ),
    ).toBe(true);
    expect(wider({ sandbox: workspace({ excludeSlashTmp: true }) }, { sandbox: workspace() })).toBe(true);
    expect(wider({ sandbox: workspace() }, { sandbox: workspace({ excludeSlashTmp: true }) })).toBe(false);
    expect(wider({ sandbox: workspace() }, { sandbox: workspace({ readable: "all" }) })).toBe(true);
    expect(wider({ sandbox: workspace() }, { sandbox: workspace({ writableRoots: "/" }) })).toBe(true);
    expect(wider({ sandbox: FULL }, { sandbox: workspace({ networkAccess: true, writableRoots: ["/"] }) })).toBe(false);
    expect(wider({ sandbox: workspace() }, { sandbox: workspace(), cwd: "/" }), "another folder to write in").toBe(
      true,
    );
    expect(wider({ sandbox: workspace() }, { sandbox: workspace(), cwd: "/p/q/" })).toBe(false);
    expect(wider({}, { cwd: "/" }), "read only anywhere").toBe(false);
    expect(wider({ approvalPolicy: "by-the-moon" }, { approvalPolicy: "never" })).toBe(true);
    expect(wider({}, { approvalPolicy: "never" })).toBe(true);
    expect(wider({ approvalPolicy: "never" }, {})).toBe(false);
    expect(wider({}, { approvalPolicy: { granular: {} } })).toBe(true);
    expect(wider({}, { reviewer: "auto_review" })).toBe(true);
    expect(
      permissionChanges(permissions(), permissions({ sandbox: { networkAccess: false, type: "readOnly" } })),
    ).toEqual([]);
    expect(permissionChanges(permissions({ sandbox: null }), permissions({ sandbox: FULL }))).toEqual([]);
    for (const [before, after] of [
      [workspace({ writableRoots: ["/a"] }), workspace({ writableRoots: ["/b"] })],
      [workspace(), workspace({ excludeSlashTmp: true })],
    ])
      for (const change of permissionChanges(
        permissions({ sandbox: before ?? null }),
        permissions({ sandbox: after ?? null }),
      ))
        expect(change.before, "what differs is seen to").not.toBe(change.after);
    let deep: Json = [];
    for (let at = 0; at < 100_000; at++) deep = [deep];
    expect(wider({}, { approvalPolicy: deep }), "nested more deeply than can be compared").toBe(true);
    expect(allows(permissions({ sandbox: FULL, approvalPolicy: "never" }))).toHaveLength(2);
  });
});

describe("what is acknowledged", () => {
  const widened = { ...base, sandbox: FULL };

  test("[VIW-475] a record that could not be read is neither a first report nor written over", async () => {
    const stored = new Map<string, unknown>();
    const first = setUp(stored);
    first.report(base);
    const page = first.show();
    await expect.poll(() => stored.size).toBe(1);
    page.unmount();
    const again = setUp(stored);
    again.fail(1);
    again.report(widened);
    again.show();
    await expect.poll(again.reads).toBe(1);
    expect([...stored.values()]).toMatchObject([{ sandbox: READ_ONLY }]);
    again.report({ effort: "low" });
    await expect.poll(loud).not.toBeNull();
    expect([...stored.values()]).toMatchObject([{ sandbox: READ_ONLY }]);
  });

  test("[VIW-475] acknowledged while something is not told, it is told when it comes wider", async () => {
    const { report, show, stored } = setUp();
    report(base);
    show();
    await expect.poll(() => stored.size).toBe(1);
    report({ sandbox: null, model: "n" });
    fireEvent.click(screen.getByRole("button", { name: "OK" }));
    expect(small()).toBeNull();
    report({ sandbox: FULL });
    expect(loud()?.textContent).toContain("Read only → Full access");
  });

  test("[VIW-475] what one tab learns without a press takes back nothing that was acknowledged in another", async () => {
    const stored = new Map<string, unknown>();
    const { report, show } = setUp(stored);
    report({ ...widened, mode: null });
    show();
    await expect.poll(() => stored.size).toBe(1);
    const [[key] = ["none"]] = stored;
    // Another tab has seen it narrowed, and said so.
    stored.set(key, { ...(stored.get(key) as object), sandbox: READ_ONLY });
    report({ mode: "plan" });
    await expect.poll(() => stored.get(key)).toMatchObject({ mode: "plan" });
    expect(stored.get(key)).toMatchObject({ sandbox: READ_ONLY });
  });
});

describe("the dialog", () => {
  const choose = async (label: string, option: string) => {
    const field = await screen.findByLabelText<HTMLSelectElement>(label);
    await expect.poll(() => [...field.options].map(({ text }) => text)).toContain(option);
    field.selectedIndex = [...field.options].findIndex(({ text }) => text === option);
    fireEvent.change(field);
  };

  test("[VIW-478] it says what is reported, and asks for what the person changed and nothing else", async () => {
    const { report, show, sent, stored } = setUp();
    report(base);
    show();
    openThreadSettings("T");
    const model = await screen.findByLabelText<HTMLSelectElement>("Model");
    await expect.poll(() => model.options[0]?.text).toBe("As it is: Model M");
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Change" });
    expect(button.disabled).toBe(true);
    await choose("Effort", "high");
    fireEvent.click(button);
    await expect.poll(() => sent).toEqual([["T", { effort: "high" }]]);
    await expect.poll(() => screen.queryByLabelText("Model")).toBeNull();
    // What the server makes of it is no change from elsewhere.
    report({ effort: "high" });
    expect(small()).toBeNull();
    await expect.poll(() => [...stored.values()]).toMatchObject([{ effort: "high" }]);
  });

  test("[VIW-478] a mode brings its model and effort along; the person's own choice of effort goes before it", async () => {
    const { report, show, sent } = setUp();
    report(base);
    show();
    openThreadSettings("T");
    await choose("Mode", "Plan");
    await choose("Effort", "high");
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    const settings = { model: "m", reasoning_effort: "high", developer_instructions: null };
    await expect.poll(() => sent).toEqual([["T", { effort: "high", collaborationMode: { mode: "plan", settings } }]]);
  });

  test("[VIW-479] more permission wants a second yes, in plain words; a no sends nothing", async () => {
    const { report, show, sent } = setUp();
    report(base);
    show();
    openThreadSettings("T");
    await choose("Sandbox", "Full access");
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    expect(sent).toEqual([]);
    expect(screen.getByText(/without a sandbox/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Keep it as it is" }));
    expect(screen.queryByText(/without a sandbox/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    fireEvent.click(screen.getByRole("button", { name: "Allow it" }));
    await expect.poll(() => sent).toEqual([["T", { sandboxPolicy: FULL }]]);
    // The person has said yes to it.
    report({ sandbox: FULL });
    expect(loud()).toBeNull();
  });

  test("[VIW-708] where the server has told nothing of what is allowed, more than the least wants a second yes too", async () => {
    const { show, sent, session } = setUp();
    show();
    openThreadSettings("T");
    await choose("Sandbox", "Full access");
    await choose("Approval", "never asks");
    const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }), { detail: 1 });
    press("Change");
    expect(sent).toEqual([]);
    expect(screen.getByText(/without a sandbox/)).toBeTruthy();
    expect(screen.getByText(/You are not asked/)).toBeTruthy();
    expect(document.querySelector(".thread-settings__sure")?.textContent).toContain("Not told → Full access");
    press("Allow it");
    await expect.poll(() => sent).toEqual([["T", { sandboxPolicy: FULL, approvalPolicy: "never" }]]);
    expect(session.asked).toEqual([]);
  });

  test("[VIW-709] a refusal that comes when the dialog is closed stands in the thread; a reply closes no other dialog", async () => {
    const { report, show, services } = setUp();
    report(base);
    const replies: ((outcome: Outcome<null>) => void)[] = [];
    const acts = await services.actions.settings();
    acts.change = () => new Promise((done) => replies.push(done));
    show();
    openThreadSettings("T");
    const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
    await choose("Effort", "high");
    press("Change");
    await expect.poll(() => replies.length).toBe(1);
    press("Cancel");
    openThreadSettings("T");
    await screen.findByLabelText("Effort");
    replies[0]?.({ ok: true, value: null });
    await Promise.resolve();
    expect(settingsOf()).toBe("T");
    await choose("Effort", "high");
    press("Change");
    await expect.poll(() => replies.length).toBe(2);
    press("Cancel");
    replies[1]?.({ ok: false, reason: { type: "rpc", code: -32600, message: "not that one", data: null } });
    const late = () => document.querySelector("[data-settings-refused]");
    await expect.poll(() => late()?.textContent).toContain("not that one");
    expect(late()?.textContent).toContain("The settings were not changed");
    press("OK");
    expect(late()).toBeNull();
  });

  test("[VIW-709] where no answer was seen nothing is said to have been left undone", async () => {
    const { report, show } = setUp(new Map(), { ok: false, reason: { type: "ended", delivered: null } });
    report(base);
    show();
    openThreadSettings("T");
    await choose("Effort", "high");
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    expect(await screen.findByText("Whether the settings were changed is not known")).toBeTruthy();
  });

  test("[VIW-710] words of a server that are no plain words are choices all the same, with what is hidden in them seen", async () => {
    const { report, show, services, sent } = setUp();
    report(base);
    const acts = await services.actions.settings();
    const odd = `\u202e<b>free</b>\u0000${"W".repeat(5000)}`;
    const profile = (id: string) => ({ id, description: odd, allowed: true });
    acts.choices = () =>
      Promise.resolve({
        ok: true,
        value: {
          models: [
            aModel("__proto__", odd, [odd], {
              availability: odd,
              upgrade: { model: odd, words: null, retires: 1e300 },
            }),
            ...Array.from({ length: 3000 }, (_, n) => aModel(`m${n}`, `M ${n}`, [])),
          ],
          modes: [{ mode: "__proto__", name: odd, model: null, effort: null }],
          profiles: [profile("__proto__"), profile("constructor"), profile(odd)],
          requirements: { approvalPolicies: [null, 7], sandboxModes: [], reviewers: null, webSearch: null },
        },
      });
    show();
    openThreadSettings("T");
    await choose("Sandbox", "constructor");
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    expect(screen.getByText(/written in the profile “constructor”/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Allow it" }), { detail: 1 });
    await expect.poll(() => sent).toEqual([["T", { permissions: "constructor" }]]);
    openThreadSettings("T");
    const model = await screen.findByLabelText<HTMLSelectElement>("Model");
    await expect.poll(() => model.options.length).toBeGreaterThan(3000);
    model.selectedIndex = 1;
    fireEvent.change(model);
    const words = document.querySelector("dialog")?.textContent ?? "";
    expect(words).not.toContain("\u202e");
    expect(words).not.toContain("\u0000");
    expect(words).toContain("an impossible time");
    expect(document.querySelector("dialog b")?.textContent ?? "").not.toBe("free");
    expect(Math.max(...[...document.querySelectorAll("option")].map(({ text }) => text.length))).toBeLessThan(400);
  });

  test("[SEC-149] what was shown of a thread's settings, and a shape that waits, are kept under their machine's name", async () => {
    const { report, show, stored, session, services } = setUp();
    report(base);
    show();
    await expect.poll(() => stored.size).toBe(1);
    setAnswerSchema(services.journal, session, "T", { type: "object" });
    await expect.poll(() => stored.size).toBe(2);
    for (const key of stored.keys()) expect(key.startsWith("h/"), key).toBe(true);
  });

  test("[VIW-478] what is no change any more, or what the chosen model does not offer, is not asked for", async () => {
    const { report, show, sent } = setUp();
    report({ ...base, approvalPolicy: "never" });
    show();
    openThreadSettings("T");
    await choose("Effort", "high");
    await choose("Model", "Model N");
    await choose("Sandbox", "Read only");
    await choose("Approval", "asks first");
    report({ approvalPolicy: "on-request" });
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    await expect.poll(() => sent).toEqual([["T", { model: "n" }]]);
  });

  test("[VIW-479] neither the second press of a double one, nor a held key, nor a yes to something else allows more", async () => {
    const { report, show, sent } = setUp();
    report(base);
    show();
    openThreadSettings("T");
    await choose("Sandbox", "Workspace write");
    const change = screen.getByRole("button", { name: "Change" });
    fireEvent.click(change, { detail: 1 });
    const allow = screen.getByRole("button", { name: "Allow it" });
    fireEvent.click(allow, { detail: 2 });
    expect(fireEvent.keyDown(allow, { key: "Enter", repeat: true }), "a held key presses nothing").toBe(false);
    await Promise.resolve();
    expect(sent).toEqual([]);
    // Somebody else changes what it would be a yes to.
    report({ approvalPolicy: "untrusted", sandbox: { type: "readOnly", networkAccess: true } });
    expect(screen.queryByRole("button", { name: "Allow it" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    fireEvent.click(screen.getByRole("button", { name: "Allow it" }), { detail: 1 });
    await expect.poll(() => sent.length).toBe(1);
  });

  test("[VIW-480] a refusal is said, the choices stay, and a change by somebody else is told again", async () => {
    const { report, show } = setUp(new Map(), {
      ok: false,
      reason: { type: "rpc", code: -32600, message: "no such model", data: null },
    });
    report(base);
    show();
    openThreadSettings("T");
    await choose("Model", "Model N");
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    expect(await screen.findByText(/no such model/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>("Model").selectedIndex).toBe(1);
    report({ model: "n" });
    expect(small()?.textContent).toContain("m → n");
  });

  test("[VIW-480] without a connection nothing can be chosen, and that is said; a turn that runs goes on as it is", async () => {
    const { report, show, session, state } = setUp();
    report(base);
    aTurn(state);
    session.set({ connection: "offline" });
    show();
    openThreadSettings("T");
    expect((await screen.findByLabelText<HTMLSelectElement>("Sandbox")).disabled).toBe(true);
    expect(screen.getByText(/Without a connection nothing can be changed/)).toBeTruthy();
    expect(screen.getByText(/the one that runs goes on as it is/)).toBeTruthy();
  });
});

describe("every setting", () => {
  const option = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).options;

  test("[VIW-570] each control shows what is reported, words of a newer server too, and says where nothing was told", async () => {
    const { report, show } = setUp();
    report({ ...base, serviceTier: "warp", summary: "in-verse", approvalPolicy: "by-the-moon", reviewer: "owl" });
    show();
    openThreadSettings("T");
    await screen.findByText("Model M in the server’s words");
    expect(screen.getByText("low in the server’s words")).toBeTruthy();
    const now = (label: string) => option(label)[0]?.text;
    expect(["Model", "Effort", "Service tier", "Reasoning summary", "Personality", "Mode"].map(now)).toEqual([
      ...["Model M", "low", "warp", "in-verse"].map((words) => `As it is: ${words}`),
      ...["Personality", "Mode"].map(() => "Not told by the server: stays as it is"),
    ]);
    expect(["Sandbox", "Approval", "Who decides requests"].map(now)).toEqual(
      ["Read only", "by-the-moon", "owl"].map((words) => `As it is: ${words}`),
    );
  });

  test("[VIW-772] what a sandbox and a profile are is said, and their names are told apart; nothing to choose has its reason", async () => {
    const { report, show, services } = setUp();
    const acts = await services.actions.settings();
    const { choices } = acts;
    acts.choices = async (...asked) => {
      const outcome = await choices(...asked);
      return outcome.ok ? { ok: true, value: { ...outcome.value, models: outcome.value.models.slice(0, 1) } } : outcome;
    };
    report({ ...base, effort: null });
    show();
    openThreadSettings("T");
    await expect.poll(() => option("Sandbox").length).toBeGreaterThan(5);
    const names = [...option("Sandbox")].map(({ text }) => text);
    expect(new Set(names).size, "no two of one name").toBe(names.length);
    expect(names).toContain("Read only (profile)");
    expect([...document.querySelectorAll("optgroup")].map(({ label }) => label)).toEqual([
      "Sandbox: set here, part by part",
      "Permission profile: taken whole",
    ]);
    expect(screen.getByText(/One takes the other’s place/)).toBeTruthy();
    const model = screen.getByLabelText<HTMLSelectElement>("Model");
    expect(model.disabled).toBe(true);
    const reasons = (model.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id));
    expect(reasons.map((note) => note?.textContent)).toContain("The server offers no other model.");
    expect(option("Effort")[0]?.text).toBe("As it is: low (default)");
  });

  test("[VIW-574] a profile and a sandbox take each other’s place; what the machine does not allow cannot be chosen", async () => {
    const { report, show, sent } = setUp();
    report(base);
    show();
    openThreadSettings("T");
    const field = await screen.findByLabelText<HTMLSelectElement>("Sandbox");
    await expect.poll(() => [...field.options].map(({ text }) => text)).toContain("docs");
    const at = (words: string) => [...field.options].findIndex(({ text }) => text.startsWith(words));
    expect(field.options[at("free")]?.disabled).toBe(true);
    expect(field.options[at("free")]?.text).toContain("not allowed on this machine");
    const decides = screen.getByLabelText<HTMLSelectElement>("Who decides requests");
    expect([...decides.options].find(({ text }) => text.startsWith("a model decides"))?.disabled).toBe(true);
    const pick = (words: string) => {
      field.selectedIndex = at(words);
      fireEvent.change(field);
    };
    pick("Full access");
    pick("docs");
    expect(screen.getByText("Writes in docs alone")).toBeTruthy();
    expect(screen.queryByLabelText(/Network access/), "a profile has its own").toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    expect(screen.getByText(/written in the profile “docs”/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Allow it" }));
    await expect.poll(() => sent).toEqual([["T", { permissions: "docs" }]]);
    // Whatever the server makes of the profile is what was asked for; another device's change is not.
    report({
      permissionProfile: { id: "docs", extends: null },
      sandbox: { type: "workspaceWrite", writableRoots: ["/d"] },
    });
    expect(loud()).toBeNull();
    report({ permissionProfile: { id: "wide", extends: null } });
    expect(loud()?.textContent).toContain("docs → wide");
    fireEvent.click(screen.getByRole("button", { name: "I have seen it" }));
    expect(loud()).toBeNull();
  });

  test("[VIW-575] the members of a sandbox and the switches of an approval are changed one by one; what is not known of them is kept", async () => {
    const { report, show, sent } = setUp();
    const sandbox = { type: "workspaceWrite", writableRoots: ["/a"], networkAccess: true, ofTomorrow: 7 };
    const approvalPolicy = { granular: { sandbox_approval: true, rules: true, of_tomorrow: true } };
    report({ ...base, sandbox, approvalPolicy });
    show();
    openThreadSettings("T");
    fireEvent.click(await screen.findByLabelText(/Network access/));
    fireEvent.click(screen.getByLabelText(/^of_tomorrow/));
    const roots = screen.getByLabelText("Other folders that may be written");
    fireEvent.change(roots, { target: { value: "/a\nb\n" } });
    expect(screen.getByText("Give whole paths, from the root.")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Change" }).disabled).toBe(true);
    fireEvent.change(roots, { target: { value: "" } });
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    // Rules that were written one by one may allow anything.
    fireEvent.click(screen.getByRole("button", { name: "Allow it" }));
    await expect
      .poll(() => sent)
      .toEqual([
        [
          "T",
          {
            sandboxPolicy: { ...sandbox, writableRoots: [], networkAccess: false },
            approvalPolicy: { granular: { sandbox_approval: true, rules: true, of_tomorrow: false } },
          },
        ],
      ]);
  });

  test("[VIW-576] a working folder is looked at before it is asked for: one that is not there is said, and nothing is lost", async () => {
    const { report, show, sent } = setUp();
    report({ ...base, cwd: "/p" });
    show();
    openThreadSettings("T");
    const folder = await screen.findByLabelText<HTMLInputElement>("Working folder");
    fireEvent.input(folder, { target: { value: "nowhere" } });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Change" }).disabled).toBe(true);
    fireEvent.input(folder, { target: { value: "/gone" } });
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    expect(
      await screen.findByText(/The working folder cannot be looked at. The server said: no such file/),
    ).toBeTruthy();
    expect(folder.value).toBe("/gone");
    expect(sent).toEqual([]);
    fireEvent.input(folder, { target: { value: "/q" } });
    fireEvent.click(screen.getByRole("button", { name: "Change" }));
    await expect.poll(() => sent).toEqual([["T", { cwd: "/q" }]]);
  });

  test("[VIW-577] a mode says what it brings along; hidden models are asked for on request alone; the server’s notes on a model are shown", async () => {
    const { report, show, wanted } = setUp();
    report({ ...base, cwd: "/p" });
    show();
    openThreadSettings("T");
    await screen.findByText("Model M in the server’s words");
    const mode = screen.getByLabelText<HTMLSelectElement>("Mode");
    mode.selectedIndex = [...mode.options].findIndex(({ text }) => text === "Plan");
    fireEvent.change(mode);
    expect(screen.getByText(/Plan brings the server’s own instructions along. The model stays m. Effort will be low./));
    expect(wanted).toMatchObject([{ cwd: "/p", hidden: false }]);
    fireEvent.click(screen.getByLabelText("Offer hidden models too"));
    await expect
      .poll(() => wanted)
      .toMatchObject([
        { cwd: "/p", hidden: false },
        { cwd: "/p", hidden: true },
      ]);
    const model = screen.getByLabelText<HTMLSelectElement>("Model");
    model.selectedIndex = [...model.options].findIndex(({ text }) => text === "Model N");
    fireEvent.change(model);
    expect(screen.getByText("N is for few")).toBeTruthy();
    expect(screen.getByText("The server offers Model M in its place.")).toBeTruthy();
    expect(screen.queryByText(/no personalities/), "neither told nor supported: not there").toBeNull();
    expect(screen.queryByLabelText("Personality")).toBeNull();
  });
});

describe("the shape of the next answer", () => {
  const write = (text: string) => fireEvent.input(screen.getByLabelText("JSON schema"), { target: { value: text } });
  const use = () => fireEvent.click(screen.getByRole("button", { name: "Use it for the next message" }));

  test("[VIW-578] what is no JSON schema is said and not used; one that is stands above the box until a message took it or the person takes it away, over a reload too", async () => {
    const { show, report, session, services, stored } = setUp();
    report(base);
    const page = show();
    openThreadSettings("T");
    await screen.findByLabelText("JSON schema");
    for (const [text, words] of [
      ["{", /This is not JSON/],
      ["[]", /A JSON schema is an object/],
      ['{"name": 1}', /says nothing of a shape/],
      ['{"type": 7}', /“type” is a word/],
      ['{"properties": []}', /“properties” is an object/],
    ] as const) {
      write(text);
      use();
      expect(screen.getByRole("alert").textContent).toMatch(words);
    }
    expect(session.outputSchema("T")).toBeNull();
    const effort = screen.getByLabelText<HTMLSelectElement>("Effort");
    effort.selectedIndex = 1;
    fireEvent.change(effort);
    write('{"type": "object"}');
    use();
    expect(screen.getByText("JSON: object"), "a choice that was not sent yet keeps the dialog open").toBeTruthy();
    effort.selectedIndex = 0;
    fireEvent.change(effort);
    write('{"properties": {"name": {"type": "string"}, "age": {}}}');
    use();
    await expect.poll(() => screen.queryByLabelText("JSON schema")).toBeNull();
    const schema = { properties: { name: { type: "string" }, age: {} } };
    expect(session.outputSchema("T")).toEqual(schema);
    page.unmount();

    const box = () =>
      render(() => (
        <ServicesProvider services={services}>
          <NextAnswer session={session} thread="T" />
        </ServicesProvider>
      ));
    session.setOutputSchema("T", null);
    const first = box();
    expect(await screen.findByText("Next answer as JSON: name, age")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Answer in any shape" }));
    expect(screen.queryByText(/Next answer/)).toBeNull();
    expect(session.outputSchema("T")).toBeNull();
    expect(stored.get("h/answer-schema/T")).toBeNull();
    first.unmount();

    stored.set("h/answer-schema/T", schema);
    box();
    await screen.findByText(/Next answer as JSON/);
    // A message takes it along.
    session.setOutputSchema("T", null);
    session.set({ outbox: [] });
    expect(screen.queryByText(/Next answer/)).toBeNull();
    await expect.poll(() => stored.get("h/answer-schema/T")).toBeNull();
  });
});

test("[VIW-581] full access, network and never asking are words that stay in sight; anything else is none of them", () => {
  const words = (more: Partial<ReportedSettings>) => wideWords({ ...aThread().settings, ...more });
  expect(words({ sandbox: FULL, approvalPolicy: "never" })).toBe("Full access · never asks");
  expect(words({ sandbox: { type: "workspaceWrite", networkAccess: true } })).toBe("network");
  expect(words({ sandbox: { type: "externalSandbox", networkAccess: "enabled" } })).toBe("network");
  expect(words({ sandbox: READ_ONLY, approvalPolicy: "on-request" })).toBeNull();
  expect(words({})).toBeNull();
});

test("[VIW-752] asked for by its command, the dialog opens at that group, on its first control", async () => {
  const it = setUp();
  it.report(base);
  it.show();
  for (const group of ["Mode", "What commands may do", "Model"] as const) {
    openThreadSettings("T", group);
    const title = await screen.findByText(group, { selector: ".settings-group__title" });
    await expect.poll(() => document.activeElement?.closest("details") === title.closest("details")).toBe(true);
    await expect.poll(() => document.activeElement?.tagName).toBe("SELECT");
    expect(title.closest("details")?.open).toBe(true);
    openThreadSettings(null);
  }
  openThreadSettings("T");
  await screen.findByText("Mode", { selector: ".settings-group__title" });
  expect(document.activeElement?.closest("details"), "not asked for").toBeNull();
});
