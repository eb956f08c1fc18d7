// What does not fit, in words: the place in a line, and what was expected there. Everything from the line is masked.
import type { Misfit } from "@longwire/shared-protocol/fit";
import { maskText } from "../masking/text.ts";
import type { Fit } from "./fitting.ts";

/** Where the value stands in its line. */
const ROOTS: Readonly<Record<Fit["kind"], string>> = {
  notified: "params",
  asked: "params",
  reply: "result",
  refusal: "error",
  unreadable: "the line",
};

const PLAIN = /^[A-Za-z_$][\w$]*$/;
const LONGEST_STEP = 60;

/** `params.turn.items[3].text`; with `anywhere`, `[]` for any place in a list. Masked. */
export function placeOf(kind: Fit["kind"], path: Misfit["path"], anywhere = false): string {
  const steps = path.map((step) => {
    if (typeof step === "number") return anywhere ? "[]" : `[${step}]`;
    const masked = maskText(step);
    const name = masked.length > LONGEST_STEP ? `${masked.slice(0, LONGEST_STEP)}…` : masked;
    return PLAIN.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  });
  return ROOTS[kind] + steps.join("");
}

/** What is the matter with the whole line, as a sentence; null: it is at a place in it. */
export function lineWords({ what, expected, found }: Misfit): string | null {
  if (what === "method") return "Its method is not one that this app knows.";
  return what === "kind" ? `It came as ${found}; ${expected} was expected.` : null;
}

/** What is the matter at that place: follows it in a sentence. */
export function misfitWords({ what, expected, found }: Misfit): string {
  switch (what) {
    case "missing":
      return found === "nothing"
        ? `is missing; ${expected} was expected`
        : `is ${maskText(found)}; ${expected} was expected`;
    case "type":
      return `is ${maskText(found)}; ${expected} was expected`;
    case "member":
      return `is a member that this app does not know (${maskText(found)})`;
    case "word":
      return `says ${maskText(found)}, which this app does not know; it knows ${expected}`;
    case "option":
      return `is an option that this app does not know; it knows ${expected}`;
    case "method":
      return "are of a method that this app does not know";
    case "kind":
      return `came in ${found}; ${expected} was expected`;
  }
}
