// The whole core without a browser: session, link, journal and fold, over the real relay and the real App Server.
import { afterEach, expect, test } from "vitest";
import { createCodexHome, newFolder } from "@longwire/fixtures/codex-home";
import { startProvider } from "@longwire/fixtures/provider";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { startThread } from "@longwire/web/actions/start-thread";
import { startNodeSession, type NodeSession } from "../support/node-session.ts";
import { removeState, startRelayProcess } from "../support/relay-process.ts";

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(script: Script): Promise<{ it: NodeSession; project: string }> {
  const provider = await startProvider({ script });
  const home = createCodexHome({ providerUrl: provider.url });
  const project = newFolder("project");
  const relay = await startRelayProcess({ env: { ...home.env, HOME: project } });
  const it = startNodeSession(relay);
  cleanUps.push(
    () => home.remove(),
    () => removeState(relay.stateDir),
    () => provider.close(),
    async () => void (await relay.stop()),
    () => it.session.close(),
  );
  return { it, project };
}

test("[ACT-10] a thread is started, a message answered, a command approved, and the turn completes", async () => {
  const { it, project } = await start((request) =>
    request.outputsSinceUser === 0 ? [say("First."), exec("echo hello", { callId: "c1", escalated: "It asks." })] : [say("Last.")],
  );
  await it.until("live", () => it.session.facts().connection === "live");
  const started = await startThread(it.session, { cwd: project });
  if (!started.ok) throw new Error(JSON.stringify(started.reason));
  const thread = it.session.openThread(started.value.thread);
  await it.session.sendMessage(started.value.thread, "Say hello.");
  const decision = await it.until("an approval", () => [...it.session.state.decisions.values()].find((each) => each.state.type === "pending"));
  expect(decision.method).toBe("item/commandExecution/requestApproval");
  await it.session.answer(decision, { result: { decision: "accept" } });
  await it.session.answer(decision, { result: { decision: "decline" } });
  const turn = await it.until("a completed turn", () => [...thread.state.turns.values()].find((each) => each.reported === "completed"));
  expect(decision.state).toMatchObject({ type: "resolved", outcome: "answered-here" });
  expect([...turn.items.values()].map((item) => item.type)).toEqual(["userMessage", "agentMessage", "commandExecution", "agentMessage"]);
  expect(thread.state.outgoing.size).toBe(0);
  expect(turn.heldInFull).toBe(true);
  expect(it.session.facts().outbox).toEqual([]);
});
