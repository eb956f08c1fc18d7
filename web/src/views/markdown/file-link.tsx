// A file that a message names: a button that opens it in the viewer, where there is one; else just its text.
import { type JSX, Show } from "solid-js";
import { visibleText } from "../../decisions/visible.ts";
import type { FileReference } from "../files/paths.ts";
import { maybeScope } from "../thread/scope.tsx";

export function FileLink(props: { file: FileReference; children: JSX.Element }): JSX.Element {
  const scope = maybeScope();
  const place = () => {
    const { path, line } = props.file;
    return `${visibleText(path)}${line === undefined ? "" : `, line ${line}`}`;
  };
  return (
    <Show when={scope} fallback={props.children}>
      {(found) => (
        <button
          type="button"
          class="md-file"
          data-file={props.file.path}
          title={place()}
          aria-label={`Open ${place()}`}
          onClick={() => found().openFile(props.file)}
        >
          {props.children}
        </button>
      )}
    </Show>
  );
}
