// The wire of a thread, a turn or an item in a window of its own.
import type { JSX } from "solid-js";
import { Dialog } from "../../design/dialog.tsx";
import type { HostSession } from "../../host/model.ts";
import type { ThreadState } from "../../projection/state.ts";
import type { WireScope } from "./scope.ts";
import WireView from "./wire-view.tsx";

const TITLES = { thread: "Wire of the thread", turn: "Wire of the turn", item: "Wire of the item" } as const;

export default function WireDialog(props: {
  session: HostSession;
  state: ThreadState;
  scope: WireScope;
  onClose: () => void;
}): JSX.Element {
  return (
    <Dialog open title={TITLES[props.scope.type]} onClose={() => props.onClose()}>
      <div class="wire-dialog">
        <WireView session={props.session} state={props.state} scope={props.scope} onLeave={() => props.onClose()} />
      </div>
    </Dialog>
  );
}
