// The link's surroundings in Node: real time, nobody hidden, sockets of `ws`.
import type { Environment, OpenSocket } from "@longwire/web/link/environment";
import { WebSocket } from "ws";

export const nodeEnvironment: Environment = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  hidden: () => false,
  onSign: () => () => undefined,
};

/** Opens a socket of `ws`, with what a browser would do: no compression asked for, an origin, close codes as told. */
export const openNodeSocket: OpenSocket = (url, protocols, handlers) => {
  const { host } = new URL(url);
  const socket = new WebSocket(url, protocols, { perMessageDeflate: false, origin: `http://${host}` });
  socket.on("open", () => handlers.opened(socket.protocol));
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (isBinary) handlers.binary(new Uint8Array(data.buffer, data.byteOffset, data.length));
    else handlers.text(data.toString("utf8"));
  });
  // A failed socket tells `error` and then `close`.
  socket.on("error", () => undefined);
  socket.on("close", (code) => handlers.closed(code));
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    buffered: () => socket.bufferedAmount,
    send: (data) => socket.send(data, () => undefined),
    close: () => socket.close(),
  };
};
