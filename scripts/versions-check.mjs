// Fails when a version of an outside tool stands somewhere with another value than in versions.env.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

const text = (path) => readFileSync(join(root, path), "utf8");
const pinned = Object.fromEntries(
  [...text("versions.env").matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
);
const { engines, packageManager } = JSON.parse(text("package.json"));
const major = pinned.PNPM_VERSION?.split(".")[0];

// [where, what stands there, what must]
const found = [
  ["package.json engines.node", engines?.node, `>=${pinned.NODE_MIN?.replace(/\.0$/, "")}`],
  ["package.json packageManager", packageManager, `pnpm@${pinned.PNPM_VERSION}`],
];
for (const folder of ["relay", "shared-protocol", "fixtures", "web", "tests", "."]) {
  const { dependencies, devDependencies } = JSON.parse(text(`${folder}/package.json`));
  const codex = { ...devDependencies, ...dependencies }["@openai/codex"];
  if (codex !== undefined || folder === "relay")
    found.push([`${folder}/package.json @openai/codex`, codex, pinned.CODEX_VERSION]);
}
for (const path of ["README.md", "docs/contributing.md", "docs/tailscale.md", ".ci/run"])
  for (const [each] of text(path).matchAll(/pnpm@[\d.]*\d/g)) found.push([path, each, `pnpm@${major}`]);

const wrong = found.filter(([, is, must]) => is !== must);
for (const [where, is, must] of wrong) console.error(`${where} is ${is}; versions.env asks for ${must}`);
console.log(`${found.length} places compared with versions.env, ${wrong.length} wrong`);
process.exitCode = wrong.length === 0 ? 0 : 1;
