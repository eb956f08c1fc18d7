// @vitest-environment jsdom
import { createRoot } from "solid-js";
import { afterEach, expect, test, vi } from "vitest";
import type { Journal } from "../../journal/journal.ts";
import { createDraft, type Draft } from "./draft.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllGlobals();
});

/** A store as all tabs of a device share it; reads answer when they are let. */
function device() {
  const stored = new Map<string, unknown>();
  let gate: Promise<unknown> = Promise.resolve();
  const journal = {
    get: (key: string) => gate.then(() => stored.get(key)),
    put: (key: string, value: unknown) => Promise.resolve(void stored.set(key, value)),
  } as unknown as Journal;
  return {
    stored: () => stored.get("h/draft/T"),
    write: (text: string) => void stored.set("h/draft/T", text),
    /** Reads wait from now on; the call lets them go. */
    hold() {
      let release = (): void => undefined;
      gate = new Promise<void>((resolve) => (release = resolve));
      return release;
    },
    box(): Draft & { close: () => void } {
      return createRoot((close) => {
        closing.push(close);
        return { ...createDraft(journal, "h", "T"), close };
      });
    },
  };
}
/** Until the stored draft has been read. */
const read = () => new Promise((resolve) => setTimeout(resolve));
const deferred = () => {
  let settle: { resolve: () => void; reject: () => void } = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject: () => reject(new Error("no")) }));
  return { promise, ...settle };
};

test("[VIW-417] what is written, put back or sent before the stored draft is read takes nothing of it away", async () => {
  for (const early of ["typed", "put back"]) {
    const it = device();
    it.write("half a thought");
    const release = it.hold();
    const box = it.box();
    box.set(early);
    release();
    await expect.poll(box.text).toBe(`half a thought\n${early}`);
    await expect.poll(it.stored).toBe(`half a thought\n${early}`);
    box.close();
  }
  const it = device();
  it.write("half a thought");
  const release = it.hold();
  const box = it.box();
  box.set("sent at once");
  box.leave(Promise.resolve());
  release();
  await expect.poll(box.text).toBe("half a thought");
  await expect.poll(it.stored).toBe("half a thought");
});

test("[VIW-417] what was sent is stored with the draft until the outbox holds it, over a reload too", async () => {
  const it = device();
  const box = it.box();
  await read();
  const first = deferred();
  const second = deferred();
  box.set("one");
  box.leave(first.promise);
  expect(box.text()).toBe("");
  box.set("two");
  box.leave(second.promise);
  box.set("and a half");
  dispatchEvent(new Event("pagehide"));
  expect(it.stored(), "a reload here finds it").toBe("one\ntwo\nand a half");
  first.resolve();
  await expect.poll(it.stored).toBe("two\nand a half");
  // Another box of the same page knows that it is on its way.
  box.close();
  const next = it.box();
  await expect.poll(next.text).toBe("and a half");
  next.set("and more");
  second.resolve();
  await next.keep();
  await expect.poll(it.stored).toBe("and more");
  expect(next.text()).toBe("and more");
});

test("[VIW-417] what could not be taken stands in the box again, beside what was begun there", async () => {
  const it = device();
  const box = it.box();
  await read();
  const sending = deferred();
  box.set("one");
  box.leave(sending.promise);
  box.set("two");
  sending.reject();
  await expect.poll(box.text).toBe("one\ntwo");
  await expect.poll(it.stored).toBe("one\ntwo");
});

test("[VIW-417] all boxes of a thread hold one draft: sent in one tab it is in no other", async () => {
  const it = device();
  const here = it.box();
  const there = it.box();
  await read();
  here.set("one thought");
  await here.keep();
  await expect.poll(there.text).toBe("one thought");
  there.leave(Promise.resolve());
  await expect.poll(here.text).toBe("");
  // A box that opens meanwhile holds it, too.
  here.set("another");
  const third = it.box();
  await here.keep();
  await expect.poll(third.text).toBe("another");
  await expect.poll(there.text).toBe("another");
  third.close();
  // What is written in both at once is taken out of neither.
  here.set("mine");
  there.set("theirs");
  await here.keep();
  await there.keep();
  const last = it.box();
  await expect.poll(last.text).toBe("theirs");
  here.set("mine, and more");
  await here.keep();
  last.set("theirs, and more");
  await last.keep();
  await expect.poll(there.text).toBe("theirs, and more");
  expect(here.text()).toBe("mine, and more");
});

test("[VIW-743] a box that has come in the place of one that is gone is told what that one sends, and gets it back when it could not", async () => {
  const it = device();
  const old = it.box();
  await read();
  old.set("on its way");
  await old.keep();
  old.close();
  const box = it.box();
  await expect.poll(box.text).toBe("on its way");
  const { promise, reject } = deferred();
  old.leave(promise);
  await expect.poll(box.text).toBe("");
  reject();
  await expect.poll(box.text).toBe("on its way");
  await expect.poll(it.stored).toBe("on its way");
});
