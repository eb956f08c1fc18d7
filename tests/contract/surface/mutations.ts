// Changed copies of a contract, each changed in one place: what must be noticed, and what must not matter.
import type { Contract } from "@longwire/fixtures/samples/contract";
import { resolve, type Schema, type SchemaOrTrue } from "@longwire/fixtures/samples/schema";
import type { Method } from "@longwire/fixtures/schema-diff/schema";
import { optionName, refName, typesOf, typesTaken } from "@longwire/fixtures/samples/walk";

export interface Mutation {
  /** What was done, and where. */
  readonly title: string;
  /** The definition that was changed; null: the list of methods. */
  readonly definition: string | null;
  /** The method, for a change of the list of methods. */
  readonly method?: string;
  /** A message about it holds one of these, besides the method; none: the definition as a whole was changed. */
  readonly names: readonly string[];
  /** Which way it has to travel for the change to be one of the kind; left out: any. What travels the other way may differ so. */
  readonly travels?: "received" | "sent";
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
      mutate(`renamed the required ${name} of`, [`.${name}`], {}, ({ properties, ...others }) => ({
        ...others,
        properties: renamed(properties ?? {}, name),
        required: required.map((each) => (each === name ? `${name}Renamed` : each)),
      }));
      mutate(`no longer required: ${name} of`, [`.${name}`], { travels: "received" }, (old) => ({
        ...old,
        required: required.filter((each) => each !== name),
      }));
    }
    for (const name of Object.keys(rule.properties ?? {}).filter((each) => !required.includes(each))) {
      mutate(`removed the optional ${name} of`, [`.${name}`], {}, (old) => ({
        ...old,
        properties: without(old.properties ?? {}, name),
      }));
      mutate(`renamed the optional ${name} of`, [`.${name}`], {}, (old) => ({
        ...old,
        properties: renamed(old.properties ?? {}, name),
      }));
      mutate(`must be sent now: ${name} of`, [`.${name}`], { travels: "sent" }, (old) => ({
        ...old,
        required: [...required, name],
      }));
    }
    if (rule.properties !== undefined)
      mutate("a new member that must be sent in", [".brandNew"], { travels: "sent" }, withRequired);
    if (rule.additionalProperties !== undefined && rule.additionalProperties !== false)
      mutate("no further members in", inside, {}, (old) => ({ ...old, additionalProperties: false }));
    // Null, and of the others one after the other.
    for (const [n, [type, wider]] of widerThan(contract, place).entries())
      if (type === "null" || n === found.length % OTHER.size)
        mutate(`may be ${type} now:`, inside, { travels: "received" }, () => wider);
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
          [optionName(contract.file, option, index), ...inside, NO_OPTION, ...membersOf(contract, option)],
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
  for (const [key, entry] of contract.methods) {
    const { kind, method, params, bare, response } = entry;
    if (kind === "clientNotification") continue;
    const changed = (title: string, next: Method): void =>
      void found.push({
        title: `${title} ${key}`,
        definition: null,
        method,
        names: [method],
        contract: () => {
          const methods = new Map(contract.methods);
          methods.delete(key);
          return { ...contract, methods: methods.set(`${next.kind} ${next.method}`, next) };
        },
      });
    changed("renamed the method", { ...entry, method: `${method}Renamed` });
    changed("another kind of", { ...entry, kind: kind === "serverRequest" ? "serverNotification" : "serverRequest" });
    if (params !== null) changed("no parameters any more:", { kind, method, params: null, response });
    if (bare === true) changed("parameters must be sent now:", { kind, method, params, response });
    if (response !== null) {
      changed("no response any more:", { ...entry, response: null });
      changed("another response of", { ...entry, response: "RequestId" });
    }
  }
  return found;
}

/** Changes that only add. */
export function additiveMutations(contract: Contract, places: readonly Place[]): Mutation[] {
  const found: Mutation[] = [];
  for (const place of places) {
    const { rule } = place;
    const mutate = (title: string, change: (rule: Schema) => SchemaOrTrue, travels?: Mutation["travels"]) =>
      found.push({
        title: `${title} ${place.at}`,
        definition: place.definition,
        names: [],
        ...(travels === undefined ? {} : { travels }),
        contract: () => changedAt(contract, place, change),
      });
    if (rule.properties !== undefined) {
      mutate("a new optional member of", withMember);
      mutate("a new member that is always in", withRequired, "received");
      for (const name of Object.keys(rule.properties).filter((each) => rule.required?.includes(each) !== true))
        mutate(
          `always there now: ${name} of`,
          (old) => ({ ...old, required: [...(old.required ?? []), name] }),
          "received",
        );
      for (const name of rule.required ?? [])
        mutate(
          `may be left out now: ${name} of`,
          (old) => ({ ...old, required: (old.required ?? []).filter((each) => each !== name) }),
          "sent",
        );
    }
    if ((rule.enum?.length ?? 0) > 1) mutate("a new word of", withWord);
    if (rule.oneOf !== undefined || rule.anyOf !== undefined)
      mutate("a new option of", (old) => withOption(contract, old));
    for (const [type, wider] of widerThan(contract, place)) mutate(`may be ${type} now:`, () => wider, "sent");
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
      contract,
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

/** A member that is always there, or must be: by the way in which it travels. */
const withRequired = (old: Schema): Schema => ({
  ...old,
  properties: { ...old.properties, brandNew: { type: "string" } },
  required: [...(old.required ?? []), "brandNew"],
});

/** An option more, of a JSON type that the union has had: another one a reader could not expect. */
function withOption({ file }: Contract, old: Schema): Schema {
  for (const list of ["oneOf", "anyOf"] as const) {
    const options = old[list];
    if (!Array.isArray(options)) continue;
    const [first] = options;
    const words = first !== undefined && first !== true && first.enum !== undefined;
    const option: Schema = words
      ? { type: "string", enum: ["brandNew"] }
      : { type: "object", properties: { type: { type: "string", enum: ["brandNew"] } }, required: ["type"] };
    if (typesTaken(file, old)?.has(words ? "string" : "object") === false) return old;
    return { ...old, [list]: [...options, option] };
  }
  return old;
}

/**
 * The schema of a member or an entry and one type more, for each type that it does not take: null for one. What is an option
 * of another, or a definition, may stand beside what takes that type already.
 */
function widerThan({ file }: Contract, { rule, steps }: Place): [type: string, wider: Schema][] {
  const [before, last] = steps.slice(-2);
  const isValue = before === "properties" || last === "items" || last === "additionalProperties";
  const taken = isValue ? typesTaken(file, rule) : null;
  if (taken === null) return [];
  return [...OTHER.keys()]
    .filter((type) => type !== "integer" && !taken.has(type))
    .map((type) => [type, { anyOf: [rule, { type }] }]);
}

/** The members of an option, as a path names them. */
function membersOf({ file }: Contract, option: SchemaOrTrue): string[] {
  const rule = resolve(file, option);
  return rule === true ? [] : Object.keys(rule.properties ?? {}).map((name) => `.${name}`);
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

/** The members with another name for one of them, in its place. */
function renamed<T>(members: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(
    Object.entries(members).map(([each, member]) => [each === name ? `${name}Renamed` : each, member]),
  );
}

function without<T>(members: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([each]) => each !== name));
}
