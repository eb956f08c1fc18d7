// @vitest-environment jsdom
// H04: what Enter means, and that every text field of the app asks the one place that knows.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isComposing, isEnter, isPlainEnter, sendKey, sendKeyNames, sendPress, setSendKey } from "./enter.ts";

let coarse = false;
beforeEach(() => {
  coarse = false;
  vi.stubGlobal("matchMedia", () => ({ matches: coarse }));
});
afterEach(() => {
  setSendKey("enter");
  vi.unstubAllGlobals();
});

const press = (more: KeyboardEventInit & { key?: string } = {}) =>
  new KeyboardEvent("keydown", { key: "Enter", keyCode: 13, ...more });

test("[VIW-536] H04: an Enter that ends the input of an IME means nothing, also when only the key code tells it", () => {
  for (const ime of [press({ isComposing: true }), press({ isComposing: false, keyCode: 229 })]) {
    expect(isComposing(ime)).toBe(true);
    expect([isEnter(ime), isPlainEnter(ime), sendPress(ime)]).toEqual([false, false, null]);
  }
  for (const chord of [{ ctrlKey: true }, { metaKey: true }])
    expect(sendPress(press({ ...chord, keyCode: 229 })), "a chord neither").toBeNull();
  expect([isEnter(press()), isPlainEnter(press()), sendPress(press())]).toEqual([true, true, "first"]);
  expect([isEnter(press({ shiftKey: true })), isPlainEnter(press({ shiftKey: true }))]).toEqual([true, false]);
});

test("[VIW-536] no view reads Enter by itself", () => {
  const views = join(import.meta.dirname, "..");
  const files = readdirSync(views, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const asking = files.filter((name) => {
    if (/\.test\.|testing/.test(name) || name.endsWith(join("composer", "enter.ts"))) return false;
    const text = readFileSync(join(views, name), "utf8");
    // A held key in the settings is no text, and one that is only swallowed sends nothing.
    return /\.key\s*[!=]==\s*"Enter"(?!\s*&&\s*event\.repeat)|case "Enter"|keyCode\s*[!=]==/.test(text);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(asking).toEqual([]);
});

test("[VIW-537] the key that sends is chosen on this device: Enter, or Ctrl or ⌘ with it; the other way has its chord", () => {
  const presses = () => [
    sendPress(press()),
    sendPress(press({ shiftKey: true })),
    sendPress(press({ ctrlKey: true })),
    sendPress(press({ metaKey: true })),
    sendPress(press({ ctrlKey: true, shiftKey: true })),
    sendPress(press({ altKey: true })),
  ];
  expect(presses()).toEqual(["first", null, "other", "other", null, null]);
  expect(sendKeyNames()).toEqual({ first: "Enter", other: "Ctrl Enter" });
  setSendKey("chord");
  expect(presses()).toEqual([null, null, "first", "first", "other", null]);
  expect(sendKeyNames()).toEqual({ first: "Ctrl Enter", other: "Ctrl Shift Enter" });
  expect(localStorage.getItem("longwire.send-key")).toBe("chord");
  // Another tab of this device chooses.
  localStorage.removeItem("longwire.send-key");
  dispatchEvent(new StorageEvent("storage", { key: "longwire.send-key" }));
  expect(sendKey()).toBe("enter");
});

test("[VIW-537] a touch keyboard makes lines with Enter, whatever is chosen; a chord sends there too", () => {
  coarse = true;
  expect(sendPress(press())).toBeNull();
  setSendKey("chord");
  expect([sendPress(press()), sendPress(press({ ctrlKey: true }))]).toEqual([null, "first"]);
});
