// Changed copies of the pinned schema: each change that breaks something is noticed at its place by name, and one that only
// adds is not. Exhaustive: every member, word, type, option and method of what travels.
import { checkerOf } from "@longwire/fixtures/samples/check";
import { expect, test } from "vitest";
import { additiveMutations, breakingMutations, type Mutation, placesOf, withEverythingAdded } from "./mutations.ts";
import { pinnedSurface, problemsOf } from "./surface.ts";

const STEP = 10;
const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * STEP));
const surface = pinnedSurface();
const { contract, set, promises } = surface;
const places = placesOf(contract, surface.reached);

/** Changes that no value can tell of: in which definition, of which kind, and why. */
const UNNOTICED: readonly (readonly [definition: string, changes: RegExp, why: string])[] = [
  [
    "CollaborationModeMask",
    /^removed the option null/,
    "its null stands twice: as an option and as a type of the other option",
  ],
  [
    "McpElicitationSingleSelectEnumSchema",
    /McpElicitationUntitledSingleSelectEnumSchema/,
    "the legacy form of an enum takes the same values",
  ],
  [
    "McpElicitationUntitledSingleSelectEnumSchema",
    /^(?:removed|renamed|no longer|another)/,
    "the legacy form of an enum takes the same values",
  ],
  [
    "McpElicitationTitledSingleSelectEnumSchema",
    /^no longer required: oneOf/,
    "without its words it is the schema of any text",
  ],
];

/** A change of what travels the other way alone is none of its kind. */
const isMeant = ({ travels, definition }: Mutation): boolean =>
  travels === undefined || (definition !== null && surface[travels].has(definition));

/** "removed the required", "may be null": what a change is, without where. */
const kindOf = ({ title }: Mutation): string => title.split(" ").slice(0, 3).join(" ").replace(/:$/, "");

function kindsOf(mutations: readonly Mutation[]): string {
  const counts = new Map<string, number>();
  for (const mutation of mutations) counts.set(kindOf(mutation), (counts.get(kindOf(mutation)) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(", ");
}

test("[RPC-44] every member removed, renamed, no longer sent or now asked for, word and method renamed, type changed or widened, option removed in the schema fails a check that names the method and the place", () => {
  const mutations = breakingMutations(contract, places).filter(isMeant);
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
      // "notification turn/started: $.turn.id may be null"
      named =
        /^(?:client request|server request|reply to|answer to|notification|item) \S+: (?:\$|the schema)/.test(
          problem,
        ) &&
        (names.length === 0 || names.some((name) => problem.includes(name)));
      if (named) break;
    }
    const known = UNNOTICED.find(([name, changes]) => name === definition && changes.test(title));
    if (any === null && known !== undefined) open.add(known.join());
    else if (any === null) unnoticed.push(title);
    else if (!named) unnamed.push(`${title}: ${any}`);
    else examples.set(kindOf(mutation), `${title} → ${any.slice(0, 160)}`);
  }
  console.log(
    `${mutations.length} breaking changes at ${places.length} places: ${kindsOf(mutations)}; some of them:\n  ${[...examples.values()].slice(0, 20).join("\n  ")}`,
  );
  expect(unnoticed).toEqual([]);
  expect(unnamed).toEqual([]);
  expect([...open].toSorted()).toEqual(UNNOTICED.map((each) => each.join()).toSorted());
  expect(mutations.length).toBeGreaterThan(5000);
});

test(`[RPC-45] new members, words, options and methods, what is sent more often and asked for less fail none: all of them at once, and some alone (seed ${seed})`, () => {
  const grown = checkerOf(withEverythingAdded(contract), contract);
  const said = [
    ...set.fixtures.map((fixture) => grown.problemOf(fixture)),
    ...promises.map((promise) => grown.broken(promise)),
  ];
  expect(said.filter((problem) => problem !== null)).toEqual([]);

  const all = additiveMutations(contract, places).filter(isMeant);
  console.log(`${all.length} changes that only add: ${kindsOf(all)}`);
  expect(all.length).toBeGreaterThan(1000);
  // What only adds can make no difference alone that it does not make with the others; a part shows that the table holds.
  const some = all.filter((_, index) => index % STEP === seed % STEP);
  const wrong = some.flatMap((mutation) => [...problemsOf(surface, mutation)].map((it) => `${mutation.title}: ${it}`));
  expect(wrong).toEqual([]);
});
