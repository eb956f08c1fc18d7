// Where the pinned App Server is: the program and its first arguments.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The command that starts the pinned `codex` through Node, as `@openai/codex` installs it. */
export function codexCommand(): string[] {
  const manifest = createRequire(import.meta.url).resolve("@openai/codex/package.json");
  // The manifest is npm's: `bin` is a path, or paths by name.
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: string | { codex: string } };
  return [process.execPath, join(dirname(manifest), typeof bin === "string" ? bin : bin.codex)];
}
