// A picture made smaller on this device: fewer pixels, as a JPEG. Only when the person asks for it.
import type { HeldFile } from "../parts.ts";

/** Longest sides that are offered, pixels. */
export const SIDES = [2048, 1536, 1024] as const;
const QUALITY = 0.85;

export interface Shrunk {
  file: HeldFile;
  width: number;
  height: number;
}

/** Width and height within a longest side; never larger than they are. */
export function within(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** How many pixels a picture has; null where the browser cannot draw it. */
export async function sizeOf(file: HeldFile): Promise<{ width: number; height: number } | null> {
  const bitmap = await decode(file);
  if (bitmap === null) return null;
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

/** The picture with that longest side; null where the browser cannot draw or write it. */
export async function shrink(file: HeldFile, side: number): Promise<Shrunk | null> {
  const bitmap = await decode(file);
  if (bitmap === null) return null;
  try {
    const size = within(bitmap.width, bitmap.height, side);
    const canvas = document.createElement("canvas");
    canvas.width = size.width;
    canvas.height = size.height;
    const context = canvas.getContext("2d");
    if (context === null) return null;
    // A JPEG has no see-through parts.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, size.width, size.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    if (blob === null) return null;
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const name = `${file.name.replace(/\.[a-z0-9]+$/i, "")}.jpg`;
    return { file: { name, mediaType: "image/jpeg", bytes }, ...size };
  } finally {
    bitmap.close();
  }
}

async function decode(file: HeldFile): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(new Blob([file.bytes], { type: file.mediaType }));
  } catch {
    return null;
  }
}
