// Files dragged over the page: the whole page takes them, and the message box says so.
import { createSignal, onCleanup, onMount, type JSX, Show } from "solid-js";

/** Calls `attach` with what is dropped anywhere on the page; draws where it goes while something is dragged. */
export function DropTarget(props: { disabled: boolean; attach: (files: readonly File[]) => void }): JSX.Element {
  const [over, setOver] = createSignal(false);
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
  const onOver = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    // Not taken, the browser would open the file in the place of the app.
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = props.disabled ? "none" : "copy";
    setOver(!props.disabled);
  };
  const onLeave = (event: DragEvent) => {
    // Only when it leaves the page, not from one element of it to the next.
    if (event.relatedTarget === null) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (!holdsFiles(event)) return;
    event.preventDefault();
    if (!props.disabled) props.attach([...(event.dataTransfer?.files ?? [])]);
  };
  onMount(() => {
    addEventListener("dragenter", onOver);
    addEventListener("dragover", onOver);
    addEventListener("dragleave", onLeave);
    addEventListener("drop", onDrop);
    onCleanup(() => {
      removeEventListener("dragenter", onOver);
      removeEventListener("dragover", onOver);
      removeEventListener("dragleave", onLeave);
      removeEventListener("drop", onDrop);
    });
  });
  return (
    <Show when={over()}>
      <div class="attach__drop" aria-hidden="true">
        Drop to attach
      </div>
    </Show>
  );
}
