// What was sent from the console while the page lives: each with the line as it may be shown and what came of it. Nothing of
// it is stored, and no secret is in it.
import { encodeRequest } from "@longwire/shared-protocol/json-rpc";
import type { MemberPath } from "@longwire/shared-protocol/surface/secret-members";
import { mayHoldSecret } from "@longwire/shared-protocol/surface/secret-config";
import { createSignal } from "solid-js";
import type { ConsoleActs } from "../../actions/console.ts";
import type { Failure, HostSession } from "../../host/model.ts";
import { MASK } from "../masking/text.ts";
import { maskLine, maskReply } from "../masking/line.ts";
import { valueAt, withValueAt } from "./form/value.ts";
import { resultText } from "./result-text.ts";

export interface Send {
  readonly n: number;
  readonly method: string;
  /** As it was filled in, secrets left out. */
  readonly params: unknown;
  /** The line, secrets masked. */
  readonly line: string;
  /** The App Server process that it was sent to. */
  readonly generation: string | null;
  readonly at: number;
  readonly state: SendState;
}

export type SendState =
  | { type: "waiting" }
  /** The person looks no longer; the request is not taken back by that. */
  | { type: "left" }
  /** `reply`: JSON, secrets masked; null: it is not kept any more. */
  | { type: "replied"; reply: string | null; at: number }
  | { type: "failed"; reason: Failure; at: number };

/** The newest are kept, and of the older ones no long reply. */
const KEPT = 30;
const KEPT_WHOLE = 3;
const LONG_REPLY = 64 * 1024;

interface Sends {
  all: () => readonly Send[];
  set: (change: (all: readonly Send[]) => readonly Send[]) => void;
}

const bySession = new WeakMap<HostSession, Sends>();
let count = 0;

function sendsOf(session: HostSession): Sends {
  let sends = bySession.get(session);
  if (sends === undefined) {
    const [all, set] = createSignal<readonly Send[]>([]);
    sends = { all, set: (change) => set((now) => change(now)) };
    bySession.set(session, sends);
  }
  return sends;
}

/** What was sent to a host, newest first. Tracked. */
export function sendsTo(session: HostSession): readonly Send[] {
  return sendsOf(session).all();
}

/** The line that a request makes, with a mark for each secret. Its id is given when it is sent. */
export function lineOf(method: string, params: unknown, secrets: readonly MemberPath[]): string {
  return encodeRequest("…", method, masked(params, secrets)).trimEnd();
}

/** Sends it, once, and keeps what comes of it. */
export async function send(
  session: HostSession,
  acts: ConsoleActs,
  method: string,
  params: unknown,
  now: () => number,
): Promise<void> {
  const sends = sendsOf(session);
  const secrets = acts.secretsIn(method, params);
  count += 1;
  const mine = count;
  const entry: Send = {
    n: mine,
    method,
    params: without(params, secrets),
    line: maskLine(lineOf(method, params, secrets)),
    generation: session.state.current,
    at: now(),
    state: { type: "waiting" },
  };
  sends.set((all) => thinned([entry, ...all]));
  let line: string | null = null;
  const outcome = await acts.send(session, method, params, (text) => (line = resultText(text)));
  const state: SendState = outcome.ok
    ? {
        type: "replied",
        reply: replyText(line, outcome.value, acts.secretsInResult(method, outcome.value), !writesSecret(params)),
        at: now(),
      }
    : { type: "failed", reason: outcome.reason, at: now() };
  sends.set((all) => all.map((one) => (one.n === mine ? { ...one, state } : one)));
}

/** The person waits no longer for its reply. */
export function leave(session: HostSession, n: number): void {
  sendsOf(session).set((all) =>
    all.map((one) => (one.n === n && one.state.type === "waiting" ? { ...one, state: { type: "left" } } : one)),
  );
}

/** Puts away all that have ended. */
export function clear(session: HostSession): void {
  sendsOf(session).set((all) => all.filter(({ state }) => state.type === "waiting"));
}

function thinned(all: readonly Send[]): readonly Send[] {
  return all.slice(0, KEPT).map((one, index) => {
    const { state } = one;
    const long = state.type === "replied" && state.reply !== null && state.reply.length > LONG_REPLY;
    return long && index >= KEPT_WHOLE ? { ...one, state: { ...state, reply: null } } : one;
  });
}

/** As it came, where this page heard it: then every digit is there, and secrets are found in the text. */
function replyText(line: string | null, result: unknown, secrets: readonly MemberPath[], effective: boolean): string {
  return maskReply(line ?? JSON.stringify(masked(result, secrets) ?? null), effective);
}

/** Whether a key of the configuration that parameters write may lead to a secret: then what counts instead is one, too. */
function writesSecret(params: unknown): boolean {
  const edits = valueAt(params, ["edits"]);
  return [params, ...(Array.isArray(edits) ? (edits as unknown[]) : [])].some((edit) => {
    const key = valueAt(edit, ["keyPath"]);
    return typeof key === "string" && mayHoldSecret(key);
  });
}

function masked(value: unknown, secrets: readonly MemberPath[]): unknown {
  let next = value;
  for (const path of secrets) {
    const secret = valueAt(next, path);
    if (secret !== undefined && secret !== null && secret !== "") next = withValueAt(next, path, MASK);
  }
  return next;
}

/** The value without its secrets. */
export function without(value: unknown, secrets: readonly MemberPath[]): unknown {
  let next = value;
  // Later ones first: entries of lists move up.
  for (const path of secrets.toReversed())
    next = withValueAt(next, path, typeof path.at(-1) === "number" ? "" : undefined);
  return next;
}
