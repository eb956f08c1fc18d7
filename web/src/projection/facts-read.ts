// Reads facts of the wire into what is kept of them.
import type { Goal } from "./facts.ts";
import { numberOf, objectOf, secondsToMs, textOf } from "./read.ts";

/** A goal as the server tells it; null where that is no goal. */
export function readGoal(value: unknown): Goal | null {
  const wire = objectOf(value);
  const objective = textOf(wire?.["objective"]);
  if (wire === null || objective === null) return null;
  return {
    objective,
    status: textOf(wire["status"]) ?? "",
    tokenBudget: numberOf(wire["tokenBudget"]),
    tokensUsed: numberOf(wire["tokensUsed"]),
    timeUsedSeconds: numberOf(wire["timeUsedSeconds"]),
    createdAt: secondsToMs(numberOf(wire["createdAt"])),
  };
}
