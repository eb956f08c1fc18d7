import fc from "fast-check";
import { expect, test } from "vitest";
import { createTerminalText, visibleText, type OutputLine } from "./terminal-text.ts";

const read = (output: string): readonly OutputLine[] => createTerminalText().read(output);
const text = (output: string) => visibleText(read(output));

test("[VIW-20] output read in any pieces gives the same lines as read at once", () => {
  const piece = fc.constantFrom(
    "a",
    "long words ",
    "\n",
    "\r",
    "\r\n",
    "\u001b[31m",
    "\u001b[0m",
    "\u001b[1;38;5;42m",
    "\u001b[2K",
    "\u001b]0;title\u0007",
    "\u001b]8;;x\u001b\\",
    "\t",
    "\b",
    "😀",
    "日本",
    "\u001b[3D",
    "\u001b(B",
    "\u001b[?25l",
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
      (parts, steps) => {
        const output = parts.join("");
        const terminal = createTerminalText();
        let at = 0;
        for (let i = 0; at < output.length; i += 1) {
          at += steps[i % steps.length] ?? 1;
          terminal.read(output.slice(0, at));
        }
        expect(terminal.read(output)).toEqual(read(output));
      },
    ),
    { numRuns: 300 },
  );
});

test("[VIW-21] a carriage return overwrites its line, erasing works, colours carry over lines, other controls are dropped", () => {
  expect(text("10%\r20%\r100%\nDone")).toBe("100%\nDone");
  expect(text("long line\rshort\u001b[K\n")).toBe("short");
  expect(text("\u001b]0;title\u0007a\u001b[2Ab\u0000\u0007c")).toBe("abc");
  const lines = read("\u001b[1;32mok\nstill\u001b[0m plain \u001b[38;2;250;10;10mred\u001b[39m \u001b[97mbright");
  expect(lines[0]).toEqual([{ text: "ok", style: "sgr-fg2 sgr-bold" }]);
  expect(lines[1]).toEqual([
    { text: "still", style: "sgr-fg2 sgr-bold" },
    { text: " plain ", style: "" },
    { text: "red", style: "sgr-fg1" },
    { text: " ", style: "" },
    { text: "bright", style: "sgr-fg7 sgr-bold" },
  ]);
});

test("[VIW-22] a line of five megabytes is cut on screen and says so; a sequence without an end swallows nothing", () => {
  const [line] = read("x".repeat(5_000_000));
  expect(line?.map((span) => span.text.length).reduce((a, b) => a + b, 0)).toBeLessThan(5000);
  expect(line?.at(-1)?.text).toContain("more characters");
  expect(text(`\u001b]0;${"y".repeat(5000)}\nnext`)).toContain("next");
});

test("[VIW-23] output that is replaced by a richer one is read anew", () => {
  const terminal = createTerminalText();
  terminal.read("\u001b[31mpoor");
  expect(visibleText(terminal.read("rich\nand whole"))).toBe("rich\nand whole");
});
