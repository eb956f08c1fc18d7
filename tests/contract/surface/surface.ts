// The fixtures of the pinned surface with what the checks need to find those that a change touches. Made once a file.
import { checkerOf, type Checker, type Kept, promisesOf } from "@longwire/fixtures/samples/check";
import { type Contract, partKey, type PartKind, partsOf, pinnedContract } from "@longwire/fixtures/samples/contract";
import { allFixtures, type Fixture, type FixtureSet } from "@longwire/fixtures/samples/fixtures";
import { branchesFrom, walk } from "@longwire/fixtures/samples/walk";
import type { Mutation } from "./mutations.ts";

export interface PinnedSurface {
  readonly contract: Contract;
  readonly set: FixtureSet;
  readonly promises: readonly Kept[];
  /** Definitions that something travelling reaches. */
  readonly reached: ReadonlySet<string>;
  /** Of them those that the server sends, and those that we send: some are both. */
  readonly received: ReadonlySet<string>;
  readonly sent: ReadonlySet<string>;
  /** The fixtures and promises that a change touches, small ones first. */
  touchedBy(mutation: Mutation): { fixtures: readonly Fixture[]; promises: readonly Kept[] };
}

export function pinnedSurface(): PinnedSurface {
  const contract = pinnedContract();
  const set = allFixtures(contract);
  const lengths = new Map(set.fixtures.map((fixture) => [fixture, JSON.stringify(fixture.value ?? null).length]));
  const bySize = set.fixtures.toSorted((a, b) => (lengths.get(a) ?? 0) - (lengths.get(b) ?? 0));
  const promises = promisesOf(contract, bySize);
  const parts = partsOf(contract);
  const schemas = new Map(parts.map((part) => [partKey(part), part.schema]));
  const byDefinition = new Map<string, Fixture[]>();
  const byMethod = new Map<string, Fixture[]>();
  for (const fixture of bySize) {
    const definitions = new Set<string>(fixture.kind === "item" ? ["ThreadItem"] : []);
    walk(contract.file, schemas.get(partKey(fixture)) ?? true, fixture.value, "", "$", {
      definition: (name) => definitions.add(name),
    });
    for (const name of definitions) put(byDefinition, name, fixture);
    put(byMethod, fixture.name, fixture);
  }
  const promisesIn = new Map<string, Kept[]>();
  for (const promise of promises) for (const name of promise.by) put(promisesIn, name, promise);
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
    sent: reach(["request", "answer"]),
    touchedBy: ({ definition, method }) =>
      definition === null
        ? { fixtures: byMethod.get(method ?? "") ?? [], promises: [] }
        : { fixtures: byDefinition.get(definition) ?? [], promises: promisesIn.get(definition) ?? [] },
  };
}

const SENT: ReadonlySet<PartKind> = new Set(["request", "answer"]);

/** Everything that the checks say about a changed contract, one after the other: of what travels as the change is meant. */
export function* problemsOf(surface: PinnedSurface, mutation: Mutation): Generator<string> {
  const checker: Checker = checkerOf(mutation.contract(), surface.contract);
  const { fixtures, promises } = surface.touchedBy(mutation);
  const { travels } = mutation;
  // They are of what the server sends, and all that a change of that alone breaks.
  for (const promise of travels === "sent" ? [] : promises) {
    const problem = checker.broken(promise);
    if (problem !== null) yield problem;
  }
  for (const fixture of fixtures) {
    if (travels !== undefined && (travels === "sent") !== SENT.has(fixture.kind)) continue;
    const problem = checker.problemOf(fixture);
    if (problem !== null) yield problem;
  }
}

function put<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
