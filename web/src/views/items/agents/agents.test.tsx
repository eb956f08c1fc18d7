// @vitest-environment jsdom
import { waitFor } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHostState } from "../../../projection/host-fold.ts";
import { ITEM_SAMPLES } from "../../../projection/testing/item-samples.ts";
import { aThread, aTurn, clearPage, fakeSession, itemOf, preparePage, renderIn } from "../../testing.tsx";
import { ItemView } from "../item-view.tsx";

beforeEach(preparePage);
afterEach(clearPage);

const text = (element: Element | null) => (element?.textContent ?? "").replace(/\s+/g, " ");

async function show(wire: object) {
  const thread = aThread();
  const turn = aTurn(thread, "t1");
  const item = itemOf(turn, wire, wire);
  const { container } = renderIn(fakeSession(createHostState("h")), thread, () => <ItemView item={item} turn={turn} />);
  await waitFor(() => expect(container.querySelector(".card, .quiet b")).not.toBeNull());
  return container;
}

const wait = {
  ...ITEM_SAMPLES.collabAgentToolCall.completed,
  tool: "wait",
  prompt: null,
  receiverThreadIds: ["a", "b", "c", 7],
  agentsStates: {
    a: { status: "completed", message: "**12** tests" },
    b: { status: "hibernating", message: null },
    d: { status: "errored", message: "usage limit" },
    e: "nonsense",
  },
};

test("[VIW-234] each agent has what the server said of it, its report as text, and the way to its thread", async () => {
  const container = await show(wait);
  const agents = [...container.querySelectorAll<HTMLElement>("[data-agent]")];
  expect(agents.map((agent) => agent.dataset["agent"])).toEqual(["a", "b", "c", "d", "e"]);
  const [a, b, c, d, e] = agents;
  expect(text(a ?? null)).toMatch(/finished.*12 tests/);
  expect(a?.querySelector("strong")?.textContent).toBe("12");
  expect(a?.querySelector("a")?.getAttribute("href")).toBe("/t/a");
  expect(text(b ?? null)).toContain("hibernating");
  expect(text(c ?? null)).toContain("no state told");
  expect(text(d ?? null)).toMatch(/failed.*usage limit/);
  expect(text(e ?? null)).toContain("no state told");
  expect(text(container)).toContain("Waited for 5 agents");
});

test("[VIW-234] nothing about agents is made up: a call that names none says so, an unknown tool keeps its name", async () => {
  const container = await show({ ...wait, tool: "hypnotise", receiverThreadIds: [], agentsStates: {} });
  expect(container.querySelector("[data-agent]")).toBeNull();
  expect(text(container)).toMatch(/hypnotise.*The server named no agent/);
});

test.each<[object, RegExp]>([
  [{ kind: "started" }, /Agent Thread child-1 started · \/root\/counter$/],
  [{ kind: "completed", model: "m", reasoningEffort: "low" }, /has finished · m · low · \/root/],
  [{ kind: "teleported" }, /teleported/],
  [{ kind: null, agentThreadId: null }, /Agent without a thread told nothing of itself/],
])("[VIW-234] a sign of life %j is one line with the way to the thread", async (more, words) => {
  const container = await show({ ...ITEM_SAMPLES.subAgentActivity.completed, ...more });
  expect(text(container.querySelector(".quiet"))).toMatch(words);
});

test("[VIW-234] an id that is no name for a key is an agent like another", async () => {
  const states = JSON.parse('{"__proto__": {"status": "completed", "message": "still here"}}') as object;
  const container = await show({ ...wait, receiverThreadIds: ["__proto__"], agentsStates: states });
  expect(text(container.querySelector("[data-agent]"))).toMatch(/finished.*still here/);
});
