// The head of a part: its name, when its list was read, reading it again; below it what stands in the way.
import { type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { ago, fullTime } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { connection } from "../live.ts";
import { createNow } from "../now.ts";
import type { Reading } from "./reading.ts";

export function PartHead(props: {
  session: HostSession;
  id: string;
  title: string;
  reading: Reading;
  /** Something was told since the list was read, as a sentence. */
  stale?: string | null;
  onAgain?: () => void;
  children?: JSX.Element;
}): JSX.Element {
  const now = createNow();
  const connected = () => connection(props.session) === "live";
  const again = () => (props.onAgain === undefined ? void props.reading.again() : props.onAgain());
  const when = (at: number) => {
    const words = ago(at, now());
    return words === "now" ? "read just now" : /^\d+[mh]$/.test(words) ? `read ${words} ago` : `read ${words}`;
  };
  return (
    <>
      <div class="ext__head">
        <h2 id={props.id}>{props.title}</h2>
        <span class="ext__acts">
          <Show when={props.reading.at()}>
            {(at) => (
              <span class="dim num ext__when" title={fullTime(at())} data-read-at={at()}>
                {when(at())}
              </span>
            )}
          </Show>
          {props.children}
          <Button size="small" look="quiet" disabled={!connected() || props.reading.busy()} onClick={again}>
            {props.reading.busy() ? "Reading" : "Read again"}
          </Button>
        </span>
      </div>
      <Show when={!connected()}>
        <p class="dim" data-testid="offline-note">
          {props.reading.at() === null
            ? "This list was never read on this device. It is read once the connection is back."
            : "This is what was read last. Nothing can be changed until the connection is back."}
        </p>
      </Show>
      <Show when={props.stale}>{(words) => <p class="warn">{words()}</p>}</Show>
      <Show when={props.reading.problem()}>
        {(text) => (
          <p class="bad" role="alert">
            {text()}
          </p>
        )}
      </Show>
    </>
  );
}
