import { expect, test } from "vitest";
import type { HostSession, Outcome, RequestHow } from "../host/model.ts";
import { isKept } from "../journal/stub.ts";
import { configActs } from "./config.ts";

/** A session that answers from a list and remembers what it was asked. */
function session(answers: Readonly<Record<string, unknown>>) {
  const asked: [method: string, params: unknown, how: RequestHow | undefined][] = [];
  const request = (method: string, params: unknown, how?: RequestHow): Promise<Outcome<unknown>> => {
    asked.push([method, params, how]);
    return Promise.resolve({ ok: true, value: answers[method] });
  };
  return { asked, session: { request } as unknown as HostSession };
}
const user = { type: "user", file: "/h/config.toml", profile: null };

test("[ACT-207] edits go as one batch with the version that was seen, and secrets in them are named to the sender", async () => {
  const it = session({
    "config/batchWrite": {
      status: "okOverridden",
      filePath: "/h/config.toml",
      overriddenMetadata: { message: "managed", effectiveValue: "never" },
    },
  });
  const done = await configActs.write(
    it.session,
    [
      { key: "model", value: "x" },
      { key: "mcp_servers.h", value: { command: "c", env: { A: "secret-1" } } },
      { key: "tui.theme", value: null },
    ],
    "sha256:1",
    true,
  );
  expect(it.asked).toEqual([
    [
      "config/batchWrite",
      {
        edits: [
          { keyPath: "model", value: "x", mergeStrategy: "replace" },
          {
            keyPath: "mcp_servers.h",
            value: { command: "c", env: { A: "secret-1" } },
            mergeStrategy: "replace",
          },
          { keyPath: "tui.theme", value: null, mergeStrategy: "replace" },
        ],
        expectedVersion: "sha256:1",
        reloadUserConfig: true,
      },
      { fleeting: true, secret: [["edits", 1, "value", "env", "A"]] },
    ],
  ]);
  expect(done).toEqual({
    ok: true,
    value: { file: "/h/config.toml", overridden: { message: "managed", value: "never" } },
  });
});

test("[ACT-207] what was not chosen is left out of a write, and feedback always says whether logs go along", async () => {
  const it = session({ "config/batchWrite": {}, "feedback/upload": { threadId: "f-1" } });
  await configActs.write(it.session, [{ key: "a", value: 1 }], null, false);
  const [, params] = it.asked[0] ?? [];
  expect(params).toEqual({ edits: [{ keyPath: "a", value: 1, mergeStrategy: "replace" }] });
  const sent = await configActs.feedback(it.session, { classification: "bug", reason: "", thread: null, logs: false });
  expect(it.asked[1]?.slice(0, 2)).toEqual(["feedback/upload", { classification: "bug", includeLogs: false }]);
  expect(sent).toEqual({ ok: true, value: "f-1" });
});

test("[SEC-126] a reading holds no secrets, in its values or its layers, and its line is not stored", async () => {
  const config = { model: "m", mcp_servers: { h: { env: { A: "secret-1" } } } };
  const it = session({
    "config/read": {
      config,
      origins: { model: { name: user, version: "v" } },
      layers: [{ name: user, version: "v", config, disabledReason: null }, { name: "odd" }],
    },
  });
  const read = await configActs.read(it.session, "/p");
  expect(it.asked[0]?.[1]).toEqual({ includeLayers: true, cwd: "/p" });
  if (!read.ok) throw new Error("it was not read");
  expect(JSON.stringify(read.value)).not.toContain("secret-1");
  expect(read.value.version).toBe("v");
  expect(read.value.layers).toHaveLength(1);
  expect(isKept({ kind: "response", id: 1, result: {} }, 20, "config/read")).toBe(false);
});

test("[ACT-207] a feature that the server did not switch is told as such, whatever its name", async () => {
  const it = session({ "experimentalFeature/enablement/set": { enablement: {} } });
  expect(await configActs.switchNow(it.session, "__proto__", true)).toEqual({ ok: true, value: false });
  expect(JSON.stringify(it.asked[0]?.[1])).toBe('{"enablement":{"__proto__":true}}');
});

test("[SEC-146] the value that counts in the place of a secret is told as little as the secret", async () => {
  const counts = async (effectiveValue: unknown, ...keys: string[]) => {
    const it = session({ "config/batchWrite": { overriddenMetadata: { message: "managed", effectiveValue } } });
    const done = await configActs.write(
      it.session,
      keys.map((key) => ({ key, value: null })),
      null,
      false,
    );
    return done.ok ? done.value.overridden?.value : undefined;
  };
  expect(await counts("hunter2", "mcp_servers.h.env.A")).toBe("(secret)");
  expect(await counts({ env: { A: "hunter2" } }, "mcp_servers.h")).toEqual({ env: { A: "(secret)" } });
  expect(await counts("hunter2", "model", "mcp_servers.h.env.A")).toBeNull();
  expect(await counts({ env: { A: "hunter2" } }, "model", "mcp_servers.h")).toBeNull();
  expect(await counts("never", "model", "approval_policy")).toBe("never");
});
