// What happened to a thread while this device was away, where no byte tells of it: only the real App Server's paging does.
import { afterEach, expect, test } from "vitest";
import { openAppServer } from "@longwire/fixtures/app-server";
import { createCodexHome, newFolder } from "@longwire/fixtures/codex-home";
import { startProvider } from "@longwire/fixtures/provider";
import { say } from "@longwire/fixtures/provider/steps";
import { startThread } from "@longwire/web/actions/start-thread";
import type { ThreadState } from "@longwire/web/projection/state";
import { startNodeSession, type NodeSession } from "../support/node-session.ts";
import { removeState, startRelayProcess, type RelayProcess } from "../support/relay-process.ts";

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** More than a page of the newest turns, and more than two. */
const MEANWHILE = 12;

test("[ACT-98] [PRJ-316] turns that another program took back, and those that it made since, are known when the thread is opened again", async () => {
  const provider = await startProvider({ script: () => [say("Yes.")] });
  const home = createCodexHome({ providerUrl: provider.url });
  const project = newFolder("project");
  cleanUps.push(
    () => home.remove(),
    () => provider.close(),
  );
  const relayProcess = async (): Promise<RelayProcess> => {
    const relay = await startRelayProcess({ env: { ...home.env, HOME: project } });
    cleanUps.push(
      () => removeState(relay.stateDir),
      async () => void (await relay.stop()),
    );
    return relay;
  };
  const page = (relay: RelayProcess, before?: NodeSession): NodeSession => {
    const it = startNodeSession({ ...relay, ...(before === undefined ? {} : { journal: before.journal }) });
    cleanUps.push(() => it.session.close());
    return it;
  };
  const over = ({ turns }: ThreadState) => [...turns.values()].filter(({ reported }) => reported === "completed");

  const first = await relayProcess();
  const before = page(first);
  await before.until("live", () => before.session.facts().connection === "live");
  const made = await startThread(before.session, { cwd: project });
  if (!made.ok) throw new Error(JSON.stringify(made.reason));
  const { thread } = made.value;
  const open = before.session.openThread(thread);
  for (const [index, text] of ["one", "two", "three"].entries()) {
    await before.session.sendMessage(thread, text);
    await before.until(text, () => over(open.state).length === index + 1);
  }
  const ids = [...open.state.turns.keys()];
  before.session.close();
  await first.stop();

  const codex = await openAppServer({ env: home.env, idPrefix: "other" });
  await codex.request("thread/resume", { threadId: thread });
  await codex.request("thread/revert", { threadId: thread, beforeTurnId: ids[1] ?? "" });
  const since: string[] = [];
  for (let n = 0; n < MEANWHILE; n += 1) {
    const mark = codex.mark();
    const { turn } = await codex.request("turn/start", {
      threadId: thread,
      input: [{ type: "text", text: `later ${n}`, text_elements: [] }],
    });
    await codex.notification("turn/completed", undefined, { since: mark });
    since.push(turn.id);
  }
  await codex.close();

  // A relay that has no byte of all that.
  const after = page(await relayProcess(), before);
  await after.until("live", () => after.session.facts().connection === "live");
  const again = after.session.openThread(thread);
  await after.until("all of it", () => again.state.turns.size === ids.length + MEANWHILE);
  expect(again.state.timeline.flatMap((entry) => (entry.type === "turn" ? [entry.turn] : []))).toEqual([
    ...ids,
    ...since,
  ]);
  await after.until("what is gone", () => again.state.turns.get(ids[1] ?? "")?.reverted === "elsewhere");
  expect(ids.map((id) => again.state.turns.get(id)?.reverted)).toEqual([false, "elsewhere", "elsewhere"]);
}, 60_000);
