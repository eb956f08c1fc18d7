// @vitest-environment jsdom
// Lists of the server as long as it likes: what is drawn at once, and how the rest is reached.
import { cleanup, fireEvent, render, screen, waitFor } from "@solidjs/testing-library";
import { createSignal } from "solid-js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ITEM_SAMPLES } from "../projection/testing/item-samples.ts";
import { PlanSteps } from "./cards/plan-steps.tsx";
import { FirstOf } from "./first-of.tsx";
import { ItemView } from "./items/item-view.tsx";
import { changed } from "./live.ts";
import { aThread, aTurn, clearPage, fakeSession, itemOf, preparePage, renderIn } from "./testing.tsx";

beforeEach(preparePage);
afterEach(clearPage);

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

test("[VIW-88] a long list draws its first members, more on each press until all are there, and remembers that", () => {
  const of = {};
  const [list, setList] = createSignal(numbers(1500));
  const draw = () =>
    render(() => (
      <ul>
        <FirstOf of={of} name="n" each={list()} what="parts" first={100} row>
          {(member) => <li data-member={member}>{member}</li>}
        </FirstOf>
      </ul>
    )).container;
  const drawn = (container: Element) => container.querySelectorAll("[data-member]").length;
  const first = draw();
  expect(drawn(first)).toBe(100);
  fireEvent.click(screen.getByRole("button", { name: "Show 100 more of 1,400 parts" }));
  expect(drawn(first)).toBe(200);
  cleanup();
  const again = draw();
  expect(drawn(again)).toBe(200);
  // What grows behind what is drawn only counts.
  setList(numbers(1501));
  expect(drawn(again)).toBe(200);
  for (let button = screen.queryByRole("button"); button !== null; button = screen.queryByRole("button"))
    fireEvent.click(button);
  expect(drawn(again)).toBe(1501);
});

test("[VIW-88] parts and steps by the thousand are some at first; of a plan those around the one that comes next", async () => {
  const thread = aThread();
  const turn = aTurn(thread, "t1");
  const sample = ITEM_SAMPLES.mcpToolCall.completed;
  const content = numbers(2000).map((at) => ({ type: "text", text: `part ${at}` }));
  const call = { ...sample, result: { content, structuredContent: null, _meta: null } };
  const item = itemOf(turn, call, call);
  turn.plan = numbers(2000).map((at) => ({ step: `step ${at}`, status: at < 1000 ? "completed" : "pending" }));
  const { container } = renderIn(fakeSession(), thread, () => (
    <>
      <ItemView item={item} turn={turn} />
      <PlanSteps turn={turn} />
    </>
  ));
  const steps = () => [...container.querySelectorAll("[data-step]")].map((step) => step.textContent ?? "");
  await waitFor(() => expect(container.querySelectorAll("[data-part]")).toHaveLength(100));
  expect(steps()).toHaveLength(100);
  // The step that comes next is in sight.
  expect(steps()[50]).toContain("step 1000 ");
  turn.plan = turn.plan.map((step) => ({ ...step, status: "completed" }));
  changed(new Set([turn]));
  expect(steps().at(-1)).toContain("step 1999 ");
  const earlier = container.querySelector(".plan__more button");
  expect(earlier?.textContent).toBe("Show 1,950 earlier steps");
  if (earlier !== null) fireEvent.click(earlier);
  expect(steps()).toHaveLength(2000);
});
