// @vitest-environment jsdom
import { fireEvent, screen, within } from "@solidjs/testing-library";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Decision } from "../../decisions/state.ts";
import { changed } from "../live.ts";
import { aDecision, anItem, aThread, aTurn, clearPage, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { DecisionEntry } from "./decision-entry.tsx";
import { loadForms } from "./forms-loader.ts";
import { STILL_FOR_MS } from "./guard.ts";

const COMMAND = "item/commandExecution/requestApproval";
const FILES = "item/fileChange/requestApproval";

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
  const decision = aDecision(thread, method, { threadId: "T", turnId: "t1", itemId: "i0", ...params }, more);
  const show = () => renderIn(session, thread, () => <DecisionEntry decisionKey={decision.key} turn={turn} />);
  return { session, thread, turn, decision, show };
}

const still = (ms = STILL_FOR_MS + 50) => vi.advanceTimersByTime(ms);
const card = () => screen.getByRole("group", { name: /^Decision/ });
const button = (name: string) => within(card()).getByRole("button", { name });

test("[VIW-30] a card's buttons answer nothing in the first 600 ms after it appears, nor after it moved", () => {
  const { session, show } = setUp(COMMAND, { command: "make", cwd: "/w" });
  let top = 100;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() =>
    DOMRect.fromRect({ x: 0, y: top, width: 10, height: 10 }),
  );
  show();
  still(STILL_FOR_MS - 100);
  fireEvent.click(button("Approve"));
  expect(session.asked).toEqual([]);
  expect(button("Approve").getAttribute("aria-disabled")).toBe("true");
  still(200);
  top = 160;
  still(50);
  fireEvent.click(button("Approve"));
  expect(session.asked, "it has just moved").toEqual([]);
  still();
  expect(button("Approve").hasAttribute("aria-disabled")).toBe(false);
  fireEvent.click(button("Approve"));
  expect(session.asked).toHaveLength(1);
  vi.restoreAllMocks();
});

test("[VIW-31] the first press answers, once, with the server's own value; the card says that it was sent", () => {
  const { session, show, decision } = setUp(COMMAND, {
    command: "make",
    cwd: "/w",
    availableDecisions: ["accept", "cancel"],
  });
  show();
  still();
  for (let i = 0; i < 6; i += 1) fireEvent.click(button("Approve"));
  fireEvent.click(button("Cancel turn"));
  expect(session.asked).toEqual([["answer", decision, { result: { decision: "accept" } }]]);
  expect(card().textContent).toContain("Sent");
});

test("[VIW-32] only what the server offers is offered; an unknown shape is shown raw and cannot be pressed", () => {
  const { session, show } = setUp(COMMAND, {
    command: "make",
    availableDecisions: [
      "accept",
      { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["make", "all"] } },
      { warp: 9 },
    ],
  });
  show();
  still();
  expect(screen.queryByRole("button", { name: "Approve for this session" })).toBeNull();
  expect(card().textContent).toContain("make all");
  fireEvent.click(button('{"warp":9}'));
  expect(session.asked).toEqual([]);
  fireEvent.click(button("Approve and add a rule"));
  expect(session.asked[0]?.[2]).toEqual({
    result: { decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["make", "all"] } } },
  });
});

test("[VIW-33] a card takes no focus, and Enter in a text field reaches none", () => {
  const { session, show } = setUp(COMMAND, { command: "make" });
  const box = document.createElement("textarea");
  document.body.append(box);
  box.focus();
  show();
  still();
  expect(document.activeElement).toBe(box);
  fireEvent.keyDown(box, { key: "Enter" });
  expect(session.asked).toEqual([]);
  box.remove();
});

test("[VIW-34] a file change whose diff is not here says so: approving waits, declining does not; once it is here it is shown", async () => {
  const { session, show, turn } = setUp(FILES, { reason: "outside" }, { item: "i0" });
  show();
  still();
  expect(card().textContent).toContain("not on this device yet");
  fireEvent.click(button("Approve"));
  expect(session.asked).toEqual([]);
  anItem(turn, "fileChange", {
    status: "inProgress",
    changes: [{ path: "/w/a.ts", kind: "add", movePath: null, diff: "one\n" }],
    output: "",
  });
  changed(new Set<object>([turn]));
  still();
  expect(card().textContent).toContain("/w/a.ts");
  await vi.waitFor(() => expect(button("Approve").hasAttribute("aria-disabled")).toBe(false));
  fireEvent.click(button("Approve"));
  expect(session.asked).toHaveLength(1);
});

test("[DEC-154] a file change that begins closed, or is cut, cannot be approved before it was shown; declining waits for nothing", async () => {
  const { session, show, turn } = setUp(FILES, {}, { item: "i0" });
  const diff = Array.from({ length: 300 }, (_, n) => `line ${n}\n`).join("");
  anItem(turn, "fileChange", {
    status: "inProgress",
    changes: [{ path: "/w/a.ts", kind: "add", movePath: null, diff }],
    output: "",
  });
  show();
  still();
  expect(card().textContent).toContain("Approving waits until the whole change was shown");
  fireEvent.click(button("Approve"));
  fireEvent.click(button("Approve for this session"));
  expect(session.asked).toEqual([]);
  expect(button("Decline").hasAttribute("aria-disabled")).toBe(false);
  fireEvent.click(within(card()).getByRole("button", { name: /a\.ts/ }));
  const all = await vi.waitFor(() => button("Show all 300 lines"));
  expect(button("Approve").getAttribute("aria-disabled"), "cut").toBe("true");
  fireEvent.click(all);
  await vi.waitFor(() => expect(card().textContent).not.toContain("Approving waits"));
  still();
  fireEvent.click(button("Approve"));
  expect(session.asked).toHaveLength(1);
});

test("[DEC-155] the line that stays names each right that was granted", async () => {
  const permissions = { network: { enabled: true }, fileSystem: { read: ["/a"], write: ["/b"] } };
  const { show } = setUp(
    "item/permissions/requestApproval",
    { permissions },
    {
      state: {
        type: "resolved",
        outcome: "answered-here",
        at: 1,
        answer: {
          type: "result",
          result: { permissions: { network: { enabled: true }, fileSystem: { read: ["/a"] } }, scope: "turn" },
        },
      },
    },
  );
  show();
  await vi.waitFor(() => expect(card().textContent).toContain("Read /a"));
  expect(card().textContent).toContain("Use the network");
  expect(card().textContent).not.toContain("/b");
});

test("[DEC-156] what a card does not offer can be answered by hand, held against the schema", async () => {
  const { session, show, decision } = setUp(COMMAND, { command: "make", availableDecisions: ["accept", "cancel"] });
  show();
  still();
  expect(within(card()).queryByRole("button", { name: "Decline" })).toBeNull();
  fireEvent.click(button("The request as it came"));
  fireEvent.click(await vi.waitFor(() => button("Answer by hand")));
  const write = (text: string) =>
    fireEvent.input(within(card()).getByRole("textbox", { name: "Result, as JSON" }), { target: { value: text } });
  still();
  write('{"decision":"perhaps"}');
  fireEvent.click(button("Send this answer"));
  expect(card().textContent).toContain("This is not what the App Server says that it expects");
  expect(session.asked).toEqual([]);
  still();
  write('{"decision":"decline"}');
  fireEvent.click(button("Send this answer"));
  expect(session.asked).toEqual([["answer", decision, { result: { decision: "decline" } }]]);
});

test("[VIW-35] a request of an unknown method is shown raw and whole, with an explicit refusal", () => {
  const { session, show, decision } = setUp("hologram/project", { beam: { n: 1 } });
  show();
  expect(card().dataset["decision"]).toBe("hologram/project");
  expect(card().querySelector("[data-generic='hologram/project']")?.textContent).toContain('"beam"');
  still();
  fireEvent.click(button("Refuse"));
  expect(session.asked).toEqual([
    ["answer", decision, { error: { code: -32601, message: "hologram/project is not supported by this client" } }],
  ]);
});

test("[VIW-36] the card names itself by method, key, state and outcome, and shrinks to one line of what was decided", () => {
  const { show, decision } = setUp(COMMAND, { command: "make all" });
  show();
  expect(card().dataset["decision"]).toBe(COMMAND);
  expect(card().dataset["requestKey"]).toBe(decision.key);
  expect(card().dataset["state"]).toBe("pending");
  expect(card().dataset["outcome"]).toBeUndefined();
  const states: [Decision["state"], string, string | undefined][] = [
    [
      { type: "sent", answer: { type: "result", result: { decision: "accept" } }, at: 1, taken: false },
      "Approved",
      undefined,
    ],
    [
      {
        type: "resolved",
        outcome: "answered-here",
        answer: { type: "result", result: { decision: "decline" } },
        at: 1,
      },
      "Declined",
      "answered-here",
    ],
    [{ type: "resolved", outcome: "answered-elsewhere", answer: null, at: 1 }, "another device", "answered-elsewhere"],
    [{ type: "resolved", outcome: "cancelled-by-server", answer: null, at: 1 }, "server", "cancelled-by-server"],
    [{ type: "withdrawn", at: 1 }, "Withdrawn", undefined],
    [{ type: "expired", outcome: "process-ended", answer: null, at: 1 }, "Expired", "process-ended"],
    [{ type: "closed", outcome: "turn-ended", answer: null, at: 1 }, "Closed", "turn-ended"],
  ];
  for (const [state, words, outcome] of states) {
    decision.state = state;
    changed(new Set<object>([decision]));
    expect(card().dataset["state"]).toBe(state.type);
    expect(card().dataset["outcome"]).toBe(outcome);
    expect(card().textContent).toContain(words);
    expect(card().textContent).toContain("make all");
    expect(within(card()).queryByRole("button", { name: "Approve" })).toBeNull();
  }
});

test("[SEC-43] what is to be approved shows hidden characters as marks, never as Markdown, and copies the exact text", () => {
  const command = "echo ok\u202e fr- mr ;\u200b\n\n\n   Approved by policy";
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText }, userAgent: "" });
  const { show } = setUp(COMMAND, { command, cwd: "/w\u2066/x", reason: "```\n[Accept](x)\n``` <img src=x>" });
  show();
  const { textContent } = card();
  for (const mark of ["\\u{202E}", "\\u{200B}", "↵", "\\u{2066}"]) expect(textContent).toContain(mark);
  expect(textContent).not.toMatch(/[\u202e\u200b\u2066]/);
  expect(card().querySelector("a, img")).toBeNull();
  fireEvent.click(button("Copy command"));
  expect(writeText).toHaveBeenCalledWith(command);
});

test("[VIW-37] without a connection an answer can be given, and the card says that it waits", () => {
  const { session, show } = setUp(COMMAND, { command: "make" });
  session.set({ connection: "offline" });
  show();
  expect(card().textContent).toContain("Not connected");
  still();
  fireEvent.click(button("Decline"));
  expect(session.asked).toHaveLength(1);
  expect(card().textContent).toContain("waits here");
});

/** Gives every element this much text and this much room, px. */
function boxes(scrollHeight: number, clientHeight: number) {
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(scrollHeight);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(clientHeight);
}

test("[VIW-38] a command that is cut cannot be approved before it was shown to its end; declining waits for nothing", () => {
  for (const way of ["scroll", "all"]) {
    boxes(1000, 400);
    const { session, show } = setUp(COMMAND, { command: "make\n".repeat(70) });
    const view = show();
    still();
    fireEvent.click(button("Approve"));
    expect(session.asked).toEqual([]);
    expect(card().textContent).toContain("30 more lines");
    expect(card().textContent).toContain("Approving waits until the command was shown to its end");
    expect(button("Decline").hasAttribute("aria-disabled")).toBe(false);
    if (way === "all") fireEvent.click(button("Show all of it: Command"));
    else {
      const box = screen.getByLabelText("Command");
      box.scrollTop = 600;
      fireEvent.scroll(box);
    }
    expect(card().textContent).not.toContain("more lines");
    still();
    fireEvent.click(button("Approve"));
    expect(session.asked).toHaveLength(1);
    vi.restoreAllMocks();
    view.unmount();
  }
});

test("[VIW-39] the words of a rule stand beside the buttons, not in them, and a cut rule holds its own choice only", () => {
  boxes(1000, 132);
  const rule = ["bash", "-c", "x\n".repeat(70)];
  const { session, show } = setUp(COMMAND, {
    networkApprovalContext: { host: "h.example", protocol: "https" },
    availableDecisions: ["accept", { acceptWithExecpolicyAmendment: { execpolicy_amendment: rule } }],
  });
  show();
  still();
  expect(button("Approve and add a rule").textContent).toBe("Approve and add a rule");
  fireEvent.click(button("Approve and add a rule"));
  expect(session.asked).toEqual([]);
  fireEvent.click(button("Approve"));
  expect(session.asked).toHaveLength(1);
  vi.restoreAllMocks();
});

test("[SEC-43] a word is not torn at its hyphens, a path breaks behind slashes, and the text stays the same", () => {
  const { show } = setUp(COMMAND, {
    command: "rm --no-preserve-root -rf /home/me/tidewatch",
    cwd: "/home/me/tidewatch",
  });
  show();
  const box = screen.getByLabelText("Command");
  expect(box.textContent).toBe("rm --no-preserve-root -rf /home/me/tidewatch");
  const words = [...box.querySelectorAll(".visible-text > .visible-text__word")];
  expect(words.map((word) => word.textContent)).toEqual(["--no-preserve-root", "-rf", "/home/me/tidewatch"]);
  const [, , path] = words;
  expect([...(path?.children ?? [])].map((part) => part.textContent || part.tagName)).toEqual([
    "/",
    "WBR",
    "home/",
    "WBR",
    "me/",
    "WBR",
    "tidewatch",
  ]);
});

test("the host's own environment is not named; another is, in words", () => {
  const { show } = setUp(COMMAND, { command: "make", environmentId: "local" });
  const view = show();
  expect(card().textContent).not.toMatch(/environment/i);
  view.unmount();
  setUp(COMMAND, { command: "make", environmentId: "gpu-box" }).show();
  expect(card().textContent).toContain("Environmentgpu-box");
  expect(card().textContent).not.toContain("environmentId");
});

test("[VIW-33] the focus in a card goes to the line that stays of it, and from elsewhere it is not taken", () => {
  for (const inside of [true, false]) {
    const { show, decision } = setUp(COMMAND, { command: "make" });
    const view = show();
    if (inside) button("Approve").focus();
    decision.state = { type: "sent", answer: { type: "result", result: { decision: "accept" } }, at: 1, taken: false };
    changed(new Set<object>([decision]));
    expect(document.activeElement?.className).toBe(inside ? "decided" : "");
    view.unmount();
  }
});

test("[VIW-30] a press that came too soon says so; a scroll after the person's own keyboard focus holds nothing back", () => {
  const { session, show } = setUp(COMMAND, { command: "make" });
  let top = 100;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(() =>
    DOMRect.fromRect({ x: 0, y: top, width: 10, height: 10 }),
  );
  show();
  still(100);
  fireEvent.click(button("Approve"));
  expect(session.asked).toEqual([]);
  expect(card().textContent).toContain("Too soon");
  still();
  const approve = button("Approve");
  const matches = approve.matches.bind(approve);
  Object.defineProperty(approve, "matches", {
    value: (selector: string) => selector === ":focus-visible" || matches(selector),
  });
  approve.focus();
  top = 40;
  still(50);
  fireEvent.click(button("Approve"));
  expect(session.asked).toHaveLength(1);
  vi.restoreAllMocks();
});
