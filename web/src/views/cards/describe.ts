// A card's words by its method, and the part of the host's page that it belongs to. What has no words here is shown raw.
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

/** Output that is not kept has words of its own; other content is told by its stub. */
function stubWords(card: GenericCard): CardWords | null {
  return card.name.endsWith("outputDelta") ? (SAY.get(card.name)?.(null, card) ?? null) : null;
}
