// What a schema refers to inside its own document. One way for the form that is drawn and for what is kept of its answer:
// what is drawn as a password must be found as one.

/** References that lead to references, this many. */
const STEPS = 16;

/** The member of an object by its own name; undefined for anything else. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** The schema that is meant by `schema`: itself when it refers to nothing, or to what is not there. */
export function resolveReference(schema: unknown, root: unknown): unknown {
  let here = schema;
  for (let step = 0; step < STEPS; step += 1) {
    const all = member(here, "allOf");
    const only: unknown = Array.isArray(all) && all.length === 1 ? all[0] : undefined;
    const reference = member(here, "$ref") ?? member(only, "$ref");
    if (typeof reference !== "string" || !reference.startsWith("#/")) return here;
    let found: unknown = root;
    for (const name of reference.slice(2).split("/"))
      found = member(found, name.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (typeof found !== "object" || found === null) return here;
    here = found;
  }
  return here;
}
