// The watch over what a session sends: what it makes of good and of bad lines, however they are cut.
import { answerProblem, requestProblem, watchSent } from "@longwire/fixtures/samples/sent";
import { startNodeSession } from "../../support/node-session.ts";
import { expect, test } from "vitest";

const line = (message: object): Uint8Array => new TextEncoder().encode(`${JSON.stringify(message)}\n`);

test("[RPC-47] a request that does not fit is named by its method and member, of whatever pieces its line comes", () => {
  const watch = watchSent();
  const bytes = line({ id: 1, method: "thread/read", params: { threadId: 7, includeTurns: false } });
  for (const byte of bytes) watch.sent(Uint8Array.of(byte));
  watch.sent(line({ id: "2", method: "thread/archive", params: { threadId: "T", gently: true } }));
  watch.sent(line({ id: 3, method: "turn/start", params: { threadId: "T" } }));
  watch.sent(line({ id: 4, method: "thread/list", params: { sortKey: "colour" } }));
  watch.sent(line({ id: 5, method: "account/logout" }));
  watch.sent(line({ id: 6, method: "brand/new", params: { anything: 1 } }));
  watch.sent(line({ method: "initialized" }));
  watch.sent(line({ id: 7, result: {} }));
  expect(watch.problems).toEqual([
    "client request thread/read: $.threadId is 7, no string",
    "client request thread/archive: $.gently is not in the schema",
    "client request turn/start: $.input is missing",
    expect.stringMatching(/^client request thread\/list: \$\.sortKey .*"colour", which is none of "created_at"/),
  ]);
  expect(watch.methods.size).toBe(6);
});

test("[RPC-47] parameters and answers are judged by the pinned surface; what it does not have is not judged", () => {
  expect(requestProblem("thread/read", { threadId: "T", includeTurns: true })).toBeNull();
  expect(requestProblem("brand/new", 7)).toBeNull();
  expect(answerProblem("item/fileChange/requestApproval", { decision: "accept" })).toBeNull();
  expect(answerProblem("item/fileChange/requestApproval", { decision: "perhaps" })).toContain(
    "answer to item/fileChange/requestApproval: $.decision (perhaps)",
  );
  expect(answerProblem("brand/new", 7)).toBeNull();
});

test("[RPC-47] a test with the app's own session fails at the first line that does not fit", async () => {
  const it = startNodeSession({ wsUrl: "ws://127.0.0.1:9", token: "none" });
  it.sent.sent(line({ id: 1, method: "thread/read", params: {} }));
  await expect(it.until("anything", () => true)).rejects.toThrow(
    "sent what does not fit the pinned surface: client request thread/read: $.threadId is missing",
  );
  it.session.close();
  const unfit = startNodeSession({ wsUrl: "ws://127.0.0.1:9", token: "none", unfit: true });
  unfit.sent.sent(line({ id: 1, method: "thread/read", params: {} }));
  expect(await unfit.until("anything", () => true)).toBe(true);
  unfit.session.close();
});
