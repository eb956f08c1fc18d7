// Changed files: one card each, with counts; large ones begin closed. Below them what applying them printed.
import { type JSX, Show } from "solid-js";
import type { Item } from "../../projection/state.ts";
import { FileList } from "../diff/file-list.tsx";
import { live } from "../live.ts";
import { OutputView } from "../output/output-view.tsx";

export function FileChangeItem(props: { item: Extract<Item, { type: "fileChange" }> }): JSX.Element {
  const item = () => live(props.item);
  return (
    <>
      <Show
        when={item().changes.length > 0}
        fallback={
          <p class="quiet">
            <b>{item().phase === "open" ? "Preparing changes to files" : "Changed files"}</b>
            <span class="dim"> · the server sent no diff</span>
          </p>
        }
      >
        <FileList of={props.item} changes={item().changes} note={statusNote(item().status, item().phase)} />
      </Show>
      <Show when={item().output !== ""}>
        <div class="card file-change__output">
          <p class="card__head card__name">Output</p>
          <OutputView of={props.item} output={item().output} />
        </div>
      </Show>
    </>
  );
}

/** What became of the change, when that is not simply "done". */
function statusNote(status: string, phase: string): string | null {
  switch (status) {
    case "completed":
      return null;
    case "declined":
      return "declined";
    case "failed":
      return "failed";
    case "inProgress":
    case "":
      return phase === "open" ? "proposed" : phase === "closed" ? "ended with its turn" : null;
    default:
      return status;
  }
}
