import { expect, test } from "vitest";
import { lacks, methodsOf, refusedMethods } from "./lacking.ts";
import { hostAfter, tape, T, type Tape } from "./testing/rows.ts";
import { refusal, reply, request } from "./testing/wire.ts";

const KNOWN = "`initialize`, `thread/start`, `thread/resume`, `model/list`, `thread/items/list`, `config/read`";
const unknown = (method: string, list = KNOWN) =>
  `Invalid request: unknown variant \`${method}\`, expected one of ${list}`;
const greeted = (version: string, line: Tape = tape()): Tape =>
  line
    .out(request("i", "initialize", {}))
    .in(reply("i", { userAgent: `longwire/${version} (Debian; x86_64)`, codexHome: "/h" }));
const refused = (line: Tape, method: string, code: number, message: string): Tape =>
  line.out(request(`q.${method}`, method, { threadId: T })).in(refusal(`q.${method}`, code, message));

test("[PRJ-375] a method that the server said it does not know is lacking, in its words, and so is what its list leaves out", () => {
  const line = greeted("0.171.0");
  expect(lacks(hostAfter(line.rows), "thread/rollback")).toBeNull();
  expect(methodsOf(hostAfter(line.rows))).toBeNull();
  const state = hostAfter(refused(line, "thread/rollback", -32600, unknown("thread/rollback")).rows);
  expect(lacks(state, "thread/rollback")).toBe("Invalid request: unknown variant `thread/rollback`");
  expect(lacks(state, "thread/start")).toBeNull();
  expect(lacks(state, "thread/goal/set")).toContain("not among the 6 methods");
  expect(methodsOf(state)?.has("model/list")).toBe(true);
  expect(refusedMethods(state)).toMatchObject([{ method: "thread/rollback" }]);
});

test("[PRJ-375] a list that is cut, or that is of something else, vouches for nothing", () => {
  for (const list of ["`initialize`, `thread/start`, `thread/re", "`a`, `b`", "`initialize` or more"]) {
    const state = hostAfter(refused(greeted("1.0.0"), "a/b", -32600, unknown("a/b", list)).rows);
    expect(lacks(state, "a/b")).not.toBeNull();
    expect(lacks(state, "thread/goal/set")).toBeNull();
  }
  const told = hostAfter(refused(greeted("1.0.0"), "a/b", -32601, "Method not found").rows);
  expect(lacks(told, "a/b")).toBe("Method not found");
  expect(methodsOf(told)).toBeNull();
});

test.each([
  [
    "a value that it does not know",
    "thread/start",
    -32600,
    "Invalid request: unknown variant `hologram`, expected `a`",
  ],
  ["a missing field", "thread/name/set", -32600, "Invalid request: missing field `threadId`"],
  ["a thread that cannot", "thread/items/list", -32601, "thread/items/list is not supported yet"],
  ["another kind of history", "thread/revert", -32600, "thread/revert only supports paginated threads"],
  [
    "the experimental API",
    "collaborationMode/list",
    -32600,
    "collaborationMode/list requires experimentalApi capability",
  ],
  ["too much to do", "thread/read", -32001, "Server overloaded; retry later."],
  ["a real failure", "config/read", -32603, "disk on fire"],
])("[PRJ-376] a known method refused for %s is not lacking", (_, method, code, message) => {
  const state = hostAfter(refused(greeted("1.0.0"), method, code, message).rows);
  expect(lacks(state, method)).toBeNull();
  expect(state.lacking).toBeNull();
});

test("[PRJ-377] what one version lacks holds in its next process, and is forgotten when another version answers", () => {
  const line = refused(greeted("0.171.0"), "thread/rollback", -32600, unknown("thread/rollback")).exit();
  expect(lacks(hostAfter(line.rows), "thread/rollback")).not.toBeNull();
  const again = greeted("0.171.0", line.generation("g2"));
  expect(lacks(hostAfter(again.rows), "thread/rollback")).not.toBeNull();
  const other = greeted("0.149.1", again.exit().generation("g3"));
  expect(lacks(hostAfter(other.rows), "thread/rollback")).toBeNull();
  expect(refusedMethods(hostAfter(other.rows))).toEqual([]);
});

test("[PRJ-377] it is forgotten when the server does the method after all", () => {
  const line = refused(tape().generation("g1"), "a/b", -32601, "Method not found");
  expect(lacks(hostAfter(line.rows), "a/b")).not.toBeNull();
  const done = line.out(request("z", "a/b", {})).in(reply("z", {}));
  expect(lacks(hostAfter(done.rows), "a/b")).toBeNull();
});

test("[PRJ-377] a late line of an older process says nothing of the present one", () => {
  const line = greeted("0.149.1").out(request("old", "a/b", {}));
  const rows = [...line.rows];
  const next = greeted("0.171.0", tape().generation("g2"));
  const late = tape()
    .out(request("old", "a/b", {}))
    .in(refusal("old", -32600, unknown("a/b")));
  const state = hostAfter([...rows, ...next.rows, ...late.rows]);
  expect(state.lacking).toBeNull();
});
