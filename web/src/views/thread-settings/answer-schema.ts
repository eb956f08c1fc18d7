// The shape of the answer to the next message, as this page knows it: kept in the journal until it has gone with a message.
import { createSignal } from "solid-js";
import type { HostSession } from "../../host/model.ts";
import type { Journal } from "../../journal/journal.ts";
import { objectOf } from "../../projection/read.ts";
import type { JsonObject } from "../../projection/state.ts";
import { facts } from "../live.ts";

const [changes, setChanges] = createSignal(0);
/** What begins with the host goes with it. */
const keyOf = (host: string, thread: string) => `${host}/answer-schema/${thread}`;

/** Tracked: it is gone once a message has taken it along. */
export function answerSchema(session: HostSession, thread: string): JsonObject | null {
  changes();
  // A message that is sent changes the outbox.
  facts(session);
  return session.outputSchema(thread);
}

/** The person sets it, or takes it away. */
export function setAnswerSchema(
  journal: Journal,
  session: HostSession,
  thread: string,
  schema: JsonObject | null,
): void {
  session.setOutputSchema(thread, schema);
  keepAnswerSchema(journal, session, thread);
  setChanges((count) => count + 1);
}

/** Stores what holds now. What cannot be stored is gone after a reload, and is seen to be. */
export function keepAnswerSchema(journal: Journal, session: HostSession, thread: string): void {
  journal.put(keyOf(session.id, thread), session.outputSchema(thread)).catch(() => undefined);
}

/** What was set before the page was loaded again. */
export async function recallAnswerSchema(journal: Journal, session: HostSession, thread: string): Promise<void> {
  const stored = objectOf(await journal.get(keyOf(session.id, thread)).catch(() => null));
  if (stored === null || session.outputSchema(thread) !== null) return;
  session.setOutputSchema(thread, stored);
  setChanges((count) => count + 1);
}

/** Any of these makes an object a JSON schema. */
const WORDS = ["type", "properties", "$ref", "anyOf", "oneOf", "allOf", "enum", "const", "items", "$defs"];

/** A JSON schema out of what was written, or what is wrong with it as a sentence. */
export function readSchema(text: string): { schema: JsonObject } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `This is not JSON. ${error instanceof Error ? error.message : ""}`.trim() };
  }
  const schema = objectOf(value);
  if (schema === null) return { problem: 'A JSON schema is an object: {"type": "object", …}.' };
  if (!WORDS.some((word) => Object.hasOwn(schema, word)))
    return { problem: "This is JSON, but says nothing of a shape: a schema has a “type”, “properties” or the like." };
  const { type = null, properties = null } = schema;
  if (type !== null && typeof type !== "string" && !Array.isArray(type))
    return { problem: "“type” is a word, or a list of words." };
  if (properties !== null && objectOf(properties) === null)
    return { problem: "“properties” is an object with a schema for each member." };
  return { schema };
}

/** What a schema asks for, in a few words. */
export function schemaWords(schema: JsonObject): string {
  const { title, properties, type } = schema;
  if (typeof title === "string" && title !== "") return title;
  const names = Object.keys(objectOf(properties) ?? {});
  if (names.length > 0) return names.length > 4 ? `${names.slice(0, 4).join(", ")} …` : names.join(", ");
  return typeof type === "string" ? type : "a schema";
}
