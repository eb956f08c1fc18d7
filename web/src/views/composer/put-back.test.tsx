// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import type { Journal } from "../../journal/journal.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { aThread, clearPage, fakeServices, fakeSession, preparePage } from "../testing.tsx";
import { Composer } from "./composer.tsx";
import { putBack, putIntoBox } from "./put-back.ts";

beforeEach(preparePage);
afterEach(() => {
  putIntoBox(null);
  clearPage();
});

test("[VIW-464] words that are put back stand behind what is written in the box of their thread, once, and nothing is sent", async () => {
  const session = fakeSession();
  const state = aThread();
  const put: unknown[] = [];
  const actions = { queue: () => Promise.reject(new Error("not in this test")) } as unknown as AppServices["actions"];
  const journal = {
    get: () => Promise.resolve(undefined),
    put: (_key: string, value: unknown) => Promise.resolve(void put.push(value)),
  } as unknown as Journal;
  render(() => (
    <ServicesProvider services={fakeServices(session, { journal, actions })}>
      <Composer session={session} state={state} />
    </ServicesProvider>
  ));
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  fireEvent.input(box, { target: { value: "First this." } });
  putIntoBox({ thread: "another", text: "Not for here." });
  expect(box.value).toBe("First this.");
  putIntoBox({ thread: "T", text: "And again." });
  expect(box.value).toBe("First this.\nAnd again.");
  expect(putBack()).toBeNull();
  expect(session.asked).toEqual([]);
  // In a box that cannot be written into they stand, and are stored, all the same.
  state.heldElsewhere = true;
  changed(new Set<object>([state]));
  putIntoBox({ thread: "T", text: "Later." });
  expect(box.disabled).toBe(true);
  expect(box.value).toBe("First this.\nAnd again.\nLater.");
  await expect.poll(() => put.at(-1)).toBe("First this.\nAnd again.\nLater.");
});
