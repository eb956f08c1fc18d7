// Skills and hooks of a machine: which there are for a folder, switching a skill on and off, further folders with skills.
import type { SentParams } from "@longwire/shared-protocol/app-server";
import type { HostSession, Outcome } from "../host/model.ts";
import { jsonOf, listOf, numberOf, objectOf, textOf } from "../projection/read.ts";
import type { Json } from "../projection/state.ts";
import { recordsOf, unreadable } from "./listing.ts";
import { NOW } from "./loaded.ts";

export interface Skill {
  name: string;
  /** The name that its interface gives it. */
  title: string | null;
  description: string;
  short: string | null;
  path: string;
  /** `user`, `repo`, `system`, `admin`, or another word. */
  scope: string;
  enabled: boolean;
  /** Tools that it needs, as `type value`. */
  needs: string[];
}

/** What one folder has. */
export interface SkillsOf {
  cwd: string;
  skills: Skill[];
  errors: { path: string; message: string }[];
}

export interface Hook {
  key: string;
  event: string;
  matcher: string | null;
  /** What it runs, in words: a command, a tool of a server, a prompt. */
  runs: string;
  source: string;
  path: string;
  plugin: string | null;
  enabled: boolean;
  managed: boolean;
  trust: string;
  timeoutSec: number | null;
}

export interface HooksOf {
  cwd: string;
  hooks: Hook[];
  warnings: string[];
  errors: string[];
}

export interface SkillActs {
  /**
   * `skills/list`; raw, `readSkills` reads it.
   * @param cwd the folder; null: the App Server's own
   * @param scan looks at the disk again
   */
  list(session: HostSession, cwd: string | null, scan: boolean): Promise<Outcome<Json>>;
  readSkills(raw: unknown): SkillsOf[];
  /** `skills/config/write`; gives what counts then. */
  setEnabled(session: HostSession, path: string, enabled: boolean): Promise<Outcome<boolean>>;
  /** `skills/extraRoots/set`: all further folders, in place of those set before. */
  setRoots(session: HostSession, roots: readonly string[]): Promise<Outcome<null>>;
  /** `hooks/list`; raw, `readHooks` reads it. */
  hooks(session: HostSession, cwd: string | null): Promise<Outcome<Json>>;
  readHooks(raw: unknown): HooksOf[];
}

const inFolder = (cwd: string | null): object => (cwd === null ? {} : { cwds: [cwd] });

function readSkill(value: unknown): Skill[] {
  const skill = objectOf(value);
  const name = textOf(skill?.["name"]);
  const path = textOf(skill?.["path"]);
  if (skill === null || name === null || path === null) return [];
  const looks = objectOf(skill["interface"]);
  return [
    {
      name,
      title: textOf(looks?.["displayName"]),
      description: textOf(skill["description"]) ?? "",
      short: textOf(looks?.["shortDescription"]) ?? textOf(skill["shortDescription"]),
      path,
      scope: textOf(skill["scope"]) ?? "",
      enabled: skill["enabled"] !== false,
      needs: listOf(objectOf(skill["dependencies"])?.["tools"]).flatMap((one) => {
        const tool = objectOf(one);
        const words = [textOf(tool?.["type"]), textOf(tool?.["value"])].filter((word) => word !== null);
        return words.length === 0 ? [] : [words.join(" ")];
      }),
    },
  ];
}

function readSkills(raw: unknown): SkillsOf[] {
  return recordsOf(raw).flatMap((value) => {
    const entry = objectOf(value);
    if (entry === null) return [];
    return [
      {
        cwd: textOf(entry["cwd"]) ?? "",
        skills: listOf(entry["skills"]).flatMap(readSkill),
        errors: listOf(entry["errors"]).flatMap((one) => {
          const error = objectOf(one);
          return error === null
            ? []
            : [{ path: textOf(error["path"]) ?? "", message: textOf(error["message"]) ?? "No reason was given." }];
        }),
      },
    ];
  });
}

function readHook(value: unknown): Hook[] {
  const hook = objectOf(value);
  const key = textOf(hook?.["key"]);
  if (hook === null || key === null) return [];
  const kind = textOf(hook["handlerType"]) ?? "";
  const runs =
    kind === "command"
      ? (textOf(hook["command"]) ?? "a command")
      : kind === "mcpTool"
        ? `${textOf(hook["server"]) ?? "a server"}: ${textOf(hook["tool"]) ?? "a tool"}`
        : kind;
  return [
    {
      key,
      event: textOf(hook["eventName"]) ?? "",
      matcher: textOf(hook["matcher"]),
      runs,
      source: textOf(hook["source"]) ?? "",
      path: textOf(hook["sourcePath"]) ?? "",
      plugin: textOf(hook["pluginId"]),
      enabled: hook["enabled"] !== false,
      managed: hook["isManaged"] === true,
      trust: textOf(hook["trustStatus"]) ?? "",
      timeoutSec: numberOf(hook["timeoutSec"]),
    },
  ];
}

function readHooks(raw: unknown): HooksOf[] {
  return recordsOf(raw).flatMap((value) => {
    const entry = objectOf(value);
    if (entry === null) return [];
    return [
      {
        cwd: textOf(entry["cwd"]) ?? "",
        hooks: listOf(entry["hooks"]).flatMap(readHook),
        warnings: listOf(entry["warnings"]).filter((one) => typeof one === "string"),
        errors: listOf(entry["errors"]).map((one) => {
          const error = objectOf(one);
          return [textOf(error?.["path"]), textOf(error?.["message"])].filter((part) => part !== null).join(": ");
        }),
      },
    ];
  });
}

async function listed<M extends string>(
  session: HostSession,
  method: M,
  params: SentParams<M>,
): Promise<Outcome<Json>> {
  const outcome = await session.request(method, params);
  if (!outcome.ok) return outcome;
  return Array.isArray(objectOf(outcome.value)?.["data"])
    ? { ok: true, value: jsonOf(outcome.value) }
    : unreadable(method);
}

/** The acts on skills, and what hooks there are. */
export const skillActs: SkillActs = {
  list: (session, cwd, scan) =>
    listed(session, "skills/list", { ...inFolder(cwd), ...(scan ? { forceReload: true } : {}) }),
  readSkills,
  async setEnabled(session, path, enabled) {
    const outcome = await session.request("skills/config/write", { path, enabled }, NOW);
    if (!outcome.ok) return outcome;
    const counts = objectOf(outcome.value)?.["effectiveEnabled"];
    return { ok: true, value: typeof counts === "boolean" ? counts : enabled };
  },
  async setRoots(session, roots) {
    const outcome = await session.request("skills/extraRoots/set", { extraRoots: [...roots] }, NOW);
    return outcome.ok ? { ok: true, value: null } : outcome;
  },
  hooks: (session, cwd) => listed(session, "hooks/list", inFolder(cwd)),
  readHooks,
};
