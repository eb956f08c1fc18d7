// @vitest-environment jsdom
// What a message holds beside its words, where it stands outside of the box: in its bubble and in the queue.
import { fireEvent, render, screen } from "@solidjs/testing-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AppServices, QueueActs } from "../../actions/contract.ts";
import type { OutboxEntry } from "../../journal/journal.ts";
import { Queue } from "../queue/queue.tsx";
import { ServicesProvider } from "../services.tsx";
import { aThread, clearPage, fakeServices, fakeSession, preparePage, renderIn } from "../testing.tsx";
import { OutgoingMessage, WaitingMessage } from "../thread/outgoing.tsx";
import { putBack, putIntoBox } from "./put-back.ts";

beforeEach(preparePage);
afterEach(() => {
  putIntoBox(null);
  clearPage();
});

const image = { type: "image", url: "data:image/png;base64,AAAA" };
const mention = { type: "mention", name: "notes.txt", path: "/p/notes.txt" };
const input = [{ type: "text", text: "look", text_elements: [] }, image, mention];

test("[VIW-521] a bubble shows what is attached; edited, all of it is in the box before the bubble goes; sent again it goes whole", async () => {
  const session = fakeSession();
  const outgoing = {
    clientUserMessageId: "c1",
    text: "look",
    input,
    at: 0,
    generation: "g",
    state: { type: "failed" as const, message: "no" },
  };
  const { unmount } = renderIn(session, aThread(), () => <OutgoingMessage outgoing={outgoing} />);
  expect(await screen.findByText("notes.txt")).toBeTruthy();
  expect(document.querySelector("[data-part-kind=image] img")).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  const given = putBack();
  expect(given).toMatchObject({ thread: "T", text: "look", input });
  await Promise.resolve();
  expect(session.asked, "not before the box has it").toEqual([]);
  given?.kept?.();
  await expect.poll(() => session.asked).toEqual([["discard", "c1"]]);
  unmount();
  const again = { ...outgoing, clientUserMessageId: "c2" };
  renderIn(session, aThread(), () => <OutgoingMessage outgoing={again} />);
  fireEvent.click(screen.getByRole("button", { name: "Send again" }));
  await expect.poll(() => session.asked).toContainEqual(["sendMessage", "T", "look", undefined, input]);
});

test("[VIW-521] one that waits for the connection shows what is attached, out of the line that carries it", async () => {
  const line = `${JSON.stringify({ id: "1", method: "turn/start", params: { threadId: "T", input } })}\n`;
  const message = {
    type: "message",
    thread: "T",
    clientUserMessageId: "c",
    line,
    text: "look",
    lastTurn: null,
  } as const;
  const entry: OutboxEntry = { id: "s:1", intent: { ...message, parts: true }, at: 0, state: { type: "waiting" } };
  const session = fakeSession();
  session.set({ connection: "offline" });
  renderIn(session, aThread(), () => <WaitingMessage entry={entry} />);
  expect(await screen.findByText("notes.txt")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  await expect.poll(() => putBack()).toMatchObject({ text: "look", input });
});

test("[VIW-522] a message in the queue shows what is attached, can be left without words, and is taken back whole", async () => {
  const session = fakeSession();
  const state = aThread();
  const entry = { id: "q", clientUserMessageId: "c", text: "look", input };
  state.queue = { entries: [entry], more: null, stale: false, listedIn: "g", refused: null };
  const edited: unknown[] = [];
  const acts: Partial<QueueActs> = {
    list: () => Promise.resolve({ ok: true, value: null }),
    edit(_session, _thread, message, text) {
      edited.push([message.id, text]);
      return Promise.resolve({ ok: true, value: null });
    },
    remove: () => Promise.resolve({ ok: true, value: true }),
  };
  const actions = { queue: () => Promise.resolve(acts) } as unknown as AppServices["actions"];
  const taken: unknown[][] = [];
  render(() => (
    <ServicesProvider services={fakeServices(session, { actions })}>
      <Queue
        session={session}
        state={state}
        running={null}
        canQueue
        take={(...what) => Promise.resolve(void taken.push(what))}
      />
    </ServicesProvider>
  ));
  expect(await screen.findByText("notes.txt")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  fireEvent.input(screen.getByRole("textbox", { name: "Waiting message" }), { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => edited).toEqual([["q", ""]]);
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  fireEvent.click(await screen.findByRole("button", { name: "Put it in the message box" }));
  expect(taken).toEqual([["look", input]]);
});
