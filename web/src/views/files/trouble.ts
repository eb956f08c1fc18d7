// Why a file is not shown, as a sentence that says what to do next.
import type { Failure } from "../../host/model.ts";
import { isOfVersion, refusalOf } from "../lacking/kinds.ts";
import { failureSentence } from "../sentences.ts";

/** `os error N` as Unix and Windows number them. */
const OS_ERRORS: ReadonlyMap<string, string> = new Map([
  ["2", "There is no file at this path. It may have been moved or deleted since it was named."],
  ["3", "There is no file at this path. It may have been moved or deleted since it was named."],
  ["5", "The App Server may not read this file: its user has no permission."],
  ["13", "The App Server may not read this file: its user has no permission."],
  ["20", "A part of this path is a file, not a folder: there is nothing at this place."],
  ["21", "This is a folder."],
  ["36", "This path is longer than a path can be on that machine."],
  ["40", "The links at this path lead in a circle."],
  ["62", "The links at this path lead in a circle."],
  ["63", "This path is longer than a path can be on that machine."],
]);

/** A failed `fs/…` request. */
export function fileTrouble(failure: Failure): string {
  if (failure.type !== "rpc") return failureSentence(failure);
  const number = /\bos error (\d+)\b/.exec(failure.message)?.[1];
  const known = number === undefined ? undefined : OS_ERRORS.get(number);
  if (known !== undefined) return known;
  if (/\bis not a file\b/.test(failure.message)) return "This is not a file that can be read.";
  if (failure.code === -32601 || isOfVersion(refusalOf(failure)))
    return "This version of the App Server cannot read files.";
  return failureSentence(failure);
}

export const OFFLINE = "The file is on the machine, and this device is not connected to it. Try again once it is.";
export const FOLDER = "This is a folder. Only files can be shown here.";
export const NO_FILE = "This is a device or a pipe, not a file: it is not read.";
