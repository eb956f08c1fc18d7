// Cache storage in memory, as far as shares use it. Tests only.
import type { Caches } from "./shared.ts";

/** Empty at first. */
export function memoryCaches(): Caches {
  const all = new Map<string, Map<string, Response>>();
  return {
    open(name: string) {
      const entries = all.get(name) ?? new Map<string, Response>();
      all.set(name, entries);
      const cache = {
        put: (key: string, response: Response) => Promise.resolve(void entries.set(key, response)),
        match: (key: string) => Promise.resolve(entries.get(key)?.clone()),
      };
      // No more of it is asked for.
      return Promise.resolve(cache as unknown as Cache);
    },
    delete: (name: string) => Promise.resolve(all.delete(name)),
  };
}
