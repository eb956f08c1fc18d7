// The service worker: the shell out of the precache, nothing else. Relay paths never pass through it.
/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { RELAY_PATHS } from "./views/frame/shell-paths.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Every page of the app is the one shell; the relay's own paths are the relay's.
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: [...RELAY_PATHS] }));

// The new version takes over only when the person presses Reload.
self.addEventListener("message", (event) => {
  const data: unknown = event.data;
  if (typeof data === "object" && data !== null && "type" in data && data.type === "skip-waiting")
    void self.skipWaiting();
});
