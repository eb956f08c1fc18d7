// Relays for tests: each with a state folder of its own, all closed and removed when the test is over.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type RelayOptions, type RunningRelay, startRelay } from "../relay.ts";

/** The fake App Server of `fixtures`. */
export const FAKE_APP_SERVER = fileURLToPath(new URL("../../../fixtures/src/fake-app-server.mjs", import.meta.url));

/** A command line of the fake App Server. */
export function fakeAppServer(...flags: string[]): string[] {
  return [process.execPath, FAKE_APP_SERVER, ...flags];
}

/** A command line that runs a few lines of JavaScript. */
export function script(code: string): string[] {
  return [process.execPath, "--input-type=module", "-e", code];
}

/** Makes relays and folders, and takes them away again: call `cleanUp` after each test. */
export class Harness {
  readonly #relays: RunningRelay[] = [];
  readonly #folders: string[] = [];

  folder(): string {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "longwire-test-")));
    this.#folders.push(folder);
    return folder;
  }

  /** Starts a relay on a free port with the fake App Server, unless the options say otherwise. */
  async relay(options: RelayOptions = {}): Promise<RunningRelay> {
    const relay = await startRelay({
      port: 0,
      stateDir: options.stateDir ?? this.folder(),
      command: fakeAppServer(),
      webRoot: "/nonexistent",
      graceMs: 500,
      silenceMs: 300,
      ...options,
    });
    this.#relays.push(relay);
    return relay;
  }

  async cleanUp(): Promise<void> {
    for (const relay of this.#relays.splice(0)) {
      const closing = relay.close();
      relay.hurry();
      await closing;
    }
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for a condition that no event tells of, looking at it again and again. */
export async function eventually(condition: () => boolean, ms = 10_000): Promise<void> {
  const until = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > until) throw new Error(`it did not come true within ${ms} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
