// What a message can name beside files: skills, apps and plugins, each by the server's own list. One list that cannot be
// had costs the others nothing: it says why.
import type { Failure, HostSession, Outcome } from "../host/model.ts";
import { listOf, objectOf, textOf } from "../projection/read.ts";
import { isLoaded } from "./loaded.ts";

export type MentionableKind = "skill" | "app" | "plugin";

export interface Mentionable {
  kind: MentionableKind;
  /** What its input is called; of a skill it is what the model knows it by. */
  name: string;
  /** What a person reads. */
  title: string;
  description: string;
  /** What its input names: a skill's file, `app://id`, `plugin://id`. */
  path: string;
  /** Where it comes from, in the server's word; null: not told. */
  source: string | null;
  /** Why it cannot be used, or null. */
  off: string | null;
}

/** One of the lists: what is in it, or why it is not there. */
export interface MentionableList {
  kind: MentionableKind;
  found: readonly Mentionable[];
  failed: Failure | null;
  /** What the server could not read of it, in its words. */
  errors: readonly string[];
}

/** Pages of the list of apps that are read at most. */
const APP_PAGES = 5;

/** All three, in this order. */
export function mentionables(
  session: HostSession,
  thread: string,
  cwds: readonly string[],
): Promise<MentionableList[]> {
  return Promise.all([skills(session, cwds), apps(session, thread), plugins(session, cwds)]);
}

const failedList = (kind: MentionableKind, failed: Failure): MentionableList => ({
  kind,
  found: [],
  failed,
  errors: [],
});

async function skills(session: HostSession, cwds: readonly string[]): Promise<MentionableList> {
  const outcome = await session.request("skills/list", cwds.length === 0 ? {} : { cwds });
  if (!outcome.ok) return failedList("skill", outcome.reason);
  const found = new Map<string, Mentionable>();
  const errors: string[] = [];
  for (const value of listOf(objectOf(outcome.value)?.["data"])) {
    const entry = objectOf(value);
    for (const error of listOf(entry?.["errors"])) {
      const message = textOf(objectOf(error)?.["message"]);
      if (message !== null) errors.push(message);
    }
    for (const one of listOf(entry?.["skills"])) {
      const skill = objectOf(one);
      const name = textOf(skill?.["name"]);
      const path = textOf(skill?.["path"]);
      if (skill === null || name === null || path === null || found.has(path)) continue;
      const look = objectOf(skill["interface"]);
      found.set(path, {
        kind: "skill",
        name,
        title: textOf(look?.["displayName"]) ?? name,
        description:
          textOf(look?.["shortDescription"]) ?? textOf(skill["shortDescription"]) ?? textOf(skill["description"]) ?? "",
        path,
        source: textOf(skill["scope"]),
        off: skill["enabled"] === false ? "turned off" : null,
      });
    }
  }
  return { kind: "skill", found: [...found.values()], failed: null, errors };
}

async function apps(session: HostSession, thread: string): Promise<MentionableList> {
  const found: Mentionable[] = [];
  // Which apps there are may hang on the thread's own settings; of one that is not loaded the server knows none.
  const about = isLoaded(session, thread) ? { threadId: thread } : {};
  let cursor: string | null = null;
  for (let page = 0; page < APP_PAGES; page += 1) {
    const outcome: Outcome<unknown> = await session.request("app/list", {
      ...about,
      ...(cursor === null ? {} : { cursor }),
    });
    if (!outcome.ok) return { ...failedList("app", outcome.reason), found };
    const reply = objectOf(outcome.value);
    for (const value of listOf(reply?.["data"])) {
      const app = objectOf(value);
      const id = textOf(app?.["id"]);
      if (app === null || id === null) continue;
      const name = textOf(app["name"]) ?? id;
      found.push({
        kind: "app",
        name,
        title: name,
        description: textOf(app["description"]) ?? "",
        path: `app://${id}`,
        source: textOf(app["distributionChannel"]),
        off: app["isAccessible"] === false ? "not connected" : app["isEnabled"] === false ? "turned off" : null,
      });
    }
    cursor = textOf(reply?.["nextCursor"]);
    if (cursor === null) break;
  }
  return { kind: "app", found, failed: null, errors: [] };
}

async function plugins(session: HostSession, cwds: readonly string[]): Promise<MentionableList> {
  const outcome = await session.request("plugin/installed", cwds.length === 0 ? {} : { cwds });
  if (!outcome.ok) return failedList("plugin", outcome.reason);
  const reply = objectOf(outcome.value);
  const found = new Map<string, Mentionable>();
  for (const value of listOf(reply?.["marketplaces"])) {
    const market = objectOf(value);
    for (const one of listOf(market?.["plugins"])) {
      const plugin = objectOf(one);
      const id = textOf(plugin?.["id"]);
      if (plugin === null || id === null || plugin["installed"] === false || found.has(id)) continue;
      const look = objectOf(plugin["interface"]);
      const name = textOf(look?.["displayName"]) ?? textOf(plugin["name"]) ?? id;
      found.set(id, {
        kind: "plugin",
        name,
        title: name,
        description: textOf(look?.["shortDescription"]) ?? "",
        path: `plugin://${id}`,
        source: textOf(market?.["name"]),
        off: pluginOff(plugin["availability"], plugin["enabled"]),
      });
    }
  }
  const errors = listOf(reply?.["marketplaceLoadErrors"]).flatMap(
    (error) => textOf(objectOf(error)?.["message"]) ?? [],
  );
  return { kind: "plugin", found: [...found.values()], failed: null, errors };
}

function pluginOff(availability: unknown, enabled: unknown): string | null {
  if (availability === "DISABLED_BY_ADMIN") return "turned off by an administrator";
  return enabled === false ? "turned off" : null;
}
