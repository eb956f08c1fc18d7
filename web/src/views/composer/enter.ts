// What an Enter key press means. During input with an IME it means nothing to the app: Safari ends the composition before
// the key press and tells it only by the key code. Every text field asks here, and nowhere else.
import { keptChoice } from "./kept-choice.ts";

/** `enter`: Enter sends, Ctrl or ⌘ with it the other way. `chord`: Ctrl or ⌘ with Enter sends, with Shift the other way. */
export type SendKey = "enter" | "chord";

/** With which key this device sends. */
export const [sendKey, setSendKey] = keptChoice<SendKey>("longwire.send-key", "enter", "chord");

/** What Ctrl is called here, and how the two keys of a message are written. */
const CHORD = globalThis.navigator !== undefined && /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";
export const sendKeyNames = (): { first: string; other: string } =>
  sendKey() === "enter"
    ? { first: "Enter", other: `${CHORD} Enter` }
    : { first: `${CHORD} Enter`, other: `${CHORD} Shift Enter` };

/** True while an IME is composing. */
export function isComposing(event: KeyboardEvent): boolean {
  // The key code is deprecated and the only sign that Safari gives.
  // oxlint-disable-next-line typescript/no-deprecated
  return event.isComposing || event.keyCode === 229;
}

/** True for Enter, with whatever other keys, that is not part of composing text. */
export function isEnter(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !isComposing(event);
}

/** The same without other keys. */
export function isPlainEnter(event: KeyboardEvent): boolean {
  return isEnter(event) && !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
}

/** Whether a key press sends what stands in a box of many lines: the first way, the other one, or not at all. */
export function sendPress(event: KeyboardEvent): "first" | "other" | null {
  if (!isEnter(event) || event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    if (sendKey() === "enter") return event.shiftKey ? null : "other";
    return event.shiftKey ? "other" : "first";
  }
  // On a touch keyboard Enter makes lines: the button sends. A chord is of no touch keyboard.
  const lines = sendKey() === "chord" || event.shiftKey || matchMedia("(pointer: coarse)").matches;
  return lines ? null : "first";
}
