// A card's words by its method, and the part of the host's page that it belongs to. What has no words here is shown raw.
import { bytes } from "../../design/words.ts";
import type { GenericCard } from "../../projection/state.ts";
import { HOOKS } from "./say-hooks.ts";
import { MACHINE } from "./say-machine.ts";
import { MODEL } from "./say-model.ts";
import { REVIEWS } from "./say-reviews.ts";
import { THREADS } from "./say-threads.ts";
import { WARNINGS } from "./say-warnings.ts";
import { type CardWords, paramsOf, type Say } from "./words.ts";

const SAY: ReadonlyMap<string, Say> = new Map([...MODEL, ...REVIEWS, ...HOOKS, ...THREADS, ...WARNINGS, ...MACHINE]);

/** The methods that have words. */
export const DESCRIBED: ReadonlySet<string> = new Set(SAY.keys());

/** What a person reads of a card; null for one that this app has no words for, or cannot read. */
export function describe(card: GenericCard): CardWords | null {
  if (card.what === "stub") return stubWords(card);
  if (card.what !== "notification") return null;
  return SAY.get(card.name)?.(paramsOf(card.raw), card) ?? null;
}

/** What is not kept: output that streamed has words of its own; of anything else its method and its size are known. */
function stubWords(card: GenericCard): CardWords {
  const own = card.name.endsWith("outputDelta") ? SAY.get(card.name)?.(null, card) : null;
  if (own != null) return own;
  const many = card.lines > 1 ? `${card.lines.toLocaleString()} times, ` : "";
  return {
    lead: STUBS.get(card.name) ?? `Answer to ${card.name}`,
    rest: `${many}${bytes(card.bytes)}; the content is not kept on this device`,
    tone: "quiet",
    facts: [],
    texts: [],
  };
}

/** Stubs that are no answer to a request of this device. */
const STUBS: ReadonlyMap<string, string> = new Map([
  // Its exit code stood in the line with its output.
  ["process/exited", "Process ended"],
  ["not stored", "Answer to another device"],
]);
