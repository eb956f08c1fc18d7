// Secrets of this page: the answers that hold one are known here and nowhere else. The real line goes to the socket; what is
// stored has a mark in its place, and an echo by the server is masked before its line is stored or shown.
import { encodeRequest, parseLine, type RequestId } from "@longwire/shared-protocol/json-rpc";
import type { Journal } from "../journal/journal.ts";
import type { EchoMask } from "../journal/secrets/echo.ts";
import { createSecretGuard, type GuardLocks } from "../journal/secrets/guard.ts";
import type { RedactedAnswer, SecretPath } from "../journal/secrets/redact.ts";
import type { Input } from "./inputs.ts";

export interface SecretsOptions {
  host: string;
  journal: Journal;
  locks: GuardLocks | null;
  now: () => number;
}

/** What the person answers a request with. */
export type GivenAnswer = { result: unknown } | { error: { code: number; message: string } };

export interface Secrets {
  /** Both lines of an answer when it holds a secret, else null. From then on the secret is masked in this generation. */
  answer(
    generation: string,
    id: RequestId,
    method: string,
    params: unknown,
    given: GivenAnswer,
  ): Promise<RedactedAnswer | null>;
  /**
   * The same for a request of ours: null for nearly all, which hold none.
   * @param secret where the one who asks knows of secrets; those that tell by name or shape are found beside them
   */
  request(
    generation: string | null,
    id: RequestId,
    method: string,
    params: unknown,
    secret?: readonly SecretPath[],
  ): Promise<RedactedAnswer> | null;
  /** Masks the lines of a batch, once and in their order, before they are stored or folded. */
  prepare(batch: readonly Input[]): Promise<void>;
  /** Pieces of an unfinished line cannot be masked: none is stored while this tab or another has a secret to mask. */
  mayKeepTail(generation: string): Promise<boolean>;
  /** The generation is over: what was kept in memory is forgotten. */
  ended(generation: string): void;
  close(): void;
}

/** A choice of one word, as approvals are answered by their buttons: nothing has to be loaded for it. */
function isOneWord(given: GivenAnswer): boolean {
  if (!("result" in given) || typeof given.result !== "object" || given.result === null) return false;
  const members = Object.entries(given.result);
  return members.length === 1 && members[0]?.[0] === "decision" && WORDS.has(members[0][1]);
}

const WORDS: ReadonlySet<unknown> = new Set(["accept", "acceptForSession", "decline", "cancel"]);

/** Requests of ours in which a key may stand: signing in, and settings. */
const WITH_SECRETS = /^account\/(?:login|bedrock)\/|^config\/(?:value\/write|batchWrite)$/;

/**
 * Requests that carry what is typed, and by which member: it is echoed as output, which is not kept either. The content of
 * a file that is written is kept as little as that of one that is read.
 */
const TYPED: ReadonlyMap<string, string> = new Map([
  ["process/writeStdin", "deltaBase64"],
  ["command/exec/write", "deltaBase64"],
  ["fs/writeFile", "dataBase64"],
]);

/** Makes the keeper of one session's secrets. */
export function createSecrets(options: SecretsOptions): Secrets {
  const guard = createSecretGuard(options);
  const masks = new Map<string, EchoMask>();

  function forget(generation: string): void {
    masks.get(generation)?.clear();
    masks.delete(generation);
    if (masks.size === 0) guard.release();
  }

  /** From now on the secrets are masked in what comes in. */
  async function watch(generation: string, redacted: RedactedAnswer, create: () => EchoMask): Promise<void> {
    const mask = masks.get(generation) ?? create();
    masks.set(generation, mask);
    for (const secret of redacted.secrets) mask.add(secret);
    await guard.hold();
  }

  /** What a person types into a terminal may be a password: none of it is kept, and its length tells little. */
  async function typedRequest(id: RequestId, method: string, params: unknown, member: string): Promise<RedactedAnswer> {
    const { padLine, SECRET_MARK } = await import("../journal/secrets/tools.ts");
    // Put together by hand: a file of many megabytes is not to be looked for in what is left of its own request.
    const marked = typeof params === "object" ? { ...params, [member]: SECRET_MARK } : SECRET_MARK;
    const stored = encodeRequest(id, method, marked).slice(0, -1);
    return { ...padLine(encodeRequest(id, method, params)), stored, secrets: [] };
  }

  async function redactedRequest(
    generation: string | null,
    id: RequestId,
    method: string,
    params: unknown,
    secret: readonly SecretPath[],
  ): Promise<RedactedAnswer> {
    const { createEchoMask, redactRequest, secretsOf } = await import("../journal/secrets/tools.ts");
    const { paths, texts } = secretsOf(method, null, params);
    const redacted = redactRequest(id, method, params, [...paths, ...secret], texts);
    if (generation !== null && redacted.secrets.length > 0) await watch(generation, redacted, createEchoMask);
    return redacted;
  }

  return {
    async answer(generation, id, method, params, given) {
      if (isOneWord(given)) return null;
      const { createEchoMask, redactAnswer, redactError, secretsOf } = await import("../journal/secrets/tools.ts");
      const { paths, texts } = secretsOf(method, params, "result" in given ? given.result : given.error.message);
      if (paths.length + texts.length === 0) return null;
      const redacted =
        "result" in given ? redactAnswer(id, given.result, paths, texts) : redactError(id, given.error, texts);
      await watch(generation, redacted, createEchoMask);
      return redacted;
    },
    request(generation, id, method, params, secret = []) {
      const typed = TYPED.get(method);
      if (typed !== undefined) return typedRequest(id, method, params, typed);
      return secret.length > 0 || WITH_SECRETS.test(method)
        ? redactedRequest(generation, id, method, params, secret)
        : null;
    },
    async prepare(batch) {
      const lines = batch.filter((input) => input.type === "line");
      const last = lines.at(-1);
      if (last === undefined) return;
      await guard.turn(last.generation, last.end);
      const mask = masks.get(last.generation);
      if (mask === undefined || !mask.active()) return;
      for (const input of lines) {
        const masked = mask.mask(input.line, input.message);
        if (masked === input.line) continue;
        input.line = masked;
        // Shown is what is stored: live and reload look the same.
        if (typeof masked === "string") input.message = parseLine(masked);
      }
    },
    mayKeepTail: async (generation) => masks.get(generation)?.active() !== true && !(await guard.heldElsewhere()),
    ended: forget,
    close() {
      for (const generation of masks.keys()) forget(generation);
      guard.release();
    },
  };
}
