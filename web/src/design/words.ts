// Numbers and times as words, one way everywhere. All times are unix milliseconds.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" });
const date = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** The farthest moment that can be written, either way: beyond it `format` throws. */
const FARTHEST = 8.64e15;

/** A moment in a format; words for one that no calendar has. */
export function momentWords(format: Intl.DateTimeFormat, at: number): string {
  return Math.abs(at) <= FARTHEST ? format.format(at) : "an impossible time";
}

/** `10:02`. */
export function clockTime(at: number): string {
  return momentWords(clock, at);
}

/** Date and time in full, for tooltips. */
export function fullTime(at: number): string {
  return momentWords(moment, at);
}

/** How long ago, as short as a list needs: `now`, `4m`, `3h`, `Fri`, `2 Mar`. */
export function ago(at: number, now: number): string {
  const past = Math.max(0, now - at);
  if (past < MINUTE) return "now";
  if (past < HOUR) return `${Math.floor(past / MINUTE)}m`;
  if (past < DAY) return `${Math.floor(past / HOUR)}h`;
  if (past < 6 * DAY) return momentWords(weekday, at);
  return momentWords(date, at);
}

/** A running time: `0:12`, `4:07`, `1:02:33`. */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  const h = Math.floor(seconds / 3600);
  const m = Math.floor(seconds / 60) % 60;
  return h > 0 ? `${h}:${two(m)}:${two(seconds % 60)}` : `${m}:${two(seconds % 60)}`;
}

/** A finished time: `380 ms`, `4.1 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  // Made of two clocks, a span may be negative.
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.round((ms % 60_000) / 1000);
  return minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes} min ${seconds} s`;
}

/** `812 B`, `14 kB`, `3.4 MB`. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ["kB", "MB", "GB"];
  let value = count / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? "GB"}`;
}

/** `1 file`, `3 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A path short enough for a line: the home folder as `~`, and of a long one only its end. */
export function shortPath(path: string, home: string | null): string {
  const text = homePath(path, home);
  if (text.length <= 34) return text;
  const parts = text.split("/");
  return parts.length <= 3 ? text : `…/${parts.slice(-2).join("/")}`;
}

/** A path with the home folder as `~`, when the home folder is known. */
export function homePath(path: string, home: string | null): string {
  if (home === null || home === "/" || home === "") return path;
  if (path === home) return "~";
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
