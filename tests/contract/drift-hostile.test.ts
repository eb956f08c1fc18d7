// Lines that fit no schema in every way that comes to mind, through the real relay and the app's own session: the turn around
// them goes on, each is stored as it came and counted for what it is, and the journal read back gives the same state.
import type { Row } from "@longwire/web/journal/rows";
import { turnStatus } from "@longwire/web/projection/state";
import { hostAfter, threadAfter } from "@longwire/web/projection/testing/rows";
import { countDrift } from "@longwire/web/views/drift/count";
import { afterEach, expect, test } from "vitest";
import { startPuppetSession } from "../support/puppet-session.ts";

const cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const AT = { threadId: "T1", turnId: "t1" };
const message = (id: string, text: unknown) => ({
  method: "item/completed",
  params: { ...AT, completedAtMs: 1, item: { type: "agentMessage", id, text, phase: null, memoryCitation: null } },
});
const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Lines, and how each is counted: its kind and name; null: it fits. */
const LINES: readonly (readonly [line: string, counted: string | null])[] = [
  [JSON.stringify({ jsonrpc: "2.0", ...message("fits", "Fits.") }), null],
  [JSON.stringify(message("fits", "Fits.")), null],
  [JSON.stringify({ method: "turn/plan/updated", params: 7 }), "notified turn/plan/updated"],
  [JSON.stringify({ method: "turn/diff/updated", params: ["T1", "t1"] }), "notified turn/diff/updated"],
  [JSON.stringify({ method: "thread/name/updated", params: null }), "notified thread/name/updated"],
  [JSON.stringify({ method: "item/started" }), "notified item/started"],
  [JSON.stringify({ id: 900, method: "thread/archived", params: { threadId: "T9" } }), "asked thread/archived"],
  [JSON.stringify({ method: "item/tool/call", params: { threadId: "T1" } }), "notified item/tool/call"],
  [JSON.stringify({ id: null, method: "turn/started", params: AT }), "unreadable id-of-wrong-type"],
  [JSON.stringify(message("huge", "x".repeat(3_000_000).split(" "))), "notified item/completed"],
  [
    `{"method":"item/completed","params":{"threadId":"T1","turnId":"t1","item":${deep(500)}}}`,
    "notified item/completed",
  ],
  [`{"method":"item/completed","params":${deep(5000)}}`, "unreadable nested-too-deep"],
  ["7", "unreadable not-an-object"],
  ["null", "unreadable not-an-object"],
  ['{"id":1}', "unreadable no-known-shape"],
];

test("[PRJ-461] lines that fit no schema in any way, and answers that are none, cost the turn around them nothing, and each is counted for what it is", async () => {
  const { puppet, journal, it, session } = await startPuppetSession(cleanUps);
  const thread = session.openThread("T1");
  await puppet.begin("t1");

  /** Asks, and answers with what else stands in a line beside the id. */
  const answered = async (method: string, ...rest: readonly object[]) => {
    puppet.on(method, null);
    const asked = session.request(method, {});
    const heard = () => puppet.heard.find((each) => each.method === method);
    await expect.poll(heard).toBeDefined();
    for (const each of rest) await puppet.say({ id: heard()?.id, ...each });
    return asked;
  };
  expect(await answered("model/list", { result: null })).toEqual({ ok: true, value: null });
  // The same answer once more matches nothing.
  expect(await answered("hooks/list", { result: [] }, { result: [] })).toEqual({ ok: true, value: [] });
  expect(await answered("collaborationMode/list", { error: {} })).toMatchObject({
    ok: false,
    reason: { type: "rpc", code: null },
  });
  expect(await answered("skills/list", { error: "no", result: {} })).toMatchObject({
    ok: false,
    reason: { message: "no" },
  });

  for (const [line] of LINES) await puppet.raw(`${line}\n`);
  await puppet.say(message("last", "The last word."));
  await puppet.end("t1");
  const turn = await it.until("the turn", () => thread.state.turns.get("t1"));
  await it.until("its end", () => turnStatus(turn) === "completed");
  expect(turn.items.get("fits")).toMatchObject({ type: "agentMessage", text: "Fits." });
  expect(turn.items.get("huge")).toMatchObject({ type: "generic" });
  expect(turn.items.get("last")).toMatchObject({ text: "The last word." });
  // What came with an id is a question, whatever its name: nothing answers it but the person.
  expect([...session.state.decisions.values()].map(({ id, method }) => [id, method])).toEqual([
    [900, "thread/archived"],
  ]);
  await it.until("all is stored", () => session.facts().stored);

  const rows: Row[] = [];
  await journal.readAll("host", 0, (chunk) => rows.push(...chunk));
  const kept = rows.flatMap((row) => (row.kind === "in" && typeof row.line === "string" ? [row.line] : []));
  expect(LINES.filter(([line]) => !kept.includes(line)).map(([line]) => line.slice(0, 80))).toEqual([]);
  const own = rows.filter((row) => row.thread === "T1");
  expect([...threadAfter(own, "T1").turns.keys()]).toContain("t1");
  expect(hostAfter(rows).decisions.size).toBe(1);

  const generation = session.state.current ?? "";
  const count = await countDrift({
    journal,
    host: "host",
    generation,
    threads: [""],
    breathe: () => Promise.resolve(),
  });
  const told = new Map((count?.methods ?? []).map(({ kind, method, unfit }) => [`${kind} ${method}`, unfit]));
  const expected = new Map<string, number>([
    ["reply model/list", 1],
    ["reply hooks/list", 2],
    ["refusal collaborationMode/list", 1],
    ["refusal skills/list", 1],
  ]);
  for (const [, name] of LINES) if (name !== null) expected.set(name, (expected.get(name) ?? 0) + 1);
  for (const [name, lines] of expected) expect([name, told.get(name)]).toEqual([name, lines]);
  expect(count).toMatchObject({ whole: true, unread: 0 });
});
