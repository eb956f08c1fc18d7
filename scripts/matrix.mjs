// `pnpm matrix [--resume] [NAME…] [-- SPEC… FLAG…]`: the browser suites against several versions of the App Server, and against a
// program of another name, one after the other, and what came of it as a table. A NAME is a version, or `renamed`: the pin
// behind tests/support/renamed-app-server.mjs. Without names: the pin, the versions of CODEX_ALSO, and `renamed`. The whole of
// it writes docs/version-matrix.md; a part of it (some names, some specs) is printed alone.
//
// Each suite is run by itself, within a time, and what came of it is kept under .cache/ by the commit: `--resume` takes what is
// kept in place of running it again, so that a run that was cut goes on, and a suite that was run by name counts.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { bin, root, run } from "./run.mjs";
import { noSuite, suiteInWords, suiteName, suitesOf } from "./suites.mjs";

const RENAMED = "renamed";
/** For one suite. */
const LIMIT_MS = 20 * 60_000;
const USAGE = "Usage: pnpm matrix [--resume] [VERSION… | renamed] [-- SPEC… FLAG…]";

const args = process.argv.slice(2);
const at = args.indexOf("--");
const [before, after] = at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
const resume = before.includes("--resume");
const named = before.filter((arg) => arg !== "--resume");
// Playwright's own flags make a part of a suite: what comes of that is not kept.
const flags = after.filter((arg) => arg.startsWith("-"));
const specs = after.filter((arg) => !arg.startsWith("-"));

const env = readFileSync(join(root, "versions.env"), "utf8");
const pin = /^CODEX_VERSION=(.+)$/m.exec(env)?.[1] ?? "";
const also = (/^CODEX_ALSO="?([^"\n]*)"?$/m.exec(env)?.[1] ?? "").split(/\s+/).filter((version) => version !== "");
const servers = named.length === 0 ? [pin, ...also, RENAMED] : named;
const odd = servers.find((name) => name !== RENAMED && !/^\d+\.\d+\.\d+[\w.-]*$/.test(name));
const files = readdirSync(join(root, "tests", "e2e"))
  .filter((file) => file.endsWith(".spec.ts"))
  .filter((file) => specs.length === 0 || specs.some((spec) => file.includes(spec)))
  .sort();
if (odd !== undefined || files.length === 0) {
  console.error(
    `${odd === undefined ? `No spec is called ${specs.join(" or ")}.` : `"${odd}" is no version.`}\n${USAGE}`,
  );
  process.exit(2);
}

/** The program of a version, fetched when it is not there yet; undefined for the pin, which the relay finds by itself. */
function programOf(version) {
  if (version === pin || version === RENAMED) return undefined;
  const program = join(root, ".cache", "codex", version, "node_modules", ".bin", "codex");
  if (!existsSync(program))
    execFileSync(bin("tsx"), ["fixtures/src/schema-diff/main.ts", version, "--json"], {
      cwd: root,
      stdio: ["ignore", "ignore", 2],
    });
  return program;
}

const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });

/** The commit, with a mark of what is changed beside the documents. */
function state() {
  const head = git("rev-parse", "--short=12", "HEAD").trim();
  const beside = ["--", ".", ":!docs"];
  const changed = git("status", "--porcelain", ...beside);
  if (changed === "") return head;
  const mark = createHash("sha256")
    .update(changed)
    .update(git("diff", "HEAD", ...beside))
    .digest("hex");
  return `${head}-${mark.slice(0, 12)}`;
}

const cache = join(root, ".cache");
mkdirSync(cache, { recursive: true });
const commit = state();

/** What is kept of a server at this commit: suite → what came of it. */
const keptFile = (server) => join(cache, `matrix-${server}-${commit}.json`);
function kept(server) {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(keptFile(server), "utf8"))));
  } catch {
    return new Map();
  }
}

/** Runs one suite against one server. */
async function suite(file, server, program, chromium) {
  const report = join(cache, "matrix-suite.json");
  rmSync(report, { force: true });
  const started = Date.now();
  const code = await run(
    bin("playwright", "tests"),
    ["test", `e2e/${file}`, "--reporter=list,json", `--global-timeout=${LIMIT_MS}`, ...flags],
    {
      cwd: join(root, "tests"),
      env: {
        ...process.env,
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        ...(program === undefined ? {} : { LONGWIRE_TEST_CODEX: program }),
        ...(server === RENAMED ? { LONGWIRE_TEST_RENAMED: "1" } : {}),
      },
      // Playwright ends by itself at its own limit, and tells what it has not run.
      limitMs: LIMIT_MS + 60_000,
    },
  );
  const ms = Date.now() - started;
  const read = existsSync(report) ? suitesOf(JSON.parse(readFileSync(report, "utf8"))) : new Map();
  const result = read.get(suiteName(file)) ?? noSuite();
  if (code !== 0 && result.failed === 0) {
    result.failed = 1;
    result.failures.push(`the suite ended with code ${code} after ${(ms / 1000).toFixed(0)} s`);
  }
  return { ...result, ms };
}

const chromium = ensureChromium();
if (chromium === null || !(await build())) process.exit(1);
const results = new Map();
for (const server of servers) {
  const program = programOf(server);
  const before = kept(server);
  // A whole run begins anew.
  const keep = resume || specs.length > 0 ? before : new Map();
  const own = new Map();
  results.set(server, own);
  console.log(`\n── App Server ${server === RENAMED ? `${pin} under another name` : server}`);
  for (const file of files) {
    const name = suiteName(file);
    const had = resume ? before.get(name) : undefined;
    const result = had ?? (await suite(file, server, program, chromium));
    own.set(name, result);
    console.log(`── ${server} ${name}: ${suiteInWords(result)}${had === undefined ? "" : " (kept)"}`);
    if (flags.length > 0) continue;
    keep.set(name, result);
    writeFileSync(keptFile(server), JSON.stringify(Object.fromEntries(keep)));
  }
}

const total = (own) => {
  const sum = noSuite();
  for (const result of own.values())
    for (const part of ["passed", "flaky", "failed", "skipped", "ms"]) sum[part] += result[part];
  return sum;
};
const row = (cells) => `| ${cells.join(" | ")} |`;
/** Lines by what they say, with the servers of which it is true. */
const gathered = (part) => {
  const found = new Map();
  for (const [server, own] of results)
    for (const [name, result] of own)
      for (const words of result[part])
        found.set(`${name}: ${words}`, [...(found.get(`${name}: ${words}`) ?? []), server]);
  return [...found].map(([words, where]) => `- ${where.join(", ")}: ${words}`);
};
const failures = gathered("failures");
const reasons = gathered("reasons");
const text = [
  row(["suite", ...servers]),
  row(["---", ...servers.map(() => "---")]),
  ...files
    .map(suiteName)
    .map((name) => row([name, ...servers.map((server) => suiteInWords(results.get(server).get(name)))])),
  row(["all", ...servers.map((server) => suiteInWords(total(results.get(server))))]),
  "",
  ...(failures.length === 0 ? ["Nothing failed."] : ["What failed:", "", ...failures]),
  "",
  ...(reasons.length === 0 ? [] : ["What was skipped, and why:", "", ...reasons, ""]),
].join("\n");
console.log(`\n${text}`);
if (named.length === 0 && after.length === 0) {
  const head = `# Version matrix

The browser suites against each version of the App Server that is supported, made by \`pnpm matrix\`. \`renamed\` is ${pin} behind a
program of ours that says under another name what a client tied to no vendor must not depend on: its name and version, string
ids, other models, members and notifications that no schema knows ([the rules](spec/contract.md)). Where a version cannot do what
a test is about, the test asks the server and holds what the app then says; where nothing is left to hold, it is skipped aloud.

Commit ${commit}, ${new Date().toISOString().slice(0, 10)}. A test that failed is tried again, twice at most; those that passed then are counted aloud.

`;
  writeFileSync(join(root, "docs", "version-matrix.md"), head + text);
}
process.exitCode = failures.length === 0 ? 0 : 1;
