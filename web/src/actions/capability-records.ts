// What the lists of capabilities say, read leniently: each record keeps what the server told of it, raw, so that what this
// build does not know can be shown, and is understood by a later one. A record that cannot be read is kept aside, raw too.
import { listOf, numberOf, objectOf, secondsToMs, textOf } from "../projection/read.ts";
import type { Json, JsonObject } from "../projection/state.ts";

/** A model as `model/list` tells it. Null: not told. */
export interface ModelRecord {
  /** What is asked for. */
  model: string;
  id: string;
  name: string;
  description: string;
  hidden: boolean;
  isDefault: boolean;
  efforts: { effort: string; description: string }[];
  defaultEffort: string | null;
  tiers: { id: string; name: string; description: string }[];
  defaultTier: string | null;
  /** `text`, `image`, `audio`, or other words. */
  modalities: string[] | null;
  personality: boolean | null;
  multiAgent: string | null;
  specialty: string | null;
  /** The model that the server would have the person go on to. `retiresAt` in unix ms. */
  upgrade: {
    model: string;
    words: string | null;
    link: string | null;
    more: string | null;
    retiresAt: number | null;
  } | null;
  /** The server's note on who can use it. */
  availability: string | null;
  raw: JsonObject;
}

/** A collaboration mode as the server's preset tells it. Null: the mode brings none of its own. */
export interface ModeRecord {
  /** The word that is asked for; null: the server gives it none, so it cannot be chosen. */
  mode: string | null;
  name: string;
  model: string | null;
  effort: string | null;
  instructions: string | null;
  raw: JsonObject;
}

export interface ProfileRecord {
  id: string;
  description: string | null;
  /** Whether the machine's requirements allow it. Null: not told. */
  allowed: boolean | null;
  raw: JsonObject;
}

export interface FeatureRecord {
  name: string;
  title: string | null;
  /** `beta`, `underDevelopment`, `stable`, `deprecated`, `removed`, or another word. */
  stage: string | null;
  description: string | null;
  announcement: string | null;
  enabled: boolean | null;
  byDefault: boolean | null;
  raw: JsonObject;
}

/** Of each name, what its records are read into. */
export interface Readings {
  models: ModelRecord;
  allModels: ModelRecord;
  modes: ModeRecord;
  profiles: ProfileRecord;
  provider: JsonObject;
  features: FeatureRecord;
  requirements: JsonObject;
}
export type CapabilityName = keyof Readings;

const flag = (value: Json | undefined): boolean | null => (typeof value === "boolean" ? value : null);
const filled = (value: Json | undefined): string | null => (value === "" ? null : textOf(value));

function modelOf(raw: JsonObject): ModelRecord | null {
  const model = filled(raw["model"]) ?? filled(raw["id"]);
  if (model === null) return null;
  const { supportedReasoningEfforts: efforts, serviceTiers: tiers, inputModalities: modalities } = raw;
  return {
    model,
    id: filled(raw["id"]) ?? model,
    name: filled(raw["displayName"]) ?? model,
    description: textOf(raw["description"]) ?? "",
    hidden: raw["hidden"] === true,
    isDefault: raw["isDefault"] === true,
    efforts: listOf(efforts).flatMap((each) => {
      const told = objectOf(each);
      const effort = textOf(each) ?? textOf(told?.["reasoningEffort"]);
      return effort === null ? [] : [{ effort, description: textOf(told?.["description"]) ?? "" }];
    }),
    defaultEffort: filled(raw["defaultReasoningEffort"]),
    tiers: listOf(tiers).flatMap((each) => {
      const told = objectOf(each);
      const id = textOf(told?.["id"]);
      if (id === null) return [];
      return [{ id, name: filled(told?.["name"]) ?? id, description: textOf(told?.["description"]) ?? "" }];
    }),
    defaultTier: filled(raw["defaultServiceTier"]),
    modalities: Array.isArray(modalities) ? modalities.flatMap((each) => textOf(each) ?? []) : null,
    personality: flag(raw["supportsPersonality"]),
    multiAgent: filled(raw["multiAgentVersion"]),
    specialty: filled(raw["modelSpecialty"]),
    upgrade: upgradeOf(raw),
    availability: filled(objectOf(raw["availabilityNux"])?.["message"]),
    raw,
  };
}

function upgradeOf(raw: JsonObject): ModelRecord["upgrade"] {
  const info = objectOf(raw["upgradeInfo"]);
  const model = filled(info?.["model"]) ?? filled(raw["upgrade"]);
  if (model === null) return null;
  return {
    model,
    words: filled(info?.["upgradeCopy"]),
    link: filled(info?.["modelLink"]),
    more: filled(info?.["migrationMarkdown"]),
    retiresAt: secondsToMs(numberOf(info?.["retirementAt"])),
  };
}

function modeOf(raw: JsonObject): ModeRecord | null {
  const mode = filled(raw["mode"]);
  const name = filled(raw["name"]) ?? mode;
  if (name === null) return null;
  return {
    mode,
    name,
    model: filled(raw["model"]),
    effort: filled(raw["reasoning_effort"]),
    instructions: filled(raw["developer_instructions"]),
    raw,
  };
}

function profileOf(raw: JsonObject): ProfileRecord | null {
  const id = filled(raw["id"]);
  return id === null ? null : { id, description: filled(raw["description"]), allowed: flag(raw["allowed"]), raw };
}

function featureOf(raw: JsonObject): FeatureRecord | null {
  const name = filled(raw["name"]);
  if (name === null) return null;
  return {
    name,
    title: filled(raw["displayName"]),
    stage: filled(raw["stage"]),
    description: filled(raw["description"]),
    announcement: filled(raw["announcement"]),
    enabled: flag(raw["enabled"]),
    byDefault: flag(raw["defaultEnabled"]),
    raw,
  };
}

/** How each is asked for and read. A list comes in pages; all else is one reply, taken as one record. */
export const CAPABILITIES: {
  [N in CapabilityName]: { method: string; list: boolean; read: (raw: JsonObject) => Readings[N] | null };
} = {
  models: { method: "model/list", list: true, read: modelOf },
  allModels: { method: "model/list", list: true, read: modelOf },
  modes: { method: "collaborationMode/list", list: true, read: modeOf },
  profiles: { method: "permissionProfile/list", list: true, read: profileOf },
  provider: { method: "modelProvider/capabilities/read", list: false, read: (raw) => raw },
  features: { method: "experimentalFeature/list", list: true, read: featureOf },
  requirements: { method: "configRequirements/read", list: false, read: (raw) => raw },
};
