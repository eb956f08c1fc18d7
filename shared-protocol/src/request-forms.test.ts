// The compact schemas say the same as the binary's own, member for member.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formDefinitions, methodsWithForm, requestForm } from "./request-forms.ts";
import { clientRequestSurface } from "./surface/client-requests.ts";

interface Original {
  oneOf: { description?: string; properties: { method: { enum: [string] }; params?: unknown } }[];
  definitions: Record<string, unknown>;
}
const original = JSON.parse(
  readFileSync(new URL("../generated/schema/ClientRequest.json", import.meta.url), "utf8"),
) as Original;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A schema with its references written out, down to a depth, and without what says nothing to a form. */
function written(schema: unknown, definitions: Readonly<Record<string, unknown>>, depth: number): unknown {
  if (depth === 0) return "…";
  if (Array.isArray(schema)) return schema.map((inner: unknown) => written(inner, definitions, depth));
  if (!isObject(schema)) return schema;
  const { $ref, ...beside } = schema;
  if (typeof $ref === "string") {
    const meant = written(definitions[$ref.replace("#/definitions/", "")], definitions, depth);
    const own = written(beside, definitions, depth);
    return isObject(meant) && isObject(own) ? { ...meant, ...own } : meant;
  }
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (["$schema", "title", "format", "definitions"].includes(name)) continue;
    if (["enum", "default", "required"].includes(name)) out[name] = value;
    else if (name === "properties" && isObject(value))
      out[name] = Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, written(inner, definitions, depth - 1)]),
      );
    else out[name] = written(value, definitions, depth - 1);
  }
  const { allOf, ...rest } = out;
  return Array.isArray(allOf) && allOf.length === 1 && isObject(allOf[0]) ? { ...allOf[0], ...rest } : out;
}

test("[RPC-35] every client request of the schema has a form, and says the same as the binary's own schema", () => {
  expect(methodsWithForm()).toHaveLength(150);
  for (const { description, properties } of original.oneOf) {
    const method = properties.method.enum[0];
    const form = requestForm(method);
    expect(form?.about, method).toBe(description);
    const wanted = written(properties.params ?? { type: "null" }, original.definitions, 9);
    // `allOf` of one is a level of its own there, so the depths differ by where they end.
    const trim = (value: unknown) => JSON.stringify(value, (_, inner: unknown) => (inner === "…" ? undefined : inner));
    const shallow = (value: unknown) => trim(cut(value, 7));
    expect(shallow(written(form?.params, formDefinitions(), 12)), method).toBe(shallow(wanted));
  }
});

/** Down to a depth, with the members in one order. */
function cut(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth === 0 ? "…" : value.map((inner: unknown) => cut(inner, depth));
  if (!isObject(value)) return value;
  if (depth === 0) return "…";
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, cut(inner, depth - 1)]),
  );
}

test("[RPC-35] what needs the experimental API is marked, 55 requests of the pinned version", () => {
  const marked = methodsWithForm().filter((method) => requestForm(method)?.experimental === true);
  expect(marked).toHaveLength(55);
  expect(marked).toContain("thread/queue/add");
  expect(marked).not.toContain("thread/start");
});

test("[RPC-35] a request that is in no list of the schema's has no form", () => {
  expect([...clientRequestSurface.keys()].filter((method) => requestForm(method) === null)).toEqual([
    "getAuthStatus",
    "getConversationSummary",
    "gitDiffToRemote",
  ]);
  expect(requestForm("__proto__")).toBeNull();
});
