// For which folder the configuration is read: a project may have layers of its own.
import { createMemo, createUniqueId, For, type JSX } from "solid-js";
import type { HostSession } from "../../host/model.ts";
import { visibleText } from "../../decisions/visible.ts";
import { live } from "../live.ts";

const MOST = 50;

export function FolderChoice(props: {
  session: HostSession;
  chosen: string | null;
  disabled: boolean;
  choose: (cwd: string | null) => void;
}): JSX.Element {
  const id = createUniqueId();
  /** Folders that have threads, as far as this device knows. */
  const folders = createMemo(() => {
    const found = new Set(props.chosen === null ? [] : [props.chosen]);
    for (const thread of live(props.session.state).threads.values()) {
      const { cwd } = live(thread);
      if (cwd !== null && found.size < MOST) found.add(cwd);
    }
    return [...found].sort();
  });
  return (
    <div class="config__folder">
      <label for={id}>For folder</label>
      <select
        id={id}
        disabled={props.disabled}
        onChange={(event) => props.choose(event.currentTarget.value === "" ? null : event.currentTarget.value)}
      >
        <option value="" selected={props.chosen === null}>
          none
        </option>
        <For each={folders()}>
          {(cwd) => (
            <option value={cwd} selected={cwd === props.chosen}>
              {visibleText(cwd)}
            </option>
          )}
        </For>
      </select>
    </div>
  );
}
