// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Actions, SettingsActs } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import type { Journal } from "../../journal/journal.ts";
import type { ReportedSettings } from "../../projection/state.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { aThread, aTurn, clearPage, fakeServices, fakeSession, preparePage } from "../testing.tsx";
import { openThreadSettings } from "./asked.ts";
import SettingsNotices from "./settings-notices.tsx";
import { allows, permissionChanges, type Permissions } from "./width.ts";

beforeEach(preparePage);
afterEach(() => {
  openThreadSettings(null);
  clearPage();
});

const READ_ONLY = { type: "readOnly", networkAccess: false };
const FULL = { type: "dangerFullAccess" };

function setUp(stored = new Map<string, unknown>(), outcome: Outcome<null> = { ok: true, value: null }) {
  const session = fakeSession();
  const state = aThread();
  const sent: unknown[] = [];
  const acts: SettingsActs = {
    choices: () =>
      Promise.resolve({
        ok: true,
        value: {
          models: [
            { model: "m", name: "Model M", description: "", efforts: ["low", "high"], defaultEffort: "low", tiers: [] },
            { model: "n", name: "Model N", description: "", efforts: ["ultra"], defaultEffort: "ultra", tiers: [] },
          ],
          modes: [{ mode: "plan", name: "Plan", effort: "low" }],
        },
      }),
    change: (_session, thread, wanted) => {
      sent.push([thread, wanted]);
      return Promise.resolve(outcome);
    },
  };
  const journal = {
    get: (key: string) => Promise.resolve(stored.get(key)),
    put: (key: string, value: unknown) => Promise.resolve(void stored.set(key, structuredClone(value))),
  } as unknown as Journal;
  const services = fakeServices(session, {
    journal,
    actions: { settings: () => Promise.resolve(acts) } as unknown as Actions,
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
  return { session, state, sent, stored, report, show };
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
    const permissions = (more: Partial<Permissions> = {}): Permissions => ({ ...base, ...more });
    const wider = (before: Partial<Permissions>, after: Partial<Permissions>) =>
      permissionChanges(permissions(before), permissions(after)).some((each) => each.wider);
    const workspace = (more = {}) => ({ type: "workspaceWrite", writableRoots: [], networkAccess: false, ...more });
    expect(wider({}, { sandbox: workspace() })).toBe(true);
    expect(wider({ sandbox: workspace() }, {})).toBe(false);
    expect(wider({ sandbox: workspace() }, { sandbox: workspace({ networkAccess: true }) })).toBe(true);
    expect(wider({ sandbox: workspace() }, { sandbox: workspace({ writableRoots: ["/etc"] }) })).toBe(true);
    expect(wider({ sandbox: workspace({ writableRoots: ["/etc"] }) }, { sandbox: workspace() })).toBe(false);
    expect(wider({ sandbox: FULL }, { sandbox: { type: "bubbleWrap" } })).toBe(true);
    expect(wider({}, { approvalPolicy: "never" })).toBe(true);
    expect(wider({ approvalPolicy: "never" }, {})).toBe(false);
    expect(wider({}, { approvalPolicy: { granular: {} } })).toBe(true);
    expect(wider({}, { reviewer: "auto_review" })).toBe(true);
    expect(
      permissionChanges(permissions(), permissions({ sandbox: { networkAccess: false, type: "readOnly" } })),
    ).toEqual([]);
    expect(permissionChanges(permissions({ sandbox: null }), permissions({ sandbox: FULL }))).toEqual([]);
    expect(allows(permissions({ sandbox: FULL, approvalPolicy: "never" }))).toHaveLength(2);
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
