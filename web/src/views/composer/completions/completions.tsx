// What the message box offers to complete: files, skills, commands. Mounted with the first character that asks for it.
import type { JSX } from "solid-js";
import type { HostSession } from "../../../host/model.ts";
import type { ThreadState } from "../../../projection/state.ts";
import type { ComposerBox, CompletionKeys } from "../parts.ts";

export interface CompletionsProps {
  box: ComposerBox;
  session: HostSession;
  state: ThreadState;
  /** Hands over the keys; null when it goes. */
  keys: (keys: CompletionKeys | null) => void;
}

export default function Completions(_props: CompletionsProps): JSX.Element {
  return null;
}
