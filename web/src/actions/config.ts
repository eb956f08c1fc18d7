// The configuration of the App Server: what it holds and where each value comes from, what may be changed and is, feature
// flags, and feedback. Everything here is the server's own; nothing is computed in its place.
import type { HostSession, Outcome } from "../host/model.ts";
import { listOf, objectOf, textOf } from "../projection/read.ts";
import type { Json, JsonObject } from "../projection/state.ts";
import { secretsIn, segmentsOf, valuesOf, withoutSecrets, type ConfigValue } from "./config-values.ts";
import { NOW } from "./loaded.ts";

/** One of the files and other sources that a configuration is made of. */
export interface ConfigLayer {
  /** Raw, as the server names it. */
  source: JsonObject;
  version: string | null;
  /** Why it has no effect now; null: it has. */
  disabled: string | null;
  /** What it holds, without secrets. */
  config: Json;
}

export interface ConfigRead {
  /** The folder that it was read for; null: none. */
  cwd: string | null;
  values: ConfigValue[];
  /** The first one wins. */
  layers: ConfigLayer[];
  /** The version of the layer that can be written; null: it was not told. */
  version: string | null;
}

export interface ConfigEdit {
  key: string;
  /** Null takes it away. */
  value: Json;
}

export interface ConfigWritten {
  file: string | null;
  /** A layer above still wins: what the server says of it, and the value that counts; null: it may be a secret. */
  overridden: { message: string; value: Json } | null;
}

export interface Feature {
  name: string;
  /** `stable`, `beta`, `underDevelopment`, `deprecated`, `removed`, or the server's own word. */
  stage: string;
  title: string | null;
  description: string | null;
  enabled: boolean;
  byDefault: boolean;
}

export interface Feedback {
  classification: string;
  reason: string;
  thread: string | null;
  /** The server adds its own logs. */
  logs: boolean;
}

const unreadable = (method: string): Outcome<never> => ({
  ok: false,
  reason: { type: "rpc", code: null, message: `the reply to ${method} is of another shape than expected`, data: null },
});

const isUserLayer = (source: JsonObject): boolean => source["type"] === "user" && textOf(source["profile"]) === null;

async function read(session: HostSession, cwd: string | null): Promise<Outcome<ConfigRead>> {
  const outcome = await session.request("config/read", { includeLayers: true, ...(cwd === null ? {} : { cwd }) });
  if (!outcome.ok) return outcome;
  const reply = objectOf(outcome.value);
  const config = objectOf(reply?.["config"]);
  if (reply === null || config === null) return unreadable("config/read");
  const origins = new Map<string, JsonObject>();
  for (const [key, told] of Object.entries(objectOf(reply["origins"]) ?? {})) {
    const source = objectOf(objectOf(told)?.["name"]);
    if (source !== null) origins.set(key, source);
  }
  const layers = listOf(reply["layers"]).flatMap((told): ConfigLayer[] => {
    const layer = objectOf(told);
    const source = objectOf(layer?.["name"]);
    if (layer === null || source === null) return [];
    return [
      {
        source,
        version: textOf(layer["version"]),
        disabled: textOf(layer["disabledReason"]),
        config: withoutSecrets(layer["config"] ?? null),
      },
    ];
  });
  const version = layers.find(({ source }) => isUserLayer(source))?.version ?? null;
  return { ok: true, value: { cwd, values: valuesOf(config, origins), layers, version } };
}

/** @param version what the person has seen: the server refuses when the file has changed since; null: not checked */
async function write(
  session: HostSession,
  edits: readonly ConfigEdit[],
  version: string | null,
  reload: boolean,
): Promise<Outcome<ConfigWritten>> {
  const secret = edits.flatMap(({ key, value }, n) =>
    secretsIn(value, segmentsOf(key) ?? []).map((path) => ["edits", n, "value", ...path]),
  );
  const outcome = await session.request(
    "config/batchWrite",
    {
      // A table that is set is set as a whole: what the person sees is what is there.
      edits: edits.map(({ key, value }) => ({ keyPath: key, value, mergeStrategy: "replace" as const })),
      ...(version === null ? {} : { expectedVersion: version }),
      ...(reload ? { reloadUserConfig: true } : {}),
    },
    { ...NOW, secret },
  );
  if (!outcome.ok) return outcome;
  const reply = objectOf(outcome.value);
  const over = objectOf(reply?.["overriddenMetadata"]);
  return {
    ok: true,
    value: {
      file: textOf(reply?.["filePath"]),
      overridden:
        over === null
          ? null
          : {
              message: textOf(over["message"]) ?? "",
              value: shownOf(over["effectiveValue"] ?? null, edits),
            },
    },
  };
}

/** A value that counts, without secrets. The server does not say of which of several keys it is: then it is told whole or not. */
function shownOf(value: Json, edits: readonly ConfigEdit[]): Json {
  const read = edits.map(({ key }) => withoutSecrets(value, segmentsOf(key) ?? []));
  const [first = null] = read;
  if (read.length === 1) return first;
  const whole = JSON.stringify(value);
  return read.every((each) => JSON.stringify(each) === whole) ? value : null;
}

/** What an administrator has laid down; null: nothing. */
async function requirements(session: HostSession): Promise<Outcome<JsonObject | null>> {
  const outcome = await session.request("configRequirements/read", undefined);
  return outcome.ok ? { ok: true, value: objectOf(objectOf(outcome.value)?.["requirements"]) } : outcome;
}

/** A server that goes on giving pages is not followed for ever. */
const MOST_PAGES = 20;

async function features(session: HostSession): Promise<Outcome<Feature[]>> {
  const all: Feature[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const outcome: Outcome<unknown> = await session.request(
      "experimentalFeature/list",
      cursor === null ? {} : { cursor },
    );
    if (!outcome.ok) return outcome;
    const reply = objectOf(outcome.value);
    for (const told of listOf(reply?.["data"])) {
      const feature = objectOf(told);
      const name = textOf(feature?.["name"]);
      if (feature === null || name === null) continue;
      all.push({
        name,
        stage: textOf(feature["stage"]) ?? "",
        title: textOf(feature["displayName"]),
        description: textOf(feature["description"]),
        enabled: feature["enabled"] === true,
        byDefault: feature["defaultEnabled"] === true,
      });
    }
    cursor = textOf(reply?.["nextCursor"]);
    if (cursor === null) break;
  }
  return { ok: true, value: all };
}

/** Switches a feature in the running process. `false`: the server does not switch this one while it runs. */
async function switchNow(session: HostSession, name: string, on: boolean): Promise<Outcome<boolean>> {
  // Built as entries: a name from the wire becomes a member of this object alone.
  const enablement = Object.fromEntries([[name, on]]);
  const outcome = await session.request("experimentalFeature/enablement/set", { enablement }, NOW);
  if (!outcome.ok) return outcome;
  const taken = objectOf(objectOf(outcome.value)?.["enablement"]);
  return { ok: true, value: taken !== null && Object.hasOwn(taken, name) };
}

/** `feedback/upload`. The value is the id that the server gave it, or null. */
async function feedback(session: HostSession, what: Feedback): Promise<Outcome<string | null>> {
  const outcome = await session.request(
    "feedback/upload",
    {
      classification: what.classification,
      ...(what.reason === "" ? {} : { reason: what.reason }),
      ...(what.thread === null ? {} : { threadId: what.thread }),
      // The server's own default is not relied on: logs leave the machine on the person's word alone.
      includeLogs: what.logs,
    },
    NOW,
  );
  return outcome.ok ? { ok: true, value: textOf(objectOf(outcome.value)?.["threadId"]) } : outcome;
}

/** The acts on the configuration. */
export const configActs = { read, write, requirements, features, switchNow, feedback };
export type ConfigActs = typeof configActs;
