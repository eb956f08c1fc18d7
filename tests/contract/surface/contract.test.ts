// The pinned surface as a contract: a fixture for each branch of all that travels, recorded or made, and each fits what the
// installed binary prints of itself. A surface that only has more passes; what is gone or other fails by its name.
import { checkerOf } from "@longwire/fixtures/samples/check";
import { contractText, generatedContract, parseContract, partKey, partsOf } from "@longwire/fixtures/samples/contract";
import { countsOf, textOfCounts, UNCOVERED } from "@longwire/fixtures/samples/counts";
import { recordedParts } from "@longwire/fixtures/samples/fixtures";
import type { SchemaFile } from "@longwire/fixtures/samples/schema";
import { problemAt } from "@longwire/fixtures/samples/walk";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { pinnedSurface } from "./surface.ts";

const surface = pinnedSurface();
const { contract, set, promises } = surface;
const parts = partsOf(contract);

describe("the installed binary", () => {
  const generated = generatedContract();
  const checker = checkerOf(generated, contract);

  test("[RPC-40] every fixture fits its schema: valid, and each member of it is one that the schema tells of", () => {
    expect(set.fixtures.map((fixture) => checker.problemOf(fixture)).filter((problem) => problem !== null)).toEqual([]);
  });

  test("[RPC-40] so does every line of every recording of the pinned version", () => {
    const named = new Set(parts.map(partKey));
    const recorded = recordedParts(contract.version);
    const outside = [...new Set(recorded.map(partKey))].filter((key) => !named.has(key));
    // The binary leaves these out of the schema that it prints, as for its own use.
    expect(outside.toSorted()).toEqual(["notified rawResponse/completed", "notified rawResponseItem/completed"]);
    const problems = recorded
      .filter((fixture) => named.has(partKey(fixture)))
      .map((fixture) => ({ from: fixture.from, problem: checker.problemOf(fixture) }));
    expect(problems.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(recorded.length).toBeGreaterThan(2500);
  });

  test("[RPC-43] what the pinned surface always sends is always sent, and of no other type than it has", () => {
    expect(promises.map((promise) => checker.broken(promise)).filter((problem) => problem !== null)).toEqual([]);
    expect(promises.filter(({ as }) => as === "missing").length).toBeGreaterThan(900);
    expect(promises.filter(({ as }) => as === "null").length).toBeGreaterThan(900);
  });

  test("[RPC-43] the pinned surface reads back as what was printed; what it does not have yet is said", () => {
    expect(contractText(parseContract(contractText(generated)))).toBe(contractText(generated));
    const known = new Set(contractText(contract).split("\n"));
    const news = contractText(generated)
      .split("\n")
      .filter((line) => !known.has(line));
    // What is gone or other has failed above; what is new does not.
    if (news.length > 0) console.log(`new or other lines: run "pnpm contract:pin"\n${news.join("\n").slice(0, 2000)}`);
    expect(contract.version).toBe(generated.version);
  });
});

describe("the fixtures", () => {
  test("[RPC-41] they take every branch of every union, enum, nullable and optional member; what they do not is named with its reason", () => {
    const counts = countsOf(contract, set);
    const reasoned = [...UNCOVERED.keys()].toSorted();
    expect(counts.uncovered.toSorted()).toEqual(reasoned);
    expect(textOfCounts(counts)).toContain(`Branches that no fixture takes: ${reasoned.length}`);
    expect(counts.branches.all).toBeGreaterThan(4000);
    expect(counts.branches.recorded).toBeGreaterThan(800);
    for (const part of parts)
      expect(
        set.fixtures.some(({ kind, name }) => kind === part.kind && name === part.name),
        partKey(part),
      ).toBe(true);
  });

  test("[RPC-41] each is marked as recorded, with its recording, or as made; every item type has a recorded one", () => {
    const recorded = new Set(
      set.fixtures.filter(({ origin }) => origin === "recorded").map((fixture) => partKey(fixture)),
    );
    for (const { origin, from } of set.fixtures)
      expect(from).toMatch(origin === "recorded" ? /^[a-z-]+$/ : /^(?:full|minimal|branch \d+)$/);
    const items = parts.filter(({ kind }) => kind === "item").map(partKey);
    expect(items.filter((key) => !recorded.has(key))).toEqual([]);
  });
});

describe("another validator", () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema({ $id: "surface", definitions: contract.file.definitions });
  const judge = (schema: unknown) => {
    const own = JSON.stringify(schema).replaceAll('"#/definitions/', '"surface#/definitions/');
    // A schema again.
    return ajv.compile(JSON.parse(own) as object);
  };
  /** Without parameters there is nothing that JSON could say. */
  const told = parts.filter(({ schema }) => schema === true || schema.type !== "null");
  const validators = new Map(told.map((part) => [partKey(part), { part, validate: judge(part.schema) }]));

  test("[RPC-42] it takes every fixture, and refuses what the promises say is refused", () => {
    const wrong = set.fixtures.flatMap((fixture) => {
      const known = validators.get(partKey(fixture));
      return known === undefined || known.validate(fixture.value ?? null)
        ? []
        : [`${partKey(fixture)} ${fixture.from}`];
    });
    expect(wrong).toEqual([]);
    expect(
      promises
        .filter(({ kind, name, refused }) => validators.get(`${kind} ${name}`)?.validate(refused()) === true)
        .map(({ kind, name, path, as }) => `${kind} ${name} ${path} ${as}`),
    ).toEqual([]);
  });

  test("[RPC-42] of values with one thing changed it says the same as ours", () => {
    const file: SchemaFile = contract.file;
    let refused = 0;
    const differ: string[] = [];
    for (const fixture of set.fixtures.filter(({ from }) => from !== "full")) {
      const known = validators.get(partKey(fixture));
      if (known === undefined) continue;
      for (const [path, value] of changedOnce(fixture.value, "$")) {
        const ours = problemAt(file, known.part.schema, value, "$");
        if (known.validate(value) !== (ours === null)) differ.push(`${partKey(fixture)} ${path}: ${ours}`);
        if (ours !== null) refused += 1;
      }
    }
    expect(differ).toEqual([]);
    expect(refused).toBeGreaterThan(1000);
  });
});

/** The value with one of its outer members of another type, a word that nobody knows, or null. */
function* changedOnce(value: unknown, path: string): Generator<[path: string, value: unknown]> {
  for (const other of [null, 7, "a word that nobody knows", [], {}]) yield [path, other];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const name of Object.keys(value))
    for (const other of [null, 7, -1.5, "a word that nobody knows", true, [], {}, [null], { type: "unheard" }])
      yield [`${path}.${name}`, { ...value, [name]: other }];
}
