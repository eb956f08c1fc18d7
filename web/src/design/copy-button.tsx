// Copies a text and says that it did.
import { createSignal, type JSX, onCleanup } from "solid-js";
import { IconButton } from "./button.tsx";
import type { IconName } from "./icon.tsx";

const SAID_FOR_MS = 1600;

/** `text` is read when pressed, so that a long text is made only then. */
export function CopyButton(props: { text: () => string; label?: string; icon?: IconName }): JSX.Element {
  const [done, setDone] = createSignal<"no" | "yes" | "failed">("no");
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text());
      setDone("yes");
    } catch {
      // No clipboard outside a secure context, or the browser said no.
      setDone("failed");
    }
    clearTimeout(timer);
    timer = setTimeout(() => setDone("no"), SAID_FOR_MS);
  };
  const label = () =>
    done() === "yes" ? "Copied" : done() === "failed" ? "The browser did not allow copying" : (props.label ?? "Copy");
  return (
    <IconButton
      class="copy-button"
      icon={done() === "yes" ? "check" : (props.icon ?? "copy")}
      iconSize={15}
      label={label()}
      onClick={() => void copy()}
    />
  );
}
