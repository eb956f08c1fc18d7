// The state folder: one relay at a time in it (a lock file), the token, the relay's own id, where it listens.
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  constants,
  linkSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { processFacts } from "./descendants.ts";

/** Something that stops the relay from starting; the message is one plain sentence for a person. */
export class StartError extends Error {
  /** 2: the flags are wrong. 1: anything else. */
  readonly exitCode: 1 | 2;
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The default state folder of this person. */
export function defaultStateDir(environment: NodeJS.ProcessEnv): string {
  const base = environment["XDG_STATE_HOME"];
  return join(base !== undefined && base.startsWith("/") ? base : join(homedir(), ".local", "state"), "longwire");
}

/** Makes the folder (0700) where it is missing. */
export function makeStateDir(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    mkdirSync(join(folder, "generations"), { recursive: true, mode: 0o700 });
    chmodSync(join(folder, "generations"), 0o700);
  } catch (error) {
    throw new StartError(
      `The state folder ${folder} cannot be made: ${(error as Error).message}. Name another one with --state-dir.`,
    );
  }
}

/** Takes the lock of the folder. Returns what gives it back. */
export function lockStateDir(folder: string): () => void {
  const path = join(folder, "lock");
  const mine = JSON.stringify({ pid: process.pid, started: identity(process.pid) });
  const own = join(folder, `lock.${process.pid}.${randomBytes(4).toString("hex")}`);
  writeFileSync(own, mine, { mode: 0o600, flag: "wx" });
  try {
    for (let tries = 0; tries < 3; tries++) {
      try {
        linkSync(own, path);
        return () => {
          if (readText(path) === mine) rmSync(path, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const theirs = readText(path);
      const pid = theirs === null ? null : holder(theirs);
      if (pid !== null) {
        throw new StartError(
          `Another longwire (process ${pid}) uses the state folder ${folder} already. Use that one, stop it, or name another folder with --state-dir.`,
        );
      }
      if (theirs !== null) removeStale(path, theirs);
    }
    throw new StartError(`The lock of the state folder ${folder} cannot be taken. Try again.`);
  } finally {
    rmSync(own, { force: true });
  }
}

/** The process id of the relay that runs with this folder, or null when none does. */
export function lockHolder(folder: string): number | null {
  const lock = readText(join(folder, "lock"));
  return lock === null ? null : holder(lock);
}

/** Reads the token, making it at first start (256 bits, base64url, file mode 0600). */
export function readOrMakeToken(folder: string, tokenFile: string | null): string {
  const path = tokenFile ?? join(folder, "token");
  const found = readToken(path);
  if (found !== null) return found;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    createFile(path, `${randomBytes(32).toString("base64url")}\n`);
  } catch (error) {
    throw new StartError(`The token file ${path} cannot be made: ${(error as Error).message}.`);
  }
  const made = readToken(path);
  if (made === null) throw new StartError(`The token file ${path} cannot be read.`);
  return made;
}

/** The token in a file, or null when there is no such file. */
export function readToken(path: string): string | null {
  const text = readText(path);
  if (text === null) return null;
  const token = text.trim();
  if (!/^[A-Za-z0-9_-]{43,128}$/.test(token)) {
    throw new StartError(
      `The token file ${path} does not hold a token of 43 to 128 characters A-Z a-z 0-9 _ -. Remove it and a new one is made.`,
    );
  }
  return token;
}

/** True when others than the owner may read the file. */
export function isReadByOthers(path: string): boolean {
  return (statSync(path).mode & 0o077) !== 0;
}

/** The random id of this relay, made once. */
export function readOrMakeRelayId(folder: string): string {
  const path = join(folder, "relay-id");
  const found = readText(path)?.trim();
  if (found !== undefined && /^[0-9a-f]{32}$/.test(found)) return found;
  const id = randomBytes(16).toString("hex");
  rmSync(path, { force: true });
  createFile(path, `${id}\n`);
  return id;
}

/** Where the running relay of this folder listens (no secret in it), for `longwire link`. */
export function writeAddress(folder: string, url: string): void {
  writeFileSync(join(folder, "address"), `${url}\n`, { mode: 0o600 });
}
export function readAddress(folder: string): string | null {
  return readText(join(folder, "address"))?.trim() ?? null;
}

function createFile(path: string, text: string): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  try {
    writeFileSync(fd, text);
  } finally {
    closeSync(fd);
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new StartError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}

/** A process id is reused, also after a reboot: with the start time and the boot it is not. */
function identity(pid: number): string {
  let boot = "";
  try {
    boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Not Linux: the start time is a date there.
  }
  return `${boot} ${processFacts(pid)?.started ?? ""}`;
}

/** The process that holds the lock, or null when it is gone. */
function holder(lock: string): number | null {
  try {
    const value: unknown = JSON.parse(lock);
    if (typeof value !== "object" || value === null || !("pid" in value) || !("started" in value)) return null;
    const { pid, started } = value;
    if (typeof pid !== "number" || processFacts(pid) === null) return null;
    return identity(pid) === started ? pid : null;
  } catch {
    return null;
  }
}

/** Moves a stale lock away; when another relay was faster, its fresh lock is put back. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readText(aside) !== stale) linkSync(aside, path);
  } catch {
    // Somebody else moved it: the next try sees what there is now.
  } finally {
    rmSync(aside, { force: true });
  }
}
