// Compares the pinned App Server with the versions that versions.env names beside it, and fails when something that the app
// does would break there. The newest version of the registry is compared too, and only told. A version that cannot be fetched
// is told aloud and fails nothing: without a network there is nothing to compare. One that is named and does not exist fails.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bin, root } from "./run.mjs";

/** The exit code of a comparison with a version that did not come. */
const NOT_FETCHED = 4;
/** For fetching one binary. */
const WITHIN_SECONDS = 150;

const env = readFileSync(join(root, "versions.env"), "utf8");
const also = (/^CODEX_ALSO="?([^"\n]*)"?$/m.exec(env)?.[1] ?? "").split(/\s+/).filter((version) => version !== "");
const newest = spawnSync("npm", ["view", "@openai/codex", "version"], {
  encoding: "utf8",
  timeout: 30_000,
}).stdout?.trim();
if (!/^\d+\.\d+\.\d+/.test(newest ?? ""))
  console.log("The registry does not tell its newest version: it is not compared.");

let failed = 0;
let compared = 0;
const versions = [...also, ...(newest && !also.includes(newest) ? [newest] : [])];
for (const version of versions) {
  const args = ["fixtures/src/schema-diff/main.ts", version, "--json", "--within", String(WITHIN_SECONDS)];
  const done = spawnSync(bin("tsx"), args, { cwd: root, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
  let report;
  try {
    report = JSON.parse(done.stdout);
  } catch {
    const said = (done.stderr ?? "").trim().split("\n").at(-1) || "it said nothing";
    const skipped = done.status === NOT_FETCHED;
    console.log(`${version}: ${skipped ? "SKIPPED" : "NOT COMPARED"}. ${said}`);
    if (!skipped && also.includes(version)) failed += 1;
    continue;
  }
  compared += 1;
  const { breaking, show, harmless } = report.counts;
  const only = also.includes(version) ? "" : " (only told)";
  console.log(`${version}: ${breaking} breaking, ${show} to show, ${harmless} harmless${only}`);
  for (const each of report.differences)
    if (each.severity === "breaking") console.log(`  ${each.change} ${each.what} ${each.where}: ${each.why}`);
  if (breaking > 0 && also.includes(version)) failed += 1;
}
console.log(`${compared} of ${versions.length} versions compared with the pin`);
process.exitCode = failed === 0 ? 0 : 1;
