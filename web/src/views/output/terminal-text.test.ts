import fc from "fast-check";
import { expect, test } from "vitest";
import { createTerminalText, visibleText, wholeText, type OutputLine } from "./terminal-text.ts";

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
    "\u001b[A",
    "\u001b[2A",
    "\u001b[B",
    "\u001b[2F",
    "\u001b[J",
    "\u001b[2J",
    "\u001b[1K",
    "\u001b[2X",
    "\u001b7",
    "\u001b8",
    "\u001b]8;;https://a.example/\u0007",
    "\u001b]8;;\u0007",
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
  expect(line?.at(-1)?.text).toContain("5.0 MB more in this line");
  expect(text(`\u001b]0;${"y".repeat(5000)}\nnext`)).toContain("next");
});

test("[VIW-23] output that is replaced by a richer one is read anew", () => {
  const terminal = createTerminalText();
  terminal.read("\u001b[31mpoor");
  expect(visibleText(terminal.read("rich\nand whole"))).toBe("rich\nand whole");
});

test("[VIW-286] progress that goes back over its lines is one set of lines; a cleared screen takes nothing away", () => {
  const bars = (done: number) => `one ${done}%\u001b[K\ntwo ${done}%\u001b[K\n`;
  expect(text(`Pulling\n${bars(10)}\u001b[2A${bars(55)}\u001b[2A${bars(100)}Done\n`)).toBe(
    "Pulling\none 100%\ntwo 100%\nDone",
  );
  // Erasing line by line upwards, as many programs do.
  expect(text("a\nb\nc\u001b[2K\u001b[1A\u001b[2K\u001b[1A\u001b[2K\u001b[Gdone")).toBe("done\n");
  expect(text("first\nscreen\u001b[H\u001b[2Jsecond")).toBe("first\nscreen\nsecond");
  expect(text("a\nb\nc\u001b[2A\u001b[Jx")).toBe("ax");
  // Above what a terminal shows nothing can be reached.
  const many = Array.from({ length: 500 }, (_, n) => `line ${n}`).join("\n");
  const lines = text(`${many}\u001b[9999A\rHERE`).split("\n");
  expect(lines.length).toBe(500);
  expect(lines.findIndex((line) => line.startsWith("HERE"))).toBe(299);
});

test("[VIW-287] a link that a program makes keeps its target when it is http or https, and is text otherwise; titles are dropped", () => {
  const link = (href: string) => `\u001b]8;id=1;${href}\u001b\\docs\u001b]8;;\u001b\\`;
  expect(read(`see ${link("https://ok.example/a")}!`)[0]).toEqual([
    { text: "see ", style: "" },
    { text: "docs", style: "", href: "https://ok.example/a" },
    { text: "!", style: "" },
  ]);
  for (const bad of ["javascript:alert(1)", "file:///etc/passwd", "mailto:a@b.example", "data:text/html,x", "//x"])
    expect(read(link(bad))[0]).toEqual([{ text: "docs", style: "" }]);
  expect(text("\u001b]0;title\u0007\u001b]2;other\u001b\\words")).toBe("words");
});

test("[VIW-288] a copy has what a person sees, cut lines whole", () => {
  expect(wholeText(`\u001b[31mred\u001b[0m\n10%\r99%\n${"x".repeat(9000)}`)).toBe(`red\n99%\n${"x".repeat(9000)}`);
});
