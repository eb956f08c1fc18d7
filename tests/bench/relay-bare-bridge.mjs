// What the relay is compared with: the smallest honest bridge in Node. stdout to ws.send with pause and drain, stdin from
// messages, no log, no identity, no door. Prints its port; node relay-bare-bridge.mjs CHILD ARG...
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const HIGH = 1024 * 1024;
const LOW = 256 * 1024;
const [program, ...args] = process.argv.slice(2);
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (ws) => {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdout.on("data", (chunk) => {
    ws.send(chunk, { binary: true }, () => {
      if (child.stdout.isPaused() && ws.bufferedAmount < LOW) child.stdout.resume();
    });
    if (ws.bufferedAmount > HIGH) child.stdout.pause();
  });
  ws.on("message", (data) => child.stdin.write(data));
  ws.on("close", () => child.stdin.end());
  ws.on("error", () => undefined);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
