// Plugins of the machine's marketplaces and the apps of its account: what there is, what each brings along, installing and
// taking away.
import type { HostSession, Outcome } from "../host/model.ts";
import { jsonOf, listOf, objectOf, textOf } from "../projection/read.ts";
import type { Json } from "../projection/state.ts";
import { hasPassword } from "./secret-address.ts";
import { type Listing, readPages, recordsOf, unreadable } from "./listing.ts";
import { NOW } from "./loaded.ts";

/** How the server finds a plugin: in a marketplace of the machine by its file, in another by its name. */
export interface PluginPlace {
  marketplace: string;
  path: string | null;
  plugin: string;
}

export interface Plugin {
  id: string;
  name: string;
  title: string | null;
  short: string | null;
  developer: string | null;
  category: string | null;
  capabilities: string[];
  version: string | null;
  /** Where it comes from, in words. */
  source: string;
  installed: boolean;
  enabled: boolean;
  /** `AVAILABLE`, `NOT_AVAILABLE`, `INSTALLED_BY_DEFAULT`, or another word. */
  installPolicy: string;
  /** `ON_INSTALL`, `ON_USE`, or another word. */
  authPolicy: string;
  /** Why it cannot be had, in the server's word. */
  unavailable: string | null;
  remoteId: string | null;
  place: PluginPlace;
}

export interface Marketplace {
  name: string;
  title: string | null;
  path: string | null;
  plugins: Plugin[];
}

export interface PluginShelf {
  marketplaces: Marketplace[];
  errors: { path: string; message: string }[];
}

export interface PluginSkill {
  name: string;
  description: string;
  path: string | null;
}

export interface PluginDetails {
  plugin: Plugin | null;
  description: string | null;
  skills: PluginSkill[];
  hooks: string[];
  apps: AppNeed[];
  servers: string[];
  links: { name: string; url: string }[];
  raw: Json;
}

/** An app that wants a sign-in of its own. */
export interface AppNeed {
  id: string;
  name: string;
  description: string | null;
  url: string | null;
}

export interface AppEntry {
  id: string;
  name: string;
  description: string | null;
  developer: string | null;
  accessible: boolean;
  enabled: boolean;
  plugins: string[];
  url: string | null;
  raw: Json;
}

/** An app as it is installed: whether a model can call it. */
export interface InstalledApp {
  id: string;
  name: string | null;
  enabled: boolean;
  callable: boolean;
}

export interface AppTool {
  name: string;
  title: string | null;
  description: string;
  enabled: boolean;
  why: string | null;
  readOnly: boolean;
}

export interface PluginActs {
  /** `plugin/list`; raw, `readShelf` reads it. `installed`: those alone, by `plugin/installed`. */
  list(session: HostSession, cwd: string | null, installed: boolean): Promise<Outcome<Json>>;
  readShelf(raw: unknown): PluginShelf;
  /** `plugin/search`. */
  search(session: HostSession, words: string, cwd: string | null): Promise<Outcome<{ found: Plugin[]; more: boolean }>>;
  /** `plugin/read`. */
  read(session: HostSession, place: PluginPlace): Promise<Outcome<PluginDetails>>;
  /** `plugin/skill/read`: a skill of a plugin that is not on the machine; null: it has no text. */
  skill(session: HostSession, plugin: Plugin, skill: string): Promise<Outcome<string | null>>;
  /** `plugin/install`; gives the apps that want a sign-in. */
  install(session: HostSession, place: PluginPlace): Promise<Outcome<{ needs: AppNeed[]; authPolicy: string | null }>>;
  /** `plugin/uninstall`. */
  uninstall(session: HostSession, id: string): Promise<Outcome<null>>;
  /** `marketplace/add`: a folder of the machine or the address of a repository. */
  addMarketplace(session: HostSession, source: string): Promise<Outcome<{ name: string; already: boolean }>>;
  /** `marketplace/remove`. */
  removeMarketplace(session: HostSession, name: string): Promise<Outcome<null>>;
  /** `app/list`. */
  apps(session: HostSession, fetchAgain: boolean): Promise<Outcome<Listing>>;
  readApps(raw: unknown): AppEntry[];
  /** `app/installed`. */
  installedApps(session: HostSession): Promise<Outcome<InstalledApp[]>>;
  /** `app/read` with its tools; null: the server has no such app. */
  appTools(session: HostSession, app: string): Promise<Outcome<AppTool[] | null>>;
}

function sourceWords(value: unknown): string {
  const source = objectOf(value);
  const text = (name: string) => textOf(source?.[name]);
  switch (text("type")) {
    case "local":
      return text("path") ?? "a folder of the machine";
    case "git":
      return ["git", text("url"), text("path"), text("refName")].filter((part) => part !== null).join(" ");
    case "npm":
      return ["npm", text("package"), text("version"), text("registry")].filter((part) => part !== null).join(" ");
    case "remote":
      return "the plugin catalogue";
    default:
      return text("type") ?? "";
  }
}

function readPlugin(value: unknown, marketplace: string, path: string | null): Plugin[] {
  const plugin = objectOf(value);
  const name = textOf(plugin?.["name"]);
  if (plugin === null || name === null) return [];
  const looks = objectOf(plugin["interface"]);
  const availability = textOf(plugin["availability"]);
  return [
    {
      id: textOf(plugin["id"]) ?? name,
      name,
      title: textOf(looks?.["displayName"]),
      short: textOf(looks?.["shortDescription"]),
      developer: textOf(looks?.["developerName"]),
      category: textOf(looks?.["category"]),
      capabilities: listOf(looks?.["capabilities"]).filter((one) => typeof one === "string"),
      version: textOf(plugin["localVersion"]) ?? textOf(plugin["version"]),
      source: sourceWords(plugin["source"]),
      installed: plugin["installed"] === true,
      enabled: plugin["enabled"] === true,
      installPolicy: textOf(plugin["installPolicy"]) ?? "",
      authPolicy: textOf(plugin["authPolicy"]) ?? "",
      unavailable:
        textOf(plugin["disabledReason"]) ??
        (availability === null || availability === "AVAILABLE" ? null : availability.toLowerCase()),
      remoteId: textOf(plugin["remotePluginId"]),
      place: { marketplace, path, plugin: name },
    },
  ];
}

function readShelf(raw: unknown): PluginShelf {
  const result = objectOf(raw);
  return {
    marketplaces: listOf(result?.["marketplaces"]).flatMap((value) => {
      const market = objectOf(value);
      const name = textOf(market?.["name"]);
      if (market === null || name === null) return [];
      const path = textOf(market["path"]);
      return [
        {
          name,
          title: textOf(objectOf(market["interface"])?.["displayName"]),
          path,
          plugins: listOf(market["plugins"]).flatMap((one) => readPlugin(one, name, path)),
        },
      ];
    }),
    errors: listOf(result?.["marketplaceLoadErrors"]).flatMap((value) => {
      const error = objectOf(value);
      return error === null
        ? []
        : [
            {
              path: textOf(error["marketplacePath"]) ?? "",
              message: textOf(error["message"]) ?? "No reason was given.",
            },
          ];
    }),
  };
}

function readNeed(value: unknown): AppNeed[] {
  const app = objectOf(value);
  const id = textOf(app?.["id"]);
  if (app === null || id === null) return [];
  return [
    {
      id,
      name: textOf(app["name"]) ?? id,
      description: textOf(app["description"]),
      url: textOf(app["installUrl"]),
    },
  ];
}

const LINKS = [
  ["Website", "websiteUrl"],
  ["Privacy", "privacyPolicyUrl"],
  ["Terms", "termsOfServiceUrl"],
] as const;

function readDetails(raw: unknown): PluginDetails | null {
  const plugin = objectOf(objectOf(raw)?.["plugin"]);
  if (plugin === null) return null;
  const looks = objectOf(objectOf(plugin["summary"])?.["interface"]);
  const [summary] = readPlugin(
    plugin["summary"],
    textOf(plugin["marketplaceName"]) ?? "",
    textOf(plugin["marketplacePath"]),
  );
  return {
    plugin: summary ?? null,
    description: textOf(looks?.["longDescription"]) ?? textOf(plugin["description"]),
    skills: listOf(plugin["skills"]).flatMap((value) => {
      const skill = objectOf(value);
      const name = textOf(skill?.["name"]);
      return skill === null || name === null
        ? []
        : [{ name, description: textOf(skill["description"]) ?? "", path: textOf(skill["path"]) }];
    }),
    hooks: listOf(plugin["hooks"]).flatMap((value) => textOf(objectOf(value)?.["eventName"]) ?? []),
    apps: listOf(plugin["apps"]).flatMap(readNeed),
    servers: listOf(plugin["mcpServers"]).filter((one) => typeof one === "string"),
    links: LINKS.flatMap(([name, member]) => {
      const url = textOf(looks?.[member]);
      return url === null ? [] : [{ name, url }];
    }),
    raw: jsonOf(raw),
  };
}

const placeParams = ({ marketplace, path, plugin }: PluginPlace) =>
  path === null
    ? { remoteMarketplaceName: marketplace, pluginName: plugin }
    : { marketplacePath: path, pluginName: plugin };

const inFolder = (cwd: string | null) => (cwd === null ? {} : { cwds: [cwd] });

async function search(
  session: HostSession,
  words: string,
  cwd: string | null,
): Promise<Outcome<{ found: Plugin[]; more: boolean }>> {
  const outcome = await readPages(session, "plugin/search", { searchTerm: words, ...inFolder(cwd) });
  if (!outcome.ok) return outcome;
  const found = outcome.value.data.flatMap((value) => {
    const hit = objectOf(value);
    return readPlugin(hit?.["plugin"], textOf(hit?.["marketplaceName"]) ?? "", textOf(hit?.["marketplacePath"]));
  });
  return { ok: true, value: { found, more: outcome.value.more } };
}

function readApps(raw: unknown): AppEntry[] {
  return recordsOf(raw).flatMap((value) => {
    const app = objectOf(value);
    const id = textOf(app?.["id"]);
    if (app === null || id === null) return [];
    return [
      {
        id,
        name: textOf(app["name"]) ?? id,
        description: textOf(app["description"]),
        developer: textOf(objectOf(app["branding"])?.["developer"]),
        accessible: app["isAccessible"] === true,
        enabled: app["isEnabled"] !== false,
        plugins: listOf(app["pluginDisplayNames"]).filter((one) => typeof one === "string"),
        url: textOf(app["installUrl"]),
        raw: jsonOf(value),
      },
    ];
  });
}

/** The acts on plugins, marketplaces and apps. */
export const pluginActs: PluginActs = {
  async list(session, cwd, installed) {
    const method = installed ? "plugin/installed" : "plugin/list";
    const outcome = await session.request(method, inFolder(cwd));
    if (!outcome.ok) return outcome;
    return Array.isArray(objectOf(outcome.value)?.["marketplaces"])
      ? { ok: true, value: jsonOf(outcome.value) }
      : unreadable(method);
  },
  readShelf,
  search,
  async read(session, place) {
    const outcome = await session.request("plugin/read", placeParams(place));
    if (!outcome.ok) return outcome;
    const details = readDetails(outcome.value);
    return details === null ? unreadable("plugin/read") : { ok: true, value: details };
  },
  async skill(session, plugin, skill) {
    const outcome = await session.request("plugin/skill/read", {
      remoteMarketplaceName: plugin.place.marketplace,
      remotePluginId: plugin.remoteId ?? plugin.id,
      skillName: skill,
    });
    return outcome.ok ? { ok: true, value: textOf(objectOf(outcome.value)?.["contents"]) } : outcome;
  },
  async install(session, place) {
    const outcome = await session.request("plugin/install", placeParams(place), NOW);
    if (!outcome.ok) return outcome;
    const result = objectOf(outcome.value);
    return {
      ok: true,
      value: {
        needs: listOf(result?.["appsNeedingAuth"]).flatMap(readNeed),
        authPolicy: textOf(result?.["authPolicy"]),
      },
    };
  },
  async uninstall(session, id) {
    const outcome = await session.request("plugin/uninstall", { pluginId: id }, NOW);
    return outcome.ok ? { ok: true, value: null } : outcome;
  },
  async addMarketplace(session, source) {
    const secret = hasPassword(source) ? [["source"]] : [];
    const outcome = await session.request("marketplace/add", { source }, { ...NOW, secret });
    if (!outcome.ok) return outcome;
    const result = objectOf(outcome.value);
    return {
      ok: true,
      value: { name: textOf(result?.["marketplaceName"]) ?? source, already: result?.["alreadyAdded"] === true },
    };
  },
  async removeMarketplace(session, name) {
    const outcome = await session.request("marketplace/remove", { marketplaceName: name }, NOW);
    return outcome.ok ? { ok: true, value: null } : outcome;
  },
  apps: (session, fetchAgain) => readPages(session, "app/list", fetchAgain ? { forceRefetch: true } : {}),
  readApps,
  async installedApps(session) {
    const outcome = await session.request("app/installed", {});
    if (!outcome.ok) return outcome;
    return {
      ok: true,
      value: listOf(objectOf(outcome.value)?.["apps"]).flatMap((value) => {
        const app = objectOf(value);
        const id = textOf(app?.["id"]);
        return app === null || id === null
          ? []
          : [
              {
                id,
                name: textOf(app["runtimeName"]),
                enabled: app["enabled"] === true,
                callable: app["callable"] === true,
              },
            ];
      }),
    };
  },
  async appTools(session, app) {
    const outcome = await session.request("app/read", { appIds: [app], includeTools: true });
    if (!outcome.ok) return outcome;
    const found = listOf(objectOf(outcome.value)?.["apps"])
      .map(objectOf)
      .find((one) => textOf(one?.["id"]) === app);
    if (found === undefined || found === null) return { ok: true, value: null };
    return {
      ok: true,
      value: listOf(found["toolSummaries"]).flatMap((value) => {
        const tool = objectOf(value);
        const name = textOf(tool?.["name"]);
        return tool === null || name === null
          ? []
          : [
              {
                name,
                title: textOf(tool["title"]),
                description: textOf(tool["description"]) ?? "",
                enabled: tool["isEnabled"] !== false,
                why: textOf(tool["disabledReason"]),
                readOnly: tool["isReadOnly"] === true,
              },
            ];
      }),
    };
  },
};
