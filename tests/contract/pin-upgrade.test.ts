// The command that moves the pin, as far as it is its own: what it refuses, what it writes, the order of its steps, what it
// lists, and how it goes on when it was stopped. The steps themselves are stand-ins here: the real ones install and record.
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@longwire/fixtures/codex-home";
import { pinnedCodexVersion, REPOSITORY } from "@longwire/fixtures/paths";
import { afterEach, expect, test } from "vitest";

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp();
});

test.each([
  ["no version", [], /Name one version/],
  ["two versions", ["0.152.0", "0.171.0"], /Name one version/],
  ["what is no version", ["latest; rm -rf /"], /is no version/],
  ["the pin itself", [pinnedCodexVersion()], /already/],
  ["an option that it does not have", ["--force", "0.152.0"], /force/],
])("[RPC-56] %s changes nothing and says how it is used", (_, args, words) => {
  const before = readFileSync(join(REPOSITORY, "versions.env"), "utf8");
  const done = spawnSync(process.execPath, ["scripts/upgrade-pin.mjs", ...args], { cwd: REPOSITORY, encoding: "utf8" });
  expect(done.status).toBe(2);
  expect(done.stderr).toMatch(words);
  expect(done.stderr).toContain("pnpm pin:upgrade VERSION");
  expect(readFileSync(join(REPOSITORY, "versions.env"), "utf8")).toBe(before);
});

const MANIFESTS = ["relay", "shared-protocol", "fixtures"].map((folder) => join(folder, "package.json"));

/** Says which step it stands for; waits where it is told to, fails where it is told to. */
const STAND_IN = `#!/usr/bin/env node
const { appendFileSync, existsSync, writeFileSync } = require("node:fs");
const step = [require("node:path").basename(process.argv[1]), ...process.argv.slice(2)].join(" ");
appendFileSync(process.env.STEPS, step + "\\n");
if (process.env.HOLD !== undefined && step.includes(process.env.HOLD)) setInterval(() => {}, 1000);
else process.exitCode = step.includes("schema-diff") ? 3 : step.includes(process.env.FAIL ?? "no step") ? 1 : 0;
`;

/** A checkout of its own with the command in it, its steps replaced. */
function checkout() {
  const root = newFolder("pin-upgrade");
  cleanUps.push(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
  };
  mkdirSync(join(root, "scripts"));
  for (const name of ["upgrade-pin.mjs", "run.mjs"])
    copyFileSync(join(REPOSITORY, "scripts", name), join(root, "scripts", name));
  write("versions.env", 'CODEX_VERSION=1.0.0\nCODEX_ALSO="2.0.0 3.0.0"\n');
  for (const path of MANIFESTS) write(path, '{ "dependencies": { "@openai/codex": "1.0.0" } }\n');
  write("package.json", "{}\n");
  write("pnpm-lock.yaml", "");
  write("fixtures/src/samples/pinned-surface.jsonl", '{"version":"1.0.0"}\n');
  write("fixtures/recordings/1.0.0/simple.jsonl", "{}\n");
  write("fixtures/recordings/2.0.0/simple.jsonl", "{}\n");
  write("docs/facts.md", "Measured on 1.0.0.\n");
  write(".gitignore", "node_modules\nbin\n.cache\nsteps\n");
  for (const name of ["tsx", "tsc", "vitest"]) write(join("node_modules", ".bin", name), STAND_IN, 0o755);
  write("bin/npx", STAND_IN, 0o755);
  for (const path of ["shared-protocol/scripts/generate.mjs", "scripts/test.mjs"])
    write(
      path,
      STAND_IN.replace(
        "#!/usr/bin/env node\nconst",
        'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\nconst',
      ),
    );
  const git = (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.invalid", ...args], {
      cwd: root,
      encoding: "utf8",
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "Begin");
  const env = (more: Record<string, string>) => ({
    ...process.env,
    PATH: `${join(root, "bin")}:${process.env["PATH"]}`,
    STEPS: join(root, "steps"),
    ...more,
  });
  return {
    root,
    git,
    write,
    read: (path: string) => readFileSync(join(root, path), "utf8"),
    steps: () => (existsSync(join(root, "steps")) ? readFileSync(join(root, "steps"), "utf8").trim().split("\n") : []),
    run: (args: readonly string[], more: Record<string, string> = {}) =>
      spawnSync(process.execPath, ["scripts/upgrade-pin.mjs", ...args], {
        cwd: root,
        encoding: "utf8",
        env: env(more),
      }),
    start: (args: readonly string[], more: Record<string, string>) =>
      spawn(process.execPath, ["scripts/upgrade-pin.mjs", ...args], { cwd: root, env: env(more), detached: true }),
  };
}

const STEPS = [
  "tsx fixtures/src/schema-diff/main.ts 1.0.0 2.0.0",
  "npx --yes pnpm@10 install --no-frozen-lockfile",
  "generate.mjs",
  "tsc -b",
  "vitest run --project shared-protocol",
  "tsx fixtures/src/samples/count.ts --pin",
  "tsx fixtures/src/record.ts",
];

test("[RPC-85] it writes the version wherever it stands, does its steps in order, and lists what to decide", () => {
  const { run, steps, read, git, root } = checkout();
  const done = run(["2.0.0"]);
  expect(done.status).toBe(0);
  expect(steps()).toEqual([...STEPS, "test.mjs"]);
  expect(read("versions.env")).toBe('CODEX_VERSION=2.0.0\nCODEX_ALSO="2.0.0 3.0.0"\n');
  for (const path of MANIFESTS) expect(read(path)).toContain('"2.0.0"');
  for (const words of [
    "What breaks for us",
    "What the surface has become, line by line: git diff",
    "What the server does otherwise: git diff --no-index fixtures/recordings/1.0.0 fixtures/recordings/2.0.0",
    "Places that name 1.0.0",
    "CODEX_ALSO in versions.env names 2.0.0, the pin itself now",
    "Nothing is committed",
  ])
    expect(done.stdout).toContain(words);
  const places = read(".cache/upgrade/2.0.0/find the old version.log");
  expect(places).toContain("docs/facts.md:1:");
  expect(places).not.toContain("recordings");
  // The way back that it names leads back.
  const [, back = ""] = /To go back: (.*)$/m.exec(done.stdout) ?? [];
  spawnSync("sh", ["-c", back.replace(/ && npx .*$/, "")], { cwd: root });
  expect(git("status", "--porcelain").stdout).toBe("");
});

test("[RPC-85] without the suites, and with steps that are not clean, it goes on and says so; a failed install stops it with the way back", () => {
  const some = checkout();
  const done = some.run(["3.0.0", "--without-tests"], { FAIL: "record.ts" });
  expect(done.status).toBe(0);
  expect(some.steps().at(-1)).toBe("tsx fixtures/src/record.ts");
  expect(done.stdout).toContain("Scenarios that this version cannot play");
  const failing = checkout();
  const stopped = failing.run(["2.0.0"], { FAIL: "install" });
  expect(stopped.status).toBe(1);
  expect(failing.steps()).toEqual(STEPS.slice(0, 2));
  expect(stopped.stderr).toContain("To go back: git checkout -- versions.env");
});

test("[RPC-86] what is changed and not committed is not written over; an upgrade that was stopped is gone on with by the same command", async () => {
  const { run, start, steps, write, git, read } = checkout();
  write("versions.env", `${read("versions.env")}# A note.\n`);
  const dirty = run(["2.0.0"]);
  expect(dirty.status).toBe(2);
  expect(dirty.stderr).toContain("not committed");
  expect(steps()).toEqual([]);
  git("checkout", "--", ".");
  write("fixtures/recordings/2.0.0/simple.jsonl", "changed\n");
  expect(run(["2.0.0"]).status).toBe(2);
  git("checkout", "--", ".");

  const child = start(["2.0.0"], { HOLD: "record.ts" });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  await expect.poll(() => steps().at(-1), { timeout: 20_000 }).toContain("record.ts");
  const ended = new Promise((resolve) => child.on("close", resolve));
  // As Ctrl-C does it: to all of them.
  if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
  expect(await ended).toBe(130);
  expect(said).toContain("The same command goes on with it");
  expect(read("versions.env")).toContain("CODEX_VERSION=2.0.0");

  const again = run(["2.0.0"]);
  expect(again.status).toBe(0);
  expect(again.stdout).toContain("The upgrade from 1.0.0 to 2.0.0 was begun");
  expect(steps().slice(STEPS.length)).toEqual([...STEPS, "test.mjs"]);
  expect(again.stdout).toContain("The pin is 2.0.0 now, 1.0.0 before");
  // To a third version: what lies about is of the second.
  expect(run(["3.0.0"]).status).toBe(2);
});
