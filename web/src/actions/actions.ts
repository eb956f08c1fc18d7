// The acts of a person, as the views get them.
import type { Actions } from "./contract.ts";
import { listDirectory, loadMoreThreads, loadOlder, readConfig } from "./reads.ts";
import { startThread } from "./start-thread.ts";

export const actions: Actions = {
  startThread,
  listDirectory,
  readConfig,
  loadMoreThreads,
  loadOlder,
  refetch: (session, thread) => session.refetch(thread.state.id),
};
