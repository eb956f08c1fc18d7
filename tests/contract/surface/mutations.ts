// Changed copies of a contract, each changed in one place: what must be noticed, and what must not matter.
import type { Contract } from "@longwire/fixtures/samples/contract";
import type { Schema, SchemaOrTrue } from "@longwire/fixtures/samples/schema";
import { optionName, refName, typesOf } from "@longwire/fixtures/samples/walk";

export interface Mutation {
  /** What was done, and where. */
  readonly title: string;
  /** The definition that was changed; null: the list of methods. */
  readonly definition: string | null;
  /** The method, for a change of the list of methods. */
  readonly method?: string;
  /** A message about it holds one of these, besides the method; none: the definition as a whole was changed. */
  readonly names: readonly string[];
  /** It matters only where the app reads what the server sends. */
  readonly receivedOnly?: true;
  contract(): Contract;
}

interface Place {
  readonly definition: string;
  /** In words. */
  readonly at: string;
  /** The members and indexes from the definition down to here. */
  readonly steps: readonly (string | number)[];
  /** The innermost member that it is the schema of; null: the definition's own. */
  readonly member: string | null;
  readonly rule: Schema;
}

/** Every schema of every definition that is reached. */
export function placesOf(contract: Contract, reached: ReadonlySet<string>): Place[] {
  const places: Place[] = [];
  for (const definition of reached) {
    const visit = (
      schema: SchemaOrTrue | undefined,
      at: string,
      steps: readonly (string | number)[],
      member: string | null,
    ): void => {
      if (schema === undefined || schema === true) return;
      places.push({ definition, at, steps, member, rule: schema });
      for (const list of ["oneOf", "anyOf", "allOf"] as const)
        for (const [index, option] of (schema[list] ?? []).entries())
          visit(option, `${at}|${optionName(contract.file, option, index)}`, [...steps, list, index], member);
      for (const [name, property] of Object.entries(schema.properties ?? {}))
        visit(property, `${at}.${name}`, [...steps, "properties", name], name);
      visit(schema.items, `${at}[]`, [...steps, "items"], member);
      if (schema.additionalProperties !== false)
        visit(schema.additionalProperties, `${at}{}`, [...steps, "additionalProperties"], member);
    };
    visit(contract.file.definitions[definition], definition, [], null);
  }
  return places;
}

/** Changes that break something, every one there is. */
export function breakingMutations(contract: Contract, places: readonly Place[]): Mutation[] {
  const found: Mutation[] = [];
  for (const place of places) {
    const { rule, member } = place;
    const inside = member === null ? [] : [member];
    const mutate = (
      title: string,
      names: readonly string[],
      rest: Partial<Mutation>,
      change: (rule: Schema) => SchemaOrTrue,
    ) =>
      found.push({
        title: `${title} ${place.at}`,
        definition: place.definition,
        names,
        ...rest,
        contract: () => changedAt(contract, place, change),
      });
    const required = rule.required ?? [];
    for (const name of required) {
      mutate(`removed the required ${name} of`, [`.${name}`], {}, ({ properties, ...others }) => ({
        ...others,
        properties: without(properties ?? {}, name),
        required: required.filter((each) => each !== name),
      }));
      mutate(`no longer required: ${name} of`, [`.${name}`], { receivedOnly: true }, (old) => ({
        ...old,
        required: required.filter((each) => each !== name),
      }));
    }
    for (const name of Object.keys(rule.properties ?? {}))
      if (!required.includes(name))
        mutate(`removed the optional ${name} of`, [`.${name}`], {}, (old) => ({
          ...old,
          properties: without(old.properties ?? {}, name),
        }));
    for (const [index, word] of (rule.enum ?? []).entries())
      mutate(`renamed the word ${String(word)} of`, [String(word)], {}, (old) => ({
        ...old,
        enum: (old.enum ?? []).with(index, `${String(word)}Renamed`),
      }));
    const types = typesOf(rule);
    for (const [index, type] of types.entries())
      mutate(`changed the type ${type} of`, inside, {}, (old) => ({
        ...old,
        type: types.length > 1 ? types.with(index, OTHER.get(type) ?? "string") : (OTHER.get(type) ?? "string"),
      }));
    for (const list of ["oneOf", "anyOf"] as const)
      for (const [index, option] of (rule[list] ?? []).entries())
        mutate(
          `removed the option ${optionName(contract.file, option, index)} of`,
          [optionName(contract.file, option, index), ...inside, NO_OPTION],
          {},
          (old) => ({
            ...old,
            [list]: (old[list] ?? []).toSpliced(index, 1),
          }),
        );
    const ref = rule.$ref;
    if (ref !== undefined)
      mutate(`another shape in place of ${refName(ref)} in`, inside, {}, () => ({
        type: "object",
        properties: { another: { type: "string" } },
        required: ["another"],
      }));
  }
  for (const [key, { kind, method, params, response }] of contract.methods) {
    if (kind === "clientNotification") continue;
    const renamed = (change: Partial<{ method: string; params: string | null }>): Contract => {
      const methods = new Map(contract.methods);
      methods.delete(key);
      const next = { kind, method, params, response, ...change };
      methods.set(`${kind} ${next.method}`, next);
      return { ...contract, methods };
    };
    const shared = { definition: null, method, names: [method] };
    found.push({
      title: `renamed the method ${key}`,
      ...shared,
      contract: () => renamed({ method: `${method}Renamed` }),
    });
    if (params !== null)
      found.push({ title: `no parameters any more: ${key}`, ...shared, contract: () => renamed({ params: null }) });
  }
  return found;
}

/** Changes that only add. */
export function additiveMutations(contract: Contract, places: readonly Place[]): Mutation[] {
  const found: Mutation[] = [];
  for (const place of places) {
    const { rule } = place;
    const mutate = (title: string, change: (rule: Schema) => SchemaOrTrue) =>
      found.push({
        title: `${title} ${place.at}`,
        definition: place.definition,
        names: [],
        contract: () => changedAt(contract, place, change),
      });
    if (rule.properties !== undefined) mutate("a new optional member of", withMember);
    if ((rule.enum?.length ?? 0) > 1) mutate("a new word of", withWord);
    if (rule.oneOf !== undefined || rule.anyOf !== undefined) mutate("a new option of", withOption);
  }
  for (const kind of ["clientRequest", "serverRequest", "serverNotification"] as const)
    found.push({
      title: `a new method: ${kind}`,
      definition: null,
      names: [],
      contract: () => {
        const added = { kind, method: "brand/new", params: null, response: null };
        return { ...contract, methods: new Map([...contract.methods, [`${kind} brand/new`, added]]) };
      },
    });
  return found;
}

/** All that can be added, everywhere at once. */
export function withEverythingAdded(contract: Contract): Contract {
  const grow = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(grow);
    if (typeof schema !== "object" || schema === null) return schema;
    // A schema, or the table of its members: either is only copied.
    const grown = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, grow(member)])) as Schema;
    return withOption(
      withWord(grown.properties === undefined || typeof grown.properties !== "object" ? grown : withMember(grown)),
    );
  };
  const definitions = Object.entries(contract.file.definitions).map(([name, schema]) => [name, grow(schema)] as const);
  return {
    ...contract,
    methods: new Map([
      ...contract.methods,
      [
        "serverNotification brand/new",
        { kind: "serverNotification", method: "brand/new", params: null, response: null },
      ],
    ]),
    // Definitions out of definitions.
    file: { definitions: Object.fromEntries(definitions) as Contract["file"]["definitions"] },
  };
}

const withMember = (old: Schema): Schema => ({
  ...old,
  properties: { ...old.properties, brandNew: { type: ["string", "null"] } },
});
const withWord = (old: Schema): Schema =>
  Array.isArray(old.enum) && old.enum.length > 1 ? { ...old, enum: [...old.enum, "brandNew"] } : old;

function withOption(old: Schema): Schema {
  for (const list of ["oneOf", "anyOf"] as const) {
    const options = old[list];
    if (!Array.isArray(options)) continue;
    const [first] = options;
    const words = first !== undefined && first !== true && first.enum !== undefined;
    const option: Schema = words
      ? { type: "string", enum: ["brandNew"] }
      : { type: "object", properties: { type: { type: "string", enum: ["brandNew"] } }, required: ["type"] };
    return { ...old, [list]: [...options, option] };
  }
  return old;
}

/** What the check says of a value that no option of a union takes. */
const NO_OPTION = "fits no option";

const OTHER: ReadonlyMap<string, string> = new Map([
  ["string", "integer"],
  ["integer", "string"],
  ["number", "string"],
  ["boolean", "string"],
  ["array", "object"],
  ["object", "array"],
  ["null", "array"],
]);

function changedAt(contract: Contract, { definition, steps }: Place, change: (rule: Schema) => SchemaOrTrue): Contract {
  const into = (value: unknown, [step, ...rest]: readonly (string | number)[]): unknown => {
    // The place was found in this very schema.
    if (step === undefined) return change(value as Schema);
    if (Array.isArray(value)) return value.map((member, index) => (index === step ? into(member, rest) : member));
    const members = value as Record<string, unknown>;
    return { ...members, [step]: into(members[step], rest) };
  };
  const changed = into(contract.file.definitions[definition], steps) as SchemaOrTrue;
  return { ...contract, file: { definitions: { ...contract.file.definitions, [definition]: changed } } };
}

function without<T>(members: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([each]) => each !== name));
}
