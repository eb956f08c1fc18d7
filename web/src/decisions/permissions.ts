// A request for more rights: each right in words, and the answer that grants the ones that the person chose.
import { fileSystemEntry, fileSystemPermissions, permissionRequest } from "@longwire/shared-protocol/wire/permissions";
import { read } from "@longwire/shared-protocol/wire/field";
import { listOf, objectOf, textOf } from "../projection/read.ts";
import { otherMembers } from "./members.ts";

export interface PermissionCard {
  reason: string | null;
  folder: string | null;
  environment: string | null;
  parts: PermissionPart[];
  /** Members of the request that this app does not know, name and JSON text. */
  more: [name: string, json: string][];
  /** The permissions as they came. */
  wire: Readonly<Record<string, unknown>>;
}

/** One right that is asked for. */
export interface PermissionPart {
  /** Unique in its card. */
  id: string;
  /** What it allows, in words. */
  words: string;
  /** The paths or hosts in `words` are the server's text: drawn with hidden characters visible. */
  raw: string;
  /** `limit`: it takes a right away and belongs to every grant. `unknown`: this app cannot say what it allows. */
  kind: "right" | "limit" | "unknown";
}

export type GrantScope = "turn" | "session";

const KNOWN = ["threadId", "turnId", "itemId", "environmentId", "startedAtMs", "cwd", "reason", "permissions"];

/** Null when the parameters are no request for permissions: the raw card shows them then. */
export function readPermissionRequest(params: unknown): PermissionCard | null {
  const reading = read(permissionRequest, params);
  if (!reading.ok) return null;
  const wire = reading.value;
  return {
    reason: wire.reason ?? null,
    folder: wire.cwd ?? null,
    environment: wire.environmentId ?? null,
    parts: partsOf(wire.permissions),
    more: otherMembers(wire, KNOWN),
    wire: wire.permissions,
  };
}

/** What is chosen before the person has chosen: all that is asked for, but nothing that this app cannot name. */
export function asAsked(card: PermissionCard): Set<string> {
  return new Set(card.parts.filter((part) => part.kind === "right").map((part) => part.id));
}

/**
 * The answer that grants these parts; with none of them it grants nothing. What is granted keeps the server's own values.
 * @param chosen ids of parts; limits are added by themselves to what they limit
 * @param reviewed every later command of the turn is to be reviewed before it runs; only a grant for the turn can ask it
 */
export function grant(
  card: PermissionCard,
  chosen: ReadonlySet<string>,
  scope: GrantScope,
  reviewed: boolean = false,
): unknown {
  const granted: [string, unknown][] = [];
  for (const [name, value] of Object.entries(card.wire)) {
    if (value === null) continue;
    if (name === "fileSystem") {
      const files = grantedFiles(value, chosen);
      if (files !== null) granted.push([name, files]);
    } else if (chosen.has(name)) granted.push([name, value]);
  }
  const strict = reviewed && scope === "turn" && granted.length > 0 ? { strictAutoReview: true } : {};
  return { permissions: Object.fromEntries(granted), scope, ...strict };
}

/** What was granted, one by one, for the line that stays of the card; empty when that is nothing. */
export function grantedWords(result: unknown): string[] {
  const answer = objectOf(result);
  const wire = objectOf(answer?.["permissions"]);
  const words = wire === null ? [] : partsOf(wire).map((part) => part.words);
  if (words.length > 0 && answer?.["strictAutoReview"] === true) words.push("Each later command reviewed first");
  return words;
}

function partsOf(permissions: Readonly<Record<string, unknown>>): PermissionPart[] {
  const parts: PermissionPart[] = [];
  for (const [name, value] of Object.entries(permissions)) {
    if (value === null || value === undefined) continue;
    if (name === "network") parts.push(...networkPart(value));
    else if (name === "fileSystem") parts.push(...fileParts(value));
    else parts.push(unknownPart(name, `${name}: ${JSON.stringify(value)}`, value));
  }
  return parts;
}

function networkPart(value: unknown): PermissionPart[] {
  const enabled = objectOf(value)?.["enabled"];
  if (enabled === true) return [{ id: "network", words: "Use the network", raw: JSON.stringify(value), kind: "right" }];
  if (enabled === null || enabled === false) return [];
  return [unknownPart("network", `network: ${JSON.stringify(value)}`, value)];
}

function unknownPart(id: string, words: string, value: unknown): PermissionPart {
  return { id, words, raw: JSON.stringify(value), kind: "unknown" };
}

function fileParts(value: unknown): PermissionPart[] {
  const reading = read(fileSystemPermissions, value);
  if (!reading.ok) return [unknownPart("fileSystem", `files: ${JSON.stringify(value)}`, value)];
  const parts = new Map<string, PermissionPart>();
  for (const part of [
    ...listOf(reading.value.entries).map(entryPart),
    ...listOf(reading.value.read).map((path) => pathPart("read", path)),
    ...listOf(reading.value.write).map((path) => pathPart("write", path)),
  ])
    // The two older lists repeat what the entries say.
    if (!parts.has(part.id)) parts.set(part.id, part);
  return [...parts.values()];
}

function pathPart(access: "read" | "write", path: unknown): PermissionPart {
  const name = textOf(path);
  if (name === null) return unknownPart(`${access} ${JSON.stringify(path)}`, `${access} ${JSON.stringify(path)}`, path);
  return entryPart({ path: { type: "path", path: name }, access });
}

function entryPart(value: unknown): PermissionPart {
  const raw = JSON.stringify(value);
  const reading = read(fileSystemEntry, value);
  const place = reading.ok ? placeWords(reading.value.path) : null;
  const verb = reading.ok ? VERBS.get(reading.value.access) : undefined;
  if (!reading.ok || place === null || verb === undefined) return unknownPart(raw, raw, value);
  const kind = reading.value.access === "deny" ? "limit" : "right";
  const { path } = reading.value;
  const id =
    path.type === "path" ? `${reading.value.access} ${textOf(path["path"]) ?? raw}` : `${reading.value.access} ${raw}`;
  return { id, words: `${verb} ${place}`, raw, kind };
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ["read", "Read"],
  ["write", "Read and write"],
  ["deny", "Except"],
]);

/** A place in words; null for a shape that this app does not know. */
function placeWords(path: Readonly<Record<string, unknown>>): string | null {
  if (path["type"] === "path") return textOf(path["path"]);
  if (path["type"] === "glob_pattern") {
    const pattern = textOf(path["pattern"]);
    return pattern === null ? null : `everything that matches ${pattern}`;
  }
  const special = path["type"] === "special" ? objectOf(path["value"]) : null;
  if (special === null) return null;
  const below = textOf(special["subpath"]);
  switch (special["kind"]) {
    case "root":
      return "the whole disk";
    case "minimal":
      return "what every program needs (system libraries and the like)";
    case "project_roots":
      return below === null ? "the project's folders" : `${below} in the project's folders`;
    case "tmpdir":
      return "the folder for temporary files";
    case "slash_tmp":
      return "/tmp";
    default:
      return null;
  }
}

/** The chosen part of the file permissions, in the shape in which they were asked for; null when nothing is chosen. */
function grantedFiles(value: unknown, chosen: ReadonlySet<string>): unknown {
  const reading = read(fileSystemPermissions, value);
  if (!reading.ok) return chosen.has("fileSystem") ? value : null;
  let some = false;
  const take = (list: unknown, partOf: (member: unknown) => PermissionPart) =>
    Array.isArray(list)
      ? list.filter((member: unknown) => {
          const part = partOf(member);
          if (part.kind === "limit") return true;
          const taken = chosen.has(part.id);
          some ||= taken;
          return taken;
        })
      : null;
  const readable = take(reading.value.read, (path) => pathPart("read", path));
  const writable = take(reading.value.write, (path) => pathPart("write", path));
  const entries = take(reading.value.entries, entryPart);
  if (!some) return null;
  const { read: _read, write: _write, entries: _entries, ...more } = reading.value;
  return { ...more, read: readable, write: writable, ...(entries === null ? {} : { entries }) };
}
