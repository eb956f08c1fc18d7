// The whole core without a browser: session, link, journal and fold, over the real relay and the real App Server.
import { execFileSync } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { type CodexHomeOptions, createCodexHome, newFolder } from "@longwire/fixtures/codex-home";
import { type Provider, startProvider } from "@longwire/fixtures/provider";
import { exec, say, type Script } from "@longwire/fixtures/provider/steps";
import { startThread } from "@longwire/web/actions/start-thread";
import type { Decision } from "@longwire/web/decisions/state";
import type { OpenThread } from "@longwire/web/host/model";
import { JournalError } from "@longwire/web/journal/error";
import type { ClientRecord, Journal, WriteRequest } from "@longwire/web/journal/journal";
import { createMemoryJournal } from "@longwire/web/journal/memory";
import type { Row } from "@longwire/web/journal/rows";
import { type Turn, turnStatus } from "@longwire/web/projection/state";
import { startNodeSession, type NodeSession } from "../support/node-session.ts";
import { type RelayProcess, removeState, startRelayProcess } from "../support/relay-process.ts";

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Stage {
  relay: RelayProcess;
  project: string;
  provider: Provider;
  /** Another page on the same relay. */
  page(journal?: Journal): NodeSession;
}

async function stage(
  script: Script,
  options: Partial<CodexHomeOptions> & { command?: string[]; env?: Record<string, string> } = {},
): Promise<Stage> {
  const { command, env, ...codex } = options;
  const provider = await startProvider({ script });
  const home = createCodexHome({ providerUrl: provider.url, ...codex });
  const project = newFolder("project");
  const relay = await startRelayProcess({
    env: { ...home.env, HOME: project, ...env },
    ...(command === undefined ? {} : { command }),
  });
  cleanUps.push(
    () => home.remove(),
    () => removeState(relay.stateDir),
    () => provider.close(),
    async () => void (await relay.stop()),
  );
  return {
    relay,
    project,
    provider,
    page(journal) {
      const it = startNodeSession({ ...relay, ...(journal === undefined ? {} : { journal }) });
      cleanUps.push(() => it.session.close());
      return it;
    },
  };
}

async function newThread(it: NodeSession, cwd: string): Promise<OpenThread> {
  await it.until("live", () => it.session.facts().connection === "live");
  const started = await startThread(it.session, { cwd });
  if (!started.ok) throw new Error(JSON.stringify(started.reason));
  return it.session.openThread(started.value.thread);
}

const pendingDecision = (it: NodeSession): Promise<Decision> =>
  it.until("an approval", () => [...it.session.state.decisions.values()].find((each) => each.state.type === "pending"));

const turnWith = (it: NodeSession, thread: OpenThread, status: string, timeoutMs?: number): Promise<Turn> =>
  it.until(
    `a turn that is ${status}`,
    () => [...thread.state.turns.values()].find((each) => turnStatus(each) === status),
    timeoutMs,
  );

const asks: Script = (request) =>
  request.outputsSinceUser === 0
    ? [say("First."), exec("echo hello", { callId: `c${request.n}`, escalated: "It asks." })]
    : [say("Last.")];

test("[ACT-10] a thread is started, a message answered, a command approved, and the turn completes", async () => {
  const { page, project } = await stage(asks);
  const it = page();
  const thread = await newThread(it, project);
  await it.session.sendMessage(thread.state.id, "Say hello.");
  const decision = await pendingDecision(it);
  expect(decision.method).toBe("item/commandExecution/requestApproval");
  await it.session.answer(decision, { result: { decision: "accept" } });
  await it.session.answer(decision, { result: { decision: "decline" } });
  const turn = await turnWith(it, thread, "completed");
  expect(decision.state).toMatchObject({ type: "resolved", outcome: "answered-here" });
  expect([...turn.items.values()].map((item) => item.type)).toEqual([
    "userMessage",
    "agentMessage",
    "commandExecution",
    "agentMessage",
  ]);
  expect(thread.state.outgoing.size).toBe(0);
  expect(turn.heldInFull).toBe(true);
  expect(it.session.facts().outbox).toEqual([]);
});

test("[JRN-81] a page that is opened again folds the same state from its journal", async () => {
  const { page, project } = await stage(asks);
  const it = page();
  const thread = await newThread(it, project);
  await it.session.sendMessage(thread.state.id, "Say hello.");
  await it.session.answer(await pendingDecision(it), { result: { decision: "accept" } });
  await turnWith(it, thread, "completed");
  it.session.close();
  const again = page(it.journal);
  const same = again.session.openThread(thread.state.id);
  await again.until("the thread from the journal", () => same.ready);
  expect(structuredClone(same.state.turns)).toEqual(structuredClone(thread.state.turns));
  expect([...same.state.decisions.values()].map(({ state }) => state)).toEqual(
    [...thread.state.decisions.values()].map(({ state }) => state),
  );
});

test("[DEC-82] two pages see one decision; the answer of one settles it in the other", async () => {
  const { page, project } = await stage(asks);
  const one = page();
  const two = page();
  const thread = await newThread(one, project);
  await two.until("live", () => two.session.facts().connection === "live");
  await one.session.sendMessage(thread.state.id, "Say hello.");
  const [first, second] = await Promise.all([pendingDecision(one), pendingDecision(two)]);
  await two.session.answer(second, { result: { decision: "accept" } });
  await turnWith(one, thread, "completed");
  expect(first.state).toMatchObject({ type: "resolved", outcome: "answered-elsewhere" });
  await two.until("resolved", () => second.state.type === "resolved");
  expect(second.state).toMatchObject({ outcome: "answered-here" });
});

test("[ACT-11] a killed App Server: the turn is lost, its decision expired, the next message resumes the thread", async () => {
  const { page, project, relay } = await stage(asks);
  const it = page();
  const thread = await newThread(it, project);
  await it.session.sendMessage(thread.state.id, "Say hello.");
  const decision = await pendingDecision(it);
  for (const pid of childrenOf(relay.pid)) process.kill(pid, "SIGKILL");
  await turnWith(it, thread, "lost");
  expect(decision.state).toMatchObject({ type: "expired", outcome: "process-ended" });
  await it.until("live again", () => it.session.facts().connection === "live");
  await it.session.answer(decision, { result: { decision: "accept" } });
  await it.session.sendMessage(thread.state.id, "Again.");
  const next = await pendingDecision(it);
  expect(next.id).toBe(decision.id);
  expect(next.key).not.toBe(decision.key);
  await it.session.answer(next, { result: { decision: "accept" } });
  await turnWith(it, thread, "completed");
  expect([...thread.state.turns.values()].map(turnStatus)).toEqual(["lost", "completed"]);
});

test("[JRN-82] while nothing can be stored the page goes on from memory, and all is written once storing works", async () => {
  const { page, project } = await stage(asks);
  const real = createMemoryJournal();
  let full = false;
  const journal: Journal = Object.assign(Object.create(real) as Journal, {
    write: (request: WriteRequest) => (full ? Promise.reject(new JournalError("quota")) : real.write(request)),
    putClient: (record: ClientRecord) => (full ? Promise.reject(new JournalError("quota")) : real.putClient(record)),
  });
  const it = page(journal);
  const thread = await newThread(it, project);
  await it.session.sendMessage(thread.state.id, "Say hello.");
  full = true;
  await it.session.answer(await pendingDecision(it), { result: { decision: "accept" } });
  await turnWith(it, thread, "completed");
  full = false;
  await it.session.sendMessage(thread.state.id, "Once more.");
  await it.session.answer(await pendingDecision(it), { result: { decision: "accept" } });
  await it.until(
    "two turns",
    () => [...thread.state.turns.values()].filter((turn) => turn.reported === "completed").length === 2,
  );
  it.session.close();
  const again = page(real);
  const same = again.session.openThread(thread.state.id);
  await again.until("the thread from the journal", () => same.ready);
  expect(structuredClone(same.state.turns)).toEqual(structuredClone(thread.state.turns));
});

test("[ACT-12] an interrupt is sent once however often it is asked for, and turn/completed ends the turn", async () => {
  const { page, project } = await stage((request) =>
    request.outputsSinceUser === 0 ? [say("I wait."), { type: "hold", name: "never" }] : [say("Over.")],
  );
  const it = page();
  const thread = await newThread(it, project);
  await it.session.sendMessage(thread.state.id, "Wait.");
  const turn = await turnWith(it, thread, "inProgress");
  await it.until("text", () => [...turn.items.values()].some((item) => item.type === "agentMessage"));
  await Promise.all([it.session.interrupt(thread.state.id, turn.id), it.session.interrupt(thread.state.id, turn.id)]);
  await turnWith(it, thread, "interrupted");
  await it.session.interrupt(thread.state.id, turn.id);
  const rows: Row[] = [];
  await it.journal.readAll("host", 0, (chunk) => rows.push(...chunk));
  expect(rows.filter((row) => row.kind === "out" && row.line.includes('"turn/interrupt"'))).toHaveLength(1);
});

/** Process ids of the App Server below the relay. */
function childrenOf(pid: number): number[] {
  return execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .split("\n")
    .map((line) => Number(line.trim()))
    .filter((each) => each > 0);
}
