// What a thread runs with: the choices that the App Server offers, and changing it with `thread/settings/update`.
import * as z from "zod/mini";
import type { Failure, HostSession, Outcome } from "../host/model.ts";
import type { Journal } from "../journal/journal.ts";
import { listOf, objectOf } from "../projection/read.ts";
import type { Json, JsonObject } from "../projection/state.ts";
import { lacks } from "../projection/lacking.ts";
import { capabilityActs } from "./capabilities.ts";
import { CAPABILITIES } from "./capability-records.ts";
import { askLoaded } from "./loaded.ts";

/** A model that the server offers, and what it can be asked for. */
export interface ModelChoice {
  model: string;
  name: string;
  description: string;
  /** Not shown by the server's own list; it was asked for by the person. */
  hidden: boolean;
  efforts: { effort: string; description: string }[];
  defaultEffort: string | null;
  tiers: { id: string; name: string; description: string }[];
  /** Null: the server does not say. */
  personality: boolean | null;
  /** The model that the server would have the person go on to, and its words for it. */
  upgrade: { model: string; words: string | null; retires: number | null } | null;
  /** The server's note on who can use it. */
  availability: string | null;
}

/** A collaboration mode, as the server's preset tells it. Null: the mode has none of its own. */
export interface ModeChoice {
  mode: string;
  name: string;
  model: string | null;
  effort: string | null;
}

export interface ProfileChoice {
  id: string;
  description: string | null;
  /** What the machine's requirements say. */
  allowed: boolean;
}

/** The words that the machine's requirements allow; null: any. */
export interface Requirements {
  approvalPolicies: Json[] | null;
  sandboxModes: string[] | null;
  reviewers: string[] | null;
  webSearch: string[] | null;
}

export interface SettingsChoices {
  models: ModelChoice[];
  modes: ModeChoice[];
  /** Empty where the server has none, or no such list. */
  profiles: ProfileChoice[];
  requirements: Requirements;
  /** When the models were read; not `fresh`: as kept from an earlier process, since the newest attempt failed or is to come. */
  read?: { at: number | null; fresh: boolean; failure: Failure | null };
  /** The other lists whose newest reading failed, each with why. What of them was read before is offered all the same. */
  unread?: { method: string; failure: Failure }[];
}

export interface ChoicesWanted {
  /** The folder whose configuration says which profiles there are. */
  cwd: string | null;
  /** Also the models that the server keeps out of its list. */
  hidden: boolean;
}

/** What the person changed, under the server's own names; all else is left out. */
export interface SettingsChange {
  cwd?: string;
  model?: string;
  effort?: string;
  /** Null: the standard one. */
  serviceTier?: string | null;
  summary?: string;
  personality?: string;
  sandboxPolicy?: JsonObject;
  /** A permission profile; never beside `sandboxPolicy`. */
  permissions?: string;
  approvalPolicy?: Json;
  approvalsReviewer?: string;
  collaborationMode?: JsonObject;
}

export interface SettingsActs {
  /** `model/list`, `collaborationMode/list`, `permissionProfile/list` and `configRequirements/read`. */
  choices(session: HostSession, wanted: ChoicesWanted, journal: Journal): Promise<Outcome<SettingsChoices>>;
  /** `thread/settings/update`, for the turns that follow. */
  change(session: HostSession, thread: string, wanted: SettingsChange): Promise<Outcome<null>>;
}

const NOT_READ: Failure = { type: "not-sent", message: "It was never read here, and there is no connection." };

const word = z.nullish(z.string());
const tier = z.looseObject({ id: z.string(), name: word, description: word });
const effort = z.looseObject({ reasoningEffort: z.string(), description: word });
const model = z.looseObject({
  model: z.string(),
  displayName: word,
  description: word,
  hidden: z.nullish(z.boolean()),
  defaultReasoningEffort: word,
  supportsPersonality: z.nullish(z.boolean()),
  upgrade: word,
});
const mode = z.looseObject({ name: z.string(), mode: z.string(), model: word, reasoning_effort: word });
const profile = z.looseObject({ id: z.string(), description: word, allowed: z.nullish(z.boolean()) });
const words = z.array(z.string());

/**
 * What the server offers, read now or as this device has kept it. One entry that cannot be read is left out; without modes
 * or profiles there are none.
 */
async function choices(
  session: HostSession,
  wanted: ChoicesWanted,
  journal: Journal,
): Promise<Outcome<SettingsChoices>> {
  const folder = wanted.cwd === null ? {} : { cwd: wanted.cwd };
  const [models, modes, profiles, told] = await Promise.all([
    capabilityActs.read(session, journal, { name: wanted.hidden ? "allModels" : "models" }),
    capabilityActs.read(session, journal, { name: "modes" }),
    capabilityActs.read(session, journal, { name: "profiles", ...folder }),
    capabilityActs.read(session, journal, { name: "requirements" }),
  ]);
  // Without a list of models there is still what the others offer.
  if (models.records === null && (modes.records ?? profiles.records) === null)
    return { ok: false, reason: models.failure?.reason ?? NOT_READ };
  const unread = (["modes", "profiles", "requirements"] as const).flatMap((name) => {
    const failure = { modes, profiles, requirements: told }[name].failure;
    const { method } = CAPABILITIES[name];
    return failure === null || lacks(session.state, method) !== null ? [] : [{ method, failure: failure.reason }];
  });
  return {
    ok: true,
    value: {
      models: (models.records ?? []).flatMap(({ raw }) => modelOf(raw, wanted.hidden)),
      modes: (modes.records ?? []).flatMap(({ raw }) => modeOf(raw)),
      profiles: (profiles.records ?? []).flatMap(({ raw }) => profileOf(raw)),
      requirements: requirementsOf(objectOf(told.records?.[0]?.["requirements"])),
      read: { at: models.at, fresh: models.fresh, failure: models.failure?.reason ?? null },
      ...(unread.length === 0 ? {} : { unread }),
    },
  };
}

function modelOf(value: unknown, hidden: boolean): ModelChoice[] {
  const read = z.safeParse(model, value);
  if (!read.success || (read.data.hidden === true && !hidden)) return [];
  const { data } = read;
  const info = objectOf(data["upgradeInfo"]);
  const to = textIn(info, "model") ?? data.upgrade ?? null;
  const retires = info?.["retirementAt"];
  return [
    {
      model: data.model,
      name: data.displayName ?? data.model,
      description: data.description ?? "",
      hidden: data.hidden === true,
      efforts: listOf(data["supportedReasoningEfforts"]).flatMap((each) => {
        const known = z.safeParse(effort, each);
        return known.success ? [{ effort: known.data.reasoningEffort, description: known.data.description ?? "" }] : [];
      }),
      defaultEffort: data.defaultReasoningEffort ?? null,
      tiers: listOf(data["serviceTiers"]).flatMap((each) => {
        const known = z.safeParse(tier, each);
        if (!known.success) return [];
        const { id, name, description } = known.data;
        return [{ id, name: name ?? id, description: description ?? "" }];
      }),
      personality: data.supportsPersonality ?? null,
      upgrade:
        to === null
          ? null
          : { model: to, words: textIn(info, "upgradeCopy"), retires: typeof retires === "number" ? retires : null },
      availability: textIn(objectOf(data["availabilityNux"]), "message"),
    },
  ];
}

function modeOf(value: unknown): ModeChoice[] {
  const read = z.safeParse(mode, value);
  if (!read.success) return [];
  const { name, model: own, reasoning_effort: level } = read.data;
  return [{ mode: read.data.mode, name, model: own ?? null, effort: level ?? null }];
}

function profileOf(value: unknown): ProfileChoice[] {
  const read = z.safeParse(profile, value);
  if (!read.success) return [];
  return [{ id: read.data.id, description: read.data.description ?? null, allowed: read.data.allowed !== false }];
}

function requirementsOf(told: JsonObject | null): Requirements {
  const list = (name: string) => {
    const read = z.safeParse(words, told?.[name]);
    return read.success ? read.data : null;
  };
  const policies = told?.["allowedApprovalPolicies"];
  return {
    approvalPolicies: Array.isArray(policies) ? policies : null,
    sandboxModes: list("allowedSandboxModes"),
    reviewers: list("allowedApprovalsReviewers"),
    webSearch: list("allowedWebSearchModes"),
  };
}

function textIn(value: JsonObject | null, name: string): string | null {
  const found = value?.[name];
  return typeof found === "string" && found !== "" ? found : null;
}

/** Asks for what the person changed, and for nothing else. What holds then is what the server reports. */
async function change(session: HostSession, thread: string, wanted: SettingsChange): Promise<Outcome<null>> {
  // Only a loaded thread can be changed.
  const outcome = await askLoaded(session, thread, "thread/settings/update", wanted);
  return outcome.ok ? { ok: true, value: null } : outcome;
}

export const settingsActs: SettingsActs = { choices, change };
