// Words for configurations: where a layer lies, what a value is, why a change was refused.
import { failureSentence } from "../sentences.ts";
import type { Failure } from "../../host/model.ts";
import { textOf } from "../../projection/read.ts";
import type { Json, JsonObject } from "../../projection/state.ts";

/** A layer in a few words, and the file that it is, if it is one. */
export function layerWords(source: JsonObject): { name: string; file: string | null } {
  const file = textOf(source["file"]) ?? textOf(source["dotCodexFolder"]);
  switch (source["type"]) {
    case "packagedDefaults":
      return { name: "Shipped with the App Server", file };
    case "system":
      return { name: "This machine", file };
    case "user": {
      const profile = textOf(source["profile"]);
      return { name: profile === null ? "Yours" : `Yours, profile ${profile}`, file };
    }
    case "project":
      return { name: "The folder’s own", file };
    case "sessionFlags":
      return { name: "Given when the App Server was started", file };
    case "mdm":
    case "legacyManagedConfigTomlFromMdm":
      return { name: "Device management", file };
    case "enterpriseManaged":
      return { name: `Managed: ${textOf(source["name"]) ?? "by your organisation"}`, file };
    case "legacyManagedConfigTomlFromFile":
      return { name: "Managed on this machine", file };
    default:
      return { name: textOf(source["type"]) ?? "Another layer", file };
  }
}

/** A value on one line, as JSON. */
export function valueWords(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Longer values are cut where they are told; the editor has them whole. */
const LONGEST = 200;

/** The words of a value, within bounds. */
export function shortWords(words: string): string {
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

/** Why the configuration was not changed. */
export function configRefusal(failure: Failure): string {
  if (failure.type === "rpc") {
    if (/modified since last read/i.test(failure.message))
      return "The file has changed since it was read here. Nothing was written. Read it again, look at your changes, and write them then.";
    if (/invalid configuration/i.test(failure.message))
      return `The server refused it and wrote nothing. It said: ${failure.message}`;
    if (/only writes to the user config/i.test(failure.message))
      return "The server writes your own configuration only. Nothing was written.";
  }
  return failureSentence(failure);
}

const STAGES: ReadonlyMap<string, string> = new Map([
  ["beta", "Beta"],
  ["stable", "Stable"],
  ["underDevelopment", "Under development"],
  ["deprecated", "Deprecated"],
  ["removed", "No longer has any effect"],
]);

/** The stage of a feature; a word of another version as it came. */
export function stageWords(stage: string): string {
  return STAGES.get(stage) ?? (stage === "" ? "Not stated" : stage);
}

/** Stages in the order in which a person wants them: what can be tried first, what is gone last. */
export const STAGE_ORDER: readonly string[] = ["beta", "stable", "underDevelopment", "deprecated", "removed"];
