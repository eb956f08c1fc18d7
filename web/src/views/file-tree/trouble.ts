// Why something on the machine's disk was not read or changed: a plain sentence, and the server's own words.
import type { Failure } from "../../host/model.ts";
import { failureSentence } from "../sentences.ts";

/** `os error N` as Unix and Windows number them. */
const OS_ERRORS: ReadonlyMap<string, string> = new Map([
  [
    "2",
    "It is not there: it was moved or removed, a link to it leads nowhere, or its name holds bytes that are no text.",
  ],
  ["3", "The folder on the way to it is not there."],
  ["5", "The App Server’s user has no permission for that."],
  ["1", "The machine does not permit that to the App Server’s user."],
  ["13", "The App Server’s user has no permission for that."],
  ["17", "Something with this name is there already."],
  ["20", "A part of this path is a file, not a folder."],
  ["21", "This is a folder."],
  ["28", "There is no space left on that disk."],
  ["30", "That disk can only be read."],
  ["36", "The name is longer than that machine allows."],
  ["39", "The folder is not empty."],
  ["40", "The links on the way lead in a circle."],
  ["66", "The folder is not empty."],
  ["145", "The folder is not empty."],
]);

/** A failed `fs/…` request. */
export function diskTrouble(failure: Failure): string {
  const said = failureSentence(failure);
  if (failure.type !== "rpc") return said;
  const known = OS_ERRORS.get(/\bos error (\d+)\b/.exec(failure.message)?.[1] ?? "");
  return known === undefined ? said : `${known} ${said}`;
}
