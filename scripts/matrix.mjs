// `pnpm matrix [VERSION…] [-- SPEC…]`: the browser suites against several versions of the App Server, one after the other, and
// what came of it as a table. Without names: the pin and the versions of CODEX_ALSO. The whole of it writes
// docs/version-matrix.md; a part of it (some versions, some specs) is printed alone.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { bin, root, run } from "./run.mjs";

const args = process.argv.slice(2);
const at = args.indexOf("--");
const [named, specs] = at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
const env = readFileSync(join(root, "versions.env"), "utf8");
const pin = /^CODEX_VERSION=(.+)$/m.exec(env)?.[1] ?? "";
const also = (/^CODEX_ALSO="?([^"\n]*)"?$/m.exec(env)?.[1] ?? "").split(/\s+/).filter((version) => version !== "");
const versions = named.length === 0 ? [pin, ...also] : named;
const odd = versions.find((version) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(version));
if (odd !== undefined) {
  console.error(`"${odd}" is no version.\nUsage: pnpm matrix [VERSION…] [-- SPEC…]`);
  process.exit(2);
}

/** The program of a version, fetched when it is not there yet; undefined for the pin, which the relay finds by itself. */
function programOf(version) {
  if (version === pin) return undefined;
  const program = join(root, ".cache", "codex", version, "node_modules", ".bin", "codex");
  if (!existsSync(program))
    execFileSync(bin("tsx"), ["fixtures/src/schema-diff/main.ts", version, "--json"], {
      cwd: root,
      stdio: ["ignore", "ignore", 2],
    });
  return program;
}

/** What became of each suite: file → counts and time in ms. */
function suitesOf(report) {
  const found = new Map();
  const walk = (suite, file) => {
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests) {
        const entry = found.get(file) ?? { passed: 0, failed: 0, skipped: 0, ms: 0, failures: [] };
        entry.ms += test.results.reduce((sum, result) => sum + result.duration, 0);
        if (test.status === "skipped") entry.skipped += 1;
        else if (test.status === "unexpected") {
          entry.failed += 1;
          entry.failures.push(spec.title);
        } else entry.passed += 1;
        found.set(file, entry);
      }
    for (const inner of suite.suites ?? []) walk(inner, file);
  };
  for (const suite of report.suites) walk(suite, basename(suite.file).replace(/\.spec\.ts$/, ""));
  return found;
}

const chromium = ensureChromium();
if (chromium === null || !(await build())) process.exit(1);
const results = new Map();
for (const version of versions) {
  const program = programOf(version);
  const report = join(root, ".cache", `matrix-${version}.json`);
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(report, { force: true });
  const started = Date.now();
  console.log(`\n── App Server ${version}`);
  await run(bin("playwright", "tests"), ["test", "--reporter=list,json", ...specs], {
    cwd: join(root, "tests"),
    env: {
      ...process.env,
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(program === undefined ? {} : { LONGWIRE_TEST_CODEX: program }),
    },
  });
  const suites = existsSync(report) ? suitesOf(JSON.parse(readFileSync(report, "utf8"))) : new Map();
  results.set(version, { suites, ms: Date.now() - started });
}

const files = [...new Set([...results.values()].flatMap(({ suites }) => [...suites.keys()]))].sort((a, b) =>
  a < b ? -1 : 1,
);
const cell = (entry) =>
  entry === undefined
    ? ""
    : [
        entry.failed > 0 ? `**${entry.failed} failed**` : null,
        entry.passed > 0 ? `${entry.passed} passed` : null,
        entry.skipped > 0 ? `${entry.skipped} skipped` : null,
        `${(entry.ms / 1000).toFixed(0)} s`,
      ]
        .filter((part) => part !== null)
        .join(", ");
const sum = ({ suites, ms }) => {
  const total = (name) => [...suites.values()].reduce((all, entry) => all + entry[name], 0);
  return `${total("failed")} failed, ${total("passed")} passed, ${total("skipped")} skipped, ${(ms / 60_000).toFixed(1)} min`;
};
const row = (cells) => `| ${cells.join(" | ")} |`;
const failures = versions.flatMap((version) =>
  [...(results.get(version)?.suites ?? [])].flatMap(([file, { failures: own }]) =>
    own.map((title) => `- ${version}, ${file}: ${title}`),
  ),
);
const text = [
  row(["suite", ...versions]),
  row(["---", ...versions.map(() => "---")]),
  ...files.map((file) => row([file, ...versions.map((version) => cell(results.get(version)?.suites.get(file)))])),
  row(["all", ...versions.map((version) => sum(results.get(version)))]),
  "",
  ...(failures.length === 0 ? ["Nothing failed."] : ["What failed:", "", ...failures]),
  "",
].join("\n");
console.log(`\n${text}`);
if (named.length === 0 && specs.length === 0) {
  const head =
    "# Version matrix\n\nThe browser suites against each version of the App Server that is supported, made by `pnpm matrix`. Many tests show\nfacts of the pinned version; one that fails with another is a difference of the server unless it says otherwise.\n\n";
  writeFileSync(join(root, "docs", "version-matrix.md"), head + text);
}
process.exitCode = failures.length === 0 ? 0 : 1;
