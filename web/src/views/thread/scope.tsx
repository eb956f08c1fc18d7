// What every piece of a transcript may need of its thread, handed down once.
import { createContext, type JSX, useContext } from "solid-js";
import type { HostSession } from "../../host/model.ts";
import type { ThreadState } from "../../projection/state.ts";

export interface Scope {
  session: HostSession;
  state: ThreadState;
  /** The home folder on the host, to shorten paths; null when not known. */
  home: string | null;
  /** Keeps the transcript from moving while the pointer rests on something that must not move. */
  hold: (on: boolean) => void;
}

const Context = createContext<Scope>();

/** Provides the scope; its members do not change during the life of the page. */
export function ThreadScope(props: Scope & { children: JSX.Element }): JSX.Element {
  const scope: Scope = {
    get session() {
      return props.session;
    },
    get state() {
      return props.state;
    },
    get home() {
      return props.home;
    },
    get hold() {
      return props.hold;
    },
  };
  return <Context.Provider value={scope}>{props.children}</Context.Provider>;
}

export function useScope(): Scope {
  const scope = useContext(Context);
  if (scope === undefined) throw new Error("a part of a transcript was used outside of ThreadScope");
  return scope;
}
