// The newest good reading of each capability, as this device keeps it: raw records, with when, from which server and for
// which account, and beside it why the newest attempt failed. Small records of the journal, gone with their host. What cannot
// be stored is read again next time.
import type { Failure } from "../host/model.ts";
import type { Journal } from "../journal/journal.ts";
import { jsonOf, listOf, momentOf, numberOf, objectOf, textOf } from "../projection/read.ts";
import type { Json } from "../projection/state.ts";

export interface Reading {
  /** As they came, those that this build cannot read too. */
  records: Json[];
  /** The server had more. */
  cut: boolean;
  at: number;
  userAgent: string | null;
  generation: string;
  account: string | null;
}

/** The newest attempt failed. */
export interface Failed {
  reason: Failure;
  at: number;
  generation: string;
}

export interface Kept {
  /** The folder that it was asked for. */
  cwd: string | null;
  reading: Reading | null;
  failed: Failed | null;
}

/** Folders whose reading is kept, newest first. */
const FOLDERS = 12;

const keyOf = (host: string, name: string): string => `${host}/capabilities/${name}`;

/** What is stored for the name, newest first; whatever has another shape is nothing. */
async function stored(journal: Journal, host: string, name: string): Promise<Kept[]> {
  const found = await journal.get(keyOf(host, name)).catch(() => null);
  return listOf(found).flatMap((value) => {
    const read = objectOf(value);
    return read === null
      ? []
      : [{ cwd: textOf(read["cwd"]), reading: readingOf(read["reading"]), failed: failedOf(read["failed"]) }];
  });
}

function readingOf(value: unknown): Reading | null {
  const read = objectOf(value);
  const at = momentOf(read?.["at"]);
  const records = read?.["records"];
  if (read === null || at === null || !Array.isArray(records)) return null;
  return {
    records: records.map(jsonOf),
    cut: read["cut"] === true,
    at,
    userAgent: textOf(read["userAgent"]),
    generation: textOf(read["generation"]) ?? "",
    account: textOf(read["account"]),
  };
}

function failedOf(value: unknown): Failed | null {
  const read = objectOf(value);
  const at = momentOf(read?.["at"]);
  const reason = objectOf(read?.["reason"]);
  const message = textOf(reason?.["message"]);
  if (at === null || message === null) return null;
  return {
    reason: { type: "rpc", code: numberOf(reason?.["code"]), message, data: null },
    at,
    generation: textOf(read?.["generation"]) ?? "",
  };
}

/** What is stored for that folder. */
export async function keptOf(journal: Journal, host: string, name: string, cwd: string | null): Promise<Kept> {
  const found = (await stored(journal, host, name)).find((kept) => kept.cwd === cwd);
  return found ?? { cwd, reading: null, failed: null };
}

/** What is being stored, by journal and name: two folders that are read at once share one record. */
const storing = new WeakMap<Journal, Map<string, Promise<void>>>();

/** Stores it in the place of the one before. Never fails. */
export async function keep(journal: Journal, host: string, name: string, kept: Kept): Promise<void> {
  let mine = storing.get(journal);
  if (mine === undefined) storing.set(journal, (mine = new Map<string, Promise<void>>()));
  const key = keyOf(host, name);
  const before = mine.get(key) ?? Promise.resolve();
  const now = before.then(async () => {
    const others = (await stored(journal, host, name)).filter(({ cwd }) => cwd !== kept.cwd);
    await journal.put(key, [kept, ...others].slice(0, FOLDERS)).catch(() => undefined);
  });
  mine.set(key, now);
  await now;
}
