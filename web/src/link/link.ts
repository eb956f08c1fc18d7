// The link: one connection at a time, tried again for as long as it makes sense, always at the byte where the last one
// stopped. What happens after each kind of end is decided here, and nowhere else.
import { waitAfter, BACKOFF, type Backoff } from "./backoff.ts";
import { createConnection, type Connection, type Over } from "./connection.ts";
import type { Environment, OpenSocket, Sign } from "./environment.ts";
import { reasonFor } from "./reasons.ts";
import type { AttachPoint, Link, LinkEvent, LinkStatus } from "./types.ts";

/** Past of a generation that this device knows nothing of: more of it than this many bytes is not fetched. */
export const MAX_PAST = 16 * 1024 * 1024;
/** A connection that has lived so long counts as good: the next wait is a short one. */
const STEADY_MS = 10_000;
/** On a sign of change, a try that is older than this is given up for a new one. */
const STALE_TRY_MS = 2_000;

export interface LinkOptions {
  /** WebSocket address of the relay. */
  url: string;
  token: string;
  client: string;
  /** The number of the next attach; each is greater than all before, also those of an earlier life of the page. */
  nextAttach(): Promise<number>;
  environment: Environment;
  openSocket: OpenSocket;
  backoff?: Backoff;
  maxPast?: number;
}

type State =
  /** Nothing happens until somebody calls. */
  | { type: "resting" }
  /** `firm`: the relay named the time, and no sign of change makes it shorter. */
  | { type: "waiting"; firm: boolean; cancel: () => void }
  | { type: "connected"; connection: Connection };

/** A link at rest; `attach` starts it. */
export function createLink(options: LinkOptions): Link {
  const { environment, backoff = BACKOFF, maxPast = MAX_PAST } = options;
  const listeners = new Set<(event: LinkEvent) => void>();
  let state: State = { type: "resting" };
  let status: LinkStatus = { type: "idle" };
  let point: AttachPoint = { generation: null, offset: 0 };
  /** Tries in a row that came to nothing. */
  let failures = 0;
  let stopSigns: (() => void) | null = null;

  function emit(event: LinkEvent): void {
    for (const listener of listeners) listener(event);
  }

  function setStatus(to: LinkStatus): void {
    status = to;
    emit({ type: "status", status });
  }

  /** Drops the present socket or the planned try, whichever there is. */
  function leave(): void {
    const left = state;
    state = { type: "resting" };
    if (left.type === "connected") left.connection.leave();
    if (left.type === "waiting") left.cancel();
  }

  function connect(): void {
    leave();
    const asked = point;
    const connection = createConnection({
      ...options,
      point: asked,
      tell: (event) => {
        if (isCurrent(connection)) onEvent(connection, asked, event);
      },
      over: (cause) => {
        if (isCurrent(connection)) onOver(connection, cause);
      },
    });
    state = { type: "connected", connection };
    setStatus({ type: "connecting", attempt: failures + 1 });
    // A listener may have called attach or close.
    if (isCurrent(connection)) connection.start();
  }

  function isCurrent(connection: Connection): boolean {
    return state.type === "connected" && state.connection === connection;
  }

  function connectNow(): void {
    failures = 0;
    connect();
  }

  function onEvent(connection: Connection, asked: AttachPoint, event: LinkEvent): void {
    if (event.type !== "attached") {
      emit(event);
      return;
    }
    const { frame } = event;
    const unknown = frame.generation !== asked.generation && asked.offset !== "end";
    if (unknown && frame.end - frame.offset > maxPast) {
      point = { generation: frame.generation, offset: "end" };
      connect();
      return;
    }
    emit(event);
    if (isCurrent(connection) && connection.attached()) setStatus({ type: "attached" });
  }

  function onOver(connection: Connection, cause: Over): void {
    state = { type: "resting" };
    point = connection.next();
    const steady = connection.attachedMs() >= STEADY_MS;
    // Bytes that came before a breach or a crash prove nothing: it would go on like that at full speed.
    const moved = connection.progressed() && cause.type !== "breach" && cause.type !== "ended";
    failures = (steady || moved ? 0 : failures) + 1;
    switch (cause.type) {
      case "replaced":
        setStatus({ type: "replaced" });
        return;
      case "too-big":
        setStatus({ type: "too-big" });
        return;
      case "refused":
        onRefused(cause.refusal);
        return;
      case "ended":
        point = { generation: null, offset: 0 };
        if (cause.end.by !== null && cause.end.by !== "relay") setStatus({ type: "ended", end: cause.end });
        else retryOffline(reasonFor(cause, options.url));
        return;
      default:
        retryOffline(reasonFor(cause, options.url));
    }
  }

  function onRefused(refusal: Extract<Over, { type: "refused" }>["refusal"]): void {
    // A connection of this page overtook another one; the next number is higher.
    const wait = refusal.reason === "stale" ? 0 : refusal.reason === "bad-token" ? null : refusal.retryAfterMs;
    if (wait === null) setStatus({ type: "refused", refusal, retryAt: null });
    else retry(wait, true, (retryAt) => ({ type: "refused", refusal, retryAt }));
  }

  function retryOffline(reason: string): void {
    retry(0, false, (retryAt) => ({ type: "offline", reason, retryAt }));
  }

  function retry(atLeastMs: number, firm: boolean, statusAt: (retryAt: number) => LinkStatus): void {
    const ms = Math.max(atLeastMs, waitAfter(failures, environment.hidden(), environment.random(), backoff));
    state = { type: "waiting", firm, cancel: environment.after(ms, connect) };
    setStatus(statusAt(environment.now() + ms));
  }

  function onSign(sign: Sign): void {
    if (sign === "hidden") return;
    if (state.type === "waiting" && !state.firm) connectNow();
    else if (state.type === "connected") {
      const { connection } = state;
      if (connection.attached()) connection.wake();
      else if (environment.now() - connection.since > STALE_TRY_MS) connectNow();
    }
  }

  return {
    status: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attach(to) {
      stopSigns ??= environment.onSign(onSign);
      point = to;
      connectNow();
    },
    send(bytes) {
      if (bytes.at(-1) !== 0x0a) throw new RangeError("a message holds whole lines, each ending in LF");
      return state.type === "connected" && state.connection.send(bytes);
    },
    terminate: (generation) => state.type === "connected" && state.connection.terminate(generation),
    probe() {
      if (state.type === "connected") state.connection.probe();
      else if (state.type === "waiting" || status.type === "refused" || status.type === "too-big") connectNow();
    },
    close() {
      stopSigns?.();
      stopSigns = null;
      leave();
      setStatus({ type: "idle" });
    },
  };
}
