// What tools answer with: parts of text, images, sound and resources, of an MCP server and of a tool of the client alike.
// Each is read by itself, so that one of an unknown or malformed kind leaves its neighbours as they are.
import * as z from "../shape.ts";
import { loose, optionalNumber, optionalText, read, tagged } from "../field.ts";

/** Bytes as they come: base64 with a declared type, or an address (`data:` or any other). */
export type MediaSource =
  | { readonly type: "base64"; readonly data: string; readonly mimeType: string | null }
  | { readonly type: "url"; readonly url: string };

/** One part of an answer. `raw` is the part as it came. */
export type ContentPart = { readonly raw: unknown } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly source: MediaSource }
  | { readonly kind: "audio"; readonly source: MediaSource }
  /** A resource that is here: its text, or its bytes in base64. */
  | {
      readonly kind: "resource";
      readonly uri: string;
      readonly mimeType: string | null;
      readonly text: string | null;
      readonly blob: string | null;
    }
  /** A resource that is only named. */
  | {
      readonly kind: "resourceLink";
      readonly uri: string;
      readonly title: string | null;
      readonly description: string | null;
      readonly mimeType: string | null;
      readonly size: number | null;
    }
  /** `problem` says what is wrong with a part of a known kind; null for a kind that has no view. */
  | { readonly kind: "unknown"; readonly name: string; readonly problem: string | null }
);

const textPart = z.looseObject({ text: z.string() });
const bytesPart = z.looseObject({ data: z.string(), mimeType: optionalText });
const resourcePart = z.looseObject({
  resource: z.looseObject({ uri: z.string(), mimeType: optionalText, text: optionalText, blob: optionalText }),
});
const resourceLinkPart = z.looseObject({
  uri: z.string(),
  name: optionalText,
  title: optionalText,
  description: optionalText,
  mimeType: optionalText,
  size: optionalNumber,
});
const inputImage = z.looseObject({ imageUrl: z.string() });
const inputAudio = z.looseObject({ audioUrl: z.string() });

/** Reads one part; what cannot be read is a part of unknown kind with its problem. */
export function readContentPart(raw: unknown): ContentPart {
  const known = read(tagged, raw);
  if (!known.ok) return { raw, kind: "unknown", name: "no type", problem: known.reason };
  const { type } = known.value;
  const fail = (problem: string): ContentPart => ({ raw, kind: "unknown", name: type, problem });
  switch (type) {
    case "text":
    case "inputText": {
      const part = read(textPart, raw);
      return part.ok ? { raw, kind: "text", text: part.value.text } : fail(part.reason);
    }
    case "image":
    case "audio": {
      const part = read(bytesPart, raw);
      if (!part.ok) return fail(part.reason);
      const { data, mimeType } = part.value;
      return { raw, kind: type, source: { type: "base64", data, mimeType: mimeType ?? null } };
    }
    case "inputImage": {
      const part = read(inputImage, raw);
      return part.ok ? { raw, kind: "image", source: { type: "url", url: part.value.imageUrl } } : fail(part.reason);
    }
    case "inputAudio": {
      const part = read(inputAudio, raw);
      return part.ok ? { raw, kind: "audio", source: { type: "url", url: part.value.audioUrl } } : fail(part.reason);
    }
    case "resource": {
      const part = read(resourcePart, raw);
      if (!part.ok) return fail(part.reason);
      const { uri, mimeType, text, blob } = part.value.resource;
      return { raw, kind: "resource", uri, mimeType: mimeType ?? null, text: text ?? null, blob: blob ?? null };
    }
    case "resource_link": {
      const part = read(resourceLinkPart, raw);
      if (!part.ok) return fail(part.reason);
      const { uri, name, title, description, mimeType, size } = part.value;
      return {
        raw,
        kind: "resourceLink",
        uri,
        title: title ?? name ?? null,
        description: description ?? null,
        mimeType: mimeType ?? null,
        size: size ?? null,
      };
    }
    default:
      return { raw, kind: "unknown", name: type, problem: null };
  }
}

/** What an MCP tool answered: its parts are read one by one. */
export const mcpResult = z.looseObject({
  content: z.nullish(loose),
  structuredContent: z.optional(z.unknown()),
  isError: z.nullish(z.boolean()),
  _meta: z.optional(z.unknown()),
});
/** Why an MCP call failed. */
export const mcpError = z.looseObject({ message: z.string() });
/** The app that an MCP tool belongs to. */
export const mcpAppContext = z.looseObject({
  connectorId: optionalText,
  linkId: optionalText,
  resourceUri: optionalText,
  appName: optionalText,
  actionName: optionalText,
});
