// The cards that are more than buttons, loaded when the first one is there: they are no part of the first screen.
import type { JSX } from "solid-js";
import type { Decision } from "../../decisions/state.ts";
import type { Turn } from "../../projection/state.ts";
import type { Answering } from "./answering.ts";

export interface Forms {
  FormCard: (props: { decision: Decision; turn: Turn | null; answering: Answering }) => JSX.Element;
  RawRequest: (props: { decision: Decision; answering: Answering; open?: boolean }) => JSX.Element;
}

let loaded: Forms | null = null;

/** What was loaded; null before. */
export function forms(): Forms | null {
  return loaded;
}

/** Loads them, once. */
export async function loadForms(): Promise<Forms> {
  loaded ??= await import("./forms/form-card.tsx");
  return loaded;
}
