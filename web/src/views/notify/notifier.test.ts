import { afterEach, expect, test, vi } from "vitest";
import type { HostEntry } from "../../actions/contract.ts";
import type { Decision } from "../../decisions/state.ts";
import type { Changed, HostSession } from "../../host/model.ts";
import { createHostState } from "../../projection/host-fold.ts";
import type { ThreadSummary } from "../../projection/state.ts";
import type { NotifyChoice } from "./choice.ts";
import { isNotePath } from "./click.ts";
import { maskText } from "../masking/text.ts";
import { createNotifier, type Note } from "./notifier.ts";

afterEach(() => vi.unstubAllGlobals());

/** One device: a host, the names that its pages have taken, and the notifications that stand. */
function setUp() {
  const state = createHostState("h");
  const listeners = new Set<Changed>();
  const session = {
    id: "h",
    state,
    onChange(listener: Changed) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as HostSession;
  const entry: HostEntry = { record: { id: "h", url: "", token: "", label: "devbox", addedAt: 0 }, session };
  const names = new Set<string>();
  const shown: Note[] = [];
  const standing = new Map<string, Note>();
  const device = { looked: false, choice: { on: true, content: false } as NotifyChoice };
  const page = () =>
    createNotifier({
      hosts: () => [entry],
      onHosts: () => () => undefined,
      choice: () => device.choice,
      lookedAt: () => Promise.resolve(device.looked),
      claim(name) {
        if (names.has(name)) return Promise.resolve(null);
        names.add(name);
        return Promise.resolve(() => void names.delete(name));
      },
      after: () => undefined,
      show(note) {
        shown.push(note);
        standing.set(note.tag, note);
        return Promise.resolve();
      },
      close: (tag) => void standing.delete(tag),
      inboxPath: (key) => `/inbox?decision=${key}`,
      threadPath: (thread) => `/t/${thread}`,
    });
  const tell = async (...objects: object[]) => {
    for (const listener of listeners) listener(new Set(objects));
    for (let n = 0; n < 10; n += 1) await Promise.resolve();
  };
  const thread = (more: Partial<ThreadSummary> = {}): ThreadSummary => {
    const summary = {
      id: "T",
      name: "Secret project",
      preview: "",
      parent: null,
      lastTurn: null,
      status: { type: "idle" },
      ...more,
    } as unknown as ThreadSummary;
    state.threads.set(summary.id, summary);
    return summary;
  };
  const ask = (key: string): Decision => {
    const decision = {
      key,
      method: "item/commandExecution/requestApproval",
      params: { command: "cat /etc/shadow" },
      thread: "T",
      state: { type: "pending" },
      at: 0,
    } as unknown as Decision;
    state.decisions.set(key, decision);
    return decision;
  };
  return { state, page, tell, thread, ask, shown, standing, device };
}

test("[VIW-120] a decision that arrives while nobody looks is told once; nothing is told while somebody looks", async () => {
  const { state, page, tell, thread, ask, shown, device } = setUp();
  thread();
  page();
  device.looked = true;
  ask("k1");
  await tell(state);
  expect(shown).toEqual([]);
  device.looked = false;
  await tell(state);
  expect(shown, "it was seen when it came").toEqual([]);
  ask("k2");
  await tell(state);
  await tell(state);
  expect(shown.map(({ path }) => path)).toEqual(["/inbox?decision=k2"]);
});

test("[VIW-120] a turn that ends while nobody looks is told; an interrupted one, one that was not seen running and one of a sub-agent are not", async () => {
  const { page, tell, thread, shown } = setUp();
  const summary = thread({ lastTurn: { id: "t0", status: "completed" } });
  const child = thread({ id: "C", parent: "T" });
  page();
  const turn = async (of: ThreadSummary, id: string, status: string) => {
    of.lastTurn = { id, status };
    await tell(of);
  };
  await turn(summary, "t0", "completed");
  await turn(summary, "t1", "inProgress");
  expect(shown).toEqual([]);
  await turn(summary, "t1", "completed");
  await turn(summary, "t1", "completed");
  expect(shown.map(({ body, path }) => [body, path])).toEqual([["A turn has finished.", "/t/T"]]);
  await turn(summary, "t2", "inProgress");
  await turn(summary, "t2", "failed");
  expect(shown.at(-1)?.body).toBe("A turn has failed.");
  await turn(summary, "t3", "inProgress");
  await turn(summary, "t3", "interrupted");
  await turn(summary, "t5", "completed");
  await turn(child, "c1", "inProgress");
  await turn(child, "c1", "completed");
  expect(shown).toHaveLength(2);
});

test("[VIW-471] a notification says how a turn has ended: finished, failed, lost, or with a word that is not known; of one stopped by force nothing", async () => {
  const { page, tell, thread, shown } = setUp();
  const summary = thread({ lastTurn: { id: "t0", status: "completed" } });
  page();
  const turn = async (id: string, status: string) => {
    summary.lastTurn = { id, status: "inProgress" };
    await tell(summary);
    summary.lastTurn = { id, status };
    await tell(summary);
  };
  await turn("t1", "completed");
  await turn("t2", "failed");
  await turn("t3", "evaporated");
  await turn("t4", "lost");
  summary.beside = { turn: "t5", stop: "forced", attempt: 0, elsewhere: false };
  await turn("t5", "lost");
  expect(shown.map(({ body }) => body)).toEqual([
    "A turn has finished.",
    "A turn has failed.",
    "A turn has ended: evaporated.",
    "A turn was lost: the App Server ended before it did.",
  ]);
});

test("[VIW-121] a notification says neither what is asked nor where, unless the person allows it", async () => {
  const { state, page, tell, thread, ask, shown, device } = setUp();
  thread();
  page();
  ask("k1");
  await tell(state);
  expect(shown[0]).toMatchObject({ title: "Longwire", body: "A decision waits for you." });
  expect(JSON.stringify(shown[0])).not.toMatch(/shadow|Secret project|devbox/);
  device.choice = { on: true, content: true };
  ask("k2");
  await tell(state);
  expect(shown[1]).toMatchObject({ title: "Secret project", body: "Wants to run cat /etc/shadow" });
  device.choice = { on: false, content: true };
  ask("k3");
  await tell(state);
  expect(shown).toHaveLength(2);
});

test("[VIW-122] each decision has its own tag, and its notification goes when it is settled", async () => {
  const { state, page, tell, thread, ask, standing } = setUp();
  thread();
  page();
  const first = ask("k1");
  ask("k2");
  await tell(state);
  expect(standing.size).toBe(2);
  first.state = { type: "resolved", outcome: "answered-elsewhere", answer: null, at: 1 };
  await tell(first);
  expect([...standing.values()].map(({ path }) => path)).toEqual(["/inbox?decision=k2"]);
});

test("[VIW-123] of several pages one tells", async () => {
  const { state, page, tell, thread, ask, shown } = setUp();
  const summary = thread({ lastTurn: { id: "t1", status: "inProgress" } });
  page();
  page();
  page();
  const decision = ask("k1");
  await tell(state);
  expect(shown).toHaveLength(1);
  summary.lastTurn = { id: "t1", status: "completed" };
  await tell(summary);
  expect(shown).toHaveLength(2);
  // The name is free again for a request that comes anew.
  decision.state = { type: "withdrawn", at: 1 };
  await tell(decision);
  decision.state = { type: "pending" };
  await tell(decision);
  expect(shown).toHaveLength(3);
});

test("[VIW-125] a click leads only to places of this app", () => {
  for (const path of ["/inbox", "/inbox?decision=x", "/t/abc"]) expect(isNotePath(path), path).toBe(true);
  for (const path of ["//evil.example/t/", "https://x.example/inbox", "/pair", "/inboxes", "", null, 7, "javascript:1"])
    expect(isNotePath(path), String(path)).toBe(false);
});

test("[VIW-126] what looks like a key or a token is left out, the rest is not", () => {
  const cases: [string, string][] = [
    ["curl -H 'Authorization: Bearer abcdef123456' x", "curl -H 'Authorization: Bearer [masked]' x"],
    ["Wants to run OPENAI_API_KEY=sk-abcdefgh12345678 make", "Wants to run OPENAI_API_KEY=sk-…[masked] make"],
    ["echo sk-proj-abcdefgh12345678 done", "echo sk-proj-…[masked] done"],
    ["git clone https://ghp_abcdefgh1234567890@github.com/x", "git clone https://ghp_…[masked]@github.com/x"],
    ["mysql --password hunter22 -u root", "mysql --password [masked] -u root"],
    ["send eyJhbGciOiJIUzI1.eyJzdWIiOiIx.abc now", "send eyJ…[masked] now"],
    ["Wants to run npm test -- --grep tokens", "Wants to run npm test -- --grep tokens"],
    ["Wants to change files", "Wants to change files"],
  ];
  for (const [text, masked] of cases) expect(maskText(text)).toBe(masked);
});
