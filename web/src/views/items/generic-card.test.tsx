// @vitest-environment jsdom
import { fireEvent } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aThread, clearPage, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { RawCard } from "./generic-card.tsx";

/** The window is loaded with the first card that is opened. */
const LOADED = { timeout: 20_000 };

beforeEach(preparePage);
afterEach(clearPage);

test("[VIW-330] whatever has no view is named, folds, holds its raw JSON whole, shows it indented and searches it", async () => {
  const raw = JSON.stringify({ method: "thread/aurora", params: { glow: "verdigris", deep: { er: [1, 2] } } });
  const { container } = renderIn(fakeSession(), aThread(), () => <RawCard name="thread/aurora" raw={() => raw} />);
  const card = container.querySelector<HTMLDetailsElement>('[data-generic="thread/aurora"]');
  if (card === null) throw new Error("no card");
  expect(card.open).toBe(false);
  expect(JSON.parse(card.querySelector("pre")?.textContent ?? "")).toEqual(JSON.parse(raw));
  expect(card.querySelector(".text-window")).toBeNull();
  card.open = true;
  fireEvent(card, new Event("toggle"));
  await vi.waitFor(() => expect(card.querySelectorAll(".text-row").length).toBeGreaterThan(8), LOADED);
  expect([...card.querySelectorAll(".text-row")].map((row) => row.textContent).join("\n")).toBe(
    JSON.stringify(JSON.parse(raw), null, 2),
  );
  const find = card.querySelector<HTMLInputElement>("input[type=search]");
  if (find === null) throw new Error("no search");
  fireEvent.input(find, { target: { value: "VERDI" } });
  await vi.waitFor(() => expect(card.querySelector("mark")?.textContent).toBe("verdi"), LOADED);
  expect(card.querySelector("[role=status]")?.textContent).toBe("1 of 1");
});

test("[VIW-330] a name from the wire cannot hide anything", () => {
  const { container } = renderIn(fakeSession(), aThread(), () => <RawCard name={"a\u202Eb"} raw={() => "{}"} />);
  expect(container.querySelector("summary")?.textContent).toBe("a\\u{202E}b");
});
