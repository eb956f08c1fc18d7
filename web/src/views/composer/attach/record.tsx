// A recording made here, where the browser does not open a recorder of its own: begun and ended by the person, in sight.
import { createSignal, type JSX, onCleanup, Show } from "solid-js";
import { Button } from "../../../design/button.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { stopwatch } from "../../../design/words.ts";

/** Kinds that the App Server takes, by the endings that it looks at. */
const KINDS = [
  ["audio/webm", "webm"],
  ["audio/mp4", "m4a"],
  ["audio/ogg", "ogg"],
] as const;

/** Whether this browser can record here at all. */
export function canRecord(): boolean {
  return "mediaDevices" in navigator && typeof MediaRecorder !== "undefined";
}

type State =
  | { type: "ready" }
  | { type: "asking" }
  | { type: "recording"; since: number; recorder: MediaRecorder }
  | { type: "failed"; why: string };

export function RecordDialog(props: { take: (file: File) => void; close: () => void }): JSX.Element {
  const [state, setState] = createSignal<State>({ type: "ready" });
  const [now, setNow] = createSignal(Date.now());
  const tick = setInterval(() => setNow(Date.now()), 500);
  let gone = false;
  const release = (recorder: MediaRecorder) => {
    for (const track of recorder.stream.getTracks()) track.stop();
  };
  onCleanup(() => {
    gone = true;
    clearInterval(tick);
    const last = state();
    // Closed meanwhile: nothing of it is kept, and the microphone is let go.
    if (last.type === "recording") release(last.recorder);
  });
  const begin = async () => {
    setState({ type: "asking" });
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const kind = KINDS.find(([type]) => MediaRecorder.isTypeSupported(type));
      const recorder = new MediaRecorder(stream, kind === undefined ? {} : { mimeType: kind[0] });
      if (gone) return release(recorder);
      const pieces: Blob[] = [];
      recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
      recorder.addEventListener("stop", () => {
        release(recorder);
        if (gone) return;
        const [type, ending] = kind ?? KINDS[0];
        props.take(new File(pieces, `recording.${ending}`, { type }));
        props.close();
      });
      recorder.start();
      setState({ type: "recording", since: Date.now(), recorder });
      setNow(Date.now());
    } catch (error) {
      setState({ type: "failed", why: error instanceof Error ? error.message : "the browser did not say why" });
    }
  };
  const recording = () => {
    const current = state();
    return current.type === "recording" ? current : null;
  };
  const failed = () => {
    const current = state();
    return current.type === "failed" ? current : null;
  };
  return (
    <Dialog open title="Record audio" onClose={() => props.close()}>
      <div class="part-dialog">
        <Show when={failed()}>
          {(found) => (
            <p class="bad" role="alert">
              The microphone could not be used: {found().why}. Allow it for this page in the browser, or pick a file.
            </p>
          )}
        </Show>
        <Show
          when={recording()}
          fallback={
            <>
              <p class="dim">It is attached when you stop, and sent when you send.</p>
              <div class="part-dialog__acts">
                <Button look="act" disabled={state().type === "asking"} onClick={() => void begin()}>
                  Start recording
                </Button>
              </div>
            </>
          }
        >
          {(found) => (
            <>
              <p class="num" role="timer">
                {stopwatch(now() - found().since)}
              </p>
              <div class="part-dialog__acts">
                <Button look="act" onClick={() => found().recorder.stop()}>
                  Stop and attach
                </Button>
                <Button look="quiet" onClick={() => props.close()}>
                  Discard
                </Button>
              </div>
            </>
          )}
        </Show>
      </div>
    </Dialog>
  );
}
