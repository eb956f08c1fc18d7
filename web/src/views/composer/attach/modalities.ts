// Whether the thread's model takes a kind of input, by what the App Server's own list of models says.
import type { ModelRecord } from "../../../actions/capability-records.ts";
import type { WireInput } from "../parts.ts";

export type Modality = "image" | "audio";

export type Taken =
  | { type: "yes" }
  /** `others`: models that would take it, by the names that the server gives them. */
  | { type: "no"; model: string; others: readonly string[] }
  /** Nobody has said; it may be sent. */
  | { type: "unknown"; why: string };

/** What a model must take for this input; null: any does. */
export function modalityOf(input: WireInput): Modality | null {
  if (input.type === "image" || input.type === "localImage") return "image";
  return input.type === "audio" || input.type === "localAudio" ? "audio" : null;
}

/**
 * @param records null: the list was never read
 * @param model as the server reports it for the thread; null: not reported
 */
export function takes(records: readonly ModelRecord[] | null, model: string | null, modality: Modality): Taken {
  if (model === null) return { type: "unknown", why: "The server has not said which model this thread uses." };
  if (records === null) return { type: "unknown", why: "The server’s list of models has not been read." };
  const record = records.find((each) => each.model === model) ?? records.find((each) => each.id === model);
  if (record === undefined) return { type: "unknown", why: `${model} is not in the server’s list of models.` };
  if (record.modalities === null) return { type: "unknown", why: `The server does not say what ${record.name} takes.` };
  if (record.modalities.includes(modality)) return { type: "yes" };
  const others = records.filter((each) => !each.hidden && each.modalities?.includes(modality) === true);
  return { type: "no", model: record.name, others: others.map(({ name }) => name) };
}

const WORDS: Readonly<Record<Modality, string>> = { image: "images", audio: "audio" };

/** Why it cannot be sent, and what to do. */
export function refusalOf(taken: Extract<Taken, { type: "no" }>, modality: Modality): string {
  const { model, others } = taken;
  const what = WORDS[modality];
  const instead =
    others.length === 0
      ? "No model that this server lists does. Remove it, or send it as a file."
      : `Choose a model that does (${others.slice(0, 5).join(", ")}${others.length > 5 ? " …" : ""}), remove it, or send it as a file.`;
  return `${model} takes no ${what}: the server would leave it out of what the model sees. ${instead}`;
}
