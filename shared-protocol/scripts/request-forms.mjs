// The parameters of every client request as JSON schemas, as small as they can be: what a form is made of. Titles, formats
// and whatever no request refers to are left out; what is referred to once stands in its place, and what is said twice is
// said once.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const PREFIX = "#/definitions/";
/** Words of JSON Schema that say nothing to a form. */
const SILENT = new Set(["$schema", "title", "format"]);
/** Members that hold schemas by name. */
const BY_NAME = new Set(["properties", "definitions"]);
/** Members that hold values, which are no schemas. */
const VALUES = new Set(["enum", "const", "default", "required"]);

/**
 * The text of request-forms.ts for one generated folder.
 * @param {string} folder holds schema/
 * @param {ReadonlySet<string>} stable the methods that need no experimental API
 * @param {string} version of the binary that they are of
 * @returns {string}
 */
export function requestFormsModule(folder, stable, version) {
  const file = JSON.parse(readFileSync(join(folder, "schema", "ClientRequest.json"), "utf8"));
  const requests = {};
  for (const member of file.oneOf) {
    const method = member.properties.method.enum[0];
    requests[method] = {
      ...(member.description === undefined ? {} : { about: member.description }),
      ...(stable.has(method) ? {} : { experimental: true }),
      params: strip(member.properties.params ?? { type: "null" }),
    };
  }
  const definitions = onlyNeeded(
    requests,
    Object.fromEntries(Object.entries(file.definitions).map(([name, schema]) => [name, strip(schema)])),
  );
  const json = JSON.stringify({ requests, definitions });
  return [
    "// Generated: a JSON schema for the parameters of each client request. Not edited by hand; see scripts/request-forms.mjs.",
    `export const FORMS_VERSION = ${JSON.stringify(version)};`,
    "/** JSON, parsed when it is first asked for. */",
    // In quotes of one kind: JSON is full of the other.
    `export const REQUEST_FORMS = '${json.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}';`,
    "",
  ].join("\n");
}

/** The methods that a schema file names. */
export function methodsOf(path) {
  return new Set(JSON.parse(readFileSync(path, "utf8")).oneOf.map((member) => member.properties.method.enum[0]));
}

function strip(schema) {
  if (Array.isArray(schema)) return schema.map(strip);
  if (typeof schema !== "object" || schema === null) return schema;
  const out = {};
  for (const [name, value] of Object.entries(schema)) {
    if (SILENT.has(name)) continue;
    if (BY_NAME.has(name))
      out[name] = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, strip(inner)]));
    else out[name] = VALUES.has(name) ? value : strip(value);
  }
  // A list of one is how a reference gets a description beside it.
  if (Array.isArray(out.allOf) && out.allOf.length === 1 && !("properties" in out)) {
    const { allOf, ...rest } = out;
    return { ...allOf[0], ...rest };
  }
  return out;
}

/** Definitions that are referred to more than once, or by themselves; those said twice under the first name. */
function onlyNeeded(requests, definitions) {
  const first = new Map();
  const sameAs = new Map();
  for (const [name, schema] of Object.entries(definitions)) {
    const text = JSON.stringify(schema);
    if (first.has(text)) sameAs.set(name, first.get(text));
    else first.set(text, name);
  }
  const rename = (value) => each(value, (name) => ({ $ref: PREFIX + (sameAs.get(name) ?? name) }));
  let kept = {};
  for (const [name, schema] of Object.entries(definitions)) if (!sameAs.has(name)) kept[name] = rename(schema);
  for (const request of Object.values(requests)) request.params = rename(request.params);

  for (;;) {
    const uses = new Map();
    const count = (value) =>
      each(value, (name) => {
        uses.set(name, (uses.get(name) ?? 0) + 1);
        return null;
      });
    for (const request of Object.values(requests)) count(request.params);
    const reached = new Set();
    const reach = (value) =>
      each(value, (name) => {
        if (!reached.has(name)) {
          reached.add(name);
          reach(kept[name]);
        }
        return null;
      });
    for (const request of Object.values(requests)) reach(request.params);
    for (const name of reached) count(kept[name]);
    kept = Object.fromEntries(Object.entries(kept).filter(([name]) => reached.has(name)));
    const once = Object.keys(kept).find((name) => uses.get(name) === 1 && !refersTo(kept[name], name));
    if (once === undefined) return kept;
    const inline = (value) => each(value, (name) => (name === once ? kept[once] : null));
    for (const request of Object.values(requests)) request.params = inline(request.params);
    kept = Object.fromEntries(
      Object.entries(kept)
        .filter(([name]) => name !== once)
        .map(([name, schema]) => [name, inline(schema)]),
    );
  }
}

function refersTo(schema, name) {
  let found = false;
  each(schema, (other) => {
    if (other === name) found = true;
    return null;
  });
  return found;
}

/**
 * A copy with each reference replaced by what `change` gives for its name; null leaves it. What stands beside a reference
 * (its own description) stays in force.
 */
function each(schema, change) {
  if (Array.isArray(schema)) return schema.map((inner) => each(inner, change));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, ...beside } = schema;
  const out = {};
  for (const [name, value] of Object.entries($ref === undefined ? schema : beside)) {
    if (BY_NAME.has(name))
      out[name] = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, each(inner, change)]));
    else out[name] = VALUES.has(name) ? value : each(value, change);
  }
  if ($ref === undefined) return out;
  const replaced = change($ref.slice(PREFIX.length));
  return { ...(replaced ?? { $ref }), ...out };
}
