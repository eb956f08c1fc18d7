// Saves bytes as a file, and makes the addresses under which pictures are drawn. Bytes from the machine become a raster
// image or an octet stream, never anything that a browser would open as a page.

const REVOKE_AFTER_MS = 10_000;

/** Offers the bytes for download under `name`. */
export function saveBytes(name: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type: "application/octet-stream" }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(-120) || "file";
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/** The address of a drawing, for `<img>` alone: a browser opens no page from it, and inside `<img>` it runs nothing. */
export function svgAddress(text: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text.toWellFormed())}`;
}
