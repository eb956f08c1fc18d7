// Learning what the App Server lacks before somebody presses a button for it. It has no request that lists its methods, but
// its refusal of one that it does not know names them all: so it is asked for one that no server has. That changes nothing,
// and it is asked once for a version; what it says is folded (`projection/lacking.ts`) and kept.
import type { HostSession } from "../host/model.ts";
import { methodsOf, NO_METHOD, refusedMethods } from "../projection/lacking.ts";

const asked = new WeakMap<HostSession, string>();

/** Asks, unless it is known, was asked in this process, or there is no connection. */
export async function learnMethods(session: HostSession): Promise<void> {
  const { state } = session;
  if (session.facts().connection !== "live" || methodsOf(state) !== null) return;
  const where = state.current ?? "";
  if (asked.get(session) === where) return;
  // A server that named no methods when it was asked before does not name them now.
  if (refusedMethods(state).some(({ method }) => method === NO_METHOD)) return;
  asked.set(session, where);
  const outcome = await session.request(NO_METHOD, {}, { fleeting: true });
  if (!outcome.ok && outcome.reason.type !== "rpc") asked.delete(session);
}
