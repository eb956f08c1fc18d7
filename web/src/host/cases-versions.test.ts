// Other versions at the other end: what this build does not know neither harms what it does, nor is lost to a later build.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FOLD_VERSION, type Item, type ThreadState } from "../projection/state.ts";
import { HOST } from "./testing/device.ts";
import { createRig } from "./testing/rig.ts";

beforeEach(() => vi.stubGlobal("crypto", undefined));
afterEach(() => vi.unstubAllGlobals());

const HOLOGRAM = { type: "hologram", id: "h1", data: { n: 1 }, deep: [{ more: "of it" }] };
const SEARCH = { type: "webSearch", id: "w1", query: "tides", action: { type: "search", query: "tides" } };
const PAUSED = { type: "commandExecution", id: "c1", command: "ls", cwd: "/w", status: "paused" };

test("[PRJ-379] J02: one item of an unknown type costs its thread nothing, and a later build reads it from what is kept", async () => {
  const rig = createRig(7);
  const device = rig.device();
  const page = await rig.live(device.open());
  const thread = await rig.newThread(page);
  const { id } = thread.state;
  const others = Array.from({ length: 200 }, (_, n) => ({ type: "agentMessage", id: `a${n}`, text: `answer ${n}` }));
  const items = [...others.slice(0, 100), HOLOGRAM, SEARCH, PAUSED, ...others.slice(100)];
  rig.server.remember(id, { id: "t1", status: "completed", items });
  await rig.result(page.session.refetch(id));
  const all = (state: ThreadState): Item[] => [...(state.turns.get("t1")?.items.values() ?? [])];
  const shown = await rig.until("the turn", () => {
    const found = all(thread.state);
    return found.length === items.length ? found : null;
  });
  expect(shown.map((item) => item.id)).toEqual(items.map((item) => item.id));
  expect(shown.filter(({ type }) => type === "agentMessage")).toHaveLength(200);
  expect(shown[100]).toMatchObject({ type: "generic", name: "hologram", raw: HOLOGRAM, problem: null });
  expect(shown[102]).toMatchObject({ type: "commandExecution", status: "paused" });
  expect(page.session.state.threads.get(id)?.deleted).toBe(false);
  await rig.result(page.session.sendMessage(id, "It goes on."));
  await rig.until("a turn of its own", () => thread.state.turns.size > 1);
  page.close();

  // An older build, to which a web search was what a hologram is to this one, kept its fold of the same rows.
  const { journal } = device.open();
  const lines: string[] = [];
  const seq = await journal.readThread(HOST, id, 0, (rows) => {
    for (const row of rows) if (row.kind !== "local" && typeof row.line === "string") lines.push(row.line);
  });
  expect(lines.some((line) => line.includes(JSON.stringify(HOLOGRAM).slice(1, -1)))).toBe(true);
  const state = structuredClone(thread.state);
  const generic: Item = { ...stripped(state, "w1"), type: "generic", name: "webSearch", text: "", problem: null };
  state.turns.get("t1")?.items.set("w1", generic);
  await journal.putCheckpoint({ host: HOST, scope: `t:${id}`, seq, foldVersion: FOLD_VERSION - 1, state });

  const updated = device.open();
  const again = updated.session.openThread(id);
  await rig.until("it is read", () => again.ready && again.state.turns.has("t1"));
  expect(all(again.state).find((item) => item.id === "w1")).toMatchObject({
    type: "webSearch",
    told: { query: "tides" },
  });
  expect(all(again.state).find((item) => item.id === "h1")).toMatchObject({ type: "generic", raw: HOLOGRAM });
  expect(all(again.state)).toHaveLength(items.length);
  updated.close();
});

function stripped(state: ThreadState, id: string) {
  const held = state.turns.get("t1")?.items.get(id);
  if (held === undefined) throw new Error(`no item ${id}`);
  const { turn, thread, phase, provisional, fromSnapshot, raw, startedAt, completedAt } = held;
  return { id, turn, thread, phase, provisional, fromSnapshot, raw, startedAt, completedAt };
}

test("[ACT-160] J01: a request that another version cannot read is refused once, and nothing is asked for in its place", async () => {
  const rig = createRig(9);
  const page = await rig.live(rig.device().open());
  const words = "Invalid request: unknown variant `paginated`, expected `legacy`";
  rig.server.refuse("thread/start", { code: -32600, message: words }, 9);
  const { startThread } = await import("../actions/start-thread.ts");
  const outcome = await rig.result(startThread(page.session, { cwd: "/w", sandbox: "read-only" }));
  expect(outcome).toMatchObject({ ok: false, reason: { type: "rpc", code: -32600, message: words } });
  await rig.environment.advance(60_000);
  const asked = rig.heard("thread/start");
  expect(asked).toHaveLength(1);
  // What was not set is not in it.
  expect(asked[0]?.message.params).toMatchObject({ cwd: "/w", sandbox: "read-only" });
  expect(Object.keys(asked[0]?.message.params ?? {}).sort()).toEqual(["cwd", "historyMode", "sandbox"]);
  page.close();
});
