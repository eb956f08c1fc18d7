// A small program that speaks enough of the protocol to ask for a secret and to say it back in every way an echo can come:
// whole, escaped inside a string once and twice, in ways of its own, and cut over consecutive deltas with another item's
// between them. Of ASKING, as JSON: `request`, what it asks; `path`, where in the answer the secret is; `echo: false`, to
// say nothing back. Lines it reads go to ASKING_LOG, lines it says to ASKING_SAID.
import { appendFileSync } from "node:fs";

const plan = JSON.parse(process.env.ASKING ?? "{}");
const path = plan.path ?? ["result", "answers", "key", "answers", 0];
const questions = [
  { id: "user", header: "User", question: "Name?", isOther: false, isSecret: false, options: null },
  { id: "key", header: "Key", question: "Key?", isOther: false, isSecret: true, options: null },
];
const request = plan.request ?? {
  method: "item/tool/requestUserInput",
  params: { threadId: "T1", turnId: "turn-1", itemId: "q1", questions },
};

function write(line) {
  if (process.env.ASKING_SAID) appendFileSync(process.env.ASKING_SAID, `${line}\n`);
  process.stdout.write(`${line}\n`);
}
const say = (message) => write(JSON.stringify(message));
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
let loaded = false;
const turn = (status) => ({ id: "turn-1", items: [], status, error: null });
const message = (id, text) => ({ type: "agentMessage", id, text, phase: null, memoryCitation: null });
const item = (method, value) => say({ method, params: { threadId: "T1", turnId: "turn-1", item: value } });

const delta = (itemId, text) =>
  say({ method: "item/agentMessage/delta", params: { threadId: "T1", turnId: "turn-1", itemId, delta: text } });

/** Each character as an escape: JSON allows it, and no encoder does it. */
const everyEscape = (text) =>
  [...Array(text.length).keys()].map((i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`).join("");

function pieces(itemId, text) {
  item("item/started", message(itemId, ""));
  // By characters: a surrogate pair is not cut by any encoder.
  const characters = Array.from(text);
  for (let i = 0; i < characters.length; i += 5) {
    delta(itemId, characters.slice(i, i + 5).join(""));
    delta("other", "Some other item. ");
  }
  item("item/completed", message(itemId, text));
}

function echo(secret) {
  item("item/started", message("other", ""));
  item("item/completed", message("whole", `You said ${secret}.`));
  item("item/completed", message("escaped", JSON.stringify({ said: JSON.stringify({ secret }) })));
  write(
    `{"method":"item/completed","params":{"threadId":"T1","turnId":"turn-1","item":{"type":"agentMessage","id":"odd","text":"Oddly ${everyEscape(secret)}.","phase":null,"memoryCitation":null}}}`,
  );
  pieces("cut", `It was ${secret}, in pieces.`);
  pieces("cut-json", `It was ${JSON.stringify({ secret })}, in pieces.`);
  pieces("cut-odd", `It was {"secret":"${everyEscape(secret)}"}, in pieces.`);
  say({
    method: "error",
    params: {
      threadId: "T1",
      turnId: "turn-1",
      willRetry: true,
      error: { message: `Refused: ${secret}`, codexErrorInfo: null, additionalDetails: JSON.stringify({ secret }) },
    },
  });
}

function answered(secret) {
  say({ method: "serverRequest/resolved", params: { threadId: "T1", requestId: 0 } });
  if (plan.echo === false) item("item/completed", message("whole", "You said it."));
  else echo(secret);
  say({ method: "thread/status/changed", params: { threadId: "T1", status: { type: "idle" } } });
  say({ method: "turn/completed", params: { threadId: "T1", turn: turn("completed") } });
}

function handle(line) {
  if (process.env.ASKING_LOG) appendFileSync(process.env.ASKING_LOG, `${line}\n`);
  const read = JSON.parse(line);
  const { id, method } = read;
  if (method === undefined && id === 0) {
    let secret = read;
    for (const step of path) secret = secret?.[step];
    return answered(secret ?? "nothing");
  }
  if (id === undefined) return;
  switch (method) {
    case "initialize":
      return say({
        id,
        result: { userAgent: "asking/1.0", codexHome: "/tmp", platformFamily: "unix", platformOs: "linux" },
      });
    case "thread/start":
      loaded = true;
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
      return say({ id: 0, ...request });
    }
    case "thread/list":
      return say({ id, result: { data: [], nextCursor: null, backwardsCursor: null } });
    // Whoever asks after the thread was started must be told of it: a page resumes a thread that it takes for unloaded.
    case "thread/loaded/list":
      return say({ id, result: { data: loaded ? ["T1"] : [], nextCursor: null, backwardsCursor: null } });
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
