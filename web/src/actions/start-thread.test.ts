// What `thread/start` is asked for, and the mode that only a thread which is there can be given.
import { expect, test } from "vitest";
import type { HostSession, Outcome } from "../host/model.ts";
import { startThread } from "./start-thread.ts";

function setUp(answer: (method: string) => Outcome<unknown>) {
  const asked: [string, unknown][] = [];
  const request = (method: string, params: unknown) => {
    asked.push([method, params]);
    return Promise.resolve(answer(method));
  };
  return { session: { request } as unknown as HostSession, asked };
}
const started: Outcome<unknown> = { ok: true, value: { thread: { id: "T" } } };
const refused: Outcome<unknown> = {
  ok: false,
  reason: { type: "rpc", code: -32600, message: "no such mode", data: null },
};

test("[ACT-167] a thread is started with what was set and nothing else; its mode is set once it is there, and a refused one takes nothing back", async () => {
  const plain = setUp(() => started);
  expect(await startThread(plain.session, { cwd: "/p" })).toEqual({ ok: true, value: { thread: "T" } });
  expect(plain.asked).toEqual([["thread/start", { cwd: "/p", historyMode: "paginated" }]]);

  const collaborationMode = { mode: "plan" };
  const set = { cwd: "/p", serviceTier: null, config: { web_search: "live" }, collaborationMode };
  const moded = setUp(() => started);
  expect(await startThread(moded.session, set)).toEqual({ ok: true, value: { thread: "T" } });
  expect(moded.asked).toEqual([
    ["thread/start", { cwd: "/p", historyMode: "paginated", serviceTier: null, config: { web_search: "live" } }],
    ["thread/settings/update", { threadId: "T", collaborationMode }],
  ]);

  const half = setUp((method) => (method === "thread/start" ? started : refused));
  expect(await startThread(half.session, set)).toMatchObject({
    ok: true,
    value: { thread: "T", modeRefused: { message: "no such mode" } },
  });
  const none = setUp(() => refused);
  expect(await startThread(none.session, set)).toBe(refused);
  expect(none.asked).toHaveLength(1);
});
