// What was last read of a machine's configuration, kept on this device without its secrets: it can be read offline.
import type { ConfigRead, Feature } from "../../actions/config.ts";
import type { JsonObject } from "../../projection/state.ts";
import type { Journal } from "../../journal/journal.ts";

export interface Kept {
  /** Unix milliseconds. */
  at: number;
  /** Its values and layers hold no secrets: they were left out when it was read. */
  read: ConfigRead | null;
  requirements: JsonObject | null;
  features: Feature[];
}

/** Another build's record has another name: it is read anew, not mended. What begins so goes with its machine. */
const key = (host: string): string => `${host}/config-2`;

/** The record, or null. */
export async function keptConfig(journal: Journal, host: string): Promise<Kept | null> {
  // Written by `keepConfig` alone.
  return ((await journal.get(key(host)).catch(() => undefined)) as Kept | undefined) ?? null;
}

/** Keeps it; a device that cannot store shows it all the same. */
export async function keepConfig(journal: Journal, host: string, kept: Kept): Promise<void> {
  await journal.put(key(host), kept).catch(() => undefined);
}
