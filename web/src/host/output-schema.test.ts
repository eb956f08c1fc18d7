// The shape of an answer goes with one message: an outbox row shows the line that carries it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { objectOf } from "../projection/read.ts";
import { settled } from "../link/memory-environment.ts";
import { createRig } from "./testing/rig.ts";

// A busy machine is no failure.
vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => vi.stubGlobal("crypto", undefined));
afterEach(() => vi.unstubAllGlobals());

test("[ACT-165] the shape of an answer goes with the next message that begins a turn and with none after it", async () => {
  const rig = createRig(7, {});
  const page = await rig.live(rig.device().open());
  const { state } = await rig.newThread(page);
  const { session } = page;
  const said = async () => {
    const lines: unknown[] = [];
    await page.journal.readAll(session.id, 0, (rows) => {
      for (const row of rows) if (row.kind === "out") lines.push(JSON.parse(row.line));
    });
    return lines.flatMap((line) => {
      const params = objectOf(objectOf(line)?.["params"]);
      return params?.["clientUserMessageId"] === undefined
        ? []
        : [[objectOf(line)?.["method"], params["outputSchema"]]];
    });
  };
  const schema = { type: "object" };
  session.setOutputSchema(state.id, schema);
  await session.sendMessage(state.id, "behind", { type: "queue" });
  expect(session.outputSchema(state.id), "what begins no turn leaves it").toEqual(schema);
  await session.sendMessage(state.id, "one");
  expect(session.outputSchema(state.id)).toBeNull();
  await session.sendMessage(state.id, "two");
  await rig.until("three lines", async () => (await said()).length >= 3);
  expect(await said()).toEqual([
    ["thread/queue/add", undefined],
    ["turn/start", schema],
    ["turn/start", undefined],
  ]);
});

test("[ACT-165] a message that came back unsent keeps the shape that its answer is to have", async () => {
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
  const schema = { type: "object" };
  const away = await rig.live(on.open());
  const there = away.session.openThread(state.id);
  await rig.until("the thread", () => there.state.turns.size === 1);
  rig.relay.reachable(false);
  away.socket()?.cut();
  await settled();
  away.session.setOutputSchema(state.id, schema);
  await away.session.sendMessage(state.id, "late");
  await page.session.sendMessage(state.id, "meanwhile");
  await rig.until("another turn", () => state.turns.size === 2);
  away.die();
  rig.relay.reachable(true);
  const next = on.open();
  await rig.until("it back", () => next.session.facts().returned.length === 1);
  rig.server.complete();
  await rig.until("the end", ended(2));
  await next.session.sendReturned(next.session.facts().returned[0]?.id ?? "", { type: "start" });
  const heard = () => rig.heard("turn/start").map(({ message }) => message.params?.["outputSchema"]);
  await rig.until("it again", () => heard().length === 3);
  expect(heard()).toEqual([undefined, undefined, schema]);
});

test("[ACT-225] the shape of an answer is kept for the next message when the server refuses the one that asked for it", async () => {
  const rig = createRig(7, {});
  const page = await rig.live(rig.device().open());
  const { state } = await rig.newThread(page);
  const { session } = page;
  const schema = { type: "object" };
  session.setOutputSchema(state.id, schema);
  rig.server.refuse("turn/start", { code: -32600, message: "invalid schema" }, 1);
  await session.sendMessage(state.id, "one");
  await rig.until("its refusal", () => [...state.outgoing.values()].some(({ state: now }) => now.type === "failed"));
  expect(session.outputSchema(state.id)).toEqual(schema);
  session.setOutputSchema(state.id, null);
  await session.sendMessage(state.id, "two");
  expect(session.outputSchema(state.id), "one that was taken away stays away").toBeNull();
});
