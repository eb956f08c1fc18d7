// Makes shared-protocol/generated/{ts,schema} from the pinned App Server binary, both with --experimental.
// Does nothing when they were already made by this very version. The output is never committed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "generated");
const stamp = join(out, "VERSION");
const pinned = /^CODEX_VERSION=(.+)$/m.exec(readFileSync(join(here, "..", "..", "versions.env"), "utf8"))?.[1];

const manifest = createRequire(import.meta.url).resolve("@openai/codex/package.json");
const { version, bin } = JSON.parse(readFileSync(manifest, "utf8"));
if (version !== pinned) {
  console.error(`versions.env pins Codex ${pinned}, but ${version} is installed. Run "pnpm install".`);
  process.exit(1);
}
if (existsSync(stamp) && readFileSync(stamp, "utf8") === version) process.exit(0);

const codex = join(dirname(manifest), typeof bin === "string" ? bin : bin.codex);
rmSync(out, { recursive: true, force: true });
for (const [command, folder] of [
  ["generate-ts", "ts"],
  ["generate-json-schema", "schema"],
]) {
  mkdirSync(join(out, folder), { recursive: true });
  execFileSync(process.execPath, [codex, "app-server", command, "--out", join(out, folder), "--experimental"], { stdio: "inherit" });
}
writeFileSync(stamp, version);
