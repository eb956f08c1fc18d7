// Which addresses in a model's text become links: http, https and mailto, after normalising. All others stay text.

const ALLOWED: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** The normalised address of a safe link; null for anything that must stay text. */
export function safeHref(href: string): string | null {
  // Browsers drop tabs and line breaks inside a scheme and blanks around an address; so does the check.
  // oxlint-disable-next-line no-control-regex
  const text = href.replace(/[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202f\u2066-\u2069\ufeff]/g, "");
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return null;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  return ALLOWED.has(url.protocol) ? url.href : null;
}

/** The host that an image would have been fetched from, for its placeholder. */
export function imageHost(href: string): string {
  try {
    const url = new URL(href.replaceAll("\\", "/"), "https://this.device");
    if (url.protocol === "data:") return "embedded data";
    return url.host === "this.device" ? "a local path" : url.host;
  } catch {
    return "an unreadable address";
  }
}
