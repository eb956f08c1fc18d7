// A file of this device onto the machine: into a folder that the person has seen, under a name that nothing has there.
import type { HostSession, Outcome } from "../host/model.ts";
import { base64Of } from "./base64.ts";
import { NOW, onOneConnection } from "./loaded.ts";

export interface Upload {
  /** Absolute path on the host; made where it is not there. */
  folder: string;
  name: string;
  bytes: Uint8Array;
}

export interface UploadActs {
  /** `fs/createDirectory` and `fs/writeFile`. Gives the path, whose name differs where something had it already. */
  upload(session: HostSession, what: Upload): Promise<Outcome<{ path: string }>>;
}

/** Names that are tried before it is given up. */
const TRIES = 100;
/** The server's words for a path at which nothing lies. */
const NOTHING = /\bos error [23]\b/;
/** Characters that some file system does not take, or that mean something to shells and prompts. */
// oxlint-disable-next-line no-control-regex -- control characters in names are what is looked for
const UNFIT = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069/\\:*?"<>|`]/g;
/** Longer names are cut: file systems take 255 bytes, and a number may come. */
const LONGEST = 80;
const LONGEST_BYTES = 200;

/** A name that every file system takes. */
export function fitName(name: string): string {
  const fit = name
    .normalize("NFC")
    .replaceAll(UNFIT, "_")
    .trim()
    .replace(/[. ]+$/, "");
  if (fit === "" || /^_+$/.test(fit)) return "file";
  const dot = fit.lastIndexOf(".");
  const ending = dot > 0 && fit.length - dot <= 12 ? fit.slice(dot) : "";
  const stem = ending === "" ? fit : fit.slice(0, dot);
  let kept = "";
  for (const sign of Array.from(stem).slice(0, LONGEST)) {
    if (new TextEncoder().encode(kept + sign + ending).length > LONGEST_BYTES) break;
    kept += sign;
  }
  return kept + ending;
}

/** The same name with a number: `notes-2.txt`. */
export function numbered(name: string, n: number): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)}-${n}${name.slice(dot)}` : `${name}-${n}`;
}

/** A path below a folder, in the folder's own way of writing. */
export function pathIn(folder: string, name: string): string {
  const windows = /^[a-z]:[\\/]|^\\\\/i.test(folder);
  return `${folder.replace(/[\\/]+$/, "")}${windows ? "\\" : "/"}${name}`;
}

async function isFree(session: HostSession, path: string): Promise<Outcome<boolean>> {
  const found = await session.request("fs/getMetadata", { path });
  if (found.ok) return { ok: true, value: false };
  // Anything else than "nothing is there" may hide something that would be overwritten.
  return found.reason.type === "rpc" && NOTHING.test(found.reason.message) ? { ok: true, value: true } : found;
}

async function upload(session: HostSession, what: Upload): Promise<Outcome<{ path: string }>> {
  const name = fitName(what.name);
  const dataBase64 = await base64Of(what.bytes);
  return onOneConnection(session, async (cut) => {
    const made = await session.request("fs/createDirectory", { path: what.folder, recursive: true }, NOW);
    if (!made.ok) return made;
    for (let n = 1; n <= TRIES; n++) {
      const path = pathIn(what.folder, n === 1 ? name : numbered(name, n));
      const free = await isFree(session, path);
      if (!free.ok) return free;
      if (!free.value) continue;
      const lost = cut();
      if (lost !== null) return lost;
      const written = await session.request("fs/writeFile", { path, dataBase64 }, NOW);
      return written.ok ? { ok: true, value: { path } } : written;
    }
    const message = `The folder has ${TRIES} files of the name ${name} already. Choose another folder.`;
    return { ok: false, reason: { type: "not-sent", message } };
  });
}

export const uploadActs: UploadActs = { upload };
