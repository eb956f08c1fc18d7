// What the person has chosen in a form of settings, and what is to be asked for with it. Pure.
import type { StartThread } from "../../actions/start-thread.ts";
import type { ModelChoice, SettingsChange, SettingsChoices } from "../../actions/thread-settings.ts";
import { listOf, objectOf, textOf } from "../../projection/read.ts";
import type { Json, JsonObject, ReportedSettings } from "../../projection/state.ts";
import { isAbsolute } from "../new-thread/paths.ts";
import { WHATEVER, type Wanted } from "./shown.ts";
import { differ } from "./width.ts";

/** Where the server does not say what a model can be asked for. */
const EFFORTS = ["minimal", "low", "medium", "high"];
/** The word of the standard tier, as the server reports it. */
export const STANDARD_TIER = "default";

/** What was chosen; a member that is not there stays as it is. */
export interface Chosen {
  model?: string;
  effort?: string;
  tier?: string;
  summary?: string;
  personality?: string;
  mode?: string;
  cwd?: string;
  /** The whole policy; never beside `profile`. */
  sandbox?: JsonObject;
  profile?: string;
  policy?: Json;
  reviewer?: string;
  /** Only before a thread is started. */
  webSearch?: string;
}

/** What holds now: what a thread reports, or what a folder's configuration says. */
export interface Present extends ReportedSettings {
  webSearch?: string | null;
}

/** With another choice made. A sandbox and a profile take each other's place. */
export function choosing<F extends keyof Chosen>(before: Chosen, field: F, value: Chosen[F] | null): Chosen {
  const next: Chosen = { ...before };
  if (field === "sandbox" || field === "profile") {
    delete next.sandbox;
    delete next.profile;
  }
  if (value === null || value === undefined) delete next[field];
  else next[field] = value;
  return next;
}

/** What is wrong with a path, as a sentence. */
export function folderProblem(path: string): string | null {
  return isAbsolute(path) ? null : "Give whole paths, from the root.";
}

/** What keeps the choices from being sent. */
export function problemOf(chosen: Chosen): string | null {
  const folders = [...(chosen.cwd === undefined ? [] : [chosen.cwd]), ...listOf(chosen.sandbox?.["writableRoots"])];
  return folders.map((path) => folderProblem(String(path))).find((each) => each !== null) ?? null;
}

/** The model that will be asked, as far as it is known. */
export function modelOf(chosen: Chosen, present: Present, choices: SettingsChoices | null): ModelChoice | null {
  const wanted = chosen.model ?? modeOf(chosen, choices)?.model ?? present.model;
  return choices?.models.find((each) => each.model === wanted) ?? null;
}

/** The preset of the chosen mode. */
export function modeOf(chosen: Chosen, choices: SettingsChoices | null) {
  return choices?.modes.find(({ mode }) => mode === chosen.mode) ?? null;
}

/** The efforts that can be chosen, with the server's words for each. */
export function effortsOf(model: ModelChoice | null): { effort: string; description: string }[] {
  return model === null || model.efforts.length === 0
    ? EFFORTS.map((effort) => ({ effort, description: "" }))
    : model.efforts;
}

/** A sandbox of a kind, as narrow as that kind can be; what holds now where it is of that kind. */
export function sandboxOf(kind: string, present: Json): JsonObject {
  const now = objectOf(present);
  if (now !== null && now["type"] === kind) return now;
  if (kind === "readOnly") return { type: kind, networkAccess: false };
  if (kind === "externalSandbox") return { type: kind, networkAccess: "restricted" };
  if (kind !== "workspaceWrite") return { type: kind };
  return { type: kind, writableRoots: [], networkAccess: false, excludeTmpdirEnvVar: false, excludeSlashTmp: false };
}

/** The sandbox that a profile of a fixed name stands for; null: one that was written by hand. */
function sandboxOfProfile(id: string): JsonObject | null {
  const kind = PROFILE_SANDBOXES.get(id);
  return kind === undefined ? null : sandboxOf(kind, null);
}

const PROFILE_SANDBOXES: ReadonlyMap<string, string> = new Map([
  [":read-only", "readOnly"],
  [":workspace", "workspaceWrite"],
  [":danger-full-access", "dangerFullAccess"],
]);

export interface Wish {
  change: SettingsChange;
  /** What the server should then report. */
  expected: Wanted;
  /** What would hold then, as far as it can be told. */
  after: ReportedSettings;
}

/**
 * What is to be asked for. Only what is a change as things stand, and only what the form still offers: the model, or the
 * report, may have become another one since it was chosen.
 */
export function wish(chosen: Chosen, present: Present, choices: SettingsChoices | null): Wish {
  const change: SettingsChange = {};
  const expected: Wanted = {};
  const after: ReportedSettings = { ...present };
  if (chosen.cwd !== undefined && chosen.cwd !== present.cwd) change.cwd = expected.cwd = after.cwd = chosen.cwd;
  if (chosen.model !== undefined && chosen.model !== present.model)
    change.model = expected.model = after.model = chosen.model;
  const model = modelOf(chosen, present, choices);
  const offers = effortsOf(model).some(({ effort }) => effort === chosen.effort);
  const effort = chosen.effort !== undefined && offers && chosen.effort !== present.effort ? chosen.effort : null;
  if (effort !== null) change.effort = expected.effort = after.effort = effort;
  takeTier(chosen, present, model, change, expected);
  if (chosen.summary !== undefined && chosen.summary !== present.summary)
    change.summary = expected.summary = after.summary = chosen.summary;
  if (
    chosen.personality !== undefined &&
    chosen.personality !== present.personality &&
    (model === null || model.personality !== false)
  )
    change.personality = expected.personality = after.personality = chosen.personality;
  takeSandbox(chosen, present, choices, change, expected, after);
  if (chosen.policy !== undefined && (present.approvalPolicy === null || differ(chosen.policy, present.approvalPolicy)))
    change.approvalPolicy = expected.approvalPolicy = after.approvalPolicy = chosen.policy;
  if (chosen.reviewer !== undefined && chosen.reviewer !== present.reviewer)
    change.approvalsReviewer = expected.reviewer = after.reviewer = chosen.reviewer;
  takeMode(chosen, present, choices, effort, change, expected);
  return { change, expected, after };
}

function takeTier(
  chosen: Chosen,
  present: Present,
  model: ModelChoice | null,
  change: SettingsChange,
  expected: Wanted,
): void {
  const { tier } = chosen;
  if (tier === undefined || tier === present.serviceTier) return;
  if (tier === STANDARD_TIER) {
    // Null takes the tier away; the server then reports its word for none.
    change.serviceTier = null;
    expected.serviceTier = STANDARD_TIER;
  } else if (model?.tiers.some(({ id }) => id === tier) === true) change.serviceTier = expected.serviceTier = tier;
}

function takeSandbox(
  chosen: Chosen,
  present: Present,
  choices: SettingsChoices | null,
  change: SettingsChange,
  expected: Wanted,
  after: ReportedSettings,
): void {
  const { profile, sandbox } = chosen;
  if (profile !== undefined) {
    const offered = choices?.profiles.some(({ id, allowed }) => id === profile && allowed) === true;
    if (!offered || profile === textOf(objectOf(present.permissionProfile)?.["id"])) return;
    change.permissions = profile;
    expected.permissionProfile = WHATEVER;
    expected.sandbox = WHATEVER;
    after.permissionProfile = { id: profile };
    const known = sandboxOfProfile(profile);
    if (known !== null) after.sandbox = known;
  } else if (sandbox !== undefined && (present.sandbox === null || differ(sandbox, present.sandbox))) {
    change.sandboxPolicy = expected.sandbox = after.sandbox = sandbox;
    expected.permissionProfile = after.permissionProfile = null;
  }
}

/** A mode is the server's own preset: its model and its effort; the person's own choices go before them. */
function takeMode(
  chosen: Chosen,
  present: Present,
  choices: SettingsChoices | null,
  effort: string | null,
  change: SettingsChange,
  expected: Wanted,
): void {
  const preset = modeOf(chosen, choices);
  if (preset === null || preset.mode === present.mode) return;
  const model = chosen.model ?? preset.model ?? present.model;
  if (model === null) return;
  const along = effort ?? preset.effort ?? present.effort;
  change.collaborationMode = {
    mode: preset.mode,
    // Null: the server's own instructions for the mode.
    settings: { model, reasoning_effort: along, developer_instructions: null },
  };
  expected.mode = preset.mode;
  expected.model = model;
  if (along !== null) expected.effort = along;
}

const SANDBOX_MODES: ReadonlyMap<string, string> = new Map([
  ["readOnly", "read-only"],
  ["workspaceWrite", "workspace-write"],
  ["dangerFullAccess", "danger-full-access"],
]);
/** The word of config.toml for a sandbox; null where it has none. */
export function sandboxMode(sandbox: Json): string | null {
  return SANDBOX_MODES.get(textOf(objectOf(sandbox)?.["type"]) ?? "") ?? null;
}

/** The same for a thread that is yet to be started: what `thread/start` has no member for is a word of the configuration. */
export function startWish(chosen: Chosen, present: Present, choices: SettingsChoices | null): Omit<StartThread, "cwd"> {
  const { change } = wish(chosen, present, choices);
  const config: JsonObject = {};
  if (change.effort !== undefined) config["model_reasoning_effort"] = change.effort;
  if (change.summary !== undefined) config["model_reasoning_summary"] = change.summary;
  if (chosen.webSearch !== undefined && chosen.webSearch !== present.webSearch) config["web_search"] = chosen.webSearch;
  const { sandboxPolicy } = change;
  const mode = sandboxMode(sandboxPolicy ?? null);
  if (mode === "workspace-write")
    config["sandbox_workspace_write"] = {
      writable_roots: listOf(sandboxPolicy?.["writableRoots"]).map(String),
      network_access: sandboxPolicy?.["networkAccess"] === true,
      exclude_tmpdir_env_var: sandboxPolicy?.["excludeTmpdirEnvVar"] === true,
      exclude_slash_tmp: sandboxPolicy?.["excludeSlashTmp"] === true,
    };
  return {
    ...(change.model === undefined ? {} : { model: change.model }),
    ...(change.serviceTier === undefined ? {} : { serviceTier: change.serviceTier }),
    ...(change.personality === undefined ? {} : { personality: change.personality }),
    ...(change.approvalPolicy === undefined ? {} : { approvalPolicy: change.approvalPolicy }),
    ...(change.approvalsReviewer === undefined ? {} : { approvalsReviewer: change.approvalsReviewer }),
    ...(mode === null ? {} : { sandbox: mode }),
    ...(change.permissions === undefined ? {} : { permissions: change.permissions }),
    ...(Object.keys(config).length === 0 ? {} : { config }),
    ...(change.collaborationMode === undefined ? {} : { collaborationMode: change.collaborationMode }),
  };
}

/** What a folder's configuration gives a thread that is started there. */
export function presentOfConfig(config: JsonObject, cwd: string): Present {
  const text = (name: string) => textOf(config[name]);
  const mode = text("sandbox_mode");
  const kind = [...SANDBOX_MODES].find(([, word]) => word === mode)?.[0] ?? null;
  const members = objectOf(config["sandbox_workspace_write"]);
  const profile = text("default_permissions");
  const sandbox = kind === null ? null : sandboxOf(kind, null);
  if (sandbox !== null && kind === "workspaceWrite" && members !== null) {
    sandbox["writableRoots"] = listOf(members["writable_roots"]).map(String);
    sandbox["networkAccess"] = members["network_access"] === true;
    sandbox["excludeTmpdirEnvVar"] = members["exclude_tmpdir_env_var"] === true;
    sandbox["excludeSlashTmp"] = members["exclude_slash_tmp"] === true;
  }
  return {
    cwd,
    model: text("model"),
    modelProvider: text("model_provider"),
    effort: text("model_reasoning_effort"),
    serviceTier: text("service_tier"),
    summary: text("model_reasoning_summary"),
    personality: text("personality"),
    reviewer: text("approvals_reviewer"),
    mode: null,
    approvalPolicy: config["approval_policy"] ?? null,
    sandbox,
    permissionProfile: profile === null ? null : { id: profile },
    webSearch: text("web_search"),
  };
}
