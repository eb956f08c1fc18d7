// Whether an act that failed may have been done all the same: then nothing is said to have been left undone.
import type { Failure } from "../host/model.ts";

/** The server had it, and no answer was seen. */
export function mayBeDone(failure: Failure): boolean {
  return failure.type === "missed" || (failure.type === "ended" && failure.delivered === null);
}
