// Requests of this page that wait for their reply: sent when the App Server can be used, asked again when it was too busy
// (reads alone), and settled in every case: by the reply, the end of the generation, a gap, or the end of the page.
import { encodeNotification, encodeRequest, type RequestId, RPC_CODE } from "@longwire/shared-protocol/json-rpc";
import { typedId } from "@longwire/shared-protocol/request-key";
import type { Ids } from "../rpc/ids.ts";
import type { PendingRequests } from "../rpc/pending.ts";
import type { Outcome, RequestHow } from "./model.ts";
import type { OutLine } from "./outbox.ts";

/** A line for the wire, LF included, and the copy that may be stored. */
interface RedactedLines {
  line: string;
  stored: string;
}

export interface RequestsOptions {
  pending: PendingRequests;
  submit: (line: OutLine) => void;
  ids: () => Ids;
  /** The generation that is heard; a request is meant for it alone. */
  generation: () => string | null;
  /** Both lines of a request that may hold a secret; null for the others. */
  redact?: (
    generation: string | null,
    id: string,
    method: string,
    params: unknown,
    secret: RequestHow["secret"],
  ) => Promise<RedactedLines> | null;
  /** Live, caught up and greeted. */
  usable: () => boolean;
  after: (ms: number, run: () => void) => () => void;
}

export interface Requests {
  /** Waits until the App Server can be used when `wait` is set, else fails at once. */
  request(method: string, params: unknown, how?: RequestHow): Promise<Outcome<unknown>>;
  /** A request of the handshake: it goes before the App Server can be used for anything else. */
  handshake(method: string, params: unknown): Promise<Outcome<unknown>>;
  notify(method: string): void;
  /** A reply's line is here; it is told to whoever asked for it. */
  heard(id: RequestId, line: string | Uint8Array): void;
  /** The App Server can be used: those that waited go. */
  usable(): void;
  /** Bytes are gone: the replies to what was sent up to now may be among them. */
  gapped(): void;
  /** Everything that can still come of before has come: what a gap has swallowed is settled. */
  live(): void;
  close(): void;
}

export const NOT_CONNECTED = "Not connected. Nothing was sent; try again when the connection is back.";
const CLOSED = "This page is closing. Nothing was sent.";

const NOT_LOADED =
  "What keeps secrets out of this device's storage could not be loaded. Nothing was sent; try again when the connection is back.";

/** Milliseconds before a read that the server was too busy for is asked again, one for each further try. */
export const BUSY_WAITS_MS = [250, 500, 1000, 2000];

/** What changes nothing, so that asking again does no harm. */
const READS =
  /\/(?:list|read|get|readDirectory|readFile|getMetadata|search|searchOccurrences|installed|status|info)$|^(?:thread\/resume|fuzzyFileSearch|gitDiffToRemote|getConversationSummary|getAuthStatus)$/;

/** Makes the requests of one session. */
export function createRequests(options: RequestsOptions): Requests {
  const { pending, after } = options;
  let waiting: ((go: boolean) => void)[] = [];
  let closed = false;
  /** Requests without a reply, and those of them whose reply may be lost in a gap. */
  const open = new Set<string>();
  const hearing = new Map<string, (text: string) => void>();
  let doubtful = new Set<string>();

  async function send(
    method: string,
    params: unknown,
    how: RequestHow & { handshake: boolean },
  ): Promise<Outcome<unknown>> {
    if (closed) return { ok: false, reason: { type: "not-sent", message: CLOSED } };
    const id = options.ids().next();
    const secret = options.redact?.(options.generation(), id, method, params, how.secret) ?? null;
    // Nothing waits for those without: requests leave in the order in which they are made.
    const redacted = secret === null ? null : await secret.catch(() => undefined);
    if (redacted === undefined) return { ok: false, reason: { type: "not-sent", message: NOT_LOADED } };
    if (closed) return { ok: false, reason: { type: "not-sent", message: CLOSED } };
    const reply = pending.wait(id);
    open.add(id);
    const line = redacted?.line ?? encodeRequest(id, method, params);
    const { handshake, fleeting } = how;
    if (how.line !== undefined) hearing.set(typedId(id), how.line);
    submit(
      { id: typedId(id), thread: threadParam(params), line, handshake, ...(fleeting === true ? { fleeting } : {}) },
      redacted?.stored,
    );
    const outcome = await reply;
    open.delete(id);
    doubtful.delete(id);
    hearing.delete(typedId(id));
    return outcome;
  }

  /** @param stored the line as it is kept when it may hold a secret */
  function submit(line: Pick<OutLine, "id" | "thread" | "line" | "handshake" | "fleeting">, stored?: string): void {
    // Bound to its generation: one that ends unsent is settled as such, and must not begin anything in the next.
    options.submit({
      ...line,
      stored: stored ?? line.line.slice(0, -1),
      redacted: stored !== undefined,
      entry: null,
      generation: options.generation(),
    });
  }

  function untilUsable(): Promise<boolean> {
    if (closed) return Promise.resolve(false);
    return new Promise((resolve) => waiting.push(resolve));
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = after(ms, () => resolve());
      if (closed) {
        cancel();
        resolve();
      }
    });
  }

  async function request(method: string, params: unknown, how: RequestHow = {}): Promise<Outcome<unknown>> {
    const repeats = how.once !== true && READS.test(method);
    const waits = repeats ? [...BUSY_WAITS_MS] : [];
    for (let again = repeats; ;) {
      if (!options.usable() && (how.wait !== true || !(await untilUsable())))
        return { ok: false, reason: { type: "not-sent", message: closed ? CLOSED : NOT_CONNECTED } };
      const outcome = await send(method, params, { ...how, handshake: false });
      if (outcome.ok) return outcome;
      const { reason } = outcome;
      if (reason.type === "missed" && again) {
        again = false;
        continue;
      }
      const ms = reason.type === "rpc" && reason.code === RPC_CODE.overloaded ? waits.shift() : undefined;
      if (ms === undefined) return outcome;
      await pause(ms);
    }
  }

  return {
    request,
    handshake: (method, params) => send(method, params, { handshake: true }),
    notify(method) {
      submit({ id: `notification ${method}`, thread: null, line: encodeNotification(method), handshake: true });
    },
    heard(id, line) {
      if (typeof line === "string") hearing.get(typedId(id))?.(line);
    },
    usable() {
      const ready = waiting;
      waiting = [];
      for (const go of ready) go(true);
    },
    gapped() {
      for (const id of open) doubtful.add(id);
    },
    live() {
      const lost = doubtful;
      doubtful = new Set();
      for (const id of lost) pending.fail(id, { type: "missed" });
    },
    close() {
      closed = true;
      const ready = waiting;
      waiting = [];
      for (const go of ready) go(false);
      for (const id of open)
        pending.fail(id, { type: "not-sent", message: "This page was closed before the answer came." });
    },
  };
}

function threadParam(params: unknown): string | null {
  return typeof params === "object" && params !== null && "threadId" in params && typeof params.threadId === "string"
    ? params.threadId
    : null;
}
