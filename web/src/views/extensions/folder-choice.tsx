// For which folder a list is read: the App Server's own, or one in which this machine has threads.
import { createMemo, createUniqueId, For, type JSX } from "solid-js";
import { homePath } from "../../design/words.ts";
import type { HostSession } from "../../host/model.ts";
import { visibleText } from "../../decisions/visible.ts";
import { live } from "../live.ts";
import { homeOf } from "../thread-facts.ts";

/** Folders that are offered, the newest first. */
const MOST = 30;

export function FolderChoice(props: {
  session: HostSession;
  value: string | null;
  onChange: (cwd: string | null) => void;
}): JSX.Element {
  const id = createUniqueId();
  const folders = createMemo(() => {
    const newest = new Map<string, number>();
    for (const { cwd, updatedAt } of live(props.session.state).threads.values())
      if (cwd !== "" && (newest.get(cwd) ?? -1) < updatedAt) newest.set(cwd, updatedAt);
    return [...newest]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MOST)
      .map(([cwd]) => cwd);
  });
  const home = () => homeOf(props.session.state);
  return (
    <label class="ext__choice" for={id}>
      <span>For the folder</span>
      <select id={id} class="ext__select" onChange={(event) => props.onChange(event.currentTarget.value || null)}>
        <option value="" selected={props.value === null}>
          where the App Server runs
        </option>
        <For each={folders()}>
          {(cwd) => (
            <option value={cwd} selected={props.value === cwd}>
              {visibleText(homePath(cwd, home()))}
            </option>
          )}
        </For>
      </select>
    </label>
  );
}
