// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import type { Outcome } from "../../host/model.ts";
import type { Outgoing, ThreadState } from "../../projection/state.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { aThread, aTurn, clearPage, fakeSession, preparePage, type FakeSession } from "../testing.tsx";
import { Composer } from "./composer.tsx";
import { setDefaultWay } from "./default-way.ts";

beforeEach(() => {
  preparePage();
  setDefaultWay("steer");
});
afterEach(clearPage);

async function setUp(stored = new Map<string, unknown>()): Promise<{
  session: FakeSession;
  thread: ThreadState;
  box: HTMLTextAreaElement;
  stored: Map<string, unknown>;
  unmount: () => void;
  /** The commands that were run. */
  ran: string[];
  /** From now on commands are refused with these words. */
  refuse: (message: string) => void;
}> {
  const ran: string[] = [];
  let outcome: Outcome<null> = { ok: true, value: null };
  const session = fakeSession();
  const thread = aThread();
  const journal = {
    get: (key: string) => Promise.resolve(stored.get(key)),
    put: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
  };
  const acts = {
    list: () => Promise.resolve({ ok: true, value: null }),
    shell(_session: unknown, _thread: string, command: string) {
      if (outcome.ok) ran.push(command);
      return Promise.resolve(outcome);
    },
  };
  const services = {
    journal,
    actions: { queue: () => Promise.resolve(acts) },
    hosts: () => [],
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  const { unmount } = render(() => (
    <ServicesProvider services={services}>
      <Composer session={session} state={thread} />
    </ServicesProvider>
  ));
  // What is attached is known: before that nothing is sent.
  await screen.findByRole("button", { name: "Attach" });
  return {
    session,
    thread,
    box: screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }),
    stored,
    unmount,
    ran,
    refuse: (message) => (outcome = { ok: false, reason: { type: "rpc", code: -32600, message, data: null } }),
  };
}
const type = (box: HTMLTextAreaElement, text: string) => fireEvent.input(box, { target: { value: text } });

test("[VIW-40] Enter sends once; Shift+Enter and Enter of an IME do not", async () => {
  const { session, box } = await setUp();
  type(box, "にほん");
  fireEvent.keyDown(box, { key: "Enter", isComposing: true });
  fireEvent.keyDown(box, { key: "Enter", keyCode: 229 });
  fireEvent.keyDown(box, { key: "Enter", shiftKey: true });
  expect(session.asked).toEqual([]);
  fireEvent.keyDown(box, { key: "Enter", keyCode: 13 });
  expect(session.asked).toEqual([["sendMessage", "T", "にほん"]]);
  expect(box.value).toBe("");
  fireEvent.keyDown(box, { key: "Enter", keyCode: 13 });
  expect(session.asked, "an empty box sends nothing").toHaveLength(1);
});

test("[VIW-41] what is typed is kept as this thread's draft, comes back, and is gone once sent", async () => {
  const first = await setUp();
  type(first.box, "half a thought");
  first.unmount();
  await expect.poll(() => first.stored.get("h/draft/T")).toBe("half a thought");
  const second = await setUp(first.stored);
  await expect.poll(() => second.box.value).toBe("half a thought");
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  second.unmount();
  await expect.poll(() => second.stored.get("h/draft/T")).toBe("");
});

test("[VIW-42] while a turn runs the buttons say Steer and Queue and there is a Stop, which asks once", async () => {
  const { session, thread, box } = await setUp();
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Queue" })).toBeNull();
  const turn = aTurn(thread);
  changed(new Set<object>([thread]));
  type(box, "go left");
  fireEvent.click(screen.getByRole("button", { name: "Steer" }));
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  type(box, "then right");
  fireEvent.click(screen.getByRole("button", { name: "Queue" }));
  expect(session.asked).toEqual([
    ["sendMessage", "T", "go left", { type: "steer", turn: "t1" }],
    ["interrupt", "T", "t1"],
    ["sendMessage", "T", "then right", { type: "queue" }],
  ]);
  expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
  turn.stop = { type: "stopping", at: 0, taken: false };
  changed(new Set<object>([turn]));
  const stopping = screen.getByRole<HTMLButtonElement>("button", { name: "Stopping" });
  expect(stopping.disabled).toBe(true);
  turn.reported = "interrupted";
  changed(new Set<object>([turn]));
  expect(screen.queryByRole("button", { name: /Stop/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Queue" })).toBeNull();
  expect(screen.getByRole("button", { name: "Send" })).toBeTruthy();
});

test("[ACT-123] a Stop that waits for the connection says so and asks once", async () => {
  const { session, thread } = await setUp();
  aTurn(thread);
  changed(new Set<object>([thread]));
  session.set({ connection: "offline" });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Stop" }).disabled).toBe(false);
  const line = "";
  const stops = (of: string) => ({
    id: "i",
    intent: { type: "interrupt", thread: of, turn: "t1", line } as const,
    at: 0,
    state: { type: "waiting" } as const,
  });
  session.set({ outbox: [stops("another")] });
  expect(screen.queryByRole("button", { name: "Stop" })).not.toBeNull();
  session.set({ outbox: [stops("T")] });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Stop waits" }).disabled).toBe(true);
  expect(screen.getByText("Stop is sent once connected, if the turn still runs")).toBeTruthy();
  session.set({ connection: "live", outbox: [] });
  expect(screen.queryByRole("button", { name: "Stop waits" })).toBeNull();
});

test("[VIW-410] Enter does what is chosen on this device, Ctrl or ⌘ with Enter the other; the chosen one is the last button", async () => {
  const { session, thread, box } = await setUp();
  aTurn(thread);
  changed(new Set<object>([thread]));
  const press = (text: string, keys: object) => {
    type(box, text);
    fireEvent.keyDown(box, { key: "Enter", ...keys });
    const [, , words, way] = session.asked.at(-1) ?? [];
    return [words, (way as { type: string } | undefined)?.type];
  };
  expect(press("a", {})).toEqual(["a", "steer"]);
  expect(press("b", { ctrlKey: true })).toEqual(["b", "queue"]);
  expect(screen.getAllByRole("button").at(-1)?.textContent).toBe("Steer");
  setDefaultWay("queue");
  expect(screen.getAllByRole("button").at(-1)?.textContent).toBe("Queue");
  expect(press("c", {})).toEqual(["c", "queue"]);
  expect(press("d", { metaKey: true })).toEqual(["d", "steer"]);
  expect(localStorage.getItem("longwire.while-running")).toBe("queue");
});

test("[VIW-410] on a touch screen Enter makes a line and a chord sends; a key that is held sends once", async () => {
  const touch = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => touch);
  const { session, box } = await setUp();
  type(box, "a");
  expect(fireEvent.keyDown(box, { key: "Enter" }), "the browser makes a line").toBe(true);
  expect(session.asked).toEqual([]);
  fireEvent.keyDown(box, { key: "Enter", ctrlKey: true, repeat: true });
  expect(session.asked).toEqual([]);
  expect(fireEvent.keyDown(box, { key: "Enter", ctrlKey: true })).toBe(false);
  expect(session.asked).toEqual([["sendMessage", "T", "a"]]);
});

test("[VIW-410] a server without a queue is offered none: both keys steer", async () => {
  const { session, thread, box } = await setUp();
  aTurn(thread);
  thread.queue = {
    entries: [],
    more: null,
    stale: false,
    listedIn: "g",
    refused: "unknown variant `thread/queue/list`",
  };
  changed(new Set<object>([thread]));
  expect(screen.queryByRole("button", { name: "Queue" })).toBeNull();
  type(box, "a");
  fireEvent.keyDown(box, { key: "Enter", ctrlKey: true });
  expect(session.asked).toEqual([["sendMessage", "T", "a", { type: "steer", turn: "t1" }]]);
});

test("[VIW-43] the box works in every state of the connection: what is written goes to the outbox", async () => {
  for (const connection of ["connecting", "catching-up", "offline", "refused", "ended"] as const) {
    const { session, box, unmount } = await setUp();
    session.set({ connection });
    expect(box.disabled).toBe(false);
    type(box, "later");
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    // What is written for an idle thread is sent only while it is idle.
    expect(session.asked).toEqual([["sendMessage", "T", "later", { type: "start" }]]);
    unmount();
  }
});

test("[VIW-44] a message that could not be taken comes back into the box; a returned one says why and can be edited or discarded", async () => {
  const { session, box } = await setUp();
  session.sendMessage = () => Promise.reject(new Error("no"));
  type(box, "precious words");
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await expect.poll(() => box.value).toBe("precious words");
  type(box, "");
  session.set({ returned: [{ id: "r1", thread: "T", text: "old words", reason: "The turn was over." }] });
  expect(await screen.findByText(/The turn was over/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(box.value).toBe("old words");
  await expect.poll(() => session.asked).toEqual([["discard", "r1"]]);
});

test("[VIW-412] what came back can be sent now, into the turn that runs if one does, or queued", async () => {
  const { session, thread } = await setUp();
  session.set({ returned: [{ id: "r1", thread: "T", text: "old words", reason: "It has moved on." }] });
  fireEvent.click(await screen.findByRole("button", { name: "Send now" }));
  fireEvent.click(screen.getByRole("button", { name: "Queue" }));
  aTurn(thread);
  changed(new Set<object>([thread]));
  fireEvent.click(screen.getByRole("button", { name: "Send now" }));
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(session.asked).toEqual([
    ["sendReturned", "r1"],
    ["sendReturned", "r1", { type: "queue" }],
    ["sendReturned", "r1", { type: "steer", turn: "t1" }],
    ["discard", "r1"],
  ]);
});

test("[VIW-411] what the server did not take is in the box again, with the reason; words begun there are left alone", async () => {
  const { session, thread, box, stored } = await setUp();
  aTurn(thread);
  changed(new Set<object>([thread]));
  const send = async (text: string, id: string) => {
    session.sendMessage = () => Promise.resolve(id);
    type(box, text);
    fireEvent.click(screen.getByRole("button", { name: "Steer" }));
    await Promise.resolve();
    const outgoing: Outgoing = {
      clientUserMessageId: id,
      text,
      input: [],
      at: 0,
      generation: "g",
      state: { type: "sent" },
    };
    thread.outgoing.set(id, outgoing);
    changed(new Set<object>([thread]));
    return (message: string) => {
      outgoing.state = { type: "failed", message };
      changed(new Set<object>([outgoing]));
    };
  };
  const fail = await send("left at the mill", "m1");
  fail("cannot steer a review turn");
  await expect.poll(() => box.value).toBe("left at the mill");
  expect(screen.getByText(/A review cannot be steered/)).toBeTruthy();
  await expect.poll(() => session.asked).toContainEqual(["discard", "m1"]);
  expect(stored.get("h/draft/T"), "stored before its bubble goes").toBe("left at the mill");
  const later = await send("and over the bridge", "m2");
  expect(screen.queryByText(/A review cannot be steered/)).toBeNull();
  type(box, "something new");
  later("no active turn to steer");
  await Promise.resolve();
  expect(box.value).toBe("something new");
  expect(session.asked).not.toContainEqual(["discard", "m2"]);
});

test("[VIW-411] of two that are refused at once one is in the box; the other stays a bubble, and nothing is lost", async () => {
  const { session, thread, box } = await setUp();
  const both = new Map<string, Outgoing>();
  for (const [n, text] of ["first", "second"].entries()) {
    const id = `m${n}`;
    session.sendMessage = () => Promise.resolve(id);
    type(box, text);
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await Promise.resolve();
    both.set(id, { clientUserMessageId: id, text, input: [], at: 0, generation: "g", state: { type: "sent" } });
  }
  for (const [id, outgoing] of both) thread.outgoing.set(id, outgoing);
  changed(new Set<object>([thread]));
  for (const outgoing of both.values()) outgoing.state = { type: "failed", message: "no" };
  changed(new Set<object>(both.values()));
  await expect.poll(() => session.asked).toContainEqual(["discard", "m0"]);
  expect(box.value).toBe("first");
  expect(session.asked).not.toContainEqual(["discard", "m1"]);
});

test("[VIW-415] a text that begins with ! is a command: it says so before it is run, goes neither way, and is run once", async () => {
  const { session, thread, box, ran } = await setUp();
  aTurn(thread);
  changed(new Set<object>([thread]));
  type(box, "!");
  expect(screen.getByText(/outside the sandbox/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run without sandbox" }).disabled).toBe(true);
  type(box, "! ls | wc -l");
  expect(screen.queryByRole("button", { name: "Steer" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Queue" })).toBeNull();
  fireEvent.keyDown(box, { key: "Enter" });
  fireEvent.keyDown(box, { key: "Enter" });
  await expect.poll(() => box.value).toBe("");
  expect(ran).toEqual(["ls | wc -l"]);
  expect(session.asked).toEqual([]);
  type(box, " !important");
  expect(screen.queryByRole("button", { name: "Run without sandbox" })).toBeNull();
});

test("[VIW-415] offline a command is not kept waiting: it says why and stays in the box, as it does when it is refused", async () => {
  const { session, box, ran, refuse } = await setUp();
  session.set({ connection: "offline" });
  type(box, "!ls");
  fireEvent.click(screen.getByRole("button", { name: "Run without sandbox" }));
  expect(await screen.findByText(/not kept waiting/)).toBeTruthy();
  expect(box.value).toBe("!ls");
  expect(ran).toEqual([]);
  session.set({ connection: "live" });
  refuse("thread is busy");
  fireEvent.click(screen.getByRole("button", { name: "Run without sandbox" }));
  expect(await screen.findByText(/It was not run. The server said: thread is busy/)).toBeTruthy();
  expect(box.value).toBe("!ls");
  expect(session.asked).toEqual([]);
});

test("[VIW-418] words of a message that come into the box do not become a command, nor a part of the one that stands there", async () => {
  const { session, box } = await setUp();
  const give = async (text: string) => {
    session.set({ returned: [{ id: text, thread: "T", text, reason: "It has moved on." }] });
    fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
    session.set({ returned: [] });
  };
  await give("!important: stop");
  expect(box.value).toBe(" !important: stop");
  expect(screen.queryByRole("button", { name: "Run without sandbox" })).toBeNull();
  type(box, "!ls");
  await give("rm the old ones");
  expect(box.value).toBe("rm the old ones\n!ls");
  expect(screen.queryByRole("button", { name: "Run without sandbox" })).toBeNull();
});
