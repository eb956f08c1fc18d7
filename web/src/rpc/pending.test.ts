import type { RequestId } from "@longwire/shared-protocol/json-rpc";
import { describe, expect, it } from "vitest";
import { createPendingRequests } from "./pending.ts";

const response = (id: RequestId, result: unknown) => ({ kind: "response" as const, id, result });

describe("pending requests", () => {
  it("[RPC-28] a reply settles the request with the very id, type included", async () => {
    const pending = createPendingRequests();
    pending.open("g1");
    const text = pending.wait("7");
    const number = pending.wait(7);
    expect(pending.reply(response(7, "number"))).toBe(true);
    expect(pending.reply(response("7", "text"))).toBe(true);
    expect(await text).toEqual({ ok: true, value: "text" });
    expect(await number).toEqual({ ok: true, value: "number" });
  });

  it("[RPC-28] an error reply settles with code, message and data", async () => {
    const pending = createPendingRequests();
    pending.open("g1");
    const outcome = pending.wait("a");
    pending.reply({ kind: "error", id: "a", error: { code: -32600, message: "no rollout found", data: { x: 1 } } });
    expect(await outcome).toEqual({
      ok: false,
      reason: { type: "rpc", code: -32600, message: "no rollout found", data: { x: 1 } },
    });
  });

  it("[RPC-28] a reply that nothing waits for is told apart and changes nothing", () => {
    const pending = createPendingRequests();
    pending.open("g1");
    void pending.wait("mine.load.1");
    expect(pending.reply(response("other.load.1", {}))).toBe(false);
    expect(pending.reply(response("__proto__", {}))).toBe(false);
    expect(pending.size()).toBe(1);
  });

  it("[RPC-28] one id cannot wait twice", () => {
    const pending = createPendingRequests();
    pending.open("g1");
    void pending.wait("a");
    expect(() => pending.wait("a")).toThrow(RangeError);
  });

  it("[RPC-29] the end of the generation settles every request with what is known of its delivery", async () => {
    const pending = createPendingRequests();
    pending.open("g1");
    const outcomes = [pending.wait("taken"), pending.wait("behind"), pending.wait("waiting")];
    const known = new Map<RequestId, boolean | null>([
      ["taken", true],
      ["behind", null],
      ["waiting", false],
    ]);
    pending.close("g1", (id) => known.get(id) ?? null);
    expect((await Promise.all(outcomes)).map((outcome) => (outcome.ok ? outcome : outcome.reason))).toEqual([
      { type: "ended", delivered: true },
      { type: "ended", delivered: null },
      { type: "ended", delivered: false },
    ]);
    expect(pending.size()).toBe(0);
  });

  it("[RPC-30] closed stays closed: later requests fail at once, until another generation opens", async () => {
    const pending = createPendingRequests();
    pending.open("g1");
    pending.close("g1", () => null);
    expect(await pending.wait("late")).toEqual({ ok: false, reason: { type: "ended", delivered: false } });
    pending.open("g1");
    expect(await pending.wait("later")).toEqual({ ok: false, reason: { type: "ended", delivered: false } });
    pending.open("g2");
    const fresh = pending.wait("fresh");
    pending.reply(response("fresh", 1));
    expect(await fresh).toEqual({ ok: true, value: 1 });
  });

  it("[RPC-30] before the first generation a request is told as not sent", async () => {
    const outcome = await createPendingRequests().wait("early");
    expect(outcome).toMatchObject({ ok: false, reason: { type: "not-sent" } });
  });

  it("[RPC-30] another generation that opens without a word of the end settles the old requests as unknown", async () => {
    const pending = createPendingRequests();
    pending.open("g1");
    const old = pending.wait("old");
    pending.open("g2");
    expect(await old).toEqual({ ok: false, reason: { type: "ended", delivered: null } });
    // The old one's end, told late, takes nothing of the new one with it.
    const fresh = pending.wait("fresh");
    pending.close("g1", () => null);
    expect(pending.has("fresh")).toBe(true);
    pending.reply(response("fresh", null));
    expect(await fresh).toEqual({ ok: true, value: null });
  });

  it("[RPC-31] a re-attach to the same generation leaves requests open", async () => {
    const pending = createPendingRequests();
    pending.open("g1");
    const outcome = pending.wait("a");
    pending.open("g1");
    pending.reply(response("a", {}));
    expect(await outcome).toEqual({ ok: true, value: {} });
  });

  it("[RPC-32] a request that will get no reply is given up by its caller, and a late reply matches nothing", async () => {
    const pending = createPendingRequests();
    pending.open("g1");
    const second = pending.wait("interrupt-2");
    expect(pending.fail("interrupt-2", { type: "not-sent", message: "The turn is over." })).toBe(true);
    expect(await second).toMatchObject({ ok: false, reason: { message: "The turn is over." } });
    expect(pending.fail("interrupt-2", { type: "ended", delivered: null })).toBe(false);
    expect(pending.reply(response("interrupt-2", {}))).toBe(false);
  });
});
