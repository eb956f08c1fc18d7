// The handle of a process that this app starts. All devices are one client of the App Server, and of another device's process
// only the handle is told, with each piece of its output: so it says what runs, where, and since when. Beside a name of its
// own, which is what keeps two devices from clashing.

/** What a handle says. Null: it was not made by this app, or its folder was too long to stand in it. */
export interface HandleWords {
  command: string[] | null;
  cwd: string | null;
  /** Unix milliseconds, by the clock of the device that started it. */
  startedAt: number | null;
}

/** Handles come with every piece of output: what would make them longer than this is left out. Characters. */
const WORDS_LIMIT = 400;

/** Makes a handle. `name`: unique among all devices. */
export function makeHandle(name: string, command: readonly string[], cwd: string, startedAt: number): string {
  const whole = JSON.stringify([startedAt, cwd, ...command]);
  return `${name} ${whole.length <= WORDS_LIMIT ? whole : JSON.stringify([startedAt])}`;
}

/** Reads one, whoever made it. */
export function readHandle(handle: string): HandleWords {
  const none: HandleWords = { command: null, cwd: null, startedAt: null };
  const words = handle.slice(handle.indexOf(" ") + 1);
  if (!words.startsWith("[") || words.length > WORDS_LIMIT) return none;
  try {
    const value: unknown = JSON.parse(words);
    if (!Array.isArray(value)) return none;
    const [startedAt, cwd, ...command]: unknown[] = value;
    return {
      startedAt: typeof startedAt === "number" && Number.isFinite(startedAt) ? startedAt : null,
      cwd: typeof cwd === "string" ? cwd : null,
      command: command.length > 0 ? command.map(String) : null,
    };
  } catch {
    return none;
  }
}
