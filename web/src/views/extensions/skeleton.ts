// Arguments to begin with, by a tool's input schema: what it asks for, with the values that it names, and nothing more.
import { listOf, objectOf } from "../../projection/read.ts";
import type { Json } from "../../projection/state.ts";

/** JSON text with the members that are asked for; an empty object where none is. */
export function skeletonOf(schema: Json): string {
  const properties = objectOf(objectOf(schema)?.["properties"]) ?? {};
  const wanted = listOf(objectOf(schema)?.["required"]).filter((name) => typeof name === "string");
  const entries = wanted.map((name): [string, Json] => [name, standard(properties[name])]);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

function standard(value: unknown): Json {
  const schema = objectOf(value);
  if (schema === null) return null;
  if (schema["default"] !== undefined) return schema["default"];
  const [first] = listOf(schema["enum"]);
  if (typeof first === "string" || typeof first === "number") return first;
  switch (schema["type"]) {
    case "string":
      return "";
    case "integer":
    case "number":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return null;
  }
}
