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
  const built = spawnSync("npx", ["--no-install", "vite", "build", "--mode", "story", "--logLevel", "warn"], {
    cwd: web,
    stdio: "inherit",
  });
  if (built.status !== 0) process.exit(1);
}

const TYPES = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".woff2": "font/woff2" };
// The relay's own policy, so that the stories show what the app would be refused.
const CSP =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; font-src 'self'; manifest-src 'self'; img-src 'self' data: blob:; media-src data: blob:; connect-src 'self'";
const server = createServer((request, response) => void answer(request, response));
async function answer(request, response) {
  const path = new URL(request.url ?? "/", "http://x").pathname;
  const file = extname(path) === "" ? "/story.html" : path;
  try {
    const body = await readFile(join(web, ".cache/story", file));
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "content-security-policy": CSP,
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const { port } = server.address();
await mkdir(join(web, ".cache/shots"), { recursive: true });

const SIZES = { desk: [1440, 900], tab: [1024, 1180], phone: [390, 844] };
const SHOTS = [
  { name: "retry", story: "full", path: "/t/t-retry", sizes: ["desk", "tab", "phone"], schemes: ["light", "dark"] },
  { name: "list", story: "full", path: "/", sizes: ["desk", "phone"], schemes: ["light", "dark"] },
  { name: "ends", story: "full", path: "/t/t-ends", sizes: ["desk", "phone"], schemes: ["light", "dark"] },
  { name: "ends-top", story: "full", path: "/t/t-ends", sizes: ["desk"], schemes: ["light"], top: true },
  { name: "ci", story: "full", path: "/t/t-ci", sizes: ["desk", "phone"], schemes: ["light", "dark"], top: true },
  { name: "asks", story: "full", path: "/t/t-asks", sizes: ["desk", "phone"], schemes: ["light", "dark"], tall: true },
  {
    name: "tools",
    story: "full",
    path: "/t/t-tools",
    sizes: ["desk", "phone"],
    schemes: ["light", "dark"],
    tall: true,
  },
  {
    name: "media",
    story: "full",
    path: "/t/t-media",
    sizes: ["desk", "phone"],
    schemes: ["light", "dark"],
    tall: true,
  },
  {
    name: "agents",
    story: "full",
    path: "/t/t-agents",
    sizes: ["desk", "phone"],
    schemes: ["light", "dark"],
    tall: true,
  },
  {
    name: "commands",
    story: "full",
    path: "/t/t-commands",
    sizes: ["desk", "phone"],
    schemes: ["light", "dark"],
    tall: true,
  },
  {
    name: "told",
    story: "full",
    path: "/t/t-told",
    sizes: ["desk", "tab", "phone"],
    schemes: ["light", "dark"],
    tall: true,
  },
  {
    name: "activity",
    story: "full",
    path: "/settings/activity",
    sizes: ["desk", "tab", "phone"],
    schemes: ["light", "dark"],
    tall: true,
  },
  { name: "ci-end", story: "full", path: "/t/t-ci", sizes: ["desk"], schemes: ["light"] },
  {
    name: "retry-top",
    story: "full",
    path: "/t/t-retry",
    sizes: ["desk", "phone"],
    schemes: ["light", "dark"],
    top: true,
  },
  { name: "live", story: "full", path: "/t/t-p99", sizes: ["desk"], schemes: ["light", "dark"] },
  { name: "long", story: "full", path: "/t/t-parser", sizes: ["desk"], schemes: ["light"] },
  { name: "offline", story: "offline", path: "/t/t-retry", sizes: ["desk", "phone"], schemes: ["light"] },
  { name: "new", story: "full", path: "/new", sizes: ["desk", "phone"], schemes: ["light", "dark"] },
  { name: "settings", story: "full", path: "/settings", sizes: ["desk", "phone"], schemes: ["light", "dark"] },
  { name: "pair", story: "unpaired", path: "/pair", sizes: ["desk", "phone"], schemes: ["light", "dark"] },
  { name: "refused", story: "refused", path: "/", sizes: ["desk"], schemes: ["light"] },
  { name: "empty", story: "empty", path: "/", sizes: ["desk", "phone"], schemes: ["light"] },
  { name: "wire", story: "full", path: "/t/t-retry", sizes: ["desk"], schemes: ["light"], tab: "Wire" },
  { name: "changes", story: "full", path: "/t/t-retry", sizes: ["desk"], schemes: ["light"], tab: "Changes" },
  { name: "sheet", story: "full", path: "/t/t-retry", sizes: ["tab", "phone"], schemes: ["light"], sheet: true },
];

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-gpu"],
});
for (const { name, story, path, sizes, schemes, top, sheet, tab, tall } of SHOTS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const size of sizes) {
    for (const scheme of schemes) {
      const [width, usual] = SIZES[size];
      // Tall enough for a whole thread.
      const height = tall ? 4600 : usual;
      const phone = size === "phone";
      const page = await browser.newPage({
        viewport: { width, height },
        colorScheme: scheme,
        deviceScaleFactor: phone ? 2 : 1,
        hasTouch: phone,
        isMobile: phone,
      });
      page.on(
        "console",
        (message) => message.type() !== "info" && console.log(`${name} ${size} ${scheme}: ${message.text()}`),
      );
      page.on("pageerror", (error) => console.log(`${name} ${size} ${scheme}: ${error.stack}`));
      await page.goto(`http://127.0.0.1:${port}/story.html?story=${story}&path=${encodeURIComponent(path)}`);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(900);
      if (top) await page.evaluate(() => document.querySelector("[data-testid=transcript]")?.scrollTo(0, 0));
      if (sheet) await page.getByRole("button", { name: "Plan, changes, wire" }).click();
      if (tab) await page.getByRole("tab", { name: tab }).click();
      if (top || sheet || tab) await page.waitForTimeout(700);
      await page.screenshot({ path: join(web, ".cache/shots", `${name}-${size}-${scheme}.png`) });
      await page.close();
    }
  }
}
await browser.close();
server.close();
