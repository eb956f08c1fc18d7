import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHOICES, choicesFor } from "./choices.ts";

type Schema = { $ref?: string; enum?: string[]; oneOf?: Schema[]; anyOf?: Schema[] };

test("[VIW-782] the words offered for a key are those of the pinned schema, where it has words for it", () => {
  const file = new URL("../../../../shared-protocol/generated/schema/v2/ConfigReadResponse.json", import.meta.url);
  const { definitions } = JSON.parse(readFileSync(file, "utf8")) as {
    definitions: Record<string, Schema & { properties: Record<string, Schema> }>;
  };
  const words = (schema: Schema | undefined): string[] =>
    schema === undefined
      ? []
      : [
          ...(schema.enum ?? []),
          ...[...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(words),
          ...(schema.$ref === undefined ? [] : words(definitions[schema.$ref.split("/").at(-1) ?? ""])),
        ];
  const known = Object.entries(definitions["Config"]?.properties ?? {})
    .map(([key, schema]) => [key, words(schema)] as const)
    .filter(([, each]) => each.length > 0);
  expect(known.length).toBeGreaterThan(6);
  // The old word of a reviewer is taken, and offered by nobody.
  for (const [key, each] of known)
    expect([...(CHOICES.get(key) ?? [])].sort(), key).toEqual(
      each.filter((word) => word !== "guardian_subagent").sort(),
    );
});

test("[VIW-782] a profile's keys have the same words; other keys have none", () => {
  expect(choicesFor(["profiles", "fast", "sandbox_mode"])).toContain("read-only");
  expect(choicesFor(["web_search"])).toContain("live");
  for (const other of [["model"], ["apps", "sandbox_mode"], ["constructor"], [], null])
    expect(choicesFor(other)).toEqual([]);
});
