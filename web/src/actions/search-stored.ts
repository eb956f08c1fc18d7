// The search in what this device has stored: the messages of every thread, read from the journal's rows. For a device
// without a connection; with one the server searches.
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import type { Journal } from "../journal/journal.ts";
import type { Row } from "../journal/rows.ts";
import type { TextMatch } from "./contract.ts";

/** Threads that are named at most: more than that is no answer. */
const THREADS = 40;
const AROUND = 60;

/** Reads all rows of the host once. The newest message of a thread that holds the words is shown. */
export async function searchStored(
  journal: Journal,
  host: string,
  term: string,
  stop: AbortSignal,
): Promise<TextMatch[]> {
  const wanted = term.trim().toLowerCase();
  if (wanted === "") return [];
  // As it stands in a raw line: what JSON escapes is searched for in its escaped form.
  const raw = JSON.stringify(wanted).slice(1, -1).toLowerCase();
  const hits = new Map<string, string>();
  let after = 0;
  for (let more = true; more && !stop.aborted;) {
    const page = await journal.readSince(host, after);
    for (const row of page.rows) look(row, wanted, raw, hits);
    more = page.more && page.seq > after;
    after = page.seq;
  }
  return [...hits]
    .reverse()
    .slice(0, THREADS)
    .map(([thread, snippet]) => ({ thread, snippet }));
}

function look(row: Row, wanted: string, raw: string, hits: Map<string, string>): void {
  if (row.kind === "local" || row.thread === null || !("line" in row)) return;
  const line: unknown = row.line;
  if (typeof line !== "string" || !line.toLowerCase().includes(raw)) return;
  const message = parseLine(line);
  for (const text of messagesIn(message)) {
    const at = text.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    // Newest last: a thread that is found again moves behind the others.
    hits.delete(row.thread);
    hits.set(row.thread, snippetAt(text, at, wanted.length));
  }
}

function snippetAt(text: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + length + AROUND);
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`.replaceAll(/\s+/g, " ");
}

/** What was said: the texts of user and agent messages anywhere in a line. Deltas and outputs are left out. */
function messagesIn(message: unknown): string[] {
  const texts: string[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > 8) return;
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry, depth + 1);
      return;
    }
    const type: unknown = Reflect.get(value, "type");
    if (type === "agentMessage" || type === "userMessage") {
      const text: unknown = Reflect.get(value, "text");
      if (typeof text === "string") texts.push(text);
      const content: unknown = Reflect.get(value, "content");
      if (Array.isArray(content)) {
        for (const part of content as unknown[]) {
          const words: unknown = typeof part === "object" && part !== null ? Reflect.get(part, "text") : null;
          if (typeof words === "string") texts.push(words);
        }
      }
      return;
    }
    for (const entry of Object.values(value)) visit(entry, depth + 1);
  };
  visit(message, 0);
  return texts;
}
