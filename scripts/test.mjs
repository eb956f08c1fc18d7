// `pnpm test`: every check and suite, one after the other, and their sum as the last line.
// With a suite's name it runs that one alone. `soak` runs only when named.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { bin, root, run } from "./run.mjs";
import { suiteInWords, suitesOf } from "./suites.mjs";

const cache = join(root, ".cache");
let passed = 0;
let failed = 0;
let skipped = 0;

/** A check that passes or fails as a whole counts as one. */
async function check(name, job) {
  const started = Date.now();
  console.log(`\n── ${name}`);
  const good = await job();
  if (good) passed += 1;
  else failed += 1;
  console.log(`── ${name}: ${good ? "ok" : "FAILED"} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return good;
}

/** A suite tells its own numbers in a JSON report; one that leaves no report has failed as a whole. */
async function suite(name, report, job, read) {
  const started = Date.now();
  console.log(`\n── ${name}`);
  rmSync(report, { force: true });
  const code = await job();
  let counts;
  try {
    counts = read(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  for (const words of counts.told ?? []) console.log(`   ${words}`);
  // A runner that fails without a failed test (a crash, an unhandled rejection) must not look green.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  passed += counts.passed;
  failed += counts.failed;
  skipped += counts.skipped;
  console.log(
    `── ${name}: ${counts.passed} passed, ${counts.failed} failed (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
}

const tool = (name, args, where = ".") =>
  run(bin(name, where), args, { cwd: join(root, where) }).then((code) => code === 0);

const vitest = (args, name = "unit, component and cross-package tests") => {
  const report = join(cache, "vitest.json");
  return suite(
    name,
    report,
    () => run(bin("vitest"), ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args]),
    (json) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests + (json.numFailedTestSuites > 0 && json.numFailedTests === 0 ? 1 : 0),
      skipped: json.numPendingTests + json.numTodoTests,
    }),
  );
};

const playwright = (chromium, args) => {
  const report = join(cache, "playwright.json");
  return suite(
    "browser end-to-end on the real App Server",
    report,
    () =>
      run(bin("playwright", "tests"), ["test", "--reporter=list,json", ...args], {
        cwd: join(root, "tests"),
        env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
    (json) => ({
      // Of each suite what came of it and the time that it took.
      told: [...suitesOf(json)].map(([name, result]) => `${name}: ${suiteInWords(result)}`),
      passed: json.stats.expected + json.stats.flaky,
      flaky: json.stats.flaky,
      // Passed at the second try: counted, and said aloud below.
      failed: json.stats.unexpected,
      skipped: json.stats.skipped,
    }),
  );
};

async function browser(args = []) {
  const chromium = ensureChromium();
  if (chromium === null) failed += 1;
  else await playwright(chromium, args);
}

mkdirSync(cache, { recursive: true });
const [only, ...rest] = process.argv.slice(2);
const wants = (name) => only === undefined || only === name;

if (only === "soak") {
  await check("build", build);
  process.env.LONGWIRE_SOAK = "1";
  await vitest(["--project", "tests", ...rest], "soak");
  await browser(["--grep", "@soak"]);
} else {
  const built = await check("build", build);
  if (wants("types")) await check("types", () => tool("tsc", ["-b"]));
  if (wants("lint")) {
    await check("lint", () => tool("oxlint", ["--type-aware", "--deny-warnings"]));
    await check("format", () => tool("oxfmt", ["--check"]));
    await check("no vendor is named in shared code", () =>
      run(process.execPath, ["scripts/neutral-check.mjs"]).then((code) => code === 0),
    );
  }
  if (wants("spec"))
    await check("every SPEC rule has a test", () =>
      run(process.execPath, ["scripts/spec-check.mjs"]).then((code) => code === 0),
    );
  if (wants("spec"))
    await check("versions are the ones of versions.env", () =>
      run(process.execPath, ["scripts/versions-check.mjs"]).then((code) => code === 0),
    );
  if (wants("drift"))
    await check("supported versions of the App Server break nothing", () =>
      run(process.execPath, ["scripts/drift-check.mjs"]).then((code) => code === 0),
    );
  if (wants("size"))
    await check("first screen under 80 kB gzip", () =>
      run(process.execPath, ["web/scripts/size.mjs"]).then((code) => code === 0),
    );
  if (wants("unit")) await vitest(rest);
  if (wants("e2e") && built) await browser(rest);
}

console.log("");
if (skipped > 0) console.log(`(${skipped} skipped)`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
