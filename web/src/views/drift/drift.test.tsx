// @vitest-environment jsdom
// What does not fit, drawn: the mark of a line of the wire, what stands in it opened, and the count on the machine's page.
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import { fireEvent, render, screen, within } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import { createMemoryJournal } from "../../journal/memory.ts";
import { batchesOf, seededNumbers, writeBatches } from "../../projection/testing/batches.ts";
import { hostAfter, T, tape } from "../../projection/testing/rows.ts";
import { note } from "../../projection/testing/wire.ts";
import { createThreadState } from "../../projection/thread-state.ts";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeSession, preparePage } from "../testing.tsx";
import { readRow } from "../wire/envelope.ts";
import type { WireSource } from "../wire/source.ts";
import { WireRow } from "../wire/wire-row.tsx";
import { createFitting, type Fit } from "./fitting.ts";
import { SentPart } from "./sent-part.tsx";

beforeEach(preparePage);
afterEach(clearPage);

const delta = (more: object = {}) =>
  note("item/agentMessage/delta", { threadId: T, turnId: "t1", itemId: "i1", delta: "Hi", ...more });

function drawRow(message: object) {
  const [row] = tape().in(message).rows;
  if (row === undefined) throw new Error("no row");
  let fit: Fit | null = null;
  const from = { out: false, generation: "g1", method: null };
  createFitting<null>((_at, found) => (fit = found))(null, parseLine(JSON.stringify(message)), from);
  const { envelope } = readRow(row, 1, 0);
  const source = { row: () => Promise.resolve(row) } as unknown as WireSource;
  const { container } = render(() => (
    <WireRow
      envelope={envelope}
      source={source}
      fit={fit}
      words=""
      session={fakeSession()}
      state={createThreadState(T)}
      onLeave={undefined}
    />
  ));
  return container;
}

test("[VIW-763] a line that contradicts the schema has a mark, and opened it says the place and what was expected", () => {
  const container = drawRow(delta({ delta: ["no", "text"], later: 1 }));
  fireEvent.click(within(container).getByRole("button", { name: /does not fit/ }));
  const said = container.querySelector("[data-misfits=contradicts]");
  expect(said?.textContent).toContain("does not fit the schema of App Server");
  expect(said?.textContent).toContain("stored as it came");
  const [first, second] = [...(said?.querySelectorAll("li") ?? [])].map((entry) => entry.textContent);
  expect(first).toContain("params.delta is a list; a text was expected.");
  expect(second).toContain("params.later is a member that this app does not know (a whole number).");
});

test("[VIW-764] one that only adds has a quieter mark, and one that fits none", () => {
  const adding = drawRow(delta({ later: null }));
  fireEvent.click(within(adding).getByRole("button", { name: /says more/ }));
  expect(adding.querySelector("[data-misfits=adds]")?.textContent).toContain("says more than the schema of App Server");
  const unknown = drawRow(note("brand/new", { threadId: T }));
  fireEvent.click(within(unknown).getByRole("button", { name: /says more/ }));
  expect(unknown.textContent).toContain("Its method is not one that this app knows.");
  const fitting = drawRow(delta());
  expect(within(fitting).queryByRole("button", { name: /says more|does not fit/ })).toBeNull();
});

async function drawPart(messages: readonly object[]) {
  const all = tape();
  for (const message of messages) all.in(message);
  const journal = createMemoryJournal();
  await writeBatches(journal, batchesOf(all.rows, seededNumbers(3)));
  const session = fakeSession(hostAfter(all.rows));
  Object.assign(session, { id: "host-1" });
  const entry = { record: { id: "host-1", label: "devbox" }, session };
  const services = { journal, hosts: () => [entry], ready: () => true, onHosts: () => () => undefined };
  const { container } = render(() => (
    <ServicesProvider services={services as unknown as AppServices}>
      <SentPart session={session} />
    </ServicesProvider>
  ));
  return container;
}

test("[VIW-765] the machine's page says how many stored lines contradict the schema, by method with the first place, and what is said beyond it", async () => {
  const container = await drawPart([
    delta(),
    delta({ delta: 7 }),
    delta({ delta: 8, later: 1 }),
    note("brand/new", { threadId: T }),
  ]);
  const sum = await screen.findByText(/Of the 4 stored lines of this process 2 contradict the schema of App Server/);
  expect(sum.textContent).toContain("2 lines say more than it");
  const unfit = container.querySelector("[data-unfit] [data-method='item/agentMessage/delta']");
  expect(unfit?.textContent).toContain("notification, 2 lines");
  expect(unfit?.textContent).toContain("params.delta is a whole number; a text was expected.");
  const adding = container.querySelector("[data-adding]");
  expect(adding?.textContent).toContain("params.later");
  expect(adding?.textContent).toContain("brand/new");
});

test("[VIW-765] when all fits, that is said; so it is when nothing is stored", async () => {
  await drawPart([delta(), delta()]);
  expect(await screen.findByText(/Of the 2 stored lines of this process none contradicts/)).toBeDefined();
  clearPage();
  preparePage();
  await drawPart([]);
  expect(await screen.findByText("Nothing is stored of it yet.")).toBeDefined();
});
