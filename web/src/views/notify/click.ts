// A click on a notification, as the service worker and the page agree on it.

/** `type` of the message from the service worker to the page that it has focused. */
export const NOTE_CLICKED = "longwire.note-clicked";

/** Whether a value is a place that a notification of ours may lead to: the inbox or a thread, on this very origin. */
export function isNotePath(value: unknown): value is string {
  return typeof value === "string" && /^\/(inbox(\?|$)|t\/)/.test(value);
}
