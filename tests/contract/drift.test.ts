// What the App Server sends against the pinned schema, as the app holds it when it runs: the pinned version fits whole, a later
// real one only adds, and what contradicts is told by its place.
import { allFixtures, recordedParts } from "@longwire/fixtures/samples/fixtures";
import { partKey, partsOf, type PartKind, pinnedContract } from "@longwire/fixtures/samples/contract";
import { walk } from "@longwire/fixtures/samples/walk";
import type { Misfit } from "@longwire/shared-protocol/fit";
import { pinnedMisfits, type SentKind } from "@longwire/shared-protocol/pinned-fit";
import { expect, test } from "vitest";

const contract = pinnedContract();
const schemas = new Map(partsOf(contract).map((part) => [partKey(part), part.schema]));
/** Without it they are another form of the same. */
const OTHER_FORMS = /^McpElicitation(Untitled|Titled|Const|LegacyTitled)|^ResourceContent.*\.(text|blob)$/;
const isSent = (kind: PartKind): kind is SentKind => kind === "notified" || kind === "asked" || kind === "reply";

/** All fixtures and recorded lines of what the server sends. */
const sent = [...allFixtures(contract).fixtures, ...recordedParts(contract.version)].flatMap(({ kind, name, value }) =>
  isSent(kind) ? [{ kind, name, value: value ?? {} }] : [],
);
const pathOf = (path: readonly (string | number)[]): string =>
  path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");

test("[RPC-64] every fixture and every recorded line of the pinned version fits, and nothing of it is called new", () => {
  const wrong: string[] = [];
  for (const { kind, name, value } of sent)
    for (const misfit of pinnedMisfits(kind, name, value) ?? [])
      wrong.push(`${kind} ${name} ${pathOf(misfit.path)}: ${misfit.kind}, ${misfit.expected}, ${misfit.found}`);
  expect([...new Set(wrong)]).toEqual([]);
  expect(sent.length).toBeGreaterThan(2000);
});

test("[RPC-64] without any one of the members that the schema always has, each is told as missing at its place", () => {
  const silent = new Set<string>();
  const cut = new Set<string>();
  for (const { kind, name, value } of sent) {
    const schema = schemas.get(`${kind} ${name}`);
    if (schema === undefined) continue;
    const copy: unknown = structuredClone(value);
    const members: (readonly [at: string, owner: object, name: string, path: string])[] = [];
    walk(contract.file, schema, copy, name, "", {
      required: (at, owner, member, path) => members.push([at, owner, member, path]),
    });
    for (const [at, owner, member, path] of members) {
      const key = `${kind} ${name} ${at}`;
      if (cut.has(key) || !Object.hasOwn(owner, member)) continue;
      cut.add(key);
      const kept: unknown = Reflect.get(owner, member);
      Reflect.deleteProperty(owner, member);
      const misfits = pinnedMisfits(kind, name, copy) ?? [];
      Reflect.set(owner, member, kept);
      // Of options that are told apart by their only member, the whole is told of.
      const place = (it: Misfit) =>
        it.expected.endsWith("as its member") ? `${pathOf(it.path)}.${member}` : pathOf(it.path);
      if (!OTHER_FORMS.test(at) && !misfits.some((it) => it.kind === "contradicts" && place(it) === path))
        silent.add(`${key} ${path} -> ${JSON.stringify(misfits).slice(0, 300)}`);
    }
  }
  console.log(`${cut.size} members taken away, one at a time`);
  expect([...silent]).toEqual([]);
  expect(cut.size).toBeGreaterThan(900);
});
