// Whether the other side still lives. A half-open socket says nothing: so after a long silence, or a sign that the network
// or the page was away, a ping must be answered by any message in time. While nobody looks nothing is judged.
import type { Environment } from "./environment.ts";

/** A probe must be answered within this many milliseconds. */
export const PROBE_MS = 2_000;
/** Silence of so many heartbeats leads to a probe. */
export const SILENT_HEARTBEATS = 2.5;
/** A timer that fires so much too late tells that the page itself slept; then its verdict is worth nothing. */
const SLEPT_MS = 1_000;
/** A round-trip longer than this measured the sleep of the page, not the network. */
const LATENCY_MOST_MS = 30_000;

export interface LivenessOptions {
  environment: Environment;
  heartbeatMs: number;
  ping(): void;
  /** Bytes that wait to leave: while they grow fewer, the other side takes them. */
  buffered(): number;
  latency(ms: number): void;
  dead(): void;
}

export interface Liveness {
  /** Any message came. */
  heard(): void;
  /** A beat came: the answer to a ping, or the relay's own. */
  beat(): void;
  /** Asks for a sign of life, with a deadline. */
  probe(): void;
  /** The page was away: asks at once, and watches again. */
  wake(): void;
  stop(): void;
}

/** Watches from now on, until `stop` or `dead`. */
export function watchLiveness(options: LivenessOptions): Liveness {
  const { environment } = options;
  const silentMs = options.heartbeatMs * SILENT_HEARTBEATS;
  let lastHeard = environment.now();
  let pingedAt: number | null = null;
  let due = 0;
  let waitingToLeave = 0;
  let cancelDeadline: (() => void) | null = null;
  let cancelWatch: (() => void) | null = null;
  let stopped = false;

  function ping(): void {
    pingedAt = environment.now();
    options.ping();
  }

  function expectAnswer(): void {
    due = environment.now() + PROBE_MS;
    waitingToLeave = options.buffered();
    cancelDeadline = environment.after(PROBE_MS, judge);
  }

  function probe(): void {
    if (stopped || cancelDeadline !== null) return;
    ping();
    expectAnswer();
  }

  function judge(): void {
    cancelDeadline = null;
    if (environment.hidden()) return;
    if (environment.now() - due > SLEPT_MS) {
      // The answer may lie in the queue behind this timer.
      probe();
      return;
    }
    // The ping stands behind a long message that is being taken: that is life too.
    if (options.buffered() < waitingToLeave) {
      expectAnswer();
      return;
    }
    stop();
    options.dead();
  }

  function watch(ms: number): void {
    cancelWatch = environment.after(ms, () => {
      cancelWatch = null;
      if (environment.hidden()) return;
      const silent = environment.now() - lastHeard;
      if (silent >= silentMs) probe();
      watch(silent >= silentMs ? silentMs : silentMs - silent);
    });
  }

  function stop(): void {
    stopped = true;
    cancelDeadline?.();
    cancelWatch?.();
    cancelDeadline = null;
    cancelWatch = null;
  }

  watch(silentMs);
  return {
    heard() {
      lastHeard = environment.now();
      cancelDeadline?.();
      cancelDeadline = null;
    },
    beat() {
      if (pingedAt !== null) {
        const ms = environment.now() - pingedAt;
        pingedAt = null;
        if (ms <= LATENCY_MOST_MS) options.latency(ms);
      } else if (!stopped && !environment.hidden()) {
        // The relay's own beat is the occasion to measure, without a deadline: the answer comes as a beat with a ping out.
        ping();
      }
    },
    probe,
    wake() {
      if (stopped) return;
      probe();
      if (cancelWatch === null) watch(silentMs);
    },
    stop,
  };
}
