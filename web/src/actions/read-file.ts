// What a person reads of a file on the host: what it is and how big, then its bytes. The App Server gives a file only as a
// whole, and every byte goes to every device: so the size is asked first.
import * as z from "zod/mini";
import type { HostSession, Outcome } from "../host/model.ts";
import type { FileFacts } from "./contract.ts";

/** Milliseconds after which counting is given up: `wc` reads some files of the kernel for ever. */
const COUNT_TIMEOUT_MS = 10_000;
/** Of what the command prints: a number and the path back. */
const COUNT_OUTPUT = 65_536;
/** Characters of base64 that are decoded at a time; a multiple of four. */
const DECODE_PIECE = 1_048_576;

const metadata = z.looseObject({
  isDirectory: z.boolean(),
  isFile: z.boolean(),
  isSymlink: z.optional(z.boolean()),
});
const counted = z.looseObject({ exitCode: z.number(), stdout: z.string() });
const content = z.looseObject({ dataBase64: z.string() });

/**
 * What lies at an absolute path: `fs/getMetadata`, and for a file its size with `wc -c`, which the App Server does not tell.
 * The path is one element of an argument list, after `--`: no shell sees it, and it is no option whatever it begins with.
 * No process id is chosen, so there is no handle that could clash with another device's.
 */
export async function inspectFile(session: HostSession, path: string): Promise<Outcome<FileFacts>> {
  const found = await session.request("fs/getMetadata", { path });
  if (!found.ok) return found;
  const facts = z.safeParse(metadata, found.value);
  if (!facts.success) return unreadable("fs/getMetadata");
  const link = facts.data.isSymlink ?? false;
  if (facts.data.isDirectory) return { ok: true, value: { kind: "folder", bytes: null, link } };
  if (!facts.data.isFile) return { ok: true, value: { kind: "other", bytes: null, link } };
  const size = await session.request("command/exec", {
    command: ["wc", "-c", "--", path],
    sandboxPolicy: { type: "readOnly" },
    timeoutMs: COUNT_TIMEOUT_MS,
    outputBytesCap: COUNT_OUTPUT,
  });
  // A machine without the command, or where no sandbox can be made: the size stays unknown, and the person is asked.
  if (!size.ok) return size.reason.type === "rpc" ? { ok: true, value: { kind: "file", bytes: null, link } } : size;
  const reply = z.safeParse(counted, size.value);
  const digits =
    reply.success && reply.data.exitCode === 0 ? /^\s*(\d+)(?:\s|$)/.exec(reply.data.stdout)?.[1] : undefined;
  return { ok: true, value: { kind: "file", bytes: digits === undefined ? null : Number(digits), link } };
}

/** `fs/readFile`: the whole content. The journal keeps a stub of it. */
export async function readFile(session: HostSession, path: string): Promise<Outcome<Uint8Array<ArrayBuffer>>> {
  const outcome = await session.request("fs/readFile", { path });
  if (!outcome.ok) return outcome;
  const reply = z.safeParse(content, outcome.value);
  if (!reply.success) return unreadable("fs/readFile");
  try {
    return { ok: true, value: await decodeBase64(reply.data.dataBase64) };
  } catch {
    return unreadable("fs/readFile");
  }
}

/** Piece by piece, with a breath in between: a page must not stand still because of a large file. */
async function decodeBase64(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4) - padding);
  let at = 0;
  for (let from = 0; from < text.length; from += DECODE_PIECE) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve));
    const piece = atob(text.slice(from, from + DECODE_PIECE));
    for (let index = 0; index < piece.length; index++) bytes[at++] = piece.charCodeAt(index);
  }
  if (at !== bytes.length) throw new Error("base64 of another length than it says");
  return bytes;
}

function unreadable(method: string): { ok: false; reason: { type: "not-sent"; message: string } } {
  return {
    ok: false,
    reason: { type: "not-sent", message: `The App Server's reply to ${method} could not be read.` },
  };
}
