// The App Server under test: the pinned one, another version that LONGWIRE_TEST_CODEX names, and with LONGWIRE_TEST_RENAMED set
// either of them behind a program of another name (scripts/matrix.mjs sets them).
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CodexCommand, pinnedCodex } from "@longwire/fixtures/paths";

const RENAMED = fileURLToPath(new URL("renamed-app-server.mjs", import.meta.url));

/** A command line as that of a program of another name; see renamed-app-server.mjs. */
export const renamed = (command: readonly string[]): string[] => [process.execPath, RENAMED, ...command];

/** The program of the version under test itself, for a process of it that stands beside the relay's. */
export function codexUnderTest(): CodexCommand {
  const other = process.env["LONGWIRE_TEST_CODEX"];
  if (other === undefined) return pinnedCodex();
  // What npm calls the program is a link to the launcher in its package.
  const manifest = join(dirname(dirname(realpathSync(other))), "package.json");
  // npm's own manifest.
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  return { version, file: other, args: [] };
}

/** The command line that starts what is under test; `app-server` comes after it. */
export function codexCommand(): string[] {
  const { file, args } = codexUnderTest();
  return process.env["LONGWIRE_TEST_RENAMED"] === undefined ? [file, ...args] : renamed([file, ...args]);
}

/** Flags and command with which the relay runs what is under test; none for the pinned version, which it finds by itself. */
export function relayArguments(): { flags: string[]; command: string[] | undefined } {
  const other = process.env["LONGWIRE_TEST_CODEX"];
  if (process.env["LONGWIRE_TEST_RENAMED"] !== undefined)
    return { flags: [], command: [...codexCommand(), "app-server"] };
  return { flags: other === undefined ? [] : ["--codex", other], command: undefined };
}
