// The thread's wire in the side panel, and the way to the same in a larger window. Loaded when the tab is opened.
import { createSignal, type JSX, Show, Suspense } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import type { ThreadState } from "../../projection/state.ts";
import { lazyPart } from "../lazy-part.tsx";

const WireView = lazyPart(() => import("../wire/wire-view.tsx"));
const WireDialog = lazyPart(() => import("../wire/wire-dialog.tsx"));

export function WireTab(props: { entry: HostEntry; state: ThreadState }): JSX.Element {
  const [large, setLarge] = createSignal(false);
  return (
    <Suspense>
      <WireView
        session={props.entry.session}
        state={props.state}
        scope={{ type: "thread" }}
        onLarger={() => setLarge(true)}
      />
      <Show when={large()}>
        <WireDialog
          session={props.entry.session}
          state={props.state}
          scope={{ type: "thread" }}
          onClose={() => setLarge(false)}
        />
      </Show>
    </Suspense>
  );
}
