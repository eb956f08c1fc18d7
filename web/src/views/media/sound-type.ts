// Which kind of sound bytes are, by the bytes alone: declared types are not believed.

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** The MIME type of a sound that a browser may play, or null. */
export function soundType(bytes: Uint8Array): string | null {
  const head = ascii(bytes, 0, 4);
  if (head === "RIFF" && ascii(bytes, 8, 12) === "WAVE") return "audio/wav";
  if (head === "OggS") return "audio/ogg";
  if (head === "fLaC") return "audio/flac";
  if (head.startsWith("ID3")) return "audio/mpeg";
  if (ascii(bytes, 4, 8) === "ftyp" && !/^avi[fs]|hei|mif/.test(ascii(bytes, 8, 12))) return "audio/mp4";
  const [first, second] = bytes;
  if (first === 0x1a && second === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return "audio/webm";
  if (first === 0xff && second !== undefined) {
    // A frame of MPEG audio begins with eleven ones; layer 0 is AAC in ADTS.
    if ((second & 0xf6) === 0xf0) return "audio/aac";
    if ((second & 0xe0) === 0xe0 && (second & 0x06) !== 0) return "audio/mpeg";
  }
  return null;
}
