// Files onto the machine: made folders, free names, and nothing that is overwritten.
import { expect, test } from "vitest";
import type { HostSession, Outcome } from "../host/model.ts";
import { fitName, numbered, pathIn, uploadActs } from "./upload.ts";

const refused = (message: string): Outcome<unknown> => ({
  ok: false,
  reason: { type: "rpc", code: -32603, message, data: null },
});
const MISSING = "failed to read metadata: No such file or directory (os error 2)";

function machine(there: readonly string[], metadata?: Outcome<unknown>) {
  const asked: [string, unknown][] = [];
  const session = {
    facts: () => ({ connection: "live" }),
    onChange: () => () => undefined,
    request: (method: string, params: { path: string }) => {
      asked.push([method, params]);
      if (method !== "fs/getMetadata") return Promise.resolve({ ok: true, value: {} });
      if (metadata !== undefined) return Promise.resolve(metadata);
      return Promise.resolve(there.includes(params.path) ? { ok: true, value: {} } : refused(MISSING));
    },
  } as unknown as HostSession;
  return { asked, session };
}
const bytes = new TextEncoder().encode("hello");

test("[ACT-140] a file is written into its folder, which is made, under a name that nothing has", async () => {
  const { asked, session } = machine(["/p/uploads/a.txt", "/p/uploads/a-2.txt"]);
  const outcome = await uploadActs.upload(session, { folder: "/p/uploads", name: "a.txt", bytes });
  expect(outcome).toEqual({ ok: true, value: { path: "/p/uploads/a-3.txt" } });
  expect(asked[0]).toEqual(["fs/createDirectory", { path: "/p/uploads", recursive: true }]);
  expect(asked.at(-1)).toEqual(["fs/writeFile", { path: "/p/uploads/a-3.txt", dataBase64: btoa("hello") }]);
  expect(asked.filter(([method]) => method === "fs/writeFile")).toHaveLength(1);
});

test("[ACT-140] where it cannot be told whether something lies there, nothing is written", async () => {
  const { asked, session } = machine([], refused("Permission denied (os error 13)"));
  const outcome = await uploadActs.upload(session, { folder: "/p", name: "a.txt", bytes });
  expect(outcome.ok).toBe(false);
  expect(asked.map(([method]) => method)).not.toContain("fs/writeFile");
});

test("[ACT-141] a name is one that every file system takes, keeps its ending, and leads nowhere else", () => {
  expect(fitName("../../etc/passwd")).toBe(".._.._etc_passwd");
  expect(fitName('a:b*c?"<>|.png')).toBe("a_b_c_____.png");
  expect(fitName("  ")).toBe("file");
  expect(fitName("///")).toBe("file");
  expect(fitName("..")).toBe("file");
  expect(fitName(`${"ü".repeat(300)}.jpeg`)).toBe(`${"ü".repeat(80)}.jpeg`);
  // In bytes of UTF-8, with room for a number.
  expect(new TextEncoder().encode(fitName(`${"😀".repeat(300)}.jpeg`)).length).toBeLessThanOrEqual(200);
  expect(fitName(`${"😀".repeat(300)}.jpeg`)).toMatch(/^(?:😀)+\.jpeg$/u);
  expect(fitName("photo\u202Egnp.exe")).toBe("photo_gnp.exe");
  expect(numbered("a.tar.gz", 2)).toBe("a.tar-2.gz");
  expect(numbered(".env", 2)).toBe(".env-2");
  expect(pathIn("C:\\work\\", "a.txt")).toBe("C:\\work\\a.txt");
  expect(pathIn("/p/", "a.txt")).toBe("/p/a.txt");
});
