import { createHash } from "node:crypto";
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import { describe, expect, test } from "vitest";
import { CHANGES_LIMIT, FOREIGN_REPLY_LIMIT, LISTING_LIMIT, hashOf, isKept, needsHash, stubOf } from "./stub.ts";

const message = (value: object) => parseLine(JSON.stringify(value));
const reply = (result: unknown) => message({ id: "c1.p.1", result });
const big = FOREIGN_REPLY_LIMIT + 1;

describe("content that is not kept", () => {
  test("[JRN-60] file contents and the output of commands beside the agent are not stored, exit codes are", () => {
    expect(isKept(reply({ dataBase64: "" }), 20, "fs/readFile")).toBe(false);
    expect(isKept(reply({ exitCode: 0, stdout: "x", stderr: "" }), 60, "command/exec")).toBe(false);
    expect(isKept(reply({ exitCode: 1, stdout: "", stderr: "" }), 60, "command/exec")).toBe(true);
    expect(isKept(reply({}), 20, "process/spawn")).toBe(true);
    expect(isKept(message({ method: "command/exec/outputDelta", params: { deltaBase64: "eA==" } }), 50, null)).toBe(
      false,
    );
    expect(isKept(message({ method: "process/outputDelta", params: {} }), 50, null)).toBe(false);
    const exited = { processHandle: "h", exitCode: 0, stdoutCapReached: false, stderrCapReached: false };
    expect(isKept(message({ method: "process/exited", params: { ...exited, stdout: "", stderr: "" } }), 90, null)).toBe(
      true,
    );
    expect(
      isKept(message({ method: "process/exited", params: { ...exited, stdout: "", stderr: "x" } }), 90, null),
    ).toBe(false);
  });

  test("[SEC-126] a configuration is not stored, whichever device read it, nor the value of a layer that counts instead", () => {
    const config = { mcp_servers: { h: { env: { A: "hunter2" } } } };
    const read = reply({ config, origins: {}, layers: null });
    expect(isKept(read, 90, null), "another device asked").toBe(false);
    expect(needsHash(read, 90, undefined)).toBe(true);
    const written = reply({ status: "okOverridden", overriddenMetadata: { message: "m", effectiveValue: "hunter2" } });
    for (const method of [null, "config/batchWrite", "config/value/write"])
      expect(isKept(written, 90, method)).toBe(false);
    for (const kept of [{ status: "ok", overriddenMetadata: null }, { config: "c" }, { thread: {}, config: {} }, [], 7])
      expect(isKept(reply(kept), 90, null)).toBe(true);
  });

  test("[JRN-61] replies to other devices are kept up to 4 KiB, replies to this one whatever their size", () => {
    expect(isKept(reply({}), FOREIGN_REPLY_LIMIT, null)).toBe(true);
    expect(isKept(reply({}), big, null)).toBe(false);
    expect(isKept(reply({}), big, "thread/read")).toBe(true);
    const error = message({ id: 1, error: { code: 1, message: "x" } });
    expect(isKept(error, big, null)).toBe(false);
    expect(isKept(error, big, "fs/readFile")).toBe(true);
  });

  test("[PRJ-426] a long listing of a folder, and a change that tells of many paths, are not stored: both come again and again", () => {
    const listing = reply({ entries: [] });
    expect(isKept(listing, LISTING_LIMIT, "fs/readDirectory")).toBe(true);
    expect(isKept(listing, LISTING_LIMIT + 1, "fs/readDirectory")).toBe(false);
    const changed = message({ method: "fs/changed", params: { watchId: "w", changedPaths: [] } });
    expect(isKept(changed, CHANGES_LIMIT, null)).toBe(true);
    expect(isKept(changed, CHANGES_LIMIT + 1, null)).toBe(false);
  });

  test("[SEC-152] of the output of a terminal no hash is kept: of a single character it would give the character away", () => {
    const piece = { processHandle: "h", deltaBase64: "eA==" };
    expect(needsHash(message({ method: "process/outputDelta", params: piece }), 60, undefined)).toBe(false);
    expect(needsHash(message({ method: "command/exec/outputDelta", params: piece }), 60, undefined)).toBe(false);
    const exited = message({ method: "process/exited", params: { processHandle: "h", stdout: "x", stderr: "" } });
    expect(isKept(exited, 90, null)).toBe(false);
    expect(needsHash(exited, 90, undefined)).toBe(false);
    expect(needsHash(reply({ dataBase64: "" }), 20, "fs/readFile")).toBe(true);
  });

  test("[JRN-61] everything else is kept: what the agent does, its requests, and what nobody understands", () => {
    for (const line of [
      '{"method":"item/commandExecution/outputDelta","params":{"delta":"x"}}',
      '{"method":"never/heard","params":{"stdout":"x"}}',
      '{"id":0,"method":"item/tool/call","params":{}}',
      "garbage",
    ])
      expect(isKept(parseLine(line), 100_000_000, null)).toBe(true);
  });

  test("[JRN-62] a stub tells method, typed id, size and hash", async () => {
    const line = JSON.stringify({ id: "c1.p.1", result: { dataBase64: "日本" } });
    const sha256 = createHash("sha256").update(line).digest("hex");
    expect(await hashOf(line)).toBe(sha256);
    expect(await hashOf(new TextEncoder().encode(`..${line}`).subarray(2))).toBe(sha256);
    const stub = stubOf(parseLine(line), 99, "fs/readFile", sha256);
    expect(stub).toEqual({ stub: true, method: "fs/readFile", id: "s:c1.p.1", bytes: 99, sha256 });
    const delta = stubOf(message({ method: "process/outputDelta", params: {} }), 9, null, null);
    expect(delta).toEqual({ stub: true, method: "process/outputDelta", id: null, bytes: 9, sha256: null });
  });

  test("[JRN-62] without WebCrypto, or when it fails, the stub has no hash", async () => {
    expect(await hashOf("x", undefined)).not.toBeNull();
    expect(await hashOf("x", { digest: () => Promise.reject(new Error("no")) })).toBeNull();
    const { crypto } = globalThis;
    Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
    try {
      expect(await hashOf("x")).toBeNull();
    } finally {
      Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true });
    }
  });

  test("[JRN-62] a hash is made before the transaction for every line that may turn out not to be kept", () => {
    // Whose request a reply answers may be told only by the rows that another tab has written meanwhile.
    expect(needsHash(reply({}), 30, undefined)).toBe(true);
    expect(needsHash(reply({}), big, "thread/read")).toBe(false);
    expect(needsHash(reply({}), 30, "fs/readFile")).toBe(true);
    expect(needsHash(message({ method: "fs/changed" }), CHANGES_LIMIT + 1, undefined)).toBe(true);
    expect(needsHash(message({ method: "turn/started" }), big, undefined)).toBe(false);
  });
});
