// The files of the app: a list made at start, held in memory. A request is looked up in it and never joined to a path.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** One file as it is served. */
export interface AppFile {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
  /** The name carries a hash of the content: it may be kept for ever. */
  readonly immutable: boolean;
  /** The body compressed, made when first asked for; null when that gains nothing. */
  gzip(): Buffer | null;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};
const COMPRESSED = /^(?:text\/|application\/(?:json|manifest\+json|wasm)|image\/svg)/;

/** Pages of the app that are the same document: the page itself reads the address. */
const APP_ROUTE = /^\/(?:|new|pair|inbox|share|t\/[^/]+|settings(?:\/[^/]+)*)\/?$/;

/** The list of files below `root`: links are left out, and so is what begins with a dot. Empty when there is no such folder. */
export function listAppFiles(root: string): Map<string, AppFile> {
  const files = new Map<string, AppFile>();
  const visit = (folder: string, address: string): void => {
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      return;
    }
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      const path = join(folder, entry.name);
      const here = `${address}/${entry.name}`;
      if (entry.isDirectory()) visit(path, here);
      else if (entry.isFile()) files.set(here, appFile(here, readFileSync(path)));
    }
  };
  visit(root, "");
  return files;
}

/**
 * Finds what a request target means: a file, the document for an address of the app, or nothing.
 * @param target the raw request target; it is compared as it stands and never decoded
 */
export function findAppFile(files: ReadonlyMap<string, AppFile>, target: string): AppFile | null {
  const query = target.search(/[?#]/);
  const path = query === -1 ? target : target.slice(0, query);
  return files.get(path) ?? (APP_ROUTE.test(path) ? (files.get("/index.html") ?? null) : null);
}

function appFile(address: string, body: Buffer): AppFile {
  const type = TYPES[extname(address)] ?? "application/octet-stream";
  let gzip: Buffer | null | undefined;
  return {
    type,
    body,
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    immutable: /^\/assets\/.*[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/.test(address),
    gzip: () => {
      if (gzip === undefined) {
        const packed = COMPRESSED.test(type) && body.length > 1_024 ? gzipSync(body) : null;
        gzip = packed !== null && packed.length < body.length * 0.9 ? packed : null;
      }
      return gzip;
    },
  };
}
