// Opens the person's browser on the pairing link. The token may not stand in the arguments of a program, so the browser is
// given a page of our own (mode 0600) that leads there, and the page is removed soon after.
import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const KEPT_MS = 30_000;

/** Whether there is a person with a screen at this end. */
export function hasScreen(environment: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (!isTerminal || environment["CI"] !== undefined) return false;
  if (process.platform === "darwin") return environment["SSH_CONNECTION"] === undefined;
  return (environment["DISPLAY"] ?? environment["WAYLAND_DISPLAY"] ?? "") !== "";
}

/** Returns what removes the page at once. */
export function openBrowser(link: string, stateDir: string): () => void {
  const page = join(stateDir, "open.html");
  const remove = (): void => rmSync(page, { force: true });
  try {
    remove();
    writeFileSync(
      page,
      `<!doctype html><meta charset="utf-8"><title>Longwire</title><meta http-equiv="refresh" content="0; url=${link}">`,
      {
        mode: 0o600,
        flag: "wx",
      },
    );
    const program = process.platform === "darwin" ? "open" : "xdg-open";
    const opener = spawn(program, [page], { stdio: "ignore", detached: true });
    opener.on("error", () => undefined);
    opener.unref();
    setTimeout(remove, KEPT_MS).unref();
  } catch {
    // The link stands in the terminal.
  }
  return remove;
}
