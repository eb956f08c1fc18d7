// The address of a folder's page. In a file of its own: links to it need not load it.
import { machinePath } from "../machine/path.ts";

export function filesPath(host: string, folder: string): string {
  return `${machinePath(host, "files")}?cwd=${encodeURIComponent(folder)}`;
}
