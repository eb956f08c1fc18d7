// How a process stands and what it is, in words.
import { clockTime } from "../../design/words.ts";
import type { HostProcess } from "../../projection/processes.ts";

/** What is said wherever a terminal is started or shown. */
export const OUTSIDE =
  "Outside the agent’s turns: what you type here runs with all you may do on that machine. There is no sandbox and no approval, and the agent does not see it.";

/** The command as one line, for reading alone. */
export function commandWords({ command, handle }: HostProcess): string {
  if (command === null || command.length === 0) return handle;
  if (command.join(" ") === LOGIN_SHELL.command.join(" ")) return "Login shell";
  return command.map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : JSON.stringify(part))).join(" ");
}

export function standingWords({ standing, doubtful }: HostProcess): string {
  switch (standing.type) {
    case "starting":
      return "starting";
    case "running":
      return doubtful ? "running, as far as this device has heard" : "running";
    case "ended":
      return `${standing.exitCode === null ? "ended" : `ended with code ${standing.exitCode}`} at ${clockTime(standing.at)}`;
    case "refused":
      return "not started";
  }
}

export function isOver({ standing }: HostProcess): boolean {
  return standing.type === "ended" || standing.type === "refused";
}

export interface Program {
  name: string;
  title: string;
  command: readonly string[];
}

/** The person's own shell, as the machine has it; the text is fixed, and nothing is put into it. */
export const LOGIN_SHELL: Program = {
  name: "login",
  title: "Your login shell",
  command: ["/bin/sh", "-c", 'exec "${SHELL:-/bin/sh}" -l'],
};

/** The programs that are offered for a folder of that kind of machine. */
export function programsFor(cwd: string): Program[] {
  if (/^[A-Za-z]:[\\/]|^\\\\/.test(cwd))
    return [
      { name: "powershell", title: "PowerShell", command: ["powershell.exe", "-NoLogo"] },
      { name: "cmd", title: "Command prompt", command: ["cmd.exe"] },
    ];
  return [
    LOGIN_SHELL,
    { name: "bash", title: "bash", command: ["/bin/bash", "-l"] },
    { name: "sh", title: "sh", command: ["/bin/sh", "-l"] },
  ];
}

/** Program and arguments out of one line: parted at blanks, held together by quotation marks. Null: none, or one is open. */
export function commandLine(text: string): string[] | null {
  const parts: string[] = [];
  const pattern = /\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))(?=\s|$)|\s*(\S)/gy;
  for (const match of text.trimEnd().matchAll(pattern)) {
    if (match[4] !== undefined) return null;
    parts.push(match[1] ?? match[2] ?? match[3] ?? "");
  }
  return parts.length > 0 && parts[0] !== "" ? parts : null;
}
