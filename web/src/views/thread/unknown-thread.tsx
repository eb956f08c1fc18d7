// What stands in place of a transcript where neither this device nor the server knows the thread of the address.
import { type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { navigate } from "../route.tsx";

/** `said`: what the server said of it; null when it could not be asked. */
export function UnknownThread(props: { said: string | null }): JSX.Element {
  return (
    <div class="thread__unknown">
      <h2>No such thread</h2>
      <Show
        when={props.said}
        fallback={
          <p>
            This device has nothing of a thread with this address. Whether the server knows it can be said once the
            machine is connected.
          </p>
        }
      >
        {(said) => (
          <>
            <p>This device has nothing of a thread with this address, and the server does not know it either.</p>
            <p class="dim">The server said: {said()}</p>
          </>
        )}
      </Show>
      <Button look="act" onClick={() => navigate("/")}>
        All threads
      </Button>
    </div>
  );
}
