// Starts the notifications of this page. Loaded when the page has nothing better to do.
import type { AppServices } from "../../actions/contract.ts";
import { inboxPath } from "../inbox/jump.ts";
import { navigate } from "../route.tsx";
import { pathOnHost } from "../services.tsx";
import { followNotifyChoice, notifyChoice } from "./choice.ts";
import { isNotePath, NOTE_CLICKED } from "./click.ts";
import { createNotifier } from "./notifier.ts";
import { anyPageIsLookedAt, claimName, closeNotes, notificationsExist, showLooking, showNote } from "./page.ts";

/** Watches every host for the life of the page. Asks for no permission: that is the person's button. */
export function startNotifier(services: Pick<AppServices, "hosts" | "onHosts">): void {
  // A click on a notification of the service worker comes as a message.
  navigator.serviceWorker?.addEventListener("message", (event) => {
    const data: unknown = event.data;
    if (typeof data !== "object" || data === null || Reflect.get(data, "type") !== NOTE_CLICKED) return;
    const path: unknown = Reflect.get(data, "path");
    if (isNotePath(path)) navigate(path);
  });
  if (!notificationsExist()) return;
  followNotifyChoice();
  // Who looks at the app needs no notice of it.
  showLooking(() => void closeNotes());
  createNotifier({
    hosts: services.hosts,
    onHosts: services.onHosts,
    choice: notifyChoice,
    lookedAt: anyPageIsLookedAt,
    claim: claimName,
    after: (ms, run) => void setTimeout(run, ms),
    show: showNote,
    close: (tag) => void closeNotes(tag),
    inboxPath,
    threadPath: (thread, host) => pathOnHost(services.hosts(), host, thread),
  });
}
