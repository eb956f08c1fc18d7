// Registers the service worker and carries the update from "a new one waits" to one reload, never more per version.
import { createSignal } from "solid-js";

export type UpdateState =
  | "none"
  /** A new version waits (or has taken over from another tab): a reload loads it. */
  | "ready"
  /** It was asked for once already and did not come. */
  | "stuck";

const [updateState, setUpdateState] = createSignal<UpdateState>("none");
export { updateState };

/** Named by the running build: the next build is another version and may reload once more. */
const RELOADED_KEY = `longwire.reloaded.${__BUILD_ID__}`;
const CHECK_EVERY_MS = 60 * 60 * 1000;

let registration: ServiceWorkerRegistration | null = null;
let asked = false;

/** Starts it; without support or in a story nothing happens. Never throws. */
export async function registerServiceWorker(
  container: ServiceWorkerContainer | undefined = navigator.serviceWorker,
): Promise<void> {
  if (container === undefined) return;
  const hadController = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    // The first worker of all takes over without a new version.
    if (asked) reloadOnce();
    else if (hadController) setUpdateState("ready");
  });
  try {
    registration = await container.register("/sw.js", { scope: "/" });
  } catch {
    // An insecure origin or a browser without storage: the app works, only not without network.
    return;
  }
  const found = registration;
  if (found.waiting !== null && container.controller !== null) setUpdateState("ready");
  found.addEventListener("updatefound", () => {
    const worker = found.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && container.controller !== null) setUpdateState("ready");
    });
  });
  const look = () => {
    if (document.visibilityState === "visible") found.update().catch(() => undefined);
  };
  setInterval(look, CHECK_EVERY_MS);
}

/** The person wants the new version: lets it take over, then reloads. */
export function applyUpdate(): void {
  const waiting = registration?.waiting ?? null;
  if (waiting === null) {
    reloadOnce();
    return;
  }
  asked = true;
  waiting.postMessage({ type: "skip-waiting" });
}

/** Reloads, at most once for the running build (a worker that announces itself after each load would loop). */
function reloadOnce(): void {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) !== null) {
      setUpdateState("stuck");
      // A worker that cannot bring its own version in is of no use: the next load comes from the relay.
      registration?.unregister().catch(() => undefined);
      return;
    }
    sessionStorage.setItem(RELOADED_KEY, "1");
  } catch {
    // Without session storage the person's press is the only guard, and it is enough: nothing reloads by itself.
  }
  location.reload();
}
