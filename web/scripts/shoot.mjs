// Pictures of the stories at three sizes, light and dark: node scripts/shoot.mjs [name …]. Builds first unless --no-build.
// They go to .cache/shots.
import { createServer } from "node:http";
import { readFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawnSync } from "node:child_process";

const web = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(new URL("../../tests/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));

if (!process.argv.includes("--no-build")) {
  const built = spawnSync("npx", ["--no-install", "vite", "build", "--mode", "story", "--logLevel", "warn"], { cwd: web, stdio: "inherit" });
  if (built.status !== 0) process.exit(1);
}

const TYPES = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".woff2": "font/woff2" };
// The relay's own policy, so that the stories show what the app would be refused.
const CSP =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; font-src 'self'; manifest-src 'self'; img-src 'self' data: blob:; media-src data: blob:; connect-src 'self'";
const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? "/", "http://x").pathname;
  const file = extname(path) === "" ? "/story.html" : path;
  try {
    const body = await readFile(join(web, ".cache/story", file));
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-security-policy": CSP });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const { port } = server.address();
await mkdir(join(web, ".cache/shots"), { recursive: true });

const SIZES = { desk: [1440, 900], tab: [1024, 1180], phone: [390, 844] };
const SHOTS = [
  ["retry", "full", "/t/t-retry", ["desk", "tab", "phone"], ["light", "dark"]],
  ["list", "full", "/", ["desk", "phone"], ["light", "dark"]],
  ["ends", "full", "/t/t-ends", ["desk", "phone"], ["light", "dark"]],
  ["ends-top", "full", "/t/t-ends", ["desk"], ["light"], { top: true }],
  ["ci", "full", "/t/t-ci", ["desk", "phone"], ["light", "dark"], { top: true }],
  ["ci-end", "full", "/t/t-ci", ["desk"], ["light"]],
  ["retry-top", "full", "/t/t-retry", ["desk", "phone"], ["light", "dark"], { top: true }],
  ["live", "full", "/t/t-p99", ["desk"], ["light", "dark"]],
  ["long", "full", "/t/t-parser", ["desk"], ["light"]],
  ["offline", "offline", "/t/t-retry", ["desk", "phone"], ["light"]],
  ["new", "full", "/new", ["desk", "phone"], ["light", "dark"]],
  ["settings", "full", "/settings", ["desk", "phone"], ["light", "dark"]],
  ["pair", "unpaired", "/pair", ["desk", "phone"], ["light", "dark"]],
  ["refused", "refused", "/", ["desk"], ["light"]],
  ["empty", "empty", "/", ["desk", "phone"], ["light"]],
  ["wire", "full", "/t/t-retry", ["desk"], ["light"], { tab: "Wire" }],
  ["changes", "full", "/t/t-retry", ["desk"], ["light"], { tab: "Changes" }],
  ["sheet", "full", "/t/t-retry", ["tab", "phone"], ["light"], { sheet: true }],
];

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu"] });
for (const [name, story, path, sizes, schemes, options] of SHOTS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const size of sizes) {
    for (const scheme of schemes) {
      const [width, height] = SIZES[size];
      const phone = size === "phone";
      const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, deviceScaleFactor: phone ? 2 : 1, hasTouch: phone, isMobile: phone });
      page.on("console", (message) => message.type() !== "info" && console.log(`${name} ${size} ${scheme}: ${message.text()}`));
      page.on("pageerror", (error) => console.log(`${name} ${size} ${scheme}: ${error.stack}`));
      await page.goto(`http://127.0.0.1:${port}/story.html?story=${story}&path=${encodeURIComponent(path)}`);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(900);
      if (options?.top) await page.evaluate(() => document.querySelector("[data-testid=transcript]")?.scrollTo(0, 0));
      if (options?.sheet) await page.getByRole("button", { name: "Plan, changes, wire" }).click();
      if (options?.tab) await page.getByRole("tab", { name: options.tab }).click();
      if (options) await page.waitForTimeout(700);
      await page.screenshot({ path: join(web, ".cache/shots", `${name}-${size}-${scheme}.png`) });
      await page.close();
    }
  }
}
await browser.close();
server.close();
