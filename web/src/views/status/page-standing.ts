// How a thread stands as far as its page knows. Apart from standing.ts, which the first screen needs.
import { threadStanding, type ThreadStanding } from "../../projection/status.ts";
import { newestTurn, turnStanding } from "../../projection/turn-standing.ts";
import type { ThreadState } from "../../projection/state.ts";
import { live } from "../live.ts";
import { gravest } from "./standing.ts";

/** As far as its page knows; tracked. */
export function pageStanding(state: ThreadState): ThreadStanding {
  const { status, heldElsewhere, notResumable, decisions } = live(state);
  const newest = newestTurn(state, live);
  const asks = gravest([...decisions.values()].filter((decision) => live(decision).state.type === "pending"));
  const turn = newest === null ? null : turnStanding(newest);
  return threadStanding({ status, heldElsewhere, notResumable, asks, turn });
}
