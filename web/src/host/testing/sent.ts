// What a session under test sends, held against the pinned surface: the schema that the console's forms are made of.
import { Validator } from "@cfworker/json-schema";
import { formDefinitions, requestForm } from "@longwire/shared-protocol/request-forms";

const validators = new Map<string, Validator | null>();

/** What is wrong with the parameters of a request, by its method; null: nothing, or the surface does not have the method. */
export function sentProblem(method: string, params: unknown): string | null {
  let validator = validators.get(method);
  if (validator === undefined) {
    const form = requestForm(method)?.params;
    validator =
      typeof form === "object" ? new Validator({ ...form, definitions: { ...formDefinitions() } }, "7", true) : null;
    validators.set(method, validator);
  }
  const problem = validator?.validate(params ?? null).errors.at(-1);
  return problem === undefined ? null : `${method}: ${problem.instanceLocation} ${problem.error}`;
}
