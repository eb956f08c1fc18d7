// What another app on this device shares with this one, as the service worker puts it aside and the page takes it up. It is
// kept until a thread's draft has it or the person throws it away; nothing is sent by it.

/** Where the system posts it, and the page that shows it. */
export const SHARE_PATH = "/share";
const CACHE = "longwire-shared";
/** The newest share alone is kept, and of it so many files. */
const MOST_FILES = 20;

const aboutKey = "/shared/about";
const fileKey = (n: number): string => `/shared/file/${n}`;

/** The part of the browser's cache storage that is used. */
export type Caches = Pick<CacheStorage, "open" | "delete">;

export interface Shared {
  /** Of this share: another one may take its place. */
  id: string;
  /** Its title, text and address, one below the other. */
  text: string;
  files: File[];
}

/** Puts a share aside; what was shared before it goes. */
export async function keepShared(form: FormData, storage: Caches): Promise<void> {
  await storage.delete(CACHE);
  const cache = await storage.open(CACHE);
  const words = ["title", "text", "url"].flatMap((name) => {
    const value = form.get(name);
    return typeof value === "string" && value.trim() !== "" ? [value.trim()] : [];
  });
  const files = form.getAll("files").filter((value): value is File => typeof value !== "string");
  const kept = files.slice(0, MOST_FILES);
  for (const [n, file] of kept.entries()) await cache.put(fileKey(n), new Response(await file.arrayBuffer()));
  const about = {
    id: String(Math.random()),
    text: [...new Set(words)].join("\n"),
    files: kept.map(({ name, type }) => ({ name, type })),
  };
  await cache.put(aboutKey, new Response(JSON.stringify(about)));
}

/** What was put aside last, or null. */
export async function readShared(storage: Caches): Promise<Shared | null> {
  const cache = await storage.open(CACHE);
  const about: unknown = await (await cache.match(aboutKey))?.json().catch(() => null);
  if (typeof about !== "object" || about === null || !("text" in about) || typeof about.text !== "string") return null;
  const told: readonly unknown[] = "files" in about && Array.isArray(about.files) ? about.files : [];
  const files: File[] = [];
  for (const [n, each] of told.entries()) {
    const found = await cache.match(fileKey(n));
    if (found === undefined || typeof each !== "object" || each === null) continue;
    const name = "name" in each && typeof each.name === "string" ? each.name : "file";
    const type = "type" in each && typeof each.type === "string" ? each.type : "";
    files.push(new File([await found.arrayBuffer()], name, { type }));
  }
  const id = "id" in about && typeof about.id === "string" ? about.id : "";
  return files.length === 0 && about.text === "" ? null : { id, text: about.text, files };
}

/** It is in a draft now, or was thrown away. What was shared meanwhile stays. */
export async function forgetShared(storage: Caches, id: string): Promise<void> {
  if ((await readShared(storage))?.id === id) await storage.delete(CACHE);
}
