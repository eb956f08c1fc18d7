// The service worker: the shell out of the precache, and the way from a notification to its card. Relay paths never
// pass through it.
/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { RELAY_PATHS } from "./views/frame/shell-paths.ts";
import { isNotePath, NOTE_CLICKED } from "./views/notify/click.ts";
import { keepShared, SHARE_PATH } from "./views/share/shared.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Every page of the app is the one shell; the relay's own paths are the relay's.
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: [...RELAY_PATHS] }));

// What another app shares is put aside for the page, which asks what it is for. Where it cannot be, the page says that
// nothing is there.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
  async ({ request }) => {
    await request
      .formData()
      .then((form) => keepShared(form, caches))
      .catch(() => undefined);
    return Response.redirect(SHARE_PATH, 303);
  },
  "POST",
);

// The new version takes over only when the person presses Reload.
self.addEventListener("message", (event) => {
  const data: unknown = event.data;
  if (typeof data === "object" && data !== null && "type" in data && data.type === "skip-waiting")
    void self.skipWaiting();
});

// A press on a notification leads to the card, in a page that is open if there is one. Nothing is answered here.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const data: unknown = event.notification.data;
  const path: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "path") : null;
  event.waitUntil(lead(isNotePath(path) ? path : "/inbox"));
});

async function lead(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  if (page === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  page.postMessage({ type: NOTE_CLICKED, path });
  // A browser may keep the window where it is; the card is shown in it all the same.
  await page.focus().catch(() => undefined);
}
