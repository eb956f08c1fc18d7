// What is kept of a send: the reply's text.
import { expect, test } from "vitest";
import { consoleActs } from "../../actions/console.ts";
import { fakeSession } from "../testing.tsx";
import { send, sendsTo } from "./sends.ts";

async function replyTo(params: unknown): Promise<string | null> {
  const session = fakeSession();
  session.request = () =>
    Promise.resolve({ ok: true, value: { overriddenMetadata: { message: "m", effectiveValue: { A: "blue-whale" } } } });
  await send(session, consoleActs, "config/batchWrite", params, () => 0);
  const state = sendsTo(session)[0]?.state;
  return state?.type === "replied" ? state.reply : null;
}

test("[SEC-155] what counts instead of a value that was written is shown, unless its key leads to a secret", async () => {
  const edits = (keyPath: string) => ({
    edits: [
      { keyPath: "model", value: "m" },
      { keyPath, value: "v" },
    ],
  });
  expect(await replyTo(edits("features.x"))).toContain('"effectiveValue":{"A":"blue-whale"}');
  for (const params of [
    edits("mcp_servers.a"),
    edits("shell_environment_policy"),
    { keyPath: "mcp_servers.a.env.A" },
  ]) {
    const reply = await replyTo(params);
    expect(reply).toContain('"effectiveValue":{"A":"[masked]"}');
  }
});
