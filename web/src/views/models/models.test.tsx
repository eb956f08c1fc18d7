// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AppServices, HostEntry } from "../../actions/contract.ts";
import { capabilityActs } from "../../actions/capabilities.ts";
import type { Outcome } from "../../host/model.ts";
import { createMemoryJournal } from "../../journal/memory.ts";
import type { Journal } from "../../journal/journal.ts";
import { hostAfter, tape } from "../../projection/testing/rows.ts";
import { refusal, reply, request } from "../../projection/testing/wire.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeSession, preparePage } from "../testing.tsx";
import { ChoicesNote } from "./choices-note.tsx";
import ModelsRoom from "./models-room.tsx";

beforeEach(preparePage);
afterEach(clearPage);

const AGENT = "longwire/1.2.3 (Debian)";
type Answer = (method: string, params: Record<string, unknown>) => Outcome<unknown>;
const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const no = (message: string): Outcome<unknown> => ({
  ok: false,
  reason: { type: "rpc", code: -32603, message, data: null },
});
const EMPTY: Answer = (method) => ok(method.endsWith("list") ? { data: [], nextCursor: null } : {});

function show(
  answer: Answer,
  options: { journal?: Journal; offline?: boolean; state?: ReturnType<typeof hostAfter> } = {},
) {
  const journal = options.journal ?? createMemoryJournal();
  const session = fakeSession(options.state);
  session.set({ userAgent: AGENT, connection: options.offline === true ? "offline" : "live" });
  const asked: [string, unknown][] = [];
  const it = { answer };
  session.request = (method, params) => {
    asked.push([method, params]);
    return Promise.resolve(it.answer(method, params as Record<string, unknown>));
  };
  const entry = { record: { id: "h", label: "devbox" }, session } as unknown as HostEntry;
  const services = {
    journal,
    hosts: () => [entry],
    ready: () => true,
    onHosts: () => () => undefined,
    actions: { capabilities: () => Promise.resolve(capabilityActs) },
  } as unknown as AppServices;
  const { container } = render(() => (
    <ServicesProvider services={services}>
      <ModelsRoom entry={entry} />
    </ServicesProvider>
  ));
  const section = (name: string) => screen.getByRole("region", { name });
  return { container, section, session, asked, journal, it };
}

const LARGE = {
  id: "large",
  model: "mock-large",
  displayName: "Large",
  description: "For long work.",
  isDefault: true,
  supportedReasoningEfforts: [
    { reasoningEffort: "low", description: "Short" },
    { reasoningEffort: "max", description: "All it has" },
  ],
  defaultReasoningEffort: "max",
  inputModalities: ["text", "audio"],
  serviceTiers: [{ id: "p", name: "Fast", description: "Sooner" }],
  supportsPersonality: true,
  multiAgentVersion: "v2",
  modelSpecialty: "proofs",
  availabilityNux: { message: "Pro plans first." },
  upgradeInfo: {
    model: "next",
    upgradeCopy: "It is faster.",
    modelLink: null,
    migrationMarkdown: null,
    retirementAt: 1_800_000_000,
  },
};

test("[VIW-552] a model shows all that the server tells of it, in its words, and its record raw on request", async () => {
  const { section, container } = show((method, params) =>
    method === "model/list" ? ok({ data: [LARGE, "broken"], nextCursor: null }) : EMPTY(method, params),
  );
  await within(section("Models")).findByText("Large");
  const words = section("Models").textContent ?? "";
  for (const told of [
    ["mock-large", "server’s default", "For long work.", "Read just now from App Server 1.2.3"],
    ["low Short", "max (default) All it has", "Fast Sooner", "text, audio", "can be chosen", "v2", "proofs"],
    ["Pro plans first.", "It is faster.", "2027", "Further models, which this app cannot read · 1, as they came"],
  ].flat())
    expect(words).toContain(told);
  expect(container.querySelector('[data-generic="Record"]')).not.toBeNull();
});

test("[VIW-552] modes, profiles, the provider, features and requirements show what the server tells of each", async () => {
  const { section } = show((method, params) => {
    if (method === "collaborationMode/list")
      return ok({
        data: [
          { name: "Plan", mode: "plan", model: "m2", reasoning_effort: "high", developer_instructions: "Plan first." },
        ],
      });
    if (method === "permissionProfile/list")
      return ok({
        data: [
          { id: ":full", description: "All", allowed: false },
          { id: ":read", description: "Looks", allowed: true },
        ],
        nextCursor: null,
      });
    if (method === "modelProvider/capabilities/read") return ok({ webSearch: false, hologram: [1, { a: 2 }] });
    if (method === "experimentalFeature/list")
      return ok({
        data: [
          {
            name: "f",
            stage: "beta",
            displayName: "Try me",
            enabled: true,
            defaultEnabled: false,
            announcement: "New",
          },
          { name: "odd", stage: "quantum", enabled: null },
        ],
        nextCursor: null,
      });
    if (method === "configRequirements/read")
      return ok({
        requirements: { allowedSandboxModes: ["read-only"], allowRemoteControl: false, network: null, fresh: 1 },
      });
    return EMPTY(method, params);
  });
  await within(section("Collaboration modes")).findByText("Plan");
  expect(section("Collaboration modes").textContent).toMatch(/plan.*Modelm2.*Efforthigh.*InstructionsPlan first\./);
  expect(section("Permission profiles").textContent).toMatch(
    /:full.*not allowed by this machine’s requirements.*:read.*Looks/,
  );
  expect(section("The provider").textContent).toMatch(/Searching the web.*no.*hologram.*1, \{"a":2\}/);
  expect(section("Experimental features").textContent).toMatch(
    /To try 1, 1 on.*Try me f · off by default.*New.*quantum 1, 0 on/,
  );
  const requires = section("What this machine requires").textContent;
  expect(requires).toMatch(/Sandboxes allowed.*read-only.*Remote control.*no.*fresh.*1/);
  expect(requires).not.toContain("Network");
});

test("[VIW-553] hidden models come on request; one is found in a long list, of which a part is drawn", async () => {
  const many = Array.from({ length: 500 }, (_, n) => ({ model: `m-${n}`, displayName: `Model ${n}` }));
  const { section, container, asked } = show((method, params) =>
    method !== "model/list"
      ? EMPTY(method, params)
      : ok({
          data: params["includeHidden"] === true ? [...many, { model: "secret", hidden: true }] : many,
          nextCursor: null,
        }),
  );
  await within(section("Models")).findByText("Model 3");
  expect(container.querySelectorAll("[data-model]")).toHaveLength(25);
  const box = within(section("Models")).getByRole("checkbox");
  box.focus();
  fireEvent.click(box);
  const find = within(section("Models")).getByRole("searchbox");
  fireEvent.input(find, { target: { value: "secret" } });
  await within(section("Models")).findByText("hidden");
  expect(container.querySelectorAll("[data-model]")).toHaveLength(1);
  // Neither another list nor a reading takes the control from under the person's hands.
  expect(document.activeElement).toBe(box);
  expect(asked.filter(([method]) => method === "model/list").map(([, params]) => params)).toEqual([
    {},
    { includeHidden: true },
  ]);
});

test("[VIW-554] a failed reading is told with the server's words beside the last good list; offline shows what is kept, with its time", async () => {
  const first = show((method, params) =>
    method === "model/list" ? ok({ data: [LARGE], nextCursor: null }) : EMPTY(method, params),
  );
  await within(first.section("Models")).findByText("Large");
  first.it.answer = () => no("catalog on fire");
  fireEvent.click(screen.getByRole("button", { name: "Read again: Models" }));
  await within(first.section("Models")).findByText(/catalog on fire/);
  expect(first.section("Models").textContent).toContain("What was read before is still shown.");
  expect(within(first.section("Models")).getByText("Large")).toBeTruthy();
  clearPage();
  preparePage();
  const later = show(() => no("not asked"), { journal: first.journal, offline: true });
  await within(later.section("Models")).findByText("Large");
  expect(later.section("Models").textContent).toMatch(/Read just now from App Server 1\.2\.3/);
  expect(later.asked).toEqual([]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Read again: Models" }).disabled).toBe(true);
});

test("[VIW-554] with nothing ever read the server's own default is what is left, and that is said", async () => {
  const { section } = show(() => no("no catalog"));
  await within(section("Models")).findByText(/no catalog/);
  expect(section("Models").textContent).toContain("server’s own default");
  clearPage();
  preparePage();
  const offline = show(() => no("x"), { offline: true });
  await within(offline.section("Models")).findByText(/Not read yet, and there is no connection/);
});

test("[VIW-555] what the server lacks and what it has beyond the app are named; a list that it lacks is not asked for", async () => {
  const words =
    "Invalid request: unknown variant `longwire/methods`, expected one of `initialize`, `thread/start`, `model/list`, `thread/sample`";
  const state = hostAfter(
    tape()
      .out(request("i", "initialize", {}))
      .in(reply("i", { userAgent: AGENT }))
      .out(request("r", "longwire/methods", {}))
      .in(refusal("r", -32600, words)).rows,
  );
  const { section, container, asked } = show(EMPTY, { state });
  await within(section("Models")).findByText("The server lists no model.");
  expect(section("The server").textContent).toContain("It has 4.");
  expect(container.querySelector('[data-lacks] [data-method="account/read"]')).not.toBeNull();
  expect(section("The server").textContent).toMatch(/Methods that it has and this app does not know 1.*thread\/sample/);
  expect(section("The server").textContent).not.toContain("longwire/methods");
  expect(section("Collaboration modes").querySelector("[data-lacking]")?.textContent).toContain(
    "The list of modes needs collaborationMode/list, which App Server 1.2.3 does not have.",
  );
  expect(asked.map(([method]) => method)).toEqual(["model/list"]);
  changed(new Set([state]));
});

test("[VIW-555] the methods are learnt from one refusal, asked for once; a server that names none is not asked again", async () => {
  const { asked, session } = show(EMPTY);
  await expect.poll(() => asked.filter(([method]) => method === "longwire/methods").length).toBe(1);
  changed(new Set([session.state]));
  changed(new Set([session]));
  await expect.poll(() => asked.length).toBe(7);
});

test("[VIW-554] choices of settings say from when they are, why the newest reading failed, what is lacking, and what is left with none", () => {
  const session = fakeSession();
  session.set({ userAgent: AGENT });
  const rpc = (message: string) => ({ type: "rpc", code: -32600, message, data: null }) as const;
  const choices = {
    models: [],
    modes: [],
    profiles: [],
    requirements: { approvalPolicies: null, sandboxModes: null, reviewers: null, webSearch: null },
  };
  const words = (outcome: Parameters<typeof ChoicesNote>[0]["outcome"]) => {
    const { container, unmount } = render(() => <ChoicesNote session={session} outcome={outcome} />);
    const { textContent } = container;
    unmount();
    return textContent;
  };
  const unread = [{ method: "permissionProfile/list", failure: rpc("profiles on fire") }];
  expect(words({ ok: true, value: { ...choices, read: { at: 1, fresh: true, failure: null }, unread } })).toBe(
    "The list of permission profiles could not be read. The server said: profiles on fire",
  );
  expect(words({ ok: true, value: { ...choices, read: { at: null, fresh: false, failure: rpc("no catalog") } } })).toBe(
    "The list of models could not be read. The server said: no catalog What is not chosen is the server’s own default.",
  );
  const model = { ...LARGE, name: "a", hidden: false, efforts: [], defaultEffort: null, tiers: [] };
  const some = { ...choices, models: [{ ...model, personality: null, upgrade: null, availability: null }] };
  const read = (at: number | null, fresh: boolean, message: string | null) =>
    words({ ok: true, value: { ...some, read: { at, fresh, failure: message === null ? null : rpc(message) } } });
  expect(read(1, true, null)).toBe("");
  expect(read(1, false, null)).toMatch(/^These choices were read .*1970.*has not told its own yet\.$/);
  expect(read(null, false, "catalog on fire")).toBe(
    "These choices were read earlier. The newest reading failed. The server said: catalog on fire",
  );
  expect(words({ ok: false, reason: rpc("Invalid request: missing field `x`") })).toBe(
    "The list of models could not be read. App Server 1.2.3 could not read the request model/list. It said: Invalid request: missing field `x`. It asks for “x”, which was not sent. Nothing was done; a newer Longwire may know of it. What is not chosen is the server’s own default.",
  );
});

test("[VIW-714] what else the machine tells makes nothing be read again, and closes nothing that was opened", async () => {
  const features = [{ name: "f", stage: "stable", enabled: true }];
  const { asked, session, container } = show((method, params) =>
    method === "experimentalFeature/list"
      ? ok({ data: structuredClone(features), nextCursor: null })
      : method === "model/list"
        ? ok({ data: [LARGE], nextCursor: null })
        : EMPTY(method, params),
  );
  await expect.poll(() => container.querySelector("[data-stage=stable]")).not.toBeNull();
  await expect.poll(() => asked.length).toBe(7);
  for (let i = 0; i < 30; i += 1) {
    session.set({ latencyMs: i });
    changed(new Set([session.state]));
  }
  await Promise.resolve();
  expect(asked).toHaveLength(7);
  const stage = container.querySelector<HTMLDetailsElement>("[data-stage=stable]");
  if (stage === null) throw new Error("no stage");
  stage.open = true;
  fireEvent.click(screen.getByRole("button", { name: "Read again: Experimental features" }));
  await expect.poll(() => asked.length).toBe(8);
  await screen.findByRole("button", { name: "Read again: Experimental features" });
  expect(container.querySelector("[data-stage=stable]")).toBe(stage);
  expect(stage.open).toBe(true);
});

test("[VIW-714] 5,000 of each, of odd names and words, are drawn in part and as text; a list that goes on for ever is cut", async () => {
  const odd = "\u202e<img src=x onerror=alert(1)>\u0000";
  const many = Array.from({ length: 5000 }, (_, n) => n);
  let pages = 0;
  const { container, section } = show((method, params) => {
    switch (method) {
      case "model/list":
        return ok({
          data: [
            { model: "__proto__", displayName: odd, description: odd, upgrade: odd, availabilityNux: { message: odd } },
            ...many.map((n) => ({ model: `m${n}`, supportedReasoningEfforts: many.slice(0, 40).map(String) })),
          ],
          nextCursor: "same",
        });
      case "collaborationMode/list":
        return ok({
          data: many.map(() => ({ name: odd, mode: odd, model: odd, developer_instructions: odd })),
          nextCursor: null,
        });
      case "permissionProfile/list":
        pages += 1;
        return ok({ data: [{ id: `${odd}${pages}`, description: odd }], nextCursor: `${pages}` });
      case "experimentalFeature/list":
        return ok({ data: many.map((n) => ({ name: `f${n}`, stage: odd, description: odd })), nextCursor: null });
      case "modelProvider/capabilities/read":
        return ok(JSON.parse(`{"__proto__": [${many.join(",")}], "constructor": {"a": ${JSON.stringify(odd)}}}`));
      default:
        return EMPTY(method, params);
    }
  });
  await expect.poll(() => container.querySelectorAll("[data-model]").length).toBeGreaterThan(0);
  await expect.poll(() => container.querySelectorAll("[data-mode]").length).toBeGreaterThan(0);
  await expect.poll(() => container.querySelectorAll("[data-feature]").length).toBeGreaterThan(0);
  await expect.poll(() => container.querySelectorAll("[data-profile]").length).toBeGreaterThan(0);
  expect(container.querySelectorAll("[data-model], [data-mode], [data-feature], [data-profile]").length).toBeLessThan(
    200,
  );
  expect(section("Models").textContent).toContain("The server has more than is read here");
  expect(pages).toBeLessThan(60);
  expect(section("The provider").textContent).toContain("__proto__");
  expect(container.querySelector("img")).toBeNull();
  // The raw records stand there whole, unseen, for whoever looks for words in the page.
  for (const whole of container.querySelectorAll(".generic__whole")) whole.remove();
  for (const hidden of ["\u202e", "\u0000"]) expect(container.textContent).not.toContain(hidden);
});
