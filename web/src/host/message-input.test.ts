// A message with parts on its way: written once, in the server's shapes, and whole whatever becomes of it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settled } from "../link/memory-environment.ts";
import type { MessageInput } from "./model.ts";
import { createRig } from "./testing/rig.ts";

// A busy machine is no failure.
vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => vi.stubGlobal("crypto", undefined));
afterEach(() => vi.unstubAllGlobals());

const input: MessageInput = [
  { type: "text", text: "look", text_elements: [] },
  { type: "image", url: "data:image/png;base64,AAAA" },
];

test("[ACT-142] a message goes out with all its inputs, and its bubble holds them until the transcript does", async () => {
  const rig = createRig(7, {});
  const page = await rig.live(rig.device().open());
  const { state } = await rig.newThread(page);
  const id = await page.session.sendMessage(state.id, "look", undefined, [...input]);
  const bubble = await rig.until("its bubble", () => state.outgoing.get(id) ?? state.turns.size > 0);
  if (typeof bubble === "object") expect(bubble).toMatchObject({ text: "look", input });
  await rig.until("a turn", () => state.turns.size === 1);
  expect(rig.heard("turn/start").map(({ message }) => message.params?.["input"])).toEqual([[...input]]);
});

test("[ACT-142] one that comes back unsent, over a reload too, has all its inputs, and is sent again with them", async () => {
  const rig = createRig(7, {});
  const on = rig.device();
  const page = await rig.live(on.open());
  const { state } = await rig.newThread(page);
  await page.session.sendMessage(state.id, "one");
  const ended = (turns: number) => () =>
    state.turns.size === turns && [...state.turns.values()].every(({ reported }) => reported === "completed");
  await rig.until("a turn", () => state.turns.size === 1);
  rig.server.complete();
  await rig.until("its end", ended(1));
  const away = await rig.live(on.open());
  const there = away.session.openThread(state.id);
  await rig.until("the thread", () => there.state.turns.size === 1);
  rig.relay.reachable(false);
  away.socket()?.cut();
  await settled();
  await away.session.sendMessage(state.id, "look", undefined, [...input]);
  await page.session.sendMessage(state.id, "meanwhile");
  await rig.until("another turn", () => state.turns.size === 2);
  away.die();
  rig.relay.reachable(true);
  const next = on.open();
  const back = await rig.until("it back", () => next.session.facts().returned[0]);
  expect(back).toMatchObject({ text: "look", input });
  rig.server.complete();
  await rig.until("the end", ended(2));
  await next.session.sendReturned(back.id, { type: "start" });
  const heard = () => rig.heard("turn/start").map(({ message }) => message.params?.["input"]);
  await rig.until("it again", () => heard().length === 3);
  expect(heard().at(-1)).toEqual([...input]);
});
