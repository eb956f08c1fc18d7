// Changed copies of the pinned schema: each change that breaks something is noticed at its place by name, and one that only
// adds is not. Exhaustive: every member, word, type, option and method of what travels.
import { checkerOf } from "@longwire/fixtures/samples/check";
import { expect, test } from "vitest";
import { additiveMutations, breakingMutations, placesOf, withEverythingAdded } from "./mutations.ts";
import { pinnedSurface, problemsOf } from "./surface.ts";

const STEP = 10;
const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * STEP));
const surface = pinnedSurface();
const { contract, set, promises } = surface;
const places = placesOf(contract, surface.reached);

/** Changes that no value can tell of, by the definition and why. */
const UNNOTICED: ReadonlyMap<string, string> = new Map([
  ["CollaborationModeMask", "its null stands twice: as an option and as a type of the other option"],
  ["Config", "it takes any further member, so one that it does not name any more is still taken"],
  ["AnalyticsConfig", "it takes any further member"],
  ["McpElicitationSingleSelectEnumSchema", "the legacy form of an enum takes the same values"],
  ["McpElicitationTitledSingleSelectEnumSchema", "without its words it is the schema of any text"],
  ["McpElicitationUntitledSingleSelectEnumSchema", "the legacy form of an enum takes the same values"],
]);

test("[RPC-44] every member removed, method and word renamed, type changed, option removed in the schema fails a check that names the place", () => {
  const mutations = breakingMutations(contract, places).filter(
    ({ receivedOnly, definition }) =>
      // What we send may become optional.
      receivedOnly !== true || (definition !== null && surface.received.has(definition)),
  );
  const unnoticed: string[] = [];
  const unnamed: string[] = [];
  const open = new Set<string>();
  const examples = new Map<string, string>();
  for (const mutation of mutations) {
    const { names, title, definition } = mutation;
    let any: string | null = null;
    let named = false;
    for (const problem of problemsOf(surface, mutation)) {
      any ??= problem;
      named = names.length === 0 || names.some((name) => problem.includes(name));
      if (named) break;
    }
    if (any === null && definition !== null && UNNOTICED.has(definition)) open.add(definition);
    else if (any === null) unnoticed.push(title);
    else if (!named) unnamed.push(`${title}: ${any}`);
    else examples.set(title.split(" ").slice(0, 3).join(" "), `${title} → ${any.slice(0, 160)}`);
  }
  console.log(
    `${mutations.length} breaking changes at ${places.length} places; some of them:\n  ${[...examples.values()].slice(0, 8).join("\n  ")}`,
  );
  expect(unnoticed).toEqual([]);
  expect(unnamed).toEqual([]);
  expect([...open].toSorted()).toEqual([...UNNOTICED.keys()].toSorted());
  expect(mutations.length).toBeGreaterThan(5000);
});

test(`[RPC-45] new members, words, options and methods fail none: all of them at once, and some alone (seed ${seed})`, () => {
  const grown = checkerOf(withEverythingAdded(contract));
  const said = [
    ...set.fixtures.map((fixture) => grown.problemOf(fixture)),
    ...promises.map((promise) => grown.broken(promise)),
  ];
  expect(said.filter((problem) => problem !== null)).toEqual([]);

  const all = additiveMutations(contract, places);
  expect(all.length).toBeGreaterThan(1000);
  // What only adds can make no difference alone that it does not make with the others; a part shows that the table holds.
  const some = all.filter((_, index) => index % STEP === seed % STEP);
  const wrong = some.flatMap((mutation) => [...problemsOf(surface, mutation)].map((it) => `${mutation.title}: ${it}`));
  expect(wrong).toEqual([]);
});
