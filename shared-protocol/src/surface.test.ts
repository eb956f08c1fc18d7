import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  clientNotificationSurface,
  itemSurface,
  notificationSurface,
  serverRequestSurface,
  surfaceOfItem,
  surfaceOfNotification,
  surfaceOfServerRequest,
} from "./surface.ts";
import { clientRequestSurface, surfaceOfClientRequest } from "./surface/client-requests.ts";
import { FOLDED_METHODS } from "./wire/notifications.ts";

const generated = new URL("../generated/", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, generated), "utf8");

interface Schema {
  $ref?: string;
  enum?: string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
}
const schema = (path: string): Schema => JSON.parse(text(`schema/${path}`)) as Schema;

/** The names in a union of the JSON schema, by the property that tells them apart. */
function schemaNames(members: readonly Schema[] | undefined, tag: "method" | "type"): string[] {
  return (members ?? []).map((member) => member.properties?.[tag]?.enum?.[0] ?? "a member without a name");
}
/** The names in a union of the generated TypeScript, which has a few legacy ones more. */
function typeNames(path: string, tag: "method" | "type"): string[] {
  const union = text(`ts/${path}`).split(/^export type /m)[1] ?? "";
  return [...union.matchAll(new RegExp(`\\{ "${tag}": "([^"]+)"`, "g"))].map((match) => match[1] ?? "");
}

describe("[RPC-09] the surface table and the generated surface have the same names", () => {
  test.each([
    [
      "client requests",
      clientRequestSurface,
      schemaNames(schema("ClientRequest.json").oneOf, "method"),
      "ClientRequest.ts",
      "method",
    ],
    [
      "client notifications",
      clientNotificationSurface,
      schemaNames(schema("ClientNotification.json").oneOf, "method"),
      "ClientNotification.ts",
      "method",
    ],
    [
      "server requests",
      serverRequestSurface,
      schemaNames(schema("ServerRequest.json").oneOf, "method"),
      "ServerRequest.ts",
      "method",
    ],
    [
      "notifications",
      notificationSurface,
      schemaNames(schema("ServerNotification.json").oneOf, "method"),
      "ServerNotification.ts",
      "method",
    ],
    [
      "item types",
      itemSurface,
      schemaNames(schema("v2/ItemStartedNotification.json").definitions?.["ThreadItem"]?.oneOf, "type"),
      "v2/ThreadItem.ts",
      "type",
    ],
  ] as const)("[RPC-09] %s", (_, table, fromSchema, typeFile, tag) => {
    const surface = new Set([...fromSchema, ...typeNames(typeFile, tag)]);
    expect(fromSchema.length).toBeGreaterThan(0);
    expect([...surface].filter((name) => !table.has(name))).toEqual([]);
    expect([...table.keys()].filter((name) => !surface.has(name))).toEqual([]);
  });

  test("[RPC-09] the pinned version has the counts that its notes name", () => {
    expect(schemaNames(schema("ClientRequest.json").oneOf, "method")).toHaveLength(150);
    expect(schemaNames(schema("ServerRequest.json").oneOf, "method")).toHaveLength(11);
    expect(schemaNames(schema("ServerNotification.json").oneOf, "method")).toHaveLength(75);
    expect(itemSurface.size).toBe(18);
  });
});

describe("lookups", () => {
  test.each(["__proto__", "constructor", "toString", "hologram", ""])("[RPC-10] %j is an unknown name", (name) => {
    expect(surfaceOfClientRequest(name)).toBeNull();
    expect(surfaceOfServerRequest(name)).toEqual({ view: "generic" });
    expect(surfaceOfNotification(name)).toEqual({ view: "generic", place: null });
    expect(surfaceOfItem(name)).toEqual({ view: "generic" });
  });

  test("known names are found", () => {
    expect(surfaceOfClientRequest("turn/interrupt")).toMatchObject({ does: "changes", place: { words: "“Stop”" } });
    expect(surfaceOfServerRequest("item/fileChange/requestApproval")).toEqual({ view: "typed" });
    expect(surfaceOfNotification("item/agentMessage/delta")).toEqual({ view: "typed", place: "item" });
    expect(surfaceOfItem("agentMessage")).toEqual({ view: "typed" });
    expect(surfaceOfItem("mcpToolCall")).toEqual({ view: "typed" });
  });
});

test("[RPC-33] every client request has its sentence; the two that open and let go alone are not offered by hand", () => {
  for (const [method, { about, danger, does, late }] of clientRequestSurface) {
    for (const words of [about, danger, late]) if (words !== null) expect(words, method).toMatch(/^[A-Z].*\.$/);
    // What only reads is never dangerous.
    if (does === "reads") expect(danger, method).toBeNull();
  }
  const kept = [...clientRequestSurface].filter(([, { does }]) => does === "opens" || does === "lets-go");
  expect(kept.map(([method]) => method)).toEqual(["thread/unsubscribe", "initialize"]);
});

describe("notifications", () => {
  test("[RPC-11] the place of each is the one that its parameters name", () => {
    const union = schema("ServerNotification.json");
    const wrong: string[] = [];
    for (const member of union.oneOf ?? []) {
      const method = member.properties?.["method"]?.enum?.[0] ?? "";
      const name = (member.properties?.["params"]?.$ref ?? "").split("/").at(-1) ?? "";
      const properties = union.definitions?.[name]?.properties ?? {};
      const has = (...names: string[]) => names.some((wanted) => Object.hasOwn(properties, wanted));
      const inItem = has("itemId") || (has("item") && has("turnId"));
      const place = inItem ? "item" : has("turnId", "turn") ? "turn" : has("threadId", "thread") ? "thread" : "host";
      if (notificationSurface.get(method)?.place !== place) wrong.push(`${method}: ${place}`);
    }
    expect(wrong).toEqual([]);
  });

  test("[RPC-12] what the fold reads by a schema is typed or state, and nothing of the pinned version is generic", () => {
    const views = new Map([...notificationSurface].map(([method, { view }]) => [method, view as string]));
    expect([...FOLDED_METHODS].filter((method) => !["typed", "state"].includes(views.get(method) ?? ""))).toEqual([]);
    expect([...views.values()].filter((view) => view === "generic")).toEqual([]);
    expect(surfaceOfNotification("hologram/started").view).toBe("generic");
  });
});

test("the generated folder holds the response map", () => {
  expect(existsSync(new URL("methods.ts", generated))).toBe(true);
});
