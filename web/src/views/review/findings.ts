// What a review has found, out of the two forms in which it comes: the reviewer's own JSON, and the text that the App Server
// makes of it. Nothing is guessed: a text counts as findings only when writing them down again gives the very same text, and
// JSON only when every finding in it can be read. Anything else is null, and stays the text that it is. Pure.
import { listOf, numberOf, objectOf, textOf } from "../../projection/read.ts";

export interface Finding {
  /** Without its priority. */
  title: string;
  body: string;
  /** 0 is the most urgent. */
  priority: number | null;
  /** From 0 to 1. */
  confidence: number | null;
  path: string | null;
  /** First and last line. */
  start: number | null;
  end: number | null;
}

export interface Findings {
  /** The reviewer's own words (`patch is incorrect`); only its JSON has them. */
  verdict: string | null;
  confidence: number | null;
  explanation: string;
  findings: Finding[];
  /** The form that was read; the JSON may hold more than is shown. */
  form: "json" | "text";
}

/** Texts longer than this are not looked through. */
const LONGEST = 2_000_000;
const HEAD = /(?:^|\n)(?:Full review comments:|Review comment:)\n\n(?=- )/g;
const PRIORITY = /^\[P(\d)\] ?/;
/** `— path:18-20`, as the App Server writes a place behind a title. Numbers that would be written otherwise are none. */
const PLACE = /^(.*) — (.+):(0|[1-9]\d{0,8})-(0|[1-9]\d{0,8})$/s;
/** The same for a path from the root, in which such a dash may stand as well. */
const ROOTED = /^(.*) — ((?:[/\\]|[A-Za-z]:[/\\]).*):(0|[1-9]\d{0,8})-(0|[1-9]\d{0,8})$/s;

/** The findings, or null where the text is something else. */
export function readFindings(text: string): Findings | null {
  if (text.length > LONGEST) return null;
  return text.trimStart().startsWith("{") ? fromJson(text) : fromText(text);
}

function fromJson(text: string): Findings | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const output = objectOf(value);
  if (output === null || !Array.isArray(output["findings"])) return null;
  const findings: Finding[] = [];
  for (const one of listOf(output["findings"])) {
    const finding = readFinding(one);
    if (finding === null) return null;
    findings.push(finding);
  }
  return {
    verdict: textOf(output["overall_correctness"]),
    confidence: numberOf(output["overall_confidence_score"]),
    explanation: textOf(output["overall_explanation"]) ?? "",
    findings,
    form: "json",
  };
}

function readFinding(value: unknown): Finding | null {
  const wire = objectOf(value);
  const title = textOf(wire?.["title"]);
  const body = textOf(wire?.["body"]);
  if (wire === null || title === null || body === null) return null;
  const place = objectOf(wire["code_location"]);
  const range = objectOf(place?.["line_range"]);
  const named = split(title);
  return {
    ...named,
    body,
    priority: numberOf(wire["priority"]) ?? named.priority,
    confidence: numberOf(wire["confidence_score"]),
    path: textOf(place?.["absolute_file_path"]),
    start: numberOf(range?.["start"]),
    end: numberOf(range?.["end"]),
  };
}

function split(title: string): Pick<Finding, "title" | "priority"> {
  const found = PRIORITY.exec(title);
  return found === null
    ? { title, priority: null }
    : { title: title.slice(found[0].length), priority: Number(found[1]) };
}

function fromText(text: string): Findings | null {
  // What the reviewer says of the whole may hold such a line as well: the block is the last one that reads as one.
  for (const head of [...text.matchAll(HEAD)].reverse()) {
    const explanation = text.slice(0, head.index).trimEnd();
    const block = text.slice(head.index).replace(/^\n/, "");
    const findings = readBlock(block);
    if (findings !== null && writeBlock(findings) === bare(block))
      return {
        verdict: null,
        confidence: null,
        explanation,
        findings: findings.map(({ finding }) => finding),
        form: "text",
      };
  }
  return null;
}

interface Written {
  finding: Finding;
  /** The title line as it came, without its dash. */
  line: string;
}

function readBlock(block: string): Written[] | null {
  const written: (Written & { body: string[] })[] = [];
  for (const line of block.trimEnd().split("\n").slice(2)) {
    const last = written.at(-1);
    if (line.startsWith("- ")) {
      const [, title, path, start, end] = ROOTED.exec(line.slice(2)) ?? PLACE.exec(line.slice(2)) ?? [];
      if (title === undefined || path === undefined) return null;
      const finding = {
        ...split(title),
        body: "",
        confidence: null,
        path,
        start: Number(start),
        end: Number(end),
      };
      written.push({ finding, line: line.slice(2), body: [] });
    } else if (line.trim() === "" && last !== undefined) last.body.push("");
    else if (line.startsWith("  ") && last !== undefined) last.body.push(line.slice(2));
    else if (line !== "") return null;
  }
  for (const one of written) one.finding.body = one.body.join("\n").trimEnd();
  return written.length === 0 ? null : written;
}

/** Without blanks at the ends of its lines, which say nothing. */
function bare(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}

/** As the App Server writes it. */
function writeBlock(written: readonly Written[]): string {
  const lines = [written.length > 1 ? "Full review comments:" : "Review comment:"];
  for (const { finding, line } of written) {
    lines.push("", `- ${line}`);
    if (finding.body !== "") lines.push(...finding.body.split("\n").map((text) => `  ${text}`));
  }
  return bare(lines.join("\n"));
}

/** The lines of a finding in words: `line 4`, `lines 18–20`; null where there are none. */
export function linesWords({ start, end }: Pick<Finding, "start" | "end">): string | null {
  if (start === null) return null;
  return end === null || end === start ? `line ${start}` : `lines ${start}–${end}`;
}

const URGENCY = ["drop everything", "urgent", "next", "when there is time"];

/** A priority in words, for those who do not know the letters. */
export function priorityWords(priority: number): string {
  const words = URGENCY[priority];
  return words === undefined ? `Priority ${priority}` : `Priority ${priority}: ${words}`;
}
