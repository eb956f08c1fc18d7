// Whether an Enter key press means "send". During input with an IME it never does: Safari ends the composition before
// the key press and tells it only by the key code.

/** True for a plain Enter that is not part of composing text. */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false;
  return !isComposing(event);
}

/** True for the chord that sends the other way, where there is one. */
export function isOtherSendKey(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return false;
  return !isComposing(event);
}

/** True while an IME is composing. */
export function isComposing(event: KeyboardEvent): boolean {
  // The key code is deprecated and the only sign that Safari gives.
  // oxlint-disable-next-line typescript/no-deprecated
  return event.isComposing || event.keyCode === 229;
}
