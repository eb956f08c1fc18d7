// Whose sub-agent a thread is: no event of the thread itself says so.
import { expect, test } from "vitest";
import { hostAfter, tape, T } from "./testing/rows.ts";
import { note, reply, request } from "./testing/wire.ts";

const spawn = (tool: string, receivers: unknown) =>
  note("item/completed", {
    threadId: T,
    turnId: "t1",
    item: { type: "collabAgentToolCall", id: "c", tool, senderThreadId: T, receiverThreadIds: receivers },
  });

test("[VIW-102] a thread that another one's turn has made is that one's sub-agent, whether its events come before or after", () => {
  const turn = note("turn/started", { threadId: "C", turn: { id: "x", status: "inProgress" } });
  for (const rows of [
    tape()
      .in(turn)
      .in(spawn("spawnAgent", ["C"])).rows,
    tape()
      .in(spawn("spawnAgent", ["C"]))
      .in(turn).rows,
  ])
    expect(hostAfter(rows).threads.get("C")).toMatchObject({ parent: T });
  expect(
    hostAfter(
      tape()
        .in(turn)
        .in(spawn("wait", ["C"])).rows,
    ).threads.get("C")?.parent,
  ).toBeNull();
  expect(hostAfter(tape().in(spawn("spawnAgent", [T, 7, null])).rows).threads.get(T)?.parent).toBeNull();
});

test("[VIW-102] a copy of the thread that names no parent takes none away", () => {
  const rows = tape()
    .in(spawn("spawnAgent", ["C"]))
    .out(request("r", "thread/read", { threadId: "C" }))
    .in(reply("r", { thread: { id: "C", parentThreadId: null, status: { type: "idle" } } })).rows;
  expect(hostAfter(rows).threads.get("C")?.parent).toBe(T);
});
