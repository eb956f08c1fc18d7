// What the suite of MCP servers, skills and plugins puts on the machine before the app is opened.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "@longwire/fixtures/paths";

/** An MCP server with resources, templates and tools. */
export const LIBRARY = join(REPOSITORY, "fixtures", "src", "mcp-library.mjs");

/** Adds a table to the machine's configuration. */
export function configure(codexHome: string, lines: readonly string[]): void {
  appendFileSync(join(codexHome, "config.toml"), `\n${lines.join("\n")}\n`);
}

/** Writes a skill below a folder; gives the path of its file. */
export function writeSkill(folder: string, name: string, about: string): string {
  mkdirSync(join(folder, name), { recursive: true });
  const path = join(folder, name, "SKILL.md");
  writeFileSync(path, `---\nname: ${name}\ndescription: ${about}\n---\n# ${name}\n\nDo it with care.\n`);
  return path;
}

/** A marketplace of one plugin, which brings a skill and an MCP server; gives its folder. */
export function writeMarketplace(folder: string): string {
  const market = join(folder, "harbour-market");
  const plugin = join(market, "plugins", "tides");
  mkdirSync(join(market, ".agents", "plugins"), { recursive: true });
  mkdirSync(join(plugin, ".codex-plugin"), { recursive: true });
  writeFileSync(
    join(market, ".agents", "plugins", "marketplace.json"),
    JSON.stringify({
      name: "harbour",
      interface: { displayName: "Harbour market" },
      plugins: [
        {
          name: "tides",
          source: { source: "local", path: "./plugins/tides" },
          policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
          category: "Weather",
        },
      ],
    }),
  );
  writeFileSync(
    join(plugin, ".codex-plugin", "plugin.json"),
    JSON.stringify({
      name: "tides",
      version: "1.2.0",
      description: "Tells when the water is high.",
      skills: "./skills/",
      mcpServers: "./.mcp.json",
      interface: { displayName: "Tides", shortDescription: "Tide tables of every harbour", category: "Weather" },
    }),
  );
  writeFileSync(
    join(plugin, ".mcp.json"),
    JSON.stringify({ mcpServers: { tidetable: { command: process.execPath, args: [LIBRARY] } } }),
  );
  writeSkill(join(plugin, "skills"), "read-tides", "Reads a tide table");
  return market;
}
