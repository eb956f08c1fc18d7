// A scripted App Server for tests of the session, on a relay in memory: threads with turns, approvals, steering, interrupts,
// resume that brings pending requests again, history that outlives the process. It writes down every line that it hears.
import { expect } from "vitest";
import type { MemoryRelay } from "../../link/memory.ts";
import { sentProblem } from "./sent.ts";

interface WireItem {
  type: string;
  id: string;
  [key: string]: unknown;
}

interface ServerTurn {
  id: string;
  status: string;
  items: WireItem[];
}

interface QueuedSubmission {
  id: string;
  input: unknown;
  clientUserMessageId: unknown;
}

interface ServerThread {
  id: string;
  turns: ServerTurn[];
  /** Waits for the end of a turn; outlives the process. */
  queue: QueuedSubmission[];
}

interface Asked {
  id: number;
  thread: string;
  turn: string;
  item: string;
  line: string;
}

/** One line that reached the App Server. */
export interface Heard {
  generation: string;
  client: string;
  line: string;
  message: {
    id?: string | number;
    method?: string;
    params?: Record<string, unknown>;
    result?: unknown;
    error?: unknown;
  };
}

export interface ScriptedServer {
  readonly heard: readonly Heard[];
  readonly threads: ReadonlyMap<string, ServerThread>;
  /** Ids of requests asked in a generation, with how often each was answered. */
  asked(generation: string): ReadonlyMap<number, number>;
  /** Bytes said in a generation. */
  written(generation: string): number;
  /** A running turn says something. */
  speak(text: string): void;
  /** A running turn asks for approval of a command. */
  ask(): void;
  /** A running turn ends; waits first when something is asked. */
  complete(): void;
  /** A running turn ends without a word (its end is lost), its thread is idle. */
  fallSilent(): void;
  /** The threads that this process has loaded. */
  loaded(): readonly string[];
  running(): readonly string[];
  /** The next requests of this method are answered by an error. */
  refuse(method: string, error: { code: number; message: string }, times: number): void;
  /** Requests of this method get no reply. */
  ignore(method: string): void;
  /** From now on they get one again. */
  unignore(method: string): void;
  /** Answers to its requests are taken and, until this is called with false, acted on by nobody. */
  holdAnswers(yes: boolean): void;
  /** Requests of this method, otherwise unknown, get this result. */
  answer(method: string, result: unknown): void;
  /** Replies to thread/list are made at once and sent when this is called with false. */
  holdLists(yes: boolean): void;
  /** The thread's history has this turn as its newest. */
  remember(thread: string, turn: { id: string; status: string; items: object[] }): void;
  /** The thread is in no history any more. */
  forget(thread: string): void;
  /** What threads run with from now on. */
  settings(next: object): void;
  notify(method: string, params: object): void;
}

/** Plays the App Server of every generation of the relay. */
export function playAppServer(relay: MemoryRelay): ScriptedServer {
  const heard: Heard[] = [];
  const threads = new Map<string, ServerThread>();
  const askedIn = new Map<string, Map<number, number>>();
  const refusals = new Map<string, { error: { code: number; message: string }; times: number }>();
  const ignored = new Set<string>();
  const results = new Map<string, unknown>();
  const archived = new Set<string>();
  let heldAnswers: (string | number)[] | null = null;
  /** Lists that were made and wait to be sent. */
  let held: { id: string | number; data: object[] }[] | null = null;
  let initialized = false;
  let loaded = new Set<string>();
  let silenced = new Set<string>();
  let asked = new Map<number, Asked>();
  let nextId = 0;
  let names = 0;

  const lengths = new Map<string, number>();
  const writeLine = (line: string): void => {
    const generation = relay.current() ?? relay.start();
    lengths.set(generation, (lengths.get(generation) ?? 0) + new TextEncoder().encode(line).length);
    relay.write(line);
  };
  const write = (message: object): void => writeLine(`${JSON.stringify(message)}\n`);
  const notify = (method: string, params: object): void =>
    write({ method, params, emittedAtMs: 1_700_000_000_000 + names });
  const reply = (id: string | number, result: unknown): void => write({ id, result });
  const fail = (id: string | number, code: number, message: string): void => write({ id, error: { code, message } });
  /** Events of a thread that was unsubscribed are not sent. */
  const tell = (thread: string, method: string, params: object): void => {
    if (!silenced.has(thread) || method === "thread/status/changed") notify(method, { threadId: thread, ...params });
  };

  relay.onStart((generation) => {
    initialized = false;
    loaded = new Set();
    silenced = new Set();
    asked = new Map();
    nextId = 0;
    askedIn.set(generation, new Map());
    // What ran in the process before is over in history.
    for (const { turns } of threads.values())
      for (const turn of turns) if (turn.status === "inProgress") turn.status = "interrupted";
  });

  function running(): [ServerThread, ServerTurn][] {
    // Between two processes nothing runs.
    if (relay.current() === null) return [];
    return [...threads.values()].flatMap((thread): [ServerThread, ServerTurn][] => {
      const turn = thread.turns.at(-1);
      return turn?.status === "inProgress" ? [[thread, turn]] : [];
    });
  }

  function statusOf(thread: string): object {
    if (!loaded.has(thread)) return { type: "notLoaded" };
    const active = threads.get(thread)?.turns.at(-1)?.status === "inProgress";
    if (!active) return { type: "idle" };
    const waits = [...asked.values()].some((each) => each.thread === thread);
    return { type: "active", activeFlags: waits ? ["waitingOnApproval"] : [] };
  }

  const tellStatus = (thread: string): void => tell(thread, "thread/status/changed", { status: statusOf(thread) });
  const wireThread = (id: string): object => ({
    id,
    preview: "",
    cwd: "/w",
    status: statusOf(id),
    createdAt: 1,
    updatedAt: 1,
    historyMode: "paginated",
    turns: [],
  });
  let settings: object = {
    model: "m",
    modelProvider: "p",
    cwd: "/w",
    approvalPolicy: "on-request",
    sandbox: { type: "readOnly" },
  };

  function addItem(thread: ServerThread, turn: ServerTurn, item: WireItem): void {
    turn.items.push(item);
    tell(thread.id, "item/started", { turnId: turn.id, item });
    tell(thread.id, "item/completed", { turnId: turn.id, item });
  }

  function startTurn(id: string | number, params: Record<string, unknown>): void {
    const thread = threads.get(typeof params["threadId"] === "string" ? params["threadId"] : "");
    if (thread === undefined || !loaded.has(thread.id)) return fail(id, -32600, "thread not loaded");
    const steers = thread.turns.at(-1)?.status === "inProgress";
    begin(thread, params, (turn) => reply(id, { turn: { id: turn, items: [], status: "inProgress" } }), !steers);
  }

  /** A message reaches the running turn, or makes one. */
  function begin(thread: ServerThread, message: object, say: (turn: string) => void, tells: boolean): void {
    let turn = thread.turns.at(-1);
    if (turn === undefined || turn.status !== "inProgress") {
      turn = { id: `turn-${++names}`, status: "inProgress", items: [] };
      thread.turns.push(turn);
    }
    say(turn.id);
    if (tells) {
      tellStatus(thread.id);
      tell(thread.id, "turn/started", { turn: { id: turn.id, items: [], status: "inProgress" } });
    }
    const { input, clientUserMessageId } = message as Record<string, unknown>;
    addItem(thread, turn, {
      type: "userMessage",
      id: `user-${++names}`,
      clientId: clientUserMessageId ?? null,
      content: input,
    });
  }

  function steer(id: string | number, thread: ServerThread, params: Record<string, unknown>): void {
    const turn = thread.turns.at(-1);
    if (turn?.status !== "inProgress") return fail(id, -32600, "no active turn to steer");
    if (turn.id !== params["expectedTurnId"])
      return fail(
        id,
        -32600,
        `expected active turn id \`${String(params["expectedTurnId"])}\` but found \`${turn.id}\``,
      );
    begin(thread, params, () => reply(id, { turnId: turn.id }), false);
  }

  function queue(id: string | number, thread: ServerThread, params: Record<string, unknown>): void {
    const { input, clientUserMessageId } = params;
    const submission = { id: `queued-${++names}`, input, clientUserMessageId };
    thread.queue.push(submission);
    reply(id, { queuedSubmission: submission });
    tell(thread.id, "thread/queue/changed", {});
    next(thread);
  }

  function next(thread: ServerThread): void {
    if (!loaded.has(thread.id) || thread.turns.at(-1)?.status === "inProgress") return;
    const first = thread.queue.shift();
    if (first === undefined) return;
    tell(thread.id, "thread/queue/changed", {});
    begin(thread, first, () => undefined, true);
  }

  function endTurn(thread: ServerThread, turn: ServerTurn, status: string): void {
    turn.status = status;
    const open = [...asked.values()].filter((each) => each.turn === turn.id);
    for (const { id } of open) asked.delete(id);
    tellStatus(thread.id);
    tell(thread.id, "turn/completed", { turn: { id: turn.id, items: [], status, itemsView: "notLoaded" } });
    for (const { id } of open) tell(thread.id, "serverRequest/resolved", { requestId: id });
    // What was interrupted leaves the queue standing.
    if (status === "completed") next(thread);
  }

  function resume(id: string | number, thread: string): void {
    const known = threads.get(thread);
    if (known === undefined) return fail(id, -32600, `no rollout found for thread id ${thread}`);
    loaded.add(thread);
    silenced.delete(thread);
    const newest = known.turns.at(-1);
    const data = newest === undefined ? [] : [{ ...newest, itemsView: "full" }];
    reply(id, {
      thread: wireThread(thread),
      ...settings,
      initialTurnsPage: { data, nextCursor: known.turns.length > 1 ? "more" : null },
    });
    for (const { thread: of, line } of asked.values()) if (of === thread) writeLine(line);
  }

  function onRequest(id: string | number, method: string, params: Record<string, unknown>): void {
    const thread = typeof params["threadId"] === "string" ? params["threadId"] : "";
    const known = threads.get(thread);
    switch (method) {
      case "initialize":
        if (initialized) return fail(id, -32600, "Already initialized");
        initialized = true;
        return reply(id, { userAgent: "scripted/1.0", codexHome: "/h" });
      case "thread/start": {
        const made = `thread-${++names}`;
        threads.set(made, { id: made, turns: [], queue: [] });
        loaded.add(made);
        reply(id, { thread: wireThread(made), ...settings });
        return notify("thread/started", { thread: wireThread(made) });
      }
      case "thread/archive":
        archived.add(thread);
        reply(id, {});
        return notify("thread/archived", { threadId: thread });
      case "thread/list":
        if (held !== null) return void held.push({ id, data: [...threads.keys()].map(wireThread) });
        return reply(id, {
          data: [...threads.keys()].filter((each) => !archived.has(each)).map(wireThread),
          nextCursor: null,
        });
      case "thread/loaded/list":
        return reply(id, { data: [...loaded], nextCursor: null });
      case "thread/read":
        if (known === undefined) return fail(id, -32600, `no rollout found for thread id ${thread}`);
        return reply(id, { thread: wireThread(thread) });
      case "thread/turns/list": {
        const all = (known?.turns ?? []).toReversed();
        const from = Math.max(
          0,
          all.findIndex((turn) => turn.id === params["cursor"]),
        );
        const to = from + Number(params["limit"] ?? 10);
        const data = all.slice(from, to).map((turn) => ({ ...turn, itemsView: "full" }));
        return reply(id, { data, nextCursor: all[to]?.id ?? null });
      }
      case "thread/resume":
        return resume(id, thread);
      case "thread/unsubscribe":
        silenced.add(thread);
        return reply(id, { status: "unsubscribed" });
      case "turn/start":
        return startTurn(id, params);
      case "turn/steer":
        return known === undefined ? fail(id, -32600, "thread not loaded") : steer(id, known, params);
      case "thread/queue/add":
        return known === undefined ? fail(id, -32600, "thread not loaded") : queue(id, known, params);
      case "thread/queue/list":
        return reply(id, { data: known?.queue ?? [], nextCursor: null });
      case "turn/interrupt": {
        const turn = known?.turns.at(-1);
        // A turn that is over gets no reply at all.
        if (known === undefined || turn === undefined || turn.id !== params["turnId"] || turn.status !== "inProgress")
          return;
        reply(id, {});
        return endTurn(known, turn, "interrupted");
      }
      default:
        if (results.has(method)) return reply(id, results.get(method));
        return fail(id, -32600, `Invalid request: unknown variant ${method}`);
    }
  }

  function onAnswer(generation: string, id: string | number): void {
    const counts = askedIn.get(generation);
    if (typeof id === "number" && counts?.has(id) === true) counts.set(id, (counts.get(id) ?? 0) + 1);
    if (heldAnswers !== null) return void heldAnswers.push(id);
    settleAnswer(id);
  }

  function settleAnswer(id: string | number): void {
    const request = typeof id === "number" ? asked.get(id) : undefined;
    // A second answer and an answer to nobody's question are passed over.
    if (request === undefined) return;
    asked.delete(request.id);
    tell(request.thread, "serverRequest/resolved", { requestId: request.id });
    tellStatus(request.thread);
  }

  relay.onStdin((text, { client, generation }) => {
    for (const line of text.split("\n").slice(0, -1)) {
      const message = JSON.parse(line) as Heard["message"];
      heard.push({ generation, client, line, message });
      const { id, method } = message;
      if (method !== undefined && id !== undefined) expect.soft(sentProblem(method, message.params)).toBeNull();
      if (method === undefined && id !== undefined) onAnswer(generation, id);
      if (method === undefined || id === undefined || ignored.has(method)) continue;
      const refusal = refusals.get(method);
      if (refusal !== undefined && refusal.times > 0) {
        refusal.times -= 1;
        fail(id, refusal.error.code, refusal.error.message);
      } else onRequest(id, method, message.params ?? {});
    }
  });

  return {
    heard,
    threads,
    written: (generation) => lengths.get(generation) ?? 0,
    asked: (generation) => askedIn.get(generation) ?? new Map(),
    speak(text) {
      for (const [thread, turn] of running()) {
        const last = turn.items.at(-1);
        if (last?.type === "agentMessage") {
          last["text"] = (typeof last["text"] === "string" ? last["text"] : "") + text;
          tell(thread.id, "item/agentMessage/delta", { turnId: turn.id, itemId: last.id, delta: text });
        } else {
          const item = { type: "agentMessage", id: `agent-${++names}`, text };
          turn.items.push(item);
          tell(thread.id, "item/started", { turnId: turn.id, item: { ...item, text: "" } });
          tell(thread.id, "item/agentMessage/delta", { turnId: turn.id, itemId: item.id, delta: text });
        }
      }
    },
    ask() {
      const generation = relay.current();
      for (const [thread, turn] of running()) {
        const id = nextId++;
        const item = `command-${++names}`;
        const params = { threadId: thread.id, turnId: turn.id, itemId: item, command: "ls", cwd: "/w" };
        const line = `${JSON.stringify({ id, method: "item/commandExecution/requestApproval", params })}\n`;
        asked.set(id, { id, thread: thread.id, turn: turn.id, item, line });
        if (generation !== null) askedIn.get(generation)?.set(id, 0);
        tellStatus(thread.id);
        if (!silenced.has(thread.id)) writeLine(line);
      }
    },
    complete() {
      for (const [thread, turn] of running())
        if (![...asked.values()].some((each) => each.turn === turn.id)) endTurn(thread, turn, "completed");
    },
    fallSilent() {
      for (const [thread, turn] of running()) {
        turn.status = "completed";
        tellStatus(thread.id);
      }
    },
    loaded: () => [...loaded],
    running: () => running().map(([, turn]) => turn.id),
    refuse: (method, error, times) => void refusals.set(method, { error, times }),
    ignore: (method) => void ignored.add(method),
    unignore: (method) => void ignored.delete(method),
    holdAnswers(yes) {
      for (const id of heldAnswers ?? []) settleAnswer(id);
      heldAnswers = yes ? [] : null;
    },
    answer: (method, result) => void results.set(method, result),
    holdLists(yes) {
      for (const { id, data } of held ?? []) reply(id, { data, nextCursor: null });
      held = yes ? [] : null;
    },
    remember(thread, turn) {
      // Items of a test are items of the wire.
      threads.get(thread)?.turns.push(turn as ServerTurn);
    },
    forget: (thread) => void threads.delete(thread),
    settings(next) {
      settings = { ...settings, ...next };
    },
    notify,
  };
}
