// The screen of a terminal: xterm, loaded with this file and with nothing else. Bytes in, bytes out; it fills its place.
import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import type { TerminalSize } from "../../actions/processes.ts";
import { onColours, terminalColours } from "./colours.ts";
import type { Feed } from "./feed.ts";
import { createSheetDocument } from "./sheet-document.ts";
import { createTail } from "./tail.ts";

export interface ScreenOptions {
  feed: Feed;
  /** Everything is told to a screen reader as it comes. */
  aloud: boolean;
  /** What was typed, or is answered by the screen itself to a program that asks it. */
  typed(bytes: Uint8Array): void;
  /** The person has pasted this with the browser's own means; nothing of it is sent yet. */
  pasted(text: string): void;
  /** A key that could be held with Ctrl by the helper keys; gives what is to be sent. */
  key(text: string): string;
  /** The size that fits has changed. */
  sized(size: TerminalSize): void;
  focused(): void;
  /** A link that a program has drawn was pressed. */
  link(address: string): void;
  /** The person wants to leave it by the keyboard. */
  leave(): void;
}

export interface Screen {
  size(): TerminalSize;
  focus(): void;
  /** Sends it as a paste, whatever it holds. */
  paste(text: string): void;
  /** The program is told where a paste begins and ends: its line ends carry nothing out. */
  takesPastes(): boolean;
  /** What is selected, else all that is kept. */
  text(): string;
  setAloud(aloud: boolean): void;
  /** Whether keys do anything. */
  setOpen(open: boolean): void;
  dispose(): void;
}

const SCROLLBACK = 5000;
/** Pieces that xterm may hold unread. */
const IN_FLIGHT = 16;
/** Bytes that may wait before the oldest are left out: a program that prints for ever must not fill the memory. */
const WAITING_LIMIT = 8_000_000;

const encoder = new TextEncoder();
const bytesOf = (binary: string): Uint8Array => Uint8Array.from(binary, (character) => character.charCodeAt(0) & 255);

/** Draws it into `place`. */
export async function createScreen(place: HTMLElement, options: ScreenOptions): Promise<Screen> {
  const family = getComputedStyle(place).fontFamily;
  // Cells are measured once: in the font that they are drawn in.
  await document.fonts.load(`13px ${family}`).catch(() => []);
  const sheets = createSheetDocument();
  const terminal = new Terminal({
    documentOverride: sheets.document,
    fontFamily: family,
    fontSize: 13,
    lineHeight: 1.25,
    scrollback: SCROLLBACK,
    cursorBlink: false,
    minimumContrastRatio: 4.5,
    screenReaderMode: options.aloud,
    theme: terminalColours(place),
    // Nothing is opened because a program says so.
    linkHandler: { activate: (_event, address) => options.link(address) },
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  sheets.during(() => terminal.open(place));
  sheets.adopt(terminal);
  terminal.textarea?.setAttribute("aria-label", "Terminal input. Shift and F6 leave it.");

  let quiet = true;
  terminal.onData((text) => {
    // While old output is drawn again, what it asks for has been answered long ago.
    if (!quiet) options.typed(encoder.encode(options.key(text)));
  });
  terminal.onBinary((binary) => {
    if (!quiet) options.typed(bytesOf(binary));
  });
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.key === "F6" && event.shiftKey) {
      if (event.type === "keydown") options.leave();
      event.preventDefault();
      return false;
    }
    // Where nothing can be typed the keys are the browser's: Tab goes on.
    if (terminal.options.disableStdin === true) return false;
    // Copies as terminals do; the browser's own copy would be the interrupt.
    if (event.type === "keydown" && event.ctrlKey && event.shiftKey && event.key.toLowerCase() === "c") {
      void navigator.clipboard?.writeText(terminal.getSelection());
      event.preventDefault();
      return false;
    }
    return true;
  });

  // xterm's own decoder leaves out what is no text without a word; here it shows as the replacement character.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const pending = createTail(WAITING_LIMIT);
  let flying = 0;
  function pump(): void {
    while (flying < IN_FLIGHT) {
      const piece = pending.take();
      if (piece === undefined) break;
      flying += 1;
      terminal.write(decoder.decode(piece, { stream: true }), () => {
        flying -= 1;
        pump();
      });
    }
    const left = pending.empty() ? pending.left() : 0;
    if (left > 0)
      terminal.write(
        `\r\n[${left.toLocaleString()} bytes of output were left out: it came faster than it can be drawn]\r\n`,
      );
  }
  function draw(piece: Uint8Array): void {
    pending.add(piece);
    pump();
  }
  // What came before goes by itself: a program that prints on and on must not keep the keys shut.
  for (const piece of options.feed.kept) terminal.write(decoder.decode(piece, { stream: true }));
  terminal.write("", () => (quiet = false));
  const unfollow = options.feed.follow(draw);

  const pasted = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    options.pasted(event.clipboardData?.getData("text/plain") ?? "");
  };
  place.addEventListener("paste", pasted, { capture: true });
  terminal.onResize(({ rows, cols }) => options.sized({ rows, cols }));
  terminal.textarea?.addEventListener("focus", () => options.focused());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resized = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => fit.fit(), 60);
  });
  fit.fit();
  resized.observe(place);
  const uncolour = onColours(() => (terminal.options.theme = terminalColours(place)));

  return {
    size: () => ({ rows: terminal.rows, cols: terminal.cols }),
    focus: () => terminal.focus(),
    paste: (text) => terminal.paste(text),
    takesPastes: () => terminal.modes.bracketedPasteMode,
    text() {
      const selected = terminal.getSelection();
      if (selected !== "") return selected;
      terminal.selectAll();
      const all = terminal.getSelection();
      terminal.clearSelection();
      return all.trimEnd();
    },
    setAloud: (aloud) => (terminal.options.screenReaderMode = aloud),
    setOpen: (open) => (terminal.options.disableStdin = !open),
    dispose() {
      clearTimeout(timer);
      place.removeEventListener("paste", pasted, { capture: true });
      unfollow();
      uncolour();
      resized.disconnect();
      terminal.dispose();
      sheets.dispose();
    },
  };
}
