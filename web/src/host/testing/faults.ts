// A stage for faults of turns: an App Server that says any line at any moment, and what must hold afterwards: the same state
// live, offline and reloaded, and from the stored rows in any batches; nothing that still turns; a composer that works.
import { expect } from "vitest";
import { toEnvelope } from "../../projection/envelope.ts";
import { createHostState, foldHost } from "../../projection/host-fold.ts";
import { type HostState, type ThreadState, turnStatus } from "../../projection/state.ts";
import { batchesOf, seededNumbers } from "../../projection/testing/batches.ts";
import { foldThread } from "../../projection/thread-fold.ts";
import { createThreadState } from "../../projection/thread-state.ts";
import type { Row } from "../../journal/rows.ts";
import { settled } from "../../link/memory-environment.ts";
import type { OpenThread } from "../model.ts";
import { type Device, HOST, type Page } from "./device.ts";
import { createRig, type Rig } from "./rig.ts";

/** Words of a turn that would keep something turning on screen. */
const TURNING = new Set(["inProgress", "stopping", "noAnswerToStop"]);

export interface FaultStage extends Rig {
  on: Device;
  page: Page;
  thread: OpenThread;
  id: string;
  /** The App Server says these messages, in one piece. */
  say(...messages: object[]): Promise<void>;
  /** Sends a message of the person and waits for the turn that it starts; its id. */
  send(text?: string): Promise<string>;
  statuses(): string[];
  /** Item texts of the thread, in order. */
  texts(): string[];
  /** The status of the thread, told by the App Server. */
  status(type: string): Promise<void>;
  /** What the server's own history says of a turn from now on, without a word. */
  history(turn: string, status: string): void;
  /** Lets the seconds pass after which nothing may turn any more, with the signs of life that a relay gives. */
  rest(seconds?: number): Promise<void>;
  /** All that must hold when it is over. Ends the page. */
  same(): Promise<void>;
}

/** @param seed chooses ids and batches; told by the test that fails */
export async function faultStage(seed: number): Promise<FaultStage> {
  const rig = createRig(seed);
  const on = rig.device();
  const page = await rig.live(on.open());
  const thread = await rig.newThread(page);
  const id = thread.state.id;

  async function rest(seconds = 30): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      rig.relay.beat();
      await rig.environment.advance(1000);
    }
  }

  async function open(connection: string): Promise<[Page, OpenThread]> {
    const next = on.open();
    const there = next.session.openThread(id);
    await rig.until(connection, () => next.session.facts().connection === connection);
    await rig.until("the thread", () => there.ready && there.fetching.type !== "yes");
    return [next, there];
  }

  async function say(...messages: object[]): Promise<void> {
    rig.relay.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
    await rig.environment.advance(20);
  }

  return {
    ...rig,
    on,
    page,
    thread,
    id,
    say,
    async send(text = "go") {
      await page.session.sendMessage(id, text);
      await rig.until("the message", () => textsOf(thread.state).includes(text));
      const running = [...thread.state.turns.values()].findLast((turn) => turnStatus(turn) === "inProgress");
      if (running === undefined) throw new Error("no turn runs");
      return running.id;
    },
    statuses: () => [...thread.state.turns.values()].map(turnStatus),
    texts: () => textsOf(thread.state),
    async status(type) {
      await say({ method: "thread/status/changed", params: { threadId: id, status: { type } } });
    },
    history(turn, status) {
      const held = rig.server.threads.get(id)?.turns.find((each) => each.id === turn);
      if (held === undefined) throw new Error(`no turn ${turn} on the server`);
      held.status = status;
    },
    rest,
    async same() {
      await rig.until("stored", () => page.session.facts().stored);
      const live = { host: structuredClone(page.session.state), thread: structuredClone(thread.state) };
      expectRest(live.host, live.thread, id);
      expect(withoutReads(folded(await rowsOf(page), seed, id))).toEqual(withoutReads(structuredClone(live)));

      page.close();
      rig.relay.reachable(false);
      const [offline, stored] = await open("offline");
      expect(structuredClone(stored.state)).toEqual(live.thread);
      expect(structuredClone(offline.session.state)).toEqual(live.host);
      offline.die();

      rig.relay.reachable(true);
      const [reloaded, again] = await open("live");
      await rest(20);
      expect(shown(again.state)).toEqual(shown(live.thread));
      expectRest(reloaded.session.state, again.state, id);

      // The composer works: what is written now is sent once, and answered.
      const before = rig.heard("turn/start").length;
      await reloaded.session.sendMessage(id, "after all that");
      await rig.until("the message", () => textsOf(again.state).includes("after all that"));
      expect(rig.heard("turn/start")).toHaveLength(before + 1);
      rig.server.complete();
      await settled();
      await rig.until("its end", () => [...again.state.turns.values()].every((turn) => !TURNING.has(turnStatus(turn))));
      reloaded.close();
    },
  };
}

/** Nothing turns: no turn, no item, no message of ours, no row of the list, no stop that waits. */
function expectRest(host: HostState, thread: ThreadState, id: string): void {
  for (const turn of thread.turns.values()) {
    expect(TURNING, `${turn.id} still turns`).not.toContain(turnStatus(turn));
    for (const item of turn.items.values()) expect([item.id, item.phase]).not.toEqual([item.id, "open"]);
    expect([turn.retrying, turn.buffering]).toEqual([null, null]);
  }
  expect(thread.book.running).toBeNull();
  expect([...thread.outgoing.values()].filter(({ state }) => state.type === "sent")).toEqual([]);
  const summary = host.threads.get(id);
  expect(summary?.status.type).not.toBe("active");
  expect(TURNING).not.toContain(summary?.lastTurn?.status);
  for (const generation of host.generations.values()) expect([...generation.stopping]).toEqual([]);
}

/** What the views draw of turns: their order, status, texts, errors. A reload merges the server's copy, which may mark more. */
function shown(thread: ThreadState): unknown {
  return thread.timeline.flatMap((entry) => {
    const turn = entry.type === "turn" ? thread.turns.get(entry.turn) : undefined;
    return turn === undefined ? [] : [[turn.id, turnStatus(turn), turn.error, textsOfTurn(turn)]];
  });
}

function textsOfTurn(turn: ThreadState["turns"] extends Map<string, infer T> ? T : never): string[] {
  return turn.entries.flatMap((entry) => {
    const item = entry.type === "item" ? turn.items.get(entry.item) : undefined;
    if (item === undefined) return [];
    return ["text" in item ? item.text : item.type === "commandExecution" ? item.output : item.type];
  });
}

export function textsOf(thread: ThreadState): string[] {
  return thread.timeline.flatMap((entry) => {
    const turn = entry.type === "turn" ? thread.turns.get(entry.turn) : undefined;
    return turn === undefined ? [] : textsOfTurn(turn);
  });
}

async function rowsOf(page: Page): Promise<Row[]> {
  const rows: Row[] = [];
  await page.journal.readAll(HOST, 0, (chunk) => rows.push(...chunk));
  return rows;
}

interface Looked {
  host: HostState;
  thread: ThreadState;
}

/**
 * Of a copy that a newer one has replaced in the journal, the request has no reply there, and nothing says any more that
 * there is nothing to say beside a turn: neither is drawn.
 */
function withoutReads({ host, thread }: Looked): Looked {
  for (const open of [thread.book.open, ...[...host.generations.values()].map((each) => each.open)])
    for (const [key, { method }] of open) if (/\/(?:list|read)$/.test(method)) open.delete(key);
  for (const summary of host.threads.values()) {
    const { beside } = summary;
    if (beside?.stop === "none" && beside.attempt === 0 && !beside.elsewhere) summary.beside = null;
  }
  return { host, thread };
}

/** The stored rows folded in batches of chance, each behind a checkpoint. */
function folded(rows: readonly Row[], seed: number, id: string): Looked {
  let host = createHostState(HOST);
  let thread = createThreadState(id);
  for (const batch of batchesOf(rows, seededNumbers(seed))) {
    host = structuredClone(host);
    thread = structuredClone(thread);
    for (const row of batch) {
      foldHost(host, toEnvelope(row), () => undefined);
      foldThread(thread, { host: HOST }, toEnvelope(row), () => undefined);
    }
  }
  return { host, thread };
}
