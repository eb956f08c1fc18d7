// What is wrong with the connection or with storing, in words, with the act that mends it. Nothing when all is well.
import { type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { clockTime } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { facts } from "../live.ts";
import { connectionProblem } from "../sentences.ts";
import "./connection-banner.css";

/** Stands at the top of a page. `named`: says which machine it is about. */
export function ConnectionBanner(props: { session: HostSession; named?: boolean }): JSX.Element {
  const titled = (title: string) => (props.named === true ? `${f().label}: ${title}` : title);
  const f = () => facts(props.session);
  const problem = () => connectionProblem(f());
  const act = () => {
    switch (f().link.type) {
      case "ended":
        return "Start it again";
      case "replaced":
      case "idle":
        return null;
      default:
        return "Try now";
    }
  };
  return (
    <>
      <Show when={problem()}>
        {(found) => (
          <div class="banner">
            <Notice
              kind={f().connection === "refused" ? "bad" : "warn"}
              title={titled(found().title)}
              acts={
                <Show when={act()}>
                  {(label) => (
                    <Button size="small" onClick={() => props.session.reconnect()}>
                      {label()}
                    </Button>
                  )}
                </Show>
              }
            >
              {found().text}
              <Show when={found().command}>
                {(command) => (
                  <>
                    {" "}
                    <code>{command()}</code>
                  </>
                )}
              </Show>
            </Notice>
          </div>
        )}
      </Show>
      <Show when={notSaving(f().journal)}>
        {(text) => (
          <div class="banner">
            <Notice
              kind="warn"
              title={titled(
                f().journal.type === "slow" ? "This device's storage does not answer" : "Not stored on this device",
              )}
            >
              {text()}
            </Notice>
          </div>
        )}
      </Show>
    </>
  );
}

function notSaving(health: ReturnType<HostSession["facts"]>["journal"]): string | null {
  switch (health.type) {
    case "ok":
      return null;
    case "not-saving":
      return health.reason === "quota"
        ? `Since ${clockTime(health.since)} the browser has no space left. This page goes on, and the rest is fetched once there is space: delete what you do not need.`
        : `Since ${clockTime(health.since)} the browser does not store (${health.detail}). This page goes on; after a reload the rest is fetched again from the relay.`;
    case "slow":
      return `Since ${clockTime(health.since)} a write waits: another tab may keep the storage busy. Nothing is lost; what arrived is shown as soon as it is written. If this stays, close other Longwire tabs.`;
    case "blocked":
      return "Another tab runs an older version of Longwire. Close it, and storing goes on.";
    case "superseded":
      return "A newer version of Longwire runs in another tab. Reload this page to go on storing.";
  }
}
