// Catching up without the bytes: after a gap, or on a first visit that did not take the past, the server is asked what is
// loaded, and each loaded thread is resumed with its newest turn in full. That is the only call that shows running items,
// and it brings the pending requests again. What it does not bring was settled while this device was away.
import { RPC_CODE, type RpcRequest } from "@longwire/shared-protocol/json-rpc";
import { requestKey } from "@longwire/shared-protocol/request-key";
import * as z from "@longwire/shared-protocol/wire/shape";
import type { Folder } from "./folder.ts";
import type { Outcome } from "./model.ts";

export interface CatchUpOptions {
  folder: Pick<Folder, "state" | "missed">;
  request: (method: string, params: unknown) => Promise<Outcome<unknown>>;
  current: () => string | null;
  /** All loaded threads were asked; `keys` are the requests that came since the asking began. */
  done: (generation: string, keys: string[]) => void;
}

export interface CatchUp {
  /** The App Server can be used: reads the lists once in each generation, and asks for what bytes that are gone told. */
  begin(): void;
  /** Reads the newest page of the thread list again: another process may have made threads. */
  refreshList(): void;
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
/** What every list of threads is asked with: all kinds, and all providers, of which only the configured one is told else. */
export const ALL_THREADS = {
  sourceKinds: SOURCE_KINDS,
  modelProviders: [] as string[],
  sortKey: "updated_at" as const,
};
/** Threads of one page of the list. */
export const LIST_PAGE = 50;

const loadedPage = z.looseObject({ data: z.array(z.string()), nextCursor: z.nullish(z.string()) });

/** Makes the catching up of one session. */
export function createCatchUp(options: CatchUpOptions): CatchUp {
  const { request, folder } = options;
  let seen: Set<string> | null = null;
  /** The generation whose lists were read. */
  let listed: string | null = null;
  let running = false;
  let again = false;

  /** Null when it could not be read to its end: the next time asks again. */
  async function loadedThreads(generation: string): Promise<string[] | null> {
    const all: string[] = [];
    let cursor: string | null = null;
    do {
      const outcome: Outcome<unknown> = await request("thread/loaded/list", cursor === null ? {} : { cursor });
      if (options.current() !== generation || !answered(outcome)) return null;
      const page = outcome.ok ? loadedPage.safeParse(outcome.value) : null;
      // A server that cannot tell has nothing loaded that could be asked for.
      if (page === null || !page.success) return all;
      all.push(...page.data.data);
      cursor = page.data.nextCursor ?? null;
    } while (cursor !== null);
    return all;
  }

  function readList(): Promise<Outcome<unknown>> {
    return request("thread/list", { ...ALL_THREADS, limit: LIST_PAGE });
  }

  /** Asks each loaded thread for what was missed; done only when every one has answered. */
  async function askFor(generation: string, loaded: readonly string[]): Promise<void> {
    for (const threadId of loaded) {
      const outcome = await request("thread/resume", {
        threadId,
        excludeTurns: true,
        initialTurnsPage: { limit: 1, itemsView: "full" },
      });
      if (options.current() !== generation || !answered(outcome)) return;
    }
    options.done(generation, [...(seen ?? [])]);
  }

  async function run(generation: string): Promise<void> {
    const missed = folder.missed(generation);
    if (listed === generation && !missed) return;
    // From before the first question on: what comes meanwhile was brought, whoever asked for it.
    seen = missed ? new Set() : null;
    const [loaded, list] = await Promise.all([loadedThreads(generation), listed === generation ? null : readList()]);
    if (options.current() !== generation) return;
    if (loaded !== null && (list === null || answered(list))) listed = generation;
    if (missed && loaded !== null) await askFor(generation, loaded);
  }

  async function settle(): Promise<void> {
    const generation = options.current();
    if (running) again = true;
    if (running || generation === null) return;
    running = true;
    again = false;
    try {
      await run(generation);
    } finally {
      running = false;
      seen = null;
    }
    if (again) await settle();
  }

  return {
    begin: () => void settle(),
    refreshList: () => void readList(),
    folded(requests) {
      const generation = options.current();
      if (seen === null || generation === null) return;
      for (const { id } of requests) seen.add(requestKey(folder.state.host, generation, id));
    },
  };
}

/** The server has spoken, be it to refuse; a cut, an end or a server that is too busy leave the question open. */
function answered(outcome: Outcome<unknown>): boolean {
  return outcome.ok || (outcome.reason.type === "rpc" && outcome.reason.code !== RPC_CODE.overloaded);
}
