// The shapes of all that the App Server sends (notifications, its requests, replies to ours), as small as they can be: what a
// line is held against while the app runs. Words that say nothing of validity are left out, and so are the parameters of our
// own requests. src/fit.ts reads it.
//
// A shape is one of:
//   "*" anything   "s" text   "n" number   "i" whole number   "b" true or false   "z" null   "o" any object   "l" any list
//   7                                      the seventh definition
//   ["e", …words]                          one of these words
//   ["l", shape]                           a list of it
//   ["o", {required}, {optional}, rest?]   an object; rest: what members of other names are, where the schema says
//   ["t", member, {word: shape}]           an object whose shape is told by the word in that member
//   ["u", …shapes]                         one of these
//   ["a", …shapes]                         all of these at once
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { requestsIn, responseNames } from "./methods.mjs";

const PREFIX = "#/definitions/";
const TYPES = { string: "s", number: "n", integer: "i", boolean: "b", null: "z", object: "o", array: "l" };

/**
 * The text of pinned-shapes.ts for one generated folder.
 * @param {string} folder holds ts/ and schema/
 * @param {string} version of the binary that they are of
 * @returns {string}
 */
export function pinnedShapesModule(folder, version) {
  const bundle = JSON.parse(readFileSync(join(folder, "schema", "codex_app_server_protocol.schemas.json"), "utf8"));
  const find = (path) => path.split("/").reduce((at, name) => at?.[name], bundle.definitions);
  const named = (names) => names.flatMap((name) => [`v2/${name}`, name]).find((path) => find(path) !== undefined);
  const refTo = (names) => {
    const path = named(names);
    // Legacy requests without a schema may be anything.
    return path === undefined ? true : { $ref: PREFIX + path };
  };

  /** By path, its number; what each of them is stands in `shapes`. */
  const numbers = new Map();
  const shapes = [];
  const reach = (path) => {
    if (numbers.has(path)) return numbers.get(path);
    const schema = find(path);
    if (schema === undefined) throw new Error(`the schema has no ${path}`);
    const simple = shapeOf(schema, find, () => 0);
    // A name for a text is not worth a definition.
    if (typeof simple === "string") return simple;
    const number = shapes.length;
    numbers.set(path, number);
    shapes.push(null);
    shapes[number] = shapeOf(schema, find, reach);
    return number;
  };

  const union = readFileSync(join(folder, "ts", "ServerNotification.ts"), "utf8");
  const notified = [...union.matchAll(/"method": "([^"]+)", "?params"?\??: (\w+)/g)];
  /** Some the binary has for its own use: it prints no schema of them, and sends more than its types tell. */
  const printed = readFileSync(join(folder, "schema", "ServerNotification.json"), "utf8");
  const known = (method) => printed.includes(`"${method}"`);
  if (notified.length === 0) throw new Error("ServerNotification.ts names no notification");
  const table = (entries) =>
    Object.fromEntries(entries.map(([method, names]) => [method, shapeOf(refTo(names), find, reach)]));
  const lines = {
    notified: table(notified.map(([, method, params]) => [method, known(method) ? [params] : []])),
    asked: table(
      requestsIn(folder, "ServerRequest.ts").map(([method, params]) => [
        method,
        params === undefined ? [] : [`${params}Params`],
      ]),
    ),
    reply: table(
      requestsIn(folder, "ClientRequest.ts").map(([method, params]) => [method, responseNames(method, params)]),
    ),
  };
  const json = JSON.stringify({ ...lines, shapes });
  return [
    "// Generated: the shapes of all that the App Server sends. Not edited by hand; see scripts/pinned-shapes.mjs.",
    `export const SHAPES_VERSION = ${JSON.stringify(version)};`,
    "/** JSON, parsed when it is first asked for. */",
    `export const PINNED_SHAPES = '${json.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}';`,
    "",
  ].join("\n");
}

function shapeOf(schema, find, reach) {
  if (schema === true) return "*";
  if (schema.$ref !== undefined) return reach(schema.$ref.slice(PREFIX.length));
  const of = (inner) => shapeOf(inner, find, reach);
  const parts = (schema.allOf ?? []).map(of);
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) parts.push(unionOf(options, find, of));
  const own = ownShape(schema, of);
  if (own !== "*") parts.push(own);
  const told = parts.filter((part) => part !== "*");
  return told.length === 0 ? "*" : told.length === 1 ? told[0] : ["a", ...told];
}

/** What a schema says without its parts and options. */
function ownShape(schema, of) {
  if (schema.enum !== undefined) return ["e", ...schema.enum];
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  const shapes = types.map((type) => {
    if (type === "array" && schema.items !== undefined) return ["l", of(schema.items)];
    if (type === "object") return objectShape(schema, of);
    return TYPES[type];
  });
  if (shapes.includes(undefined)) throw new Error(`a type that is not known: ${types.join(", ")}`);
  if (shapes.length === 0) return schema.properties === undefined ? "*" : objectShape(schema, of);
  return shapes.length === 1 ? shapes[0] : ["u", ...shapes];
}

function objectShape(schema, of) {
  const required = new Set(schema.required ?? []);
  const rest = schema.additionalProperties;
  if (schema.properties === undefined && required.size === 0 && (rest === undefined || rest === true)) return "o";
  const must = {};
  const may = {};
  for (const name of required) must[name] = "*";
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    (required.has(name) ? must : may)[name] = of(member);
  // What is not allowed is what a later version might add.
  return rest === undefined || rest === false ? ["o", must, may] : ["o", must, may, of(rest)];
}

function unionOf(options, find, of) {
  const tagged = taggedBy(options, find);
  if (tagged !== null) {
    const byWord = {};
    for (const [word, option] of tagged.options) byWord[word] = of(option);
    return ["t", tagged.member, byWord];
  }
  // Words that have a description each are options of their own.
  const words = options.filter((option) => option.enum !== undefined).flatMap((option) => option.enum);
  const others = options.filter((option) => option.enum === undefined).map(of);
  const all = words.length === 0 ? others : [["e", ...new Set(words)], ...others];
  return all.length === 1 ? all[0] : ["u", ...all];
}

/** The member whose single word tells the options apart, if there is one. */
function taggedBy(options, find) {
  const objects = options.map((option) =>
    option.$ref === undefined ? option : find(option.$ref.slice(PREFIX.length)),
  );
  if (objects.length < 2) return null;
  const wordOf = (object, member) => {
    const words = object.required?.includes(member) === true ? object.properties?.[member]?.enum : undefined;
    return words?.length === 1 && typeof words[0] === "string" ? words[0] : null;
  };
  for (const member of Object.keys(objects[0].properties ?? {})) {
    const words = objects.map((object) => wordOf(object, member));
    if (words.includes(null) || new Set(words).size < words.length) continue;
    return { member, options: words.map((word, index) => [word, options[index]]) };
  }
  return null;
}
