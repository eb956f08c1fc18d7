// Where files of a message are written on the machine, and the way to say another place.
import { createSignal, type JSX, Show } from "solid-js";
import { Portal } from "solid-js/web";
import { Button } from "../../../design/button.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { TextField } from "../../../design/text-field.tsx";
import { shortPath } from "../../../design/words.ts";
import { pathProblem, written } from "../../new-thread/paths.ts";
import { isEnter } from "../enter.ts";

export function FolderLine(props: {
  folder: string | null;
  machine: string;
  home: string | null;
  setFolder: (path: string) => void;
}): JSX.Element {
  const [typed, setTyped] = createSignal<string | null>(null);
  const [told, setTold] = createSignal(false);
  const problem = () => pathProblem(typed() ?? "", props.home);
  const save = () => {
    setTold(true);
    if (problem() !== null) return;
    props.setFolder(written(typed() ?? "", props.home));
    setTyped(null);
  };
  return (
    <p class="attach__folder">
      <Show when={props.folder} fallback={<span>Choose where files are written on {props.machine}.</span>}>
        {(folder) => (
          <span>
            Written to <code title={folder()}>{shortPath(folder(), props.home)}</code> on {props.machine} when you send.
          </span>
        )}
      </Show>
      <Button
        size="small"
        look="quiet"
        onClick={() => {
          setTold(false);
          setTyped(props.folder ?? "");
        }}
      >
        Change folder
      </Button>
      <Portal>
        <Dialog open={typed() !== null} title="Folder for files" onClose={() => setTyped(null)}>
          <div class="part-dialog">
            <TextField
              label="Folder on the machine"
              mono
              value={typed() ?? ""}
              hint="It is made if it is not there. Nothing in it is overwritten."
              error={told() ? problem() : null}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (!isEnter(event)) return;
                event.preventDefault();
                save();
              }}
            />
            <div class="part-dialog__acts">
              <Button look="act" onClick={save}>
                Use this folder
              </Button>
            </div>
          </div>
        </Dialog>
      </Portal>
    </p>
  );
}
