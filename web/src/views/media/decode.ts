// Base64 and percent-encoded bytes out of a message, in slices: a picture of megabytes holds the page up for no moment.

/** Characters of one slice; a multiple of four, so that each decodes by itself. */
const SLICE = 1 << 20;

/** How many bytes base64 text of that length stands for. */
export function decodedSize(data: string): number {
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}

/** The bytes, or null when the text is no base64. Line breaks and the URL-safe alphabet are accepted. */
export async function decodeBase64(data: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const plain = data
    .replace(/[\s=]+/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  // A rest of one character stands for no byte.
  if (plain.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((plain.length * 3) / 4));
  let at = 0;
  for (let from = 0; from < plain.length; from += SLICE) {
    if (from > 0) await pause();
    let text: string;
    try {
      text = atob(plain.slice(from, from + SLICE));
    } catch {
      return null;
    }
    for (let i = 0; i < text.length; i += 1) bytes[at + i] = text.charCodeAt(i);
    at += text.length;
  }
  return bytes;
}

/** The bytes of a percent-encoded text (`data:` without `;base64`), or null when it cannot be read. */
export function decodePercent(data: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new TextEncoder().encode(decodeURIComponent(data));
  } catch {
    return null;
  }
}

/** Lets the page draw and answer. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
