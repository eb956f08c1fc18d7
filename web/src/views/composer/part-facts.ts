// What a chip tells of one part of a message: its kind, its name, its size, and a small picture where it holds one.
import { readInputPart } from "@longwire/shared-protocol/wire/items/input";
import { foldOf } from "../../projection/message-words.ts";
import { locate } from "../media/source.ts";
import type { HeldFile } from "./parts.ts";

export type PartKind = "image" | "audio" | "text" | "file" | "skill" | "mention" | "other";

export interface PartFacts {
  kind: PartKind;
  /** The kind, for who does not see its sign. */
  word: string;
  name: string;
  /** Null where it is not known, as of a file of the machine. */
  bytes: number | null;
  /** An address for an <img>: the part's own bytes, never a place elsewhere. */
  picture: string | null;
  /** Where it lies on the machine. */
  path: string | null;
}

const WORDS: Readonly<Record<PartKind, string>> = {
  image: "Image",
  audio: "Audio",
  text: "Text",
  file: "File",
  skill: "Skill",
  mention: "Mention",
  other: "Part",
};

const lastOf = (path: string): string => path.split(/[\\/]/).findLast((piece) => piece !== "") ?? path;
const isAddress = (path: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(path);

/** @param label its name where the message itself has none, as for a picture that was pasted */
export function partFacts(raw: unknown, label?: string, file?: HeldFile): PartFacts {
  const part = readInputPart(raw);
  const facts = (kind: PartKind, name: string, more: Partial<PartFacts> = {}): PartFacts => ({
    kind,
    word: WORDS[kind],
    name: name === "" ? WORDS[kind] : name,
    bytes: file?.bytes.length ?? null,
    picture: null,
    path: null,
    ...more,
  });
  switch (part.kind) {
    case "text":
      return facts("text", label ?? foldOf(raw) ?? part.text.slice(0, 60), {
        bytes: new TextEncoder().encode(part.text).length,
      });
    case "image":
    case "audio": {
      const found = locate({ type: "url", url: part.url });
      const name = label ?? (found.where === "elsewhere" ? found.host : WORDS[part.kind]);
      if (found.where !== "here") return facts(part.kind, name);
      const padding = found.data.endsWith("==") ? 2 : found.data.endsWith("=") ? 1 : 0;
      const bytes = found.encoding === "base64" ? (found.data.length * 3) / 4 - padding : found.data.length;
      return facts(part.kind, name, { bytes, picture: part.kind === "image" ? part.url : null });
    }
    case "localImage":
      return facts("image", label ?? lastOf(part.path), { path: file === undefined ? part.path : null });
    case "localAudio":
      return facts("audio", label ?? lastOf(part.path), { path: file === undefined ? part.path : null });
    case "skill":
      return facts("skill", part.name, { path: part.path });
    case "mention":
      return facts(isAddress(part.path) ? "mention" : "file", label ?? part.name, {
        path: file === undefined ? part.path : null,
      });
    case "unknown":
      return facts("other", part.name);
  }
}
