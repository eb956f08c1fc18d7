// Builds the app: one page, lazily loaded rooms, a service worker that precaches the shell.
// `--mode story` builds the stories instead (dev only: no service worker, another folder).
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import solid from "vite-plugin-solid";
import { appFiles } from "./scripts/app-files.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(here("../package.json"), "utf8")) as { version: string };

/** What the build is made of. The same sources give the same id: only a changed app is a new version. */
const SOURCES = [
  "src",
  "public",
  "index.html",
  "vite.config.ts",
  "scripts/app-files.ts",
  "package.json",
  "../shared-protocol/src",
  "../shared-protocol/scripts",
  "../package.json",
  "../pnpm-lock.yaml",
];

/** A hash over the names and contents of the sources, tests left out; the machine and the time have no part in it. */
function buildId(): string {
  const hash = createHash("sha256");
  const add = (path: string): void => {
    const full = here(path);
    if (statSync(full).isDirectory()) {
      // Sorted by code units: the order must not depend on the file system or the locale.
      for (const name of readdirSync(full).toSorted()) add(join(path, name));
      return;
    }
    if (/\.test\.tsx?$/.test(path)) return;
    const bytes = readFileSync(full);
    hash.update(`${path.replaceAll("\\", "/")}\0${bytes.length}\0`).update(bytes);
  };
  for (const path of SOURCES) add(path);
  return hash.digest("hex").slice(0, 12);
}

export default defineConfig(({ mode }) => {
  const story = mode === "story";
  return {
    define: { __APP_VERSION__: JSON.stringify(version), __BUILD_ID__: JSON.stringify(buildId()) },
    plugins: [
      solid(),
      appFiles(),
      story
        ? []
        : VitePWA({
            strategies: "injectManifest",
            srcDir: "src",
            filename: "sw.ts",
            injectRegister: false,
            devOptions: { enabled: false },
            injectManifest: {
              // What the first offline start needs: the shell, its lazy rooms, the latin faces. Not the icons and not
              // the faces for rarer alphabets, which the browser fetches when a text needs them.
              globPatterns: ["index.html", "assets/*.{js,css}", "assets/*-latin-wght-normal-*.woff2"],
              maximumFileSizeToCacheInBytes: 3 * 1024 * 1024,
            },
            manifest: {
              id: "/",
              name: "Longwire",
              short_name: "Longwire",
              description: "Drive a coding agent on another machine.",
              start_url: "/",
              scope: "/",
              display: "standalone",
              background_color: "#fbfaf7",
              theme_color: "#f3f1ec",
              share_target: {
                action: "/share",
                method: "POST",
                enctype: "multipart/form-data",
                params: {
                  title: "title",
                  text: "text",
                  url: "url",
                  files: [{ name: "files", accept: ["image/*", "audio/*", "video/*", "text/*", "application/*"] }],
                },
              },
              icons: [
                { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
                { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
                { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
                { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
              ],
            },
          }),
    ],
    build: {
      target: ["chrome123", "safari17.5", "firefox125"],
      outDir: story ? ".cache/story" : "dist",
      assetsInlineLimit: 0,
      rollupOptions: { input: here(story ? "story.html" : "index.html") },
    },
    server: { host: "127.0.0.1" },
  };
});
