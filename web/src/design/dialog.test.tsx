// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { createSignal, Show } from "solid-js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearPage, preparePage } from "../views/testing.tsx";
import { Dialog } from "./dialog.tsx";

/** The focus as a browser gives it back: jsdom’s dialogs do not. */
function browserDialogs(): void {
  let before: Element | null = null;
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    before = document.activeElement;
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
    if (before instanceof HTMLElement) before.focus();
    this.dispatchEvent(new Event("close"));
  };
}

beforeEach(() => {
  preparePage();
  browserDialogs();
});
afterEach(clearPage);

test("[VIW-753] a dialog gives the focus back with a caret, also when it is taken out of the page while it is open, and is closed once", () => {
  for (const way of ["closed", "taken out"]) {
    let closed = 0;
    const [there, setThere] = createSignal(false);
    const { unmount } = render(() => (
      <>
        <textarea aria-label="Message">four</textarea>
        <Show when={there()}>
          <Dialog open title="Ask" onClose={() => ((closed += 1), setThere(false))}>
            <input aria-label="Inside" />
          </Dialog>
        </Show>
      </>
    ));
    const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
    box.focus();
    box.setSelectionRange(2, 2);
    const set: (number | null)[] = [];
    const own = box.setSelectionRange.bind(box);
    box.setSelectionRange = (start, end) => {
      set.push(start, end);
      own(start, end);
    };
    setThere(true);
    screen.getByLabelText("Inside").focus();
    if (way === "closed") fireEvent.click(screen.getByRole("button", { name: "Close" }));
    else setThere(false);
    expect([document.activeElement === box, set.slice(0, 2), closed], way).toEqual([
      true,
      [2, 2],
      way === "closed" ? 1 : 0,
    ]);
    unmount();
  }
});
