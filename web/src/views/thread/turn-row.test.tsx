// @vitest-environment jsdom
import { fireEvent, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Actions } from "../../actions/contract.ts";
import type { Item, Turn } from "../../projection/state.ts";
import { changed } from "../live.ts";
import {
  anItem,
  aThread,
  aTurn,
  clearPage,
  fakeServices,
  fakeSession,
  itemOf,
  preparePage,
  renderIn,
} from "../testing.tsx";
import { OutgoingMessage } from "./outgoing.tsx";
import { TurnRow } from "./turn-row.tsx";

beforeEach(preparePage);
afterEach(clearPage);

function setUp(more: Partial<Turn> = {}) {
  const session = fakeSession();
  const thread = aThread();
  const turn = aTurn(thread, "t1", more);
  const show = () => renderIn(session, thread, () => <TurnRow turn={turn} part={0} last />);
  return { session, thread, turn, show };
}

test.each<[string, Partial<Turn>, string]>([
  ["inProgress", { reported: "inProgress" }, "Working"],
  ["completed", { reported: "completed" }, ""],
  ["interrupted", { reported: "interrupted" }, "Interrupted"],
  ["interrupted", { reported: "interrupted", stop: { type: "stopping", at: 0, taken: true } }, "Stopped by you"],
  [
    "failed",
    { reported: "failed", error: { message: "out of tokens", info: "usageLimitExceeded", details: null } },
    "out of tokens",
  ],
  ["stopping", { stop: { type: "stopping", at: 0, taken: true } }, "Stopping"],
  ["noAnswerToStop", { stop: { type: "unanswered", at: 0 } }, "No answer to stop"],
  ["stoppedByForce", { lost: true, stop: { type: "forced", at: 0 } }, "Stopped by force"],
  ["lost", { lost: true }, "Lost with its process"],
  ["lost", { lost: true, endUntold: true }, "How it ended is not known"],
  ["paused", { reported: "paused" }, "paused"],
])("[VIW-50] a turn that is %s says so by attribute and in words", (status, more, words) => {
  const { show, turn } = setUp(more);
  turn.startedAt = Date.now();
  const { container } = show();
  const element = container.querySelector<HTMLElement>("[data-turn-id='t1']");
  expect(element?.dataset["turnStatus"]).toBe(status);
  expect(element?.textContent).toContain(words);
});

test("[VIW-61] a turn that has only begun has not been silent for longer than it runs", () => {
  const { show, turn, thread } = setUp({ reported: "inProgress" });
  thread.lastSignAt = Date.now() - 157_000;
  turn.startedAt = Date.now() - 1000;
  const { container } = show();
  expect(container.textContent).toContain("Working");
  expect(container.textContent).not.toContain("no sign");
  turn.startedAt = Date.now() - 90_000;
  changed(new Set<object>([turn]));
  expect(container.textContent).toMatch(/no sign for 1:[23]\d/);
});

test("[VIW-51] retrying is said while it lasts, and no error stays when the turn goes on", () => {
  const { show, turn } = setUp({ retrying: { message: "Reconnecting... 2/5", info: null, details: "timeout" } });
  const { container } = show();
  expect(container.textContent).toContain("Reconnecting... 2/5");
  turn.retrying = null;
  changed(new Set<object>([turn]));
  expect(container.textContent).not.toContain("Reconnecting");
});

test("[VIW-52] a stop that got no answer offers force behind a question that names its price", () => {
  const { show, session } = setUp({ stop: { type: "unanswered", at: 0 } });
  show();
  fireEvent.click(screen.getByRole("button", { name: "Stop by force" }));
  expect(session.asked).toEqual([]);
  expect(screen.getByText(/for all devices/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "End the App Server" }));
  expect(session.asked).toEqual([["stopByForce", "t1"]]);
});

test("[VIW-53] every item is found by type and id; one without a view shows its name and the raw JSON", () => {
  const { show, turn } = setUp({ reported: "completed" });
  anItem(turn, "userMessage", { clientId: null, content: [], text: "line one\n  <b>line two</b>" });
  anItem(turn, "reasoning", { summary: ["**Thinking hard**\n\nmore"], content: [] });
  anItem(turn, "agentMessage", { text: "Hello **there**", messagePhase: null });
  itemOf(turn, { type: "hologram", id: "h1", data: { n: 1 } });
  anItem(turn, "contextCompaction");
  const { container } = show();
  const items = [...container.querySelectorAll<HTMLElement>("[data-item-type]")];
  expect(items.map((item) => [item.dataset["itemType"], item.dataset["itemId"]])).toEqual([
    ["userMessage", "i0"],
    ["reasoning", "i1"],
    ["agentMessage", "i2"],
    ["hologram", "h1"],
    ["contextCompaction", "i4"],
  ]);
  expect(items[0]?.textContent).toContain("line one\n  <b>line two</b>");
  expect(items[1]?.querySelector("summary")?.textContent).toContain("Thinking hard");
  expect(items[2]?.querySelector("strong")?.textContent).toBe("there");
  expect(container.querySelector("[data-generic='hologram']")?.textContent).toContain('"data":{"n":1}');
});

test("[VIW-54] a delta redraws its own item and no other", () => {
  const { show, turn } = setUp();
  const first = anItem(turn, "agentMessage", { text: "one", messagePhase: null, phase: "open" } as never);
  const second = anItem(turn, "agentMessage", { text: "two", messagePhase: null, phase: "open" } as never);
  const { container } = show();
  const node = () => container.querySelectorAll("[data-item-type=agentMessage] p");
  const [, untouched] = node();
  first.text = "one and more";
  second.text = "must not be seen";
  changed(new Set<object>([first]));
  expect(node()[0]?.textContent).toBe("one and more");
  expect(node()[1]).toBe(untouched);
  expect(untouched?.textContent).toBe("two");
});

test("[VIW-55] a command shows what ran, where, how it ended, and the end of its output until all is asked for", () => {
  const { show, turn } = setUp({ reported: "completed" });
  const output = Array.from({ length: 50 }, (_, i) => `\u001b[32mline ${i}\u001b[0m`).join("\n");
  const item = anItem(turn, "commandExecution", {
    command: "make all",
    cwd: "/home/mara/src",
    status: "completed",
    source: "agent",
    exitCode: 2,
    durationMs: 4100,
    output,
    outputCut: true,
    actions: [],
    typed: [],
  });
  const { container } = show();
  const text = () => container.textContent ?? "";
  for (const part of ["make all", "in ~/src", "exit 2", "4.1 s", "line 49", "left out part"])
    expect(text()).toContain(part);
  expect(text()).not.toContain("line 9");
  fireEvent.click(screen.getByRole("button", { name: /Show all 50 lines/ }));
  expect(text()).toContain("line 9");
  expect(container.querySelector(".sgr-fg2")?.textContent).toBe("line 0");
  item.output += "\nlast";
  changed(new Set<object>([item]));
  expect(text()).toContain("last");
});

test("[VIW-56] a command that only reads is one quiet line, opened on request; a failed one is not", () => {
  const { show, turn } = setUp({ reported: "completed" });
  const members = {
    command: "sed -n 1,9p a.ts",
    cwd: "/w",
    status: "completed",
    source: null,
    exitCode: 0,
    durationMs: 1,
    output: "x",
    outputCut: false,
    actions: [
      { type: "read", name: "a.ts" },
      { type: "search", query: "needle" },
    ],
    typed: [],
  };
  anItem(turn, "commandExecution", members);
  anItem(turn, "commandExecution", { ...members, exitCode: 1 });
  const { container } = show();
  const [quiet, failed] = container.querySelectorAll("[data-item-type]");
  expect(quiet?.querySelector("summary")?.textContent).toBe("Read a.ts · searched for needle");
  expect(failed?.querySelector("summary")).toBeNull();
});

test("[VIW-57] a status that this build does not know is shown in the server's own word", () => {
  const { show, turn } = setUp({ reported: "completed" });
  anItem(turn, "commandExecution", {
    command: "x",
    cwd: "",
    status: "paused",
    source: null,
    exitCode: null,
    durationMs: null,
    output: "",
    outputCut: false,
    actions: [],
    typed: [],
  });
  expect(show().container.textContent).toContain("paused");
});

test("[VIW-58] a message on its way says how far it is; where delivery is not known the person decides", async () => {
  const session = fakeSession();
  const thread = aThread();
  const outgoing = {
    clientUserMessageId: "c1",
    text: "hello",
    input: [],
    at: 0,
    generation: "g",
    state: { type: "sent" as const } as never,
  };
  thread.outgoing.set("c1", outgoing);
  const { container } = renderIn(session, thread, () => <OutgoingMessage outgoing={outgoing} />);
  expect(container.textContent, "the relay has not said that it has it").toContain("Sending");
  Object.assign(outgoing, { state: { type: "sent", taken: true } });
  changed(new Set([outgoing]));
  expect(container.textContent).toContain("Sent");
  Object.assign(outgoing, { state: { type: "accepted", turn: "t1" } });
  changed(new Set<object>([outgoing]));
  expect(container.textContent).toContain("Accepted, not yet shown");
  Object.assign(outgoing, { state: { type: "delivery-unknown" } });
  changed(new Set<object>([outgoing]));
  expect(session.asked).toEqual([]);
  // Pressed twice it goes once; its words are in the outbox before its bubble goes.
  fireEvent.click(screen.getByRole("button", { name: "Send again" }));
  fireEvent.click(screen.getByRole("button", { name: "Send again" }));
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  await vi.waitFor(() => expect(session.asked).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve));
  expect(session.asked).toEqual([
    ["sendMessage", "T", "hello"],
    ["discard", "c1"],
  ]);
});

test("[VIW-58] sent again it goes into the turn that runs, or waits for an idle thread; what could not be sent stays", async () => {
  const lost = (text: string) => ({
    clientUserMessageId: text,
    text,
    input: [],
    at: 0,
    generation: "g",
    state: { type: "failed" as const, message: "no" },
  });
  const session = fakeSession();
  const thread = aThread();
  const press = (text: string) => {
    const { unmount } = renderIn(session, thread, () => <OutgoingMessage outgoing={lost(text)} />);
    fireEvent.click(screen.getByRole("button", { name: "Send again" }));
    return unmount;
  };
  session.set({ connection: "offline" });
  press("offline")();
  session.set({ connection: "live" });
  const turn = aTurn(thread);
  changed(new Set<object>([thread]));
  press("steers")();
  await vi.waitFor(() => expect(session.asked).toHaveLength(4));
  expect(session.asked.filter(([verb]) => verb === "sendMessage")).toEqual([
    ["sendMessage", "T", "offline", { type: "start" }],
    ["sendMessage", "T", "steers", { type: "steer", turn: turn.id }],
  ]);
  let tries = 0;
  session.sendMessage = () => (tries++ === 0 ? Promise.reject(new Error("full")) : Promise.resolve("m"));
  press("stays");
  await new Promise((resolve) => setTimeout(resolve));
  expect(session.asked).not.toContainEqual(["discard", "stays"]);
  fireEvent.click(screen.getByRole("button", { name: "Send again" }));
  await vi.waitFor(() => expect(session.asked).toContainEqual(["discard", "stays"]));
});

test("[VIW-59] changed files are cards with counts; a large one begins closed, a giant one is offered as a file", () => {
  const { show, turn } = setUp({ reported: "completed" });
  const change = (path: string, diff: string) => ({ path, kind: "add", movePath: null, diff });
  anItem(turn, "fileChange", {
    status: "completed",
    changes: [
      change("/w/small.ts", "a\n"),
      change("/w/large.ts", "b\n".repeat(500)),
      change("/w/giant.ts", "c".repeat(30_500_000)),
    ],
    output: "",
  } as Omit<Extract<Item, { type: "fileChange" }>, keyof Item> as never);
  show();
  const open = (name: RegExp) => screen.getByRole("button", { name }).getAttribute("aria-expanded");
  expect(open(/small\.ts/)).toBe("true");
  expect(open(/large\.ts/)).toBe("false");
  expect(screen.getByRole("button", { name: /large\.ts/ }).textContent).toContain("+500");
  expect(screen.getByText(/Too large to draw/)).toBeTruthy();
});

test("[VIW-430] a hole in the history is said where it is, and read by a press that says when it could not", async () => {
  const session = fakeSession();
  const thread = aThread();
  const turn = aTurn(thread, "t9", { reported: "completed", hole: { cursor: "c8" } });
  const asked: unknown[] = [];
  const services = fakeServices(session);
  const loadOlder: Actions["loadOlder"] = async (_session, of, hole) => {
    asked.push([of.state.id, hole?.id]);
    return { ok: false, reason: { type: "not-sent", message: "The relay is away." } };
  };
  const actions = { ...services.actions, loadOlder };
  const { container } = renderIn(session, thread, () => <TurnRow turn={turn} part={0} last />, {
    ...services,
    actions,
  });
  const note = container.querySelector("[data-note='hole']");
  expect(note?.textContent).toContain("Earlier turns are missing here");
  fireEvent.click(screen.getByRole("button", { name: "Read them" }));
  expect(await screen.findByText(/The relay is away/)).toBeTruthy();
  expect(asked).toEqual([[thread.id, "t9"]]);
  turn.hole = null;
  changed(new Set<object>([turn]));
  expect(container.querySelector("[data-note='hole']")).toBeNull();
});

test("[VIW-472] a stop that the server did not take says so, with the server's words", () => {
  const { show, turn } = setUp({ reported: "inProgress", stopRefused: "Server overloaded; retry later." });
  const { container } = show();
  expect(container.textContent).toContain("Stop was not taken (the server says: Server overloaded; retry later.)");
  turn.stopRefused = null;
  changed(new Set<object>([turn]));
  expect(container.textContent).not.toContain("Stop was not taken");
});
