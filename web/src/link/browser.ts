// The real surroundings of the link: the page's clock, its visibility, its network events, its WebSocket.
import type { Environment, OpenSocket, Sign } from "./environment.ts";

/** The environment of this page. */
export function browserEnvironment(): Environment {
  return {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
    hidden: () => document.visibilityState === "hidden",
    onSign(listener) {
      const on = (target: EventTarget, event: string, sign: () => Sign): (() => void) => {
        const handle = (): void => listener(sign());
        target.addEventListener(event, handle);
        return () => target.removeEventListener(event, handle);
      };
      const stops = [
        on(window, "online", () => "online"),
        on(window, "pageshow", () => "pageshow"),
        on(document, "visibilitychange", () => (document.visibilityState === "hidden" ? "hidden" : "visible")),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Opens the browser's WebSocket. */
export const openBrowserSocket: OpenSocket = (url, protocols, handlers) => {
  const socket = new WebSocket(url, protocols);
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", () => handlers.opened(socket.protocol));
  socket.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (typeof event.data === "string") handlers.text(event.data);
    else if (event.data instanceof ArrayBuffer) handlers.binary(new Uint8Array(event.data));
  });
  // A failed socket tells `error` and then `close`; only the second one carries anything.
  socket.addEventListener("close", (event) => handlers.closed(event.code));
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    buffered: () => socket.bufferedAmount,
    // Shared memory is used nowhere in the app, so each array lies in an ordinary buffer.
    send: (data) => socket.send(typeof data === "string" ? data : (data as Uint8Array<ArrayBuffer>)),
    close: () => socket.close(),
  };
};
