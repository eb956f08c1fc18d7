// What every piece of a transcript may need of its thread, handed down once.
import { createContext, createSignal, type JSX, Show, Suspense, useContext } from "solid-js";
import type { HostSession } from "../../host/model.ts";
import type { ThreadState } from "../../projection/state.ts";
import type { FileReference } from "../files/paths.ts";
import type { WireScope } from "../wire/scope.ts";
import { lazyPart } from "../lazy-part.tsx";

const WireDialog = lazyPart(() => import("../wire/wire-dialog.tsx"));
const FileDialog = lazyPart(() => import("../files/file-dialog.tsx"));

export interface Scope {
  session: HostSession;
  state: ThreadState;
  /** The thread's folder on the host; null when not known. */
  readonly cwd: string | null;
  /** The home folder on the host, to shorten paths; null when not known. */
  home: string | null;
  /** Keeps the transcript from moving while the pointer rests on something that must not move. */
  hold: (on: boolean) => void;
  /** Opens a file of the host in the read-only viewer, because a person pressed it. The path may be relative. */
  openFile: (file: FileReference) => void;
  /** Shows the envelopes behind a turn or an item. */
  openWire: (of: WireScope) => void;
}

const Context = createContext<Scope>();

/** Provides the scope; its members do not change during the life of the page. */
export function ThreadScope(
  props: Omit<Scope, "cwd" | "openFile" | "openWire"> & { children: JSX.Element },
): JSX.Element {
  const [file, setFile] = createSignal<FileReference | null>(null);
  const [wire, setWire] = createSignal<WireScope | null>(null);
  const cwd = () => props.state.settings.cwd ?? props.session.state.threads.get(props.state.id)?.cwd ?? null;
  const scope: Scope = {
    get session() {
      return props.session;
    },
    get state() {
      return props.state;
    },
    get cwd() {
      return cwd();
    },
    get home() {
      return props.home;
    },
    get hold() {
      return props.hold;
    },
    openFile: (wanted) => setFile({ ...wanted }),
    openWire: (wanted) => setWire({ ...wanted }),
  };
  return (
    <Context.Provider value={scope}>
      {props.children}
      <Show when={wire()} keyed>
        {(wanted) => (
          <Suspense>
            <WireDialog session={props.session} state={props.state} scope={wanted} onClose={() => setWire(null)} />
          </Suspense>
        )}
      </Show>
      <Show when={file()} keyed>
        {(wanted) => (
          <Suspense>
            <FileDialog
              session={props.session}
              file={wanted}
              cwd={cwd()}
              home={props.home}
              onClose={() => setFile(null)}
            />
          </Suspense>
        )}
      </Show>
    </Context.Provider>
  );
}

export function useScope(): Scope {
  const scope = useContext(Context);
  if (scope === undefined) throw new Error("a part of a transcript was used outside of ThreadScope");
  return scope;
}

/** The scope, or null outside of a thread. */
export function maybeScope(): Scope | null {
  return useContext(Context) ?? null;
}
