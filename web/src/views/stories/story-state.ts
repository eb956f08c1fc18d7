// The states of the story threads.
import type { HostState, ThreadState } from "../../projection/state.ts";
import { agentsThread } from "./threads/agents.ts";
import { asksThread } from "./threads/asks.ts";
import { againThread, asideThread, goneThread } from "./threads/branches.ts";
import { ciThread } from "./threads/ci.ts";
import { childThread, commandsThread } from "./threads/commands.ts";
import { endsThread } from "./threads/ends.ts";
import { bigThread, liveThread, longThread } from "./threads/long.ts";
import { mediaThread } from "./threads/media.ts";
import { mishapsThread, retryingThread } from "./threads/mishaps.ts";
import { reviewsThread } from "./threads/reviews.ts";
import { retryThread } from "./threads/retry.ts";
import { tellActivity, toldThread } from "./threads/told.ts";
import { toolsThread } from "./threads/tools.ts";

/** The threads of the list, by their ids. */
export function storyThreads(host: HostState): Map<string, ThreadState> {
  tellActivity(host);
  const threads = [
    retryThread(host),
    reviewsThread(host),
    ciThread(host),
    asksThread(host),
    endsThread(),
    mishapsThread(),
    retryingThread(),
    longThread(),
    liveThread(),
    bigThread(),
    toolsThread(),
    mediaThread(),
    agentsThread(),
    childThread(),
    commandsThread(),
    toldThread(),
    goneThread(host),
    againThread(host),
    asideThread(host),
  ];
  return new Map(threads.map((state) => [state.id, state]));
}
