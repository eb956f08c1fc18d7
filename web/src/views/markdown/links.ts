// Which addresses in a model's text become links: http, https and mailto, after normalising. All others stay text. And
// where a link leads, in the words that stand beside it.

const ALLOWED: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** What browsers drop, or do not draw, in an address. */
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff]/g;

/** The normalised address of a safe link; null for anything that must stay text. */
export function safeHref(href: string): string | null {
  // Browsers drop tabs and line breaks inside a scheme and blanks around an address; so does the check.
  const text = href.replace(UNSEEN, "");
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return null;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  return ALLOWED.has(url.protocol) ? url.href : null;
}

/**
 * Where a safe link leads, when its text does not say so itself: a host (with its port), or an address of mail. A text
 * says so only when it is the address, or begins with the very host; one that names another host never does.
 */
export function leadsTo(text: string, href: string): string | null {
  const url = new URL(href);
  if (url.protocol === "mailto:") {
    const to = decodeURIComponentSafely(url.pathname);
    return text.trim().replace(/^mailto:/i, "") === to ? null : to;
  }
  const shown = text.trim().replace(/^https?:\/\//i, "");
  // A name before an @ looks like a host and is none.
  const plain = url.username === "" && url.password === "" && !shown.split(/[/?#]/, 1)[0]?.includes("@");
  const host = url.host.toLowerCase();
  const begins = shown.toLowerCase().startsWith(host) && !/^[\p{L}\p{N}.:@-]/u.test(shown.slice(host.length));
  return plain && begins ? null : url.host;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
