// A proof of life: before anything is judged by its absence, something must have come from the other side.
import type { Link } from "../link/types.ts";

/** Milliseconds that a sign of life may take. */
export const PROOF_MS = 5000;

/** Asks for a sign of life. True when one came after this call, false when none came in time or the socket went. */
export function proveAlive(link: Link, after: (ms: number, run: () => void) => () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const giveUp = after(PROOF_MS, () => settle(false));
    const stop = link.subscribe((event) => {
      if (event.type === "latency" || event.type === "bytes") settle(true);
      else if (event.type === "status" && event.status.type !== "attached") settle(false);
    });
    function settle(alive: boolean): void {
      giveUp();
      stop();
      resolve(alive);
    }
    link.probe();
  });
}
