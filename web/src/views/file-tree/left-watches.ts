// Watches that pages of this device have begun and not ended: a page that is closed has no time left to say so, and its folder
// would be watched, and told of to every device, for as long as the App Server lives. Whether a page still lives is told by a
// lock that it holds.

const KEY = "longwire.watches";
/** More than this many are of pages that nobody comes back to. */
const LIMIT = 200;

interface Noted {
  id: string;
  generation: string;
  /** Names the lock of its page. */
  page: string;
}

let page: string | null = null;

/** The name of this page, under which it holds a lock while it lives. */
function thisPage(): string {
  if (page !== null) return page;
  const name = `longwire-page-${crypto.getRandomValues(new Uint32Array(3)).join("-")}`;
  page = name;
  // Kept until the page goes.
  void navigator.locks
    ?.request(name, { mode: "shared" }, () => new Promise<never>(() => undefined))
    .catch(() => undefined);
  return name;
}

function noted(): Noted[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(value) ? value.filter(isNoted) : [];
  } catch {
    return [];
  }
}

function isNoted(value: unknown): value is Noted {
  if (typeof value !== "object" || value === null) return false;
  return ["id", "generation", "page"].every((name) => typeof Reflect.get(value, name) === "string");
}

function keep(list: readonly Noted[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(list.slice(-LIMIT)));
  } catch {
    // Without storage a watch that is left behind stays.
  }
}

/** A watch has begun. */
export function noteWatch(id: string, generation: string): void {
  keep([...noted(), { id, generation, page: thisPage() }]);
}

/** It is ended. */
export function forgetWatch(id: string): void {
  keep(noted().filter((one) => one.id !== id));
}

/** Watches of an App Server whose pages are gone. Without locks it is not known, and none is. */
export async function leftWatches(generation: string): Promise<string[]> {
  const held = await navigator.locks?.query().catch(() => null);
  if (held == null) return [];
  const living = new Set([
    page,
    ...(held.held ?? []).map(({ name }) => name),
    ...(held.pending ?? []).map(({ name }) => name),
  ]);
  return noted()
    .filter((one) => one.generation === generation && !living.has(one.page))
    .map(({ id }) => id);
}
