// All changes of the newest turn that changed something, file by file.
import { createMemo, type JSX, Show } from "solid-js";
import { CopyButton } from "../../design/copy-button.tsx";
import type { HostSession } from "../../host/model.ts";
import type { ThreadState } from "../../projection/state.ts";
import { FileList } from "../diff/file-list.tsx";
import { live } from "../live.ts";
import { ThreadScope } from "../thread/scope.tsx";
import { createChangedFiles, hasChanges, newestTurn } from "./turn-changes.ts";

export function ChangesTab(props: { state: ThreadState; session: HostSession; home: string | null }): JSX.Element {
  const turn = createMemo(() => newestTurn(props.state, hasChanges));
  const files = createChangedFiles(() => turn());
  const whole = () => {
    const found = turn();
    return found === null ? null : live(found).diff;
  };
  return (
    <ThreadScope session={props.session} state={props.state} home={props.home} hold={() => undefined}>
      <section>
        <h2 class="side__head">
          <span>{files().length === 0 ? "Changes" : "Changed in the last turn with changes"}</span>
          <Show when={whole()}>{(diff) => <CopyButton text={diff} label="Copy the whole diff" />}</Show>
        </h2>
        <Show
          when={files().length > 0}
          fallback={<p class="side__empty">Files that a turn changes are listed here with their diffs.</p>}
        >
          <FileList of={turn() ?? props.state} changes={files()} note={null} closed />
        </Show>
      </section>
    </ThreadScope>
  );
}
