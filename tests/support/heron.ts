// The second program that the suites hold the app against: fixtures/src/second-program, which no other program stands behind.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../fixtures/src/second-program/heron.mjs", import.meta.url));

/** As it is to be called by the app. */
export const HERON = "heron 2.4.0";

/** For the relay's `-- command`. `without`: methods that it does not have either. */
export function heronCommand(without: readonly string[] = [], log?: string): string[] {
  const lacking = without.flatMap((method) => ["--without", method]);
  return [process.execPath, PROGRAM, "app-server", ...lacking, ...(log === undefined ? [] : ["--log", log])];
}

/** A line of either side. */
export interface HeronLine {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface Heron {
  send(message: unknown): void;
  /** All that it has said. */
  readonly said: HeronLine[];
  /** Waits for a line that it has said, or says. */
  until(what: string, test: (line: HeronLine) => boolean): Promise<HeronLine>;
  /** Its stdin ends; waits until it is gone. Gives its exit code. */
  end(): Promise<number | null>;
}

/** The program itself, without a relay. */
export function startHeron(home: string, without: readonly string[] = []): Heron {
  const [file = "", ...args] = heronCommand(without);
  const child = spawn(file, args, { env: { ...process.env, HOME: home }, stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(child, "close");
  const said: HeronLine[] = [];
  const looks = new Set<() => void>();
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    // A program of ours: its lines are JSON objects.
    for (const line of lines) said.push(JSON.parse(line) as HeronLine);
    for (const look of looks) look();
  });
  return {
    said,
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    until: (what, test) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = said.find(test);
          if (found === undefined) return;
          clearTimeout(timer);
          looks.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          looks.delete(look);
          reject(new Error(`waited in vain for ${what}; it said ${JSON.stringify(said.at(-1))}`));
        }, 20_000);
        looks.add(look);
        look();
      }),
    async end() {
      child.stdin.end();
      await closed;
      return child.exitCode;
    },
  };
}
