// @vitest-environment jsdom
import { createRoot } from "solid-js";
import { afterEach, expect, test } from "vitest";
import { createMemoryJournal } from "../../../journal/memory.ts";
import type { Part } from "../parts.ts";
import { createPartsStore, type PartsStore } from "./parts-store.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
function device() {
  const journal = createMemoryJournal();
  const written: string[] = [];
  const spied = {
    ...journal,
    put: (key: string, value: unknown) => {
      if (value !== undefined) written.push(key);
      return journal.put(key, value);
    },
  };
  return {
    written,
    value: (key: string) => journal.get(key),
    box: (thread = "T"): PartsStore =>
      createRoot((close) => {
        closing.push(close);
        return createPartsStore(spied, "h", thread);
      }),
  };
}
const part = (id: string): Part => ({
  id,
  input: { type: "image", url: `data:image/png;base64,${id}` },
  label: `${id}.png`,
  marker: null,
});
const ids = (box: PartsStore) => box.parts().map(({ id }) => id);

test("[VIW-502] what is attached is kept with its thread, each part by itself, and is there after a reload and in other tabs", async () => {
  const it = device();
  const box = it.box();
  const other = it.box();
  box.put(part("a"));
  box.put(part("b"));
  await box.keep();
  expect(
    it.written.filter((key) => key.endsWith("/a")),
    "a second part writes the first no more",
  ).toHaveLength(1);
  await expect.poll(() => ids(other)).toEqual(["a", "b"]);
  const again = it.box();
  await expect.poll(() => ids(again)).toEqual(["a", "b"]);
  expect(again.parts()[0]).toEqual(part("a"));
  other.remove("a");
  await expect.poll(() => ids(box)).toEqual(["b"]);
  expect(await it.value("h/draft-part/T/a")).toBeUndefined();
  expect(ids(it.box("another"))).toEqual([]);
});

test("[VIW-503] what was sent leaves the box at once and the store only when it is kept elsewhere; what could not be is back", async () => {
  const it = device();
  const box = it.box();
  box.put(part("a"));
  let settle: { kept: () => void; failed: () => void } = { kept: () => undefined, failed: () => undefined };
  const sending = () =>
    new Promise<void>((resolve, reject) => (settle = { kept: resolve, failed: () => reject(new Error("no")) }));
  box.leave(sending());
  expect(ids(box)).toEqual([]);
  await box.keep();
  expect(await it.value("h/draft-parts/T")).toEqual(["a"]);
  box.put(part("b"));
  settle.failed();
  await expect.poll(() => ids(box)).toEqual(["a", "b"]);
  box.leave(sending());
  settle.kept();
  await expect.poll(() => it.value("h/draft-parts/T")).toBeUndefined();
  expect(await it.value("h/draft-part/T/a")).toBeUndefined();
});

test("[VIW-502] a part that cannot be stored stands in the box all the same, and it is said", async () => {
  const journal = { ...createMemoryJournal(), put: () => Promise.reject(new Error("full")) };
  const box = createRoot((close) => {
    closing.push(close);
    return createPartsStore(journal, "h", "T");
  });
  box.put(part("a"));
  await expect.poll(box.unsaved).toBe(true);
  expect(ids(box)).toEqual(["a"]);
});

test("[VIW-502] two tabs that attach at the same moment keep both; a box that is gone when its message went leaves nothing behind", async () => {
  const it = device();
  const one = it.box();
  const two = it.box();
  await Promise.all([one.known, two.known]);
  for (let n = 0; n < 5; n += 1) {
    one.put(part(`a${n}`));
    two.put(part(`b${n}`));
  }
  await Promise.all([one.keep(), two.keep()]);
  expect(await it.value("h/draft-parts/T")).toHaveLength(10);
  await expect.poll(() => [ids(one).length, ids(two).length]).toEqual([10, 10]);
  let kept = (): void => undefined;
  one.leave(new Promise<void>((resolve) => (kept = resolve)));
  for (const close of closing.splice(0)) close();
  const next = it.box();
  await next.known;
  expect(ids(next), "on their way out").toEqual([]);
  kept();
  await expect.poll(() => it.value("h/draft-part/T/a0")).toBeUndefined();
  expect(await it.value("h/draft-parts/T")).toBeUndefined();
  expect(ids(next)).toEqual([]);
});

test("[VIW-502] a part that another tab has brought onto the machine is that here too, and is not written twice", async () => {
  const it = device();
  const one = it.box();
  const two = it.box();
  const held = { ...part("a"), file: { name: "a", mediaType: "", bytes: new Uint8Array(1) } };
  one.put(held);
  await expect.poll(() => two.parts()[0]?.file).toBeDefined();
  one.put(part("a"));
  await expect.poll(() => two.parts()[0]?.file).toBeUndefined();
  expect(ids(two)).toEqual(["a"]);
});
