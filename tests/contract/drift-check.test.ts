// The check of the versions that are supported, as CI runs it: what fails it and what is only told. The comparison itself and
// the registry are stand-ins here.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@longwire/fixtures/codex-home";
import { REPOSITORY } from "@longwire/fixtures/paths";
import { expect, test } from "vitest";

type Said =
  | { breaking: number }
  /** The exit code and the last words of a comparison that gave no report. */
  | { code: number; words: string };

/** Runs the check where each comparison says what it is told to. */
function check(
  also: string,
  newest: string,
  compared: Readonly<Record<string, Said>>,
): { code: number | null; said: string } {
  const root = newFolder("drift-check");
  const program = (path: string, code: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), `#!/usr/bin/env node\n${code}\n`, { mode: 0o755 });
  };
  try {
    mkdirSync(join(root, "scripts"));
    for (const name of ["drift-check.mjs", "run.mjs"])
      copyFileSync(join(REPOSITORY, "scripts", name), join(root, "scripts", name));
    writeFileSync(join(root, "package.json"), "{}\n");
    writeFileSync(join(root, "versions.env"), `CODEX_VERSION=1.0.0\nCODEX_ALSO="${also}"\n`);
    program("bin/npm", newest === "" ? "process.exit(1)" : `console.log(${JSON.stringify(newest)})`);
    program(
      "node_modules/.bin/tsx",
      `const said = ${JSON.stringify(compared)}[process.argv[3]];
      if ("code" in said) { console.error(said.words); process.exit(said.code); }
      const differences = Array.from({ length: said.breaking }, () => (
        { severity: "breaking", change: "removed", what: "field", where: "Thread.name", why: "The app reads it." }));
      console.log(JSON.stringify({ counts: { breaking: said.breaking, show: 0, harmless: 0 }, differences }));
      process.exit(said.breaking > 0 ? 3 : 0);`,
    );
    const env = { ...process.env, PATH: `${join(root, "bin")}:${process.env["PATH"]}` };
    const done = spawnSync(process.execPath, ["scripts/drift-check.mjs"], { cwd: root, encoding: "utf8", env });
    return { code: done.status, said: done.stdout };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test("[RPC-88] a difference that breaks something fails the check for a version that is named, and is only told for the newest", () => {
  expect(check("2.0.0", "3.0.0", { "2.0.0": { breaking: 0 }, "3.0.0": { breaking: 2 } })).toMatchObject({
    code: 0,
    said: expect.stringContaining("3.0.0: 2 breaking, 0 to show, 0 harmless (only told)\n  removed field Thread.name"),
  });
  const failed = check("2.0.0 3.0.0", "3.0.0", { "2.0.0": { breaking: 1 }, "3.0.0": { breaking: 0 } });
  expect(failed.code).toBe(1);
  expect(failed.said).toContain("2 of 2 versions compared");
});

test("[RPC-88] a version that could not be fetched is skipped aloud; one that does not exist, or cannot be compared, fails it", () => {
  const away = { code: 4, words: "no network" };
  const skipped = check("2.0.0", "", { "2.0.0": away });
  expect(skipped.code).toBe(0);
  expect(skipped.said).toContain("The registry does not tell its newest version");
  expect(skipped.said).toContain("2.0.0: SKIPPED. no network");
  expect(skipped.said).toContain("0 of 1 versions compared");
  const broken = { code: 1, words: "there is no version 2.9.9" };
  expect(check("2.9.9", "3.0.0", { "2.9.9": broken, "3.0.0": { breaking: 0 } })).toMatchObject({
    code: 1,
    said: expect.stringContaining("2.9.9: NOT COMPARED. there is no version 2.9.9"),
  });
  expect(check("3.0.0", "4.0.0", { "3.0.0": { breaking: 0 }, "4.0.0": broken }).code).toBe(0);
});
