// The compiler's part of the contract: what is sent under the name of a method has that method's parameters. Each line below
// that must not compile says so to the compiler, which complains when one does.
import type { HostSession } from "@longwire/web/host/model";
import { expect, test } from "vitest";

/** Writes down what it is asked. */
function listener(): { session: Pick<HostSession, "request">; asked: string[] } {
  const asked: string[] = [];
  const request: HostSession["request"] = (method) => {
    asked.push(method);
    return Promise.resolve({ ok: true, value: null });
  };
  return { session: { request }, asked };
}

test("[RPC-48] a request compiles only with its method's parameters; a method that is known when the app runs takes any", async () => {
  const { session, asked } = listener();
  await session.request("thread/read", { threadId: "T", includeTurns: false });
  await session.request("thread/list", { limit: 5, sortKey: "updated_at" });
  await session.request("command/exec", { command: ["ls"], sandboxPolicy: { type: "readOnly" } });
  await session.request("config/mcpServer/reload", undefined);
  // @ts-expect-error a required member is missing
  await session.request("thread/read", {});
  // @ts-expect-error a member of another type
  await session.request("thread/read", { threadId: 7, includeTurns: false });
  // @ts-expect-error a word that the method does not have
  await session.request("thread/list", { sortKey: "colour" });
  // @ts-expect-error a member that it does not have
  await session.request("thread/archive", { threadId: "T", gently: true });
  // @ts-expect-error a method that the pinned surface does not have
  await session.request("thread/paint", {});
  const later: string = "thread/paint";
  await session.request(later, { colour: "red" });
  expect(asked).toHaveLength(10);
});
