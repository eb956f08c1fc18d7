// The command that moves the pin, as far as it refuses: what it does has been run by hand, since it installs and records.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedCodexVersion, REPOSITORY } from "@longwire/fixtures/paths";
import { expect, test } from "vitest";

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
