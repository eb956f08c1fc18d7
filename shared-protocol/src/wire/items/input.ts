// The parts of a message of the person, and of what hooks add to it. Each is read by itself.
import * as z from "../shape.ts";
import { loose, optionalText, read, tagged } from "../field.ts";

/** A stretch of a text that stands for something: bytes of its UTF-8 form, and the words to show for it. */
export const textElement = z.looseObject({
  byteRange: z.looseObject({ start: z.number(), end: z.number() }),
  placeholder: optionalText,
});
export type TextElement = z.infer<typeof textElement>;

/** One part of a message. `raw` is the part as it came. */
export type InputPart = { readonly raw: unknown } & (
  | { readonly kind: "text"; readonly text: string; readonly elements: readonly TextElement[] }
  | { readonly kind: "image"; readonly url: string }
  | { readonly kind: "audio"; readonly url: string }
  | { readonly kind: "localImage"; readonly path: string }
  | { readonly kind: "localAudio"; readonly path: string }
  | { readonly kind: "skill"; readonly name: string; readonly path: string }
  | { readonly kind: "mention"; readonly name: string; readonly path: string }
  /** `problem` says what is wrong with a part of a known kind; null for a kind that has no view. */
  | { readonly kind: "unknown"; readonly name: string; readonly problem: string | null }
);

const text = z.looseObject({ text: z.string(), text_elements: z.nullish(loose) });
const byUrl = z.looseObject({ url: z.string() });
const byPath = z.looseObject({ path: z.string() });
const named = z.looseObject({ name: z.string(), path: z.string() });

/** Reads one part; what cannot be read is a part of unknown kind with its problem. */
export function readInputPart(raw: unknown): InputPart {
  const known = read(tagged, raw);
  if (!known.ok) return { raw, kind: "unknown", name: "no type", problem: known.reason };
  const { type } = known.value;
  const fail = (problem: string): InputPart => ({ raw, kind: "unknown", name: type, problem });
  switch (type) {
    case "text": {
      const part = read(text, raw);
      if (!part.ok) return fail(part.reason);
      const elements = (part.value.text_elements ?? []).flatMap((value) => {
        const element = read(textElement, value);
        return element.ok ? [element.value] : [];
      });
      return { raw, kind: type, text: part.value.text, elements };
    }
    case "image":
    case "audio": {
      const part = read(byUrl, raw);
      return part.ok ? { raw, kind: type, url: part.value.url } : fail(part.reason);
    }
    case "localImage":
    case "localAudio": {
      const part = read(byPath, raw);
      return part.ok ? { raw, kind: type, path: part.value.path } : fail(part.reason);
    }
    case "skill":
    case "mention": {
      const part = read(named, raw);
      return part.ok ? { raw, kind: type, name: part.value.name, path: part.value.path } : fail(part.reason);
    }
    default:
      return { raw, kind: "unknown", name: type, problem: null };
  }
}

/** What a hook added to the prompt. */
export const hookFragment = z.looseObject({ text: z.string(), hookRunId: optionalText });
export type HookFragment = z.infer<typeof hookFragment>;
