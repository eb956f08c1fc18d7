// What was put into a schema's form: secrets apart, which are kept in no draft and forgotten once they are sent.
import { type Accessor, createMemo, createSignal } from "solid-js";
import { type Content, contentOf, type Field, type Form, type Input } from "../../../decisions/form.ts";
import type { Decision } from "../../../decisions/state.ts";
import { createDraft } from "./draft.ts";
import { isUnkept } from "./schema-fields.tsx";

export interface FormState {
  inputs: Accessor<ReadonlyMap<string, Input>>;
  /** What is wrong, by field; empty until it was tried to send. */
  problems: Accessor<ReadonlyMap<string, string>>;
  set(field: Field, input: Input): void;
  /** The content when all of it is right; else null, and the problems show. */
  take(): Content["content"] | null;
  forgetSecrets(): void;
}

export function createFormState(decision: Decision, form: Form): FormState {
  const [open, setOpen] = createDraft<ReadonlyMap<string, Input>>(decision, "inputs", new Map());
  const [secrets, setSecrets] = createSignal<ReadonlyMap<string, Input>>(new Map());
  const [tried, setTried] = createSignal(false);
  const inputs = createMemo(() => new Map([...open(), ...secrets()]));
  const content = createMemo(() => contentOf(form, inputs()));
  return {
    inputs,
    problems: () => (tried() ? content().problems : new Map<string, string>()),
    set(field, input) {
      if (isUnkept(field)) setSecrets(new Map(secrets()).set(field.name, input));
      else setOpen(new Map(open()).set(field.name, input));
    },
    take() {
      setTried(true);
      return content().problems.size === 0 ? content().content : null;
    },
    forgetSecrets: () => setSecrets(new Map()),
  };
}
