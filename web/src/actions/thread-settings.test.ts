import { expect, test } from "vitest";
import type { HostSession, Outcome } from "../host/model.ts";
import { createMemoryJournal } from "../journal/memory.ts";
import { createHostState } from "../projection/host-fold.ts";
import { settingsActs } from "./thread-settings.ts";

function setUp(answer: (method: string, params: unknown) => Outcome<unknown>) {
  const asked: [string, unknown][] = [];
  const session = {
    onChange: () => () => undefined,
    facts: () => ({ connection: "live" }),
    state: createHostState("h"),
    request: (method: string, params: unknown) => {
      asked.push([method, params]);
      return Promise.resolve(answer(method, params));
    },
  } as unknown as HostSession;
  return { session, asked };
}
const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const refused = (code: number): Outcome<unknown> => ({
  ok: false,
  reason: { type: "rpc", code, message: "no", data: null },
});

test("[ACT-110] models are read page by page; what cannot be read or is hidden is left out; no modes are no failure", async () => {
  const { session, asked } = setUp((method, params) => {
    if (method === "collaborationMode/list") return refused(-32601);
    const cursor = (params as { cursor?: string }).cursor;
    return cursor === undefined
      ? ok({ data: [{ model: "a" }, { nonsense: true }, { model: "b", hidden: true }], nextCursor: "2" })
      : ok({
          data: [{ model: "c", displayName: "C", supportedReasoningEfforts: [{ reasoningEffort: "low" }] }],
          nextCursor: null,
        });
  });
  const outcome = await settingsActs.choices(session, { cwd: "/p", hidden: false }, createMemoryJournal());
  expect(outcome).toMatchObject({
    ok: true,
    value: {
      models: [
        { model: "a", name: "a", efforts: [] },
        { model: "c", name: "C", efforts: [{ effort: "low", description: "" }] },
      ],
      modes: [],
    },
  });
  expect(asked.filter(([method]) => method === "model/list").map(([, params]) => params)).toEqual([
    {},
    { cursor: "2" },
  ]);
  expect(asked.find(([method]) => method === "permissionProfile/list")?.[1]).toEqual({ cwd: "/p" });
});

test("[ACT-111] a change loads the thread first and names what was changed alone; a refused one goes back with the reason", async () => {
  const { session, asked } = setUp(() => ok({}));
  expect(await settingsActs.change(session, "T", { effort: "high" })).toEqual({ ok: true, value: null });
  expect(asked).toEqual([
    ["thread/resume", expect.objectContaining({ threadId: "T", excludeTurns: true })],
    ["thread/settings/update", { threadId: "T", effort: "high" }],
  ]);
  const busy = setUp((method) => (method === "thread/resume" ? ok({}) : refused(-32001)));
  expect(await settingsActs.change(busy.session, "T", { effort: "high" })).toMatchObject({ reason: { code: -32001 } });
});
