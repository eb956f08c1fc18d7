// What a person types into a terminal: on the wire as it is, in no storage.
import { parseLine } from "@longwire/shared-protocol/json-rpc";
import { expect, test } from "vitest";
import { createMemoryJournal } from "../journal/memory.ts";
import { SECRET_MARK } from "../journal/secrets/mark.ts";
import { stubOf } from "../journal/stub.ts";
import { createSecrets } from "./secrets.ts";

const typed = btoa("my sudo password\n");

test("[SEC-140] what is typed into a terminal is sent as it is and stored as a mark, whatever its length", async () => {
  const secrets = createSecrets({ host: "h", journal: createMemoryJournal(), locks: null, now: () => 0 });
  for (const [method, name] of [
    ["process/writeStdin", "processHandle"],
    ["command/exec/write", "processId"],
  ] as const) {
    const redacted = await secrets.request("g", "c.1", method, { [name]: "h1", deltaBase64: typed });
    expect(JSON.parse(redacted?.line ?? "")).toMatchObject({ params: { [name]: "h1", deltaBase64: typed } });
    expect(redacted?.stored).toContain(SECRET_MARK);
    expect(redacted?.stored).toContain("h1");
    expect(redacted?.stored).not.toContain(typed);
    const short = await secrets.request("g", "c.2", method, { [name]: "h1", deltaBase64: btoa("x") });
    expect(short?.bytes).toBe(redacted?.bytes);
  }
});

test("[SEC-140] it is not looked for in what comes back: output is not stored, and must stay whole for the terminal", async () => {
  const secrets = createSecrets({ host: "h", journal: createMemoryJournal(), locks: null, now: () => 0 });
  await secrets.request("g", "c.1", "process/writeStdin", { processHandle: "h1", deltaBase64: typed });
  const line = JSON.stringify({ method: "process/outputDelta", params: { processHandle: "h1", deltaBase64: typed } });
  const input = { type: "line", generation: "g", start: 0, end: 9, line, message: parseLine(line) } as const;
  const batch = [{ ...input }];
  await secrets.prepare(batch);
  expect(batch[0]?.line).toBe(line);
  expect(await secrets.mayKeepTail("g")).toBe(true);
});

test("[PRJ-401] the stub of a piece of output names its process and holds nothing of it", () => {
  const of = (method: string, params: object) =>
    stubOf(parseLine(JSON.stringify({ method, params })), 99, null, "hash").about;
  expect(of("process/outputDelta", { processHandle: "h1", deltaBase64: typed })).toBe("h1");
  expect(of("command/exec/outputDelta", { processId: "c1", deltaBase64: typed })).toBe("c1");
  expect(of("process/exited", { processHandle: "h1", stdout: "x" })).toBe("h1");
  expect(of("process/outputDelta", { processHandle: 7 })).toBeUndefined();
  expect(of("process/outputDelta", { processHandle: "x".repeat(1001) })).toBeUndefined();
});

test("[JRN-113] the content of a file that is written to the machine goes out whole and is stored as a mark", async () => {
  const secrets = createSecrets({ host: "h", journal: createMemoryJournal(), locks: null, now: () => 0 });
  const params = { path: "/p/a.txt", dataBase64: btoa("what stands in the file") };
  const redacted = await secrets.request("g", "c.1", "fs/writeFile", params);
  expect(JSON.parse(redacted?.line ?? "")).toMatchObject({ params });
  expect(redacted?.stored).toContain("/p/a.txt");
  expect(redacted?.stored).not.toContain(params.dataBase64);
});

test("[SEC-140] a file that is written is kept as little as one that is read, and a large one costs no more than itself", async () => {
  const secrets = createSecrets({ host: "h", journal: createMemoryJournal(), locks: null, now: () => 0 });
  const dataBase64 = "QUJD".repeat(2_000_000);
  const redacted = await secrets.request("g", "c.1", "fs/writeFile", { path: "/p/f", dataBase64 });
  expect(
    redacted?.line.startsWith(`{"id":"c.1","method":"fs/writeFile","params":{"path":"/p/f","dataBase64":"QUJD`),
  ).toBe(true);
  expect(redacted?.bytes).toBeGreaterThan(dataBase64.length);
  expect(JSON.parse(redacted?.stored ?? "")).toEqual({
    id: "c.1",
    method: "fs/writeFile",
    params: { path: "/p/f", dataBase64: SECRET_MARK },
  });
});
