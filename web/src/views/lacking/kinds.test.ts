// The server's words for a refusal, as the real ones say them, told apart by what is the matter.
import { expect, test } from "vitest";
import { createHostState } from "../../projection/host-fold.ts";
import { hasNoQueue } from "../queue/offered.ts";
import { commandRefusal, messageRefusal, queueRefusal } from "../queue/refusals.ts";
import { failureSentence } from "../sentences.ts";
import { refusalSentence } from "../thread-menu/refusals.ts";
import { isOfVersion, isUnknownMethod, refusalAdvice, refusalOf } from "./kinds.ts";

const WORDS: readonly (readonly [message: string, code: number, kind: string, name: string | null])[] = [
  [
    "Invalid request: unknown variant `no/such`, expected one of `initialize`, `thread/start`",
    -32600,
    "method",
    "no/such",
  ],
  ["Method not found", -32601, "method", "thread/start"],
  ["Method not supported", -32601, "method", "thread/start"],
  ["thread/start: unsupported method", -32601, "method", "thread/start"],
  ["Invalid request: unknown variant `hologram`, expected one of `read-only`, `x`", -32600, "word", "hologram"],
  ["Invalid request: missing field `threadId`", -32600, "field", "threadId"],
  ["Invalid request: invalid type: integer `7`, expected string or map", -32600, "shape", null],
  ["thread/start.historyMode requires experimentalApi capability", -32600, "experimental", "thread/start.historyMode"],
  ["thread/items/list is not supported yet for this thread", -32601, "failed", null],
  ["no rollout found for thread id 1", -32600, "failed", null],
  ["overloaded", -32001, "busy", null],
  ["the disk is full", -32603, "failed", null],
];

test("[VIW-766] unknown methods, unknown words, missing fields, the experimental API and real failures are told apart, with what is safe and what to do", () => {
  const told = new Set<string>();
  for (const [message, code, kind, name] of WORDS) {
    const asked = kind === "method" ? (name ?? undefined) : "thread/start";
    const refusal = refusalOf({ code, message }, asked);
    expect(refusal, message).toEqual({ kind, name });
    const advice = refusalAdvice(refusal);
    expect(advice === null, message).toBe(!isOfVersion(refusal));
    if (advice === null) continue;
    expect(advice).toContain("Nothing was done; ");
    if (name !== null && kind !== "method") expect(advice).toContain(`“${name}”`);
    told.add(advice);
  }
  expect(told.size).toBe(5);
});

test("[VIW-766] where the method is not at hand, its words alone tell; every room says it alike", () => {
  for (const [message, code, kind] of WORDS) {
    const refusal = refusalOf({ code, message });
    expect(refusal.kind, message).toBe(kind);
    const failure = { type: "rpc", code, message, data: null } as const;
    const advice = refusalAdvice(refusal);
    if (advice === null) continue;
    expect(refusalSentence(failure)).toContain(advice);
    if (kind !== "method") expect(messageRefusal(message)).toContain(advice);
    if (kind !== "method" && kind !== "word") expect(queueRefusal(failure)).toContain(advice);
  }
});

test("[VIW-766] what the words name is cut and masked", () => {
  const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
  const advice = refusalAdvice(
    refusalOf({ code: -32600, message: `Invalid request: unknown variant \`${key}\`` }, "x"),
  );
  expect(advice).not.toContain(key);
  const long = refusalAdvice(
    refusalOf({ code: -32600, message: `Invalid request: missing field \`${"f".repeat(9999)}\`` }),
  );
  expect(long?.length).toBeLessThan(250);
});

test("[VIW-801] that a server has no such method is known in any words: nothing is offered twice, and no sentence takes it for a failure", () => {
  const failure = { type: "rpc", code: -32601, message: "There is no such thing in the reeds", data: null } as const;
  expect(isUnknownMethod(failure)).toBe(true);
  expect(failureSentence(failure)).toBe("The server does not have this. It said: There is no such thing in the reeds");
  expect(commandRefusal(failure)).toBe("This App Server runs no commands for a person. Nothing was run.");
  expect(queueRefusal(failure)).toBe("This App Server cannot do that. The queue is as it was.");
  expect(refusalSentence(failure)).toBe(
    "This App Server cannot do that. The server said: There is no such thing in the reeds. It does not have this method. Nothing was done; what it lacks is named on the machine’s page, under Models and modes.",
  );
  expect(messageRefusal("Method not found")).toContain("does not have this method");
  const state = createHostState("host");
  expect(hasNoQueue(state, failure.message)).toBe(false);
  state.lacking = {
    version: "v",
    refused: new Map([["thread/queue/list", { at: 1, words: failure.message }]]),
    words: null,
  };
  expect(hasNoQueue(state, failure.message)).toBe(true);
  expect(hasNoQueue(state, null)).toBe(false);
  const cannot = { ...failure, message: "thread/items/list is not supported yet for this thread" };
  expect(isUnknownMethod(cannot)).toBe(false);
  expect(failureSentence(cannot)).toBe("The server said: thread/items/list is not supported yet for this thread");
});
