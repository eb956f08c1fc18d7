// A file of the machine that this room names: a button with its path that opens the viewer.
import { createSignal, type JSX, Show, Suspense } from "solid-js";
import { visibleText } from "../../decisions/visible.ts";
import { homePath } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { homeOf } from "../thread-facts.ts";
import { lazyPart } from "../lazy-part.tsx";
import "../files/local-path.css";

const FileDialog = lazyPart(() => import("../files/file-dialog.tsx"));

export function FileButton(props: { session: HostSession; path: string }): JSX.Element {
  const [open, setOpen] = createSignal(false);
  const home = () => homeOf(props.session.state);
  return (
    <>
      <button
        type="button"
        class="local-path"
        data-local-path={props.path}
        aria-label={`Open ${visibleText(props.path)}`}
        onClick={() => setOpen(true)}
      >
        <code>
          <VisibleText text={homePath(props.path, home())} />
        </code>
      </button>
      <Show when={open()}>
        <Suspense>
          <FileDialog
            session={props.session}
            file={{ path: props.path }}
            cwd={null}
            home={home()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      </Show>
    </>
  );
}
