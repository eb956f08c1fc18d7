// `pnpm pin:upgrade VERSION [--without-tests]`: moves the pin of Codex and does all that a program can do of it: compares the
// two surfaces, writes the version wherever it stands, installs, generates, checks, records, runs the suites, and at the end
// lists what a person has to decide. Nothing is committed; `git diff` shows the rest. One that was interrupted is gone on with
// by the same command.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bin, root } from "./run.mjs";

const USAGE = "Usage: pnpm pin:upgrade VERSION [--without-tests]";
/** Where the version stands. */
const MANIFESTS = ["relay/package.json", "shared-protocol/package.json", "fixtures/package.json"];
/** What the pinned version says and takes, as it was read last. */
const PINNED_SURFACE = "fixtures/src/samples/pinned-surface.jsonl";

function refuse(problem) {
  console.error(`${problem}\n${USAGE}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { "without-tests": { type: "boolean", default: false } } });
  } catch (error) {
    return refuse(error.message);
  }
}

const { values, positionals } = readArguments();
const [version, ...more] = positionals;
if (version === undefined || more.length > 0) refuse("Name one version of @openai/codex.");
if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) refuse(`"${version}" is no version.`);

const pinIn = (text) => /^CODEX_VERSION=(.+)$/m.exec(text)?.[1];
const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" });

const env = readFileSync(join(root, "versions.env"), "utf8");
const committed = git("show", "HEAD:./versions.env");
if (committed.status !== 0) refuse("There is no commit to come back to: this is done in a git checkout.");
const old = pinIn(committed.stdout);
if (old === undefined || pinIn(env) === undefined) refuse("versions.env names no CODEX_VERSION.");
if (old === version) refuse(`The pin is ${version} already.`);
const recordings = join("fixtures", "recordings", version);
const touched = ["versions.env", "pnpm-lock.yaml", PINNED_SURFACE, ...MANIFESTS];
const before = [...touched, recordings];
// Begun before and not ended: what has changed is of that time.
if (pinIn(env) === version)
  console.log(
    `The upgrade from ${old} to ${version} was begun and is not committed: it is gone on with, from its beginning.`,
  );
else if (git("status", "--porcelain", "--", ...before).stdout !== "")
  refuse(
    `There are changes in ${before.join(", ")} that are not committed: commit them first, so that this can be undone.`,
  );
const hadRecordings = git("ls-files", "--", recordings).stdout !== "";
const WAY_BACK = [
  `git checkout -- ${[...touched, ...(hadRecordings ? [recordings] : [])].join(" ")}`,
  `git clean -fdq -- ${recordings}`,
  "npx --yes pnpm@10 install",
].join(" && ");

const logs = join(root, ".cache", "upgrade", version);
rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });
/** What is left for a person, in the order in which it is best done. */
const decide = [];

let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => (interrupted = true));

/** Runs one step with its output in a file of its own. */
async function step(name, command, args) {
  const log = join(logs, `${name}.log`);
  process.stdout.write(`${name} … `);
  const started = Date.now();
  const done = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
  const text = `${done.stdout ?? ""}${done.stderr ?? ""}${done.error?.message ?? ""}`;
  writeFileSync(log, text);
  // A signal that came meanwhile is heard now.
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (interrupted) {
    console.error(`interrupted\nStopped in the middle. The same command goes on with it; to go back: ${WAY_BACK}`);
    process.exit(130);
  }
  const good = done.status === 0;
  console.log(`${good ? "done" : "not clean"} (${((Date.now() - started) / 1000).toFixed(0)} s)`);
  return { good, status: done.status, text, log };
}

/** A step without which the others make no sense. */
async function must(name, command, args) {
  const done = await step(name, command, args);
  if (done.good) return;
  console.error(`${name} failed, so the upgrade stops here. Its output is in ${done.log}.\nTo go back: ${WAY_BACK}`);
  process.exit(1);
}

const tsx = bin("tsx");
const diff = await step("compare the surfaces", tsx, ["fixtures/src/schema-diff/main.ts", old, version]);
if (diff.status !== 0 && diff.status !== 3) {
  console.error(`The two versions could not be compared; nothing was changed. Its output is in ${diff.log}.`);
  process.exit(1);
}
if (diff.status === 3) decide.push(`What breaks for us: the first part of ${diff.log}`);
decide.push(`What is new to show: the second part of ${diff.log}`);

writeFileSync(join(root, "versions.env"), env.replace(/^CODEX_VERSION=.+$/m, `CODEX_VERSION=${version}`));
for (const path of MANIFESTS) {
  const file = join(root, path);
  writeFileSync(file, readFileSync(file, "utf8").replace(/("@openai\/codex": ")[^"]+"/, `$1${version}"`));
}
await must("install", "npx", ["--yes", "pnpm@10", "install", "--no-frozen-lockfile"]);
await must("generate", process.execPath, ["shared-protocol/scripts/generate.mjs"]);

const types = await step("check the types", bin("tsc"), ["-b"]);
if (!types.good)
  decide.push(`Names that the surface tables lack or have too many, and members of other types: ${types.log}`);
const surface = await step("check the surface", bin("vitest"), ["run", "--project", "shared-protocol"]);
if (!surface.good) decide.push(`Counts and places of the surface: ${surface.log}`);
const pinned = await step("pin the surface", tsx, ["fixtures/src/samples/count.ts", "--pin"]);
decide.push(`What the surface has become, line by line: git diff ${PINNED_SURFACE}`);
if (!pinned.good) decide.push(`Branches of it that no fixture takes: ${pinned.log}`);
const recorded = await step("record", tsx, ["fixtures/src/record.ts"]);
if (!recorded.good) decide.push(`Scenarios that this version cannot play: ${recorded.log}`);
const recordedBefore = join("fixtures", "recordings", old);
if (existsSync(join(root, recordedBefore)))
  decide.push(`What the server does otherwise: git diff --no-index ${recordedBefore} ${recordings}`);
const named = await step("find the old version", "git", [
  "grep",
  "-nF",
  old,
  "--",
  ".",
  ...["pnpm-lock.yaml", PINNED_SURFACE, "fixtures/recordings"].map((path) => `:(exclude)${path}`),
]);
if (named.good) decide.push(`Places that name ${old}, some of them facts that were measured on it: ${named.log}`);

const also = (/^CODEX_ALSO="?([^"\n]*)"?$/m.exec(env)?.[1] ?? "").split(/\s+/);
decide.push(
  also.includes(version)
    ? `CODEX_ALSO in versions.env names ${version}, the pin itself now: take it out, and say whether ${old} comes in`
    : `Whether ${old} goes on being supported: CODEX_ALSO in versions.env`,
);

if (!values["without-tests"]) {
  const tests = await step("run every suite", process.execPath, ["scripts/test.mjs"]);
  const sum = tests.text.trimEnd().split("\n").at(-1);
  if (!tests.good) decide.push(`What the suites found (${sum}): ${tests.log}`);
}

console.log(`\nThe pin is ${version} now, ${old} before. Nothing is committed. To decide:`);
for (const [n, line] of decide.entries()) console.log(`  ${n + 1}. ${line}`);
console.log(`To go back: ${WAY_BACK}`);
