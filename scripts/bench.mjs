// `pnpm bench [name]`: runs one benchmark of tests/bench, or all. Each prints JSON objects, one per line.
// What a benchmark needs of the build is made first, unless LONGWIRE_BENCH_NO_BUILD is set.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { bin, root, run } from "./run.mjs";

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

/** Runs a step to its end; what fails ends everything. */
async function step(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) process.exit(code);
}

if (process.env.LONGWIRE_BENCH_NO_BUILD === undefined || !existsSync(join(root, "relay/dist/longwire.js"))) {
  await step(bin("vite", "relay"), ["build", "--logLevel", "warn"], { cwd: join(root, "relay"), stdoutTo: "stderr" });
}
for (const name of wanted.length > 0 ? wanted : all) await step(bin("tsx"), [join(folder, `${name}.ts`)]);
