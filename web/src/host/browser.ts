// The app's services in a real page: IndexedDB, Web Locks, WebSocket, the page's own clock and events.
import type { AppServices, StorageFacts } from "../actions/contract.ts";
import type { Locks, TabMemory } from "../journal/client-id.ts";
import { createJournal } from "../journal/create.ts";
import type { GuardLocks } from "../journal/secrets/guard.ts";
import { browserEnvironment, openBrowserSocket } from "../link/browser.ts";
import { createApp } from "./app.ts";

/** Starts the app's services in this page. `version` is that of the running bundle. */
export async function createBrowserApp(version: string): Promise<AppServices> {
  return createApp({
    journal: await createJournal(),
    locks: pageLocks(),
    tab: tabMemory(),
    environment: browserEnvironment(),
    openSocket: openBrowserSocket,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    version,
    storage: { facts: storageFacts, persist },
    onLeave: (run) =>
      window.addEventListener("pagehide", (event) => {
        // A page that may come back keeps its session; its socket is probed when it does.
        if (!event.persisted) run();
      }),
  });
}

/** Web Locks exist only in a secure context. */
function pageLocks(): (Locks & GuardLocks) | null {
  // The DOM's overloads say the same as the two parts that are used.
  return "locks" in navigator ? (navigator.locks as unknown as Locks & GuardLocks) : null;
}

/** Looking at sessionStorage throws where storage is forbidden. */
function tabMemory(): TabMemory | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

async function storageFacts(): Promise<StorageFacts> {
  if (!("storage" in navigator)) return { used: null, quota: null, persisted: null };
  try {
    const [{ usage, quota }, persisted] = await Promise.all([
      navigator.storage.estimate(),
      navigator.storage.persisted(),
    ]);
    return { used: usage ?? null, quota: quota ?? null, persisted };
  } catch {
    return { used: null, quota: null, persisted: null };
  }
}

async function persist(): Promise<boolean> {
  try {
    return "storage" in navigator && (await navigator.storage.persist());
  } catch {
    return false;
  }
}
