// Surface table, client notifications: what the app sends without waiting for an answer.
import type { ClientNotificationMethod } from "../app-server.ts";

/** How the app uses a client notification. */
export interface ClientNotificationSurface {
  readonly use: "handshake" | "unused";
}

export const CLIENT_NOTIFICATIONS = {
  initialized: { use: "handshake" },
} as const satisfies Record<ClientNotificationMethod, ClientNotificationSurface>;
