// Keeps a thread's queue listed while it is on screen: asked once for each App Server, and again when it may have changed.
import { createEffect, createMemo, createSignal, onCleanup, type Accessor } from "solid-js";
import type { AppServices } from "../../actions/contract.ts";
import type { HostSession } from "../../host/model.ts";
import type { ThreadState } from "../../projection/state.ts";
import { connection, live } from "../live.ts";

export interface Keeper {
  /** It is being read, page by page: what is missing may be on a page that is still to come. */
  listing: Accessor<boolean>;
  /** Reads it again, whatever is thought of it. */
  list: () => void;
}

/** For the life of the component. */
export function keepListed(services: AppServices, session: HostSession, state: () => ThreadState): Keeper {
  let busy = false;
  const [listing, setListing] = createSignal(false);
  let again = false;
  let forced = false;
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
    setListing(true);
    // What fails is asked again with the next change: nothing here is worth a loop.
    await services.actions
      .queue()
      .then((acts) => acts.list(session, state().id))
      .catch(() => null);
    busy = false;
    if (gone) return;
    if (again && (forced || wanted() !== null)) {
      forced = false;
      void list();
    } else setListing(false);
  };
  createEffect(() => {
    if (wanted() !== null) void list();
  });
  return {
    listing,
    list() {
      forced = busy;
      void list();
    },
  };
}
