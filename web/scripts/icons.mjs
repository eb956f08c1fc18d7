// Makes the PNG icons from public/icon.svg with the system's Chromium: node scripts/icons.mjs. The results are committed.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(new URL("../../tests/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const at = (path) => fileURLToPath(new URL(`../public/${path}`, import.meta.url));
const svg = readFileSync(at("icon.svg"), "utf8");
// Launchers cut maskable and touch icons to a shape of their own: those fill the square, with the mark inside the safe circle.
const square = svg.replace(' rx="112"', "");
const inset = square
  .replace('viewBox="0 0 512 512"', 'viewBox="-40 -40 592 592"')
  .replace('<rect width="512" height="512"', '<rect x="-40" y="-40" width="592" height="592"');
const ICONS = [
  ["icon-192.png", 192, svg],
  ["icon-512.png", 512, svg],
  ["icon-maskable-512.png", 512, inset],
  ["apple-touch-icon.png", 180, square],
];
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const [name, size, source] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${source}`,
  );
  writeFileSync(at(name), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
