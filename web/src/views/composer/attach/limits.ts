// How much fits: known before anything is sent, from what the relay told when this device attached.
import type { HostSession } from "../../../host/model.ts";
import { bytes } from "../../../design/words.ts";
import { facts } from "../../live.ts";
import type { Part, WireInput } from "../parts.ts";

/** What a relay takes that has not told otherwise. */
const MOST = 64 * 1024 * 1024;
/** Of a line that is not its content. */
const AROUND = 4096;
/** Pictures and sounds up to this go inside of the message; every device gets them several times over. */
export const INLINE_MOST = 4 * 1024 * 1024;

/** The longest line that can be sent. */
export function lineLimit(session: HostSession): number {
  return facts(session).maxMessage ?? MOST;
}

/** The largest file that can be written to the machine in one line: base64 is a third longer. */
export function uploadLimit(session: HostSession): number {
  return Math.floor(((lineLimit(session) - AROUND) * 3) / 4);
}

/** How long the line of a message gets. */
export function lineLength(input: readonly WireInput[]): number {
  let length = AROUND;
  for (const part of input) {
    // The addresses are plain ASCII and by far the longest of it.
    if (part.type === "image" || part.type === "audio") length += part.url.length + 64;
    else length += new TextEncoder().encode(JSON.stringify(part)).length;
  }
  return length;
}

/** What is wrong with a part by its size, in short and as a sentence; null: nothing. */
export function tooLarge(part: Part, session: HostSession): { note: string; sentence: string } | null {
  const { file } = part;
  const most = uploadLimit(session);
  if (file === undefined || file.bytes.length <= most) return null;
  const isImage = part.input.type === "localImage";
  return {
    note: `too large, at most ${bytes(most)}`,
    sentence: `${part.label} is too large to send: it has ${bytes(file.bytes.length)}, and this relay takes files of at most ${bytes(most)}. ${isImage ? "Open it and make it smaller, or remove it." : "Remove it, or send a part of it."}`,
  };
}
