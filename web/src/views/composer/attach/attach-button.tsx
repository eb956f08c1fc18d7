// The button that attaches: pictures, a photo, sound, any file. What a device has no way for is not offered.
import { createSignal, type JSX, Show } from "solid-js";
import { Portal } from "solid-js/web";
import { IconButton } from "../../../design/button.tsx";
import { MenuItem, MenuPanel } from "../../thread-menu/menu-panel.tsx";
import { canRecord, RecordDialog } from "./record.tsx";

interface Way {
  words: string;
  accept?: string;
  capture?: "environment" | "user";
  many?: boolean;
}

/** With a camera and a microphone that the browser opens by itself: phones and tablets. */
const TOUCH: readonly Way[] = [
  { words: "Take a photo", accept: "image/*", capture: "environment" },
  { words: "Record audio", accept: "audio/*", capture: "user" },
];
const WAYS: readonly Way[] = [
  { words: "Pictures", accept: "image/*", many: true },
  { words: "Audio", accept: "audio/*,.m4a", many: true },
  { words: "Any files", many: true },
];

export function AttachButton(props: { disabled: boolean; attach: (files: readonly File[]) => void }): JSX.Element {
  const [at, setAt] = createSignal<{ x: number; y: number } | null>(null);
  let button: HTMLButtonElement | undefined;
  const close = () => {
    if (at() === null) return;
    setAt(null);
    button?.focus();
  };
  const [recording, setRecording] = createSignal(false);
  const coarse = () => matchMedia("(pointer: coarse)").matches;
  const ways = () => (coarse() ? [...TOUCH, ...WAYS] : WAYS);
  const pick = (way: Way) => {
    close();
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = way.many === true;
    if (way.accept !== undefined) input.accept = way.accept;
    if (way.capture !== undefined) input.setAttribute("capture", way.capture);
    input.addEventListener("change", () => {
      props.attach([...(input.files ?? [])]);
      input.remove();
    });
    // In the page, so that the browser keeps it while its own window is open.
    input.hidden = true;
    input.dataset["attachInput"] = "";
    document.body.append(input);
    input.click();
  };
  return (
    <>
      <IconButton
        ref={(element) => (button = element)}
        class="attach__button"
        icon="plus"
        label="Attach"
        aria-haspopup="menu"
        aria-expanded={at() !== null}
        disabled={props.disabled}
        onClick={(event) => {
          const { left, top } = event.currentTarget.getBoundingClientRect();
          setAt({ x: left, y: top - 6 });
        }}
      />
      <Show when={at()}>
        {(place) => (
          <Portal>
            <MenuPanel label="Attach" at={place()} close={close}>
              {ways().map((way) => (
                <MenuItem words={way.words} choose={() => pick(way)} />
              ))}
              <Show when={!coarse() && canRecord()}>
                <MenuItem
                  words="Record audio"
                  choose={() => {
                    close();
                    setRecording(true);
                  }}
                />
              </Show>
            </MenuPanel>
          </Portal>
        )}
      </Show>
      <Show when={recording()}>
        <Portal>
          <RecordDialog take={(file) => props.attach([file])} close={() => setRecording(false)} />
        </Portal>
      </Show>
    </>
  );
}
