// Settings that have changed since they were last shown on this device: more permission loudly, anything else in a line.
// And the dialog, once it was asked for.
import { createMemo, For, type JSX, Show, Suspense } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import type { ThreadState } from "../../projection/state.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { live } from "../live.ts";
import { useServices } from "../services.tsx";
import { lateRefusal, openThreadSettings, refusalTitle, settingsOf, tellRefusal } from "./asked.ts";
import { createShown } from "./shown.ts";
import { allows, type Difference } from "./width.ts";
import { lazyPart } from "../lazy-part.tsx";
import "./thread-settings.css";

const SettingsDialog = lazyPart(() => import("./settings-dialog.tsx"));

export default function SettingsNotices(props: { entry: HostEntry; state: ThreadState }): JSX.Element {
  const services = useServices();
  // Keyed by host and thread: the page is made anew for another one.
  // oxlint-disable-next-line solid/reactivity
  const shown = createShown(services.journal, props.entry.record.id, () => props.state);
  const open = createMemo((was: boolean) => was || settingsOf() === props.state.id, false);
  return (
    <>
      <Show when={shown.wider()}>
        {(found) => (
          <div class="widened" data-widened="">
            <Notice
              kind="bad"
              title="This thread may do more than was shown here before"
              acts={
                <>
                  <Button size="small" onClick={() => openThreadSettings(props.state.id)}>
                    Change it …
                  </Button>
                  <Button size="small" onClick={() => shown.acknowledge()}>
                    I have seen it
                  </Button>
                </>
              }
            >
              <Differences found={found()} />
              <For each={allows(live(props.state).settings)}>
                {(sentence) => (
                  <p>
                    <VisibleText text={sentence} prose />
                  </p>
                )}
              </For>
              <p class="dim">
                The App Server reports it. It was not changed on this page: another device did it, or the machine’s
                configuration is another one now.
              </p>
            </Notice>
          </div>
        )}
      </Show>
      <Show when={shown.other()}>
        {(found) => (
          <div data-settings-changed="">
            <Notice
              title="Settings were changed elsewhere"
              acts={
                <Button size="small" look="quiet" onClick={() => shown.acknowledge()}>
                  OK
                </Button>
              }
            >
              <Differences found={found()} />
            </Notice>
          </div>
        )}
      </Show>
      <Show when={lateRefusal(props.entry.session.id, props.state.id)}>
        {(why) => (
          <div data-settings-refused="">
            <Notice
              kind="bad"
              title={refusalTitle(why())}
              acts={
                <Button
                  size="small"
                  look="quiet"
                  onClick={() => tellRefusal(props.entry.session.id, props.state.id, null)}
                >
                  OK
                </Button>
              }
            >
              {why().words}
            </Notice>
          </div>
        )}
      </Show>
      <Show when={open()}>
        <Suspense>
          <SettingsDialog entry={props.entry} state={props.state} />
        </Suspense>
      </Show>
    </>
  );
}

function Differences(props: { found: Difference[] }): JSX.Element {
  return (
    <ul class="differences">
      <For each={props.found}>
        {({ name, before, after, wider }) => (
          <li>
            {name}:{" "}
            <span class="differences__before">
              <VisibleText text={before} prose />
            </span>{" "}
            →{" "}
            <b data-wider={wider ? "" : undefined}>
              <VisibleText text={after} prose />
            </b>
          </li>
        )}
      </For>
    </ul>
  );
}
