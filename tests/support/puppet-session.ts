// A puppet behind a relay of its own, and the app's session over it in Node: for lines that no App Server says.
import { createMemoryJournal } from "@longwire/web/journal/memory";
import { type NodeSession, startNodeSession } from "./node-session.ts";
import { type Puppet, startPuppet } from "./puppet.ts";
import { removeState, startRelayProcess } from "./relay-process.ts";

export interface PuppetSession {
  readonly puppet: Puppet;
  readonly journal: ReturnType<typeof createMemoryJournal>;
  readonly it: NodeSession;
  readonly session: NodeSession["session"];
}

/**
 * Starts all of it, and waits until the session is live.
 * @param cleanUps gets what ends it; to be run from the last to the first
 */
export async function startPuppetSession(cleanUps: (() => Promise<unknown> | void)[]): Promise<PuppetSession> {
  const puppet = await startPuppet();
  const relay = await startRelayProcess({ command: puppet.command });
  const journal = createMemoryJournal();
  const it = startNodeSession({ ...relay, journal });
  const { session } = it;
  cleanUps.push(
    () => puppet.close(),
    () => removeState(relay.stateDir),
    () => relay.stop(),
    () => session.close(),
  );
  await it.until("live", () => session.facts().connection === "live");
  return { puppet, journal, it, session };
}
