// One sample of every notification of the pinned App Server, made from its own schema: each member is there, with the
// first value that its type allows.
import { readFileSync } from "node:fs";
import { T } from "./rows.ts";

interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema | boolean;
  properties?: Record<string, Schema | boolean>;
  definitions?: Record<string, Schema>;
}

const file = new URL("../../../../shared-protocol/generated/schema/ServerNotification.json", import.meta.url);
// Written by the App Server's own generator.
const union = JSON.parse(readFileSync(file, "utf8")) as Schema;

/** Notifications that the generated types have and the schema leaves out ("internal only"). */
const UNWRITTEN: ReadonlyMap<string, object> = new Map<string, object>([
  [
    "rawResponseItem/completed",
    {
      threadId: T,
      turnId: "t1",
      item: { type: "message", role: "assistant", content: [{ type: "output_text", text: "x" }] },
    },
  ],
  [
    "rawResponse/completed",
    {
      threadId: T,
      turnId: "t1",
      responseId: "r",
      usage: { totalTokens: 3, inputTokens: 1, cachedInputTokens: 0, outputTokens: 2, reasoningOutputTokens: 1 },
    },
  ],
]);

/** The methods of all notifications. */
export function notificationMethods(): string[] {
  const written = (union.oneOf ?? []).flatMap((member) => {
    const method = member.properties?.["method"];
    const name = typeof method === "object" ? method.enum?.[0] : undefined;
    return typeof name === "string" ? [name] : [];
  });
  return [...written, ...UNWRITTEN.keys()];
}

/** A notification of that method as it may arrive. `required`: what may be null is, and lists are empty. */
export function sampleOf(method: string, members: "all" | "required" = "all"): { method: string; params: object } {
  const unwritten = UNWRITTEN.get(method);
  if (unwritten !== undefined) return { method, params: unwritten };
  for (const member of union.oneOf ?? []) {
    const named = member.properties?.["method"];
    if (typeof named !== "object" || named.enum?.[0] !== method) continue;
    const params = member.properties?.["params"];
    const value = typeof params === "object" ? valueOf(params, "params", members, 0) : {};
    return { method, params: typeof value === "object" && value !== null ? value : {} };
  }
  throw new Error(`no notification ${method}`);
}

const NAMES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["threadId", T],
  ["turnId", "t1"],
  ["itemId", "i1"],
  ["deltaBase64", "aGVsbG8="],
  ["diff", "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n"],
]);

function valueOf(schema: Schema | boolean, name: string, members: "all" | "required", depth: number): unknown {
  if (typeof schema === "boolean" || depth > 12) return null;
  if (schema.$ref !== undefined) {
    const found = union.definitions?.[schema.$ref.split("/").at(-1) ?? ""];
    return found === undefined ? null : valueOf(found, name, members, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) {
    const nullable = choices.some((choice) => choice.type === "null");
    if (nullable && members === "required") return null;
    const first = choices.find((choice) => choice.type !== "null");
    return first === undefined ? null : valueOf(first, name, members, depth + 1);
  }
  const [only] = schema.allOf ?? [];
  if (only !== undefined) return valueOf(only, name, members, depth + 1);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? (schema.properties ? "object" : "null")];
  if (types.includes("null") && members === "required") return null;
  const type = types.find((one) => one !== "null") ?? "null";
  switch (type) {
    case "string":
      return NAMES.get(name) ?? `a ${name}`;
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return members === "required" ? [] : [valueOf(schema.items ?? true, name, members, depth + 1)];
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, of]) => [key, valueOf(of, key, members, depth + 1)]),
      );
    default:
      return null;
  }
}
