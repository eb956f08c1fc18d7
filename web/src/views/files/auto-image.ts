// The only files that load without a press: raster images that an `imageView` or `imageGeneration` item names, in the
// thread's folder or in CODEX_HOME, up to 5 MB. Each is read once per page and item; the newest stay in memory.
import type { Actions } from "../../actions/contract.ts";
import type { HostSession } from "../../host/model.ts";
import { extensionOf, liesIn } from "./paths.ts";
import { ASK_ABOVE } from "./reading.ts";
import { RASTER_NAMES, rasterType } from "./sniff.ts";
import { fileTrouble } from "./trouble.ts";

export type AutoImage =
  | { type: "shown"; image: { type: string; bytes: Uint8Array<ArrayBuffer> } }
  /** A sentence: the path is still there to be pressed. */
  | { type: "not"; message: string };

/** Bytes of images that are kept for rows which leave the window and come back. */
const KEPT = 32_000_000;

const cache = new Map<string, Promise<AutoImage>>();
const sizes = new Map<string, number>();

/** Whether an image may load by itself, by its path alone; a path that climbs (`..`) never may. */
export function mayLoadByItself(path: string, folders: readonly (string | null)[]): boolean {
  return RASTER_NAMES.has(extensionOf(path)) && folders.some((folder) => folder !== null && liesIn(path, folder));
}

/** Reads the image, or gives what was read before. `key` names the item. Call only where `mayLoadByItself`. */
export function autoImage(
  session: HostSession,
  actions: Pick<Actions, "inspectFile" | "readFile">,
  path: string,
  key: string,
): Promise<AutoImage> {
  const name = JSON.stringify([session.id, key, path]);
  const known = cache.get(name);
  if (known !== undefined) {
    // What is used again is the newest.
    cache.delete(name);
    cache.set(name, known);
    return known;
  }
  const loading = load(session, actions, path);
  cache.set(name, loading);
  void loading.then((result) => {
    if (result.type === "not") return void cache.delete(name);
    sizes.set(name, result.image.bytes.length);
    let sum = 0;
    for (const size of sizes.values()) sum += size;
    for (const oldest of cache.keys()) {
      if (sum <= KEPT || oldest === name) break;
      sum -= sizes.get(oldest) ?? 0;
      sizes.delete(oldest);
      cache.delete(oldest);
    }
  });
  return loading;
}

async function load(
  session: HostSession,
  actions: Pick<Actions, "inspectFile" | "readFile">,
  path: string,
): Promise<AutoImage> {
  const found = await actions.inspectFile(session, path);
  if (!found.ok) return { type: "not", message: fileTrouble(found.reason) };
  const { kind, bytes, link } = found.value;
  // A link leads out of the folder by which it was allowed.
  if (kind !== "file" || link) return { type: "not", message: "It is not loaded by itself: it is no plain file." };
  if (bytes === null || bytes > ASK_ABOVE)
    return { type: "not", message: "It is not loaded by itself: it is larger than 5 MB, or its size is not known." };
  const read = await actions.readFile(session, path);
  if (!read.ok) return { type: "not", message: fileTrouble(read.reason) };
  const type = rasterType(read.value);
  if (type === null) return { type: "not", message: "It is not a picture, whatever its name says." };
  return { type: "shown", image: { type, bytes: read.value } };
}
