// A share from the system to a thread's box: put aside, read, given to one thread and to no other.
import { expect, test } from "vitest";
import { giveShared, takeShared } from "./pending.ts";
import { forgetShared, keepShared, readShared } from "./shared.ts";
import { memoryCaches } from "./testing.ts";

function form(words: Record<string, string>, files: readonly File[] = []): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(words)) data.set(name, value);
  for (const file of files) data.append("files", file);
  return data;
}

test("[VIW-518] what is shared is put aside with its words and files; the newest alone, until it is in a draft or thrown away", async () => {
  const caches = memoryCaches();
  expect(await readShared(caches)).toBeNull();
  await keepShared(form({ text: "old" }, [new File(["1"], "1.txt"), new File(["2"], "2.txt")]), caches);
  await keepShared(
    form({ title: "A page", text: " ", url: "https://x.example/" }, [
      new File(["abc"], "a b.png", { type: "image/png" }),
    ]),
    caches,
  );
  const shared = await readShared(caches);
  expect(shared?.text).toBe("A page\nhttps://x.example/");
  expect(shared?.files.map(({ name, type }) => [name, type])).toEqual([["a b.png", "image/png"]]);
  expect(await shared?.files[0]?.text()).toBe("abc");
  await forgetShared(caches, "another");
  expect((await readShared(caches))?.text, "what was shared meanwhile stays").toBe("A page\nhttps://x.example/");
  await forgetShared(caches, (await readShared(caches))?.id ?? "");
  expect(await readShared(caches)).toBeNull();
  await keepShared(form({}), caches);
  expect(await readShared(caches), "nothing was shared").toBeNull();
});

test("[VIW-519] a share goes to the box of the thread that was chosen, or of the next new one, once", () => {
  const shared = { id: "s", text: "words", files: [] };
  giveShared("T1", new Set(), shared);
  expect(takeShared("T2", true)).toBeNull();
  expect(takeShared("T1", false)).toBe(shared);
  expect(takeShared("T1", false)).toBeNull();
  giveShared(null, new Set(["T3"]), shared);
  expect(takeShared("T1", false)).toBeNull();
  expect(takeShared("T3", true), "there before, and not read yet").toBeNull();
  expect(takeShared("T9", true)).toBe(shared);
});
