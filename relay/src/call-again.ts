// How this program is called again: the commands that its own words tell the person to run.
import { defaultStateDir } from "./state-dir.ts";

/** The flags by which another call finds the same relay. */
export interface Where {
  readonly stateDir: string;
  readonly tokenFile: string | null;
}

/** What starts the program: by its name when it was installed under it, else by its file in the project's folder. */
export function program(script: string | undefined): string {
  return script === undefined || /\.m?js$/.test(script) ? "node relay/bin/longwire.js" : "longwire";
}

/** A command for the shell that speaks to (or starts) the relay of this state folder; `verb` "" starts one. */
export function callAgain(
  verb: "" | "link" | "stop",
  where: Where,
  environment: NodeJS.ProcessEnv,
  script: string | undefined = process.argv[1],
): string {
  const words = [program(script)];
  if (verb !== "") words.push(verb);
  if (where.stateDir !== defaultStateDir(environment)) words.push("--state-dir", quoted(where.stateDir));
  if (where.tokenFile !== null && verb !== "stop") words.push("--token-file", quoted(where.tokenFile));
  return words.join(" ");
}

/** A word as a shell reads it back. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
