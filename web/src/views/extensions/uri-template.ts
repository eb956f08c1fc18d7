// Addresses with places to fill in, as far as they are plain: `library://book/{title}`.

/** More are written by hand. */
const MOST_PLACES = 30;

/** The names of its places; null when it has any of another kind (`{?page}`, `{+path}`): it is then written by hand. */
export function placesIn(template: string): string[] | null {
  const found = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, inner]) => inner ?? "");
  const names = new Set(found);
  return names.size <= MOST_PLACES && found.every((name) => /^[\w.]+$/.test(name)) ? [...names] : null;
}

/** The address; places without a value stay as they are. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([\w.]+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? "") : "";
    return value === "" ? whole : encodeURIComponent(value.toWellFormed());
  });
}
