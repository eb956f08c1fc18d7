// What a web search did, and what it found. Results are opaque to the protocol: the members that most have are read.
import * as z from "../shape.ts";
import { loose, optionalText, read, tagged } from "../field.ts";

export const webSearchAction = z.extend(tagged, {
  query: optionalText,
  queries: z.nullish(loose),
  url: optionalText,
  pattern: optionalText,
});
export type WebSearchAction = z.infer<typeof webSearchAction>;

const result = z.looseObject({
  title: optionalText,
  name: optionalText,
  url: optionalText,
  link: optionalText,
  snippet: optionalText,
  description: optionalText,
  text: optionalText,
});

/** A result with something to show, or null for one that is only raw. */
export interface WebResult {
  readonly title: string;
  readonly url: string | null;
  readonly snippet: string | null;
}

export function readWebResult(value: unknown): WebResult | null {
  const reading = read(result, value);
  if (!reading.ok) return null;
  const { title, name, url, link, snippet, description, text } = reading.value;
  const address = url ?? link ?? null;
  const words = title ?? name ?? address;
  return words === null ? null : { title: words, url: address, snippet: snippet ?? description ?? text ?? null };
}
