// What stands in place of a transcript where this device has nothing of the thread of the address, and the server does not
// know it, could not read it, or could not be asked.
import { type JSX, Match, Show, Switch } from "solid-js";
import { Button } from "../../design/button.tsx";
import type { OpenThread } from "../../host/model.ts";
import { maskText } from "../masking/text.ts";
import { navigate } from "../route.tsx";

type Failed = Extract<OpenThread["fetching"], { type: "failed" }>;

/** `failed`: what the server said when it was asked; null when it could not be asked. */
export function UnknownThread(props: { failed: Failed | null; asking: boolean; onAgain: () => void }): JSX.Element {
  const unread = () => (props.failed?.unknown === false ? props.failed : null);
  return (
    <div class="thread__unknown">
      <h2>{unread() === null ? "No such thread" : "The thread could not be read"}</h2>
      <Switch
        fallback={
          <p>
            This device has nothing of a thread with this address. Whether the server knows it can be said once the
            machine is connected.
          </p>
        }
      >
        <Match when={unread()}>
          {(failed) => (
            <>
              <p>
                This device has nothing of it, and the server’s copy could not be read just now. Nothing is lost by
                trying again.
              </p>
              <p class="dim">The answer was: {maskText(failed().message)}</p>
            </>
          )}
        </Match>
        <Match when={props.failed}>
          {(failed) => (
            <>
              <p>This device has nothing of a thread with this address, and the server does not know it either.</p>
              <p class="dim">The server said: {maskText(failed().message)}</p>
            </>
          )}
        </Match>
      </Switch>
      <Show when={unread()}>
        <Button look="act" disabled={props.asking} onClick={() => props.onAgain()}>
          Try again
        </Button>
      </Show>
      <Button look={unread() === null ? "act" : "quiet"} onClick={() => navigate("/")}>
        All threads
      </Button>
    </div>
  );
}
