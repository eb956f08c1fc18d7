// The envelopes as a file of JSON lines: one that says what the file is, then one per envelope with its place and the very
// line as it is stored, keys and tokens masked.
import type { Row } from "../../journal/rows.ts";
import { maskLine } from "../masking/line.ts";
import { rowText } from "./envelope.ts";
import { NO_FILTER, type WireFilter, type WireSource } from "./source.ts";
import type { WireScope } from "./scope.ts";

export interface ExportFacts {
  /** The host's label. */
  host: string;
  thread: string;
  scope: WireScope;
  filter: WireFilter;
  /** Of the newest App Server that is known. */
  server: string | null;
  /** Unix ms. */
  at: number;
}

/** The first line. */
export function exportHeader(facts: ExportFacts): string {
  const { scope, filter } = facts;
  return JSON.stringify({
    longwire: "wire export",
    version: 1,
    exportedAt: new Date(facts.at).toISOString(),
    host: facts.host,
    server: facts.server,
    thread: facts.thread,
    ...(scope.type === "thread" ? {} : { turn: scope.turn }),
    ...(scope.type === "item" ? { item: scope.item } : {}),
    ...(JSON.stringify(filter) === JSON.stringify(NO_FILTER) ? {} : { filter }),
    lines:
      "Every further line is one envelope, oldest first. `line` is the text as it went over the wire and as this device stores it, without its line feed; what looks like a key or a token is masked in it, and secret answers were replaced before they were stored. `in`: from the App Server; `out`: to it; `snapshot`: the newest reply to a read; `local`: what this device noted, in `event`.",
  });
}

/** One envelope as a line. */
export function exportLine(row: Row): string {
  const place = {
    kind: row.kind,
    at: new Date(row.at).toISOString(),
    generation: row.generation,
    ...(row.kind === "in" || row.kind === "snapshot" ? { start: row.start } : {}),
    offset: row.offset,
    n: row.n,
  };
  const text = maskLine(rowText(row));
  if (row.kind === "local") return JSON.stringify({ ...place, event: parsed(text) });
  if (typeof row.line === "object" && !(row.line instanceof Uint8Array))
    return JSON.stringify({ ...place, notKept: row.line });
  return JSON.stringify({
    ...place,
    ...(row.kind === "snapshot" ? { method: row.method, params: maskLine(row.params) } : {}),
    ...(row.kind === "out" ? { client: row.client, redacted: row.redacted } : {}),
    line: text,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The whole file in pieces of whole lines, given one by one: never all of it as one text. Gives how many lines follow the first. */
export async function exportPieces(
  source: Pick<WireSource, "each">,
  facts: ExportFacts,
  take: (piece: string, lines: number) => void,
): Promise<number> {
  let lines = 0;
  take(`${exportHeader(facts)}\n`, lines);
  await source.each((readings) => {
    lines += readings.length;
    if (readings.length > 0) take(`${readings.map(({ row }) => exportLine(row)).join("\n")}\n`, lines);
  });
  return lines;
}

/** A name for the file that tells what is in it. */
export function exportName(facts: ExportFacts): string {
  const what = facts.scope.type === "thread" ? facts.thread : `${facts.scope.turn}`;
  const item = facts.scope.type === "item" ? `-${facts.scope.item}` : "";
  return `longwire-wire-${what}${item}.jsonl`.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(-120);
}
