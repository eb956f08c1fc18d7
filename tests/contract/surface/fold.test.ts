// The fixtures through the app's own fold: each lands where a person finds it, as what it is or raw and whole; what is read
// back from the store gives the same; what nobody has told us of costs nothing.
import { isDeepStrictEqual } from "node:util";
import { type Contract, partKey, partsOf, pinnedContract } from "@longwire/fixtures/samples/contract";
import { allFixtures, type Fixture, madeOf } from "@longwire/fixtures/samples/fixtures";
import { schemaOf, surfaceNames } from "@longwire/fixtures/samples/surface";
import { walk } from "@longwire/fixtures/samples/walk";
import { itemSurface } from "@longwire/shared-protocol/surface";
import { createMemoryJournal } from "@longwire/web/journal/memory";
import type { Row } from "@longwire/web/journal/rows";
import { toEnvelope } from "@longwire/web/projection/envelope";
import { createHostState, foldHost } from "@longwire/web/projection/host-fold";
import type { HostState, ThreadState } from "@longwire/web/projection/state";
import { batchesOf, seededNumbers, writeBatches } from "@longwire/web/projection/testing/batches";
import { HOST, hostAfter, tape, type Tape, threadAfter } from "@longwire/web/projection/testing/rows";
import { foldThread } from "@longwire/web/projection/thread-fold";
import { createThreadState } from "@longwire/web/projection/thread-state";
import { describe, expect, test } from "vitest";
import { type Placed, placedSamples, THREAD } from "../../support/surface-samples.ts";
import { withEverythingAdded } from "./mutations.ts";

const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const contract = pinnedContract();
const placed = placedSamples();
const schemas = new Map(partsOf(contract).map((part) => [partKey(part), part.schema]));

/** Notifications that say nothing in one of their forms. */
const SAY_NOTHING: readonly ((sample: Placed["sample"]) => boolean)[] = [
  // An empty list of changes takes none away.
  ({ name, value }) => name === "item/fileChange/patchUpdated" && isDeepStrictEqual(value["changes"], []),
  // The thread is idle already.
  ({ name, value }) => name === "thread/status/changed" && /"type":"idle"/.test(JSON.stringify(value["status"])),
];
const saysSomething = (sample: Placed["sample"]): boolean => !SAY_NOTHING.some((test) => test(sample));

const linesOf = ({ before, line, after }: Placed): readonly object[] => [...before, line, ...after];
const threadOf = ({ place }: Placed): string => place.thread;

/** A server request of each kind and branch, as recorded and as made. */
function askedOf(contractOf: Contract): Fixture[] {
  const named = { threadId: THREAD, turnId: "turn", itemId: "item", conversationId: THREAD };
  const names = partsOf(contractOf).filter(({ kind }) => kind === "asked");
  return [
    ...allFixtures(contract).fixtures.filter(({ kind, origin }) => kind === "asked" && origin === "recorded"),
    ...names.flatMap(({ name }) => madeOf(contractOf, "asked", name, named)),
  ];
}

const asked = askedOf(contract);

/** The line of a server request; every second one has a string for its id. */
const askLine = ({ name, value }: Fixture, index: number) => ({
  id: index % 2 === 0 ? index : `ask-${index}`,
  method: name,
  params: value,
});

function stateOf(rows: readonly Row[], threads: readonly string[]): { host: HostState; threads: ThreadState[] } {
  const host = createHostState(HOST);
  for (const row of rows) foldHost(host, toEnvelope(row), () => undefined);
  return {
    host,
    threads: threads.map((id) => {
      const state = createThreadState(id);
      for (const row of rows) foldThread(state, { host: HOST }, toEnvelope(row), () => undefined);
      return state;
    }),
  };
}

const objectOf = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});

interface Carried {
  readonly turn: string;
  readonly item: string | null;
  readonly type: string;
}

/** A reply whose thread is the one that is looked at, and the turns and items in it. */
function placedReply(value: unknown): { result: unknown; carried: readonly Carried[] } {
  const carried: Carried[] = [];
  const listOf = (list: unknown): object[] => (Array.isArray(list) ? list.map(objectOf) : []);
  const take = (list: unknown) => {
    for (const turn of listOf(list)) {
      if (!("id" in turn && "items" in turn && "status" in turn) || typeof turn.id !== "string") continue;
      carried.push({ turn: turn.id, item: null, type: "" });
      for (const item of listOf(turn.items))
        if ("id" in item && "type" in item && typeof item.id === "string")
          carried.push({ turn: turn.id, item: item.id, type: String(item.type) });
    }
  };
  const reply: Record<string, unknown> = { ...objectOf(value) };
  const thread = objectOf(reply["thread"]);
  if ("id" in thread) {
    reply["thread"] = { ...thread, id: THREAD };
    if ("turns" in thread) take(thread.turns);
  }
  const page = objectOf(reply["initialTurnsPage"]);
  if ("data" in page) take(page.data);
  take(reply["data"]);
  return { result: Array.isArray(value) || value === null ? value : reply, carried };
}

const said = (lines: readonly unknown[]): Tape => {
  const all = tape();
  for (const line of lines) all.in(line);
  return all;
};

describe("what the server sends of itself", () => {
  test("[PRJ-410] every sample of a notification or item leaves its trace: typed where the table says so, else raw and whole", () => {
    const wrong: string[] = [];
    let typed = 0;
    let raw = 0;
    for (const each of placed) {
      const { sample, trace } = each;
      const name = `${sample.name} ${sample.from}`;
      const { rows } = said(linesOf(each));
      // Both fold with the check that what changes is told.
      const host = hostAfter(rows);
      const thread = threadAfter(rows, threadOf(each));
      if (trace === "nothing" && saysSomething(sample)) wrong.push(`${name} leaves no trace`);
      const cards = [
        ...host.activity,
        ...thread.timeline.flatMap((entry) => (entry.type === "card" ? [entry.card] : [])),
        ...[...thread.turns.values()].flatMap((turn) =>
          turn.entries.flatMap((entry) => (entry.type === "card" ? [entry.card] : [])),
        ),
      ];
      for (const card of cards) if (card.what === "malformed") wrong.push(`${name} is malformed`);
      if (sample.what !== "item") continue;
      const item = thread.turns.get(each.place.turn)?.items.get(each.place.item);
      const view = itemSurface.get(sample.name)?.view;
      if (item === undefined) wrong.push(`${name} is not in its turn`);
      else if ((item.type === sample.name) !== (view === "typed")) wrong.push(`${name} (${view}) became ${item.type}`);
      else if (item.type === "generic") raw += 1;
      else typed += 1;
    }
    console.log(`${placed.length} samples; items: ${typed} typed, ${raw} raw`);
    expect(wrong).toEqual([]);
    expect(placed.length).toBeGreaterThan(500);
  });

  test("[PRJ-410] every status, error kind and content variant is among them", () => {
    const words = new Set<string>();
    for (const { sample } of placed)
      walk(contract.file, schemaOf(sample).schema, sample.value, sample.name, "$", {
        branch: (name) => words.add(name.replace(/^(\w+).*? [|=] (.*)$/, "$1 $2")),
      });
    for (const union of ["CodexErrorInfo", "TurnStatus", "ThreadStatus", "UserInput", "PatchChangeKind"])
      expect([...words].filter((word) => word.startsWith(`${union} `)).length, union).toBeGreaterThan(1);
  });

  test("[PRJ-410] every sample of a server request is a decision that waits, in its thread where it names one", () => {
    const { rows } = said(asked.map(askLine));
    const host = hostAfter(rows);
    expect(
      [...host.decisions.values()].map(({ id, method, params, state }) => ({ id, method, params, state })),
    ).toEqual(asked.map((fixture, index) => ({ ...askLine(fixture, index), state: { type: "pending" } })));
    const here = asked.filter(({ value }) => JSON.stringify(value).includes(`Id":"${THREAD}"`));
    expect(here.length).toBeGreaterThan(30);
    const thread = threadAfter(
      rows.filter((row) => row.thread === THREAD),
      THREAD,
    );
    expect(thread.decisions.size).toBe(here.length);
  });

  test("[PRJ-410] every reply to a request of ours is folded, the smallest and the largest", () => {
    const replies = allFixtures(contract).fixtures.filter(({ kind }) => kind === "reply");
    expect(replies.length).toBeGreaterThan(600);
    for (const [index, reply] of replies.entries()) {
      const request = madeOf(contract, "request", reply.name, { threadId: THREAD }).at(-1);
      const id = index % 2 === 0 ? index : `c.${index}`;
      const all = tape();
      all.out({ id, method: reply.name, params: request?.value }).in({ id, result: reply.value });
      const host = hostAfter(all.rows);
      threadAfter(all.rows, THREAD);
      expect(
        [...host.generations.values()].flatMap(({ open }) => [...open.keys()]),
        reply.name,
      ).toEqual([]);
      expect(
        host.activity.filter(({ what }) => what === "malformed"),
        reply.name,
      ).toEqual([]);
    }
  });

  test("[PRJ-460] of every reply that carries turns and items, each is held where it belongs, or is one that says nothing", () => {
    const wrong: string[] = [];
    let turns = 0;
    let items = 0;
    for (const { name, origin, from, value } of allFixtures(contract).fixtures.filter(({ kind }) => kind === "reply")) {
      const { result, carried } = placedReply(value);
      if (carried.length === 0) continue;
      const request = madeOf(contract, "request", name, { threadId: THREAD, itemsView: "full" }).at(0);
      const params = { ...objectOf(request?.value), threadId: THREAD };
      const { rows } = tape().out({ id: 1, method: name, params }).in({ id: 1, result });
      const state = threadAfter(rows, THREAD);
      for (const { turn, item, type } of carried) {
        const held = state.turns.get(turn);
        if (item === null) turns += 1;
        else items += 1;
        if (held === undefined) wrong.push(`${name} (${origin} ${from}): ${turn} is not held`);
        else if (item !== null && !held.items.has(item))
          wrong.push(`${name} (${origin} ${from}): ${type} ${item} is not`);
      }
    }
    console.log(`replies carry ${turns} turns and ${items} items`);
    expect([...new Set(wrong)]).toEqual([]);
    expect(turns).toBeGreaterThan(20);
    expect(items).toBeGreaterThan(20);
  });

  test(`[PRJ-411] all of them in one journal: what is read back gives the state that was folded live (seed ${seed})`, async () => {
    const lines = [...placed.flatMap(linesOf), ...asked.map(askLine)];
    const { rows } = said(lines);
    const threads = [...new Set(placed.map(threadOf))];
    const live = stateOf(rows, threads);
    const journal = createMemoryJournal();
    await writeBatches(journal, batchesOf(rows, seededNumbers(seed)));
    const all: Row[] = [];
    await journal.readAll(HOST, 0, (chunk) => all.push(...chunk));
    expect(all.length).toBe(rows.length);
    expect(stateOf(all, threads)).toEqual(live);
    journal.close();
  });
});

describe("what nobody has told us of", () => {
  /** The message with a member more in every object that takes one. */
  function grown(message: object, schema: Parameters<typeof walk>[1], value: unknown): { text: string; count: number } {
    const objects = new Set<unknown>();
    walk(contract.file, schema, value, "", "$", { object: (object) => objects.add(object) });
    let count = 0;
    const grow = (member: unknown): unknown => {
      if (Array.isArray(member)) return member.map(grow);
      if (typeof member !== "object" || member === null) return member;
      const entries = Object.entries(member).map(([key, inner]): [string, unknown] => [key, grow(inner)]);
      if (!objects.has(member)) return Object.fromEntries(entries);
      count += 1;
      return Object.fromEntries([...entries, ["unheardOf", { told: ["by", 1, null] }]]);
    };
    return { text: JSON.stringify(grow(message)), count };
  }

  /** A state as text, without what nobody has told us of. */
  function told(state: unknown): string {
    return JSON.stringify(state, (key, value: unknown) => {
      // An error keeps members that it does not know together.
      if (key === "more" && Object.keys(objectOf(value)).join() === "unheardOf") return undefined;
      if (value instanceof Map) return [...value];
      if (value instanceof Set) return [...value];
      if (typeof value === "string") return stripped(value);
      if (typeof value !== "object" || value === null || !("unheardOf" in value)) return value;
      const { unheardOf: _unheardOf, ...rest } = value;
      return rest;
    });
  }
  // In raw lines and in what they were kept as.
  const stripped = (text: string): string =>
    text.replaceAll(/,?\s*"unheardOf":\s*\{\s*"told":\s*\[\s*"by",\s*1,\s*null\s*\]\s*\}/g, "").trimEnd();

  test("[PRJ-412] a member more in every object changes nothing of what is folded, and is kept in the line", () => {
    let members = 0;
    const differ: string[] = [];
    for (const each of placed) {
      const { sample } = each;
      const more = grown(each.line, schemaOf(sample).schema, sample.value);
      members += more.count;
      // As long as the other one, so that places in the stream are the same.
      const plain = JSON.stringify(each.line).padEnd(more.text.length);
      const [a, b] = [plain, more.text].map((text) => {
        const { rows } = said([...each.before, text, ...each.after]);
        return { rows, state: told(stateOf(rows, [threadOf(each)])) };
      });
      if (a?.state !== b?.state) differ.push(`${sample.name} ${sample.from}`);
      const kept = b?.rows.some((row) => row.kind === "in" && row.line === more.text);
      if (kept !== true) differ.push(`${sample.name} ${sample.from} is not kept`);
    }
    expect(differ).toEqual([]);
    expect(members).toBeGreaterThan(1500);
  });

  test("[PRJ-412] so it is with what is asked: the decision has its parameters whole", () => {
    for (const [index, fixture] of asked.entries()) {
      const line = askLine(fixture, index);
      const { text } = grown(line, schemas.get(partKey(fixture)) ?? true, fixture.value);
      const host = hostAfter(said([text]).rows);
      const [decision] = host.decisions.values();
      expect(decision).toMatchObject({ id: line.id, method: line.method, state: { type: "pending" } });
      expect(decision?.line).toBe(text);
    }
  });

  test("[PRJ-413] words, options, item types and methods of a later surface leave a trace, and stop nothing", () => {
    const later = withEverythingAdded(contract);
    const samples = placedSamples(later).filter(({ line }) => JSON.stringify(line).includes("brandNew"));
    expect(samples.length).toBeGreaterThan(150);
    const silent: string[] = [];
    for (const each of samples) {
      const { rows } = said(linesOf(each));
      hostAfter(rows);
      threadAfter(rows, threadOf(each));
      if (each.trace === "nothing" && saysSomething(each.sample))
        silent.push(`${each.sample.name} ${each.sample.from}`);
    }
    expect(silent).toEqual([]);
    expect(surfaceNames(later).notifications).toContain("brand/new");

    const questions = askedOf(later).filter(({ value }) => JSON.stringify(value ?? null).includes("brandNew"));
    expect(questions.length).toBeGreaterThan(5);
    const host = hostAfter(said(questions.map(askLine)).rows);
    expect(host.decisions.size).toBe(questions.length);
  });
});

test('[RPC-50] 7 and "7" are two questions: each is answered under its own id, and each answer of the surface goes back so', () => {
  const answers = allFixtures(contract).fixtures.filter(({ kind }) => kind === "answer");
  expect(answers.length).toBeGreaterThan(50);
  for (const { name, value } of answers) {
    const params = madeOf(contract, "asked", name, { threadId: THREAD, turnId: "turn", conversationId: THREAD })[0]
      ?.value;
    const all = said([
      { id: 7, method: name, params },
      { id: "7", method: name, params },
    ]);
    const states = (): unknown[] =>
      [...hostAfter(all.rows).decisions.values()].map(({ id, state }) => [id, state.type]);
    expect(states()).toEqual([
      [7, "pending"],
      ["7", "pending"],
    ]);
    all.out({ id: "7", result: value });
    expect(states()).toEqual([
      [7, "pending"],
      ["7", "sent"],
    ]);
    all.in({ method: "serverRequest/resolved", params: { threadId: THREAD, requestId: "7" } });
    all.out({ id: 7, result: value });
    expect(states()).toEqual([
      [7, "sent"],
      ["7", "resolved"],
    ]);
  }
});
