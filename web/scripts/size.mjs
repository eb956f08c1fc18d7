// How much JavaScript the first screen needs: what index.html names and all that those files import, gzipped. Fails
// over the budget. Run after a build: node scripts/size.mjs
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** kB (1000 bytes), gzip -9. */
const BUDGET = 80;
const dist = fileURLToPath(new URL("../dist", import.meta.url));
const gzip = (path) => gzipSync(readFileSync(path), { level: 9 }).length;
const html = readFileSync(join(dist, "index.html"), "utf8");
const first = [...html.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.js)"/g)].map((match) => match[1]);
if (first.length === 0) {
  console.error("index.html names no script: was the app built?");
  process.exit(1);
}
const seen = new Set();
const visit = (file) => {
  if (seen.has(file)) return;
  seen.add(file);
  const text = readFileSync(join(dist, file), "utf8");
  // Static imports and re-exports only: `import(…)` loads later.
  for (const [, name] of text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)) visit(`assets/${name}`);
};
first.forEach(visit);
let sum = 0;
for (const file of seen) {
  const size = gzip(join(dist, file));
  sum += size;
  console.log(`${(size / 1000).toFixed(1).padStart(7)} kB  ${file}`);
}
const later = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js") && !seen.has(`assets/${name}`));
const rest = later.reduce((total, name) => total + gzip(join(dist, "assets", name)), 0);
console.log(
  `${(sum / 1000).toFixed(1).padStart(7)} kB  first screen (budget ${BUDGET} kB); ${(rest / 1000).toFixed(1)} kB more in ${later.length} files load when needed`,
);
if (sum > BUDGET * 1000) {
  console.error("The first screen is over its budget.");
  process.exit(1);
}
