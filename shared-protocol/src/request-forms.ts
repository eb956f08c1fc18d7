// The parameters of each client request of the pinned App Server as a JSON schema: what a form is made of. Some 20 kB that
// only a page with such forms loads.
import { FORMS_VERSION, REQUEST_FORMS } from "../generated/request-forms.ts";

/** The version of the App Server that the forms are of. */
export { FORMS_VERSION };

/** A JSON schema; `true` takes anything. References are `#/definitions/…` of the same file. */
export type FormSchema = boolean | { readonly [member: string]: unknown };

export interface RequestForm {
  /** The schema's own words about the request. */
  readonly about?: string;
  /** It needs the experimental API. */
  readonly experimental?: true;
  readonly params: FormSchema;
}

interface RequestForms {
  readonly requests: Readonly<Record<string, RequestForm>>;
  readonly definitions: Readonly<Record<string, FormSchema>>;
}

let parsed: RequestForms | null = null;

function forms(): RequestForms {
  // Written by our own generator; a test holds it against the binary's schema.
  parsed ??= JSON.parse(REQUEST_FORMS) as RequestForms;
  return parsed;
}

/** The form of a request; null for one that the pinned version does not have. */
export function requestForm(method: string): RequestForm | null {
  const { requests } = forms();
  return Object.hasOwn(requests, method) ? (requests[method] ?? null) : null;
}

/** What the references in the forms mean. */
export function formDefinitions(): Readonly<Record<string, FormSchema>> {
  return forms().definitions;
}

/** The methods that have a form. */
export function methodsWithForm(): string[] {
  return Object.keys(forms().requests);
}
