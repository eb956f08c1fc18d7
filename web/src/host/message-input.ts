// What a message of this device holds beside its words, read out of the line that carries it.
import type { Intent } from "../journal/journal.ts";
import { jsonOf, listOf, objectOf } from "../projection/read.ts";
import type { Json } from "../projection/state.ts";

type Message = Extract<Intent, { type: "message" }>;

/** Lines may be megabytes long and are looked at with every change of the outbox. */
const known = new WeakMap<Message, readonly Json[]>();

/** All inputs of a message that is more than its text; null for a plain one. */
export function inputOf(intent: Message): readonly Json[] | null {
  if (intent.parts !== true) return null;
  const before = known.get(intent);
  if (before !== undefined) return before;
  // Our own line, as it was written.
  const line: unknown = JSON.parse(intent.line);
  const input = listOf(objectOf(objectOf(line)?.["params"])?.["input"]).map(jsonOf);
  known.set(intent, input);
  return input;
}

/** The shape that the answer to a message is to have; null: any. */
export function schemaOf(intent: Message): Json {
  // Our own line, as it was written.
  const line: unknown = JSON.parse(intent.line);
  return jsonOf(objectOf(objectOf(line)?.["params"])?.["outputSchema"]);
}
