// The surface table: every client notification, server request, notification and item type of the pinned App Server, with
// the way it is shown or used; client requests have a room of their own (surface/client-requests.ts). The tables are objects
// only so that the compiler can check that none is missing; names from the wire are looked up in Maps, never as keys of an
// object. The Maps are marked pure, so that a bundle carries only the tables that it asks.
import { CLIENT_NOTIFICATIONS, type ClientNotificationSurface } from "./surface/client-notifications.ts";
import { ITEMS, type ItemSurface } from "./surface/items.ts";
import { NOTIFICATIONS, type NotificationSurface } from "./surface/notifications.ts";
import { SERVER_REQUESTS, type ServerRequestSurface } from "./surface/server-requests.ts";

export const clientNotificationSurface: ReadonlyMap<string, ClientNotificationSurface> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(CLIENT_NOTIFICATIONS),
);
export const serverRequestSurface: ReadonlyMap<string, ServerRequestSurface> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(SERVER_REQUESTS),
);
export const notificationSurface: ReadonlyMap<string, NotificationSurface> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(NOTIFICATIONS),
);
export const itemSurface: ReadonlyMap<string, ItemSurface> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(ITEMS),
);

/** How a server request is shown. One that this version of the app has never heard of is generic, like many known ones. */
export function surfaceOfServerRequest(method: string): ServerRequestSurface {
  return serverRequestSurface.get(method) ?? { view: "generic" };
}

/** How a notification is shown and where it belongs. An unknown one is generic and belongs where its parameters say. */
export function surfaceOfNotification(
  method: string,
): NotificationSurface | { readonly view: "generic"; readonly place: null } {
  return notificationSurface.get(method) ?? { view: "generic", place: null };
}

/** How an item is shown. An unknown type is generic. */
export function surfaceOfItem(type: string): ItemSurface {
  return itemSurface.get(type) ?? { view: "generic" };
}
