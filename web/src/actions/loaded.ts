// Some acts are refused for a thread that the App Server has not loaded: it is loaded first, with a small reply.
import type { HostSession, Outcome } from "../host/model.ts";

const DONE: Outcome<null> = { ok: true, value: null };

/** What a resume asks for: what runs right now and nothing else. */
export const RESUME = { excludeTurns: true, initialTurnsPage: { limit: 1, itemsView: "full" } } as const;

/** For now or never: see `RequestHow`. */
export const NOW = { fleeting: true } as const;

const CUT: Outcome<never> = {
  ok: false,
  reason: {
    type: "not-sent",
    message: "The connection was lost before it could be sent. Nothing was done; try again.",
  },
};

/**
 * For an act of several requests, of which the last is not to go out on another connection, minutes later, when the person is
 * elsewhere and the thread perhaps too. `cut` tells that the connection was lost meanwhile.
 */
export async function onOneConnection<T>(
  session: HostSession,
  act: (cut: () => Outcome<never> | null) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let lost = false;
  const stop = session.onChange(() => {
    if (session.facts().connection !== "live") lost = true;
  });
  try {
    return await act(() => (lost ? CUT : null));
  } finally {
    stop();
  }
}

/** Loads a thread that is not loaded. */
export async function loaded(session: HostSession, thread: string): Promise<Outcome<null>> {
  return isLoaded(session, thread) ? DONE : await resume(session, thread);
}

/** One act on a thread that has to be loaded for it: both go on the connection that the act was made for, or not at all. */
export const askLoaded = (
  session: HostSession,
  thread: string,
  method: string,
  params: object,
): Promise<Outcome<unknown>> =>
  onOneConnection(session, async (cut) => {
    if (!isLoaded(session, thread)) {
      const ready = await session.request("thread/resume", { threadId: thread, ...RESUME }, NOW);
      if (!ready.ok) return ready;
    }
    return cut() ?? (await session.request(method, { threadId: thread, ...params }, NOW));
  });

/** The App Server has it loaded and tells of it, as far as this device knows. */
export function isLoaded({ state }: HostSession, thread: string): boolean {
  const generation = state.current === null ? undefined : state.generations.get(state.current);
  if (generation === undefined || generation.silenced.has(thread) || generation.doubtful.has(thread)) return false;
  return generation.loaded.has(thread);
}

/** `thread/resume`, with what runs right now and nothing else. */
export async function resume(session: HostSession, thread: string): Promise<Outcome<null>> {
  const outcome = await session.request("thread/resume", { threadId: thread, ...RESUME });
  return outcome.ok ? DONE : outcome;
}
