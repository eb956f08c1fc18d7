// An answer with a secret: the real line for the wire, and the copy that may be stored. A secret reaches the socket and
// nothing else.
import { encodeErrorResponse, encodeRequest, encodeResponse, type RequestId } from "@longwire/shared-protocol/json-rpc";
import { MIN_ECHO_LENGTH, SECRET_MARK } from "./mark.ts";
import { needlesOf } from "./needles.ts";
import { findRanges } from "./ranges.ts";

/** The length of a line with a secret is a multiple of this, LF included, so that the length tells nothing. */
export const PADDED_TO = 256;

/** Member names and indexes from the result down; everything below is secret. */
export type SecretPath = readonly (string | number)[];

export interface RedactedAnswer {
  /** For the wire, LF included. Never to be kept. */
  line: string;
  /** Its length on the wire, LF and padding included. */
  bytes: number;
  /** The line without LF and padding, a mark in place of each secret value. */
  stored: string;
  /** The secret texts, for the echo mask. Only in memory. */
  secrets: string[];
}

/**
 * Makes both lines of an answer. Secret values shorter than eight characters are replaced at their paths only; longer
 * ones also where else in the answer they stand.
 * @param secret where the secret values are
 * @param texts secret texts that may stand anywhere
 */
export function redactAnswer(
  id: RequestId,
  result: unknown,
  secret: readonly SecretPath[],
  texts: readonly string[] = [],
): RedactedAnswer {
  const secrets = new Set(texts);
  const marked = replaceAt(result, [], secret, secrets);
  // All secrets are known only now: they are marked elsewhere in the answer too.
  const stored = encodeResponse(id, maskEverywhere(marked, secrets)).slice(0, -1);
  return { ...padLine(encodeResponse(id, result)), stored, secrets: [...secrets] };
}

/** The same for a request that is answered with an error. */
export function redactError(
  id: RequestId,
  error: { code: number; message: string },
  texts: readonly string[],
): RedactedAnswer {
  const message = maskEverywhere(error.message, new Set(texts));
  const stored = encodeErrorResponse(id, error.code, typeof message === "string" ? message : SECRET_MARK).slice(0, -1);
  return { ...padLine(encodeErrorResponse(id, error.code, error.message)), stored, secrets: [...texts] };
}

/** The same for a request of ours: a sign-in with a key, a setting that holds one. */
export function redactRequest(
  id: RequestId,
  method: string,
  params: unknown,
  secret: readonly SecretPath[],
  texts: readonly string[],
): RedactedAnswer {
  const secrets = new Set(texts);
  const marked = replaceAt(params, [], secret, secrets);
  const stored = encodeRequest(id, method, maskEverywhere(marked, secrets)).slice(0, -1);
  return { ...padLine(encodeRequest(id, method, params)), stored, secrets: [...secrets] };
}

function maskEverywhere(value: unknown, secrets: ReadonlySet<string>): unknown {
  const needles = [...secrets].filter((text) => text.length >= MIN_ECHO_LENGTH).flatMap(needlesOf);
  return needles.length === 0 ? value : maskValues(value, needles);
}

/**
 * Pads a line with spaces before its LF to the next multiple of 256 bytes.
 * @param line ends in LF
 */
export function padLine(line: string): { line: string; bytes: number } {
  const bytes = new TextEncoder().encode(line).length;
  const padded = Math.ceil(bytes / PADDED_TO) * PADDED_TO;
  return { line: `${line.slice(0, -1)}${" ".repeat(padded - bytes)}\n`, bytes: padded };
}

/** Where the secret answers to `item/tool/requestUserInput` stand in its result. Reads the params leniently. */
export function secretAnswerPaths(params: unknown): SecretPath[] {
  if (typeof params !== "object" || params === null || !("questions" in params) || !Array.isArray(params.questions))
    return [];
  const paths: SecretPath[] = [];
  for (const question of params.questions as unknown[]) {
    if (typeof question !== "object" || question === null || !("id" in question) || !("isSecret" in question)) continue;
    // Anything but a plain "no" is taken for a secret.
    if (typeof question.id === "string" && question.isSecret !== false && question.isSecret !== null)
      paths.push(["answers", question.id]);
  }
  return paths;
}

function replaceAt(value: unknown, path: SecretPath, secret: readonly SecretPath[], found: Set<string>): unknown {
  if (secret.some((one) => one.length === path.length && one.every((step, i) => step === path[i])))
    return replaceAll(value, found);
  return mapInside(value, (inner, step) => replaceAt(inner, [...path, step], secret, found));
}

function replaceAll(value: unknown, found: Set<string>): unknown {
  if (typeof value === "string") {
    if (value !== "") found.add(value);
    return SECRET_MARK;
  }
  if (typeof value === "number") {
    found.add(String(value));
    return SECRET_MARK;
  }
  return mapInside(value, (inner) => replaceAll(inner, found));
}

function maskValues(value: unknown, needles: readonly string[]): unknown {
  if (typeof value !== "string") return mapInside(value, (inner) => maskValues(inner, needles));
  let masked = "";
  let done = 0;
  for (const range of findRanges(value, needles)) {
    masked += value.slice(done, range.start) + SECRET_MARK;
    done = range.end;
  }
  return masked + value.slice(done);
}

/** A copy with each member changed. fromEntries makes own members of any name, `__proto__` too. */
function mapInside(value: unknown, change: (inner: unknown, step: string | number) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner: unknown, index) => change(inner, index));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [name, change(inner, name)]),
  );
}
