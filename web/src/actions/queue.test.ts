import { describe, expect, test } from "vitest";
import type { HostSession, Outcome } from "../host/model.ts";
import { createHostState } from "../projection/host-fold.ts";
import { withText } from "../projection/message-words.ts";
import { queueActs } from "./queue.ts";

function session(...outcomes: Outcome<unknown>[]) {
  const asked: unknown[][] = [];
  const fake = {
    state: createHostState("h"),
    onChange: () => () => undefined,
    request(...args: unknown[]) {
      asked.push(args);
      return Promise.resolve(outcomes.shift() ?? { ok: false, reason: { type: "not-sent", message: "no more" } });
    },
  } as unknown as HostSession;
  return { session: fake, asked };
}
const ok = (value: unknown): Outcome<unknown> => ({ ok: true, value });
const RESUME = [
  "thread/resume",
  { threadId: "T", excludeTurns: true, initialTurnsPage: { limit: 1, itemsView: "full" } },
  { fleeting: true },
];
const NOW = { fleeting: true };

describe("acts on a queue", () => {
  test("[ACT-82] a list is read page by page to its end; the first page names no cursor", async () => {
    const it = session(ok({ data: [], nextCursor: "50" }), ok({ data: [], nextCursor: null }));
    expect(await queueActs.list(it.session, "T")).toMatchObject({ ok: true });
    expect(it.asked).toEqual([
      ["thread/queue/list", { threadId: "T", limit: 50 }],
      ["thread/queue/list", { threadId: "T", limit: 50, cursor: "50" }],
    ]);
    const endless = session(...Array.from({ length: 99 }, () => ok({ data: [], nextCursor: "on" })));
    await queueActs.list(endless.session, "T");
    expect(endless.asked.length).toBeLessThan(10);
  });

  test("[ACT-82] another text leaves images and mentions of the message where they are", () => {
    const image = { type: "image", url: "x" };
    const text = (words: string) => ({ type: "text", text: words, text_elements: [] });
    expect(withText([image, text("a"), text("b")], "c")).toEqual([image, text("c")]);
    expect(withText([image], "c")).toEqual([text("c"), image]);
  });

  test("[ACT-82] acts name what they mean and are for now or never; what had left the queue is told apart", async () => {
    const it = session(ok({}), ok({ deleted: true }), ok({ deleted: false }), ok({}));
    const entry = { id: "q", clientUserMessageId: "c", text: "a", input: [] };
    await queueActs.edit(it.session, "T", entry, "b");
    expect(await queueActs.remove(it.session, "T", "q")).toEqual({ ok: true, value: true });
    expect(await queueActs.remove(it.session, "T", "q")).toEqual({ ok: true, value: false });
    await queueActs.reorder(it.session, "T", ["b", "a"]);
    expect(it.asked).toEqual([
      [
        "thread/queue/update",
        { threadId: "T", queuedSubmissionId: "q", input: [{ type: "text", text: "b", text_elements: [] }] },
        NOW,
      ],
      ["thread/queue/delete", { threadId: "T", queuedSubmissionId: "q" }, NOW],
      ["thread/queue/delete", { threadId: "T", queuedSubmissionId: "q" }, NOW],
      ["thread/queue/reorder", { threadId: "T", queuedSubmissionIds: ["b", "a"] }, NOW],
    ]);
  });

  test("[ACT-82] an entry is started on a loaded thread: this one, or the first", async () => {
    const it = session(ok({}), ok({}), ok({}), ok({}));
    await queueActs.start(it.session, "T", "q");
    await queueActs.start(it.session, "T", null);
    expect(it.asked).toEqual([
      RESUME,
      ["thread/queue/start", { threadId: "T", queuedSubmissionId: "q" }, NOW],
      RESUME,
      ["thread/queue/start", { threadId: "T" }, NOW],
    ]);
  });

  test("[ACT-89] what a lost connection came between is not done by the next one: the thread was loaded, no more", async () => {
    for (const act of ["shell", "start"] as const) {
      let resumed: (outcome: Outcome<unknown>) => void = () => undefined;
      let tell = (): void => undefined;
      let connection = "live";
      const asked: unknown[] = [];
      let listens = false;
      const cut = {
        state: createHostState("h"),
        facts: () => ({ connection }),
        onChange(listener: () => void) {
          listens = true;
          tell = listener;
          return () => (listens = false);
        },
        request(method: string) {
          asked.push(method);
          return new Promise((resolve) => (resumed = resolve));
        },
      } as unknown as HostSession;
      const outcome = queueActs[act](cut, "T", "rm x");
      connection = "offline";
      tell();
      connection = "live";
      tell();
      resumed(ok({}));
      expect(await outcome).toMatchObject({ ok: false, reason: { type: "not-sent" } });
      expect(asked).toEqual(["thread/resume"]);
      expect(listens).toBe(false);
    }
  });

  test("[ACT-83] a command is given to the thread as it was written, once it is loaded, and is for now or never", async () => {
    const it = session(ok({}), ok({}));
    expect(await queueActs.shell(it.session, "T", "ls | wc -l")).toMatchObject({ ok: true });
    expect(it.asked).toEqual([RESUME, ["thread/shellCommand", { threadId: "T", command: "ls | wc -l" }, NOW]]);
    const held = session({ ok: false, reason: { type: "rpc", code: -32600, message: "active writer", data: null } });
    expect(await queueActs.shell(held.session, "T", "ls")).toMatchObject({ ok: false });
    expect(held.asked).toEqual([RESUME]);
  });
});
