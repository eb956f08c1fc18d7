// A page that could not be drawn or loaded: says so, and what is safe, instead of an empty screen.
import type { JSX } from "solid-js";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { BackLink } from "./back-link.tsx";

export function BrokenPage(props: { error: unknown; reset: () => void }): JSX.Element {
  const text = () => (props.error instanceof Error ? props.error.message : String(props.error));
  return (
    <div class="page">
      <BackLink />
      <div class="page__column">
        <Notice
          kind="bad"
          title="This page could not be shown"
          acts={
            <>
              <Button size="small" onClick={() => props.reset()}>
                Try again
              </Button>
              <Button size="small" onClick={() => location.reload()}>
                Reload the app
              </Button>
            </>
          }
        >
          What is stored is untouched, and the connection goes on. The error: {text()}
        </Notice>
      </div>
    </div>
  );
}
