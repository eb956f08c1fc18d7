// The menu of the thread on screen, as a button of its header.
import type { JSX } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { IconButton } from "../../design/button.tsx";
import { openMenu } from "../frame/thread-list-menu.ts";

export function ThreadMenuButton(props: { entry: HostEntry; thread: string }): JSX.Element {
  return (
    <IconButton
      icon="more"
      label="Thread menu"
      aria-haspopup="menu"
      onClick={(event) => openMenu({ entry: props.entry, thread: props.thread, anchor: event.currentTarget, at: null })}
    />
  );
}
