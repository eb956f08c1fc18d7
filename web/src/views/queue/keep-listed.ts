// Keeps a thread's queue listed while it is on screen: asked once for each App Server, and again when it may have changed.
import { createEffect, createMemo, onCleanup } from "solid-js";
import type { AppServices } from "../../actions/contract.ts";
import type { HostSession } from "../../host/model.ts";
import type { ThreadState } from "../../projection/state.ts";
import { connection, live } from "../live.ts";

/** For the life of the component. */
export function keepListed(services: AppServices, session: HostSession, state: () => ThreadState): void {
  let busy = false;
  let again = false;
  let gone = false;
  onCleanup(() => (gone = true));
  /** What is to be listed; another object each time that it may have changed. */
  const wanted = createMemo(() => {
    const { queue } = live(state());
    const { current } = live(session.state);
    if (connection(session) !== "live") return null;
    return queue === null || queue.stale || queue.listedIn !== current ? { queue } : null;
  });
  const list = async () => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    again = false;
    // What fails is asked again with the next change: nothing here is worth a loop.
    await services.actions
      .queue()
      .then((acts) => acts.list(session, state().id))
      .catch(() => null);
    busy = false;
    if (again && !gone && wanted() !== null) void list();
  };
  createEffect(() => {
    if (wanted() !== null) void list();
  });
}
