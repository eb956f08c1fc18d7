// `longwire stop`: ends the relay of a state folder from outside, for one that was started without a terminal.
import { lockHolder, StartError } from "./state-dir.ts";

/** Milliseconds to wait: a relay gives its App Server about seven seconds, and what that leaves behind as long again. */
const PATIENCE_MS = 20_000;

/**
 * Sends SIGTERM to the relay that holds the folder's lock and waits until it has given the lock back.
 * The lock names a process by id, start time and boot, so a stranger with a reused id is never signalled.
 * @returns the process id that has stopped. Throws `StartError` when none runs or it does not end.
 */
export async function stopRelay(folder: string, patienceMs = PATIENCE_MS): Promise<number> {
  const pid = lockHolder(folder);
  if (pid === null) throw new StartError(`No longwire runs with the state folder ${folder}; there is nothing to stop.`);
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EPERM")
      throw new StartError(`Longwire (process ${pid}) belongs to another account, which alone can stop it.`);
    // It ended between the look and the signal.
    if (code !== "ESRCH") throw error;
  }
  const until = performance.now() + patienceMs;
  while (lockHolder(folder) === pid) {
    if (performance.now() > until)
      throw new StartError(`Longwire (process ${pid}) was told to stop and still runs. Wait a moment and look again.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return pid;
}
