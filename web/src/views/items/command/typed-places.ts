// Where in a command's output something was typed. It is told after the output that it caused, so its echo is looked for
// in what came since the last time; without one it stands before all of that.
import type { TypedInput } from "../../../projection/state.ts";
import { createTerminalText } from "../../output/terminal-text.ts";

/** For each typed text the number of the line that it stands below, -1 for above all of them. */
export function typedPlaces(output: string, typed: readonly TypedInput[]): number[] {
  let from = 0;
  return typed.map((input) => {
    const to = Math.min(Math.max(input.at, from), output.length);
    const echo = echoOf(input.text);
    const found = echo === "" ? -1 : output.slice(from, to).search(pattern(echo));
    const place = found === -1 ? from : from + found + echo.length;
    from = to;
    return lineAt(output, place);
  });
}

/** What a terminal shows of it: without its line end. */
function echoOf(text: string): string {
  return text.replace(/[\r\n]+$/, "");
}

/** The echo as the last word of its line: behind a prompt, not the end of a longer word. */
function pattern(echo: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${echo.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}(?=\\r?\\n|\\r|$)`, "u");
}

/** The line that the output up to that place ends with. */
function lineAt(output: string, place: number): number {
  const before = output.slice(0, place).replace(/\r?\n$/, "");
  return place === 0 ? -1 : createTerminalText().read(before).length - 1;
}

/** What was typed as a person reads it: `y ⏎`, `Ctrl+C`. */
export function typedWords(text: string): string {
  const words: string[] = [];
  let plain = "";
  const flush = () => {
    if (plain !== "") words.push(plain);
    plain = "";
  };
  for (const char of text) {
    const name = keyName(char);
    if (name === null) plain += char;
    else {
      flush();
      words.push(name);
    }
  }
  flush();
  return words.join(" ");
}

function keyName(char: string): string | null {
  if (char === "\n" || char === "\r") return "⏎";
  if (char === "\t") return "Tab";
  if (char === "\u001b") return "Esc";
  if (char === "\u007f" || char === "\b") return "Backspace";
  const code = char.charCodeAt(0);
  return code > 0 && code < 0x20 ? `Ctrl+${String.fromCharCode(code + 64)}` : null;
}
