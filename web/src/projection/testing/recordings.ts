// The recordings of real App Server binaries as tapes. They are data of the fixtures package; only the files are read.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tape, type Tape } from "./rows.ts";

const FOLDER = fileURLToPath(new URL("../../../../fixtures/recordings/", import.meta.url));

/** All recordings that there are, as [version, name]. */
export function recordings(): [version: string, name: string][] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER).flatMap((version) =>
    readdirSync(FOLDER + version)
      .filter((file) => file.endsWith(".jsonl"))
      .map((file): [string, string] => [version, file.slice(0, -".jsonl".length)]),
  );
}

interface Recorded {
  generation: number;
  direction: "in" | "out";
  message: unknown;
}

/** A recording as rows; an exit stands between its generations. */
export function recorded(version: string, name: string): Tape {
  const out = tape();
  let generation = 0;
  for (const text of readFileSync(`${FOLDER}${version}/${name}.jsonl`, "utf8").split("\n")) {
    if (text === "") continue;
    // Written by the recorder; fixtures tests check their shape.
    const line = JSON.parse(text) as Recorded;
    if (line.generation !== generation) {
      if (generation > 0) out.exit();
      generation = line.generation;
      out.generation(`g${generation}`);
    }
    if (line.direction === "in") out.in(JSON.stringify(line.message));
    else out.out(line.message);
  }
  return out;
}
