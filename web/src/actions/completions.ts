// What a message can name, as the server finds and lists it. Loaded with the first "@" or "$".
import { findFiles } from "./find-files.ts";
import { mentionables } from "./mentionables.ts";

export const completionActs = { findFiles, mentionables };
export type CompletionActs = typeof completionActs;
