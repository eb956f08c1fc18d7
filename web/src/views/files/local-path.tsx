// A path on the host: a button with its whole path. Nothing is asked or read until it is pressed. Outside of a thread's
// page there is no viewer: there it is text.
import type { JSX } from "solid-js";
import { Icon } from "../../design/icon.tsx";
import { visibleText } from "../../decisions/visible.ts";
import { VisibleText } from "../decisions/visible-text.tsx";
import { maybeScope } from "../thread/scope.tsx";
import { parseReference } from "./paths.ts";
import "./local-path.css";

export interface LocalPathProps {
  /** As it came; relative to the thread's folder when it does not begin at the root. */
  path: string;
  line?: number;
  /** A place at its end (`:12`, `#L12`) is a line to go to, not a part of the name. */
  reference?: boolean;
  icon?: "folder" | "image" | "none";
}

export function LocalPath(props: LocalPathProps): JSX.Element {
  const scope = maybeScope();
  const open = () => {
    if (props.reference === true) scope?.openFile(parseReference(props.path));
    else scope?.openFile(props.line === undefined ? { path: props.path } : { path: props.path, line: props.line });
  };
  return (
    <button
      type="button"
      class="local-path"
      data-local-path={props.path}
      aria-label={`Open ${visibleText(props.path)}${props.line === undefined ? "" : `, line ${props.line}`}`}
      disabled={scope === null}
      onClick={open}
    >
      {props.icon === "image" ? (
        <Icon name="image" size={14} />
      ) : props.icon === "folder" ? (
        <Icon name="folder" size={14} />
      ) : null}
      <code>
        <VisibleText text={props.path} />
        {props.line === undefined ? "" : `:${props.line}`}
      </code>
    </button>
  );
}
