// Notifications in a real page: the service worker's where there is one, the page's own otherwise. Which pages are looked
// at, and which of them tells, is agreed on by Web Locks: a page that is gone or asleep holds nobody up.
import { navigate } from "../route.tsx";
import { type Note, TAG } from "./notifier.ts";

const LOOKING = "longwire.looking";

/** Whether this browser has notifications for this page at all. */
export function notificationsExist(): boolean {
  return "Notification" in globalThis && globalThis.isSecureContext;
}

/** The page is in front of the person. */
export function pageIsLookedAt(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  const found = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return found?.active == null ? null : found;
}

/** Notifications of this page alone, by tag: those of the service worker are asked for. */
const own = new Map<string, Notification>();

/** Shows one, or replaces the one of the same tag. Never throws: a browser may refuse at any time. */
export async function showNote(note: Note): Promise<void> {
  if (!notificationsExist() || Notification.permission !== "granted") return;
  const options = { body: note.body, tag: note.tag, icon: "/icon-192.png", data: { path: note.path } };
  try {
    const worker = await registration();
    if (worker !== null) {
      await worker.showNotification(note.title, options);
      return;
    }
    const notification = new Notification(note.title, options);
    own.set(note.tag, notification);
    notification.addEventListener("click", () => {
      window.focus();
      notification.close();
      navigate(note.path);
    });
  } catch {
    // The title, the badge and the list say the same.
  }
}

/** Takes away those of one tag, or all of ours. */
export async function closeNotes(tag?: string): Promise<void> {
  for (const [name, notification] of own) {
    if (tag !== undefined && name !== tag) continue;
    notification.close();
    own.delete(name);
  }
  try {
    const found = await (await registration())?.getNotifications(tag === undefined ? {} : { tag });
    for (const notification of found ?? []) if (notification.tag.startsWith(TAG)) notification.close();
  } catch {
    // What cannot be listed stays until the person puts it away.
  }
}

/** Takes a name as a Web Lock, if no other page has it. Without locks every page may: the tag keeps it to one. */
export function claimName(name: string): Promise<(() => void) | null> {
  if (!("locks" in navigator)) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => resolve(release));
      })
      .catch(() => resolve(null));
  });
}

/** This page, or another one of the app, is looked at. */
export async function anyPageIsLookedAt(): Promise<boolean> {
  if (pageIsLookedAt()) return true;
  if (!("locks" in navigator)) return false;
  const { held } = await navigator.locks.query();
  return held?.some(({ name }) => name === LOOKING) ?? false;
}

/** Holds up a sign for the other pages while this one is looked at. `came` runs whenever it comes to be. */
export function showLooking(came: () => void): void {
  let release: (() => void) | null = null;
  let looking = false;
  const look = () => {
    if (pageIsLookedAt() === looking) return;
    looking = !looking;
    if (!looking) {
      release?.();
      release = null;
      return;
    }
    came();
    if (!("locks" in navigator)) return;
    navigator.locks
      .request(LOOKING, { mode: "shared" }, () => (looking ? new Promise<void>((done) => (release = done)) : undefined))
      .catch(() => undefined);
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("focus", look);
  addEventListener("blur", look);
  addEventListener("pagehide", () => {
    release?.();
    release = null;
    looking = false;
  });
  addEventListener("pageshow", look);
  look();
}
