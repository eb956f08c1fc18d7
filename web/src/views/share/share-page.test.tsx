// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHostState } from "../../projection/host-fold.ts";
import { summaryOf } from "../../projection/summaries.ts";
import { ServicesProvider } from "../services.tsx";
import { clearPage, fakeServices, fakeSession, preparePage } from "../testing.tsx";
import { takeShared } from "./pending.ts";
import SharePage from "./share-page.tsx";
import { keepShared } from "./shared.ts";
import { memoryCaches } from "./testing.ts";

beforeEach(() => {
  preparePage();
  URL.createObjectURL = () => "blob:test";
  URL.revokeObjectURL = () => undefined;
});
afterEach(clearPage);

async function setUp(words: string) {
  const caches = memoryCaches();
  vi.stubGlobal("caches", caches);
  if (words !== "") {
    const form = new FormData();
    form.set("text", words);
    form.append("files", new File(["abc"], "a.txt", { type: "text/plain" }));
    await keepShared(form, caches);
  }
  const state = createHostState("h");
  for (const [id, name] of [
    ["T1", "Fix the mill"],
    ["T2", "Paint the bridge"],
  ] as const)
    Object.assign(
      summaryOf(state, id, () => undefined),
      { name, cwd: "/p" },
    );
  const session = fakeSession(state);
  render(() => (
    <ServicesProvider services={fakeServices(session)}>
      <SharePage />
    </ServicesProvider>
  ));
  return session;
}

test("[VIW-519] the page of a share shows it and the threads it may be for; the one that is chosen gets it, and nothing is sent", async () => {
  const session = await setUp("look at this");
  expect(await screen.findByText("look at this")).toBeTruthy();
  expect(await screen.findByText("a.txt")).toBeTruthy();
  fireEvent.input(screen.getByLabelText("Find a thread"), { target: { value: "bridge" } });
  expect(screen.queryByText("Fix the mill")).toBeNull();
  fireEvent.click(screen.getByText("Paint the bridge"));
  expect(location.pathname).toBe("/t/T2");
  expect(takeShared("T1", true)).toBeNull();
  expect(takeShared("T2", false)).toMatchObject({ text: "look at this" });
  expect(session.asked).toEqual([]);
});

test("[VIW-518] where nothing was shared the page says so; thrown away it is gone", async () => {
  await setUp("");
  expect(await screen.findByText("Nothing is waiting here.")).toBeTruthy();
  clearPage();
  preparePage();
  await setUp("old words");
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  await expect.poll(() => location.pathname).toBe("/");
  clearPage();
  preparePage();
});
