// How a file of the app that the first screen does not need comes in. A browser remembers an import that failed for as long as
// the page lives (the module map of the HTML standard), that of a file which another imports as well: asked for again it fails
// without a request. So nothing is imported before it and all that it needs can be had: what is fetched here is kept by the
// service worker or the browser's cache, out of which the import then comes. The build puts this in the place of every
// `import(…)` (scripts/app-files.ts).

type Import = (href: string) => Promise<unknown>;

export interface AppFileOptions {
  /** Where the app's files lie. */
  readonly base?: string;
  readonly load?: Import;
}

/** What could be had once, or is on its way; what failed is asked for again. */
const had = new Map<string, Promise<void>>();

function once(href: string, bring: (href: string) => Promise<void>): Promise<void> {
  const before = had.get(href);
  if (before !== undefined) return before;
  const now = bring(href);
  had.set(href, now);
  now.catch(() => had.delete(href));
  return now;
}

async function fetched(href: string): Promise<void> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href}: HTTP ${answer.status}`);
  // To its end: half a file is none.
  await answer.arrayBuffer();
}

function styled(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`${href}: no style sheet`));
    });
    document.head.append(link);
  });
}

/**
 * Brings a file in, after all that it needs.
 * @param name its name among the app's files
 * @param needs names of the scripts and style sheets that it needs beside the first screen's
 * @throws when one of them could not be had; the next call asks for that one again
 */
export async function appFile(
  name: string,
  needs: readonly string[],
  { base = import.meta.url, load = (href: string) => import(/* @vite-ignore */ href) }: AppFileOptions = {},
): Promise<unknown> {
  const href = (file: string) => new URL(file, base).href;
  await Promise.all([name, ...needs].map((file) => once(href(file), file.endsWith(".css") ? styled : fetched)));
  return await load(href(name));
}

// A name of the page's, since the build knows the files only when no further import can be added to them.
Reflect.set(globalThis, "appFile", appFile);
