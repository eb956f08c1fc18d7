// Fails when shared code names a vendor or a vendor's program: whatever speaks the protocol may stand behind the relay, and
// what the app says and does must be true of any. Read are texts (strings, templates, patterns, text of the page) and names
// of members; comments and names of variables are free. Identifiers of the protocol, and of the relay's default command,
// are exempt: neutral-allowed.json has each with its reason, and one that nothing uses any more is named as well.
//
//   node scripts/neutral-check.mjs [--root FOLDER] [--allowed FILE]
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { parseSync } from "vite";
import { root as own } from "./run.mjs";

const { values } = parseArgs({ options: { root: { type: "string" }, allowed: { type: "string" } } });
const root = values.root ?? own;
const allowed = JSON.parse(readFileSync(values.allowed ?? join(own, "scripts", "neutral-allowed.json"), "utf8"));

const PLACES = ["web/src", "web/vite.config.ts", "web/index.html", "shared-protocol/src", "relay/src"];
/** What is only ever run by tests, or is sample data. */
const NOT_SHARED =
  /(?:^|\/)(?:stories|testing|acceptance|generated|node_modules)\/|\.(?:test|cases)\.tsx?$|\/testing\.tsx$/;
const VENDORS = "codex|openai|gpt|anthropic|claude|gemini|bedrock|copilot|mistral|deepseek|qwen|grok|llama";
/** A vendor's name with all that makes one identifier of it. */
const NAMED = new RegExp(String.raw`[\w@./-]*(?:${VENDORS})[\w@./-]*`, "gi");

function* files(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) for (const name of readdirSync(path).sort()) yield* files(join(path, name));
  else if (found !== undefined) yield path;
}

/** Texts and names of members in a source, each with where it begins. */
function* texts(path, code) {
  if (path.endsWith(".html")) {
    yield [0, code];
    return;
  }
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} could not be read: ${errors[0].message}`);
  const open = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === "Literal") {
      if (typeof node.value === "string") yield [node.start, node.value];
      else if (node.regex !== undefined) yield [node.start, node.regex.pattern];
    } else if (node.type === "TemplateElement") yield [node.start, node.value.cooked ?? node.value.raw];
    else if (node.type === "JSXText") yield [node.start, node.value];
    else if (node.type === "JSXAttribute" && node.name.type === "JSXIdentifier") yield [node.start, node.name.name];
    // Of `a.b`, `{ b: 1 }`, `interface { b: string }` and an enum the name of the member; `[b]` is a value.
    const member = node.type === "MemberExpression" ? node.property : node.type === "TSEnumMember" ? node.id : node.key;
    if (member?.type === "Identifier" && node.computed !== true) yield [member.start, member.name];
    for (const value of Object.values(node))
      for (const inner of Array.isArray(value) ? value : [value])
        if (typeof inner === "object" && inner !== null && typeof inner.type === "string") open.push(inner);
  }
}

const problems = [];
const used = new Set();
let exempt = 0;
let read = 0;
for (const place of PLACES)
  for (const path of files(join(root, place))) {
    const name = relative(root, path).replaceAll("\\", "/");
    if (!/\.(?:tsx?|html)$/.test(name) || NOT_SHARED.test(name)) continue;
    read += 1;
    const code = readFileSync(path, "utf8");
    if (code.search(NAMED) < 0) continue;
    for (const [start, text] of texts(path, code))
      for (const { 0: found, index } of text.matchAll(NAMED)) {
        const word = found.replace(/^[./]+|[./-]+$/g, "");
        const entry = allowed.find(
          ({ names, in: where }) => names.includes(word) && (where ?? [""]).some((begin) => name.startsWith(begin)),
        );
        if (entry !== undefined) {
          used.add(`${allowed.indexOf(entry)} ${word}`);
          exempt += 1;
          continue;
        }
        // Of a text over several lines the line on which the name stands.
        const at = Math.max(start, code.indexOf(found, start));
        const line = code.slice(0, at < 0 ? start + index : at).split("\n").length;
        problems.push(`${name}:${line} names ${word}`);
      }
  }

const entries = allowed.flatMap(({ names, why }, at) => {
  if (typeof why !== "string" || why.trim() === "") problems.push(`${names.join(", ")}: exempt without a reason`);
  return names.map((word) => [`${at} ${word}`, word]);
});
for (const [key, word] of entries)
  if (!used.has(key)) problems.push(`${word} is exempt, and nothing names it there any more`);

for (const problem of [...new Set(problems)].sort()) console.error(problem);
console.log(
  `${read} files read: ${entries.length} identifiers are exempt, at ${exempt} places; ${problems.length} problems`,
);
process.exitCode = problems.length === 0 && read > 0 ? 0 : 1;
