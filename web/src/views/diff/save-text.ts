// Saves a text as a file. The blob is an octet stream: a browser never opens it as a page.

const REVOKE_AFTER_MS = 10_000;

/** Offers `text` for download under `name`. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name.replace(/[^\p{L}\p{N}._-]+/gu, "_");
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
