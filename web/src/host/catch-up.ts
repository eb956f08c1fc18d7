// Catching up without the bytes: after a gap, or on a first visit that did not take the past, the server is asked what is
// loaded, and each loaded thread is resumed with its newest turn in full. That is the only call that shows running items,
// and it brings the pending requests again. What it does not bring was settled while this device was away.
import * as z from "zod/mini";
import { requestKey } from "@longwire/shared-protocol/request-key";
import type { RpcRequest } from "@longwire/shared-protocol/json-rpc";
import type { Folder } from "./folder.ts";
import type { Outcome } from "./model.ts";

export interface CatchUpOptions {
  folder: Folder;
  request: (method: string, params: unknown) => Promise<Outcome<unknown>>;
  current: () => string | null;
  /** All loaded threads were asked; `keys` are the requests that came since the asking began. */
  done: (generation: string, keys: string[]) => void;
}

export interface CatchUp {
  /** Reads the lists; with `missed`, resumes what is loaded too. */
  run(generation: string, missed: boolean): Promise<void>;
  /** Server requests that were just folded. */
  folded(requests: readonly RpcRequest[]): void;
}

/** All kinds: `thread/list` leaves some out when it is not told. */
export const SOURCE_KINDS = [
  "cli",
  "vscode",
  "exec",
  "appServer",
  "subAgent",
  "subAgentReview",
  "subAgentCompact",
  "subAgentThreadSpawn",
  "subAgentOther",
  "unknown",
] as const;
/** Threads of one page of the list. */
export const LIST_PAGE = 50;

const loadedPage = z.looseObject({ data: z.array(z.string()), nextCursor: z.nullish(z.string()) });

/** Makes the catching up of one session. */
export function createCatchUp(options: CatchUpOptions): CatchUp {
  const { request, folder } = options;
  let seen: Set<string> | null = null;

  async function loadedThreads(generation: string): Promise<string[]> {
    const all: string[] = [];
    let cursor: string | null = null;
    do {
      const outcome: Outcome<unknown> = await request("thread/loaded/list", cursor === null ? {} : { cursor });
      if (!outcome.ok || options.current() !== generation) return all;
      const page = z.safeParse(loadedPage, outcome.value);
      if (!page.success) return all;
      all.push(...page.data.data);
      cursor = page.data.nextCursor ?? null;
    } while (cursor !== null);
    return all;
  }

  return {
    async run(generation, missed) {
      seen = new Set();
      const [loaded] = await Promise.all([
        loadedThreads(generation),
        request("thread/list", { limit: LIST_PAGE, sortKey: "updated_at", sourceKinds: SOURCE_KINDS }),
      ]);
      if (missed) {
        for (const threadId of loaded) {
          if (options.current() !== generation) return;
          await request("thread/resume", { threadId, excludeTurns: true, initialTurnsPage: { limit: 1, itemsView: "full" } });
        }
        if (options.current() !== generation) return;
        options.done(generation, [...seen]);
      }
      seen = null;
    },
    folded(requests) {
      const generation = options.current();
      if (seen === null || generation === null) return;
      for (const { id } of requests) seen.add(requestKey(folder.state.host, generation, id));
    },
  };
}
