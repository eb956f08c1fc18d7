// A small program that speaks enough of the protocol to run a turn, and does not answer an interrupt. A file named in
// SILENT_END makes it end the turn: its content is the status to end with. Lines it reads go to SILENT_LOG.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const thread = (id) => ({
  id,
  sessionId: id,
  preview: "",
  ephemeral: false,
  historyMode: "paginated",
  modelProvider: "silent",
  createdAt: 1,
  updatedAt: 1,
  status: { type: "idle" },
  path: null,
  cwd: "/tmp",
  cliVersion: "1",
  source: "appServer",
  gitInfo: null,
  name: null,
  turns: [],
});
let turns = 0;
let running = null;

function handle(message) {
  if (process.env.SILENT_LOG) appendFileSync(process.env.SILENT_LOG, `${JSON.stringify(message)}\n`);
  const { id, method } = message;
  if (id === undefined) return;
  switch (method) {
    case "initialize":
      return say({
        id,
        result: { userAgent: "silent/1.0", codexHome: "/tmp", platformFamily: "unix", platformOs: "linux" },
      });
    case "thread/start":
      say({
        id,
        result: {
          thread: thread("T1"),
          model: "m",
          modelProvider: "silent",
          cwd: "/tmp",
          approvalPolicy: "on-request",
          sandbox: { type: "readOnly" },
        },
      });
      return say({ method: "thread/started", params: { thread: thread("T1") } });
    case "turn/start": {
      turns += 1;
      running = `turn-${turns}`;
      say({ id, result: { turn: { id: running, items: [], status: "inProgress", error: null } } });
      say({ method: "thread/status/changed", params: { threadId: "T1", status: { type: "active", activeFlags: [] } } });
      say({
        method: "turn/started",
        params: { threadId: "T1", turn: { id: running, items: [], status: "inProgress", error: null } },
      });
      const item = { type: "agentMessage", id: `m${turns}`, text: "", phase: null, memoryCitation: null };
      say({ method: "item/started", params: { threadId: "T1", turnId: running, item } });
      return say({
        method: "item/agentMessage/delta",
        params: { threadId: "T1", turnId: running, itemId: item.id, delta: "I work and do not listen." },
      });
    }
    case "turn/interrupt":
      return say({ id, result: {} });
    case "thread/list":
      return say({ id, result: { data: turns > 0 ? [thread("T1")] : [], nextCursor: null, backwardsCursor: null } });
    case "thread/loaded/list":
      return say({ id, result: { data: turns > 0 ? ["T1"] : [], nextCursor: null } });
    default:
      return say({ id, error: { code: -32600, message: `Invalid request: unknown variant ${method}` } });
  }
}

setInterval(() => {
  const file = process.env.SILENT_END;
  if (running === null || !file || !existsSync(file)) return;
  const status = readFileSync(file, "utf8").trim();
  if (status === "") return;
  say({ method: "thread/status/changed", params: { threadId: "T1", status: { type: "idle" } } });
  say({ method: "turn/completed", params: { threadId: "T1", turn: { id: running, items: [], status, error: null } } });
  running = null;
}, 50);

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    try {
      handle(JSON.parse(line));
    } catch {
      // As the real one: a line that is not JSON is ignored.
    }
  }
});
process.stdin.on("end", () => process.exit(0));
