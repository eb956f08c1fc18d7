// Whether a text in a message names a file, such as `src/a.ts:12`. Strict: what is not clearly a path stays text. Nothing
// is asked or read because a text names a file; it only becomes something that a person can press.
import { parseReference, type FileReference } from "../files/paths.ts";

/** Longer texts are no paths that somebody wrote. */
const LIMIT = 300;
/** Folders at the root of a machine; other texts that begin with a slash may be routes of a server. */
const ROOTS =
  /^\/(?:home|Users|root|etc|usr|var|opt|tmp|srv|mnt|media|data|workspaces?|work|app|proc|sys|dev|private|repo|src)\//;
/** A name with an ending that files have. */
const NAMED =
  /^[^\s/\\]+\.(?:[cm]?[jt]sx?|json[c5l]?|md|mdx|txt|py[iw]?|rs|go|rb|java|kts?|swift|[ch](?:pp|xx|c)?|cc|cs|php|lua|sh|bash|zsh|fish|sql|s?css|less|html?|svelte|vue|ya?ml|toml|ini|cfg|conf|env|lock|xml|svg|png|jpe?g|gif|webp|pdf|csv|tsv|proto|graphql|gradle|nix|tf|dockerfile|patch|diff|log|snap|ipynb)$/i;
const PLAIN_NAMES =
  /^(?:Makefile|Dockerfile|Gemfile|Rakefile|Justfile|LICENSE|README|CHANGELOG|\.[a-z][\w.-]*(?:rc|ignore|env|config))$/;
/** Frameworks that are called like files. */
const PRODUCTS =
  /^(?:node|next|nuxt|vue|three|d3|express|react|ember|backbone|socket|chart|discord|p5|moment|alpine)\.(?:js|io)$/i;

/**
 * The file that a text names; null when it names none.
 * @param cwd the thread's folder: what begins at its root folder is a path too, whatever that is called.
 */
export function fileReference(text: string, cwd: string | null = null): FileReference | null {
  if (text.length > LIMIT || text.length < 2) return null;
  if (/[\s\p{Cc}<>"'`|?*$&;{}()=,]/u.test(text) || text.includes("://")) return null;
  const file = parseReference(text);
  const { path } = file;
  if (/[:#@]/.test(path.replace(/^[A-Za-z]:[\\/]/, "").replaceAll(/@[\w-]+\//g, ""))) return null;
  const parts = path.split(/[\\/]/);
  const name = parts.at(-1) ?? "";
  const named = NAMED.test(name) || PLAIN_NAMES.test(name);
  const inFolder = parts.length > 1;
  // `a.b.c` is more often code than a file.
  if (!inFolder) return named && !PRODUCTS.test(path) && !/\..*\.[a-z]$/i.test(path) ? file : null;
  if (name === "" || parts.slice(1, -1).includes("")) return null;
  if (named) return file;
  const rooted = isRooted(path, cwd) || /^(?:~|\.{1,2})\//.test(path) || /^[A-Za-z]:[\\/]/.test(path);
  return rooted || file.line !== undefined ? file : null;
}

/** Whether a path begins with a folder that stands at the root of the host. */
function isRooted(path: string, cwd: string | null): boolean {
  const root = /^\/[^/]+\//.exec(cwd === null ? "" : `${cwd}/`)?.[0];
  return ROOTS.test(path) || (root !== undefined && path.startsWith(root));
}

/** The file that the target of a Markdown link names: a path, or a `file:` address of this kind. */
export function linkedFile(href: string, cwd: string | null = null): FileReference | null {
  const local = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(href)?.[1] ?? href;
  let path = local;
  try {
    path = decodeURI(local);
  } catch {
    // Not encoded: as it stands.
  }
  return fileReference(path, cwd) ?? (isPath(path, cwd) ? parseReference(path) : null);
}

/** A target that can be nothing but a path: blanks may stand in it. */
function isPath(text: string, cwd: string | null): boolean {
  return text.length <= LIMIT && isRooted(text, cwd) && !/\p{Cc}/u.test(text);
}
