// @vitest-environment jsdom
// The screen around xterm, with one that draws when it is told to: what is answered when, and what is pasted how.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Feed } from "./feed.ts";
import { createScreen, type ScreenOptions } from "./screen.ts";

interface Fake {
  written: { text: string; done: (() => void) | undefined }[];
  data: (text: string) => void;
  pasted: string[];
  options: { disableStdin?: boolean };
  keys: (event: KeyboardEvent) => boolean;
  modes: { bracketedPasteMode: boolean };
}
const made: Fake[] = [];

vi.mock("@xterm/xterm/css/xterm.css", () => ({}));
vi.mock("@xterm/addon-fit", () => ({
  FitAddon: class {
    fit(): void {}
  },
}));
vi.mock("@xterm/xterm", () => ({
  Terminal: class {
    written: Fake["written"] = [];
    pasted: string[] = [];
    data: Fake["data"] = () => undefined;
    keys: Fake["keys"] = () => true;
    modes = { bracketedPasteMode: false };
    rows = 24;
    cols = 80;
    options: object;
    constructor(options: object) {
      this.options = options;
      made.push(this);
    }
    loadAddon(): void {}
    open(): void {}
    onData(listener: Fake["data"]): void {
      this.data = listener;
    }
    onBinary(): void {}
    onResize(): void {}
    attachCustomKeyEventHandler(handler: Fake["keys"]): void {
      this.keys = handler;
    }
    write(text: string, done?: () => void): void {
      this.written.push({ text, done });
    }
    paste(text: string): void {
      this.pasted.push(text);
    }
    dispose(): void {}
  },
}));
vi.mock("./sheet-document.ts", () => ({
  createSheetDocument: () => ({
    document,
    during: (job: () => void) => job(),
    adopt: () => undefined,
    dispose: () => undefined,
  }),
}));

beforeEach(() => {
  made.length = 0;
  Object.defineProperty(document, "fonts", { value: { load: () => Promise.resolve([]) }, configurable: true });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({ addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, "fonts");
});

const bytes = (text: string) => new TextEncoder().encode(text);

async function open(kept: string[]) {
  const sent: string[] = [];
  const pasted: string[] = [];
  let hear: (piece: Uint8Array) => void = () => undefined;
  const feed: Feed = {
    whole: true,
    cut: false,
    kept: kept.map(bytes),
    follow(listener) {
      hear = listener;
      return () => undefined;
    },
  };
  const options: ScreenOptions = {
    feed,
    aloud: false,
    typed: (piece) => void sent.push(new TextDecoder().decode(piece)),
    pasted: (text) => void pasted.push(text),
    key: (text) => text,
    sized: () => undefined,
    focused: () => undefined,
    link: () => undefined,
    leave: () => undefined,
  };
  const place = document.createElement("div");
  document.body.append(place);
  const screen = await createScreen(place, options);
  const [terminal] = made;
  if (terminal === undefined) throw new Error("no terminal");
  return { place, screen, terminal, sent, pasted, print: (text: string) => hear(bytes(text)) };
}

test("[VIW-715] what is drawn again answers nothing; once it is drawn the keys work, though the program prints on and is never caught up with", async () => {
  const { terminal, sent, print } = await open(["old \u001b[c", "more"]);
  for (let n = 0; n < 1000; n += 1) print("y\r\n".repeat(20_000));
  terminal.data("\u001b[?1;2c");
  expect(sent).toEqual([]);
  // The old is drawn; of the flood nothing is.
  for (const { text, done } of terminal.written.splice(0, 3)) {
    if (text === "") done?.();
  }
  terminal.data("\u0003");
  expect(sent).toEqual(["\u0003"]);
  // No more than a few pieces are with xterm, however much waits.
  expect(terminal.written.length).toBeLessThanOrEqual(16);
});

test("[VIW-715] what came faster than it can be drawn is left out, the oldest first, and that is said", async () => {
  const { terminal, print } = await open([]);
  for (let n = 0; n < 200; n += 1) print(`${n}`.padEnd(100_000, "."));
  print("the end");
  for (let round = 0; round < 500; round += 1) terminal.written.forEach(({ done }) => done?.());
  const all = terminal.written.map(({ text }) => text).join("");
  expect(all).toContain("the end");
  expect(all).toMatch(/\[[\d.,\s]+ bytes of output were left out/);
});

test("[VIW-717] the browser's own paste is stopped before xterm has it, and asked about by whoever holds the screen", async () => {
  const { place, terminal, pasted, screen } = await open([]);
  const field = document.createElement("textarea");
  place.append(field);
  const reached = vi.fn();
  field.addEventListener("paste", reached);
  const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => "a\nb" },
  });
  field.dispatchEvent(event);
  expect(reached).not.toHaveBeenCalled();
  expect(event.defaultPrevented).toBe(true);
  expect(pasted).toEqual(["a\nb"]);
  expect(terminal.pasted).toEqual([]);
  expect(screen.takesPastes()).toBe(false);
  terminal.modes.bracketedPasteMode = true;
  expect(screen.takesPastes()).toBe(true);
});

test("[VIW-719] where nothing can be typed the keys are the browser's", async () => {
  const { terminal, screen } = await open([]);
  const tab = () => terminal.keys(new KeyboardEvent("keydown", { key: "Tab" }));
  expect(tab()).toBe(true);
  screen.setOpen(false);
  expect(tab()).toBe(false);
});
