// Finds a Chromium or Chrome for the browser tests; installs Debian's package where there is none and that is allowed.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @returns {string | null} the path of a browser: CHROMIUM_PATH, else the first one found on PATH. */
export function findChromium() {
  const candidates = [process.env.CHROMIUM_PATH];
  for (const folder of (process.env.PATH ?? "").split(delimiter))
    for (const name of NAMES) candidates.push(join(folder, name));
  candidates.push(...PLACES);
  for (const path of candidates) {
    if (!path) continue;
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // not there, or not to be run: the next one
    }
  }
  return null;
}

/** @returns {string | null} a browser's path after trying to install one; null after having said what to do. */
export function ensureChromium() {
  const found = findChromium();
  if (found !== null) return found;
  const apt = spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;
  if (apt && process.getuid?.() === 0) {
    console.error("No Chromium found: installing Debian's package.");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-q"], { stdio: ["ignore", 2, 2], env });
    spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"], {
      stdio: ["ignore", 2, 2],
      env,
    });
    const installed = findChromium();
    if (installed !== null) return installed;
  }
  console.error("The browser tests need Chromium or Chrome. Install one with: sudo apt-get install -y chromium");
  console.error("or set CHROMIUM_PATH to the program.");
  return null;
}
