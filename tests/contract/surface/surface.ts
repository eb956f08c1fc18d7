// The fixtures of the pinned surface with what the checks need to find those that a change touches. Made once a file.
import { checkerOf, type Checker, type Kept, promisesOf } from "@longwire/fixtures/samples/check";
import { type Contract, partKey, partsOf, pinnedContract } from "@longwire/fixtures/samples/contract";
import { allFixtures, type Fixture, type FixtureSet } from "@longwire/fixtures/samples/fixtures";
import { branchesFrom, walk } from "@longwire/fixtures/samples/walk";
import type { Mutation } from "./mutations.ts";

export interface PinnedSurface {
  readonly contract: Contract;
  readonly set: FixtureSet;
  readonly promises: readonly Kept[];
  /** Definitions that something travelling reaches. */
  readonly reached: ReadonlySet<string>;
  /** Of them those that the server sends. */
  readonly received: ReadonlySet<string>;
  /** The fixtures and promises that a change touches, small ones first. */
  touchedBy(mutation: Mutation): { fixtures: readonly Fixture[]; promises: readonly Kept[] };
}

export function pinnedSurface(): PinnedSurface {
  const contract = pinnedContract();
  const set = allFixtures(contract);
  const promises = promisesOf(contract, set.fixtures);
  const parts = partsOf(contract);
  const schemas = new Map(parts.map((part) => [partKey(part), part.schema]));
  const byDefinition = new Map<string, Fixture[]>();
  const byMethod = new Map<string, Fixture[]>();
  const lengths = new Map(set.fixtures.map((fixture) => [fixture, JSON.stringify(fixture.value ?? null).length]));
  for (const fixture of set.fixtures.toSorted((a, b) => (lengths.get(a) ?? 0) - (lengths.get(b) ?? 0))) {
    const definitions = new Set<string>(fixture.kind === "item" ? ["ThreadItem"] : []);
    walk(contract.file, schemas.get(partKey(fixture)) ?? true, fixture.value, "", "$", {
      definition: (name) => definitions.add(name),
    });
    for (const name of definitions) put(byDefinition, name, fixture);
    put(byMethod, fixture.name, fixture);
  }
  const promisesIn = new Map<string, Kept[]>();
  for (const promise of promises) put(promisesIn, /^[^.|[{]+/.exec(promise.at)?.[0] ?? "", promise);
  const reach = (kinds: readonly string[]) =>
    branchesFrom(
      contract.file,
      parts.filter(({ kind }) => kinds.includes(kind)).map((part) => [part.schema, partKey(part)] as const),
    ).definitions;
  return {
    contract,
    set,
    promises,
    reached: reach(["request", "reply", "asked", "answer", "notified", "item"]),
    received: reach(["reply", "asked", "notified", "item"]),
    touchedBy: ({ definition, method }) =>
      definition === null
        ? { fixtures: byMethod.get(method ?? "") ?? [], promises: [] }
        : { fixtures: byDefinition.get(definition) ?? [], promises: promisesIn.get(definition) ?? [] },
  };
}

/** Everything that the checks say about a changed contract, one after the other. */
export function* problemsOf(surface: PinnedSurface, mutation: Mutation): Generator<string> {
  const checker: Checker = checkerOf(mutation.contract());
  const { fixtures, promises } = surface.touchedBy(mutation);
  for (const fixture of mutation.receivedOnly === true ? [] : fixtures) {
    const problem = checker.problemOf(fixture);
    if (problem !== null) yield problem;
  }
  for (const promise of promises) {
    const problem = checker.broken(promise);
    if (problem !== null) yield problem;
  }
}

function put<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
