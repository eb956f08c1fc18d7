// A modal on the native <dialog>: focus is trapped and given back by the browser, Escape closes.
import { createEffect, type JSX, on, onCleanup, Show } from "solid-js";
import { IconButton } from "./button.tsx";
import "./dialog.css";

export interface DialogProps {
  open: boolean;
  title: string;
  /** `sheet`: full height at the side, or from below on a phone. */
  shape?: "box" | "sheet";
  onClose: () => void;
  children: JSX.Element;
}

/**
 * After a dialog whose focused field was taken out of the page, Chromium gives the focus back to a field but no caret: what
 * is typed then goes nowhere until the selection is set.
 */
function awake(): void {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text"))
    field.setSelectionRange(field.selectionStart, field.selectionEnd);
}

/** Shows its children above everything while `open`; a press outside closes it. */
export function Dialog(props: DialogProps): JSX.Element {
  let element: HTMLDialogElement | undefined;
  let gone = false;
  createEffect(
    on(
      () => props.open,
      (open) => {
        if (open && element?.open === false) element.showModal();
        if (!open && element?.open === true) element.close();
      },
    ),
  );
  onCleanup(() => {
    gone = true;
    // Taken out of the page while it is open, it would keep the focus that it has to give back.
    if (element?.open !== true) return;
    element.close();
    awake();
  });
  return (
    <dialog
      ref={(dialog) => (element = dialog)}
      class="dialog"
      data-shape={props.shape ?? "box"}
      aria-label={props.title}
      onClose={() => {
        if (gone) return;
        awake();
        props.onClose();
      }}
      onClick={(event) => {
        if (event.target === element) element.close();
      }}
    >
      <Show when={props.open}>
        <div class="dialog__body">
          <header class="dialog__head">
            <h2>{props.title}</h2>
            <IconButton icon="close" label="Close" onClick={() => element?.close()} />
          </header>
          {props.children}
        </div>
      </Show>
    </dialog>
  );
}
