// Folded state, stored so that a long thread opens quickly. It can always be made again from the rows: nothing ever
// fails because of a checkpoint.
import type { Checkpoint, Journal } from "./journal.ts";

/**
 * The state of a scope and the `seq` up to which rows are in it; null when there is none, it was made by another fold,
 * or the store does not answer. Then the rows are folded from the beginning.
 */
export async function loadCheckpoint(
  journal: Journal,
  host: string,
  scope: string,
  foldVersion: number,
): Promise<{ seq: number; state: unknown } | null> {
  try {
    const found = await journal.checkpoint(host, scope);
    return found === null || found.foldVersion !== foldVersion ? null : { seq: found.seq, state: found.state };
  } catch {
    return null;
  }
}

/** Stores a checkpoint; false when that failed, which costs time at the next opening and nothing else. */
export async function saveCheckpoint(journal: Journal, checkpoint: Checkpoint): Promise<boolean> {
  try {
    await journal.putCheckpoint(checkpoint);
    return true;
  } catch {
    return false;
  }
}
