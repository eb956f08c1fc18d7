// A small program that speaks enough of the protocol to ask for a secret and to say it back in every way an echo can come:
// whole, escaped inside a string, and cut over consecutive deltas. Lines it reads go to ASKING_LOG.
import { appendFileSync } from "node:fs";

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const thread = {
  id: "T1",
  sessionId: "T1",
  preview: "",
  ephemeral: false,
  historyMode: "paginated",
  modelProvider: "asking",
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
};
const turn = (status) => ({ id: "turn-1", items: [], status, error: null });
const message = (id, text) => ({ type: "agentMessage", id, text, phase: null, memoryCitation: null });
const item = (method, value) => say({ method, params: { threadId: "T1", turnId: "turn-1", item: value } });

function echo(secret) {
  say({ method: "serverRequest/resolved", params: { threadId: "T1", requestId: 0 } });
  item("item/completed", message("whole", `You said ${secret}.`));
  item("item/completed", message("escaped", JSON.stringify({ said: JSON.stringify({ secret }) })));
  item("item/started", message("cut", ""));
  for (const piece of `It was ${secret}, in pieces.`.match(/.{1,5}/gsu) ?? [])
    say({
      method: "item/agentMessage/delta",
      params: { threadId: "T1", turnId: "turn-1", itemId: "cut", delta: piece },
    });
  item("item/completed", message("cut", `It was ${secret}, in pieces.`));
  say({ method: "thread/status/changed", params: { threadId: "T1", status: { type: "idle" } } });
  say({ method: "turn/completed", params: { threadId: "T1", turn: turn("completed") } });
}

function handle(line) {
  if (process.env.ASKING_LOG) appendFileSync(process.env.ASKING_LOG, `${line}\n`);
  const { id, method, result } = JSON.parse(line);
  if (method === undefined && id === 0) return echo(result?.answers?.key?.answers?.[0] ?? "nothing");
  if (id === undefined) return;
  switch (method) {
    case "initialize":
      return say({
        id,
        result: { userAgent: "asking/1.0", codexHome: "/tmp", platformFamily: "unix", platformOs: "linux" },
      });
    case "thread/start":
      return say({
        id,
        result: {
          thread,
          model: "m",
          modelProvider: "asking",
          cwd: "/tmp",
          approvalPolicy: "on-request",
          sandbox: { type: "readOnly" },
        },
      });
    case "turn/start": {
      say({ id, result: { turn: turn("inProgress") } });
      say({
        method: "thread/status/changed",
        params: { threadId: "T1", status: { type: "active", activeFlags: ["waitingOnUserInput"] } },
      });
      say({ method: "turn/started", params: { threadId: "T1", turn: turn("inProgress") } });
      const questions = [
        { id: "user", header: "User", question: "Name?", isOther: false, isSecret: false, options: null },
        { id: "key", header: "Key", question: "Key?", isOther: false, isSecret: true, options: null },
      ];
      return say({
        id: 0,
        method: "item/tool/requestUserInput",
        params: { threadId: "T1", turnId: "turn-1", itemId: "q1", questions },
      });
    }
    case "thread/list":
    case "thread/loaded/list":
      return say({ id, result: { data: [], nextCursor: null, backwardsCursor: null } });
    default:
      return say({ id, error: { code: -32600, message: `Invalid request: unknown variant ${method}` } });
  }
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) if (line.trim() !== "") handle(line);
});
process.stdin.on("end", () => process.exit(0));
