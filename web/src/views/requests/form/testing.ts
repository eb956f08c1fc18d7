// Values that are valid by a JSON schema, made without what the form itself is made of. Tests only.
type Rule = Readonly<Record<string, unknown>>;

export interface SampleOptions {
  definitions: Readonly<Record<string, unknown>>;
  /** `minimal`: what is required and nothing else; `full`: every member, every list one entry. */
  size: "minimal" | "full";
  /** Which of several forms is taken, counted round. */
  pick: number;
}

const DEPTH = 7;

/** A value that is valid by the schema. */
export function sampleOf(schema: unknown, options: SampleOptions, depth = 0): unknown {
  const own = ruleOf(schema);
  const reference = own["$ref"];
  const rule =
    typeof reference === "string" ? ruleOf(options.definitions[reference.replace("#/definitions/", "")]) : own;
  const small = options.size === "minimal" || depth >= DEPTH;
  if (Array.isArray(rule["enum"])) return pick(rule["enum"], options.pick);
  const union = rule["oneOf"] ?? rule["anyOf"];
  if (Array.isArray(union)) {
    const isNull = (one: unknown) => ruleOf(one)["type"] === "null";
    const none = union.find(isNull);
    return small && none !== undefined
      ? null
      : sampleOf(
          pick(
            union.filter((one) => !isNull(one)),
            options.pick,
          ),
          options,
          depth + 1,
        );
  }
  const types = [rule["type"]].flat();
  if (types.includes("null") && (small || types.length === 1)) return null;
  switch (types.find((type) => type !== "null") ?? (rule["properties"] === undefined ? "any" : "object")) {
    case "object": {
      const required = Array.isArray(rule["required"]) ? rule["required"] : [];
      const members = Object.entries(ruleOf(rule["properties"])).filter(
        ([name]) => required.includes(name) || (options.size === "full" && depth < DEPTH),
      );
      const made = members.map(([name, inner]) => [name, sampleOf(inner, options, depth + 1)]);
      const others = rule["additionalProperties"];
      const free = others !== undefined && others !== false && !small;
      return Object.fromEntries(free ? [...made, ["a key", sampleOf(others, options, depth + 1)]] : made);
    }
    case "array":
      return small ? [] : [sampleOf(rule["items"], options, depth + 1)];
    case "string":
      return `a text ${options.pick}`;
    case "integer":
    case "number":
      return 7 + options.pick;
    case "boolean":
      return options.pick % 2 === 0;
    case "null":
      return null;
    default:
      return small ? null : { any: ["JSON", 1, null] };
  }
}

function ruleOf(schema: unknown): Rule {
  return typeof schema === "object" && schema !== null ? { ...schema } : {};
}

function pick(list: readonly unknown[], n: number): unknown {
  return list[n % list.length];
}
