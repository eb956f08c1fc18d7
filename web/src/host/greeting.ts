// The handshake at work: once per page and generation, before anything else is sent. One that was cut off goes on with the
// next attach; a server that was too busy is asked again.
import type { Outcome } from "./model.ts";
import { initializeParams, readHandshake } from "./handshake.ts";

export interface GreetingOptions {
  version: string;
  after: (ms: number, run: () => void) => () => void;
  send: (method: string, params: unknown) => Promise<Outcome<unknown>>;
  notify: (method: string) => void;
  /** The generation is known to have taken a handshake, of whichever page. */
  opened: (generation: string) => boolean;
  /** The generation that is heard live; null when none is. */
  live: () => string | null;
  /** The handshake is done and the generation is heard live. */
  done: (generation: string, userAgent: string | null) => void;
  changed: () => void;
}

export interface Greeting {
  /** Greets the generation that is heard live, unless that is under way; `done` follows, at once when it was greeted. */
  begin(): void;
  greeted(): string | null;
  ended(generation: string): void;
  /** What keeps the App Server from being used, as a sentence; null: nothing. */
  trouble(): string | null;
  /** The person tries again. */
  forget(): void;
  close(): void;
}

/** Milliseconds, live, after which a handshake without an answer is told. */
export const PATIENCE_MS = 15_000;
/** Milliseconds before a busy server is greeted again. */
export const AGAIN_MS = 1_000;

const SILENT =
  "The program behind the relay does not answer the handshake. Nothing is lost. Check which command the relay was started with.";

/** Makes the greeting of one session. */
export function createGreeting(options: GreetingOptions): Greeting {
  let greeted: string | null = null;
  let notified = false;
  let userAgent: string | null = null;
  let under = false;
  let trouble: string | null = null;
  let cancel: (() => void) | null = null;

  function watch(): void {
    cancel?.();
    cancel = options.after(PATIENCE_MS, () => {
      cancel = null;
      // Without a connection nothing can answer: only a silence that is heard live says anything.
      if (options.live() === null) return watch();
      trouble = SILENT;
      options.changed();
    });
  }

  async function greet(where: string): Promise<void> {
    under = true;
    watch();
    const outcome = await options.send("initialize", initializeParams(options.version));
    const result = readHandshake(outcome, options.opened(where));
    cancel?.();
    cancel = null;
    under = false;
    trouble = result.ok ? null : result.trouble;
    options.changed();
    if (result.ok) {
      greeted = where;
      notified = false;
      userAgent = result.userAgent;
      begin();
    } else if (result.again) cancel = options.after(AGAIN_MS, begin);
    else if (result.trouble === null) begin();
  }

  function begin(): void {
    const where = options.live();
    if (under || where === null) return;
    if (greeted !== where) {
      void greet(where);
      return;
    }
    if (!notified) options.notify("initialized");
    notified = true;
    options.done(where, userAgent);
  }

  return {
    begin,
    greeted: () => greeted,
    ended(generation) {
      if (greeted === generation) greeted = null;
    },
    trouble: () => trouble,
    forget() {
      trouble = null;
    },
    close() {
      cancel?.();
    },
  };
}
