// The parts of the room of MCP servers, skills and plugins, and their addresses.
import { machinePath } from "../machine/path.ts";

export const PARTS = [
  { name: "servers", title: "MCP servers" },
  { name: "skills", title: "Skills" },
  { name: "plugins", title: "Plugins" },
  { name: "apps", title: "Apps" },
  { name: "hooks", title: "Hooks" },
] as const;

export type PartName = (typeof PARTS)[number]["name"];

/** The address of a part; the first one has that of the room. */
export function partPath(host: string, part: PartName): string {
  const room = machinePath(host, "extensions");
  return part === "servers" ? room : `${room}?part=${part}`;
}

/** The part that an address names; the first one for anything else. */
export function partIn(search: string): PartName {
  const wanted = new URLSearchParams(search).get("part");
  return PARTS.find(({ name }) => name === wanted)?.name ?? "servers";
}
