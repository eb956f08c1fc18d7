// Addresses with a password or a key in them, as they are pasted.

const KEY_NAME = /(?:key|token|secret|passw(?:or)?d|signature|sig|auth|code)$/i;

/** Whether an address holds a password, or a member that is named like a key. */
export function hasPassword(value: unknown): boolean {
  if (typeof value !== "string") return false;
  let url: URL;
  try {
    url = new URL(value.trim());
  } catch {
    return false;
  }
  // A token is often written in the place of the user: `https://token@host/…`. `git@` is none.
  const user = url.username !== "" && url.username !== "git" && /^https?:$/.test(url.protocol);
  return user || url.password !== "" || [...url.searchParams.keys()].some((name) => KEY_NAME.test(name));
}
