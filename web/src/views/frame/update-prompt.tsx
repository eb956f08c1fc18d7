// Tells that a new version is ready and loads it when the person says so.
import { type JSX, Show } from "solid-js";
import { Button } from "../../design/button.tsx";
import { applyUpdate, updateState } from "./service-worker.ts";
import "./update-prompt.css";

/** A small bar in the corner; not there without news. */
export function UpdatePrompt(): JSX.Element {
  return (
    <Show when={updateState() !== "none"}>
      <div class="update" role="status">
        <Show
          when={updateState() === "ready"}
          fallback={<span>Close the other Longwire tabs to load the new version.</span>}
        >
          <span>New version ready</span>
          <Button size="small" look="act" onClick={() => applyUpdate()}>
            Reload
          </Button>
        </Show>
      </div>
    </Show>
  );
}
