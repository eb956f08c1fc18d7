// Where the bytes of a picture or a sound are: in the message itself, or somewhere else. What is somewhere else is named
// and never fetched.
import type { MediaSource } from "@longwire/shared-protocol/wire/items/content";

export type Located =
  /** In the message. `declared` is its type as somebody called it; the bytes decide. */
  | {
      readonly where: "here";
      readonly declared: string | null;
      readonly data: string;
      readonly encoding: "base64" | "percent";
    }
  /** Behind an address of another place. `host` names it. */
  | { readonly where: "elsewhere"; readonly host: string; readonly address: string }
  /** A file of the machine that the App Server runs on. */
  | { readonly where: "path"; readonly path: string };

/** How far into a `data:` address its comma may stand: the type and its parameters are short. */
const HEAD = 1024;

/** Looks at a source; reads no more of it than its head. */
export function locate(source: MediaSource): Located {
  if (source.type === "base64") {
    return { where: "here", declared: source.mimeType, data: source.data, encoding: "base64" };
  }
  const { url } = source;
  const data = /^\s*data:/i.test(url.slice(0, 64)) ? readDataUrl(url.trimStart()) : null;
  if (data !== null) return data;
  if (/^\s*file:/i.test(url)) return { where: "path", path: filePath(url) };
  if (url.startsWith("/") && !url.startsWith("//")) return { where: "path", path: url };
  return { where: "elsewhere", host: hostOf(url), address: url };
}

/** `data:[type][;parameter]…[;base64],content`; null when there is no comma where one must be. */
function readDataUrl(url: string): Located | null {
  const head = url.slice(0, HEAD);
  const comma = head.indexOf(",");
  if (comma === -1) return null;
  const [type = "", ...parameters] = head.slice("data:".length, comma).split(";");
  const base64 = parameters.some((parameter) => parameter.trim().toLowerCase() === "base64");
  return {
    where: "here",
    declared: type.trim() === "" ? null : type.trim().toLowerCase(),
    data: url.slice(comma + 1),
    encoding: base64 ? "base64" : "percent",
  };
}

function filePath(url: string): string {
  try {
    return decodeURIComponent(new URL(url.trim()).pathname);
  } catch {
    return url;
  }
}

/** The host of an address, as words for a placeholder. */
function hostOf(address: string): string {
  try {
    // Browsers read a backslash as a slash, and `//host` as an address of their own scheme.
    const url = new URL(address.replaceAll("\\", "/"), "https://this.device");
    if (url.host === "this.device") return "an address without a host";
    return url.host === "" ? `an address of the kind ${url.protocol.slice(0, 40)}` : url.host;
  } catch {
    return "an unreadable address";
  }
}
