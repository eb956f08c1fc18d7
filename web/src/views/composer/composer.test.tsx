// @vitest-environment jsdom
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AppServices } from "../../actions/contract.ts";
import type { ThreadState } from "../../projection/state.ts";
import { changed } from "../live.ts";
import { ServicesProvider } from "../services.tsx";
import { aThread, aTurn, clearPage, fakeSession, preparePage, type FakeSession } from "../testing.tsx";
import { Composer } from "./composer.tsx";

beforeEach(preparePage);
afterEach(clearPage);

function setUp(stored = new Map<string, unknown>()): {
  session: FakeSession;
  thread: ThreadState;
  box: HTMLTextAreaElement;
  stored: Map<string, unknown>;
  unmount: () => void;
} {
  const session = fakeSession();
  const thread = aThread();
  const journal = {
    get: (key: string) => Promise.resolve(stored.get(key)),
    put: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
  };
  const services = {
    journal,
    hosts: () => [],
    ready: () => true,
    onHosts: () => () => undefined,
  } as unknown as AppServices;
  const { unmount } = render(() => (
    <ServicesProvider services={services}>
      <Composer session={session} state={thread} />
    </ServicesProvider>
  ));
  return {
    session,
    thread,
    box: screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }),
    stored,
    unmount,
  };
}
const type = (box: HTMLTextAreaElement, text: string) => fireEvent.input(box, { target: { value: text } });

test("[VIW-40] Enter sends once; Shift+Enter and Enter of an IME do not", () => {
  const { session, box } = setUp();
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
  const first = setUp();
  type(first.box, "half a thought");
  first.unmount();
  expect(first.stored.get("draft:h:T")).toBe("half a thought");
  const second = setUp(first.stored);
  await expect.poll(() => second.box.value).toBe("half a thought");
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  second.unmount();
  expect(second.stored.get("draft:h:T")).toBe("");
});

test("[VIW-42] while a turn runs the button says Steer and there is a Stop, which asks once; no Queue yet", () => {
  const { session, thread, box } = setUp();
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  const turn = aTurn(thread);
  changed(new Set<object>([thread]));
  type(box, "go left");
  fireEvent.click(screen.getByRole("button", { name: "Steer" }));
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(session.asked).toEqual([
    ["sendMessage", "T", "go left"],
    ["interrupt", "T", "t1"],
  ]);
  turn.stop = { type: "stopping", at: 0, taken: false };
  changed(new Set<object>([turn]));
  const stopping = screen.getByRole<HTMLButtonElement>("button", { name: "Stopping" });
  expect(stopping.disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Queue" })).toBeNull();
  turn.reported = "interrupted";
  changed(new Set<object>([turn]));
  expect(screen.queryByRole("button", { name: /Stop/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Send" })).toBeTruthy();
});

test("[VIW-43] the box works in every state of the connection: what is written goes to the outbox", () => {
  for (const connection of ["connecting", "catching-up", "offline", "refused", "ended"] as const) {
    const { session, box, unmount } = setUp();
    session.set({ connection });
    expect(box.disabled).toBe(false);
    type(box, "later");
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(session.asked).toEqual([["sendMessage", "T", "later"]]);
    unmount();
  }
});

test("[VIW-44] a message that could not be taken comes back into the box; a returned one says why and can be edited or discarded", async () => {
  const { session, box } = setUp();
  session.sendMessage = () => Promise.reject(new Error("no"));
  type(box, "precious words");
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  await expect.poll(() => box.value).toBe("precious words");
  type(box, "");
  session.set({ returned: [{ id: "r1", thread: "T", text: "old words", reason: "The turn was over." }] });
  expect(screen.getByText(/The turn was over/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(box.value).toBe("old words");
  expect(session.asked).toEqual([["discard", "r1"]]);
});
