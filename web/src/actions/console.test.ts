// Sending any request: once, for now or never, with its secrets named; what belongs to all devices is not sent by hand.
import { expect, test } from "vitest";
import type { HostSession, RequestHow } from "../host/model.ts";
import { consoleActs } from "./console.ts";

function session(): { session: HostSession; asked: [string, unknown, RequestHow | undefined][] } {
  const asked: [string, unknown, RequestHow | undefined][] = [];
  const fake: Pick<HostSession, "request"> = {
    request(method, params, how) {
      asked.push([method, params, how]);
      return Promise.resolve({ ok: true, value: {} });
    },
  };
  // Nothing else is asked of it.
  return { session: fake as HostSession, asked };
}

test("[ACT-201] a request goes out once, for now or never, with its parameters as they were filled in", async () => {
  const { session: host, asked } = session();
  expect(await consoleActs.send(host, "hologram/start", undefined)).toEqual({ ok: true, value: {} });
  await consoleActs.send(host, "model/list", { limit: 3 });
  expect(asked).toEqual([
    ["hologram/start", undefined, { fleeting: true, once: true, secret: [] }],
    ["model/list", { limit: 3 }, { fleeting: true, once: true, secret: [] }],
  ]);
});

test("[ACT-202] what belongs to the connection of all devices is not sent by hand, and the reason is told", async () => {
  const { session: host, asked } = session();
  for (const method of ["initialize", "thread/unsubscribe"])
    expect(await consoleActs.send(host, method, { threadId: "T" })).toMatchObject({
      ok: false,
      reason: { type: "not-sent", message: expect.stringMatching(/^Nothing was sent: /) as unknown },
    });
  expect(asked).toEqual([]);
});

test("[SEC-132] secrets of a request are named to the session: by the table, and by their names in any request", async () => {
  const { session: host, asked } = session();
  const config = { keyPath: "mcp_servers.files.env.PLACE", value: "harbour", mergeStrategy: "replace" };
  await consoleActs.send(host, "config/value/write", config);
  await consoleActs.send(host, "mcpServer/tool/call", {
    server: "s",
    tool: "t",
    arguments: { password: "p", note: "n" },
  });
  await consoleActs.send(host, "hologram/start", { list: [{ apiKey: "k" }] });
  expect(asked.map(([, , how]) => how?.secret)).toEqual([
    [["value"]],
    [["arguments", "password"]],
    [["list", 0, "apiKey"]],
  ]);
});
