// What a thread runs with: the choices that the App Server offers, and changing it with `thread/settings/update`.
import * as z from "zod/mini";
import type { HostSession, Outcome } from "../host/model.ts";
import type { ModelChoice, SettingsActs, SettingsChange, SettingsChoices } from "./contract.ts";
import { askLoaded } from "./loaded.ts";

/** Pages of the model list that are read at most; every reply goes to every device. */
const MODEL_PAGES = 4;

const word = z.nullish(z.string());
const tier = z.looseObject({ id: z.string(), name: word });
const model = z.looseObject({
  model: z.string(),
  displayName: word,
  description: word,
  hidden: z.nullish(z.boolean()),
  defaultReasoningEffort: word,
  supportedReasoningEfforts: z.nullish(z.array(z.looseObject({ reasoningEffort: z.string() }))),
  serviceTiers: z.nullish(z.array(tier)),
});
const models = z.looseObject({ data: z.array(z.unknown()), nextCursor: word });
const modes = z.looseObject({ data: z.array(z.unknown()) });
const mode = z.looseObject({ name: z.string(), mode: word, reasoning_effort: word });

/** The models and modes that the server offers. One that cannot be read is left out; without modes there are none. */
async function choices(session: HostSession): Promise<Outcome<SettingsChoices>> {
  const found: ModelChoice[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MODEL_PAGES; page += 1) {
    const outcome: Outcome<unknown> = await session.request("model/list", cursor === null ? {} : { cursor });
    if (!outcome.ok) return outcome;
    const reply = z.safeParse(models, outcome.value);
    if (!reply.success) return unreadable("model/list");
    for (const value of reply.data.data) {
      const read = z.safeParse(model, value);
      if (read.success && read.data.hidden !== true) found.push(choiceOf(read.data));
    }
    cursor = reply.data.nextCursor ?? null;
    if (cursor === null) break;
  }
  const told = await session.request("collaborationMode/list", {});
  const list = told.ok ? z.safeParse(modes, told.value) : null;
  const offered = (list?.success === true ? list.data.data : []).flatMap((value) => {
    const read = z.safeParse(mode, value);
    if (!read.success || read.data.mode == null) return [];
    return [{ mode: read.data.mode, name: read.data.name, effort: read.data.reasoning_effort ?? null }];
  });
  return { ok: true, value: { models: found, modes: offered } };
}

function choiceOf(read: z.infer<typeof model>): ModelChoice {
  return {
    model: read.model,
    name: read.displayName ?? read.model,
    description: read.description ?? "",
    efforts: (read.supportedReasoningEfforts ?? []).map(({ reasoningEffort }) => reasoningEffort),
    defaultEffort: read.defaultReasoningEffort ?? null,
    tiers: (read.serviceTiers ?? []).map(({ id, name }) => ({ id, name: name ?? id })),
  };
}

/** Asks for what the person changed, and for nothing else. What holds then is what the server reports. */
async function change(session: HostSession, thread: string, wanted: SettingsChange): Promise<Outcome<null>> {
  // Only a loaded thread can be changed.
  const outcome = await askLoaded(session, thread, "thread/settings/update", wanted);
  return outcome.ok ? { ok: true, value: null } : outcome;
}

function unreadable(method: string): Outcome<never> {
  return {
    ok: false,
    reason: {
      type: "not-sent",
      message: `The App Server's reply to ${method} could not be read. It is kept in the wire view.`,
    },
  };
}

export const settingsActs: SettingsActs = { choices, change };
