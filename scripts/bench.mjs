// `pnpm bench [name]`: runs one benchmark of tests/bench, or all. Each prints JSON objects, one per line.
// What a benchmark needs of the build is made first, unless LONGWIRE_BENCH_NO_BUILD is set.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "tests/bench");
const all = readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => name.slice(0, -3))
  .sort();
const wanted = process.argv.slice(2).filter((each) => each !== "--");
const unknown = wanted.filter((each) => !all.includes(each));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${all.join(", ")}.`);
  process.exit(2);
}

/** Runs a program of the project; its output is ours. */
function run(cwd, program, args, stdout) {
  const result = spawnSync(program, args, { cwd, stdio: ["ignore", stdout, "inherit"] });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

const bin = (folder_, name) => join(root, folder_, "node_modules/.bin", name);
if (process.env.LONGWIRE_BENCH_NO_BUILD === undefined || !existsSync(join(root, "relay/dist/longwire.js"))) {
  run(join(root, "relay"), bin("relay", "vite"), ["build", "--logLevel", "warn"], 2);
}
for (const name of wanted.length > 0 ? wanted : all) {
  run(root, bin(".", "tsx"), [join(folder, `${name}.ts`)], "inherit");
}
