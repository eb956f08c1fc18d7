// Whether the App Server has a queue for a thread, by what it said when it was asked to list it.
import type { HostState } from "../../projection/state.ts";

/**
 * Nothing is offered that it would refuse.
 * @param refused its words when it would not list the queue of this thread
 */
export function hasNoQueue(state: HostState, refused: string | null | undefined): boolean {
  if (refused == null) return false;
  // Whatever the words are: that it has no such method is known by more than them.
  if (state.lacking?.refused.has("thread/queue/list") === true) return true;
  return /unknown variant|not supported|experimentalApi|method not found|ephemeral/i.test(refused);
}
