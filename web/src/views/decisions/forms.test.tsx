// @vitest-environment jsdom
import { fireEvent, screen, within } from "@solidjs/testing-library";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Decision } from "../../decisions/state.ts";
import { changed } from "../live.ts";
import { aDecision, aThread, aTurn, clearPage, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { DecisionEntry } from "./decision-entry.tsx";
import { loadForms } from "./forms-loader.ts";
import { STILL_FOR_MS } from "./guard.ts";

const PERMISSIONS = "item/permissions/requestApproval";
const QUESTIONS = "item/tool/requestUserInput";
const ELICITATION = "mcpServer/elicitation/request";

beforeAll(() => loadForms());
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["performance", "requestAnimationFrame", "cancelAnimationFrame", "setTimeout", "clearTimeout", "Date"],
  });
  preparePage();
});
afterEach(clearPage);

function setUp(method: string, params: object, more: Partial<Decision> = {}) {
  const session = fakeSession();
  const thread = aThread();
  const turn = aTurn(thread);
  const decision = aDecision(thread, method, { threadId: "T", turnId: "t1", ...params }, more);
  const show = () => renderIn(session, thread, () => <DecisionEntry decisionKey={decision.key} turn={turn} />);
  const shown = show();
  still();
  /** What was answered, once; undefined when nothing was. */
  const answered = (): unknown => {
    expect(session.asked.length).toBeLessThan(2);
    return session.asked[0]?.[2];
  };
  return { session, decision, answered, show, shown };
}

const still = () => vi.advanceTimersByTime(STILL_FOR_MS + 50);
const card = () => screen.getByRole("group", { name: /^Decision/ });
const button = (name: string) => within(card()).getByRole("button", { name });
const box = (name: string) => within(card()).getByRole("textbox", { name });
const write = (element: HTMLElement, value: string) => fireEvent.input(element, { target: { value } });

test("[DEC-113] a part of the permissions is granted, for the turn or the session; declining grants nothing", () => {
  const { answered } = setUp(PERMISSIONS, {
    reason: "to build",
    cwd: "/w",
    permissions: { network: { enabled: true }, fileSystem: { read: null, write: ["/x"] } },
  });
  expect(card().textContent).toContain("Read and write /x");
  fireEvent.click(within(card()).getByRole("checkbox", { name: "Use the network" }));
  expect(card().textContent).toContain("1 of 2, for this turn");
  fireEvent.click(button("Approve for this session"));
  expect(answered()).toEqual({
    result: { permissions: { fileSystem: { read: null, write: ["/x"] } }, scope: "session" },
  });
});

test("[DEC-157] the review of later commands is asked for by a tick of its own, and for the turn only", () => {
  const { answered } = setUp(PERMISSIONS, { permissions: { network: { enabled: true }, fileSystem: null } });
  const review = within(card()).getByRole<HTMLInputElement>("checkbox", { name: /^Review each later command/ });
  expect(review.checked).toBe(false);
  fireEvent.click(review);
  fireEvent.click(button("Approve for this session"));
  expect(answered()).toBeUndefined();
  fireEvent.click(button("Approve"));
  expect(answered()).toEqual({
    result: { permissions: { network: { enabled: true } }, scope: "turn", strictAutoReview: true },
  });
});

test("[DEC-113] with nothing ticked there is nothing to approve", () => {
  const { session, answered } = setUp(PERMISSIONS, { permissions: { network: { enabled: true } } });
  fireEvent.click(within(card()).getByRole("checkbox", { name: "Use the network" }));
  fireEvent.click(button("Approve"));
  expect(session.asked).toEqual([]);
  fireEvent.click(button("Decline"));
  expect(answered()).toEqual({ result: { permissions: {}, scope: "turn" } });
});

const TWO = {
  isBlocking: true,
  autoResolutionMs: 90_000,
  questions: [
    {
      id: "q1",
      header: "Store",
      question: "Which?",
      isOther: true,
      options: [{ label: "SQLite", description: "One file" }],
    },
    { id: "q2", header: "Why", question: "Why so?", isOther: false, options: null },
  ],
};

test("[DEC-124] several questions are answered at once: an option, or other and own words; a plain Enter sends, composing does not", () => {
  const { session, answered } = setUp(QUESTIONS, TWO, { at: Date.now() });
  expect(card().textContent).toContain("One file");
  expect(card().textContent).toContain("It waits for the answer.");
  expect(card().querySelector("[data-countdown]")?.textContent).toContain("1:");
  fireEvent.click(within(card()).getByRole("radio", { name: "Other" }));
  write(box("Other answer"), "Flat files");
  write(box("Why so?"), "Simple");
  fireEvent.keyDown(box("Why so?"), { key: "Enter", keyCode: 229 });
  fireEvent.keyDown(box("Why so?"), { key: "Enter", shiftKey: true });
  expect(session.asked).toEqual([]);
  fireEvent.keyDown(box("Why so?"), { key: "Enter" });
  expect(answered()).toEqual({ result: { answers: { q1: { answers: ["Flat files"] }, q2: { answers: ["Simple"] } } } });
});

test("[DEC-125] a question left open is said beside it; submitting once more sends it empty; refusing is an act of its own", () => {
  const { session, answered } = setUp(QUESTIONS, TWO);
  fireEvent.click(within(card()).getByRole("radio", { name: "SQLite" }));
  fireEvent.click(button("Submit"));
  expect(session.asked).toEqual([]);
  expect(box("Why so?").getAttribute("aria-invalid")).toBe("true");
  const described = box("Why so?").getAttribute("aria-describedby");
  expect(document.getElementById(described ?? "")?.textContent).toBe("Not answered yet.");
  still();
  fireEvent.click(button("Submit"));
  expect(answered()).toEqual({ result: { answers: { q1: { answers: ["SQLite"] }, q2: { answers: [] } } } });
  clearPage();
  preparePage();
  vi.useFakeTimers({ toFake: ["performance", "requestAnimationFrame", "cancelAnimationFrame"] });
  const refused = setUp(QUESTIONS, TWO);
  fireEvent.click(button("Refuse"));
  expect(refused.answered()).toMatchObject({ error: { code: -32000 } });
});

test("[DEC-126] a countdown that is over answers nothing", () => {
  const { session } = setUp(QUESTIONS, { ...TWO, autoResolutionMs: 1000 }, { at: Date.now() });
  vi.advanceTimersByTime(5000);
  expect(session.asked).toEqual([]);
});

test("[SEC-70] a secret answer is a password field without autocomplete, is not kept when the card scrolls away, and is gone once it is sent", () => {
  const { answered, show, shown, decision } = setUp(QUESTIONS, {
    questions: [{ id: "k", header: "Key", question: "The key?", isSecret: true, options: null }],
  });
  const field = () => within(card()).getByLabelText<HTMLInputElement>("The key?");
  expect(field().type).toBe("password");
  expect(field().autocomplete).toBe("off");
  expect(card().textContent).toContain("The App Server itself may write it into its own files");
  write(field(), "m4rker-secret");
  shown.unmount();
  show();
  still();
  expect(field().value).toBe("");
  write(field(), "m4rker-secret");
  fireEvent.click(button("Submit"));
  expect(answered()).toEqual({ result: { answers: { k: { answers: ["m4rker-secret"] } } } });
  expect(field().value).toBe("");
  decision.state = {
    type: "sent",
    answer: { type: "result", result: { answers: { k: { answers: ["m4rker-secret"] } } } },
    at: 0,
    taken: false,
  };
  changed(new Set<object>([decision]));
  expect(card().textContent).not.toContain("m4rker");
});

test("[DEC-127] what was put into a card survives scrolling away", () => {
  const { show, shown } = setUp(QUESTIONS, TWO);
  write(box("Why so?"), "Simple");
  shown.unmount();
  show();
  expect((box("Why so?") as HTMLInputElement).value).toBe("Simple");
});

const FORM = {
  serverName: "files",
  mode: "form",
  message: "Who are you?",
  _meta: null,
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name", description: "Any text", minLength: 2 },
      colour: { type: "string", title: "Colour", enum: ["red", "green"], enumNames: ["Red", "Green"] },
      count: { type: "integer", title: "Count", minimum: 0, maximum: 10, default: 3 },
      goOn: { type: "boolean", title: "Go on", default: true },
      tags: { type: "array", title: "Tags", items: { type: "string", enum: ["a", "b"] } },
      password: { type: "string", title: "Password" },
    },
    required: ["name", "colour"],
  },
};

test("[DEC-135] a form has a field of each kind, tells what is wrong beside the field, and sends the content when it is right", () => {
  const { session, answered } = setUp(ELICITATION, FORM);
  expect(within(card()).getByLabelText<HTMLInputElement>(/^Password/).type).toBe("password");
  fireEvent.click(button("Submit"));
  expect(session.asked).toEqual([]);
  const name = box("Name");
  expect(name.getAttribute("aria-invalid")).toBe("true");
  const notes = (name.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);
  expect(notes).toEqual(["Any text · At least 2 characters", "This has to be filled in."]);
  write(name, "Ada");
  fireEvent.click(within(card()).getByRole("radio", { name: "Green" }));
  write(within(card()).getByRole("textbox", { name: /^Count/ }), "4");
  fireEvent.click(within(card()).getByRole("checkbox", { name: "Go on" }));
  fireEvent.click(within(card()).getByRole("checkbox", { name: "b" }));
  still();
  fireEvent.click(button("Submit"));
  expect(answered()).toEqual({
    result: {
      action: "accept",
      content: { name: "Ada", colour: "green", count: 4, goOn: false, tags: ["b"] },
      _meta: null,
    },
  });
});

test("[DEC-148] a card that changes its height waits again, unless the person's own input did it", () => {
  const { session, answered } = setUp(ELICITATION, FORM);
  let height = 100;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() =>
    DOMRect.fromRect({ x: 0, y: 0, width: 10, height }),
  );
  still();
  write(box("Name"), "Ada");
  fireEvent.click(within(card()).getByRole("radio", { name: "Red" }));
  height = 80;
  vi.advanceTimersByTime(50);
  expect(button("Submit").hasAttribute("aria-disabled")).toBe(false);
  vi.advanceTimersByTime(300);
  height = 120;
  vi.advanceTimersByTime(50);
  fireEvent.click(button("Submit"));
  expect(session.asked).toEqual([]);
  still();
  fireEvent.click(button("Submit"));
  expect(answered()).toMatchObject({ result: { action: "accept" } });
  vi.restoreAllMocks();
});

test.each([
  ["Decline", "decline"],
  ["Cancel", "cancel"],
])("[DEC-136] %s is an answer of its own", (label, action) => {
  const { answered } = setUp(ELICITATION, FORM);
  fireEvent.click(button(label));
  expect(answered()).toEqual({ result: { action, content: null, _meta: null } });
});

test("[DEC-137] an empty schema is a question of consent; an MCP tool approval offers how long it holds, in words", () => {
  const empty = { ...FORM, requestedSchema: { type: "object", properties: {} } };
  const consent = setUp(ELICITATION, empty);
  fireEvent.click(button("Accept"));
  expect(consent.answered()).toEqual({ result: { action: "accept", content: {}, _meta: null } });
  consent.shown.unmount();
  const tool = setUp(ELICITATION, {
    ...empty,
    _meta: { codex_approval_kind: "mcp_tool_call", persist: ["session", "always"], tool_params: { to: 3 } },
  });
  expect(card().textContent).toContain("in every thread");
  expect(card().textContent).toContain('"to": 3');
  fireEvent.click(button("Approve for this session"));
  expect(tool.answered()).toEqual({ result: { action: "accept", content: {}, _meta: { persist: "session" } } });
});

test("[DEC-138] a page is opened by a click alone, its whole address shown; an address that is none of the web cannot be opened", () => {
  const url = `https://a.example/${"x".repeat(300)}?q=\u202e1`;
  const page = setUp(ELICITATION, { ...FORM, mode: "url", url, elicitationId: "e1" });
  expect(card().textContent).toContain("x".repeat(300));
  expect(card().textContent).toContain("\\u{202E}");
  const link = within(card()).getByRole("link", { name: "Open page" });
  expect([link.getAttribute("href"), link.getAttribute("rel"), link.getAttribute("target")]).toEqual([
    url,
    "noopener noreferrer",
    "_blank",
  ]);
  fireEvent.click(button("Accept"));
  expect(page.answered()).toEqual({ result: { action: "accept", content: null, _meta: null } });
  page.shown.unmount();
  setUp(ELICITATION, { ...FORM, mode: "url", url: "javascript:alert(1)" });
  expect(within(card()).queryByRole("link")).toBeNull();
  expect(card().textContent).toContain("javascript:alert(1)");
});

test("[DEC-144] a tool call is answered with what the person writes, or refused", () => {
  const { answered } = setUp("item/tool/call", { callId: "c", tool: "lookup", arguments: { q: "x" } });
  expect(card().textContent).toContain('"q": "x"');
  write(box("Text"), "found");
  fireEvent.click(button("Submit"));
  expect(answered()).toEqual({ result: { contentItems: [{ type: "inputText", text: "found" }], success: true } });
});

test("[DEC-145] a result written by hand is held against the schema: a mismatch is shown and may be sent knowingly", () => {
  const { session, answered } = setUp("currentTime/read", {});
  expect(card().textContent).toContain("what time it is");
  fireEvent.click(button("Write the answer as JSON"));
  still();
  write(box("Result, as JSON"), "{");
  fireEvent.click(button("Submit"));
  expect(within(card()).getByRole("alert").textContent).toContain("not JSON");
  write(box("Result, as JSON"), '{"currentTimeAt":"noon"}');
  still();
  fireEvent.click(button("Submit"));
  expect(session.asked).toEqual([]);
  expect(within(card()).getByRole("alert").textContent).toContain("currentTimeAt");
  still();
  fireEvent.click(button("Send all the same"));
  expect(answered()).toEqual({ result: { currentTimeAt: "noon" } });
});

test("[DEC-145] a request with a known response has a form; one without is answered by hand, also with an error", () => {
  const form = setUp("attestation/generate", {});
  write(within(card()).getByLabelText("token"), "abc");
  fireEvent.click(button("Submit"));
  expect(form.answered()).toEqual({ result: { token: "abc" } });
  form.shown.unmount();
  const unknown = setUp("hologram/project", { beam: 1 });
  fireEvent.click(within(card()).getByRole("radio", { name: "An error" }));
  write(box("Code"), "-5");
  write(box("Message"), "no beam");
  still();
  fireEvent.click(button("Submit"));
  expect(unknown.answered()).toEqual({ error: { code: -5, message: "no beam" } });
});

test("[DEC-146] a typed request that cannot be read is shown raw and answered by hand", () => {
  const { answered } = setUp(QUESTIONS, { questions: "none" });
  expect(card().querySelector(`[data-generic="${QUESTIONS}"]`)?.textContent).toContain('"questions": "none"');
  write(box("Result, as JSON"), '{"answers":{}}');
  still();
  fireEvent.click(button("Submit"));
  expect(answered()).toEqual({ result: { answers: {} } });
});

test("[DEC-100] [DEC-101] a second request under the same id and an answer that came back are told on the card", () => {
  setUp(QUESTIONS, TWO, {
    rivals: ['{"id":0,"method":"other"}'],
    state: { type: "pending", back: "The turn is over." },
  });
  expect(card().querySelector("[data-protocol-fault]")?.textContent).toContain('"method": "other"');
  expect(card().querySelector("[data-back]")?.textContent).toContain("The turn is over.");
});

test.each([
  ["item/commandExecution/requestApproval", { command: "make" }],
  ["item/fileChange/requestApproval", {}],
  [PERMISSIONS, { permissions: { network: { enabled: true } } }],
  [QUESTIONS, TWO],
  [ELICITATION, FORM],
  [ELICITATION, { ...FORM, mode: "url", url: "https://a.example" }],
  ["item/tool/call", { callId: "c", tool: "x", arguments: {} }],
  ["account/chatgptAuthTokens/refresh", { reason: "unauthorized" }],
  ["attestation/generate", {}],
  ["currentTime/read", {}],
  ["applyPatchApproval", { fileChanges: {} }],
  ["execCommandApproval", { command: ["ls"] }],
  ["hologram/project", {}],
])("[DEC-149] nothing answers %s but the person, however long it waits", (method, params) => {
  const { session } = setUp(method, { ...params, itemId: "i0" });
  vi.advanceTimersByTime(30 * 60_000);
  expect(session.asked).toEqual([]);
  expect(card().dataset["state"]).toBe("pending");
});

test("[DEC-153] a change that has not been seen is fetched once, and again when the person wants it", async () => {
  const session = fakeSession();
  const request = vi.spyOn(session, "request");
  const thread = aThread();
  const turn = aTurn(thread);
  const decision = aDecision(thread, "item/fileChange/requestApproval", { itemId: "gone" }, { item: "gone" });
  renderIn(session, thread, () => <DecisionEntry decisionKey={decision.key} turn={turn} />);
  expect(card().querySelector("[data-unseen]")?.textContent).toContain("has not been seen");
  await vi.waitFor(() => expect(card().textContent).toContain("could not be fetched"));
  changed(new Set<object>([turn, decision]));
  expect(request.mock.calls).toEqual([
    [
      "thread/resume",
      { threadId: "T", excludeTurns: true, initialTurnsPage: { limit: 1, itemsView: "full" } },
      { wait: true },
    ],
  ]);
  fireEvent.click(button("Fetch again"));
  expect(request).toHaveBeenCalledTimes(2);
});

test("[DEC-147] no two ends of a decision look the same", () => {
  const { decision } = setUp(ELICITATION, FORM);
  const accept = { type: "result", result: { action: "accept" } } as const;
  const decline = { type: "result", result: { action: "decline" } } as const;
  const states: Decision["state"][] = [
    { type: "sent", answer: accept, at: 1, taken: true },
    { type: "resolved", outcome: "answered-here", answer: accept, at: 1 },
    { type: "resolved", outcome: "answered-here", answer: decline, at: 1 },
    { type: "resolved", outcome: "refused", answer: { type: "error", code: -32601, message: "" }, at: 1 },
    { type: "resolved", outcome: "answered-elsewhere", answer: null, at: 1 },
    { type: "resolved", outcome: "auto-resolved", answer: null, at: 1 },
    { type: "resolved", outcome: "cancelled-by-server", answer: null, at: 1 },
    { type: "withdrawn", at: 1 },
    { type: "expired", outcome: "process-ended", answer: null, at: 1 },
    { type: "closed", outcome: "turn-ended", answer: null, at: 1 },
  ];
  const looks = states.map((state) => {
    decision.state = state;
    changed(new Set<object>([decision]));
    const line = card().querySelector<HTMLElement>(".decided");
    return `${line?.dataset["end"]} ${line?.querySelector("b")?.textContent}`;
  });
  expect(new Set(looks).size).toBe(states.length);
});
