// Terminals: processes with a screen and a keyboard that a person starts on the machine, beside the agent's turns and
// without its sandbox. Each act is for now or never: what one connection did not take is sent by no other, least of all
// keys.
import type { HostSession, Outcome } from "../host/model.ts";
import { makeHandle } from "../projection/process-handle.ts";
import { GONE, type HostProcess } from "../projection/processes.ts";
import { objectOf } from "../projection/read.ts";
import { base64Of } from "./base64.ts";
import { NOW, onOneConnection } from "./loaded.ts";

export interface TerminalSize {
  rows: number;
  cols: number;
}

export interface StartTerminal {
  /** Program and arguments. No shell sees them. */
  command: readonly string[];
  /** Absolute. */
  cwd: string;
  size: TerminalSize;
}

/** How the server knows one. */
export type ProcessName = Pick<HostProcess, "kind" | "handle">;

export interface ProcessActs {
  /**
   * `process/spawn`. The folder is looked at first: a terminal in one that is not there begins elsewhere without a word.
   * @param named told the handle before anything is sent, so that no output of it is missed
   */
  start(session: HostSession, how: StartTerminal, named: (handle: string) => void): Promise<Outcome<null>>;
  /** `process/writeStdin`, `command/exec/write`. */
  write(session: HostSession, process: ProcessName, bytes: Uint8Array): Promise<Outcome<null>>;
  /** `process/resizePty`, `command/exec/resize`. */
  resize(session: HostSession, process: ProcessName, size: TerminalSize): Promise<Outcome<null>>;
  /** `process/kill`, `command/exec/terminate`, whichever device started it; `false`: it had ended already. */
  end(session: HostSession, process: ProcessName): Promise<Outcome<boolean>>;
}

/** What a terminal program is told of the one that draws it. */
const ENVIRONMENT = { TERM: "xterm-256color", COLORTERM: "truecolor" };

const METHODS = {
  process: { write: "process/writeStdin", resize: "process/resizePty", end: "process/kill" },
  command: { write: "command/exec/write", resize: "command/exec/resize", end: "command/exec/terminate" },
} as const;

const named = ({ kind, handle }: ProcessName) =>
  kind === "process" ? { processHandle: handle } : { processId: handle };

/** 96 random bits: no two devices, pages or terminals have the same. */
function uniqueName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `lw-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

const done = (outcome: Outcome<unknown>): Outcome<null> => (outcome.ok ? { ok: true, value: null } : outcome);

/** The acts on terminals and other processes. */
export const processActs: ProcessActs = {
  start: (session, { command, cwd, size }, tell) =>
    onOneConnection(session, async (cut) => {
      const folder = await session.request("fs/getMetadata", { path: cwd }, NOW);
      if (!folder.ok) return folder;
      if (objectOf(folder.value)?.["isDirectory"] !== true)
        return { ok: false, reason: { type: "not-sent", message: "This is not a folder. Nothing was started." } };
      const lost = cut();
      if (lost !== null) return lost;
      const processHandle = makeHandle(uniqueName(), command, cwd, Date.now());
      tell(processHandle);
      return done(
        await session.request(
          "process/spawn",
          {
            command,
            processHandle,
            cwd,
            tty: true,
            size,
            env: ENVIRONMENT,
            // Left out, the server would end it, and cut its output, after a while of its own choosing.
            timeoutMs: null,
            outputBytesCap: null,
          },
          NOW,
        ),
      );
    }),
  async write(session, process, bytes) {
    const params = { ...named(process), deltaBase64: await base64Of(bytes) };
    return done(await session.request(METHODS[process.kind].write, params, NOW));
  },
  async resize(session, process, size) {
    return done(await session.request(METHODS[process.kind].resize, { ...named(process), size }, NOW));
  },
  async end(session, process) {
    const outcome = await session.request(METHODS[process.kind].end, named(process), NOW);
    if (outcome.ok) return { ok: true, value: true };
    const { reason } = outcome;
    return reason.type === "rpc" && GONE.test(reason.message) ? { ok: true, value: false } : outcome;
  },
};
