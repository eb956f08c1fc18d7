// Going to a waiting decision because the person pressed a key or followed a notification. Nothing else moves the focus.
import { navigate } from "../route.tsx";

/** The inbox, opened at one decision. */
export function inboxPath(key: string): string {
  return `/inbox?decision=${encodeURIComponent(key)}`;
}

/** Focuses the card of a decision where one is on the page; false when there is none. */
export function focusCard(key: string): boolean {
  for (const card of document.querySelectorAll<HTMLElement>("[data-decision][data-request-key]")) {
    if (card.dataset["requestKey"] !== key || card.checkVisibility?.() === false) continue;
    card.tabIndex = -1;
    card.focus({ preventScroll: true });
    // The first lines of a card say what it asks: a card higher than the page begins at its top.
    card.scrollIntoView({ block: card.offsetHeight > innerHeight * 0.7 ? "start" : "center" });
    return true;
  }
  return false;
}

/**
 * Goes to the next (1) or previous (-1) of the waiting decisions, from the one that holds the focus. `keys` are theirs in
 * order of age. A card that is not on this page is shown in the inbox.
 */
export function jump(keys: readonly string[], step: 1 | -1): void {
  if (keys.length === 0) return;
  const from = document.activeElement?.closest<HTMLElement>("[data-request-key]")?.dataset["requestKey"];
  const at = from === undefined ? -1 : keys.indexOf(from);
  const to = at === -1 ? (step === 1 ? 0 : keys.length - 1) : (at + step + keys.length) % keys.length;
  const key = keys[to];
  if (key === undefined || focusCard(key)) return;
  navigate(inboxPath(key), { replace: location.pathname === "/inbox" });
}
