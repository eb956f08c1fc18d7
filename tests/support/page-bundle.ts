// Bundles one module of the workspace into a script for a page, in memory, and serves it on an origin that no server has.
import { fileURLToPath } from "node:url";
import type { BrowserContext } from "playwright-core";
import { build } from "vite";

/** Any loopback origin is a secure context: Web Locks, BroadcastChannel and IndexedDB are there. Nothing listens on it. */
export const PAGE_URL = "http://127.0.0.1:9/";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param entry path of a module below the project's root */
export async function bundleForPage(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: "es2023",
      modulePreload: false,
      rollupOptions: { input: `${root}/${entry}`, output: { format: "iife" } },
    },
  });
  const outputs = Array.isArray(result) ? result : "output" in result ? [result] : [];
  const chunk = outputs.flatMap((one) => one.output).find((one) => one.type === "chunk");
  if (chunk === undefined) throw new Error(`${entry} gave no script`);
  return chunk.code;
}

/** Every page of the context that opens PAGE_URL runs the script. */
export async function serveScript(context: BrowserContext, script: string): Promise<void> {
  await context.route(`${PAGE_URL}**`, (route) =>
    route.request().url().endsWith(".js")
      ? route.fulfill({ contentType: "text/javascript", body: script })
      : route.fulfill({
          contentType: "text/html",
          body: "<!doctype html><title>page</title><script src=page.js></script>",
        }),
  );
}
