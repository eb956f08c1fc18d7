// Stands in front of an App Server and makes a program of another name of it: what a client that is tied to no vendor must not
// depend on is told otherwise. Its name and version; ids of its requests, which are strings; the names of its models; members
// that no schema knows at the levels of params, result, item, turn and thread, and first in them; a notification of its own now
// and then. What comes back is turned back. All other bytes stay as they are, and nothing is held back beyond its line.
// usage: node renamed-app-server.mjs COMMAND ARG…
import { spawn } from "node:child_process";
import { finished, Transform } from "node:stream";

const OWN = "egret-";
/** Members whose values are objects, or lists of them, on a level that gets an additional member. */
const LEVELS = new Set(["item", "turn", "thread"]);
const LISTS = new Set(["items", "turns", "data"]);
/** Members that hold the name of a model. */
const MODELS = new Set(["model", "fromModel", "toModel", "fasterModel", "review_model", "upgrade", "requiredOnModels"]);
/** Members that hold it when they hold a value of the configuration. */
const VALUES = new Set(["value", "effectiveValue"]);
/** What others say in their own shapes: the App Server passes it on. */
const FOREIGN = new Set([
  "_meta",
  "annotations",
  "arguments",
  "content",
  "contentItems",
  "env",
  "inputSchema",
  "outputSchema",
  "requestedSchema",
  "results",
  "structuredContent",
]);
const NOTE = `"egretNote":{"since":"0.149.1-egret","kept":[1,null]}`;
/** The first notification of its own comes after so many lines, and then one after each of these many. */
const FIRST = 5;
const EVERY = 25;

/**
 * Where the parts of a JSON text lie: `{kind, start, end}` and of objects the members as `[name, node]`, of lists the items.
 * Bytes are read as one character each: all that is looked for is ASCII. What is no JSON throws, sooner or later.
 */
function read(text) {
  let at = 0;
  const blank = () => {
    while (" \t\r\n".includes(text[at] ?? "!")) at += 1;
  };
  const expect = (character) => {
    if (text[at] !== character) throw new SyntaxError(`no ${character} at ${at}`);
    at += 1;
  };
  const string = () => {
    const start = at;
    expect('"');
    for (;;) {
      const quote = text.indexOf('"', at);
      if (quote < 0) throw new SyntaxError("a string without an end");
      let first = quote;
      while (text[first - 1] === "\\") first -= 1;
      at = quote + 1;
      if ((quote - first) % 2 === 0) return { kind: "string", start, end: at };
    }
  };
  const parts = (close, part) => {
    at += 1;
    const found = [];
    blank();
    if (text[at] === close) at += 1;
    else
      for (;;) {
        blank();
        found.push(part());
        blank();
        if (text[at] !== ",") break;
        at += 1;
      }
    if (found.length > 0) expect(close);
    return found;
  };
  const member = () => {
    const { start, end } = string();
    blank();
    expect(":");
    return [text.slice(start + 1, end - 1), value()];
  };
  const value = () => {
    blank();
    const start = at;
    if (text[at] === "{") {
      const members = parts("}", member);
      return { kind: "object", start, end: at, members };
    }
    if (text[at] === "[") {
      const items = parts("]", value);
      return { kind: "list", start, end: at, items };
    }
    if (text[at] === '"') return string();
    while (/[-+.\w]/.test(text[at] ?? "")) at += 1;
    if (at === start) throw new SyntaxError(`no value at ${at}`);
    return { kind: "other", start, end: at };
  };
  const root = value();
  blank();
  if (at !== text.length) throw new SyntaxError(`more at ${at}`);
  return root;
}

const inside = (node, name) => node?.members?.find(([each]) => each === name)?.[1];

/** A line with edits; the line itself where it is no JSON object or nothing is changed. */
function edited(line, change) {
  const text = line.toString("latin1");
  let root;
  try {
    root = read(text);
  } catch {
    return line;
  }
  if (root.kind !== "object") return line;
  const edits = [];
  change(root, text, (start, end, put) => edits.push({ start, end, put }));
  if (edits.length === 0) return line;
  edits.sort((a, b) => a.start - b.start);
  let out = "";
  let at = 0;
  for (const { start, end, put } of edits) {
    out += text.slice(at, start) + put;
    at = end;
  }
  return Buffer.from(out + text.slice(at), "latin1");
}

/** The id of a request of the App Server as it is told, and back: the digits of a number, or a string after a stroke. */
const toldId = (raw) => (raw.startsWith('"') ? `"${OWN}/${raw.slice(1)}` : `"${OWN}${raw}"`);
const ownId = (raw) => {
  if (raw.startsWith(`"${OWN}/`)) return `"${raw.slice(OWN.length + 2)}`;
  return raw.startsWith(`"${OWN}`) ? raw.slice(OWN.length + 1, -1) : raw;
};

/** Names of models, with their quotes: as they are told → as they are, and back. */
const ownModels = new Map();
const toldModels = new Map();
const toldModel = (raw) => {
  const told = `"${OWN}${raw.slice(1)}`;
  ownModels.set(told, raw);
  toldModels.set(raw, told);
  return told;
};

/** Calls `found` with each string that stands where a model's name does; `sure` is false where it may be another value. */
function models(node, raw, found) {
  for (const item of node.items ?? []) models(item, raw, found);
  for (const [name, value] of node.members ?? []) {
    const names = value.kind === "list" ? value.items : [value];
    if (MODELS.has(name)) for (const each of names) if (each.kind === "string") found(each, true);
    if (VALUES.has(name) && value.kind === "string") found(value, false);
    // One in the list of models is named twice.
    const model = name === "id" ? inside(node, "model") : undefined;
    if (model?.kind === "string" && raw(model) === raw(value)) found(value, true);
    if (!FOREIGN.has(name)) models(value, raw, found);
  }
}

/** Gives the additional member to an object and to what it holds on the levels that get one. */
function note(node, put) {
  if (node?.kind !== "object") return;
  put(node.start + 1, node.start + 1, node.members.length === 0 ? NOTE : `${NOTE},`);
  for (const [name, value] of node.members) {
    if (LEVELS.has(name)) note(value, put);
    if (LISTS.has(name)) for (const item of value.items ?? []) note(item, put);
  }
}

let shakenHands = false;
let lines = 0;

function fromServer(line) {
  const told = edited(line, (root, text, put) => {
    const raw = (node) => text.slice(node.start, node.end);
    const id = inside(root, "id");
    const method = inside(root, "method");
    const [params, result] = [inside(root, "params"), inside(root, "result")];
    if (id !== undefined && method !== undefined) put(id.start, id.end, toldId(raw(id)));
    const resolved = inside(params, "requestId");
    if (resolved !== undefined && method !== undefined && raw(method) === '"serverRequest/resolved"')
      put(resolved.start, resolved.end, toldId(raw(resolved)));
    const agent = inside(result, "userAgent");
    if (agent?.kind === "string") {
      shakenHands = true;
      const version = /\/(\d+\.\d+\.\d+)/.exec(raw(agent))?.[1] ?? "0.0.0";
      put(agent.start, agent.end, `"egret/${version}-egret (Reed 3; marsh)"`);
    }
    for (const node of [params, result]) {
      if (node !== undefined)
        models(node, raw, (name, sure) => {
          const told = sure ? toldModel(raw(name)) : toldModels.get(raw(name));
          if (told !== undefined) put(name.start, name.end, told);
        });
      note(node, put);
    }
  });
  lines += 1;
  if (!shakenHands || lines % EVERY !== FIRST) return [told];
  const beat = { method: "egret/lookedAround", params: { lines, seen: ["reeds", { fish: null }] } };
  return [told, Buffer.from(JSON.stringify({ ...beat, emittedAtMs: Date.now() }))];
}

function fromClient(line) {
  if (!line.includes(`"${OWN}`)) return [line];
  return [
    edited(line, (root, text, put) => {
      const raw = (node) => text.slice(node.start, node.end);
      const id = inside(root, "id");
      const params = inside(root, "params");
      if (inside(root, "method") === undefined) {
        if (id !== undefined && ownId(raw(id)) !== raw(id)) put(id.start, id.end, ownId(raw(id)));
      } else if (params !== undefined)
        models(params, raw, (name) => {
          const own = ownModels.get(raw(name));
          if (own !== undefined) put(name.start, name.end, own);
        });
    }),
  ];
}

const LF = Buffer.from("\n");

/** Whole lines through `change`; the rest without an end goes on as it is. */
function byLine(change) {
  let parts = [];
  return new Transform({
    transform(chunk, _encoding, done) {
      let from = 0;
      const out = [];
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        for (const line of change(Buffer.concat([...parts, chunk.subarray(from, end)]))) out.push(line, LF);
        parts = [];
        from = end + 1;
      }
      if (from < chunk.length) parts.push(chunk.subarray(from));
      done(null, out.length === 0 ? undefined : Buffer.concat(out));
    },
    flush: (done) => done(null, Buffer.concat(parts)),
  });
}

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
child.on("error", (error) => {
  console.error(String(error));
  process.exit(1);
});
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"];
for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));

process.stdin.pipe(byLine(fromClient)).pipe(child.stdin);
child.stdin.on("error", () => undefined);
const out = child.stdout.pipe(byLine(fromServer));
out.pipe(process.stdout);
// Nobody reads any more: the App Server is asked to go, and what it still says is taken from it.
process.stdout.on("error", () => {
  out.unpipe(process.stdout);
  out.resume();
  child.stdin.end();
});
child.on("close", (code, signal) => {
  const end = () => {
    if (signal === null) process.exit(code ?? 1);
    for (const each of SIGNALS) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  };
  // All that it said has gone out by then, unless nobody took it.
  finished(out, () => {
    if (process.stdout.errored) end();
    else process.stdout.write("", end);
  });
});
