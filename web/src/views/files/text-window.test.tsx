// @vitest-environment jsdom
import { fireEvent } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aThread, clearPage, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { LocalPath } from "./local-path.tsx";
import { TextWindow } from "./text-window.tsx";

beforeEach(preparePage);
afterEach(clearPage);

const draw = (text: string, more: { line?: number } = {}) =>
  renderIn(fakeSession(), aThread(), () => (
    <TextWindow text={text} lang="" label="a.ts" copyLabel="Copy the text" numbers {...more} />
  )).container;
const rows = (container: HTMLElement) => [...container.querySelectorAll(".text-row")];

test("[VIW-314] what is hidden in a file shows as marks; tabs and blanks stay; the copy is the very text", async () => {
  const copied: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) } });
  const text = "if (admin\u202E) {\u200B\n\treturn                    1;\n}";
  const container = draw(text);
  expect(rows(container)[0]?.querySelector(".text-row__text")?.textContent).toBe("if (admin\\u{202E}) {\\u{200B}");
  expect(rows(container)[1]?.querySelector(".text-row__text")?.textContent).toBe("\treturn                    1;");
  container.querySelector<HTMLElement>(".copy-button")?.click();
  await vi.waitFor(() => expect(copied).toEqual([text]));
});

test("[VIW-314] the line that was named is marked; one that is not there is said", () => {
  const found = draw("one\ntwo\nthree", { line: 2 });
  expect(rows(found).map((row) => row.getAttribute("aria-current"))).toEqual([null, "location", null]);
  expect(found.textContent).not.toContain("There is no line");
  expect(draw("one\ntwo", { line: 9 }).textContent).toContain("There is no line 9: the file has 2.");
});

test("[VIW-314] Ctrl+F is its own search, and Enter goes from find to find", async () => {
  const container = draw("a b\nb a\na");
  const field = container.querySelector<HTMLInputElement>("input[type=search]");
  const box = container.querySelector<HTMLElement>(".text-window__rows");
  if (field === null || box === null) throw new Error("no search");
  const event = new KeyboardEvent("keydown", { key: "f", ctrlKey: true, bubbles: true, cancelable: true });
  box.dispatchEvent(event);
  expect([event.defaultPrevented, document.activeElement]).toEqual([true, field]);
  fireEvent.input(field, { target: { value: "A" } });
  const status = () => container.querySelector("[role=status]")?.textContent;
  await vi.waitFor(() => expect(status()).toBe("1 of 3"));
  fireEvent.keyDown(field, { key: "Enter" });
  expect(status()).toBe("2 of 3");
  fireEvent.keyDown(field, { key: "Enter", shiftKey: true });
  fireEvent.keyDown(field, { key: "Enter", shiftKey: true });
  expect(status()).toBe("3 of 3");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(status(), "a key that composes a word goes nowhere").toBe("3 of 3");
});

test("[VIW-310] a path is a button that says all of itself; nothing opens by itself", () => {
  const { container } = renderIn(fakeSession(), aThread(), () => <LocalPath path={"/w/a\u202Eb\nc.txt"} line={3} />);
  const button = container.querySelector("button");
  expect(button?.textContent).toContain("/w/a\\u{202E}b↵");
  expect(button?.getAttribute("aria-label")).toBe("Open /w/a\\u{202E}b↵c.txt, line 3");
  expect(container.querySelector("dialog")).toBeNull();
});
