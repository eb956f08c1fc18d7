// Runs the App Server under requirements of an administrator. They can stand in the system's folder only, so the program
// gets a view of it of its own: a mount namespace in which a copy with the file in it lies over /etc.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@longwire/fixtures/codex-home";

const MOUNT = 'mount --make-rprivate / && mount --bind "$1" /etc && shift && exec "$@"';

/** The command line to put before the App Server's; null where the machine does not allow it. */
export function underRequirements(text: string): string[] | null {
  const etc = newFolder("etc");
  try {
    cpSync("/etc", etc, { recursive: true, verbatimSymlinks: true });
  } catch {
    // What may not be read is not needed.
  }
  mkdirSync(join(etc, "codex"), { recursive: true });
  writeFileSync(join(etc, "codex", "requirements.toml"), text);
  const own = process.getuid?.() === 0 ? ["-m"] : ["-U", "-r", "-m"];
  const under = ["unshare", ...own, "sh", "-c", MOUNT, "sh", etc];
  const [file, ...args] = [...under, "test", "-f", "/etc/codex/requirements.toml"];
  return file !== undefined && spawnSync(file, args).status === 0 ? under : null;
}
