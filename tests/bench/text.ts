// What text costs while it comes, as ratios within one run: Markdown and output that stream against the same read at once,
// a diff against finding its lines. Prints one JSON object per line; times say more about the machine than about the code.
import { performance } from "node:perf_hooks";
import { createBlockReader } from "@longwire/web/views/markdown/blocks";
import { lexBlocks } from "@longwire/web/views/markdown/lex";
import { findIn } from "@longwire/web/views/output/find";
import { createTerminalText, lineText } from "@longwire/web/views/output/terminal-text";
import { readPatch } from "@longwire/web/views/diff/patch";

const ROUNDS = 7;

function measure(act: () => void): number {
  const before = performance.now();
  act();
  return performance.now() - before;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The middle of several ratios, each from two runs one after the other. */
function ratio(name: string, act: () => void, against: () => void, facts: object): void {
  act();
  against();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) ratios.push(measure(act) / measure(against));
  console.log(JSON.stringify({ bench: "text", name, ratio: Number(median(ratios).toFixed(2)), ...facts }));
}

/** The text as it grows, in pieces. */
function grow(text: string, piece: number, read: (text: string) => void): void {
  for (let at = piece; at < text.length + piece; at += piece) read(text.slice(0, at));
}

function drain<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const words = "A line of words with *some* `code`, a [link](https://ok.example/a) and $x^2$ in it. ".repeat(6);
const message = Array.from({ length: 120 }, (_, n) =>
  n % 4 === 3 ? `\`\`\`ts\n${`const value${n} = "text";\n`.repeat(12)}\`\`\`` : `${words}${n}`,
).join("\n\n");
for (const piece of [40, 2048])
  ratio(
    "Markdown streamed against read once",
    () => {
      const reader = createBlockReader();
      grow(message, piece, (text) => reader.read(text, false));
      reader.read(message, true);
    },
    () => lexBlocks(message, true),
    { characters: message.length, piece },
  );

const fence = `\`\`\`js\n${Array.from({ length: 5400 }, (_, n) => `const value${n} = ${n};`).join("\n")}`;
ratio(
  "an open fence streamed against read once",
  () => {
    const reader = createBlockReader();
    grow(fence, 2048, (text) => reader.read(text, false));
  },
  () => lexBlocks(fence),
  { characters: fence.length, piece: 2048 },
);

const output = Array.from(
  { length: 50_000 },
  (_, n) => `\u001b[3${n % 8}m10%\r50%\rline ${n}\u001b[0m in ${n % 17} ms\n`,
).join("");
ratio(
  "output streamed against read once",
  () => {
    const terminal = createTerminalText();
    grow(output, 16_384, (text) => terminal.read(text));
  },
  () => createTerminalText().read(output),
  { characters: output.length, piece: 16_384 },
);

const lines = createTerminalText().read(output);
ratio(
  "search against joining the lines",
  () => drain(findIn(lines, lineText, "line 4999")),
  () => lines.map(lineText).join("\n").length,
  { lines: lines.length },
);

let diff = "--- a/big\n+++ b/big\n@@ -1,50000 +1,50000 @@\n";
for (let n = 0; n < 50_000; n += 1) diff += `-const old${n} = ${n};\n+const new${n} = ${n};\n`;
ratio(
  "a diff read against cutting its lines",
  () => drain(readPatch(diff)),
  () => diff.split("\n").length,
  { lines: 100_000 },
);
