// The read-only viewer of a file on the host. Opening it is the first press: it asks what lies there and how big it is.
import { createSignal, type JSX, Match, Show, Switch } from "solid-js";
import { Button } from "../../design/button.tsx";
import { CopyButton } from "../../design/copy-button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { bytes, counted } from "../../design/words.ts";
import { visibleText } from "../../decisions/visible.ts";
import type { HostSession } from "../../host/model.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { useServices } from "../services.tsx";
import { extensionOf, fileName, type FileReference, resolvePath } from "./paths.ts";
import { Picture } from "./picture.tsx";
import { createReading, type Step } from "./reading.ts";
import { saveBytes } from "./save-bytes.ts";
import { rowsOf } from "./text-rows.ts";
import { TextWindow } from "./text-window.tsx";
import "./file-dialog.css";

export interface FileDialogProps {
  session: HostSession;
  file: FileReference;
  /** The folder that a relative path starts from, as far as it is known. */
  cwd: string | null;
  home: string | null;
  onClose: () => void;
}

export default function FileDialog(props: FileDialogProps): JSX.Element {
  const path = () => resolvePath(props.file.path, props.cwd, props.home);
  return (
    <Dialog open title={visibleText(fileName(path() ?? props.file.path))} onClose={() => props.onClose()} shape="box">
      <div class="file-view" data-testid="file-view">
        <Show
          when={path()}
          keyed
          fallback={
            <p class="file-view__note">
              The folder of this thread is not known, so it cannot be told which file{" "}
              <code>
                <VisibleText text={props.file.path} />
              </code>{" "}
              is.
            </p>
          }
        >
          {(found) => <FileView session={props.session} path={found} file={props.file} />}
        </Show>
      </div>
    </Dialog>
  );
}

type Shown = Extract<Step, { type: "shown" }>;

function FileView(props: { session: HostSession; path: string; file: FileReference }): JSX.Element {
  const { actions } = useServices();
  // Keyed by the path.
  // oxlint-disable-next-line solid/reactivity
  const { session, path } = props;
  const reading = createReading({ session, actions, path });
  const step = <T extends Step["type"]>(type: T) => {
    const now = reading.step();
    return now.type === type ? (now as Extract<Step, { type: T }>) : null;
  };
  return (
    <>
      <div class="file-view__path">
        <code>
          <VisibleText text={path} />
        </code>
        <CopyButton text={() => path} label="Copy the path" />
      </div>
      <Switch>
        <Match when={step("asking")}>
          <p class="file-view__note" role="status">
            Asking how big it is
          </p>
        </Match>
        <Match when={step("confirm")}>
          {(now) => (
            <div class="file-view__note" role="group" aria-label="Read it?">
              <p>
                {now().bytes === null
                  ? "How big this file is could not be found out."
                  : `This file has ${bytes(now().bytes ?? 0)}.`}{" "}
                The App Server sends it whole, as one message, to every device that is connected.
              </p>
              <Button look="act" onClick={() => reading.readOn()}>
                {now().bytes === null ? "Read it all the same" : `Read ${bytes(now().bytes ?? 0)}`}
              </Button>
            </div>
          )}
        </Match>
        <Match when={step("reading")}>
          {(now) => (
            <p class="file-view__note" role="status">
              Reading{now().bytes === null ? "" : ` ${bytes(now().bytes ?? 0)}`}
            </p>
          )}
        </Match>
        <Match when={step("trouble")}>
          {(now) => (
            <div class="file-view__note" role="alert">
              <p>{now().message}</p>
              <Show when={now().again}>
                <Button size="small" onClick={() => reading.again()}>
                  Try again
                </Button>
              </Show>
            </div>
          )}
        </Match>
        <Match when={step("shown")} keyed>
          {(now) => <Content shown={now} path={path} file={props.file} />}
        </Match>
      </Switch>
    </>
  );
}

function Content(props: { shown: Shown; path: string; file: FileReference }): JSX.Element {
  // oxlint-disable-next-line solid/reactivity
  const { shown, path } = props;
  const { content } = shown;
  const name = fileName(path);
  const [size, setSize] = createSignal<string | null>(null);
  const [asText, setAsText] = createSignal(false);
  const save = () => saveBytes(name, [shown.bytes]);
  const lines = content.kind === "text" ? counted(rowsOf(content.text).at(-1)?.line ?? 0, "line") : null;
  const facts = () => [bytes(shown.bytes.length), size() ?? lines].filter((fact) => fact !== null).join(" · ");
  const onSize = (width: number, height: number) => setSize(`${width} × ${height}`);
  const saveButton = (
    <Button size="small" look="quiet" onClick={save}>
      Download
    </Button>
  );
  const text = (code: string) => (
    <TextWindow
      text={code}
      lang={extensionOf(path)}
      label={visibleText(name)}
      copyLabel="Copy the text"
      numbers
      fill
      line={props.file.line ?? null}
      tools={
        <>
          <span class="text-window__count num">{facts()}</span>
          {saveButton}
        </>
      }
    />
  );
  const source = () => {
    if (content.kind === "raster") return { type: content.type, bytes: shown.bytes };
    return content.kind === "text" && content.svg ? { svg: content.text } : null;
  };
  return (
    <Switch>
      <Match when={!asText() && source()} keyed>
        {(picture) => (
          <>
            <div class="file-view__facts">
              <span class="num">{facts()}</span>
              <Show when={content.kind === "text"}>
                <Button size="small" look="quiet" onClick={() => setAsText(true)}>
                  Show its text
                </Button>
              </Show>
              {saveButton}
            </div>
            <div class="file-view__picture">
              <Picture source={picture} alt={visibleText(name)} onSize={onSize} />
            </div>
          </>
        )}
      </Match>
      <Match when={content.kind === "text" ? content : null} keyed>
        {(found) => (
          <Show when={found.text !== ""} fallback={<p class="file-view__note">The file is empty.</p>}>
            {text(found.text)}
          </Show>
        )}
      </Match>
      <Match when={content.kind === "binary"}>
        <div class="file-view__note">
          <p>
            This is neither text nor a picture that can be shown here ({bytes(shown.bytes.length)}). It can be
            downloaded as it is.
          </p>
          <Button size="small" onClick={save}>
            Download
          </Button>
        </div>
      </Match>
    </Switch>
  );
}
