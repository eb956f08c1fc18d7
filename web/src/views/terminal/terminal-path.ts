// The address of one terminal. In a file of its own: links to it need not load it.
import { machinePath } from "../machine/path.ts";

/** Its handle is long; where this app made it, the first word of it is its own. */
export function terminalPath(host: string, process: { handle: string }): string {
  const name = process.handle.startsWith("lw-") ? (process.handle.split(" ", 1)[0] ?? "") : process.handle;
  return `${machinePath(host, "terminals")}?open=${encodeURIComponent(name)}`;
}

/** The page that starts one in a folder. */
export function newTerminalPath(host: string, cwd: string): string {
  return `${machinePath(host, "terminals")}?cwd=${encodeURIComponent(cwd)}`;
}
