// The default command: the pinned Codex that is installed with the relay, as its own binary where the package has one
// (the launcher is a Node process between us and it), else through its launcher.
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

const TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
};

/** The command line of the installed Codex, or null when it is not installed. */
export function installedCodex(): string[] | null {
  const require = createRequire(import.meta.url);
  let launcherFolder: string;
  try {
    launcherFolder = dirname(require.resolve("@openai/codex/package.json"));
  } catch {
    return null;
  }
  const platform = `${process.platform}-${process.arch}`;
  const target = TARGETS[platform];
  if (target !== undefined) {
    const fromLauncher = createRequire(join(launcherFolder, "package.json"));
    try {
      const folder = dirname(fromLauncher.resolve(`@openai/codex-${platform}/package.json`));
      const binary = join(folder, "vendor", target, "bin", "codex");
      if (existsSync(binary)) return [binary, "app-server"];
    } catch {
      // Another layout of the package: its launcher knows.
    }
  }
  const launcher = join(launcherFolder, "bin", "codex.js");
  return existsSync(launcher) ? [process.execPath, launcher, "app-server"] : null;
}

/** Whether a program can be run: a path as it is, a bare name by the folders of `path` (a PATH). */
export function canRun(program: string, path: string): boolean {
  const places = program.includes("/") ? [program] : path.split(delimiter).map((folder) => join(folder, program));
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK);
      return statSync(place).isFile();
    } catch {
      return false;
    }
  });
}
