// What component tests need: a page good enough for the components, a session that writes down what it is asked, and
// small states. Tests only.
import { readItem } from "@longwire/shared-protocol/wire/item";
import { cleanup, configure, render } from "@solidjs/testing-library";
import { type JSX } from "solid-js";
import { vi } from "vitest";
import type { AppServices, HostEntry } from "../actions/contract.ts";
import type { Decision } from "../decisions/state.ts";
import type { HostSession, SessionFacts } from "../host/model.ts";
import { createHostState } from "../projection/host-fold.ts";
import type { HostState, Item, JsonObject, ThreadState, Turn } from "../projection/state.ts";
import { blankItem, makeItem, mergeItem } from "../projection/items.ts";
import { createThreadState } from "../projection/thread-state.ts";
import { blankTurn } from "../projection/turns.ts";
import { changed } from "./live.ts";
import { ServicesProvider } from "./services.tsx";
import { ThreadScope } from "./thread/scope.tsx";

/** What jsdom lacks. Call before rendering. */
export function preparePage(): void {
  // Views that load late are compiled when they are first asked for.
  configure({ asyncUtilTimeout: 20_000 });
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal("CSS", { supports: () => true });
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
}

/** Between tests. */
export function clearPage(): void {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

export interface FakeSession extends HostSession {
  /** Everything that was asked of it, in order: [verb, …arguments]. */
  asked: unknown[][];
  set(facts: Partial<SessionFacts>): void;
}

export function fakeSession(state: HostState = createHostState("h")): FakeSession {
  let facts: SessionFacts = {
    connection: "live",
    link: { type: "attached" },
    clients: 1,
    maxMessage: 64 * 1024 * 1024,
    journal: { type: "ok" },
    outbox: [],
    returned: [],
    latencyMs: 20,
    label: "devbox",
    stored: true,
    trouble: null,
    userAgent: null,
  };
  const asked: unknown[][] = [];
  const schemas = new Map<string, JsonObject>();
  const note =
    (verb: string) =>
    (...args: unknown[]): Promise<void> => {
      asked.push([verb, ...args]);
      return Promise.resolve();
    };
  const session: FakeSession = {
    id: "h",
    state,
    asked,
    facts: () => facts,
    set(next) {
      facts = { ...facts, ...next };
      changed(new Set([session]));
    },
    onChange: () => () => undefined,
    onNotification: () => () => undefined,
    openThread: (id) => ({
      state: createThreadState(id),
      ready: true,
      fetching: { type: "no" },
      source: {},
      close: () => undefined,
    }),
    refetch: () => Promise.resolve({ ok: true, value: null }),
    request: () => Promise.resolve({ ok: false, reason: { type: "not-sent", message: "not in a test" } }),
    sendMessage(...args) {
      asked.push(["sendMessage", ...args]);
      return Promise.resolve(`m${asked.length}`);
    },
    sendReturned: note("sendReturned"),
    outputSchema: (thread) => schemas.get(thread) ?? null,
    setOutputSchema(thread, schema) {
      if (schema === null) schemas.delete(thread);
      else schemas.set(thread, schema);
    },
    interrupt: note("interrupt"),
    stopByForce: note("stopByForce"),
    answer: note("answer"),
    discard: note("discard"),
    reconnect: () => undefined,
    close: () => undefined,
  };
  return session;
}

export function aThread(id = "T"): ThreadState {
  return createThreadState(id);
}

export function aTurn(thread: ThreadState, id = "t1", more: Partial<Turn> = {}): Turn {
  const turn = Object.assign(blankTurn(thread.id, id), more);
  thread.turns.set(id, turn);
  thread.timeline.push({ type: "turn", turn: id });
  return turn;
}

/** An item put into a turn; give the members of its type that are not empty. */
export function anItem<T extends Exclude<Item["type"], "generic">>(
  turn: Turn,
  type: T,
  members: Partial<Extract<Item, { type: T }>> & { id?: string } = {},
): Extract<Item, { type: T }> {
  const item = blankItem(turn, members.id ?? `i${turn.items.size}`, type);
  Object.assign(item, { phase: "completed", provisional: false, ...members });
  turn.items.set(item.id, item);
  turn.entries.push({ type: "item", item: item.id });
  // A blank item of a type is of that type.
  return item as Extract<Item, { type: T }>;
}

/** An item as the server's own word makes it: started with the first, and completed with the second if there is one. */
export function itemOf(turn: Turn, started: object, completed?: object): Item {
  const wires = [started, ...(completed === undefined ? [] : [completed])].map((value) => {
    const reading = readItem(value);
    if (!reading.ok) throw new Error(reading.reason);
    return reading.value;
  });
  const [first, last] = wires;
  if (first === undefined) throw new Error("no item");
  const item = makeItem(turn, first, first.item.id);
  item.fromSnapshot = false;
  if (last !== undefined && last !== first) mergeItem(item, last, "completed", turn);
  item.phase = completed === undefined ? "open" : "completed";
  turn.items.set(item.id, item);
  turn.entries.push({ type: "item", item: item.id });
  return item;
}

export function aDecision(thread: ThreadState, method: string, params: object, more: Partial<Decision> = {}): Decision {
  const decision: Decision = {
    key: `h/g/n:${thread.decisions.size}`,
    generation: "g",
    id: thread.decisions.size,
    method,
    thread: thread.id,
    turn: "t1",
    item: null,
    params,
    line: JSON.stringify({ id: thread.decisions.size, method, params }),
    at: 0,
    state: { type: "pending" },
    serverAt: null,
    standing: "seen",
    successor: null,
    ...more,
  };
  thread.decisions.set(decision.key, decision);
  return decision;
}

/** An app around one host, as far as the parts of a page need one. */
export function fakeServices(session: HostSession, more: Partial<AppServices> = {}): AppServices {
  const services: Partial<AppServices> = {
    // One list for ever: it is a new one when it changes.
    hosts: () => hosts,
    ready: () => true,
    onHosts: () => () => undefined,
    ...more,
  };
  const record = { id: session.id } as HostEntry["record"];
  const hosts: HostEntry[] = [{ record, session }];
  // Whatever else is asked of it is not there, and the test fails.
  return services as AppServices;
}

/** Renders a part of a transcript inside its thread. */
export function renderIn(
  session: HostSession,
  state: ThreadState,
  what: () => JSX.Element,
  services: AppServices = fakeServices(session),
): ReturnType<typeof render> {
  return render(() => (
    <ServicesProvider services={services}>
      <ThreadScope session={session} state={state} home="/home/mara" hold={() => undefined}>
        {what()}
      </ThreadScope>
    </ServicesProvider>
  ));
}
