// The processes that belong to a child: who they are, and ending those that are left, without ever
// signalling a stranger that got a reused process id (a process is its id and its start time together).
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** One process. `started` is opaque and the same for the life of the process. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly started: string;
  readonly zombie: boolean;
}

/** The environment variable that marks everything that an App Server started. */
export const GENERATION_MARK = "LONGWIRE_GENERATION";

/** All processes that can be seen now. Empty when the system does not tell. */
export function listProcesses(): ProcessFacts[] {
  return process.platform === "linux" ? listFromProc() : listFromPs();
}

/** The facts of one process, or null when there is none (a zombie counts as gone). */
export function processFacts(pid: number): ProcessFacts | null {
  const facts = process.platform === "linux" ? readStat(pid) : (listFromPs().find((each) => each.pid === pid) ?? null);
  return facts === null || facts.zombie ? null : facts;
}

/** Whether a process runs (one that is dead and not yet buried does not). */
export function runs(pid: number): boolean {
  return processFacts(pid) !== null;
}

/**
 * Everything below `root` in the tree of parents, and its process group, without `root` itself.
 * @param mark also every process whose environment carries this generation (Linux)
 */
export function descendantsOf(root: number, mark: string | null): ProcessFacts[] {
  const all = listProcesses();
  const found = new Map<number, ProcessFacts>();
  const children = new Map<number, ProcessFacts[]>();
  for (const each of all) {
    const siblings = children.get(each.parent);
    if (siblings === undefined) children.set(each.parent, [each]);
    else siblings.push(each);
  }
  const add = (each: ProcessFacts): void => {
    if (each.pid === root || each.pid === process.pid || each.zombie || found.has(each.pid)) return;
    found.set(each.pid, each);
    for (const child of children.get(each.pid) ?? []) add(child);
  };
  for (const child of children.get(root) ?? []) add(child);
  for (const each of all) {
    if (each.group === root || (mark !== null && !found.has(each.pid) && carriesMark(each.pid, mark))) add(each);
  }
  return [...found.values()];
}

/** Those of `processes` that still run, the very same ones. */
export function stillThere(processes: readonly ProcessFacts[]): ProcessFacts[] {
  return processes.filter((each) => processFacts(each.pid)?.started === each.started);
}

/** Sends a signal to each process that is still the same one. */
export function signalAll(processes: readonly ProcessFacts[], signal: NodeJS.Signals): void {
  for (const each of stillThere(processes)) {
    try {
      process.kill(each.pid, signal);
    } catch {
      // It ended between the look and the signal.
    }
  }
}

function listFromProc(): ProcessFacts[] {
  const found: ProcessFacts[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const facts = readStat(Number(name));
    if (facts !== null) found.push(facts);
  }
  return found;
}

function readStat(pid: number): ProcessFacts | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return null;
  }
  // The name in brackets may hold anything, brackets and spaces too.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const state = fields[0] ?? "";
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    started: fields[19] ?? "",
    zombie: state === "Z" || state === "X",
  };
}

function carriesMark(pid: number, mark: string): boolean {
  try {
    const environment = `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}`;
    return environment.includes(`\0${GENERATION_MARK}=${mark}\0`);
  } catch {
    return false;
  }
}

function listFromPs(): ProcessFacts[] {
  let text: string;
  try {
    text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart="], { encoding: "utf8" });
  } catch {
    return [];
  }
  const found: ProcessFacts[] = [];
  for (const line of text.split("\n")) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
    if (match === null) continue;
    found.push({
      pid: Number(match[1]),
      parent: Number(match[2]),
      group: Number(match[3]),
      started: match[5] ?? "",
      zombie: match[4]?.startsWith("Z") ?? false,
    });
  }
  return found;
}
