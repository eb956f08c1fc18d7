// A file that a person picked, dropped, pasted or shared, as a part of the message: pictures and sounds of moderate size go
// inside of it, everything else is written to the machine first.
import { base64Of } from "../../../actions/base64.ts";
import { fitName } from "../../../actions/upload.ts";
import { rasterType } from "../../files/sniff.ts";
import type { HeldFile, Part } from "../parts.ts";
import { INLINE_MOST } from "./limits.ts";
import { newPartId } from "./room.ts";

/** What the App Server makes a picture of for the model; anything else it leaves out without a word to us. */
const PICTURES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
/** What it attaches as sound, by the endings that it looks at, and what each is called inside of a message. */
const SOUNDS: ReadonlyMap<string, string> = new Map([
  ["wav", "audio/wav"],
  ["mp3", "audio/mpeg"],
  ["m4a", "audio/mp4"],
  ["webm", "audio/webm"],
  ["ogg", "audio/ogg"],
]);

export const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";

function soundOf({ name, mediaType }: HeldFile): string | null {
  const byName = SOUNDS.get(endingOf(name));
  // A film may end like a sound.
  if (byName !== undefined && !mediaType.startsWith("video/")) return byName;
  const [type = ""] = mediaType.split(";");
  return /^audio\/(?:wav|x-wav|wave|mpeg|mp4|x-m4a|webm|ogg)$/.test(type) ? type.replace(/x-wav|wave$/, "wav") : null;
}

/** Inside of the message, in the server's own shape. */
export async function inlined(file: HeldFile): Promise<Part["input"] | null> {
  const picture = rasterType(file.bytes);
  if (picture !== null && PICTURES.has(picture))
    return { type: "image", url: `data:${picture};base64,${await base64Of(file.bytes)}` };
  const sound = soundOf(file);
  return sound === null ? null : { type: "audio", url: `data:${sound};base64,${await base64Of(file.bytes)}` };
}

/** What a file can be once it lies on the machine, the most telling first. */
export function waysOf(file: HeldFile): ("localImage" | "localAudio" | "mention")[] {
  const picture = rasterType(file.bytes);
  if (picture !== null && PICTURES.has(picture)) return ["localImage", "mention"];
  return soundOf(file) === null ? ["mention"] : ["localAudio", "mention"];
}

/** A file that is written to the machine before its message goes. Its path is known only then. */
export function heldPart(file: HeldFile, way: "localImage" | "localAudio" | "mention"): Part {
  const path = file.name;
  const input: Part["input"] = way === "mention" ? { type: way, name: file.name, path } : { type: way, path };
  return { id: newPartId(), input, label: file.name, marker: null, file };
}

const ENDINGS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
};

/** Kinds that are told by their first bytes. */
const RASTER = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** What a browser hands over as a file. */
export async function heldOf(file: File): Promise<HeldFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // What calls itself a picture and is none is not drawn as one.
  const mediaType = rasterType(bytes) ?? (RASTER.test(file.type) ? "" : file.type);
  const name = fitName(file.name);
  return {
    name: endingOf(name) === "" && mediaType in ENDINGS ? `${name}.${ENDINGS[mediaType]}` : name,
    mediaType,
    bytes,
  };
}

/** The part that a file becomes by itself. The person can choose another way. */
export async function partOf(file: HeldFile): Promise<Part> {
  if (file.bytes.length <= INLINE_MOST) {
    const input = await inlined(file);
    if (input !== null) return { id: newPartId(), input, label: file.name, marker: null };
  }
  return heldPart(file, waysOf(file)[0] ?? "mention");
}

/** The bytes of a part that stands inside of the message; null where it is none. */
export function bytesOf(part: Part): HeldFile | null {
  if (part.file !== undefined) return part.file;
  if (part.input.type !== "image" && part.input.type !== "audio") return null;
  const found = /^data:([^;,]*);base64,/.exec(part.input.url.slice(0, 200));
  if (found === null) return null;
  const binary = atob(part.input.url.slice(found[0].length));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const mediaType = found[1] ?? "";
  const ending = ENDINGS[mediaType] ?? mediaType.split("/").at(-1) ?? "bin";
  const name = endingOf(part.label) === "" ? `${fitName(part.label)}.${ending}` : part.label;
  return { name, mediaType, bytes };
}
