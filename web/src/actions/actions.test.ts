import { describe, expect, test } from "vitest";
import type { HostSession, OpenThread, Outcome } from "../host/model.ts";
import { createThreadState } from "../projection/thread-state.ts";
import { actions } from "./actions.ts";

/** A session that gives prepared outcomes and writes down what it was asked. */
function session(...outcomes: Outcome<unknown>[]) {
  const asked: [string, unknown][] = [];
  const fake = {
    request(method: string, params: unknown) {
      asked.push([method, params]);
      return Promise.resolve(outcomes.shift() ?? { ok: false, reason: { type: "not-sent", message: "no more" } });
    },
  } as unknown as HostSession;
  return { session: fake, asked };
}

const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const openThread = (older: string | null): OpenThread => {
  const state = createThreadState("T");
  state.older = older === null ? null : { cursor: older };
  return { state } as unknown as OpenThread;
};

describe("actions", () => {
  test("[ACT-35] a thread starts with paginated history; what nobody set is left out", async () => {
    const { session: on, asked } = session(ok({ thread: { id: "T" } }), ok({ thread: { id: "T" } }));
    expect(await actions.startThread(on, { cwd: "/w" })).toEqual({ ok: true, value: { thread: "T" } });
    await actions.startThread(on, { cwd: "/w", approvalPolicy: "never", sandbox: "read-only" });
    expect(asked).toEqual([
      ["thread/start", { cwd: "/w", historyMode: "paginated" }],
      ["thread/start", { cwd: "/w", historyMode: "paginated", approvalPolicy: "never", sandbox: "read-only" }],
    ]);
  });

  test("[ACT-35] a reply that cannot be read is told as such, with what to do", async () => {
    const { session: on } = session(ok({}), ok(null), ok({ entries: 5 }));
    expect(await actions.startThread(on, { cwd: "/w" })).toMatchObject({
      ok: false,
      reason: { message: expect.stringContaining("Look for it in the thread list") as string },
    });
    expect(await actions.readConfig(on, "/w")).toMatchObject({ ok: false });
    expect(await actions.listDirectory(on, "/w")).toMatchObject({ ok: false });
  });

  test("[ACT-43] folders and configuration are read as the server tells them; a path is never taken for a member of a prototype", async () => {
    const { session: on } = session(
      ok({ entries: [{ fileName: "a", isDirectory: true, isFile: false, more: 1 }] }),
      ok({
        config: {
          model: "m",
          approval_policy: { granular: {} },
          sandbox_mode: "read-only",
          projects: { "/w": { trust_level: "trusted" } },
        },
      }),
      ok({ config: { projects: {} } }),
    );
    expect(await actions.listDirectory(on, "/w")).toEqual({
      ok: true,
      value: [{ name: "a", isDirectory: true, isFile: false }],
    });
    expect(await actions.readConfig(on, "/w")).toMatchObject({
      ok: true,
      value: { model: "m", approvalPolicy: { granular: {} }, sandbox: "read-only", trust: "trusted" },
    });
    expect(await actions.readConfig(on, "constructor")).toMatchObject({
      ok: true,
      value: { trust: null, sandbox: null },
    });
  });

  test("[ACT-43] the thread list is read on page by page until it is whole", async () => {
    const { session: on, asked } = session(
      ok({ data: [], nextCursor: "p2" }),
      ok({ data: [], nextCursor: "p3" }),
      ok({ data: [], nextCursor: null }),
    );
    expect(await actions.loadMoreThreads(on)).toEqual({ ok: true, value: { more: true } });
    expect(await actions.loadMoreThreads(on)).toEqual({ ok: true, value: { more: false } });
    expect(asked.map(([, params]) => (params as { cursor?: string }).cursor)).toEqual([undefined, "p2", "p3"]);
    expect(asked[0]?.[1]).toMatchObject({
      sourceKinds: expect.arrayContaining(["cli", "vscode", "exec", "appServer"]) as string[],
    });
  });

  test("[ACT-43] older turns are read from where the fold stands, in small pages, and not when there are none", async () => {
    const { session: on, asked } = session(ok({ data: [], nextCursor: "c2" }));
    expect(await actions.loadOlder(on, openThread(null))).toEqual({ ok: true, value: { more: false } });
    expect(await actions.loadOlder(on, openThread("c1"))).toEqual({ ok: true, value: { more: true } });
    expect(asked).toEqual([
      ["thread/turns/list", { threadId: "T", cursor: "c1", limit: 5, sortDirection: "desc", itemsView: "full" }],
    ]);
  });

  test("[ACT-43] a failure goes back as it is", async () => {
    const failure: Outcome<unknown> = { ok: false, reason: { type: "rpc", code: -32600, message: "no", data: null } };
    for (const act of [
      (on: HostSession) => actions.listDirectory(on, "/"),
      (on: HostSession) => actions.readConfig(on, "/"),
      (on: HostSession) => actions.loadMoreThreads(on),
      (on: HostSession) => actions.startThread(on, { cwd: "/" }),
    ])
      expect(await act(session(failure).session)).toEqual(failure);
  });
});
