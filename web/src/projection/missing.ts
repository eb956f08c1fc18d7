// Refusals by which the App Server says that it has nothing of a thread any more. No code tells them apart; the words are
// the binary's own, measured.
const GONE = /no rollout found|missing source rollout|failed to resolve rollout path|thread not loaded/i;
/** An ephemeral thread never had a file: only its being unloaded ends it. */
const GONE_EPHEMERAL = /thread not loaded/i;

const ASKS: ReadonlySet<string> = new Set(["thread/resume", "thread/read", "thread/turns/list", "thread/fork"]);

/** The refusal of that request says that the thread is gone. */
export function saysGone(method: string, message: string, ephemeral: boolean): boolean {
  return ASKS.has(method) && (ephemeral ? GONE_EPHEMERAL : GONE).test(message);
}
