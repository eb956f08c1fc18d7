// Which part of the machine's page a card belongs to, and whether it is what somebody looks for.
import type { GenericCard } from "../../projection/state.ts";
import { describe } from "../cards/describe.ts";

export type SectionName = "warnings" | "processes" | "other";

const WARNINGS: ReadonlySet<string> = new Set([
  "warning",
  "guardianWarning",
  "deprecationNotice",
  "configWarning",
  "windows/worldWritableWarning",
]);

const PROCESSES = /^(?:process|command\/exec|fs|fuzzyFileSearch)\b/;

/** The part of the page that a card belongs to. */
export function sectionOf(card: GenericCard): SectionName {
  if (WARNINGS.has(card.name)) return "warnings";
  return PROCESSES.test(card.name) ? "processes" : "other";
}

/** Searches for files that a device of this app began, by the names that it gives them: nobody reads what they told. */
export function isOwnSearch(card: GenericCard): boolean {
  return /^fuzzyFileSearch\b/.test(card.name) && /"sessionId"\s*:\s*"files-[\da-f]{24}"/.test(card.raw);
}

/** Whether the words of a card, its method or its line hold what is looked for. */
export function matches(card: GenericCard, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return true;
  const words = describe(card);
  const said = words === null ? "" : `${words.lead} ${words.rest} ${words.facts.flat().join(" ")}`;
  return [said, card.name, card.raw, card.first ?? "", card.text].some((text) => text.toLowerCase().includes(wanted));
}
