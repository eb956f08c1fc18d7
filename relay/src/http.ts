// The HTTP side: the door first, then /healthz, the app's files, the way to the WebSocket. Every answer carries the headers.
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { CLOSE, MAX_MESSAGE, RELAY_PATH, type RefusalReason } from "@longwire/shared-protocol/relay-frames";
import { type WebSocket, WebSocketServer } from "ws";
import { type AppFile, findAppFile } from "./app-files.ts";
import type { Door } from "./door.ts";
import { VERSION } from "./version.ts";

export interface HttpOptions {
  readonly door: Door;
  readonly files: ReadonlyMap<string, AppFile>;
  /** A socket whose token and version are right. */
  readonly onSocket: (ws: WebSocket, wire: Duplex) => void;
}

/** The server, not yet listening. */
export interface HttpSide {
  readonly server: Server;
  /** Takes no new connection and drops those that are left. */
  close(): Promise<void>;
}

const NOT_BUILT = "The app is not built. Run `pnpm build` in the project's folder and start longwire again.\n";
const WRONG_TOKEN =
  "The token is not the one of this relay. On its machine run `node relay/bin/longwire.js link` in the project's folder and open the link that it prints.";

export function makeHttpSide(options: HttpOptions): HttpSide {
  const { door } = options;
  const server = createServer({ requireHostHeader: false });
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE,
    autoPong: false,
    handleProtocols: (_protocols, request) => door.offer(request).select,
  });

  server.on("request", (request, response) => answer(options, request, response));
  server.on("checkContinue", (request, response) => answer(options, request, response));
  server.on("connect", (_request, socket: Duplex) => rawAnswer(socket, 405, door.headers(null), ""));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else rawAnswer(socket, error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400, door.headers(null), "");
  });
  server.on("upgrade", (request, socket: Duplex, head) => {
    socket.on("error", () => undefined);
    const verdict = door.check(request);
    if (verdict.kind === "out") {
      rawAnswer(socket, 403, door.headers(null), `${verdict.why}\n`);
      return;
    }
    if (request.url !== RELAY_PATH) {
      rawAnswer(socket, 404, door.headers(verdict.host), "");
      return;
    }
    const offer = door.offer(request);
    sockets.handleUpgrade(request, socket, head, (ws) => {
      if (!offer.tokenIsRight) refuse(ws, "bad-token", WRONG_TOKEN);
      else if (!offer.versionIsRight)
        refuse(ws, "wrong-version", "This relay speaks longwire.v1. Reload the app, or update longwire.");
      else options.onSocket(ws, socket);
    });
  });
  sockets.on("wsClientError", (_error, socket, request) => {
    rawAnswer(socket, request.headers["sec-websocket-version"] === "13" ? 400 : 426, door.headers(null), "");
  });

  return {
    server,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const patience = performance.now() + 500;
      while (sockets.clients.size > 0 && performance.now() < patience)
        await new Promise((resolve) => setTimeout(resolve, 10));
      for (const each of sockets.clients) each.terminate();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Tells why after the upgrade, since a browser cannot read the status of a failed one. Nothing that comes is read. */
function refuse(ws: WebSocket, reason: RefusalReason, detail: string): void {
  ws.on("error", () => undefined);
  ws.send(JSON.stringify({ type: "refused", reason, detail, retryAfterMs: null }));
  ws.close(CLOSE.refused, reason);
  setTimeout(() => ws.terminate(), 2_000).unref();
}

function answer(options: HttpOptions, request: IncomingMessage, response: ServerResponse): void {
  const { door, files } = options;
  response.on("error", () => undefined);
  const verdict = door.check(request);
  const headers = door.headers(verdict.kind === "in" ? verdict.host : null);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const text = (status: number, body: string): void => {
    response.writeHead(status, {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
    });
    response.end(request.method === "HEAD" ? undefined : body);
  };
  // The body of a request is never wanted.
  request.resume();
  if (verdict.kind === "out") {
    text(403, `${verdict.why}\n`);
    return;
  }
  const target = request.url ?? "";
  const path = target.split(/[?#]/, 1)[0] ?? "";
  if (path === "/healthz") {
    health(request, response, verdict.origin);
    return;
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    text(405, "Only GET is answered here.\n");
    return;
  }
  if (path === RELAY_PATH) {
    response.setHeader("Upgrade", "websocket");
    text(426, "This address speaks WebSocket.\n");
    return;
  }
  const file = findAppFile(files, target);
  if (file !== null) sendFile(request, response, file);
  else if (path === "/" && files.size === 0) text(503, NOT_BUILT);
  else text(404, "There is nothing here.\n");
}

function health(request: IncomingMessage, response: ServerResponse, origin: string | null): void {
  response.setHeader("Vary", "Origin");
  response.setHeader("Cache-Control", "no-store");
  if (origin !== null) {
    response.setHeader("Access-Control-Allow-Origin", origin);
    // Pages of an allowed origin are other origins than this one by intent.
    response.setHeader("Access-Control-Allow-Methods", "GET");
  }
  if (request.method === "OPTIONS") {
    response.writeHead(204).end();
    return;
  }
  const body = JSON.stringify({ version: VERSION });
  response.writeHead(200, { "Content-Type": "application/json; charset=utf-8", "Content-Length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: AppFile): void {
  response.setHeader("ETag", file.etag);
  response.setHeader("Vary", "Accept-Encoding");
  response.setHeader("Cache-Control", file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  if ((request.headers["if-none-match"] ?? "").split(/\s*,\s*/).includes(file.etag)) {
    response.writeHead(304).end();
    return;
  }
  const packed = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")) ? file.gzip() : null;
  const body = packed ?? file.body;
  if (packed !== null) response.setHeader("Content-Encoding", "gzip");
  response.writeHead(200, { "Content-Type": file.type, "Content-Length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}

function rawAnswer(socket: Duplex, status: number, headers: Record<string, string>, body: string): void {
  socket.on("error", () => undefined);
  const lines = Object.entries({
    ...headers,
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    ...(status === 426 ? { Upgrade: "websocket", "Sec-WebSocket-Version": "13" } : {}),
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${body}`, () =>
    socket.destroy(),
  );
}
