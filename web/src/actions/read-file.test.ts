import { expect, test } from "vitest";
import type { Outcome } from "../host/model.ts";
import { fakeSession } from "../views/testing.tsx";
import { inspectFile, readFile } from "./read-file.ts";

const HOSTILE = ["/w/-n", "/w/a b'\"$(touch x);`y`", "/w/line\nbreak", "/w/\u202Egnp.exe", `/w/${"x".repeat(4000)}`];

function stage(answers: Record<string, Outcome<unknown>>) {
  const asked: [string, unknown][] = [];
  const session = fakeSession();
  session.request = (method, params) => {
    asked.push([method, params]);
    return Promise.resolve(answers[method] ?? { ok: false, reason: { type: "not-sent", message: "?" } });
  };
  return { asked, session };
}
const value = (of: unknown): Outcome<unknown> => ({ ok: true, value: of });
const plainFile = value({ isDirectory: false, isFile: true, isSymlink: false, createdAtMs: 0, modifiedAtMs: 0 });
const refused = { ok: false as const, reason: { type: "rpc" as const, code: -32600, message: "no", data: null } };

test.each(HOSTILE)("[VIW-311] %j is one argument of a list behind `--`, in a sandbox that only reads", async (path) => {
  const { asked, session } = stage({
    "fs/getMetadata": plainFile,
    "command/exec": value({ exitCode: 0, stdout: `17 ${path}\n`, stderr: "" }),
  });
  expect(await inspectFile(session, path)).toEqual({ ok: true, value: { kind: "file", bytes: 17, link: false } });
  expect(asked).toEqual([
    ["fs/getMetadata", { path }],
    [
      "command/exec",
      {
        command: ["wc", "-c", "--", path],
        sandboxPolicy: { type: "readOnly" },
        timeoutMs: 10_000,
        outputBytesCap: 65_536,
      },
    ],
  ]);
});

test("[VIW-313] where the size cannot be counted it is unknown, and no content is asked for", async () => {
  for (const answer of [
    refused,
    value({ exitCode: 1, stdout: "", stderr: "wc: no" }),
    value({ exitCode: 124, stdout: "", stderr: "" }),
    value({ exitCode: 0, stdout: "abc", stderr: "" }),
    value("?"),
  ]) {
    const { asked, session } = stage({ "fs/getMetadata": plainFile, "command/exec": answer });
    expect(await inspectFile(session, "/w/a")).toEqual({ ok: true, value: { kind: "file", bytes: null, link: false } });
    expect(asked.map(([method]) => method)).toEqual(["fs/getMetadata", "command/exec"]);
  }
});

test("[VIW-311] nothing is counted of a folder or a device", async () => {
  for (const [isDirectory, kind] of [
    [true, "folder"],
    [false, "other"],
  ] as const) {
    const { asked, session } = stage({ "fs/getMetadata": value({ isDirectory, isFile: false, isSymlink: true }) });
    expect(await inspectFile(session, "/dev/zero")).toEqual({ ok: true, value: { kind, bytes: null, link: true } });
    expect(asked).toHaveLength(1);
  }
});

test("[VIW-315] content comes as the very bytes; a reply that is none is said to be unreadable", async () => {
  const bytes = Uint8Array.from({ length: 1_700_001 }, (_, at) => (at * 7 + (at >> 8)) & 255);
  const dataBase64 = Buffer.from(bytes).toString("base64");
  const { session } = stage({ "fs/readFile": value({ dataBase64 }) });
  const read = await readFile(session, "/w/a");
  expect(read.ok && Buffer.from(read.value).equals(Buffer.from(bytes))).toBe(true);
  for (const odd of [{ dataBase64: "%%%%" }, { dataBase64: 7 }, {}, null]) {
    const broken = await readFile(stage({ "fs/readFile": value(odd) }).session, "/w/a");
    expect(broken).toMatchObject({ ok: false, reason: { message: expect.stringContaining("could not be read") } });
  }
});
