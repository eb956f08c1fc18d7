// Between what stands in a message box and what the server takes: one text input with the stretches that stand for
// something, then the other inputs in their native shapes. And back again, for messages that return to the box.
import { readInputPart, type InputPart } from "@longwire/shared-protocol/wire/items/input";
import { foldOf } from "../../../projection/message-words.ts";
import type { Part, WireInput } from "../parts.ts";

export interface Range {
  start: number;
  end: number;
  part: Part;
}

/** Where the markers of parts stand in a text, in its order. Of two parts with one marker each has its own place. */
export function markerRanges(text: string, parts: readonly Part[]): Range[] {
  const ranges: Range[] = [];
  // Longer ones first: one may begin with another.
  const marked = parts.filter(({ marker }) => marker !== null && marker !== "");
  for (const part of marked.toSorted((a, b) => (b.marker?.length ?? 0) - (a.marker?.length ?? 0))) {
    const start = placeOf(text, part.marker ?? "", ranges);
    if (start >= 0) ranges.push({ start, end: start + (part.marker?.length ?? 0), part });
  }
  return ranges.toSorted((a, b) => a.start - b.start);
}

/** Where a marker stands that has no other's place: as a word of its own, or else inside of one. -1: nowhere. */
function placeOf(text: string, marker: string, ranges: readonly Range[]): number {
  let inside = -1;
  for (let start = text.indexOf(marker); start >= 0; start = text.indexOf(marker, start + 1)) {
    const end = start + marker.length;
    if (ranges.some((other) => start < other.end && other.start < end)) continue;
    if (
      !/[\p{L}\d_]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
      !/^[\p{L}\d_]/u.test(text.slice(end, end + 2))
    )
      return start;
    if (inside < 0) inside = start;
  }
  return inside;
}

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/** A message as the server takes it. */
export function toInput(text: string, parts: readonly Part[]): WireInput[] {
  const text_elements = markerRanges(text, parts).map(({ start, end }) => ({
    byteRange: { start: byteLength(text.slice(0, start)), end: byteLength(text.slice(0, end)) },
    placeholder: text.slice(start, end),
  }));
  const words: WireInput[] = text.trim() === "" ? [] : [{ type: "text", text, text_elements }];
  return [...words, ...parts.map(({ input }) => input)];
}

/** A text that is a part of its own, told in short by its placeholder. */
export function foldedText(text: string, placeholder: string): WireInput {
  return {
    type: "text",
    text,
    text_elements: [{ byteRange: { start: 0, end: byteLength(text) }, placeholder }],
  };
}

/** A message for the box: its words, and all else as parts. `newId` names them. */
export function fromInput(input: readonly unknown[], newId: () => string): { text: string; parts: Part[] } {
  const words: string[] = [];
  const parts: Part[] = [];
  const markers: string[] = [];
  for (const raw of input) {
    const part = readInputPart(raw);
    if (part.kind === "unknown") continue;
    if (part.kind === "text") {
      const fold = foldOf(raw);
      if (fold !== null) {
        parts.push({ id: newId(), input: foldedText(part.text, fold), label: fold, marker: null });
        continue;
      }
      words.push(part.text);
      markers.push(...markersOf(part));
      continue;
    }
    // Read a moment ago as a part of this kind, so it has the members of that input.
    parts.push({ id: newId(), input: raw as WireInput, label: labelOf(part), marker: null });
  }
  return { text: words.join("\n"), parts: parts.map((part) => ({ ...part, marker: takeMarker(part, markers) })) };
}

function markersOf({ text, elements }: Extract<InputPart, { kind: "text" }>): string[] {
  const bytes = encoder.encode(text);
  const decoder = new TextDecoder();
  return elements.map(({ byteRange: { start, end } }) => decoder.decode(bytes.subarray(start, end)));
}

/** The marker that names the part; each is taken once. */
function takeMarker({ input }: Part, markers: string[]): string | null {
  if (!("path" in input)) return null;
  const slashes = (path: string) => path.replaceAll("\\", "/");
  const path = slashes(input.path);
  const names = [path, path.split("/").at(-1) ?? "", ...("name" in input ? [slashes(input.name)] : [])];
  const at = markers.findIndex((marker) => {
    const quoted = marker.replace(/^[@$/]/, "").replaceAll(/^["'`]|["'`]$/g, "");
    // With a quote in it, a name has backslashes before those; a folder has a slash behind it.
    return [quoted, quoted.replaceAll('\\"', '"')].some((written) => {
      const bare = slashes(written).replace(/(.)\/$/, "$1");
      return bare !== "" && (names.includes(bare) || path.endsWith(`/${bare}`));
    });
  });
  return at < 0 ? null : (markers.splice(at, 1)[0] ?? null);
}

function labelOf(part: Exclude<InputPart, { kind: "text" | "unknown" }>): string {
  switch (part.kind) {
    case "image":
      return "Image";
    case "audio":
      return "Audio";
    case "skill":
    case "mention":
      return part.name;
    case "localImage":
    case "localAudio":
      return part.path.split(/[\\/]/).at(-1) ?? part.path;
  }
}
